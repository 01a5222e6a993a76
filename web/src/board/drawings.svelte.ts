/** Cache of tile drawings: the common set, loaded once, and extras for single games. */

import type { Coat, Sprites, TileSprite } from "../api/forms";
import { get } from "../api/http";
import { drawings as ofGame, type Moment } from "../api/views";

class Drawings {
  /** All loaded drawings; null until the common set is there. */
  sprites = $state.raw<Sprites | null>(null);
  /** The symbol sets in the order they arrived. Each is inserted into the page once. */
  lots = $state.raw<string[]>([]);

  #common: Promise<void> | null = null;
  #asked = new Map<string, Promise<void>>();
  #waiting: Sprites[] = [];

  /** Load the common set once. After an error it can be called again. */
  load(): Promise<void> {
    this.#common ??= get<Sprites>("/api/sprites").then(
      (sprites) => this.take(sprites),
      (error: unknown) => {
        this.#common = null;
        throw error;
      },
    );
    return this.#common;
  }

  /**
   * Load the extra drawings of a moment: once for a match or record, every time for a study board, whose players may
   * change.
   */
  add(moment: Moment): Promise<void> {
    const source = JSON.stringify({ ...moment, step: undefined, then: undefined });
    let asked = this.#asked.get(source);
    if (asked === undefined) {
      asked = ofGame(moment).then(
        (sprites) => {
          if ("study" in moment) this.#asked.delete(source);
          this.more(sprites);
        },
        (error: unknown) => {
          this.#asked.delete(source);
          throw error;
        },
      );
      this.#asked.set(source, asked);
    }
    return asked;
  }

  /** Coats of these players that have no drawing yet. A coat looks the same in every game. */
  lacking(players: readonly { coat: string; army: string }[]): string[] {
    return players
      .filter(({ coat, army }) => coat !== army && !(this.sprites && coat in this.sprites.coats))
      .map(({ coat }) => coat);
  }

  /** Set the common drawings. */
  take(sprites: Sprites): void {
    this.sprites = sprites;
    this.lots = [lot(sprites.symbols)];
    for (const extra of this.#waiting.splice(0)) this.more(extra);
  }

  /** Add extra drawings. */
  more(extra: Sprites): void {
    const known = this.sprites;
    if (known === null) {
      this.#waiting.push(extra);
      return;
    }
    const fresh = Object.entries(extra.symbols).filter(([id]) => !(id in known.symbols));
    this.sprites = {
      ...known,
      symbols: { ...known.symbols, ...Object.fromEntries(fresh) },
      tiles: { ...known.tiles, ...extra.tiles },
      coats: { ...known.coats, ...extra.coats },
      boards: { ...known.boards, ...extra.boards },
    };
    if (fresh.length) this.lots = [...this.lots, lot(Object.fromEntries(fresh))];
  }

  tile(id: string): TileSprite | undefined {
    return this.sprites?.tiles[id];
  }

  /** A coat, or the army's own until the coat of a further player is loaded. */
  coat(key: string): Coat | undefined {
    return this.sprites?.coats[key] ?? this.sprites?.coats[key.replace(/~.*/, "")];
  }

  /** Symbol id of the middle of a tile, by rotation and coat. */
  middle(tile: string, coat: string, rotation: number): string | undefined {
    return (this.coat(coat)?.middles[tile] ?? this.tile(tile)?.middles)?.[rotation];
  }
}

export const drawings = new Drawings();

/**
 * Symbols as SVG text. Grounds contain their pattern twice, the second time in ink for the setting "strong patterns":
 * CSS variables reach into a `<use>`, selectors do not in every browser.
 */
function lot(symbols: Record<string, string>): string {
  return Object.entries(symbols)
    .map(([id, symbol]) => (id.startsWith("ground/") ? withStrongPattern(symbol) : symbol))
    .join("");
}

export function withStrongPattern(symbol: string): string {
  const ink = isDark(/fill="#([0-9a-f]{6})"/i.exec(symbol)?.[1] ?? "ffffff") ? "#f4f1e8" : "#14171c";
  return symbol.replace(/<path\b[^>]*class="pattern [^>]*\/>/, (pattern) => {
    const inked = pattern.replace(/fill="#[^"]*"/, `fill="${ink}"`).replace(/stroke="#[^"]*"/, `stroke="${ink}"`);
    return pattern + inked.replace('class="pattern', 'class="strong-pattern');
  });
}

/** Whether dark ink is invisible on a colour of six hex digits. */
function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 64;
}
