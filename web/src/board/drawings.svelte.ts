/** The drawings of tiles: the common ones, asked for once, and those that single games need besides. */

import type { Coat, Sprites, TileSprite } from "../api/forms";
import { get } from "../api/http";
import { drawings as ofGame, type Moment } from "../api/views";

class Drawings {
  /** All that are known; null until the common ones are there. */
  sprites = $state.raw<Sprites | null>(null);
  /** The symbols as they came, each lot once: what is in the page already is not put there again. */
  lots = $state.raw<string[]>([]);

  #common: Promise<void> | null = null;
  #asked = new Map<string, Promise<void>>();
  #waiting: Sprites[] = [];

  /** Ask for the common drawings; once is enough. After a refusal it can be tried again. */
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

  /** Ask for the drawings that the game of a moment needs besides: of a match or record once, of a board for study,
   * whose players may be changed, whenever it is wanted. */
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

  /** Of these players the coats that no drawing is there for. A coat is drawn the same at every table. */
  lacking(players: readonly { coat: string; army: string }[]): string[] {
    return players
      .filter(({ coat, army }) => coat !== army && !(this.sprites && coat in this.sprites.coats))
      .map(({ coat }) => coat);
  }

  /** Use these as the common drawings. */
  take(sprites: Sprites): void {
    this.sprites = sprites;
    this.lots = [lot(sprites.symbols)];
    for (const extra of this.#waiting.splice(0)) this.more(extra);
  }

  /** Use these besides the common ones. */
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

  /** A coat; until that of a second player with the same army is there, the army's own. */
  coat(key: string): Coat | undefined {
    return this.sprites?.coats[key] ?? this.sprites?.coats[key.replace(/~.*/, "")];
  }

  /** The symbol of a tile's middle, in a rotation and a coat. */
  middle(tile: string, coat: string, rotation: number): string | undefined {
    return (this.coat(coat)?.middles[tile] ?? this.tile(tile)?.middles)?.[rotation];
  }
}

export const drawings = new Drawings();

/** The text of symbols. Grounds get their pattern a second time, in ink, which is shown where strong patterns are
 * wished for: a variable reaches into a drawing that is used, a selector does not everywhere. */
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

/** Whether dark ink could not be seen on a colour, given as six digits. */
function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 64;
}
