/** What tiles are called. */

/** The name in the id of a tile, `Net Fighter` of `hegemony/Net_Fighter`; or in its word on the line of a position. */
export function tileName(id: string): string {
  return decodeURIComponent(id.slice(id.indexOf("/") + 1).replaceAll("_", " "));
}
