/** Requests to the server, with the token of whoever asks, and refusals as errors with the server's one line. */

/** A request that was refused, or could not be made at all (`code` is then `offline`). */
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
  return (await ask("GET", path, undefined, signal)).json() as Promise<T>;
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return (await ask("POST", path, body, signal)).json() as Promise<T>;
}

/** Ask without a token: for one. */
export async function postAsNobody<T>(path: string, body: unknown): Promise<T> {
  return (await heard(await send(null, "POST", path, body))).json() as Promise<T>;
}

export async function getText(path: string): Promise<string> {
  return (await ask("GET", path)).text();
}

/**
 * Ask as whoever is signed in. To a token that it does not know (any more) the server answers nothing, not even what
 * anybody may ask: then the token is given up, and it is asked without. Who may not is refused after all.
 */
async function ask(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const sent = token;
  try {
    return await heard(await send(sent, method, path, body, signal));
  } catch (error) {
    if (sent === null || !(error instanceof Refused && error.code === "not_signed_in")) throw error;
    if (token === sent) giveUp(); // others may have asked with it at the same time
    return heard(await send(null, method, path, body, signal));
  }
}

async function send(
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = new Headers();
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  if (body !== undefined) headers.set("content-type", "application/json");
  try {
    return await fetch(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused("offline", "the server cannot be reached", 0, 0);
  }
}

/** An answer that is no refusal. */
async function heard(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw await refusal(response);
}

async function refusal(response: Response): Promise<Refused> {
  const wait = Number(response.headers.get("retry-after") ?? 0);
  try {
    const { code, why } = (await response.json()) as { code: string; why: string };
    return new Refused(code, why, response.status, wait);
  } catch {
    return new Refused("unavailable", response.statusText || `status ${response.status}`, response.status, wait);
  }
}
