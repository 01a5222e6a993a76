/** What somebody has in hand while a board is set up: a tile to be put somewhere, or a unit that is chosen. */

import type { Ghost, Mark, Turning } from "../board/contract";
import { tileName } from "../board/names";
import type { Editor } from "./editor.svelte";
import { addTo, changeUnit, foundationOn, move, put, remove, unitOn, type Lot, type Piece } from "./position";

/** A tile of the palette that was picked. */
export interface Brush extends Omit<Piece, "rotation"> {
  coat: string;
  /** Instants are never on the board. */
  onBoard: boolean;
  /** Whether it is a tile of the player's own pile, and could be discarded. */
  isOwn: boolean;
}

const ALL = [true, true, true, true, true, true];

export class Handling {
  brush = $state.raw<Brush | null>(null);
  /** The hex that is being changed. */
  selected = $state<string | null>(null);
  /** The hex whose unit goes where somebody clicks next. */
  lifted = $state<string | null>(null);
  pointed = $state<string | null>(null);
  /** Whether the chosen unit is being held by a pointer: it may be dragged, and is not turned meanwhile. */
  held = $state(false);
  /** How the next tile will be turned: as the last one was. */
  rotation = $state(0);

  #given: () => Editor;

  constructor(editor: () => Editor) {
    this.#given = editor;
  }

  private get editor(): Editor {
    return this.#given();
  }

  /** The unit that is being changed. */
  get unit() {
    const { setup } = this.editor;
    return setup && this.selected !== null ? unitOn(setup, this.selected) : undefined;
  }

  get foundation() {
    const { setup } = this.editor;
    return setup && this.selected !== null ? foundationOn(setup, this.selected) : undefined;
  }

  /** Whether a click on the hex would put the tile there. */
  puts(hex: string): boolean {
    const { setup } = this.editor;
    if (!setup || !this.brush?.onBoard) return false;
    return this.brush.foundation ? !foundationOn(setup, hex) : !unitOn(setup, hex);
  }

  get ghost(): Ghost | null {
    const { brush, pointed } = this;
    if (!brush || pointed === null || this.lifted !== null || !this.puts(pointed)) return null;
    if (brush.foundation && this.editor.setup && unitOn(this.editor.setup, pointed)) return null;
    return { hex: pointed, tile: brush.tile, coat: brush.coat, rotation: brush.foundation ? 0 : this.rotation };
  }

  /** The chosen unit, which its edges turn. A tile that only hovers has none: they would be in its way. */
  get turning(): Turning | null {
    const { unit } = this;
    if (!unit || this.held || this.lifted !== null || this.ghost) return null;
    return { hex: unit.hex, rotation: unit.rotation, allowed: ALL };
  }

  get marks(): Record<string, Mark> {
    return this.selected === null ? {} : { [this.selected]: "chosen" };
  }

  /** Pick a tile; the same one again puts it back. */
  pick(brush: Brush): void {
    const again = this.brush?.tile === brush.tile && this.brush.player === brush.player;
    this.brush = again ? null : brush;
    this.lifted = null;
    this.selected = null;
  }

  /** A hex was clicked. */
  async hex(hex: string): Promise<void> {
    const { lifted } = this;
    if (lifted !== null) {
      this.lifted = null;
      await this.drop({ hex: lifted }, hex);
    } else if (this.puts(hex)) {
      await this.putBrush(hex);
    } else {
      const { setup } = this.editor;
      const taken = setup && (unitOn(setup, hex) ?? foundationOn(setup, hex));
      this.selected = taken ? hex : null;
    }
  }

  /** Something was dragged to a hex: a unit, or the tile that was picked. */
  async drop(from: { hex: string } | { key: string }, to: string): Promise<void> {
    if ("key" in from) {
      if (this.brush?.onBoard) await this.putBrush(to);
      return;
    }
    this.selected = to;
    if (from.hex !== to) await this.editor.edit((setup) => move(setup, from.hex, to));
  }

  async turn(rotation: number): Promise<void> {
    this.rotation = rotation;
    const { ghost, unit } = this;
    if (!ghost && unit) await this.editor.edit((setup) => changeUnit(setup, unit.hex, { rotation }));
  }

  async turnBy(by: number): Promise<void> {
    const now = this.ghost || !this.unit ? this.rotation : this.unit.rotation;
    await this.turn((now + by + 6) % 6);
  }

  /** Take away what is chosen, or what is pointed at. */
  async remove(hex = this.selected ?? this.pointed): Promise<void> {
    if (hex === null) return;
    await this.editor.edit((setup) => ((unitOn(setup, hex) ?? foundationOn(setup, hex)) ? remove(setup, hex) : setup));
    const { setup } = this.editor;
    if (this.selected !== null && setup && !unitOn(setup, this.selected) && !foundationOn(setup, this.selected)) {
      this.selected = null;
    }
  }

  /** The tile that was picked goes to a hand or on a discard pile. */
  async to(lot: Lot, player = this.brush?.player): Promise<void> {
    const { brush } = this;
    if (brush && typeof player === "number") await this.editor.edit((setup) => addTo(lot, setup, player, brush.tile));
  }

  /** One thing back: what is lifted, then what is chosen, then the tile that was picked. False where there is none. */
  escape(): boolean {
    if (this.lifted !== null) this.lifted = null;
    else if (this.selected !== null) this.selected = null;
    else if (this.brush !== null) this.brush = null;
    else return false;
    return true;
  }

  /** The name of the tile that was picked. */
  get brushName(): string {
    return this.brush ? tileName(this.brush.tile) : "";
  }

  private async putBrush(hex: string): Promise<void> {
    const { brush, rotation } = this;
    if (!brush) return;
    await this.editor.edit((setup) => put(setup, hex, { ...brush, rotation: brush.foundation ? 0 : rotation }));
    if (this.editor.wrong === null) this.selected = hex;
  }
}
