/** Texts of Battles. */

import { pluralEn, pluralPl, type Filled, type Plain } from "./language.svelte";

export const battle = {
  if_fought: ["If a Battle were fought now", "Gdyby teraz doszło do Bitwy"],
  first_time: [
    "Highest initiative acts first; all hits of a phase strike at once.",
    "Najpierw działa najwyższa inicjatywa; wszystkie trafienia fazy następują jednocześnie.",
  ],
  assumed: ["Assumed here:", "Przyjęto tu:"],
  board: ["The board in the Battle", "Plansza w Bitwie"],
  phases: ["Phases of the Battle", "Fazy Bitwy"],
  before: ["Start", "Początek"],
  after: ["End", "Koniec"],
  initiative: [(value: number) => `Initiative ${value}`, (value: number) => `Inicjatywa ${value}`],
  acting: [
    (value: number, units: number) =>
      `Initiative ${value}: ${units === 0 ? "nobody can act." : `${pluralEn(units, "unit acts", "units act at once")}.`}`,
    (value: number, units: number) =>
      `Inicjatywa ${value}: ${
        units === 0
          ? "nikt nie może działać."
          : `${pluralPl(units, "jednostka działa", "jednostki działają jednocześnie", "jednostek działa jednocześnie")}.`
      }`,
  ],
  strike: ["All hits strike at once.", "Wszystkie trafienia następują jednocześnie."],
  over: ["The Battle is over.", "Bitwa się skończyła."],
  would_be_over: ["The Battle would end like this.", "Tak skończyłaby się Bitwa."],
  told: ["What happens", "Co się dzieje"],
  controls: ["Playback", "Odtwarzanie"],
  play: ["Play", "Odtwarzaj"],
  pause: ["Pause", "Wstrzymaj"],
  back: ["One step back", "Krok wstecz"],
  forward: ["One step forward", "Krok dalej"],
  previous_phase: ["Previous phase", "Poprzednia faza"],
  next_phase: ["Next phase", "Następna faza"],
  restart: ["From the beginning", "Od początku"],
  speed: ["Speed", "Tempo"],
  skip: ["Skip", "Pomiń"],
  go_on: ["Continue", "Dalej"],
  close: ["Close", "Zamknij"],
  nobody: ["Nobody acts, and nothing changes.", "Nikt nie działa i nic się nie zmienia."],
  choosing: ["The Battle waits for a choice.", "Bitwa czeka na decyzję."],
  summary: ["Result", "Wynik"],
  would_come: ["Expected result", "Przewidywany wynik"],
  hq: ["HQ", "Sztab"],
  points: ["points", "punkty"],
  from_to: [(from: number, to: number) => `${from} to ${to}`, (from: number, to: number) => `${from}, teraz ${to}`],
  nobody_lost: ["Nobody lost anything.", "Nikt niczego nie stracił."],
  others_lost_nothing: ["The others lost nothing.", "Pozostali niczego nie stracili."],
  nothing_lost: ["nothing lost", "bez strat"],
  lost: [
    (units: number) => `${pluralEn(units, "unit", "units")} lost`,
    (units: number) => `${pluralPl(units, "stracona jednostka", "stracone jednostki", "straconych jednostek")}`,
  ],
  losses: ["Lost", "Straty"],
  lost_units: [(units: string) => `lost ${units}`, (units: string) => `straty: ${units}`],
  neutral: ["Neutral", "Neutralne"],
  toll: ["Battle", "Bitwa"],
  running: ["still being fought", "jeszcze trwa"],
  watch: ["Watch", "Obejrzyj"],
  watch_again: ["Watch again", "Obejrzyj jeszcze raz"],
  when_before: ["Before the Battle", "Przed Bitwą"],
  when_phase: [
    (value: number) => `In the Battle: initiative ${value}`,
    (value: number) => `W Bitwie: inicjatywa ${value}`,
  ],
  when_ended: [
    (value: number) => `In the Battle: after initiative ${value}`,
    (value: number) => `W Bitwie: po inicjatywie ${value}`,
  ],
  when_choice: ["In the Battle: now, at a choice", "W Bitwie: teraz, w chwili wyboru"],
  when_after: ["After the Battle", "Po Bitwie"],
  empty: [(hex: string) => `${hex}, empty`, (hex: string) => `${hex}, wolny`],
  wounds: [
    (wounds: number) => pluralEn(wounds, "wound", "wounds"),
    (wounds: number) => pluralPl(wounds, "rana", "rany", "ran"),
  ],
  hq_points: [
    (points: number) => pluralEn(points, "point", "points"),
    (points: number) => pluralPl(points, "punkt", "punkty", "punktów"),
  ],
  sign_destroyed: ["destroyed", "zniszczenie"],
  sign_spent: ["spent", "poświęcenie"],
  sign_netted: ["netted", "w sieci"],
  sign_free: ["free", "na wolności"],
  sign_taken: ["taken over", "przejęcie"],
  sign_stopped: ["armour", "pancerz"],
  sign_saved: ["saved", "ocalenie"],
  sign_explodes: ["explodes", "wybuch"],
  sign_changed: ["changed", "zmiana ataku"],
  sign_reflected: ["sent back", "odbicie"],
  sign_venom: ["venom", "jad"],
  sign_paralysis: ["paralysed", "paraliż"],
  sign_steel_net: ["Steel Net", "Stalowa Sieć"],
  before_phases: ["Before the first phase", "Przed pierwszą fazą"],
  after_phases: ["After the last phase", "Po ostatniej fazie"],
} as const satisfies Record<string, Plain | Filled<never[]>>;
