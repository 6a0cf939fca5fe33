// grain.js, wood.js and motion.js: what a board looks like, and what moves on it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { numbers, shells, shellsOf } from "../page/grain.js";
import { motionOf, Pace, still } from "../page/motion.js";
import { grain } from "../page/wood.js";

/** A square board. */
function square(n) {
  const points = [];
  const edges = [];
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < n; x++) {
      const i = points.push({ x, y, name: `${x},${y}` }) - 1;
      if (x > 0) edges.push([i - 1, i]);
      if (y > 0) edges.push([i - n, i]);
    }
  }
  return { name: "square", width: n, height: n, points, edges, stars: [], beyond: -1 };
}

test("the same text gives the same numbers, another text gives others", () => {
  const first = (seed) => Array.from({ length: 5 }, numbers(seed));
  assert.deepEqual(first("game one"), first("game one"));
  assert.notDeepEqual(first("game one"), first("game two"));
  assert.ok(first("").every((x) => x >= 0 && x < 1));
});

test("the stones of a game keep their grain, and neighbours differ", () => {
  const board = square(19);
  const kinds = shellsOf(board, "game one");
  assert.deepEqual(kinds, shellsOf(board, "game one"));
  assert.notDeepEqual(kinds, shellsOf(board, "game two"));
  for (const [a, b] of board.edges) assert.notEqual(kinds[a], kinds[b]);
  assert.equal(new Set(kinds).size, shells);
});

test("a point with more neighbours than there are kinds has a kind", () => {
  const points = Array.from({ length: 40 }, (_, i) => ({ x: i, y: 0, name: `p${i}` }));
  const edges = points.slice(0, -1).map((_, i) => [i, 39]);
  const kinds = shellsOf({ name: "star", width: 0, height: 0, points, edges, stars: [], beyond: -1 }, "x");
  assert.ok(kinds.every((kind) => kind >= 0 && kind < shells));
});

test("the wood of a game stays, and another game has other wood", () => {
  assert.deepEqual(grain("game one", 40), grain("game one", 40));
  assert.notDeepEqual(grain("game one", 40), grain("game two", 40));
  const depths = grain("game one", 200);
  assert.ok(new Set(depths).size > 20);
  assert.ok(Math.max(...depths) < 110, "the text on the wood stays readable");
});

test("one move settles, and what it captured fades", () => {
  assert.deepEqual(motionOf([0, -1, 0], [1, 0, 0]), { placed: 0, captured: [1] });
  assert.deepEqual(motionOf([0, -1, 0], [1, -1, 0]), { placed: 0, captured: [] });
  assert.equal(motionOf([1, 0], [1, 0]), null);
});

test("nothing moves if a move is taken back, or the position is another one", () => {
  assert.equal(motionOf([1, 0, 0], [0, 0, 0]), still);
  assert.equal(motionOf([0, 0, 0], [1, -1, 0]), still);
  assert.equal(motionOf([1, 0, 0], [-1, 0, 0]), still);
  assert.equal(motionOf([1, 0], [1, 0, 0]), still);
});

test("a move and its answer are not rushed, but the third of three quick changes is", () => {
  const pace = new Pace();
  assert.deepEqual([1000, 1050, 1100, 1200, 1300].map((at) => pace.rushed(at)), [false, false, true, true, true]);
  assert.deepEqual([3000, 3300, 3600, 3900].map((at) => pace.rushed(at)), [false, false, false, false]);
});
