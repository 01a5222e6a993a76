/** Answers that break off, never come or cannot be carried: what the page makes of them. */

import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { get, post, RefusedError } from "../src/api/http";
import { identity } from "../src/app/identity.svelte";
import { isTransient, keepTrying } from "../src/app/retry";
import { go, route } from "../src/app/router.svelte";
import App from "../src/frame/App.svelte";
import * as pages from "../src/frame/pages";
import { Lobby } from "../src/lobby/lists.svelte";
import { shell } from "../src/texts/shell";

vi.mock("../src/frame/pages", async (original) => {
  const real = await original<typeof pages>();
  return { ...real, pageOf: vi.fn(real.pageOf) };
});

const refusedBy = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => error,
  );

/** A server that never answers; only who asked can give up. */
function silence(_path: string, { signal }: RequestInit): Promise<Response> {
  return new Promise((_done, fail) => {
    const giveUp = () => fail(new DOMException("", "AbortError"));
    if (signal?.aborted) giveUp();
    signal?.addEventListener("abort", giveUp);
  });
}

beforeEach(() => {
  vi.stubGlobal("scrollTo", vi.fn());
  go("/", { replace: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("an answer", () => {
  it("that breaks off is a refusal that may pass", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response('{"step": 1')));
    const cut = await refusedBy(post("/api/views/look", {}));
    expect(cut).toMatchObject({ code: "unavailable", status: 0 });
    expect(isTransient(cut)).toBe(true);
    const lost = { ok: true, text: () => Promise.reject(new TypeError("network error")) };
    vi.stubGlobal("fetch", () => Promise.resolve(lost));
    expect(await refusedBy(get("/api"))).toMatchObject({ code: "unavailable", status: 0 });
  });

  it("is not waited for without end", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", silence);
    const asked = [refusedBy(get("/api")), refusedBy(post("/api/views/hint", {}, undefined, 90_000))];
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await asked[0]).toMatchObject({ code: "offline" });
    expect(await Promise.race([asked[1], Promise.resolve("still thinking")])).toBe("still thinking");
    await vi.advanceTimersByTimeAsync(75_000);
    expect(await asked[1]).toMatchObject({ code: "offline" });
  });

  it("is no refusal once aborted", async () => {
    vi.stubGlobal("fetch", silence);
    const control = new AbortController();
    const asked = refusedBy(get("/api", control.signal));
    control.abort();
    expect(await asked).toMatchObject({ name: "AbortError" });
    expect(await refusedBy(get("/api", AbortSignal.abort()))).not.toBeInstanceOf(RefusedError);
  });
});

describe("what the page cannot do without", () => {
  const away = new RefusedError("unavailable", "not now", 503, 0);

  it("is asked for again after growing pauses until it is there, and complained of once", async () => {
    vi.useFakeTimers();
    const ask = vi.fn().mockRejectedValueOnce(away).mockRejectedValueOnce(away).mockResolvedValue(undefined);
    const trouble = vi.fn();
    keepTrying(ask, trouble);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ask).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ask).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ask).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(ask).toHaveBeenCalledTimes(3);
    expect(trouble.mock.calls).toEqual([[away]]);
  });

  it("is asked for at once when the network is back, and no more when it is not wanted", async () => {
    vi.useFakeTimers();
    const ask = vi.fn().mockRejectedValue(away);
    const stop = keepTrying(ask, () => undefined);
    await vi.advanceTimersByTimeAsync(0);
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(ask).toHaveBeenCalledTimes(2);
    stop();
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("is not asked for again where it was refused for good", async () => {
    vi.useFakeTimers();
    const ask = vi.fn().mockRejectedValue(new RefusedError("malformed", "no", 400, 0));
    keepTrying(ask, () => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("are drawings and the catalogue", async () => {
    const asked: string[] = [];
    vi.useFakeTimers();
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      return Promise.resolve(new Response("", { status: 500 }));
    });
    render(App);
    await vi.advanceTimersByTimeAsync(1_500);
    const times = (path: string) => asked.filter((each) => each.startsWith(path)).length;
    expect([times("/api/sprites"), times("/api/catalogue")]).toEqual([2, 2]);
  });
});

describe("an address", () => {
  it("that cannot be read is taken as it is", () => {
    go("/record/%E0%A4%A", { replace: true });
    expect(route.parts).toEqual(["record", "%E0%A4%A"]);
    go("/match/a%20b", { replace: true });
    expect(route.parts).toEqual(["match", "a b"]);
  });
});

describe("a token", () => {
  it.each(["Jürgen", "two\nlines", ""])("that no request can carry is forgotten: %j", (token) => {
    const store = (kept: string) => {
      localStorage.setItem(
        "neurohex.identity",
        JSON.stringify({ token: kept, person: { id: "guest-1", name: "Ann" } }),
      );
      dispatchEvent(new StorageEvent("storage", { key: "neurohex.identity" }));
    };
    store("good");
    expect(identity.person?.name).toBe("Ann");
    store(token);
    expect(identity.person).toBeNull();
    localStorage.clear();
  });
});

describe("the lobby", () => {
  it("retries in one chain, however often the user comes back", async () => {
    vi.useFakeTimers();
    let rounds = 0;
    const lobby = new Lobby();
    vi.spyOn(lobby, "refresh").mockImplementation(() => {
      rounds += 1;
      return new Promise((done) => setTimeout(done, 100));
    });
    lobby.start();
    document.dispatchEvent(new Event("visibilitychange"));
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(200);
    expect(rounds).toBe(3);
    await vi.advanceTimersByTimeAsync(5_000);
    lobby.stop();
    expect(rounds).toBe(4);
  });
});

describe("a page that cannot be loaded", () => {
  const gone = { title: shell.settings, load: () => Promise.reject(new TypeError("Failed to fetch")) };

  async function tryTwice(): Promise<void> {
    vi.mocked(pages.pageOf).mockReturnValue(gone as unknown as pages.Page);
    render(App);
    await fireEvent.click(await screen.findByRole("button", { name: shell.again[0] }));
  }

  it("is loaded anew with all the rest where the server has another by now", async () => {
    const anew = vi.spyOn(history, "go").mockImplementation(() => undefined);
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}")));
    await tryTwice();
    await waitFor(() => expect(anew).toHaveBeenCalledExactlyOnceWith(0));
  });

  it("stays where the server is away", async () => {
    const anew = vi.spyOn(history, "go").mockImplementation(() => undefined);
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    await tryTwice();
    await new Promise((done) => setTimeout(done, 50));
    expect(anew).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: shell.again[0] })).toBeTruthy();
  });
});
