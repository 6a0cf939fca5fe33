// What can be said of a graph before anything lies on it: where its lines run,
// which sides are joined, how its rows and columns are called. Every graph is
// looked at once.

/** @typedef {import("../types.d.ts").Graph} Graph */

/**
 * @typedef {object} Shape
 * @property {number[]} points     indices of the points that are drawn
 * @property {{of: number, x: number, y: number}[]} copies  points again, beyond the side that they are joined to
 * @property {{rim: string, inner: string, stubs: string}} lines  as paths
 * @property {Box} box     around the points
 * @property {Box} extent  around points and copies
 * @property {{text: string, x: number, y: number, side: "top"|"bottom"|"left"|"right"}[]} labels
 * @property {boolean} dotted      points are marked, for lines do not show where they are
 * @property {number} radius       of a stone
 * @property {boolean} endless     the points are a window of a board without an end
 * @property {{left: number, bottom: number}|null} plane  all around the window there are
 *   points too, as far as these sides: it is drawn where its coordinates say
 * @property {number[]|null} shades  0 to 1 by point, where points differ in weight
 */

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

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
  const joined = new Map(); // an edge around the back: which way it leaves
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

/** Whether the points fill a grid of squares. */
function isLattice(graph, points, box) {
  const whole = points.every((i) => Number.isInteger(graph.points[i].x) && Number.isInteger(graph.points[i].y));
  return whole && (box.right - box.left + 1) * (box.bottom - box.top + 1) === points.length;
}

const pair = /^(-?\d+),(-?\d+)$/; // the name of a point of a board without an end

/** Where the sides of a plane are, if all of it lies as its coordinates say. */
function planeOf(graph, points) {
  if (!points.every((i) => graph.points[i].name === `${graph.points[i].x},${0 - graph.points[i].y}`)) return null;
  const box = extentOf(points.map((i) => graph.points[i]));
  return { left: box.left >= 0 ? 0 : -Infinity, bottom: box.bottom <= 0 ? 0 : Infinity };
}

/** What a place on the plane is called, if it is near one of its points; else "". @param {Graph} graph */
export function nameAt(graph, x, y) {
  const { plane } = shapeOf(graph);
  const [column, row] = [Math.round(x), Math.round(y)];
  return plane && Math.hypot(x - column, y - row) < 0.5 && column >= plane.left && row <= plane.bottom ? `${column},${0 - row}` : "";
}

/** The names of columns and rows of a window, where each is a straight line. */
function coordinates(graph, points) {
  const [columns, rows] = [new Map(), new Map()];
  for (const i of points) {
    const { name, x, y } = graph.points[i];
    const [, first, second] = pair.exec(name) ?? [];
    if (first === undefined || (columns.get(first) ?? x) !== x || (rows.get(second) ?? y) !== y) return [];
    columns.set(first, x);
    rows.set(second, y);
  }
  return [...[...columns].map(([text, x]) => ({ text, side: "top", x, y: 0 })), ...[...rows].map(([text, y]) => ({ text, side: "left", x: 0, y }))];
}

/** The step by which the edge from p leaves the grid to come back at q, if it does. */
function around(p, q, box) {
  const [dx, dy] = [q.x - p.x, q.y - p.y];
  if (Math.abs(dx) + Math.abs(dy) === 1) return null;
  if (Math.abs(dx) === box.right - box.left && dx !== 0) return { dx: -Math.sign(dx), dy: 0 };
  if (dx === 0 && Math.abs(dy) === box.bottom - box.top) return { dx: 0, dy: -Math.sign(dy) };
  return null;
}

/** How far the two closest points are apart. */
function closest(graph, points, edges) {
  const distance = (a, b) => Math.hypot(graph.points[a].x - graph.points[b].x, graph.points[a].y - graph.points[b].y);
  let least = 1;
  for (const [a, b] of edges) least = Math.min(least, distance(a, b));
  if (points.length > 3000) return least;
  for (const a of points) for (const b of points) if (a < b) least = Math.min(least, distance(a, b));
  return least;
}

