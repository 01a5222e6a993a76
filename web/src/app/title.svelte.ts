/** What the page shows, in a few words for its title: the players of a match, the name of a puzzle. */

class Title {
  #words = $state("");

  get words(): string {
    return this.#words;
  }

  /** Put words before the title of the page; returns a function that takes them away. For effects. */
  show(words: string): () => void {
    this.#words = words;
    return () => {
      if (this.#words === words) this.#words = "";
    };
  }
}

export const title = new Title();
