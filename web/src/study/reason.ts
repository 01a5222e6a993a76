import { Refused } from "../api/http";
import { refusalWords } from "../app/refusals";

/** Why a board was refused, without the location of the board in the request. */
export function reason(error: unknown): string {
  if (!(error instanceof Refused)) return refusalWords(error);
  const why = error.message.replace(/^moment\.(study\.)?(position: )?/, "");
  return refusalWords(new Refused(error.code, why, error.status, error.wait));
}
