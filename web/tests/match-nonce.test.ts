import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dropWitness, keepWitness, newNonce, witnessed, witnessOf } from "../src/match/nonce";
import { saveRecord } from "../src/match/record";

const RECORD = '[Neurohex "1"]\n[Army0 "borgo"]\n[Commitment "cc"]\n\n1. place HQ\n';
const ANN = { match: "m", commitment: "c0", nonce: "aa" };

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

it("makes another nonce each time", () => {
  const [one, other] = [newNonce(), newNonce()];
  expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(one).not.toBe(other);
});

it("keeps what proves a shuffle by match, and forgets the oldest", () => {
  expect(witnessOf("m")).toBeNull();
  keepWitness(ANN);
  keepWitness({ ...ANN, nonce: "bb" });
  expect(witnessOf("m")?.nonce).toBe("bb");
  for (let n = 0; n < 300; n++) keepWitness({ ...ANN, match: `m${n}` });
  expect([witnessOf("m"), witnessOf("m0")?.nonce]).toEqual([null, "aa"]);
  dropWitness("m0");
  expect(witnessOf("m0")).toBeNull();
  localStorage.setItem("neurohex.shuffles", '[1, {"match": "m"}]');
  expect(witnessOf("m")).toBeNull();
});

it("adds it to a record, and believes no other", () => {
  const tags = witnessed(RECORD, ANN);
  expect(tags).toBe(RECORD.replace('"cc"]', '"cc"]\n[SeenCommitment "c0"]\n[OwnNonce "aa"]'));
  expect(witnessed(tags, { ...ANN, nonce: "bb" })).toBe(tags.replace('"aa"', '"bb"'));
  expect(witnessed(tags, null)).toBe(RECORD);
});

it("downloads a record with it", async () => {
  keepWitness(ANN);
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(RECORD, { headers: { "content-type": "text/plain" } }));
  const blobs: Blob[] = [];
  URL.createObjectURL = (blob: Blob) => (blobs.push(blob), "blob:record");
  URL.revokeObjectURL = () => undefined;
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await saveRecord("m");
  expect(clicked).toHaveBeenCalledOnce();
  expect((clicked.mock.instances[0] as unknown as HTMLAnchorElement).download).toBe("neurohex-m.txt");
  const text = await new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsText(blobs[0] as Blob);
  });
  expect(text).toContain('[OwnNonce "aa"]');
});
