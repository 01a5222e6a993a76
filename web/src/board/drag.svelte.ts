/** Dragging tiles, by mouse, pen or finger: from a hand or from hex to hex. */

import type { Attachment } from "svelte/attachments";
import type { DragSource } from "./contract";
import type { Point } from "./geometry";

/** What can be dragged, and how it looks. */
export type Dragged = DragSource & {
  tile: string;
  coat?: string | undefined;
  rotation?: number;
  /** Its width in pixels while it is dragged. */
  size?: number;
};

export interface Dragging extends Point {
  from: DragSource;
  tile: string;
  coat: string | undefined;
  rotation: number;
  size: number;
  /** Whether a finger drags it, which would cover it. */
  touch: boolean;
  /** The hex that it is over. */
  over: string | null;
  /** What whoever it is over makes of it there. */
  fits: () => Fit;
}

/** Whether a tile is welcome where it is dragged over. `stands`: it is shown standing there, and its picture would only
 * hide that. `aims`: something would be done to what is there. */
export type Fit = "stands" | "aims" | "welcome" | "unwelcome";

/** Somewhere that tiles can be dropped. */
interface Target {
  node: Element;
  hexAt: (place: Point) => string | null;
  drop: (from: DragSource, to: string) => void;
  /** Told when a drag begins, comes over another hex of this place or over none of it, and (null) when it is over;
   * what is dropped is dropped before that. */
  follow?: (from: DragSource | null, over: string | null) => void;
  fits?: (hex: string) => Fit;
}

/** Pixels that a pointer may wander and still only click. */
const STILL = { mouse: 5, touch: 10 };

class Drag {
  /** What is being dragged; null while nothing is. */
  now = $state.raw<Dragging | null>(null);
}

export const drag = new Drag();

let targets: Target[] = [];
let stop: (() => void) | null = null;

/** An attachment for a board, or another place: tiles can be dropped on what `hexAt` finds there. */
export function dropTarget(target: () => Omit<Target, "node">): Attachment {
  return (node) => {
    const here: Target = {
      node,
      hexAt: (place) => target().hexAt(place),
      drop: (from, to) => target().drop(from, to),
      follow: (from, over) => target().follow?.(from, over),
      fits: (hex) => target().fits?.(hex) ?? "welcome",
    };
    targets = [...targets, here];
    const release = hold(node, () => stop !== null);
    return () => {
      release();
      targets = targets.filter((other) => other !== here);
    };
  };
}

/** An attachment: a finger that moves over this does not scroll the page. */
export const holdPage: Attachment = (node) => hold(node, () => true);

/** Not everywhere does `touch-action` hold for parts of a drawing. */
function hold(node: Element, held: () => boolean): () => void {
  const listen = (event: Event) => {
    if (held() && event.cancelable) event.preventDefault();
  };
  node.addEventListener("touchmove", listen, { passive: false });
  return () => node.removeEventListener("touchmove", listen);
}

/**
 * Begin to drag where the pointer went down. Nothing is to be seen before it has moved a little: a click is no drag.
 * Where the drag ends on no hex, or Escape is pressed, nothing has happened. Elements that are dragged by touch need
 * `touch-action: none`.
 */
export function startDrag(what: Dragged, event: PointerEvent): void {
  if (event.button !== 0 || !event.isPrimary) return;
  stop?.();
  const touch = event.pointerType === "touch";
  const still = touch ? STILL.touch : STILL.mouse;
  const from: DragSource = "key" in what ? { key: what.key } : { hex: what.hex };
  const size = what.size ?? (event.currentTarget as Element | null)?.getBoundingClientRect().width ?? 96;
  const listening = new AbortController();
  const { signal } = listening;
  let told: Found | null | undefined;

  const tell = (found: Found | null) => {
    if (told !== undefined && told?.target === found?.target && told?.hex === found?.hex) return;
    told = found;
    for (const target of targets) target.follow?.(from, target === found?.target ? found.hex : null);
  };
  const move = (moved: PointerEvent) => {
    if (moved.pointerId !== event.pointerId) return;
    if (!drag.now && Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) < still) return;
    const place = { x: moved.clientX, y: moved.clientY };
    const found = targetAt(place);
    const { tile, coat } = what;
    const rotation = drag.now?.rotation ?? what.rotation ?? 0;
    const fits = () => (found && found.target.fits?.(found.hex)) ?? "welcome";
    drag.now = { ...place, from, tile, coat, rotation, size, touch, over: found?.hex ?? null, fits };
    document.documentElement.dataset["dragging"] = "";
    tell(found);
  };
  const end = (found: Found | null = null) => {
    const dragged = drag.now !== null;
    listening.abort();
    stop = null;
    drag.now = null;
    delete document.documentElement.dataset["dragging"];
    if (found !== null) found.target.drop(from, found.hex);
    if (dragged) for (const target of targets) target.follow?.(null, null);
  };
  const up = (released: PointerEvent) => {
    if (released.pointerId !== event.pointerId) return;
    const dragged = drag.now !== null;
    const found = dragged ? targetAt({ x: released.clientX, y: released.clientY }) : null;
    if (dragged) swallowClick();
    end(found !== null && "hex" in from && from.hex === found.hex ? null : found);
  };
  const cancel = (cancelled: PointerEvent) => {
    if (cancelled.pointerId === event.pointerId) end();
  };
  const escape = (pressed: KeyboardEvent) => {
    if (pressed.key !== "Escape" || !drag.now) return;
    pressed.stopPropagation();
    pressed.preventDefault();
    end();
    // The button is still down: its release clicks nothing.
    addEventListener("pointerup", swallowClick, { once: true });
  };
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", up, { signal });
  addEventListener("pointercancel", cancel, { signal });
  addEventListener("keydown", escape, { signal, capture: true });
  stop = end;
}

/** Turn the picture of what is being dragged. */
export function turnDragged(rotation: number): void {
  if (drag.now !== null && drag.now.rotation !== rotation) drag.now = { ...drag.now, rotation };
}

interface Found {
  target: Target;
  hex: string;
}

/** Where a tile would drop; of places within each other the inner one. */
function targetAt(place: Point): Found | null {
  let found: Found | null = null;
  for (const target of targets) {
    const hex = target.hexAt(place);
    if (hex !== null && !(found && target.node.contains(found.target.node))) found = { target, hex };
  }
  return found;
}

/** The click that follows at once on the end of a drag is none. */
function swallowClick(): void {
  const none = (click: MouseEvent) => {
    click.stopPropagation();
    click.preventDefault();
  };
  addEventListener("click", none, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", none, { capture: true }));
}
