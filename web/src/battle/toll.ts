/** Short summary of the losses in a Battle. */

import type { Battle, PlayerForm, UnitForm } from "../api/forms";
import { catalogue } from "../app/catalogue.svelte";
import { t } from "../texts/language.svelte";
import { battle as texts } from "../texts/battle";
import { losses } from "./timeline";

/** Losses or score of one side. */
export interface Toll {
  /** Null for units that belong to nobody. */
  player: number | null;
  name: string;
  colour: string | null;
  /** Change of HQ points or score: `HQ −2`; empty if unchanged. */
  points: string;
  /** Destroyed units: `Mutant D3`. */
  units: string[];
}

const named = ({ tile, hex }: Pick<UnitForm, "tile" | "hex">) => `${catalogue.tile(tile)} ${hex}`;

/** Sides that lost or scored anything, in player order. */
export function tollOf(battle: Battle, players: PlayerForm[]): Toll[] {
  const of = battle.before.score ? texts.points : texts.hq;
  const sides = losses(battle).map(({ player, from, to, units }): Toll => {
    const form = players.find((one) => one.player === player);
    const change = to < from ? `−${from - to}` : `+${to - from}`;
    return {
      player,
      name: form?.name ?? "",
      colour: form?.colour ?? null,
      points: from === to ? "" : `${t(of)} ${change}`,
      units: units.map(named),
    };
  });
  const left = new Set(battle.after.units.map(({ hex, tile }) => `${hex} ${tile}`));
  const gone = battle.before.units.filter(({ owner, hex, tile }) => owner === null && !left.has(`${hex} ${tile}`));
  const nobodys = gone.map(named);
  const all = [...sides, { player: null, name: t(texts.neutral), colour: null, points: "", units: nobodys }];
  return all.filter(({ points, units }) => points !== "" || units.length > 0);
}

/** One side as text without its name: `HQ −2, lost Mutant D3`. */
export function sideWords({ points, units }: Pick<Toll, "points" | "units">): string {
  return [points, units.length > 0 ? t(texts.lost_units, units.join(", ")) : ""].filter(Boolean).join(", ");
}

/** All sides as one sentence: `Battle: Borgo HQ −2, lost Mutant D3; Moloch lost Hybrid C2.` */
export function tollWords(battle: Battle, players: PlayerForm[]): string {
  const sides = tollOf(battle, players).map((side) => `${side.name} ${sideWords(side)}`);
  const words = sides.length > 0 ? sides.join("; ") : t(texts.nobody_lost).replace(/\.$/, "");
  return `${t(texts.toll)}: ${words}${battle.ended ? "" : ` (${t(texts.running)})`}.`;
}
