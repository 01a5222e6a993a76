/** Settings, who somebody is, what is said and shown in passing, and which page a path shows. */

import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import paths from "../src/frame/paths.json";
import { pageOf } from "../src/frame/pages";
import { shell } from "../src/texts/shell";

/** Answers of the server by path; what is not there is refused. */
function serve(answers: Record<string, [status: number, body: unknown]>) {
  const asked: { path: string; init: RequestInit | undefined }[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn((path: string, init?: RequestInit) => {
      asked.push({ path, init });
      const [status, body] = answers[path] ?? [404, { code: "unknown", why: "nothing there" }];
      return Promise.resolve(new Response(JSON.stringify(body), { status }));
    }),
  );
  return asked;
}

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("settings", () => {
  const fresh = () => import("../src/app/settings.svelte");

  it("are applied to the page and kept", async () => {
    const { settings } = await fresh();
    settings.set({ contrast: "high", motion: "less", patterns: "strong", language: "pl", speed: 2 });
    const html = document.documentElement;
    expect(html.lang).toBe("pl");
    expect({ ...html.dataset }).toMatchObject({ contrast: "high", motion: "less", patterns: "strong" });
    vi.resetModules();
    const { settings: later } = await fresh();
    expect(later.preferences).toMatchObject({ contrast: "high", motion: "less", patterns: "strong", speed: 2 });
    expect(later.language).toBe("pl");
  });

  it("follow the system where nothing is wished", async () => {
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("motion"), addEventListener: vi.fn() }));
    const { settings } = await fresh();
    expect(settings.motion).toBe("less");
    expect(settings.contrast).toBe("normal");
    settings.set({ motion: "full" });
    expect(settings.motion).toBe("full");
  });

  it("take nothing that cannot be wished", async () => {
    localStorage.setItem("neurohex.settings", '{"contrast": "loud", "speed": 99, "confirmEnd": true}');
    const { settings } = await fresh();
    expect(settings.preferences).toMatchObject({ contrast: "system", speed: 1, confirmEnd: true });
    localStorage.setItem("neurohex.settings", "not JSON");
    vi.resetModules();
    expect((await fresh()).settings.preferences.contrast).toBe("system");
  });

  it("begin with the first language of the browser that the page has", async () => {
    const { usualLanguage } = await fresh();
    expect(usualLanguage(["de-DE", "pl-PL", "en"])).toBe("pl");
    expect(usualLanguage(["fr"])).toBe("en");
  });
});

