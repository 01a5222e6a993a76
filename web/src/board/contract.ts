/**
 * The narrow door of the board. It draws what it is told and says what people did to it; it knows no rule, no match
 * and no server.
 */

import type { BoardForm, Standing } from "../api/forms";

/** How a hex is pointed out. `may`: it can be chosen. `chosen`: it is. `about`: the question is about it. `hit`: it
 * would be struck. `danger`: it would strike. `last`: something has just happened there. */
export type Mark = "may" | "chosen" | "about" | "hit" | "danger" | "last";

/** A line from hex to hex (through others), in the colour of what it stands for: a key of `Sprites.arrows`. */
export interface Arrow {
  kind: string;
  source: string;
  to: string;
  via?: string[];
  /** Written at its head: wounds, a bonus. */
  label?: string;
  /** Drawn faintly: what is not about the unit in question. */
  faint?: boolean;
  /** It comes to nothing, as a shot that armour stops: dotted, with a cross. */
  void?: boolean;
}

/** A tile that is not there yet: where it would stand, and how turned. */
export interface Ghost {
  hex: string;
  tile: string;
  coat: string;
  rotation: number;
}

/** What is dragged: a tile of the hand, by the key that `startDrag` was given, or the unit on a hex. */
export type DragSource = { key: string } | { hex: string };

/** A tile that is being turned: which rotations (0 to 5) it may have, and which it has. */
export interface Turning {
  /** Where; null while it is dragged and over no hex where it may go. */
  hex: string | null;
  rotation: number;
  allowed: boolean[];
}

/** The hex of a board that Tab leads to. */
export const ON_BOARD = "[data-hex][tabindex='0']";

/** A board can also be given the focus: `focusHex(hex?)` of the component. */
export interface BoardProps {
  board: BoardForm;
  standing: Standing;
  /** What the board is, for screen readers: "The board of match …". */
  label: string;
  marks?: Record<string, Mark>;
  arrows?: Arrow[];
  ghost?: Ghost | null;
  turning?: Turning | null;
  /** A unit that is being moved: it is drawn faintly where it stands. */
  lifted?: string | null;
  /** Short floating signs by hex: "-2", "netted". */
  signs?: Record<string, string>;
  /** Units are moved from place to place by animation where the standing changes, this many milliseconds; 0: at once. */
  glide?: number;
  /** What a hex is called by screen readers: its name, who stands there, what can be done. */
  about: (hex: string) => string;
  /** A hex was clicked, tapped, or chosen by Enter or Space. */
  onhex?: (hex: string) => void;
  /** A hex has the pointer over it or has the focus; null when neither. */
  onpoint?: (hex: string | null) => void;
  /** The tile that is being turned was turned by wheel, keys (Q, E, 1 to 6), or a click on one of its edges. */
  onturn?: (rotation: number) => void;
  /** Hexes whose units can be dragged; without it all of them, as long as there is `ondrop`. */
  movable?: string[];
  /**
   * Something is dragged, over a hex of this board or (null) over none. Told as soon as the drag begins, when it comes
   * over another hex, and, with `from` null, when it is over, however it ended. Whoever follows it gives `marks` for
   * the hexes where it may be dropped (`may`; others are shown to be none), a `ghost` that stands there in place of
   * the picture under the pointer, and `turning` for what wheel and keys turn in mid-air.
   */
  ondrag?: (from: DragSource | null, over: string | null) => void;
  /** A unit was dropped on another hex, or a tile of the hand on a hex. The drag is over after that. */
  ondrop?: (from: DragSource, to: string) => void;
}
