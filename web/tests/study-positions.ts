/** Positions in both of their forms, as `neurohex.notation` prints them. */

export const POSITIONS: [line: string, form: Record<string, unknown>][] = [
  [
    "living standard outpost:20 hegemony:20* | C1=1.HQ C2=1.Runner/S C3=0.HQ | B2=1.Mine",
    {
      ruleset: "living",
      board: "standard",
      players: [
        { army: "outpost", hq: 20 },
        { army: "hegemony", hq: 20 },
      ],
      units: [
        { hex: "C1", player: 1, tile: "HQ", rotation: 0, wounds: 0, markers: "" },
        { hex: "C2", player: 1, tile: "Runner", rotation: 3, wounds: 0, markers: "" },
        { hex: "C3", player: 0, tile: "HQ", rotation: 0, wounds: 0, markers: "" },
      ],
      foundations: [{ hex: "B2", player: 1, tile: "Mine" }],
      starter: 1,
    },
  ],
  [
    "3.0 expanded borgo:15* moloch:15 outpost:12 hegemony:15 teams=0+2,1+3 | D4=-.Mad_Bomber C3=1.Blocker/NE~2",
    {
      ruleset: "3.0",
      board: "expanded",
      players: [
        { army: "borgo", hq: 15 },
        { army: "moloch", hq: 15 },
        { army: "outpost", hq: 12 },
        { army: "hegemony", hq: 15 },
      ],
      units: [
        { hex: "D4", player: null, tile: "Mad Bomber", rotation: 0, wounds: 0, markers: "" },
        { hex: "C3", player: 1, tile: "Blocker", rotation: 1, wounds: 2, markers: "" },
      ],
      foundations: [],
      starter: 0,
      teams: [
        [0, 2],
        [1, 3],
      ],
    },
  ],
  [
    "living standard steelpolice:20* neojungle:17 | C3=0.Judge^vv C2=1.Slicer/S~1^vps",
    {
      ruleset: "living",
      board: "standard",
      players: [
        { army: "steelpolice", hq: 20 },
        { army: "neojungle", hq: 17 },
      ],
      units: [
        { hex: "C3", player: 0, tile: "Judge", rotation: 0, wounds: 0, markers: "vv" },
        { hex: "C2", player: 1, tile: "Slicer", rotation: 3, wounds: 1, markers: "vps" },
      ],
      foundations: [],
      starter: 0,
    },
  ],
  [
    "living duel vegas:20* smart:17 | | B2=0.Mine",
    {
      ruleset: "living",
      board: "duel",
      players: [
        { army: "vegas", hq: 20 },
        { army: "smart", hq: 17 },
      ],
      units: [],
      foundations: [{ hex: "B2", player: 0, tile: "Mine" }],
      starter: 0,
    },
  ],
  [
    "living standard outpost:20* hegemony:20",
    {
      ruleset: "living",
      board: "standard",
      players: [
        { army: "outpost", hq: 20 },
        { army: "hegemony", hq: 20 },
      ],
      units: [],
      foundations: [],
      starter: 0,
    },
  ],
  [
    "living standard outpost:20* hegemony:18 | C3=0.HQ C2=1.Runner/S A1=1.HQ B3=0.Commando/SW B2=1.Net_Fighter D2=0.Harpooner/NW",
    {
      ruleset: "living",
      board: "standard",
      players: [
        { army: "outpost", hq: 20 },
        { army: "hegemony", hq: 18 },
      ],
      units: [
        { hex: "C3", player: 0, tile: "HQ", rotation: 0, wounds: 0, markers: "" },
        { hex: "C2", player: 1, tile: "Runner", rotation: 3, wounds: 0, markers: "" },
        { hex: "A1", player: 1, tile: "HQ", rotation: 0, wounds: 0, markers: "" },
        { hex: "B3", player: 0, tile: "Commando", rotation: 4, wounds: 0, markers: "" },
        { hex: "B2", player: 1, tile: "Net Fighter", rotation: 0, wounds: 0, markers: "" },
        { hex: "D2", player: 0, tile: "Harpooner", rotation: 5, wounds: 0, markers: "" },
      ],
      foundations: [],
      starter: 0,
    },
  ],
];
