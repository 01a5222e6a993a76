/** Texts of a frame: at its hexes, above the board and for screen readers. */

import { catalogue } from "../app/catalogue.svelte";
import type { Battle, PlayerForm, Standing } from "../api/forms";
import { inNet } from "../board/marks";
import { battle as texts } from "../texts/battle";
import { t } from "../texts/language.svelte";
import type { Frame, Sign } from "./timeline";

/** The label of a sign. */
export function signWords(sign: Sign): string {
  switch (sign.what) {
    case "pending":
    case "lost":
      return typeof sign.wounds === "number" ? `−${sign.wounds}` : "−∞";
    case "destroyed":
      return t(texts.sign_destroyed);
    case "spent":
      return t(texts.sign_spent);
    case "netted":
      return t(texts.sign_netted);
    case "unpowered":
      return t(texts.sign_unpowered);
    case "free":
      return t(texts.sign_free);
    case "taken":
      return t(texts.sign_taken);
    case "stopped":
      return t(texts.sign_stopped);
    case "saved":
      return t(texts.sign_saved);
    case "explodes":
      return t(texts.sign_explodes);
    case "changed":
      return t(texts.sign_changed);
    case "reflected":
      return t(texts.sign_reflected);
    case "venom":
      return t(texts.sign_venom);
    case "paralysis":
      return t(texts.sign_paralysis);
    case "steel_net":
      return t(texts.sign_steel_net);
  }
}

/** The initiative of the step before the first phase: venom and Explosives. */
export const BEFORE = 100;
/** The initiative of the step after the last phase: Holes. */
export const AFTER = -1;

/** A step beside the phases in words; null for a phase. */
export function besideWords(initiative: number): string | null {
  if (initiative === BEFORE) return t(texts.before_phases);
  return initiative === AFTER ? t(texts.after_phases) : null;
}

/** The point in time that the board of a frame shows. */
export function whenWords({ kind, phase }: Frame, battle: Battle): string {
  const initiative = battle.phases[phase ?? -1]?.initiative ?? 0;
  const beside = besideWords(initiative);
  if (beside !== null && (kind === "phase" || kind === "beat" || kind === "strike" || kind === "end")) return beside;
  switch (kind) {
    case "before":
      return t(texts.when_before);
    case "end":
      return t(texts.when_ended, initiative);
    case "choice":
      return t(texts.when_choice);
    case "after":
      return t(texts.when_after);
    default:
      return t(texts.when_phase, initiative);
  }
}

/** The line above the board, for a fought Battle or a preview. */
export function caption(frame: Frame, battle: Battle, fought: boolean): string {
  const over = t(fought ? texts.over : texts.would_be_over);
  const initiative = battle.phases[frame.phase ?? -1]?.initiative ?? 0;
  switch (frame.kind) {
    case "before":
      return t(texts.first_time);
    case "phase":
      return (
        besideWords(initiative) ??
        t(texts.acting, initiative, frame.beats.filter((beat) => beat.what === "acted").length)
      );
    case "beat":
      return frame.beats[0]?.words ?? "";
    case "strike":
      return t(texts.strike);
    case "end":
      return frame.beats[0]?.words ?? over;
    case "choice":
      return t(texts.choosing);
    case "after":
      return frame.beats.at(-1)?.words ?? over;
  }
}

/** The announcement of a frame. */
export function announcementOf(frame: Frame, battle: Battle, fought: boolean): string {
  const words = [caption(frame, battle, fought), ...frame.beats.map((beat) => beat.words)];
  return [...new Set(words)].map((said) => (/[.!?:]$/.test(said) ? said : `${said}.`)).join(" ");
}

/** Label of a hex for screen readers: its unit and state. */
export function hexWords(
  hex: string,
  standing: Standing,
  players: PlayerForm[],
  signs: Record<string, string>,
): string {
  const unit = standing.units.find((one) => one.hex === hex);
  if (!unit) return t(texts.empty, hex);
  const army = players.find((player) => player.player === unit.controller)?.name ?? "";
  const words = [hex, catalogue.tile(unit.tile), army];
  if (unit.points !== null) words.push(t(texts.hq_points, unit.points));
  if (unit.wounds > 0) words.push(t(texts.wounds, unit.wounds));
  if (inNet(unit)) words.push(t(texts.sign_netted));
  if (unit.unpowered) words.push(t(texts.sign_unpowered));
  const sign = signs[hex];
  if (sign && !words.includes(sign)) words.push(sign);
  return words.filter(Boolean).join(", ");
}
