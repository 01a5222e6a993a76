/** The interface of the board. It draws its props and reports what people do. It knows no rules, match or server. */

import type { BoardForm, Standing } from "../api/forms";

/**
 * Marks of a hex. `may`: can be chosen. `chosen`: is chosen. `about`: the question is about it. `hit`: would be struck.
 * `danger`: would strike. `last`: something just happened there.
 */
export type Mark = "may" | "chosen" | "about" | "hit" | "danger" | "last";

/** A line between hexes, optionally through others. */
export interface Arrow {
  /** An attack (a key of `Sprites.arrows`) or a kind of `looks.ts`; gives its look. */
  kind: string;
  /** What a `bonus` or a `hinders` changes: an effect of a module. */
  effect?: string;
  source: string;
  to: string;
  via?: string[];
  /** Text at its head: wounds or a bonus. */
  label?: string;
  /** Drawn faintly: not about the unit in question. */
  faint?: boolean;
  /** Has no effect, such as a shot stopped by armour: dotted, with a cross. */
  void?: boolean;
}

/** A tile not yet placed: its hex and rotation. */
export interface Ghost {
  hex: string;
  tile: string;
  coat: string;
  rotation: number;
}

/** The dragged thing: a tile of the hand, by its `startDrag` key, or the unit on a hex. */
export type DragSource = { key: string } | { hex: string };

/** A tile being turned: its rotation and the rotations it may have (0 to 5). */
export interface Turning {
  /** The printed edge of its weapon: handles point where that edge would point. 0 for a choice among edges. */
  front?: number;
  /** Null while it is dragged and not over a legal hex. */
  hex: string | null;
  rotation: number;
  allowed: boolean[];
}

/** Selector of the board's tab stop. */
export const ON_BOARD = "[data-hex][tabindex='0']";

/** Props of the board. The component also exports `focusHex(hex?)`. */
export interface BoardProps {
  board: BoardForm;
  standing: Standing;
  /** Teams by player, in games with teams: their units have a rim and a letter. */
  teams?: readonly (number | null)[];
  /** Label for screen readers: "The board of match …". */
  label: string;
  marks?: Record<string, Mark>;
  arrows?: Arrow[];
  ghost?: Ghost | null;
  turning?: Turning | null;
  /** Hex of a unit being moved, drawn faintly. */
  lifted?: string | null;
  /** Short floating labels by hex: "-2", "netted". */
  signs?: Record<string, string>;
  /** Hexes whose units were just hit: they shake once. */
  shaken?: readonly string[];
  /** Whether attacks fly from their source to their target when they appear. */
  flying?: boolean;
  /** Milliseconds to animate moving units; 0 to move them at once. */
  glide?: number;
  /** Label of a hex for screen readers: its name, its unit and what can be done. */
  about: (hex: string) => string;
  /** A hex was clicked, tapped or chosen with Enter or Space. */
  onhex?: (hex: string) => void;
  /** The pointer or focus is on a hex; null when it leaves. */
  onpoint?: (hex: string | null) => void;
  /** The tile being turned got a new rotation by wheel, key (Q, E, 1 to 6) or a click on an edge. */
  onturn?: (rotation: number) => void;
  /** Hexes whose units can be dragged. By default all, if there is `ondrop`. */
  movable?: string[];
  /**
   * Something is dragged over a hex of this board, or over none (null). Called when the drag begins, when the hex
   * changes and, with `from` null, when the drag ends in any way. The parent answers with `marks` (`may` for legal
   * targets), a `ghost` to show instead of the picture under the pointer, and `turning` for turning in mid-air.
   */
  ondrag?: (from: DragSource | null, over: string | null) => void;
  /** A unit or a tile of the hand was dropped on a hex. The drag ends after this. */
  ondrop?: (from: DragSource, to: string) => void;
}
