/** Follow a tree of choices along the picks. */

import type { AreaChoice, BoardForm, Choice, Offer } from "../api/forms";
import type { Pick, Walk } from "./walk";

/** The nodes on the way to the end of the picks. */
export function nodes(walk: Walk, offer: Offer, board: BoardForm): Choice[] {
  const way: Choice[] = [offer.then];
  let areas: string[] = [];
  for (const pick of walk.picks) {
    const node = way[way.length - 1];
    if (node === undefined || typeof node === "number") break;
    if ("area" in pick && node.pick === "area") {
      areas = [...areas, pick.area];
      const found = narrowed(node, areas, board);
      way.push(found.length === 1 && found[0] ? found[0].then : node);
      if (found.length === 1) areas = [];
      continue;
    }
    const then = follow(node, pick);
    if (then === null) break;
    way.push(then);
  }
  return way;
}

function follow(node: Exclude<Choice, number>, pick: Pick): Choice | null {
  if ("hex" in pick) return node.pick === "hex" ? (node.hexes[pick.hex] ?? null) : null;
  if ("option" in pick) return node.pick === "option" ? (node.options[pick.option]?.then ?? null) : null;
  if ("facing" in pick) return node.pick === "facing" ? (node.facings[pick.facing] ?? null) : null;
  return null;
}

/** The middle hex of an area, which stands for all of it; null for pairs and triangles. */
export function middle(hexes: string[], board: BoardForm): string | null {
  const touching = hexes.filter((name) => {
    const near = board.hexes.find((hex) => hex.name === name)?.neighbours ?? [];
    return hexes.every((other) => other === name || near.includes(other));
  });
  return touching.length === 1 ? (touching[0] ?? null) : null;
}

/** Areas that contain all picked hexes; an area with a middle is picked only by that. */
export function narrowed(node: AreaChoice, picked: string[], board: BoardForm) {
  return node.areas.filter((area) => {
    const centre = middle(area.hexes, board);
    return picked.every((hex) => (centre === null ? area.hexes.includes(hex) : hex === centre));
  });
}

export function pickedAreas(walk: Walk): string[] {
  return walk.picks.flatMap((pick) => ("area" in pick ? [pick.area] : []));
}

/** The hexes of the chosen area, or those picked of it so far. */
export function areaChosen(walk: Walk, offer: Offer, board: BoardForm): string[] {
  const picked = pickedAreas(walk);
  if (!picked.length || typeof offer.then === "number" || offer.then.pick !== "area") return picked;
  const found = narrowed(offer.then, picked, board);
  return found.length === 1 && found[0] ? found[0].hexes : picked;
}

/** The other hexes of the last hex choice: a click there changes the pick. */
export function siblings(walk: Walk, way: Choice[]): string[] {
  for (let at = walk.picks.length - 1; at >= 0; at--) {
    const node = way[at];
    const pick = walk.picks[at];
    if (pick && "hex" in pick && node !== undefined && typeof node !== "number" && node.pick === "hex")
      return Object.keys(node.hexes);
  }
  return [];
}

/** Any action below a node. */
export function anyAction(tree: Choice): number | undefined {
  if (typeof tree === "number") return tree;
  const [then] =
    tree.pick === "hex"
      ? Object.values(tree.hexes)
      : tree.pick === "facing"
        ? tree.facings.filter((facing) => facing !== null)
        : (tree.pick === "area" ? tree.areas : tree.options).map((one) => one.then);
  return then === undefined ? undefined : anyAction(then);
}

export function numbers(choices: (Choice | null)[]): number[] {
  return choices.filter((choice): choice is number => typeof choice === "number");
}
