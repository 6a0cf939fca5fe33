// pattern.js, labstate.js and marks.js: positions as patterns, drawings, and marks on them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chainAt, positionOf, readDrawing, sourceOf } from "../page/labstate.js";
import { indexOf } from "../page/marks.js";
import { anchorsOf, cornerAt, emptyPattern, onBoard, packed, patternOf, placeOf, requestOf, unpacked, vertexAt, withRegion } from "../page/pattern.js";

const put = (p, ...stones) => stones.reduce((q, [x, y, s]) => ({ ...q, points: q.points.with(y * q.width + x, s) }), p);

test("vertices have no I, and double letters after Z", () => {
  assert.equal(vertexAt({ height: 9 }, 8, 0), "J9");
  assert.equal(vertexAt({ height: 30 }, 25, 29), "AA1");
  for (const [x, y] of [[0, 0], [8, 5], [24, 3], [25, 0], [29, 29]]) {
    assert.deepEqual(placeOf({ width: 30, height: 30 }, vertexAt({ height: 30 }, x, y)), { x, y });
  }
  for (const wrong of ["I5", "A0", "A10", "pass", "", "K1"]) assert.equal(placeOf({ width: 9, height: 9 }, wrong), null, wrong);
});

test("a region knows how it lies to the edges", () => {
  const p = emptyPattern(9);
  assert.equal(withRegion(p, { left: 0, top: 0, right: 3, bottom: 3 }).anchor, "corner");
  assert.equal(withRegion(p, { left: 2, top: 0, right: 4, bottom: 3 }).anchor, "side");
  assert.equal(withRegion(p, { left: 4, top: 5, right: 2, bottom: 3 }).anchor, "anywhere");
  assert.deepEqual(withRegion(p, { left: 4, top: 5, right: 2, bottom: 3 }).region, { left: 2, top: 3, right: 4, bottom: 5 });
  assert.equal(withRegion(p, { left: 0, top: 0, right: 8, bottom: 8 }).region, null);
  assert.deepEqual(anchorsOf(cornerAt(p, { x: 8, y: 8 })), ["corner", "side", "anywhere"]);
  assert.deepEqual(anchorsOf(p), ["whole"]);
});

test("the request turns a corner to the upper left, and a side to the top", () => {
  const corner = cornerAt(put(emptyPattern(9), [8, 8, "X"], [7, 8, "O"]), { x: 8, y: 8 });
  const request = requestOf(corner);
  assert.equal(request.points.split("\n")[0], "XO...");
  assert.deepEqual(onBoard(corner, 0, 0), { x: 8, y: 8 });

  const right = withRegion(put(emptyPattern(9), [8, 4, "X"]), { left: 7, top: 3, right: 8, bottom: 5 });
  assert.equal(requestOf(right).points, ".X.\n...");
  assert.deepEqual(onBoard(right, 1, 0), { x: 8, y: 4 });
  assert.equal(requestOf(emptyPattern(9)), undefined);
});

test("a pattern survives its address", () => {
  const whole = put(emptyPattern(19), [3, 3, "X"], [15, 15, "O"], [4, 4, "?"]);
  const marked = { ...cornerAt(whole, { x: 0, y: 0 }), anchor: "anywhere" };
  for (const p of [emptyPattern(5), whole, cornerAt(whole, { x: 18, y: 0 }), marked, put(emptyPattern(13, 7), [12, 6, "O"])]) {
    assert.deepEqual(unpacked(packed(p)), p);
    assert.equal(encodeURIComponent(packed(p)).replaceAll("%2A", "*"), packed(p), "nothing has to be escaped");
  }
  for (const wrong of ["", "9x9", "9x9_whole__80.", "9x9_whole__82.", "9x9_whole__81Z", "9x9_corner_5-0-2-2_81.", "9x9_corner_0-0-9-2_81.", "9x9_whole__99999999."]) {
    assert.equal(unpacked(wrong), null, wrong);
  }
});

test("a position as a pattern", () => {
  const graph = { width: 2, height: 2, points: [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }, { x: 1, y: 1 }] };
  assert.deepEqual(patternOf(graph, [1, 0, 0, -1]).points, ["X", ".", ".", "O"]);
});

test("drawings of positions", () => {
  assert.deepEqual(readDrawing(" X . \n|.o|\n").position, { board: "2x2", black: ["#0"], white: ["#3"], prisoners: undefined });
  assert.match(readDrawing("").error, /Draw a position/);
  assert.match(readDrawing("XX\nX").error, /Row 2 has 1 point/);
  assert.match(readDrawing("XX\nXq").error, /Row 2 has a character/);
});

test("the position that an address names", () => {
  const troubles = [{ name: "triple-ko" }, { name: "bent-four" }];
  assert.deepEqual(sourceOf("game=abc&dead=A1+B2", troubles), { game: "abc", dead: ["A1", "B2"] });
  assert.deepEqual(sourceOf("bent-four", troubles), { trouble: "bent-four", step: 0 });
  assert.deepEqual(sourceOf("", troubles), { trouble: "triple-ko", step: 0 });
  assert.equal(sourceOf("", []).board, "5x5");
  assert.deepEqual(positionOf("2x1", [1, -1], { black: 2, white: 0 }), { board: "2x1", black: ["#0"], white: ["#1"], prisoners: { black: 2, white: 0 } });
});

test("the chain of a stone", () => {
  const graph = { edges: [[0, 1], [1, 2], [3, 4], [2, 4]] };
  assert.deepEqual(chainAt(graph, [1, 1, -1, 1, 1], 0).sort(), [0, 1]);
  assert.deepEqual(chainAt(graph, [1, 1, 1, 1, 1], 3).sort(), [0, 1, 2, 3, 4]);
});

test("the indices of points by name", () => {
  const graph = { points: [{ name: "A1" }, { name: "B1" }] };
  assert.equal(indexOf(graph).get("B1"), 1);
  assert.equal(indexOf(graph), indexOf(graph));
});
