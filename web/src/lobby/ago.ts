import { t } from "../texts/language.svelte";
import { shell } from "../texts/shell";

/** A time in seconds since 1970, as words relative to `now` in milliseconds. */
export function ago(seconds: number, now: number): string {
  const minutes = Math.floor((now / 1000 - seconds) / 60);
  if (minutes < 1) return t(shell.just_now);
  if (minutes < 60) return t(shell.minutes_ago, minutes);
  if (minutes < 60 * 24) return t(shell.hours_ago, Math.floor(minutes / 60));
  return t(shell.days_ago, Math.floor(minutes / (60 * 24)));
}
