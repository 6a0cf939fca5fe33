// Tests of the live analysis: what is written into a candidate, and how good it is.
import assert from "node:assert/strict";
import test from "node:test";

globalThis.localStorage = /** @type {any} */ ({ getItem: () => null, setItem: () => undefined });
globalThis.document = /** @type {any} */ ({ addEventListener: () => undefined });
const { lossOf, quality, short, textOf, winOf } = await import("../page/candidates.js");

/** @returns {any} */
const analysis = (player) => ({ player, moves: [{ vertex: "A1", win: 0.4, lead: -1.5 }, { vertex: "B1", win: 0.3, lead: -4 }, { vertex: "C1", win: 0.6, lead: 2 }] });

test("a candidate's loss is that of its player", () => {
  assert.deepEqual(analysis("black").moves.map((m) => lossOf(analysis("black"), m)), [0, 2.5, 0]);
  assert.deepEqual(analysis("white").moves.map((m) => lossOf(analysis("white"), m)), [0, 0, 3.5]);
});

test("a candidate shows the win rate or the lead of its player", () => {
  const [black, white] = [analysis("black"), analysis("white")];
  assert.equal(winOf(white, white.moves[0]), 60);
  assert.equal(textOf(black, black.moves[0], "win"), "40");
  assert.equal(textOf(white, white.moves[0], "win"), "60");
  assert.equal(textOf(black, black.moves[0], "lead"), "−1.5");
  assert.equal(textOf(white, white.moves[0], "lead"), "1.5");
});

test("the quality has six steps", () => {
  assert.deepEqual([0, 0.19, 0.2, 1, 3, 9, 10, 50].map(quality), [0, 0, 1, 2, 3, 4, 5, 5]);
});

test("visits are short", () => {
  assert.deepEqual([0, 999, 1000, 1049, 9949, 9950, 12_345, 999_499, 1_500_000].map(short), ["0", "999", "1.0k", "1.0k", "9.9k", "10k", "12k", "999k", "1.5M"]);
});
