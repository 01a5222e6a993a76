/** How large a board is on the screen, and what fits on its tiles. */

import type { BoardForm } from "../api/forms";

/** Pixels of width from which a tile has its name. */
const NAMED = 80;
/** Pixels of width below which the marks of a tile grow, so that they stay readable, and by how much at most. */
const SMALL = 90;
const MOST = 1.3;

export class Scale {
  #board: () => BoardForm;
  /** Pixels of width of a tile; 0 before the first layout. */
  tile = $state(0);

  constructor(board: () => BoardForm) {
    this.#board = board;
  }

  named = $derived(this.tile >= NAMED);
  grow = $derived(this.tile > 0 ? Math.round(10 * Math.min(MOST, Math.max(1, SMALL / this.tile))) / 10 : 1);

  /** An attachment: measures the drawing whenever its size changes. */
  measured = (node: SVGSVGElement): (() => void) => {
    const measure = () => {
      const { box, tile } = this.#board();
      const [, , width = 1, height = 1] = box;
      this.tile = 2 * tile * Math.min(node.clientWidth / width, node.clientHeight / height);
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(node);
    measure();
    return () => sizes.disconnect();
  };
}
