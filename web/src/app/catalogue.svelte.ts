/** The catalogue in the chosen language: armies, options and the cards of all tiles. */

import type { ArmyForm, Card, Catalogue } from "../api/forms";
import { get } from "../api/http";
import { tileName } from "../api/tiles";
import { chosen, type Language } from "../texts/language.svelte";

class Loaded {
  #known = $state.raw<Partial<Record<Language, Catalogue>>>({});
  #asked = new Map<Language, Promise<void>>();
  #cards = $derived<Partial<Record<string, Card>>>(
    Object.fromEntries(this.all.flatMap((army) => army.tiles.map((card) => [card.tile, card]))),
  );

  /** In the chosen language, or in another until that is loaded; null until the first is. */
  get now(): Catalogue | null {
    return this.#known[chosen.language] ?? this.#known.en ?? this.#known.pl ?? null;
  }

  /** Armies, and groups that belong to no army. */
  get all(): ArmyForm[] {
    return this.now ? [...this.now.armies, ...this.now.extras] : [];
  }

  /** The card of a tile; null until the catalogue is loaded. */
  card(tile: string): Card | null {
    return this.#cards[tile] ?? null;
  }

  /** The name of a tile in the chosen language; the English one until the catalogue is loaded. */
  tile(id: string): string {
    return this.card(id)?.name ?? tileName(id);
  }

  army(key: string): ArmyForm | null {
    return this.all.find((army) => army.key === key) ?? null;
  }

  /** Usual starting points of an HQ, for its picture. */
  get hqPoints(): number | null {
    return Object.values(this.now?.fits[0]?.start_hq ?? {})[0]?.[0] ?? null;
  }

  /** Load it once in the chosen language. Rejects on failure; can be called again. */
  load(): Promise<void> {
    const language = chosen.language;
    let asked = this.#asked.get(language);
    if (asked === undefined) {
      asked = get<Catalogue>(`/api/catalogue?lang=${language}`).then(
        (catalogue) => {
          this.#known = { ...this.#known, [language]: catalogue };
        },
        (error: unknown) => {
          this.#asked.delete(language);
          throw error;
        },
      );
      this.#asked.set(language, asked);
    }
    return asked;
  }
}

export const catalogue = new Loaded();
