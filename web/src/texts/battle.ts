/** What is said about Battles. */

import { count, liczba, type Filled, type Plain } from "./language.svelte";

export const battle = {
  if_fought: ["If a Battle were fought now", "Gdyby teraz doszło do Bitwy"],
  first_time: [
    "Highest initiative acts first; all hits of a phase strike at once.",
    "Najpierw działa najwyższa inicjatywa; wszystkie trafienia fazy spadają jednocześnie.",
  ],
  assumed: ["Assumed here:", "Przyjęto tu:"],
  board: ["The board in the Battle", "Plansza w Bitwie"],
  phases: ["Phases of the Battle", "Fazy Bitwy"],
  before: ["Start", "Początek"],
  after: ["End", "Koniec"],
  initiative: [(value: number) => `Initiative ${value}`, (value: number) => `Inicjatywa ${value}`],
  acting: [
    (value: number, units: number) =>
      `Initiative ${value}: ${units === 0 ? "nobody can act." : `${count(units, "unit acts", "units act at once")}.`}`,
    (value: number, units: number) =>
      `Inicjatywa ${value}: ${
        units === 0
          ? "nikt nie może działać."
          : `${liczba(units, "jednostka działa", "jednostki działają jednocześnie", "jednostek działa jednocześnie")}.`
      }`,
  ],
  strike: ["The hits strike, all at once.", "Trafienia spadają, wszystkie jednocześnie."],
  over: ["The Battle is over.", "Bitwa się skończyła."],
  told: ["What happens", "Co się dzieje"],
  controls: ["Playback", "Odtwarzanie"],
  play: ["Play", "Odtwarzaj"],
  pause: ["Pause", "Wstrzymaj"],
  back: ["One step back", "Krok wstecz"],
  forward: ["One step on", "Krok dalej"],
  previous_phase: ["Previous phase", "Poprzednia faza"],
  next_phase: ["Next phase", "Następna faza"],
  restart: ["From the beginning", "Od początku"],
  speed: ["Speed", "Tempo"],
  skip: ["Skip", "Pomiń"],
  go_on: ["Continue", "Dalej"],
  close: ["Close", "Zamknij"],
  nobody: ["Nobody acts, and nothing changes.", "Nikt nie działa i nic się nie zmienia."],
  choosing: ["The Battle waits for a choice.", "Bitwa czeka na decyzję."],
  summary: ["What came of it", "Co z tego wynikło"],
  would_come: ["What would come of it", "Co by z tego wynikło"],
  hq: ["HQ", "Sztab"],
  points: ["points", "punkty"],
  from_to: [(from: number, to: number) => `${from} to ${to}`, (from: number, to: number) => `${from}, teraz ${to}`],
  nobody_lost: ["Nobody lost anything.", "Nikt niczego nie stracił."],
  others_lost_nothing: ["The others lost nothing.", "Pozostali niczego nie stracili."],
  nothing_lost: ["nothing lost", "bez strat"],
  lost: [
    (units: number) => `${count(units, "unit", "units")} lost`,
    (units: number) => `${liczba(units, "stracona jednostka", "stracone jednostki", "straconych jednostek")}`,
  ],
  losses: ["Lost", "Straty"],
  empty: [(hex: string) => `${hex}, empty`, (hex: string) => `${hex}, puste`],
  wounds: [
    (wounds: number) => count(wounds, "wound", "wounds"),
    (wounds: number) => liczba(wounds, "rana", "rany", "ran"),
  ],
  hq_points: [
    (points: number) => count(points, "point", "points"),
    (points: number) => liczba(points, "punkt", "punkty", "punktów"),
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
} as const satisfies Record<string, Plain | Filled<never[]>>;
