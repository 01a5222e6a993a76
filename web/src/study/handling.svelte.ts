/** What the editor holds: a tile to place, or a selected unit. */

import type { Ghost, Mark, Turning } from "../board/contract";
import { catalogue } from "../app/catalogue.svelte";
import type { Editor } from "./editor.svelte";
import { addTo, changeUnit, foundationOn, move, put, remove, unitOn, type Lot, type Piece } from "./position";

/** A tile picked from the palette. */
export interface Brush extends Omit<Piece, "rotation"> {
  coat: string;
  /** False for instants. */
  onBoard: boolean;
  /** Whether it belongs to the player's own pile and can be discarded. */
  isOwn: boolean;
}

const ALL = [true, true, true, true, true, true];

export class Handling {
  brush = $state.raw<Brush | null>(null);
  /** The selected hex. */
  selected = $state<string | null>(null);
  /** The hex of a unit that moves to the next hex clicked. */
  lifted = $state<string | null>(null);
  pointed = $state<string | null>(null);
  /** Whether a pointer holds the selected unit: it may be dragged and is not turned. */
  held = $state(false);
  /** Rotation of the next tile: that of the last one. */
  rotation = $state(0);

  #given: () => Editor;

  constructor(editor: () => Editor) {
    this.#given = editor;
  }

  private get editor(): Editor {
    return this.#given();
  }

  /** The selected unit. */
  get unit() {
    const { setup } = this.editor;
    return setup && this.selected !== null ? unitOn(setup, this.selected) : undefined;
  }

  get foundation() {
    const { setup } = this.editor;
    return setup && this.selected !== null ? foundationOn(setup, this.selected) : undefined;
  }

  /** Whether a click on the hex would place the tile. */
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

  /** The selected unit, with handles to turn it. A hovering tile has none: they would be in its way. */
  get turning(): Turning | null {
    const { unit } = this;
    if (!unit || this.held || this.lifted !== null || this.ghost) return null;
    return { hex: unit.hex, rotation: unit.rotation, allowed: ALL };
  }

  get marks(): Record<string, Mark> {
    return this.selected === null ? {} : { [this.selected]: "chosen" };
  }

  /** Pick a tile; picking it again drops it. */
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

  /** A unit or the picked tile was dropped on a hex. */
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

  /** Remove what is selected or pointed at. */
  async remove(hex = this.selected ?? this.pointed): Promise<void> {
    if (hex === null) return;
    await this.editor.edit((setup) => ((unitOn(setup, hex) ?? foundationOn(setup, hex)) ? remove(setup, hex) : setup));
    const { setup } = this.editor;
    if (this.selected !== null && setup && !unitOn(setup, this.selected) && !foundationOn(setup, this.selected)) {
      this.selected = null;
    }
  }

  /** Put the picked tile into a hand or on a discard pile. */
  async to(lot: Lot, player = this.brush?.player): Promise<void> {
    const { brush } = this;
    if (brush && typeof player === "number") await this.editor.edit((setup) => addTo(lot, setup, player, brush.tile));
  }

  /** Cancel one thing: the lifted unit, then the selection, then the picked tile. Returns false if there is none. */
  escape(): boolean {
    if (this.lifted !== null) this.lifted = null;
    else if (this.selected !== null) this.selected = null;
    else if (this.brush !== null) this.brush = null;
    else return false;
    return true;
  }

  /** The name of the picked tile. */
  get brushName(): string {
    return this.brush ? catalogue.tile(this.brush.tile) : "";
  }

  private async putBrush(hex: string): Promise<void> {
    const { brush, rotation } = this;
    if (!brush) return;
    await this.editor.edit((setup) => put(setup, hex, { ...brush, rotation: brush.foundation ? 0 : rotation }));
    if (this.editor.wrong === null) this.selected = hex;
  }
}