/**
 * The lines as paths: along the rim of a regular board, whose ends have fewer
 * neighbours than inner points; inside; and stubs of those that go around the
 * back.
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

/** Columns by letters and rows by numbers, where that is how the points lie. */
function namesOf(graph, points) {
  const columns = new Map();
  const rows = new Map();
  for (const i of points) {
    const parts = /^([A-Z]+)(\d+)$/.exec(graph.points[i].name);
    if (!parts) return null;
    for (const [lists, key] of [[columns, parts[1]], [rows, parts[2]]]) {
      if (!lists.has(key)) lists.set(key, []);
      lists.get(key).push(graph.points[i]);
    }
  }
  const thin = (list, k) => Math.max(...list.map((p) => p[k])) - Math.min(...list.map((p) => p[k])) < 0.75;
  if (![...columns.values()].every((list) => thin(list, "x")) || ![...rows.values()].every((list) => thin(list, "y"))) return null;
  return { columns, rows };
}

const beside = 0.8; // of the outermost points is where labels stand

function labels({ columns, rows }, box) {
  const list = [];
  for (const [text, column] of columns) {
    const sorted = column.toSorted((a, b) => a.y - b.y);
    list.push({ text, side: "top", x: sorted[0].x, y: box.top - beside }, { text, side: "bottom", x: sorted.at(-1).x, y: box.bottom + beside });
  }
  for (const [text, row] of rows) {
    const mean = row.reduce((sum, p) => sum + p.y, 0) / row.length;
    list.push({ text, side: "left", x: box.left - beside, y: mean }, { text, side: "right", x: box.right + beside, y: mean });
  }
  return list;
}

/** How heavy points are, where they differ. */
function shades({ life, points }) {
  if (!life) return null;
  const sizes = points.map((_, i) => Math.abs(life.weights[i]));
  const most = Math.max(...new Set(sizes));
  if (most === 0 || sizes.every((w) => w === most)) return null;
  return sizes.map((w) => Math.sqrt(w / most));
}

/** What a point is called, and what it weighs where that matters. @param {Graph} graph @param {number} i */
export function describePoint({ points, life }, i) {
  if (!life) return points[i].name;
  return `${points[i].name}, weight ${weightText(life.weights[i])}`;
}

function weightText(w) {
  if (w === 0 || (Math.abs(w) >= 0.001 && Math.abs(w) < 1e6)) return String(Number(w.toPrecision(4)));
  return w.toExponential(2).replace("e-", " × 10^−").replace("e+", " × 10^");
}

/** The drawn point, or copy of one, that is nearest to a place, and how far it is. */
export function nearestTo(graph, x, y) {
  const shape = shapeOf(graph);
  let [best, least] = [-1, Infinity];
  const look = (i, at) => {
    const d = (at.x - x) ** 2 + (at.y - y) ** 2;
    if (d < least) [best, least] = [i, d];
  };
  for (const i of shape.points) look(i, graph.points[i]);
  for (const copy of shape.copies) look(copy.of, copy);
  return { point: best, distance: Math.sqrt(least) };
}

/**
 * The nearest point in a direction, for the arrow keys: within 45 degrees of it,
 * points straight ahead first. Where sides are joined the way leads around.
 * @param {Graph} graph @param {number} from @param {number} dx @param {number} dy
 */
export function towards(graph, from, dx, dy) {
  const shape = shapeOf(graph);
  const start = graph.points[from];
  let [best, least] = [from, Infinity];
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

/** The point nearest to the middle, where the keyboard begins. @param {Graph} graph */
export function middle(graph) {
  const { extent } = shapeOf(graph);
  return Math.max(0, nearestTo(graph, (extent.left + extent.right) / 2, (extent.top + extent.bottom) / 2).point);
}
