/** Ids of tiles. */

/** The name in a tile id (`Net Fighter` for `hegemony/Net_Fighter`) or in a position line. */
export function tileName(id: string): string {
  return decodeURIComponent(id.slice(id.indexOf("/") + 1).replaceAll("_", " "));
}
