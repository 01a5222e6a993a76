/** Clock times for people. */

/** `2 d 3 h`, `1:04:09`, `4:09`, `9.4`: the less time is left, the more precise. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  const two = (n: number) => String(n).padStart(2, "0");
  if (days > 0) return hours % 24 > 0 ? `${days} d ${hours % 24} h` : `${days} d`;
  if (hours > 0) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  if (ms < 10_000) return `${seconds}.${Math.floor(ms / 100) % 10}`;
  return `${minutes}:${two(seconds % 60)}`;
}

/** Milliseconds until that text changes. */
export function untilNext(ms: number): number {
  return ms < 10_000 ? 100 : ms >= 86_400_000 ? 60_000 : 250;
}
