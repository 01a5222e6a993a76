/** From the server's reaches and outcomes to what the board draws: arrows, marks, signs and ghosts. Pure. */

import { catalogue } from "../app/catalogue.svelte";
import type { Battle, Beat, Gift, Hit, Preview, Reach, Scene, Standing, UnitForm, Wounds } from "../api/forms";
import type { Arrow, Ghost, Mark } from "../board/contract";

export function unitAt(standing: Standing, hex: string): UnitForm | undefined {
  return standing.units.find((unit) => unit.hex === hex);
}

/** Wounds as written at an arrow. */
export function sign(wounds: Wounds | null): string {
  if (wounds === "endless") return "∞";
  if (wounds === "destroys") return "✕";
  return wounds === null ? "" : String(wounds);
}

function hitArrow(hit: Hit, faint: boolean): Arrow {
  const stopped = hit.wounds === 0;
  return {
    kind: hit.kind,
    source: hit.source,
    to: hit.to,
    via: hit.via,
    ...(stopped ? { void: true } : { label: sign(hit.wounds) }),
    faint,
  };
}

/** Effects whose value says something. */
const COUNTED = {
  melee: true,
  ranged: true,
  initiative: true,
  enemy_initiative: true,
  toughness: true,
  extra_wound: true,
};

/** Effects on enemies. */
export const HINDERING = new Set(["enemy_initiative", "enemy_initiative_zero", "paralyses_enemies", "extra_wound"]);

function giftArrow(gift: Gift, faint: boolean): Arrow {
  const { source, to, effect, value } = gift;
  if (effect === "medic") return { kind: "medic", source, to, faint };
  const label = effect in COUNTED ? (value > 0 ? `+${value}` : `−${-value}`) : undefined;
  const kind = HINDERING.has(effect) ? "hinders" : "bonus";
  return { kind, effect, source, to, faint, ...(label === undefined ? {} : { label }) };
}

/** The arrows from and to a unit. Those of others are fainter; `faint` makes all of them so. */
export function reachArrows(reach: Reach, faint = false): Arrow[] {
  const line = (kind: string, source: string, to: string, soft: boolean): Arrow => ({ kind, source, to, faint: soft });
  const { hex } = reach;
  const found = [
    ...reach.gives.map((gift) => giftArrow(gift, faint)),
    ...reach.gets.map((gift) => giftArrow(gift, true)),
    ...reach.takes.map((to) => line("takeover", hex, to, faint)),
    ...reach.taken_by.map((from) => line("takeover", from, hex, true)),
    ...reach.scopes.map((to) => line("scoper", hex, to, faint)),
    ...reach.scoped_by.map((from) => line("scoper", from, hex, true)),
    ...reach.nets.map((to) => line("net", hex, to, faint)),
    ...reach.netted_by.map((from) => line("net", from, hex, true)),
    ...reach.struck_by.map((hit) => hitArrow(hit, true)),
    ...reach.hits.map((hit) => hitArrow(hit, faint)),
  ];
  return distinct(found);
}

/** The arrows of all units that an act places or moves; an arrow between two of them is drawn once, in full. */
export function putArrows({ reaches }: Preview): Arrow[] {
  const all = reaches.flatMap((reach) => reachArrows(reach));
  const done = new Set(all.filter(({ faint }) => !faint).map(lineOf));
  return distinct(all.filter((arrow) => !arrow.faint || !done.has(lineOf(arrow))));
}

function lineOf({ kind, effect, source, to, via, label }: Arrow): string {
  return [kind, effect, source, to, via?.join(), label].join(" ");
}

/** Merge several gifts of one kind from one module into one line. */
function distinct(arrows: Arrow[]): Arrow[] {
  const seen = new Set<string>();
  return arrows.filter((arrow) => seen.size !== seen.add(`${lineOf(arrow)} ${arrow.faint}`).size);
}

/** Whether a unit is, after the act, on the side of the deciding player. */
export function isOurs({ after }: Preview, hex: string, now: Scene): boolean {
  const player = unitAt(after.standing, hex)?.controller ?? null;
  const decider = now.decides?.player ?? null;
  if (player === null || decider === null || player === decider) return player === decider;
  const team = after.players[player]?.team ?? null;
  return team !== null && team === after.players[decider]?.team;
}

/** Marks of the targets of placed units, and of the attackers of our own. */
export function putMarks(preview: Preview, now: Scene): Record<string, Mark> {
  const { reaches } = preview;
  const found: Record<string, Mark> = {};
  for (const { hex, struck_by, netted_by } of reaches) {
    if (!isOurs(preview, hex, now)) continue;
    for (const hit of struck_by) if (hit.wounds !== 0) found[hit.source] = "danger";
    for (const net of netted_by) found[net] = "danger";
  }
  for (const { hits, nets } of reaches) {
    for (const hit of hits) if (hit.wounds !== 0) found[hit.to] = "hit";
    for (const net of nets) found[net] = "hit";
  }
  return found;
}