describe("the person", () => {
  const fresh = async () => (await import("../src/app/identity.svelte")).identity;
  const ann = { token: "T1", person: { id: "guest-1", name: "Ann" } };
  const about: [number, unknown] = [200, { server: "x", guests: true, accounts: false, bots: [] }];

  it("is a guest, made once when first needed, and known again later", async () => {
    const asked = serve({ "/api": about, "/api/guests": [201, ann] });
    const identity = await fresh();
    expect(identity.person).toBeNull();
    const [one, two] = await Promise.all([identity.ensure(), identity.ensure()]);
    expect(one).toEqual(ann.person);
    expect(two).toEqual(ann.person);
    expect(asked.filter(({ path }) => path === "/api/guests")).toHaveLength(1);
    expect(identity).toMatchObject({ token: "T1", guest: true });
    vi.resetModules();
    expect((await fresh()).person).toEqual(ann.person);
  });

  it("is forgotten where the server no longer knows the token, and made anew", async () => {
    localStorage.setItem("neurohex.identity", JSON.stringify(ann));
    const bob = { token: "T2", person: { id: "guest-2", name: "Bob" } };
    const old: [number, unknown] = [401, { code: "not_signed_in", why: "too old" }];
    serve({ "/api": old, "/api/me": old, "/api/guests": [201, bob] });
    const identity = await fresh();
    expect(await identity.ensure()).toEqual(bob.person);
    expect(identity.token).toBe("T2");
  });

  it("stays where the server only cannot be reached", async () => {
    localStorage.setItem("neurohex.identity", JSON.stringify(ann));
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    const identity = await fresh();
    expect(await identity.ensure()).toEqual(ann.person);
    await expect(identity.check()).rejects.toThrow();
  });

  it("has an account after signing in, and none after signing out", async () => {
    const cid = { token: "T3", person: { id: "account-3", name: "Cid" } };
    const asked = serve({ "/api/sessions": [201, cid] });
    const identity = await fresh();
    await identity.signIn("Cid", "correct horse");
    expect(asked[0]?.init?.body).toBe('{"name":"Cid","password":"correct horse"}');
    expect(identity.guest).toBe(false);
    identity.signOut();
    expect(identity.person).toBeNull();
    expect(localStorage.getItem("neurohex.identity")).toBeNull();
  });

  it("signs out on other devices and keeps the new token", async () => {
    const cid = { token: "T3", person: { id: "account-3", name: "Cid" } };
    localStorage.setItem("neurohex.identity", JSON.stringify(cid));
    const asked = serve({ "/api/sessions": [200, { ...cid, token: "T4" }] });
    const identity = await fresh();
    await identity.signOutElsewhere();
    expect(asked[0]?.init?.method).toBe("DELETE");
    expect(new Headers(asked[0]?.init?.headers).get("authorization")).toBe("Bearer T3");
    expect(identity).toMatchObject({ token: "T4", person: cid.person, guest: false });
    expect(localStorage.getItem("neurohex.identity")).toContain("T4");
  });

  it("passes on what the server says against a name", async () => {
    serve({ "/api/guests": [400, { code: "malformed", why: "name: expected a name" }] });
    const identity = await fresh();
    await expect(identity.rename(" ")).rejects.toThrow("name: expected a name");
  });
});

describe("toasts and announcements", () => {
  it("is said together where it comes together, and again where it is the same", async () => {
    vi.useFakeTimers();
    const { announce, announcer } = await import("../src/app/announcer.svelte");
    announce("One.");
    announce("Two.");
    vi.advanceTimersByTime(100);
    expect(announcer.places).toEqual(["One. Two.", ""]);
    announce("One. Two.");
    vi.advanceTimersByTime(100);
    expect(announcer.places).toEqual(["", "One. Two."]);
  });

  it("disappears, is not repeated, and ignores aborted requests", async () => {
    vi.useFakeTimers();
    const { complain, tell, toasts } = await import("../src/app/toasts.svelte");
    const { RefusedError } = await import("../src/api/http");
    tell("Saved");
    tell("Saved");
    complain(new RefusedError("illegal", "that cannot be", 409, 0));
    complain(new RefusedError("offline", "fetch failed", 0, 0));
    complain(new DOMException("", "AbortError"));
    flushSync();
    expect(toasts.list.map((toast) => toast.words)).toEqual(["Saved", "that cannot be", shell.offline[0]]);
    vi.advanceTimersByTime(20_000);
    expect(toasts.list).toEqual([]);
  });
});

describe("the page of a path", () => {
  it.each([
    [[], shell.title_home],
    [["new"], shell.title_new],
    [["match", "3f2a"], shell.title_match],
    [["record"], shell.title_record],
    [["record", "abc"], shell.title_record],
    [["lesson", "first"], shell.lesson],
    [["armies", "borgo"], shell.armies],
    [["settings"], shell.settings],
    [["match"], shell.title_lost],
    [["settings", "more"], shell.title_lost],
    [["match", "a", "b"], shell.title_lost],
    [["constructor"], shell.title_lost],
  ])("%j", (parts, title) => {
    expect(pageOf(parts).title).toBe(title);
  });

  it("has the title that the server gives it", () => {
    for (const [first, { least, title, about }] of Object.entries(paths)) {
      const parts = [first, ...Array<string>(least).fill("x")].filter(Boolean);
      expect(pageOf(parts).title).toEqual(title);
      expect(about.map((words) => words.length > 30)).toEqual([true, true]);
    }
  });
});
