/** Whether there is room for the players, the table and the log side by side. */

const query = typeof matchMedia === "function" ? matchMedia("(min-width: 1100px)") : null; // tests may have none

class Room {
  #wide = $state(query?.matches ?? true);

  constructor() {
    query?.addEventListener("change", () => (this.#wide = query.matches));
  }

  get wide(): boolean {
    return this.#wide;
  }
}

export const room = new Room();