/** Arrows of an act's own effects: hits, moves and pushes. */
export function beatArrows(beats: Beat[]): Arrow[] {
  return beats.flatMap((beat): Arrow[] => {
    if (beat.source === null || beat.to === null || beat.source === beat.to) return [];
    if (beat.what === "hit")
      return [
        {
          kind: beat.kind ?? "melee",
          source: beat.source,
          to: beat.to,
          via: beat.via,
          label: sign(beat.wounds),
        },
      ];
    if (["moved", "pushed", "swapped", "drawn in", "transposed"].includes(beat.what))
      return [
        { kind: "move", source: beat.source, to: beat.to },
        ...(beat.what === "swapped" ? [{ kind: "move", source: beat.to, to: beat.source }] : []),
      ];
    return [];
  });
}

const STRUCK = new Set(["hit", "destroyed", "removed", "foundation gone", "mine blew", "hq wounded", "exploded"]);

export function beatMarks(beats: Beat[]): Record<string, Mark> {
  const found: Record<string, Mark> = {};
  for (const beat of beats) if (beat.to !== null && STRUCK.has(beat.what)) found[beat.to] = "hit";
  return found;
}

/** The line between two Links. */
export function beam([source, to]: string[]): Arrow[] {
  return source === undefined || to === undefined ? [] : [{ kind: "gauss", source, to }];
}

/** Floating signs of losses, by hex. */
export function beatSigns(beats: Beat[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const beat of beats) {
    if (beat.to === null) continue;
    if (beat.what === "hit" && beat.by === null) found[beat.to] = lost(beat.wounds);
    if (beat.what === "hq wounded") found[beat.to] = lost(beat.wounds);
    if (beat.what === "destroyed" || beat.what === "removed") found[beat.to] = "✕";
  }
  return found;
}

function lost(wounds: Wounds | null): string {
  return typeof wounds === "number" ? `−${wounds}` : sign(wounds);
}

/** The tile that an act would place, as it would then stand. */
export function previewGhost(preview: Preview): Ghost | null {
  const put = preview.beats.find((beat) => ["placed", "moved", "turned", "pushed"].includes(beat.what));
  if (put === undefined || put.to === null || put.tile === null) return null;
  const unit = unitAt(preview.after.standing, put.to);
  const foundation = preview.after.standing.foundations.find((one) => one.hex === put.to && one.tile === put.tile);
  const coat = unit?.tile === put.tile ? unit.coat : foundation?.coat;
  const owner = preview.after.players[put.player ?? -1];
  return {
    hex: put.to,
    tile: put.tile,
    coat: coat ?? owner?.coat ?? put.tile.split("/")[0] ?? "",
    rotation: put.rotation ?? (unit?.tile === put.tile ? unit.rotation : 0),
  };
}

// --- Battles ----------------------------------------------------------------------------------------

/** The outcome of a Battle in numbers. */
export interface Outcome {
  /** HQ points lost, by player. */
  lost: number[];
  /** Number of destroyed units. */
  fallen: number;
  ended: boolean;
}

export function outcome({ before, after, ended }: Pick<Battle, "before" | "after" | "ended">): Outcome {
  const lost = before.hq.map((points, player) => points - (after.hq[player] ?? points));
  const fallen = Math.max(0, before.units.length - after.units.length);
  return { lost, fallen, ended };
}

/** Whether an act continues a Battle that began before. */
export function goesOn({ beats, battles }: Preview): boolean {
  return !battles.length && beats.some((beat) => beat.phase !== null);
}

/** Signs of what a Battle would destroy or wound. */
export function battleSigns(battle: Battle): Record<string, string> {
  return standingSigns(battle.before, battle.after);
}

export function standingSigns(before: Standing, then: Standing): Record<string, string> {
  const found: Record<string, string> = {};
  for (const unit of before.units) {
    const after = unitAt(then, unit.hex);
    if (after === undefined || after.tile !== unit.tile) found[unit.hex] = "✕";
    else if (unit.points !== null && after.points !== null && after.points < unit.points)
      found[unit.hex] = `−${unit.points - after.points}`;
    else if (after.wounds > unit.wounds) found[unit.hex] = `−${after.wounds - unit.wounds}`;
  }
  return found;
}

/** The unit on a hex by name: `Runner C2`. */
export function called(scene: Scene, hex: string): string {
  const unit = unitAt(scene.standing, hex);
  return unit === undefined ? hex : `${catalogue.tile(unit.tile)} ${hex}`;
}
