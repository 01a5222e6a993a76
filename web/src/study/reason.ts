import { RefusedError } from "../api/http";
import { refusalWords } from "../app/refusals";

/** Why a board was refused, without the location of the board in the request. */
export function reason(error: unknown): string {
  if (!(error instanceof RefusedError)) return refusalWords(error);
  const why = error.message.replace(/^moment\.(study\.)?(position: )?/, "");
  return refusalWords(new RefusedError(error.code, why, error.status, error.wait));
}
