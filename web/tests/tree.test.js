// tree.js: the tree of a record, its picture, and the ways through it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { beside, countFrom, follow, nodeAfter, pathTo, readTree, stepsTo, variationOf, walk } from "../page/tree.js";

/**
 *   10 - 11 - 12 - 13
 *         |    `- 14 - 15
 *         `- 16 - 17
 */
const entries = [
  [10, -1, 0, "", 0, 0, ""], [11, 10, 1, "E5", 0, 1, ""], [12, 11, -1, "G7", 0, 2, ""], [13, 12, 1, "C3", 0, 3, ""],
  [14, 12, 1, "G3", 0, 3, ""], [15, 14, -1, "C7", 0, 4, ""], [16, 11, -1, "C3", 0, 2, ""], [17, 16, 1, "G7", 0, 3, ""],
];
const tree = readTree({ nodes: entries });
const at = (number) => tree.at.get(number);
const numberOf = (i) => tree.entries[i][0];
const nothing = new Map();

test("rows and columns of the picture", () => {
  assert.deepEqual([...tree.column], [0, 1, 2, 3, 3, 4, 2, 3]);
  assert.deepEqual([...tree.row], [0, 0, 0, 0, 1, 1, 2, 2]);
  assert.deepEqual(tree.rows.map((row) => row.map(numberOf)), [[10, 11, 12, 13], [14, 15], [16, 17]]);
  assert.deepEqual(tree.forks.get(1), [{ from: 0, to: 1 }]);
  assert.equal(tree.width, 5);
});

test("the path to a node", () => {
  assert.deepEqual(pathTo(tree, at(15)).map(numberOf), [10, 11, 12, 14, 15]);
});

test("a walk follows the line that was visited last", () => {
  assert.equal(numberOf(walk(tree, at(10), 2, nothing)), 12);
  assert.equal(numberOf(walk(tree, at(10), 2, new Map([[11, 16]]))), 16);
  assert.equal(numberOf(walk(tree, at(10), 2, new Map([[11, 13]]))), 12, "a node that is not a child is not followed");
  assert.equal(numberOf(walk(tree, at(15), -Infinity, nothing)), 10);
  assert.equal(numberOf(walk(tree, at(10), Infinity, nothing)), 13);
});

test("the variation above or below", () => {
  assert.equal(numberOf(beside(tree, at(13), 1, nothing)), 14);
  assert.equal(numberOf(beside(tree, at(15), 1, nothing)), 17, "at the same distance, as far as the variation goes");
  assert.equal(numberOf(beside(tree, at(13), -1, nothing)), 13, "no variation lies above");
});

test("where a variation begins, and how many nodes it has", () => {
  assert.equal(numberOf(variationOf(tree, at(15))), 14);
  assert.equal(numberOf(variationOf(tree, at(11))), 10);
  assert.equal(countFrom(tree, at(12)), 4);
  assert.equal(countFrom(tree, at(10)), 8);
});

test("steps find a node again under another number", () => {
  const moved = readTree({ nodes: entries.map(([n, p, ...rest]) => [n + 100, p < 0 ? p : p + 100, ...rest]) });
  for (const [number] of entries) assert.equal(follow(moved, stepsTo(tree, number)), number + 100);
  assert.equal(follow(moved, stepsTo(tree, 99)), undefined);
  assert.equal(follow(readTree({ nodes: entries.filter(([n]) => n !== 15) }), stepsTo(tree, 15)), undefined);
});

test("steps tell siblings with the same move apart by their index", () => {
  const twins = readTree({ nodes: [[1, -1, 0, "", 0, 0, ""], [2, 1, 1, "E5", 0, 1, ""], [3, 1, 1, "E5", 0, 1, ""]] });
  assert.equal(follow(twins, stepsTo(twins, 3)), 3);
});

test("the node of the main line after some moves", () => {
  assert.equal(nodeAfter(entries, 0), 10);
  assert.equal(nodeAfter(entries, 2), 12);
  assert.equal(nodeAfter(entries, Infinity), 13);
});

test("a tree may be very deep", () => {
  const nodes = Array.from({ length: 100_000 }, (_, i) => [i, i - 1, 1, "A1", 0, i, ""]);
  const deep = readTree({ nodes });
  assert.equal(countFrom(deep, 0), 100_000);
  assert.equal(walk(deep, 0, Infinity, nothing), 99_999);
});
