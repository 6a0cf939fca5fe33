// shape.js and view.js: what boards look like, and which part of them is seen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describePoint, middle, nameAt, nearestTo, shapeOf, towards } from "../page/shape.js";
import { frame, frameOf, home, showing, within, zoomed } from "../page/view.js";

const letters = "ABCDEFGHJ";

/** A rectangle; joined is the set of its joined sides: "x" left and right, "y" top and bottom. */
function rectangle(width, height, joined = "") {
  const points = [];
  const edges = [];
  const at = (x, y) => y * width + x;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      points.push({ x, y, name: `${letters[x]}${height - y}` });
      if (x + 1 < width) edges.push([at(x, y), at(x + 1, y)]);
      else if (joined.includes("x")) edges.push([at(x, y), at(0, y)]);
      if (y + 1 < height) edges.push([at(x, y), at(x, y + 1)]);
      else if (joined.includes("y")) edges.push([at(x, y), at(x, 0)]);
    }
  }
  return { name: "test", width, height, points, edges, stars: [], beyond: -1 };
}

/** A window of the plane around the middle, with the point that stands for the rest. */
function plane(size) {
  const graph = rectangle(2 * size + 1, 2 * size + 1);
  graph.points = graph.points.map(({ x, y }) => ({ x: x - size, y: y - size, name: `${x - size},${0 - (y - size)}` }));
  graph.beyond = graph.points.push({ x: 0, y: 0, name: "beyond" }) - 1;
  return graph;
}

const named = (graph, name) => graph.points.findIndex((p) => p.name === name);

test("a rectangle has lines along its rim, and labels on all sides", () => {
  const shape = shapeOf(rectangle(3, 4));
  assert.equal(shape.points.length, 12);
  assert.equal((shape.lines.rim.match(/M/g) ?? []).length, 2 * 2 + 2 * 3);
  assert.equal((shape.lines.inner.match(/M/g) ?? []).length, 17 - 10);
  assert.equal(shape.labels.filter((l) => l.side === "top").map((l) => l.text).join(""), "ABC");
  assert.equal(shape.labels.filter((l) => l.side === "left").length, 4);
  assert.equal(shape.dotted, false);
  assert.deepEqual(shape.copies, []);
  assert.equal(shapeOf(shape.points && rectangle(3, 4)) === shape, false, "another graph has another shape");
});

test("the shape of a graph is computed once", () => {
  const graph = rectangle(5, 5);
  assert.equal(shapeOf(graph), shapeOf(graph));
});

test("a torus has copies beyond every side, and stubs in place of long lines", () => {
  const graph = rectangle(5, 5, "xy");
  const shape = shapeOf(graph);
  assert.equal(shape.copies.length, 20);
  assert.ok(shape.copies.some((c) => c.of === named(graph, "A5") && c.x === 5 && c.y === 0));
  assert.equal((shape.lines.stubs.match(/M/g) ?? []).length, 20);
  assert.equal(shape.lines.rim, "", "a torus has no rim");
  assert.deepEqual(shape.extent, { left: -1, right: 5, top: -1, bottom: 5 });
});

test("the arrow keys go around joined sides, and stop at others", () => {
  const torus = rectangle(5, 5, "xy");
  assert.equal(torus.points[towards(torus, named(torus, "E3"), 1, 0)].name, "A3");
  const plain = rectangle(5, 5);
  assert.equal(plain.points[towards(plain, named(plain, "E3"), 1, 0)].name, "E3");
  assert.equal(plain.points[towards(plain, named(plain, "E3"), 0, -1)].name, "E4");
});

test("the cursor begins in the middle", () => {
  const graph = rectangle(9, 9);
  assert.equal(graph.points[middle(graph)].name, "E5");
});

test("the nearest point may be a copy", () => {
  const graph = rectangle(5, 5, "xy");
  const { point, distance } = nearestTo(graph, 5.1, 2);
  assert.equal(graph.points[point].name, "A3");
  assert.ok(Math.abs(distance - 0.1) < 1e-9, `distance ${distance}, want 0.1`);
});

test("points of a plane have names beyond the window", () => {
  const graph = plane(3);
  const shape = shapeOf(graph);
  assert.deepEqual(shape.plane, { left: -Infinity, bottom: Infinity });
  assert.equal(shape.points.includes(graph.beyond), false);
  assert.equal(nameAt(graph, 10.2, 3.9), "10,-4");
  assert.equal(nameAt(graph, 10.45, 3.55), "", "between two points");
  assert.equal(nameAt(rectangle(5, 5), 2, 2), "");
});

test("weights shade the points and are in their names", () => {
  const graph = { ...rectangle(2, 1), life: { text: "", weights: [4, 1] } };
  assert.deepEqual(shapeOf(graph).shades, [1, 0.5]);
  assert.equal(describePoint(graph, 1), "B1, weight 1");
  assert.equal(shapeOf({ ...rectangle(2, 1), life: { text: "", weights: [2, 2] } }).shades, null);
  assert.equal(describePoint({ ...graph, life: { text: "", weights: [1e-7, 2e9] } }, 0), "A1, weight 1.00 × 10^−7");
});

test("a view does not leave the board", () => {
  const graph = rectangle(9, 9);
  const whole = frame(graph, true);
  assert.deepEqual(frameOf(whole, home(whole)), whole);
  const far = within(graph, whole, { x: 100, y: -100, zoom: 1.4 });
  const f = frameOf(whole, far);
  assert.ok(f.x + f.width <= whole.x + whole.width + 1e-9 && f.y >= whole.y - 1e-9, JSON.stringify(f));
  assert.equal(within(graph, whole, { x: 4, y: 4, zoom: 0.1 }).zoom, 1);
  assert.ok(within(graph, whole, { x: 4, y: 4, zoom: 50 }).zoom < 2, "6 points at least are seen");
});

test("a view of a plane may be wider than the first one, and leave the window", () => {
  const graph = plane(3);
  const whole = frame(graph, true);
  assert.ok(within(graph, whole, { x: 0, y: 0, zoom: 0.01 }).zoom > 0.3);
  assert.equal(within(graph, whole, { x: 100, y: 0, zoom: 1 }).x, 43);
});

test("zooming keeps a place on the screen", () => {
  const view = zoomed({ x: 4, y: 4, zoom: 1 }, 2, 6, 4);
  assert.deepEqual(view, { x: 5, y: 4, zoom: 2 });
});

test("a view moves just far enough to show a point", () => {
  const whole = { x: 0, y: 0, width: 20, height: 20 };
  const view = { x: 5, y: 5, zoom: 2 };
  assert.deepEqual(showing(whole, view, 5, 5), view);
  assert.deepEqual(showing(whole, view, 12, 5), { x: 8.6, y: 5, zoom: 2 });
});
