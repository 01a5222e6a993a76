/** The lesson API. */

import type { Lesson, LessonAttempt, Verdict } from "../api/forms";
import { get, post } from "../api/http";
import { chosen } from "../texts/language.svelte";

export const wholeLesson = () => get<Lesson>(`/api/lesson?lang=${chosen.language}`);

export const verdictOn = (step: string, then: number[], signal?: AbortSignal) =>
  post<Verdict>("/api/lesson", { step, then, lang: chosen.language } satisfies LessonAttempt, signal);
