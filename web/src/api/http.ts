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

/** Ask from now on as the owner of this token; null for nobody. */
export function useToken(given: string | null): void {
  token = given;
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await ask("GET", path, undefined, signal)).json() as Promise<T>;
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return (await ask("POST", path, body, signal)).json() as Promise<T>;
}

export async function getText(path: string): Promise<string> {
  return (await ask("GET", path)).text();
}

async function ask(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers = new Headers();
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  if (body !== undefined) headers.set("content-type", "application/json");
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused("offline", "the server cannot be reached", 0, 0);
  }
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
