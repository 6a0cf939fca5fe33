// Computes the drawing of an empty board from its graph: the lines, the joined sides, and the names of rows and
// columns. It is computed once for each graph.
import { tr } from "./text.js";

/** @import { Graph, Point } from "../types.d.ts" */

/**
 * @typedef {object} Shape
 * @property {number[]} points     indices of the points that are drawn
 * @property {{of: number, x: number, y: number}[]} copies  points that are drawn again beyond the opposite side
 * @property {{rim: string, inner: string, stubs: string}} lines  as paths
 * @property {Box} box     of the points
 * @property {Box} extent  of points and copies
 * @property {Label[]} labels
 * @property {boolean} dotted      points are marked, because the lines do not show where they are
 * @property {number} radius       of a stone
 * @property {boolean} endless     the points are a window of an infinite board
 * @property {{left: number, bottom: number}|null} plane  the edges of the window, if the board is a plane whose points
 * lie at their coordinates
 * @property {number[]|null} shades  0 to 1 by point; null if all points have the same weight
 */

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */
/** @typedef {{text: string, x: number, y: number, side: "top"|"bottom"|"left"|"right"}} Label  the name of a row or column */
/** @typedef {{dx: number, dy: number}} Step */

/** @type {WeakMap<Graph, Shape>} */
const known = new WeakMap();

/** @param {Graph} graph @returns {Shape} */
export function shapeOf(graph) {
  let shape = known.get(graph);
  if (!shape) {
    shape = look(graph);
    known.set(graph, shape);
  }
  return shape;
}

/** @param {Graph} graph @returns {Shape} */
function look(graph) {
  const points = graph.points.map((_, i) => i).filter((i) => i !== graph.beyond);
  const edges = graph.edges.filter(([a, b]) => a !== graph.beyond && b !== graph.beyond);
  const box = extentOf(points.map((i) => graph.points[i]));
  const lattice = isLattice(graph, points, box);
  const endless = graph.beyond >= 0;
  const copies = [];
  /** @type {Map<[number, number], Step>} the direction in which each edge to the opposite side leaves the board */
  const joined = new Map();
  if (lattice && !endless) {
    for (const edge of edges) {
      const way = around(graph.points[edge[0]], graph.points[edge[1]], box);
      if (way) joined.set(edge, way);
    }
  }
  for (const [[a, b], { dx, dy }] of joined) {
    const [p, q] = [graph.points[a], graph.points[b]];
    copies.push({ of: b, x: p.x + dx, y: p.y + dy }, { of: a, x: q.x - dx, y: q.y - dy });
  }
  const names = endless ? null : namesOf(graph, points);
  const plane = endless ? planeOf(graph, points) : null;
  const extent = extentOf([...points.map((i) => graph.points[i]), ...copies]);
  return {
    points, copies, endless, plane, box, extent,
    dotted: !names && !endless,
    lines: plane ? { rim: "", inner: "", stubs: "" } : lines(graph, edges, joined, !!names),
    labels: names ? labels(names, extent) : endless ? coordinates(graph, points) : [],
    radius: 0.475 * Math.max(0.5, Math.min(1, lattice ? 1 : closest(graph, points, edges))),
    shades: shades(graph),
  };
}

/** @param {{x: number, y: number}[]} places */
function extentOf(places) {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { x, y } of places) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

/** Reports whether the points fill a grid of squares. @param {Graph} graph @param {number[]} points @param {Box} box */
function isLattice(graph, points, box) {
  const whole = points.every((i) => Number.isInteger(graph.points[i].x) && Number.isInteger(graph.points[i].y));
  return whole && (box.right - box.left + 1) * (box.bottom - box.top + 1) === points.length;
}

const pair = /^(-?\d+),(-?\d+)$/; // the name of a point on an infinite board

/** The sides of a plane, if its points lie at their coordinates. @param {Graph} graph @param {number[]} points */
function planeOf(graph, points) {
  if (!points.every((i) => graph.points[i].name === `${graph.points[i].x},${0 - graph.points[i].y}`)) return null;
  const box = extentOf(points.map((i) => graph.points[i]));
  return { left: box.left >= 0 ? 0 : -Infinity, bottom: box.bottom <= 0 ? 0 : Infinity };
}

