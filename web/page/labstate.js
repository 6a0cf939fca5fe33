// Positions in the rules laboratory, and changes of them.
import { tr } from "./text.js";

/** @import { Graph, Trouble } from "../types.d.ts" */

/**
 * A position to ask the server about.
 * @typedef {object} Source
 * @property {string} [game]     id
 * @property {string} [trouble]  name
 * @property {number} [step]
 * @property {string} [board]    in words
 * @property {string[]} [black]
 * @property {string[]} [white]
 * @property {{black: number, white: number}} [prisoners]  stones that each player has captured
 */

/** The first position, if the server has no troubles. */
const example = `
.XO.O
XXOOO
.XXXO
XX.XO
X.XXO`;

/**
 * The position that a URL names: the name of a trouble, or "game=ID" with dead stones, or nothing.
 * @param {string} path @param {Trouble[]} troubles
 * @returns {Source & {dead?: string[]}}
 */
export function sourceOf(path, troubles) {
  const asked = new URLSearchParams(path);
  const id = asked.get("game");
  if (id) return { game: id, dead: asked.get("dead")?.split(" ") };
  const trouble = troubles.find((t) => t.name === path) ?? troubles[0];
  return trouble ? { trouble: trouble.name, step: 0 } : (readDrawing(example).position ?? {});
}

/**
 * Stones on a board as a position of its own.
 * @param {string} board @param {number[]} stones @param {Source["prisoners"]} [prisoners] @returns {Source}
 */
export const positionOf = (board, stones, prisoners) => ({ board, ...lists(stones), prisoners });

/** Stones as lists of the numbers of their points. @param {number[]} stones */
function lists(stones) {
  /** @param {number} color */
  const of = (color) => stones.flatMap((s, i) => (s === color ? [`#${i}`] : []));
  return { black: of(1), white: of(-1) };
}

/** A drawing of X, O and dots as a position. @param {string} text @returns {{position?: Source, error?: string}} */
export function readDrawing(text) {
  const rows = text.split("\n").map((row) => row.replace(/[\s|]/g, "")).filter(Boolean);
  const width = rows[0]?.length ?? 0;
  if (width === 0) return { error: tr("Draw a position: X for black, O for white, a dot for an empty point.") };
  const odd = rows.findIndex((row) => row.length !== width);
  if (odd >= 0) return { error: tr("Row {odd} has {n} points, the first has {width}.", { odd: odd + 1, n: rows[odd].length, width }) };
  /** @type {Record<string, number>} */
  const letters = { X: 1, B: 1, "#": 1, "●": 1, O: -1, W: -1, "○": -1, ".": 0, "+": 0, "·": 0, "-": 0 };
  const stones = [...rows.join("").toUpperCase()].map((letter) => letters[letter]);
  const wrong = stones.findIndex((stone) => stone === undefined);
  if (wrong >= 0) return { error: tr("Row {wrong} has a character other than X, O and the dot.", { wrong: Math.floor(wrong / width) + 1 }) };
  return { position: positionOf(`${width}x${rows.length}`, stones) };
}

/** The chain of a stone. @param {Graph} graph @param {number[]} stones @param {number} start */
export function chainAt(graph, stones, start) {
  const chain = new Set([start]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const [a, b] of graph.edges) {
      if (stones[a] === stones[start] && stones[b] === stones[start] && chain.has(a) !== chain.has(b)) {
        chain.add(a).add(b);
        grown = true;
      }
    }
  }
  return [...chain];
}
