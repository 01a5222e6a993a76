/** Texts of the board. */

import type { Filled, Plain } from "./language.svelte";

export const board = {
  turning: ["Turn the tile", "Obróć żeton"] satisfies Plain,
  turn_to: [(edge) => `Turn it to ${edge}`, (edge) => `Obróć w stronę ${edge}`] satisfies Filled<[edge: string]>,

  // the legend
  legend: ["Lines and marks on the board", "Linie i znaki na planszy"] satisfies Plain,
  line_melee: ["Melee attack, with its wounds", "Cios i zadane rany"] satisfies Plain,
  line_ranged: ["Ranged attack", "Strzał"] satisfies Plain,
  line_gauss: ["Gauss cannon: through all in line", "Działko Gaussa: przez wszystkich w linii"] satisfies Plain,
  line_explosion: ["Explosion", "Wybuch"] satisfies Plain,
  line_bonus: ["Bonus of a module or an HQ", "Premia od modułu albo sztabu"] satisfies Plain,
  line_hinders: ["A module slows an enemy", "Moduł spowalnia wroga"] satisfies Plain,
  line_net: ["Net: the unit does nothing", "Sieć: jednostka nic nie robi"] satisfies Plain,
  line_medic: ["A Medic can take a hit for it", "Medyk może przejąć trafienie"] satisfies Plain,
  line_takeover: ["Takeover: it obeys another player", "Przejęcie: słucha innego gracza"] satisfies Plain,
  line_scoper: ["A Scoper uses an enemy module", "Scoper korzysta z wrogiego modułu"] satisfies Plain,
  line_move: ["Move or push", "Ruch albo odepchnięcie"] satisfies Plain,
  line_void: ["No effect: armour stops it", "Bez skutku: zatrzymuje pancerz"] satisfies Plain,
  marker_venom: ["Venom: 1 wound before every Battle", "Jad: 1 rana przed każdą Bitwą"] satisfies Plain,
  marker_paralysis: ["Paralysed: it does not attack", "Paraliż: nie atakuje"] satisfies Plain,
  marker_steel_net: ["Steel Net: the unit does nothing", "Stalowa Sieć: jednostka nic nie robi"] satisfies Plain,
  marker_no_power: ["Without power: the unit does nothing", "Bez zasilania: jednostka nic nie robi"] satisfies Plain,
  plate_raised: ["Higher than printed", "Więcej, niż nadrukowano"] satisfies Plain,
  plate_lowered: ["Lower than printed", "Mniej, niż nadrukowano"] satisfies Plain,
} as const;
