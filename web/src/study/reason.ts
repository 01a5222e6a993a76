/** Why something about a board was refused, without the place of the board itself in what was asked. */

export function reason(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return why.replace(/^moment\.(study\.)?(position: )?/, "");
}
