/** How much room the screen has. It is followed: windows change their size, and phones are turned. */

const query = typeof matchMedia === "function" ? matchMedia("(max-width: 1099px)") : null; // tests may have none

class Room {
  #small = $state(query?.matches ?? false);

  constructor() {
    query?.addEventListener("change", () => (this.#small = query.matches));
  }

  /** Whether the players, the table and the log have room side by side. */
  get wide(): boolean {
    return !this.#small;
  }
}

export const room = new Room();

/** Whether there is so little that cards come as a sheet. */
export function isSmall(): boolean {
  return !room.wide;
}
