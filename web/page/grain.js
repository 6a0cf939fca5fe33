// The grain of the wood and of the white stones. A text decides it, usually the id of a game: so a board looks the same
// whenever it is opened, and different from other boards.

/** @import { Graph } from "../types.d.ts" */

export const shells = 12; // kinds of white stones

/** A number of 32 bits from a text: FNV-1a, whose bits are then mixed. @param {string} text */
export function hash(text) {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return mixed(h);
}

/** @param {number} h */
function mixed(h) {
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return (h ^ (h >>> 15)) >>> 0;
}

/** A sequence of numbers from 0 to 1. @param {string} seed @returns {() => number} */
export function numbers(seed) {
  let state = hash(seed);
  return () => mixed((state = (state + 0x9e3779b9) | 0)) / 2 ** 32;
}

/**
 * The kind of white stone for each point. The stones on neighbouring points differ, if a point has fewer neighbours
 * than there are kinds.
 * @param {Graph} graph @param {string} seed @returns {number[]}
 */
export function shellsOf(graph, seed) {
  /** @type {number[][]} */
  const near = graph.points.map(() => []);
  for (const [a, b] of graph.edges) near[Math.max(a, b)].push(Math.min(a, b));
  /** @type {number[]} */
  const kinds = [];
  for (const [i, { name }] of graph.points.entries()) {
    const taken = new Set(near[i].map((j) => kinds[j]));
    let kind = hash(`${seed} ${name}`) % shells;
    for (let tries = 0; taken.has(kind) && tries < shells; tries++) kind = (kind + 1) % shells;
    kinds.push(kind);
  }
  return kinds;
}
