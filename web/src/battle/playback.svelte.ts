/** Playback of a sequence of frames: position and play state. */

/** Milliseconds between checks whether playback is still held. */
export const HOLD_CHECK = 300;

export class Playback {
  #at = $state(0);
  #playing = $state(false);
  #timer: ReturnType<typeof setTimeout> | null = null;

  /**
   * @param count number of frames
   * @param time milliseconds that a frame is shown
   * @param moved called on every change of frame
   * @param held whether to pause because somebody is reading
   */
  constructor(
    private readonly count: () => number,
    private readonly time: (at: number) => number,
    private readonly moved: (at: number) => void = () => undefined,
    private readonly held: () => boolean = () => false,
  ) {}

  get at(): number {
    return Math.min(this.#at, this.last);
  }

  get last(): number {
    return Math.max(0, this.count() - 1);
  }

  get playing(): boolean {
    return this.#playing;
  }

  /** Play; restarts from the last frame. */
  play(): void {
    if (this.at >= this.last) this.#show(0);
    this.#playing = this.at < this.last;
    this.#wait();
  }

  pause(): void {
    this.#playing = false;
    this.#wait();
  }

  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }

  /** Show a frame and pause. */
  go(to: number): void {
    this.pause();
    this.#show(to);
  }

  /** Stop for good. */
  stop(): void {
    this.pause();
  }

  #show(to: number): void {
    const at = Math.max(0, Math.min(to, this.last));
    const changed = at !== this.#at;
    this.#at = at;
    if (changed) this.moved(at);
  }

  #wait(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#playing) return;
    this.#timer = setTimeout(() => this.#next(), this.time(this.at));
  }

  #next(): void {
    if (this.held()) {
      this.#timer = setTimeout(() => this.#next(), HOLD_CHECK);
      return;
    }
    this.#show(this.at + 1);
    if (this.at >= this.last) this.#playing = false;
    this.#wait();
  }
}
