/** The socket of the tab: what is said of a break, and of a token that the server does not take. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Follower } from "../src/match/outbox";
import type { Line } from "../src/match/wire";
import { match as texts } from "../src/texts/match";
import { shell } from "../src/texts/shell";

let lines: Line[];

class FakeSocket implements Line {
  onopen: Line["onopen"] = null;
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  constructor() {
    lines.push(this);
  }
  send(): void {
    return;
  }
  close(): void {
    return;
  }
}

const last = () => lines.at(-1) as Line;
const ear: Follower = {
  event: () => undefined,
  presence: () => undefined,
  reacted: () => undefined,
  shown: () => undefined,
  language: () => "en",
  following: () => undefined,
  lost: () => undefined,
  ended: () => undefined,
};

function greet(): void {
  last().onopen?.();
  last().onmessage?.({ data: '{"type": "welcome", "id": "1", "server": "neurohex"}' });
}

/** The sign in the header; what is said, and a way to let the page catch up, which is loaded anew too. */
async function header() {
  await fresh();
  const { flushSync, mount } = await import("svelte");
  const { announcer } = await import("../src/app/announcer.svelte");
  const { default: ConnectionSign } = await import("../src/match/ConnectionSign.svelte");
  document.body.replaceChildren();
  mount(ConnectionSign, { target: document.body });
  const pass = (time: number) => {
    flushSync();
    vi.advanceTimersByTime(time);
    flushSync();
  };
  return { said: () => announcer.places.join(""), pass };
}

const unknown = () => new Response('{"code": "not_signed_in", "why": "the token is too old"}', { status: 401 });

/** The page as it is loaded, with somebody whom it knows. */
async function fresh(id = "guest-1", name = "Ann") {
  localStorage.setItem("neurohex.identity", JSON.stringify({ token: "T", person: { id, name } }));
  const { connection } = await import("../src/match/connection.svelte");
  connection.wire.follow("m", ear);
  return connection;
}

beforeEach(() => {
  lines = [];
  localStorage.clear();
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("says soon that the connection is lost, whatever is tried meanwhile, and once that it is back", async () => {
  const { said, pass } = await header();
  greet();
  pass(0);
  last().onclose?.({ code: 1006, reason: "" });
  pass(1_000); // long enough for another try, which nobody answers
  expect(document.querySelector("[data-connection=connecting]")).not.toBeNull();
  expect(said()).toBe("");
  pass(700);
  expect(said()).toBe(texts.said_lost[0]);
  greet();
  pass(200);
  expect(said()).toBe(texts.said_back[0]);
});

it("says once that it is lost, however long that is, and nothing of a break that mends itself at once", async () => {
  const { said, pass } = await header();
  greet();
  pass(0);
  last().onclose?.({ code: 1006, reason: "" });
  pass(1_000);
  greet();
  pass(5_000);
  expect(said()).toBe("");
  const { announcer } = await import("../src/app/announcer.svelte");
  const say = vi.spyOn(announcer, "say");
  last().onclose?.({ code: 1006, reason: "" });
  for (let second = 0; second < 60; second++) pass(1_000);
  expect(say).toHaveBeenCalledOnce();
});

it("lets a guest whom the server does not know come back by the same name", async () => {
  await fresh();
  const { identity } = await import("../src/app/identity.svelte");
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    if (path === "/api/me") return Promise.resolve(unknown());
    bodies.push(init.body);
    return Promise.resolve(
      new Response('{"token": "T2", "person": {"id": "guest-2", "name": "Ann"}}', { status: 201 }),
    );
  });
  last().onclose?.({ code: 4001, reason: "the token is too old" });
  await vi.advanceTimersByTimeAsync(0);
  expect(identity.person).toBeNull();
  await identity.ensure();
  expect(bodies).toEqual(['{"name":"Ann"}']);
});

it("tells the owner of an account that it is signed out", async () => {
  await fresh("account-1", "Cid");
  const { toasts } = await import("../src/app/toasts.svelte");
  vi.stubGlobal("fetch", () => Promise.resolve(unknown()));
  last().onclose?.({ code: 4001, reason: "the token is too old" });
  await vi.advanceTimersByTimeAsync(0);
  expect(toasts.list.map(({ words }) => words)).toEqual([shell.signed_out[0]("Cid")]);
});

it.each([
  ["is known after all", () => Promise.resolve(new Response('{"id": "guest-1", "name": "Ann"}'))],
  ["cannot be asked about", () => Promise.reject(new TypeError("offline"))],
  ["nobody can judge now", () => Promise.resolve(new Response("bad gateway", { status: 502 }))],
  ["a proxy refuses", () => Promise.resolve(new Response("who are you?", { status: 401 }))],
])("keeps a token that the socket refuses and that %s", async (_, answer) => {
  const asked: (string | null)[] = [];
  const { status } = await fresh("account-1", "Cid");
  expect(status.kind).toBe("connecting");
  const { connection } = await import("../src/match/connection.svelte");
  const { identity } = await import("../src/app/identity.svelte");
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    asked.push(path, new Headers(init.headers).get("authorization"));
    return answer();
  });
  last().onclose?.({ code: 4001, reason: "refused by mistake" });
  await vi.advanceTimersByTimeAsync(150);
  expect(asked).toEqual(["/api/me", "Bearer T"]);
  expect(identity.token).toBe("T");
  expect(localStorage.getItem("neurohex.identity")).not.toBeNull();
  expect(lines).toHaveLength(2);
  greet();
  expect(connection.status.kind).toBe("open");
});
