/** The outcome of an act, and the description of a hex, in words. */

import { catalogue } from "../app/catalogue.svelte";
import type { Beat, Gift, Hit, Preview, Reach, Scene, ShiftForm, UnitForm } from "../api/forms";
import { duel } from "../texts/duel";
import { t, type Plain } from "../texts/language.svelte";
import { match } from "../texts/match";
import { play } from "../texts/play";
import { inNet } from "../board/marks";
import { teamLetter } from "../board/names";
import type { Mark } from "../board/contract";
import { DIRECTIONS } from "../board/rotation";
import { called, goesOn, HINDERING, isOurs, outcome, sign, unitAt } from "./showing";

/** One line of an outcome: what, and about whom. */
export interface Row {
  label: string;
  items: string[];
  tone: "good" | "bad" | "plain";
  /** The unit, if it is not obvious: `Runner C2`. */
  unit?: string;
}

/** Beats that the tile on the board already shows. */
const SEEN = new Set(["placed", "moved", "turned", "played", "turn began", "turn ended", "discarded", "drawn"]);

/** Decisions that an act can cause. */
const ASKS = new Set([
  "pushed",
  "recon",
  "captive",
  "clown",
  "quartermaster",
  "medic",
  "aim",
  "marker",
  "shared",
  "point",
]);

/** The outcome in short: immediate effects, then the unit's targets, then Battles. */
export function rows(preview: Preview, now: Scene): Row[] {
  const found: Row[] = [];
  const struck = new Set(preview.beats.filter((beat) => beat.what === "hit").map((beat) => beat.to));
  // The hit already says that it destroys.
  const twice = (beat: Beat) => beat.what === "destroyed" && struck.has(beat.to);
  const inside = goesOn(preview);
  const seen = (beat: Beat) => SEEN.has(beat.what) || (inside && beat.what === "battle ended");
  const beats = preview.beats.filter((beat) => !seen(beat) && beat.phase === null && !twice(beat));
  if (inside) found.push({ label: t(play.battle_then), items: goneOn(preview, now), tone: "bad" });
  for (const beat of beats.slice(0, 4)) found.push({ label: "", items: [beat.words], tone: "plain" });
  for (const battle of preview.battles) {
    found.push({ label: t(play.battle), items: fought(preview, battle), tone: "bad" });
    if (battle.assumed.length)
      found.push({ label: t(play.battle_assumed), items: [battle.assumed.join(" ")], tone: "plain" });
  }
  if (now.decides?.stage === "main" && preview.after.decides?.stage === "energy")
    found.push({ label: "", items: [t(play.only_trade)], tone: "bad" });
  if (preview.after.ending !== null)
    found.push({ label: t(play.ends_game), items: [preview.after.ending.words], tone: "plain" });
  const { decides, players } = preview.after;
  if (decides !== null && ASKS.has(decides.stage))
    found.push({ label: players[decides.player]?.name ?? "", items: [decides.question], tone: "plain" });
  if (!preview.battles.length) found.push(...reachesRows(preview, now));
  return found;
}

/** The outcome of the rest of a Battle that began before. */
function goneOn(preview: Preview, { standing }: Scene): string[] {
  const { after } = preview;
  const ended = after.decides === null || after.decides.phase === null;
  return fought(preview, { before: standing, after: after.standing, ended });
}

function fought(preview: Preview, battle: Parameters<typeof outcome>[0]): string[] {
  const { lost, fallen, ended } = outcome(battle);
  const hurt = preview.after.players.flatMap(({ player, name }) =>
    lost[player] ? [t(play.battle_hq, name, `−${lost[player]}`)] : [],
  );
  const items = hurt.length ? hurt : [t(play.battle_calm)];
  if (fallen > 0) items.push(t(play.battle_falls, fallen));
  if (!ended) items.push(t(play.battle_open));
  return items;
}

/** Words of effects without a number. */
const PLAIN_GIFTS: Partial<Record<string, Plain>> = {
  grants_mobility: play.gift_mobility,
  gives_venom: play.gift_venom,
  gives_paralysis: play.gift_paralysis,
  paralyses_enemies: play.gift_paralysis,
  enemy_initiative_zero: play.gift_zero,
  power: play.gift_power,
  gauss_transformer: play.gift_gauss,
};

/** A module's gift; empty if the link alone says it. */
function giftWords({ effect, value }: Gift): string[] {
  const signed = value > 0 ? `+${value}` : String(value).replace("-", "−");
  if (effect === "initiative" || effect === "enemy_initiative") return [t(play.gift_initiative, signed)];
  if (effect === "melee") return [t(play.gift_melee, signed)];
  if (effect === "ranged") return [t(play.gift_ranged, signed)];
  if (effect === "extra_attack") return [t(play.gift_extra_attack)];
  if (effect === "medic") return [t(play.gift_medic)];
  if (effect === "toughness") return [t(play.gift_toughness, signed)];
  if (effect === "extra_wound") return [t(play.gift_extra_wound, signed)];
  const plain = PLAIN_GIFTS[effect];
  return plain === undefined ? [] : [t(plain)];
}

/** The targets of all units that an act places or moves. Names the unit unless only one is ours. */
function reachesRows(preview: Preview, now: Scene): Row[] {
  const { reaches, after } = preview;
  return reaches.flatMap((reach) => {
    const found = reachRows(reach, after);
    const ours = isOurs(preview, reach.hex, now);
    if (ours && reaches.length === 1) return found;
    const unit = called(after, reach.hex);
    return found.map((row): Row => ({ ...row, tone: ours ? row.tone : OTHER_SIDE[row.tone], unit }));
  });
}

