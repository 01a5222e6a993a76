/** Why something was refused, in the chosen language; and a token that the server does not know. */

import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RefusedError } from "../src/api/http";
import { refusalWords } from "../src/app/refusals";
import { chosen } from "../src/texts/language.svelte";
import { refusals } from "../src/texts/refusals";
import { shell } from "../src/texts/shell";
import { reason } from "../src/study/reason";

afterEach(() => {
  chosen.language = "en";
});

/** The codes as the server has them. */
function codes(): string[] {
  const source = readFileSync(`${import.meta.dirname}/../../src/neurohex/wire/messages.py`, "utf8");
  const body = /class Code\(StrEnum\):\n([\s\S]*?)\n\n\n/.exec(source)?.[1] ?? "";
  return [...body.matchAll(/^ {4}[A-Z_]+ = "(\w+)"$/gm)].map(([, code = ""]) => code);
}

describe("a refusal", () => {
  const refused = (code: string, why = "the server's line") => new RefusedError(code, why, 409, 0);

  it("has a sentence for every code, and for no others", () => {
    expect(codes().length).toBeGreaterThan(20);
    expect(Object.keys(refusals).sort()).toEqual(codes().sort());
    const polish = Object.values(refusals).map(([, pl]) => pl);
    expect(new Set(polish).size).toBe(polish.length);
  });

  it("is the server's own line in English", () => {
    expect(refusalWords(refused("illegal"))).toBe("the server's line");
    expect(refusalWords(refused("malformed"))).toBe("the server's line");
    expect(refusalWords(refused("illegal", ""))).toBe(refusals.illegal[0]);
  });

  it("is the sentence of its code in Polish, with the server's line if needed", () => {
    chosen.language = "pl";
    expect(refusalWords(refused("illegal"))).toBe("Zasady teraz na to nie pozwalają.");
    expect(refusalWords(refused("malformed", "line 3: no army"))).toBe("Coś się tu nie zgadza. line 3: no army");
    expect(refusalWords(refused("not_allowed", "20 are allowed"))).toBe("Tutaj nie jest to dozwolone. 20 are allowed");
    expect(refusalWords(refused("from a later server"))).toBe("the server's line");
    expect(refusalWords(refused("constructor"))).toBe("the server's line");
  });

  it("reports a missing server, and passes on other errors", () => {
    expect(refusalWords(new RefusedError("offline", "x", 0, 0))).toBe(shell.offline[0]);
    chosen.language = "pl";
    expect(refusalWords(new RefusedError("offline", "x", 0, 0))).toBe(shell.offline[1]);
    expect(refusalWords(new Error("broken"))).toBe("broken");
    expect(refusalWords("thrown")).toBe("thrown");
  });

  it("about a board leaves out where the board is in the request", () => {
    const wrong = refused("malformed", "moment.study.position: no army");
    expect(reason(wrong)).toBe("no army");
    chosen.language = "pl";
    expect(reason(wrong)).toBe("Coś się tu nie zgadza. no army");
  });
});

