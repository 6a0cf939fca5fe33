import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const stored = new Map();
globalThis.localStorage = { getItem: (k) => stored.get(k) ?? null, setItem: (k, v) => stored.set(k, v) };
const seats = await import("../page/seats.js");
const [one, two] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"];

beforeEach(() => stored.clear());

test("a secret goes only to requests about its game", () => {
  seats.keepSecret(one, "s");
  seats.keepInvitation(one, "i");
  const both = { "X-Tengen-Seat": "s", "X-Tengen-Invitation": "i" };
  for (const path of [`games/${one}`, `games/${one}/play`, `games/${one}/position?after=1`, `tournaments/${one}`, `tournaments/${one}/join`]) assert.deepEqual(seats.headersOf(path), both, path);
  for (const path of [`games/${two}`, "games", "config", `records/${one}`, `games/${one.slice(1)}/x`]) assert.deepEqual(seats.headersOf(path), {}, path);
});

test("a rematch has the same secrets", () => {
  seats.keepSecret(one, "s");
  seats.follow(one, two);
  assert.deepEqual(seats.headersOf(`games/${two}`), { "X-Tengen-Seat": "s" });
});

test("a new secret has 128 random bits", () => {
  const all = new Set(Array.from({ length: 100 }, seats.newSecret));
  assert.equal(all.size, 100);
  for (const s of all) assert.match(s, /^[0-9a-f]{32}$/);
});