/** The opposite mood: what is good for the others. */
const OTHER_SIDE = { good: "bad", bad: "good", plain: "plain" } as const;

function reachRows(reach: Reach, after: Scene): Row[] {
  const name = (hex: string) => called(after, hex);
  const struck = (hit: Hit, hex: string) => {
    const wounds = hit.wounds === 0 ? t(play.stopped) : hit.wounds === "endless" ? t(play.endless) : sign(hit.wounds);
    return `${name(hex)} (${wounds})`;
  };
  const helps = (gift: Gift) => !HINDERING.has(gift.effect);
  const given = (gifts: Gift[], whom: (gift: Gift) => string) =>
    [...new Set(gifts.map(whom))].map((hex) => {
      const words = gifts.filter((gift) => whom(gift) === hex).flatMap(giftWords);
      return words.length ? `${name(hex)} (${words.join(", ")})` : name(hex);
    });
  const to = (gift: Gift) => gift.to;
  const from = (gift: Gift) => gift.source;
  const all: Row[] = [
    { label: t(play.hits), items: reach.hits.map((hit) => struck(hit, hit.to)), tone: "good" },
    { label: t(play.nets), items: reach.nets.map(name), tone: "good" },
    { label: t(play.takes), items: reach.takes.map(name), tone: "good" },
    { label: t(play.scopes), items: reach.scopes.map(name), tone: "good" },
    {
      label: t(play.hinders),
      items: given(
        reach.gives.filter((gift) => !helps(gift)),
        to,
      ),
      tone: "good",
    },
    { label: t(play.gives), items: given(reach.gives.filter(helps), to), tone: "good" },
    { label: t(play.gets), items: given(reach.gets.filter(helps), from), tone: "good" },
    {
      label: t(play.hindered_by),
      items: given(
        reach.gets.filter((gift) => !helps(gift)),
        from,
      ),
      tone: "bad",
    },
    { label: t(play.struck_by), items: reach.struck_by.map((hit) => struck(hit, hit.source)), tone: "bad" },
    { label: t(play.netted_by), items: reach.netted_by.map(name), tone: "bad" },
    { label: t(play.taken_by), items: reach.taken_by.map(name), tone: "bad" },
    { label: t(play.scoped_by), items: reach.scoped_by.map(name), tone: "bad" },
  ];
  const some = all.filter((row) => row.items.length);
  return some.length ? some : [{ label: "", items: [t(play.nobody)], tone: "plain" }];
}

/** The same as one text, for screen readers. */
export function said(preview: Preview, now: Scene): string {
  const all = rows(preview, now);
  return all
    .map(({ label, items, unit }, n) => {
      const words = label ? `${label}: ${items.join(", ")}.` : items.join(" ").replace(/[^.!?]$/, "$&.");
      return unit === undefined || unit === all[n - 1]?.unit ? words : `${unit}: ${words}`;
    })
    .join(" ");
}

/** The accessible name of a hex: its name, its unit, and whether it can be chosen. */
export function aboutHex(scene: Scene, hex: string, mark: Mark | undefined, may: boolean): string {
  const unit = unitAt(scene.standing, hex);
  const words = unit === undefined ? [t(play.hex_free, hex)] : unitWords(scene, unit);
  const foundation = scene.standing.foundations.find((one) => one.hex === hex);
  if (foundation) words.push(t(play.hex_foundation, catalogue.tile(foundation.tile)));
  if (scene.board.hexes.some((one) => one.name === hex && one.terminal)) words.push(t(duel.hex));
  if (mark === "chosen") words.push(t(play.hex_chosen));
  else if (may) words.push(t(play.hex_may));
  return words.join(", ");
}

/** A value that differs from the printed one, in words. */
function shiftWords({ kind, direction, printed, now }: ShiftForm): string {
  if (printed === null) return t(play.hex_extra, String(now));
  if (kind === "initiative") return t(play.hex_initiative, String(now), String(printed));
  if (kind === "toughness") return t(play.hex_toughness, String(now), String(printed));
  return t(kind === "melee" ? play.hex_melee : play.hex_ranged, direction ?? "", String(now), String(printed));
}

function unitWords(scene: Scene, unit: UnitForm): string[] {
  const owner = unit.controller === null ? undefined : scene.players[unit.controller];
  const name = catalogue.tile(unit.tile);
  const words = [
    owner ? t(play.hex_unit, unit.hex, name, owner.name) : t(play.hex_neutral, unit.hex, name),
    ...(owner && owner.team !== null ? [t(match.team, teamLetter(owner.team))] : []),
    t(play.hex_facing, DIRECTIONS[unit.rotation] ?? ""),
  ];
  if (unit.points !== null) words.push(t(play.hex_points, unit.points));
  if (unit.initiative.length) words.push(t(play.hex_acts, unit.initiative.join(", ")));
  words.push(...unit.shifts.map(shiftWords));
  if (unit.medics.length) words.push(t(play.hex_healed));
  if (unit.owner !== null && unit.controller !== unit.owner)
    words.push(t(play.hex_taken, scene.players[unit.owner]?.name ?? ""));
  if (unit.wounds) words.push(t(play.hex_wounds, unit.wounds));
  if (unit.unpowered) words.push(t(play.hex_unpowered));
  if (unit.markers.steel_net) words.push(t(play.hex_steel_net));
  else if (inNet(unit)) words.push(t(play.hex_netted));
  if (unit.paralysed) words.push(t(play.hex_paralysed));
  if (unit.markers.venom) words.push(t(play.hex_venom, unit.markers.venom));
  return words;
}