describe("a token that the server does not know", () => {
  const stale = { token: "STALE", person: { id: "guest-1", name: "Ann" } };
  let asked: { path: string; token: string | null; body: unknown }[] = [];
  let known: string | null = null;
  /** Answers in place of the server, by path; each once. */
  let mistakes = new Map<string, () => Response | Promise<never>>();

  /** Like the server: to a wrong token it answers nothing, and some things only to somebody. */
  function answer(path: string, init?: RequestInit): Response | Promise<never> {
    const say = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
    const token = new Headers(init?.headers).get("authorization")?.replace("Bearer ", "") ?? null;
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : null;
    asked.push({ path, token, body });
    const mistake = mistakes.get(path);
    mistakes.delete(path);
    if (mistake !== undefined) return mistake();
    const stranger = say({ code: "not_signed_in", why: "sign in anew" }, 401);
    if (token !== null && token !== known) return stranger;
    if (path === "/api/guests") {
      known = "FRESH";
      return say({ token: known, person: { id: "guest-2", name: (body as { name: string }).name } }, 201);
    }
    if (path === "/api/sessions") return stranger;
    if (token === null && (init?.method === "POST" || path.includes("person=me"))) return stranger;
    if (path === "/api/matches" && init?.method === "POST") return say({ match: "m1" }, 201);
    if (path.startsWith("/api/matches")) return say({ matches: [] });
    return say({ server: "x", guests: true, accounts: true, bots: [] });
  }

  beforeEach(() => {
    vi.resetModules();
    asked = [];
    known = null;
    mistakes = new Map();
    localStorage.setItem("neurohex.identity", JSON.stringify(stale));
    vi.stubGlobal("fetch", (path: string, init?: RequestInit) => Promise.resolve(answer(path, init)));
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
  });

  const fresh = async () => ({
    http: await import("../src/api/http"),
    identity: (await import("../src/app/identity.svelte")).identity,
    toasts: (await import("../src/app/toasts.svelte")).toasts,
  });

  it("is given up, and what anybody may ask is asked without it", async () => {
    const { http, identity, toasts } = await fresh();
    const answers = await Promise.all([http.get("/api/lesson"), http.get("/api/catalogue")]);
    expect(answers).toHaveLength(2);
    expect(identity.person).toBeNull();
    expect(localStorage.getItem("neurohex.identity")).toBeNull();
    expect(asked.map(({ token }) => token)).toEqual(["STALE", "STALE", "STALE", null, null]);
    expect(asked[2]?.path).toBe("/api/me");
    expect(toasts.list).toEqual([]);
  });

  it("is replaced by a guest of the same name, who repeats the request", async () => {
    const { http, identity } = await fresh();
    await identity.check();
    const seen: string[] = [];
    const made = await identity.as((person) => {
      seen.push(person.id);
      return http.post("/api/matches", { person: person.id });
    });
    expect(made).toEqual({ match: "m1" });
    expect(seen).toEqual(["guest-2"]);
    expect(identity.person).toEqual({ id: "guest-2", name: "Ann" });
  });

  it("creates no guest for a token that was valid a moment ago", async () => {
    known = "STALE";
    const { http, identity } = await fresh();
    await identity.check();
    known = "another database";
    await identity.as((person) => http.post("/api/matches", { person: person.id }));
    const posted = asked.filter(({ path }) => path === "/api/matches");
    expect(posted.map(({ token, body }) => [token, (body as { person: string }).person])).toEqual([
      ["STALE", "guest-1"],
      [null, "guest-1"],
      ["FRESH", "guest-2"],
    ]);
  });

  const refusal = (code: string, status: number) => () => new Response(JSON.stringify({ code, why: "" }), { status });

  it("but only once, by mistake, is kept and used again", async () => {
    known = "STALE";
    mistakes.set("/api/lesson", refusal("not_signed_in", 401));
    const { http, identity } = await fresh();
    await http.get("/api/lesson");
    expect(asked.map(({ path, token }) => [path, token])).toEqual([
      ["/api/lesson", "STALE"],
      ["/api/me", "STALE"],
      ["/api/lesson", "STALE"],
    ]);
    expect(identity.token).toBe("STALE");
  });

  it.each([
    ["there is no network", () => Promise.reject(new TypeError("offline")), "offline"],
    ["the server is busy", refusal("too_fast", 429), "too_fast"],
    ["the server fails", refusal("unavailable", 503), "unavailable"],
  ])("is kept where %s when it is asked about, and the request may be tried again", async (_, mistake, code) => {
    mistakes.set("/api/me", mistake);
    const { http, identity } = await fresh();
    const { isTransient } = await import("../src/app/retry");
    const error: unknown = await http.get("/api/lesson").catch((error: unknown) => error);
    expect(error).toMatchObject({ code });
    expect(isTransient(error)).toBe(true);
    expect(identity.token).toBe("STALE");
    expect(localStorage.getItem("neurohex.identity")).not.toBeNull();
  });

  it("does not keep the lobby from being shown", async () => {
    const { identity } = await fresh();
    const { Lobby } = await import("../src/lobby/lists.svelte");
    const lobby = new Lobby();
    await lobby.refresh();
    expect(lobby.trouble).toBeNull();
    expect(lobby.lists?.open).toEqual({ matches: [], more: false });
    expect(identity.person).toBeNull();
  });

  it("notifies the owner of an account; a wrong password does not sign out", async () => {
    const account = { token: "GOOD", person: { id: "account-1", name: "Cid" } };
    localStorage.setItem("neurohex.identity", JSON.stringify(account));
    known = "GOOD";
    const { http, identity, toasts } = await fresh();
    await expect(identity.signIn("Cid", "wrong password")).rejects.toThrow("sign in anew");
    expect(asked.at(-1)?.token).toBeNull();
    expect(identity.person?.name).toBe("Cid");
    known = null;
    await http.get("/api/lesson");
    expect(identity.person).toBeNull();
    expect(toasts.list.map(({ words }) => words)).toEqual([expect.stringContaining("Cid")]);
  });
});
