/** Dragging tiles by mouse, pen or finger, from a hand or between hexes. */

import type { Attachment } from "svelte/attachments";
import type { DragSource } from "./contract";
import type { Point } from "./geometry";

/** A draggable thing and its picture. */
export type Dragged = DragSource & {
  tile: string;
  coat?: string | undefined;
  rotation?: number;
  /** Width in pixels during the drag. */
  size?: number;
};

export interface Dragging extends Point {
  from: DragSource;
  tile: string;
  coat: string | undefined;
  rotation: number;
  size: number;
  /** Whether a finger drags it, and so covers it. */
  touch: boolean;
  /** The hex below. */
  over: string | null;
  /** How it fits the target below. */
  fits: () => Fit;
}

/**
 * How a tile fits where it is. `stands`: a ghost shows it there, so its picture would only be in the way. `aims`: it
 * would act on what is there.
 */
export type Fit = "stands" | "aims" | "welcome" | "unwelcome";

/** A drop target. */
interface Target {
  node: Element;
  hexAt: (place: Point) => string | null;
  drop: (from: DragSource, to: string) => void;
  /** Called when a drag begins, when its hex on this target changes and, with null, after it ends or drops. */
  follow?: (from: DragSource | null, over: string | null) => void;
  fits?: (hex: string) => Fit;
}

/** Pixels that a pointer may move and still click. */
const CLICK_SLOP = { mouse: 5, touch: 10 };

class Drag {
  /** The current drag, or null. */
  now = $state.raw<Dragging | null>(null);
}

export const drag = new Drag();

let targets: Target[] = [];
let stop: (() => void) | null = null;

/** Attachment that makes an element a drop target. `hexAt` finds the hex. */
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

/** Attachment: a finger that moves on this element does not scroll the page. */
export const holdPage: Attachment = (node) => hold(node, () => true);

/** Some browsers ignore `touch-action` on parts of an SVG. */
function hold(node: Element, held: () => boolean): () => void {
  const listen = (event: Event) => {
    if (held() && event.cancelable) event.preventDefault();
  };
  node.addEventListener("touchmove", listen, { passive: false });
  return () => node.removeEventListener("touchmove", listen);
}

/**
 * Start a drag at a pointerdown event. It becomes visible once the pointer has moved a little: a click is not a drag. A
 * drag that ends outside all hexes, or by Escape, does nothing. Elements dragged by touch need `touch-action: none`.
 */
export function startDrag(what: Dragged, event: PointerEvent): void {
  if (event.button !== 0 || !event.isPrimary) return;
  stop?.();
  const touch = event.pointerType === "touch";
  const still = touch ? CLICK_SLOP.touch : CLICK_SLOP.mouse;
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
    // The button is still down; its release must not click.
    addEventListener("pointerup", swallowClick, { once: true });
  };
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", up, { signal });
  addEventListener("pointercancel", cancel, { signal });
  addEventListener("keydown", escape, { signal, capture: true });
  stop = end;
}

/** Turn the picture being dragged. */
export function turnDragged(rotation: number): void {
  if (drag.now !== null && drag.now.rotation !== rotation) drag.now = { ...drag.now, rotation };
}

interface Found {
  target: Target;
  hex: string;
}

/** The drop target at a point; the innermost one if they are nested. */
function targetAt(place: Point): Found | null {
  let found: Found | null = null;
  for (const target of targets) {
    const hex = target.hexAt(place);
    if (hex !== null && !(found && target.node.contains(found.target.node))) found = { target, hex };
  }
  return found;
}

/** Suppress the click that follows a drag. */
function swallowClick(): void {
  const none = (click: MouseEvent) => {
    click.stopPropagation();
    click.preventDefault();
  };
  addEventListener("click", none, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", none, { capture: true }));
}