/** The name of the point near a place on the plane, or "". @param {Graph} graph @param {number} x @param {number} y */
export function nameAt(graph, x, y) {
  const { plane } = shapeOf(graph);
  const [column, row] = [Math.round(x), Math.round(y)];
  return plane && Math.hypot(x - column, y - row) < 0.5 && column >= plane.left && row <= plane.bottom ? `${column},${0 - row}` : "";
}

/**
 * The names of the columns and rows of a window, if each is a straight line.
 * @param {Graph} graph @param {number[]} points @returns {Label[]}
 */
function coordinates(graph, points) {
  /** @type {Map<string, number>[]} */
  const [columns, rows] = [new Map(), new Map()];
  for (const i of points) {
    const { name, x, y } = graph.points[i];
    const [, first, second] = pair.exec(name) ?? [];
    if (first === undefined || (columns.get(first) ?? x) !== x || (rows.get(second) ?? y) !== y) return [];
    columns.set(first, x);
    rows.set(second, y);
  }
  /** @type {Label[]} */
  const list = [];
  for (const [text, x] of columns) list.push({ text, side: "top", x, y: 0 });
  for (const [text, y] of rows) list.push({ text, side: "left", x: 0, y });
  return list;
}

/**
 * The direction in which the edge from p leaves the board, if the edge joins p to q across opposite sides.
 * @param {Point} p @param {Point} q @param {Box} box @returns {Step|null}
 */
function around(p, q, box) {
  const [dx, dy] = [q.x - p.x, q.y - p.y];
  if (Math.abs(dx) + Math.abs(dy) === 1) return null;
  if (Math.abs(dx) === box.right - box.left && dx !== 0) return { dx: -Math.sign(dx), dy: 0 };
  if (dx === 0 && Math.abs(dy) === box.bottom - box.top) return { dx: 0, dy: -Math.sign(dy) };
  return null;
}

/** The distance between the two closest points. @param {Graph} graph @param {number[]} points @param {Graph["edges"]} edges */
function closest(graph, points, edges) {
  /** @param {number} a @param {number} b */
  const distance = (a, b) => Math.hypot(graph.points[a].x - graph.points[b].x, graph.points[a].y - graph.points[b].y);
  let least = 1;
  for (const [a, b] of edges) least = Math.min(least, distance(a, b));
  if (points.length > 3000) return least;
  for (const a of points) for (const b of points) if (a < b) least = Math.min(least, distance(a, b));
  return least;
}

/**
 * The lines as paths of three kinds: the rim of a regular board, whose points have fewer neighbours than inner points;
 * the lines inside; and the stubs of edges to the opposite side.
 * @param {Graph} graph @param {Graph["edges"]} edges @param {Map<[number, number], Step>} joined @param {boolean} regular
 */
function lines({ points }, edges, joined, regular) {
  const degree = points.map(() => 0);
  for (const [a, b] of edges) {
    degree[a]++;
    degree[b]++;
  }
  const most = Math.max(0, ...new Set(degree));
  const paths = { rim: "", inner: "", stubs: "" };
  for (const edge of edges) {
    const [p, q] = [points[edge[0]], points[edge[1]]];
    const way = joined.get(edge);
    if (way) paths.stubs += `M${p.x} ${p.y}l${way.dx} ${way.dy}M${q.x} ${q.y}l${-way.dx} ${-way.dy}`;
    else {
      const rim = regular && degree[edge[0]] < most && degree[edge[1]] < most;
      paths[rim ? "rim" : "inner"] += `M${p.x} ${p.y}L${q.x} ${q.y}`;
    }
  }
  return paths;
}

/**
 * The points of each column by its letters, and of each row by its number, if the points form columns and rows.
 * @param {Graph} graph @param {number[]} points
 */
