/** Small forms for tests of the board. */

import type { BoardForm, HexForm, Sprites, Standing, UnitForm } from "../src/api/forms";

const [ACROSS, DOWN] = [177, 204.4];
const STEPS = [
  [0, -1],
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
] as const;

/** A board with so many rings round its middle; its hexes are named as on the table: columns A, B … from the left. */
export function boardOf(rings: number): BoardForm {
  const places: [q: number, r: number][] = [];
  for (let q = -rings; q <= rings; q++)
    for (let r = Math.max(-rings, -q - rings); r <= Math.min(rings, -q + rings); r++) places.push([q, r]);
  const name = (q: number, r: number): string | null =>
    places.some(([a, b]) => a === q && b === r)
      ? `${String.fromCharCode(65 + q + rings)}${r - Math.max(-rings, -q - rings) + 1}`
      : null;
  const hexes: HexForm[] = places.map(([q, r]) => ({
    name: name(q, r) ?? "",
    x: q * ACROSS,
    y: (r + q / 2) * DOWN,
    main: Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)) <= 2,
    terminal: false,
    neighbours: STEPS.map(([a, b]) => name(q + a, r + b)),
  }));
  const [wide, high] = [rings * ACROSS + 140, rings * DOWN + 124];
  const box = [-wide, -high, 2 * wide, 2 * high];
  return { key: rings === 2 ? "standard" : "expanded", hexes, box, cell: 118, tile: 100, drop: 12 };
}

export function unitOf(hex: string, tile: string, more: Partial<UnitForm> = {}): UnitForm {
  const [army = "", name = ""] = tile.split("/");
  return {
    hex,
    tile,
    name,
    kind: name === "HQ" ? "hq" : "warrior",
    coat: army,
    rotation: 0,
    owner: army === "outpost" ? 0 : 1,
    controller: army === "outpost" ? 0 : 1,
    wounds: 0,
    toughness: 0,
    points: null,
    netted: false,
    netted_by: [],
    taken_by: [],
    initiative: [],
    melee: {},
    ranged: {},
    gauss: [],
    shifts: [],
    medics: [],
    markers: {},
    paralysed: false,
    unpowered: false,
    ...more,
  };
}

export function standingOf(...units: UnitForm[]): Standing {
  return { units, foundations: [], hq: [20, 20], score: null };
}

const symbol = (id: string, body = "") => `<symbol id="${id}" overflow="visible">${body}</symbol>`;

const coat = (key: string) => ({
  name: key,
  colour: "#2dca89",
  ink: "#0d0f12",
  ground: `ground/${key}`,
  taken: `taken/${key}`,
  taker: `taker/${key}`,
  middles: {},
});

const tile = (id: string, under: string | null = null) => ({
  edges: `edges/${id}`,
  middles: [0, 1, 2, 3, 4, 5].map((rotation) => `middle/${id}/${rotation}`),
  free: [0, 1, 2, 3, 4, 5].map((rotation) => [0, 3, 1, 4, 2].map((step) => (rotation + step) % 6)),
  front: 0,
  initiative: [3],
  discs: [0, 1, 2, 3, 4, 5].map((rotation) => [[10 * rotation, 5]]),
  disc: 26,
  under,
});

export function spritesOf(more: Partial<Sprites> = {}): Sprites {
  const ground =
    '<path d="M0 0Z" class="ground" fill="#2dca89"/><path d="M1 1L2 2" class="pattern chevrons" fill="none" stroke="#24a26e" stroke-width="3.5"/>';
  return {
    version: 1,
    symbols: {
      "ground/outpost": symbol("ground/outpost", ground),
      "ground/vegas": symbol("ground/vegas"),
      "edges/outpost/Runner": symbol("edges/outpost/Runner"),
    },
    tiles: {
      "outpost/Runner": tile("outpost/Runner"),
      "outpost/HQ": tile("outpost/HQ"),
      "vegas/Guard": tile("vegas/Guard"),
      "vegas/Mine": tile("vegas/Mine", "under/vegas/Mine"),
    },
    coats: { outpost: coat("outpost"), vegas: coat("vegas") },
    boards: {},
    netted: "netted",
    wound: "wound",
    markers: {
      venom: "marker/venom",
      paralysis: "marker/paralysis",
      steel_net: "marker/steel_net",
      no_power: "marker/no_power",
    },
    corners: [
      [73, 0],
      [-73, 0],
      [36.5, -63.2],
      [-36.5, -63.2],
      [36.5, 63.2],
      [-36.5, 63.2],
    ],
    points: { x: 0, y: 34.5, size: 36, colour: "#fff" },
    arrows: { melee: "#e4002b", ranged: "#f28c00", net: "#3a3844" },
    font: "sans-serif",
    ...more,
  };
}

export { coat as coatOf };
