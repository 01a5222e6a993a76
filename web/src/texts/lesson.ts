/** Texts of the lesson page. The lesson itself comes from the server. */

import { type Filled, type Plain } from "./language.svelte";

const filled = <A extends unknown[]>(en: (...given: A) => string, pl: (...given: A) => string): Filled<A> => [en, pl];

export const lesson = {
  title: ["Lesson", "Lekcja"],
  step_of: filled(
    (step: number, steps: number) => `Step ${step} of ${steps}`,
    (step: number, steps: number) => `Krok ${step} z ${steps}`,
  ),
  loading: ["Loading the lesson…", "Wczytywanie lekcji…"],
  not_loaded: ["The lesson could not be loaded", "Nie udało się wczytać lekcji"],
  reload: ["Try again", "Spróbuj ponownie"],
  refused: filled(
    (why: string) => `That did not work: ${why}`,
    (why: string) => `Nie udało się: ${why}`,
  ),
  task: ["Your task", "Twoje zadanie"],
  well_done: ["Well done!", "Dobra robota!"],
  not_yet: ["Not yet", "Jeszcze nie"],
  go_on: ["Go on", "Graj dalej"],
  hint: ["Hint", "Podpowiedź"],
  again: ["Try again", "Spróbuj jeszcze raz"],
  start_over: ["Start over", "Od początku"],
  next: ["Next", "Dalej"],
  skip: ["Skip this step", "Pomiń ten krok"],
  finish: ["That was the lesson. You know enough to play.", "To już cała lekcja. Wiesz dość, by zagrać."],
  first_game: ["Play your first game", "Zagraj swoją pierwszą partię"],
  puzzles: ["Solve puzzles", "Rozwiązuj łamigłówki"],
  starting: ["Setting the table…", "Rozkładamy planszę…"],
  steps: ["All steps", "Wszystkie kroki"],
  done: ["done", "ukończony"],
} as const satisfies Record<string, Plain | Filled<never[]>>;
