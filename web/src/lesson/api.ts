/** The lesson as the server has it. */

import { get, post } from "../api/http";
import { chosen } from "../texts/language.svelte";

/** One step: something to read, and something to do on a board that is set up for it. */
export interface LessonStep {
  key: string;
  title: string;
  /** What is explained, in short paragraphs. */
  words: string[];
  task: string;
  /** For whoever is stuck. */
  hint: string;
  /** What was learnt. */
  done_words: string;
}

export interface Lesson {
  version: number;
  steps: LessonStep[];
}

/** What is to be said of an attempt. */
export interface Verdict {
  done: boolean;
  /** Whether nothing more can come of it: it is done, or is to be begun anew. */
  over: boolean;
  words: string;
}

export const wholeLesson = () => get<Lesson>(`/api/lesson?lang=${chosen.language}`);

export const verdictOn = (step: string, then: number[], signal?: AbortSignal) =>
  post<Verdict>("/api/lesson", { step, then, lang: chosen.language }, signal);
