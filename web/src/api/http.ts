/** HTTP requests to the server. Sends the token; turns refusals into errors with the server's message. */

/** Milliseconds until the answer must begin, and until it must be complete: links are slow and drawings large. */
const ANSWER_TIMEOUT = 15_000;
const REST = 60_000;

/**
 * A refused request. `status` is 0 without a complete answer: `code` is `offline` if there was none, `unavailable` if
 * it was cut off or malformed.
 */
export class RefusedError extends Error {
  constructor(
    readonly code: string,
    why: string,
    readonly status: number,
    /** Seconds to wait before a retry; 0 if the server did not say. */
    readonly wait: number,
  ) {
    super(why);
    this.name = "RefusedError";
  }
}

let token: string | null = null;

let giveUp: () => void = () => useToken(null);

/** Checks under way, by token: requests that are refused at the same time share one. */
const checks = new Map<string, Promise<boolean>>();

/** Set the token for all further requests; null for none. */
export function useToken(given: string | null): void {
  token = given;
}

/** Set the handler for a token that the server definitely does not know. It must drop the token (`useToken`). */
export function onUnknownToken(call: () => void): void {
  giveUp = call;
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return parsed<T>(await ask("GET", path, undefined, signal));
}

/** `patience`: milliseconds that the server may think before it answers. */
export async function post<T>(path: string, body: unknown, signal?: AbortSignal, patience?: number): Promise<T> {
  return parsed<T>(await ask("POST", path, body, signal, patience));
}

export async function put<T>(path: string, body: unknown): Promise<T> {
  return parsed<T>(await ask("PUT", path, body));
}

export async function remove<T>(path: string, body?: unknown): Promise<T> {
  return parsed<T>(await ask("DELETE", path, body));
}

/** Request without a token, to get one. */
export async function postAsNobody<T>(path: string, body: unknown): Promise<T> {
  return parsed<T>(await send(null, "POST", path, body));
}

/** A file that the server makes: a picture. */
export async function fetchFile(path: string, body: unknown, patience?: number): Promise<Blob> {
  return ask("POST", path, body, undefined, patience, (response) => response.blob());
}

/** A request of somebody else at this screen, with their token. */
export async function postAs<T>(token: string, path: string, body: unknown): Promise<T> {
  return parsed<T>(await send(token, "POST", path, body));
}

export async function getText(path: string): Promise<string> {
  return ask("GET", path);
}

/**
 * Ask the server whether it knows a token: false only if it says so itself. Throws `RefusedError` without a definite answer
 * (no network, a busy or failing server): then keep the token.
 */
export function isKnown(token: string): Promise<boolean> {
  let check = checks.get(token);
  if (check === undefined) {
    check = askIfKnown(token).finally(() => checks.delete(token));
    checks.set(token, check);
  }
  return check;
}

async function askIfKnown(token: string): Promise<boolean> {
  try {
    await send(token, "GET", "/api/me");
    return true;
  } catch (error) {
    if (error instanceof RefusedError && error.status === 401 && error.code === "not_signed_in") return false;
    throw error;
  }
}

/**
 * Request with the current token. The server refuses every request with an unknown token, even public ones. One such
 * refusal is not believed: the token is dropped, and the request repeated without it, only after `isKnown` confirms it.
 */
async function ask<T = string>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  patience?: number,
  read?: (response: Response) => Promise<T>,
): Promise<T> {
  const sent = token;
  try {
    return await send(sent, method, path, body, signal, patience, read);
  } catch (error) {
    if (sent === null || !(error instanceof RefusedError && error.code === "not_signed_in")) throw error;
    if (await isKnown(sent)) return send(sent, method, path, body, signal, patience, read);
    if (token === sent) giveUp(); // other requests may have used it at the same time
    return send(null, method, path, body, signal, patience, read);
  }
}

/** The body of a successful answer. An aborted request rejects with the browser's own error. */
async function send<T = string>(
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  patience = ANSWER_TIMEOUT,
  read = (response: Response) => response.text() as Promise<T>,
): Promise<T> {
  const headers = new Headers();
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  if (body !== undefined) headers.set("content-type", "application/json");
  const end = new AbortController();
  const stop = () => end.abort();
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) end.abort();
  let timer = setTimeout(stop, patience);
  let begun = false;
  try {
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(path, { method, headers, ...given, signal: end.signal });
    begun = true;
    clearTimeout(timer);
    timer = setTimeout(stop, REST);
    if (!response.ok) throw await refusal(response);
    return await read(response);
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    if (signal?.aborted) throw new DOMException("given up", "AbortError");
    throw begun ? broken() : new RefusedError("offline", "the server cannot be reached", 0, 0);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

function parsed<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw broken();
  }
}

function broken(): RefusedError {
  return new RefusedError("unavailable", "", 0, 0);
}

async function refusal(response: Response): Promise<RefusedError> {
  const wait = Number(response.headers.get("retry-after") ?? 0);
  try {
    const { code, why } = (await response.json()) as { code: string; why: string };
    return new RefusedError(code, why, response.status, wait);
  } catch {
    return new RefusedError("unavailable", "", response.status, wait); // a proxy's message would not help people
  }
}
