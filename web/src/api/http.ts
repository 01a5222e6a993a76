/** Requests to the server, with the token of whoever asks, and refusals as errors with the server's one line. */

/** For how many milliseconds the server may be silent before it begins to answer, and take until all is there: links are
 * slow, and drawings large. */
const ANSWER = 15_000;
const REST = 60_000;

/** A request that was refused. Its `status` is 0 where no whole answer came: `code` is `offline` where there was none, and
 * `unavailable` where it broke off or made no sense. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    why: string,
    readonly status: number,
    /** Seconds to wait before it is tried again; 0 where the server says nothing. */
    readonly wait: number,
  ) {
    super(why);
    this.name = "Refused";
  }
}

let token: string | null = null;

let giveUp: () => void = () => useToken(null);

/** Ask from now on as the owner of this token; null for nobody. */
export function useToken(given: string | null): void {
  token = given;
}

/** What is to be done about a token that the server turns out not to know: it must be given up (`useToken`). */
export function onUnknownToken(call: () => void): void {
  giveUp = call;
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return parsed<T>(await ask("GET", path, undefined, signal));
}

/** `patience`: for how many milliseconds the server may think before it answers. */
export async function post<T>(path: string, body: unknown, signal?: AbortSignal, patience?: number): Promise<T> {
  return parsed<T>(await ask("POST", path, body, signal, patience));
}

/** Ask without a token: for one. */
export async function postAsNobody<T>(path: string, body: unknown): Promise<T> {
  return parsed<T>(await send(null, "POST", path, body));
}

export async function getText(path: string): Promise<string> {
  return ask("GET", path);
}

/**
 * Ask as whoever is signed in. To a token that it does not know (any more) the server answers nothing, not even what
 * anybody may ask: then the token is given up, and it is asked without. Who may not is refused after all.
 */
async function ask(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  patience?: number,
): Promise<string> {
  const sent = token;
  try {
    return await send(sent, method, path, body, signal, patience);
  } catch (error) {
    if (sent === null || !(error instanceof Refused && error.code === "not_signed_in")) throw error;
    if (token === sent) giveUp(); // others may have asked with it at the same time
    return send(null, method, path, body, signal, patience);
  }
}

/** The whole text of an answer that is no refusal. What is given up on purpose ends with the browser's own error. */
async function send(
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  patience = ANSWER,
): Promise<string> {
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
    return await response.text();
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (signal?.aborted) throw new DOMException("given up", "AbortError");
    throw begun ? broken() : new Refused("offline", "the server cannot be reached", 0, 0);
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

function broken(): Refused {
  return new Refused("unavailable", "", 0, 0);
}

async function refusal(response: Response): Promise<Refused> {
  const wait = Number(response.headers.get("retry-after") ?? 0);
  try {
    const { code, why } = (await response.json()) as { code: string; why: string };
    return new Refused(code, why, response.status, wait);
  } catch {
    return new Refused("unavailable", "", response.status, wait); // what is between says nothing that people understand
  }
}