function namesOf(graph, points) {
  /** @type {Map<string, Point[]>} */
  const columns = new Map();
  /** @type {Map<string, Point[]>} */
  const rows = new Map();
  for (const i of points) {
    const parts = /^([A-Z]+)(\d+)$/.exec(graph.points[i].name);
    if (!parts) return null;
    for (const { lists, key } of [{ lists: columns, key: parts[1] }, { lists: rows, key: parts[2] }]) {
      const list = lists.get(key) ?? [];
      if (list.push(graph.points[i]) === 1) lists.set(key, list);
    }
  }
  /** @param {Point[]} list @param {"x"|"y"} k */
  const thin = (list, k) => Math.max(...list.map((p) => p[k])) - Math.min(...list.map((p) => p[k])) < 0.75;
  if (![...columns.values()].every((list) => thin(list, "x")) || ![...rows.values()].every((list) => thin(list, "y"))) return null;
  return { columns, rows };
}

const beside = 0.82; // distance of the labels from the outermost points

/** @param {{columns: Map<string, Point[]>, rows: Map<string, Point[]>}} names @param {Box} box */
function labels({ columns, rows }, box) {
  /** @type {Label[]} */
  const list = [];
  for (const [text, column] of columns) {
    const sorted = column.toSorted((a, b) => a.y - b.y);
    const lowest = sorted[sorted.length - 1];
    list.push({ text, side: "top", x: sorted[0].x, y: box.top - beside }, { text, side: "bottom", x: lowest.x, y: box.bottom + beside });
  }
  for (const [text, row] of rows) {
    const mean = row.reduce((sum, p) => sum + p.y, 0) / row.length;
    list.push({ text, side: "left", x: box.left - beside, y: mean }, { text, side: "right", x: box.right + beside, y: mean });
  }
  return list;
}

/** The weights of the points from 0 to 1; null if all are the same. @param {Graph} graph */
function shades({ life, points }) {
  if (!life) return null;
  const sizes = points.map((_, i) => Math.abs(life.weights[i]));
  const most = Math.max(...new Set(sizes));
  if (most === 0 || sizes.every((w) => w === most)) return null;
  return sizes.map((w) => Math.sqrt(w / most));
}

/** The name of a point, with its weight on a board that has weights. @param {Graph} graph @param {number} i */
export function describePoint({ points, life }, i) {
  if (!life) return points[i].name;
  return tr("{point}, weight {weight}", { point: points[i].name, weight: weightText(life.weights[i]) });
}

/** @param {number} w */
function weightText(w) {
  if (w === 0 || (Math.abs(w) >= 0.001 && Math.abs(w) < 1e6)) return String(Number(w.toPrecision(4)));
  return w.toExponential(2).replace("e-", " × 10^−").replace("e+", " × 10^");
}

/** The point that is nearest to a place, itself or a copy, and its distance. @param {Graph} graph @param {number} x @param {number} y */
export function nearestTo(graph, x, y) {
  const shape = shapeOf(graph);
  let [best, least] = [-1, Infinity];
  /** @param {number} i @param {{x: number, y: number}} at */
  const look = (i, at) => {
    const d = (at.x - x) ** 2 + (at.y - y) ** 2;
    if (d < least) [best, least] = [i, d];
  };
  for (const i of shape.points) look(i, graph.points[i]);
  for (const copy of shape.copies) look(copy.of, copy);
  return { point: best, distance: Math.sqrt(least) };
}

/**
 * The nearest point in a direction, for the arrow keys. Only points within 45 degrees of the direction are considered;
 * points straight ahead come first. On joined sides the cursor moves to the opposite side.
 * @param {Graph} graph @param {number} from @param {number} dx @param {number} dy
 */
export function towards(graph, from, dx, dy) {
  const shape = shapeOf(graph);
  const start = graph.points[from];
  let [best, least] = [from, Infinity];
  /** @param {number} i @param {{x: number, y: number}} p */
  const look = (i, p) => {
    const [x, y] = [p.x - start.x, p.y - start.y];
    const along = x * dx + y * dy;
    const across = Math.abs(x * dy - y * dx);
    const cost = along + 2 * across;
    if (along > 0.1 && across <= along && cost < least) [best, least] = [i, cost];
  };
  for (const i of shape.points) look(i, graph.points[i]);
  for (const copy of shape.copies) look(copy.of, copy);
  return best;
}

/** The point nearest to the middle, where the cursor begins. @param {Graph} graph */
export function middle(graph) {
  const { extent } = shapeOf(graph);
  return Math.max(0, nearestTo(graph, (extent.left + extent.right) / 2, (extent.top + extent.bottom) / 2).point);
}
