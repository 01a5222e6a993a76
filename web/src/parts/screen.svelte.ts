/** Reactive screen size: windows are resized and phones rotated. */

class Query {
  #matches = $state(false);

  constructor(media: string) {
    const query = typeof matchMedia === "function" ? matchMedia(media) : null; // missing in some tests
    this.#matches = query?.matches ?? false;
    query?.addEventListener("change", () => (this.#matches = query.matches));
  }

  get matches(): boolean {
    return this.#matches;
  }
}

const small = new Query("(max-width: 1199px)");
/** Where cards are sheets. `CardPanel` and `styles/base.css` have the same query. */
const sheets = new Query(
  "(max-width: 999px), (max-width: 1199px) and (max-height: 639px), (max-width: 1199px) and (max-aspect-ratio: 6/5)",
);
const low = new Query("(max-height: 820px)");

export const room = {
  /** Whether players, table and log fit side by side. */
  get wide(): boolean {
    return !small.matches;
  },
  /** Whether a card fits beside the board; otherwise it opens as a sheet. */
  get card(): boolean {
    return !sheets.matches;
  },
  /** Whether many players must share little height. */
  get low(): boolean {
    return low.matches;
  },
};

/** Whether the table is laid out for a small screen. */
export function isSmall(): boolean {
  return small.matches;
}
