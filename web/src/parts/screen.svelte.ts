/** Reactive screen size: windows are resized and phones rotated. */

const query = typeof matchMedia === "function" ? matchMedia("(max-width: 1199px)") : null; // missing in some tests

class Room {
  #small = $state(query?.matches ?? false);

  constructor() {
    query?.addEventListener("change", () => (this.#small = query.matches));
  }

  /** Whether players, table and log fit side by side. */
  get wide(): boolean {
    return !this.#small;
  }
}

export const room = new Room();

/** Whether cards must open as a sheet. */
export function isSmall(): boolean {
  return !room.wide;
}
