/** All that games are put together from, with the cards of all tiles, in the chosen language. */

import type { ArmyForm, Card, Catalogue } from "../api/forms";
import { get } from "../api/http";
import { chosen, type Language } from "../texts/language.svelte";

class Loaded {
  #known = $state.raw<Partial<Record<Language, Catalogue>>>({});
  #asked = new Map<Language, Promise<void>>();
  #cards = $derived<Partial<Record<string, Card>>>(
    Object.fromEntries(this.all.flatMap((army) => army.tiles.map((card) => [card.tile, card]))),
  );

  /** In the chosen language; until that is there in another that is; null until there is any. */
  get now(): Catalogue | null {
    return this.#known[chosen.language] ?? this.#known.en ?? this.#known.pl ?? null;
  }

  /** Armies and what belongs to none. */
  get all(): ArmyForm[] {
    return this.now ? [...this.now.armies, ...this.now.extras] : [];
  }

  /** What is printed on a tile; null until the catalogue is there. */
  card(tile: string): Card | null {
    return this.#cards[tile] ?? null;
  }

  army(key: string): ArmyForm | null {
    return this.all.find((army) => army.key === key) ?? null;
  }

  /** What an HQ usually begins with, to be written on its picture. */
  get hqPoints(): number | null {
    return Object.values(this.now?.fits[0]?.start_hq ?? {})[0]?.[0] ?? null;
  }

  /** Fetch it in the chosen language, once. Refusals are for whoever asks; it may be asked again. */
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
