/** Which hex of a board the pointer, the focus or a resting finger is on. */

/** Milliseconds after which a resting finger counts as pointing. */
const HOLD = 400;

export class Pointing {
  /** The hex whose unit shows its printed values: hovered, focused or held by a finger. */
  peeked = $state<string | null>(null);

  #given: () => { svg: SVGSVGElement; onpoint: ((hex: string | null) => void) | undefined };
  #pointed: string | null = null;
  #focused: string | null = null;
  #told: string | null = null;
  /** Whether the focus came from a mouse: a click must not leave a highlight behind. */
  #byMouse = false;
  #holding: ReturnType<typeof setTimeout> | undefined;

  constructor(given: () => { svg: SVGSVGElement; onpoint: ((hex: string | null) => void) | undefined }) {
    this.#given = given;
  }

  #tell(): void {
    const now = this.#pointed ?? this.#focused;
    this.peeked = now;
    if (now !== this.#told) this.#given().onpoint?.(now);
    this.#told = now;
  }

  enter(hex: string, event: PointerEvent): void {
    if (event.pointerType === "touch") return;
    this.#pointed = hex;
    this.#tell();
  }

  leave(event: PointerEvent): void {
    if (this.#pointed === null) return;
    this.#pointed = null;
    if (!this.#goesOn(event)) this.#tell();
  }

  focus(hex: string): void {
    this.#focused = this.#byMouse ? null : hex;
    this.#tell();
  }

  blur(event: FocusEvent): void {
    if (this.#focused === null) return;
    this.#focused = null;
    if (!this.#goesOn(event)) this.#tell();
  }

  /** The pointer was pressed on a hex. A finger that rests there shows printed values until it leaves. */
  press(hex: string, { pointerType }: PointerEvent): void {
    this.#byMouse = pointerType === "mouse";
    if (pointerType !== "touch") return;
    clearTimeout(this.#holding);
    this.#holding = setTimeout(() => (this.peeked = hex), HOLD);
  }

  /** The pointer was released anywhere. */
  release(): void {
    clearTimeout(this.#holding);
    this.peeked = this.#pointed ?? this.#focused;
  }

  /** A key was pressed. */
  key(): void {
    this.#byMouse = false;
  }

  /** Whether the pointer or focus moves to another hex, which will report itself. */
  #goesOn({ relatedTarget }: PointerEvent | FocusEvent): boolean {
    const { svg } = this.#given();
    return (
      relatedTarget instanceof Element && svg.contains(relatedTarget) && relatedTarget.closest(".on-board") !== null
    );
  }
}
