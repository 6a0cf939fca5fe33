// A pattern for a search: stones on a board, and the region of the board that the search compares.

/** @import { Graph } from "../types.d.ts" */

/** @typedef {{left: number, top: number, right: number, bottom: number}} Region  columns and rows, both ends included */
/**
 * @typedef {object} Pattern
 * @property {number} width
 * @property {number} height
 * @property {string[]} points   by row from the top: "X" black, "O" white, "." empty, "?" anything
 * @property {Region|null} region  null is the whole board
 * @property {"whole"|"corner"|"side"|"anywhere"} anchor
 */

/** @returns {Pattern} */
export const emptyPattern = (width = 19, height = width) => ({ width, height, points: Array(width * height).fill("."), region: null, anchor: "whole" });

/**
 * How the region is turned for a search. A search expects an edge of the board at the top, or a corner at the upper
 * left.
 * @param {Pattern} p
 */
function turnOf(p) {
  const r = regionOf(p);
  const [left, top, right, bottom] = [r.left === 0, r.top === 0, r.right === p.width - 1, r.bottom === p.height - 1];
  if (p.anchor === "corner") return { across: false, flipX: !left && right, flipY: !top && bottom };
  if (p.anchor === "side") return top || bottom ? { across: false, flipX: false, flipY: !top } : { across: true, flipX: !left, flipY: false };
  return { across: false, flipX: false, flipY: false };
}

/** Converts a place in the turned pattern into a place on the board. @param {Pattern} p @param {number} x @param {number} y */
export function onBoard(p, x, y) {
  const { left, top, right, bottom } = regionOf(p);
  const { across, flipX, flipY } = turnOf(p);
  const [a, b] = across ? [y, x] : [x, y];
  return { x: flipX ? right - a : left + a, y: flipY ? bottom - b : top + b };
}

/** The pattern in the form of a search request; undefined if the pattern is empty. @param {Pattern} p */
export function requestOf(p) {
  const { left, top, right, bottom } = regionOf(p);
  const [w, h] = [right - left + 1, bottom - top + 1];
  const [width, height] = turnOf(p).across ? [h, w] : [w, h];
  const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => {
    const at = onBoard(p, x, y);
    return p.points[at.y * p.width + at.x];
  }).join(""));
  if (!/[XO]/.test(rows.join("")) && !p.region) return undefined;
  return { width, height, points: rows.join("\n"), anchor: p.anchor };
}

/** @param {Pattern} p @returns {Region} */
export const regionOf = (p) => p.region ?? { left: 0, top: 0, right: p.width - 1, bottom: p.height - 1 };

/** The pattern with another region. The edges that the region touches decide the anchor. @param {Pattern} p @param {Region} region @returns {Pattern} */
export function withRegion(p, region) {
  const [left, right] = [Math.min(region.left, region.right), Math.max(region.left, region.right)];
  const [top, bottom] = [Math.min(region.top, region.bottom), Math.max(region.top, region.bottom)];
  const across = [left === 0, right === p.width - 1].filter(Boolean).length;
  const along = [top === 0, bottom === p.height - 1].filter(Boolean).length;
  if (across + along === 4) return { ...p, region: null, anchor: "whole" };
  const anchor = across > 0 && along > 0 ? "corner" : across + along > 0 ? "side" : "anywhere";
  return { ...p, region: { left, top, right, bottom }, anchor };
}

/** The anchors that the user can choose for a search. @param {Pattern} p @returns {Pattern["anchor"][]} */
export function anchorsOf(p) {
  if (!p.region) return ["whole"];
  const { anchor } = withRegion(p, p.region);
  return anchor === "corner" ? ["corner", "side", "anywhere"] : anchor === "side" ? ["side", "anywhere"] : ["anywhere"];
}

/** The pattern of a position. @param {Graph} graph @param {number[]} stones @returns {Pattern} */
export function patternOf(graph, stones) {
  const p = emptyPattern(graph.width, graph.height);
  graph.points.forEach(({ x, y }, i) => (p.points[y * p.width + x] = ["O", ".", "X"][stones[i] + 1]));
  return p;
}

/** The quarter of the board around a point. @param {Pattern} p @param {{x: number, y: number}} at */
export function cornerAt(p, at) {
  const [w, h] = [Math.ceil(p.width / 2), Math.ceil(p.height / 2)];
  const [left, top] = [at.x * 2 < p.width - 1 ? 0 : p.width - w, at.y * 2 < p.height - 1 ? 0 : p.height - h];
  return withRegion(p, { left, top, right: left + w - 1, bottom: top + h - 1 });
}

const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
/** The name of a column: A to Z without I, then AA, BB. @param {number} x */
const columnName = (x) => columns[x % 25].repeat(Math.floor(x / 25) + 1);

/** @param {{height: number}} board @param {number} x @param {number} y */
export const vertexAt = ({ height }, x, y) => `${columnName(x)}${height - y}`;

/** The place of a vertex on a rectangle, or null. @param {{width: number, height: number}} board @param {string} vertex */
export function placeOf({ width, height }, vertex) {
  const parts = /^([A-HJ-Z])\1*(\d+)$/i.exec(vertex);
  if (!parts) return null;
  const x = columns.indexOf(parts[1].toUpperCase()) + 25 * (vertex.length - parts[2].length - 1);
  const y = height - Number(parts[2]);
  return x < width && y >= 0 && y < height ? { x, y } : null;
}

/** @type {Record<string, string>} */
const signs = { "?": "*" }; // characters that would have to be escaped in an address

/** A pattern as text for an address: "19x19_corner_0-0-8-8_60.X12.". @param {Pattern} p */
export function packed(p) {
  const runs = p.points.join("").replace(/(.)\1*/g, (run, s) => (run.length > 1 ? run.length : "") + (signs[s] ?? s));
  const r = p.region;
  return [`${p.width}x${p.height}`, p.anchor, r ? [r.left, r.top, r.right, r.bottom].join("-") : "", runs].join("_");
}

/** Reads a pattern from text that `packed` has written. Null if the text is not a pattern. @param {string} text @returns {Pattern|null} */
export function unpacked(text) {
  const parts = /^(\d{1,2})x(\d{1,2})_(whole|corner|side|anywhere)_(?:(\d+)-(\d+)-(\d+)-(\d+))?_([XO.*0-9]*)$/.exec(text);
  if (!parts) return null;
  const [width, height] = [Number(parts[1]), Number(parts[2])];
  const points = [];
  for (const [, count, s] of parts[8].matchAll(/(\d*)([XO.*])/g)) {
    if (points.length + Number(count || 1) > width * height) return null;
    for (let i = 0; i < Number(count || 1); i++) points.push(s === "*" ? "?" : s);
  }
  if (points.length !== width * height) return null;
  const p = emptyPattern(width, height);
  if (parts[4] === undefined) return { ...p, points };
  const [left, top, right, bottom] = parts.slice(4, 8).map(Number);
  if (left > right || top > bottom || right >= width || bottom >= height) return null;
  const marked = { ...withRegion(p, { left, top, right, bottom }), points };
  const anchor = /** @type {Pattern["anchor"]} */ (parts[3]);
  return anchorsOf(marked).includes(anchor) ? { ...marked, anchor } : marked;
}
