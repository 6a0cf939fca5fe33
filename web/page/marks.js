// The marks that a record draws on the board: marks, labels, lines, arrows, dimmed and hidden points, and the next
// moves.
import { html, pure } from "./html.js";
import { shapeOf } from "./shape.js";

/** @import { Graph, Position } from "../types.d.ts" */

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** @type {WeakMap<Graph, Map<string, number>>} */
const known = new WeakMap();

/** The indices of points by their names. @param {Graph} graph @returns {Map<string, number>} */
export function indexOf(graph) {
  let map = known.get(graph);
  if (!map) known.set(graph, (map = new Map(graph.points.map((p, i) => [p.name, i]))));
  return map;
}

/** The shapes of marks around the middle of a point. @type {Record<string, any>} */
const shapes = {
  circle: html`<circle r=".22" />`,
  square: html`<path d="M-.19-.19H.19V.19H-.19z" />`,
  triangle: html`<path d="M0-.27L.245.16H-.245z" />`,
  cross: html`<path d="M-.18-.18L.18.18M.18-.18L-.18.18" />`,
};

/** @typedef {{graph: Graph, position: Position, next: boolean, from: string}} MarksProps  next: whether to show the next moves; from: the point where a line begins */

export const Marks = pure((/** @type {MarksProps} */ { graph, position, next, from }) => {
  const index = indexOf(graph);
  const k = shapeOf(graph).radius / 0.475;
  const { stones, marks, labels, lines, arrows } = position;
  const indexAt = (/** @type {string} */ vertex) => index.get(vertex) ?? -1;
  const at = (/** @type {string} */ vertex) => graph.points[indexAt(vertex)];
  const on = (/** @type {string} */ vertex) => ["on-white", "on-wood", "on-black"][stones[indexAt(vertex)] + 1];
  const place = (/** @type {string} */ vertex) => `translate(${at(vertex).x} ${at(vertex).y})`;
  const all = (/** @type {string} */ kind) => (marks[kind] ?? []).filter((v) => index.has(v));
  const shown = Object.entries(labels).filter(([v]) => index.has(v));
  const taken = new Set([...shown.map(([v]) => v), ...Object.keys(shapes).flatMap(all)]);
  return html`<g class="markup" aria-hidden="true">
    ${veil(graph, index, all("view"), all("dim"))}
    ${["territoryBlack", "territoryWhite"].flatMap((kind) => all(kind).map((v) => html`<rect key="${kind}${v}" class="area ${kind}" transform="${place(v)} scale(${k})" x="-.15" y="-.15" width=".3" height=".3" rx=".06" />`))}
    ${all("selected").map((v) => html`<rect key="s${v}" class="selected ${on(v)}" transform="${place(v)} scale(${k})" x="-.46" y="-.46" width=".92" height=".92" rx=".14" />`)}
    ${lines.filter((l) => l.every((v) => index.has(v))).map(([a, b]) => html`<path key="${a}-${b}" class="line" d="M${at(a).x} ${at(a).y}L${at(b).x} ${at(b).y}" />`)}
    ${arrows.filter((l) => l.every((v) => index.has(v))).map(([a, b]) => html`<path key="${a}>${b}" class="arrow" d=${arrow(at(a), at(b))} />`)}
    ${next && nextMoves(position, taken).filter(({ vertex }) => index.has(vertex)).map(({ vertex, color, text }) => html`<g key="n${vertex}" class="next ${color}" transform="${place(vertex)} scale(${k})" data-next=${vertex}>
      ${text && html`<circle class="ground" r=".36" />`}<circle class="tint" r=".36" />${text && html`<text font-size=".44">${text}</text>`}</g>`)}
    ${Object.keys(shapes).flatMap((kind) => all(kind).map((v) => html`<g key="${kind}${v}" class="mark ${on(v)}" data-mark=${kind} data-at=${v} transform="${place(v)} scale(${k})">
      ${on(v) === "on-wood" && html`<circle class="ground" r=".34" />`}${shapes[kind]}</g>`))}
    ${shown.map(([v, text]) => html`<g key="l${v}" class="label ${on(v)}" data-label=${text} data-at=${v} transform="${place(v)} scale(${k})">
      ${on(v) === "on-wood" && html`<circle class="ground" r=".38" />`}<text font-size=${fontSize(text)}>${text}</text></g>`)}
    ${from && index.has(from) && html`<circle class="begin" transform=${place(from)} r=".3" />`}
  </g>`;
});

/** @param {string} text */
const fontSize = (text) => (text.length < 2 ? 0.58 : text.length < 3 ? 0.46 : Math.max(0.2, 1.05 / text.length));

/** The next moves, with letters if there are several. @param {Position} position @param {Set<string>} taken */
function nextMoves({ children, labels }, taken) {
  const moves = children.filter((c) => c.vertex && c.vertex !== "pass");
  const used = new Set(Object.values(labels));
  const free = [...letters].filter((l) => !used.has(l) && !used.has(l.toLowerCase()));
  return moves.map(({ vertex, color }, i) => ({ vertex, color, text: moves.length < 2 || taken.has(vertex) ? "" : (free[i] ?? "").toLowerCase() }));
}

/**
 * The covers of hidden and dimmed points.
 * @param {Graph} graph @param {Map<string, number>} index @param {string[]} view @param {string[]} dim
 */
function veil({ points }, index, view, dim) {
  const squares = (/** @type {number[]} */ list) => list.map((i) => `M${points[i].x - 0.5} ${points[i].y - 0.5}h1v1h-1z`).join("");
  const seen = new Set(view.map((v) => index.get(v)));
  const hidden = view.length > 0 ? points.map((_, i) => i).filter((i) => !seen.has(i)) : [];
  return html`${hidden.length > 0 && html`<path class="veil" d=${squares(hidden)} />`}
    ${dim.length > 0 && html`<path class="dim" d=${squares(dim.map((v) => index.get(v) ?? -1))} />`}`;
}

/**
 * An arrow from one point to just before the middle of another, with its head.
 * @param {{x: number, y: number}} a @param {{x: number, y: number}} b
 */
function arrow(a, b) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const tip = { x: b.x - 0.12 * ux, y: b.y - 0.12 * uy };
  const wing = (/** @type {number} */ s) => `${tip.x - 0.36 * ux + s * 0.2 * uy} ${tip.y - 0.36 * uy - s * 0.2 * ux}`;
  return `M${a.x} ${a.y}L${tip.x} ${tip.y}M${wing(1)}L${tip.x} ${tip.y}L${wing(-1)}`;
}
