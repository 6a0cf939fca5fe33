// The tree of a record: parents and children, and the place of each node in the picture of the tree. Trees can be deep,
// so no function here is recursive.

/** @import { TreeEntry } from "../types.d.ts" */

/** The bits of a node's flags, which say what the node has. */
export const has = { comment: 1, marks: 2, setup: 4, name: 8, judgement: 16, fault: 32, analysis: 64 };

/**
 * The nodes in the order of the file: a node comes before its children, and the children are in their order.
 * @typedef {object} Tree
 * @property {TreeEntry[]} entries
 * @property {Map<number, number>} at      place by number of the node
 * @property {Int32Array} parent           -1 for the first
 * @property {number[][]} children
 * @property {Int32Array} column           number of nodes before it
 * @property {Int32Array} row              row in the picture; each variation has one
 * @property {number[][]} rows             the nodes of each row, from left to right
 * @property {Map<number, {from: number, to: number}[]>} forks  by column: the lines from a row down to other variations
 * @property {number} width                columns
 */

/** @param {{nodes: TreeEntry[]}} tree @returns {Tree} */
export function readTree({ nodes: entries }) {
  const at = new Map(entries.map(([number], i) => [number, i]));
  const parent = new Int32Array(entries.length);
  /** @type {number[][]} */
  const children = entries.map(() => []);
  const column = new Int32Array(entries.length);
  entries.forEach((entry, i) => {
    parent[i] = at.get(entry[1]) ?? -1;
    if (parent[i] < 0) return;
    children[parent[i]].push(i);
    column[i] = column[parent[i]] + 1;
  });
  const width = column.reduce((most, c) => Math.max(most, c + 1), 0);
  return { entries, at, parent, children, column, width, ...layOut(parent, children, column, width) };
}

/**
 * Gives every variation a row below all nodes that are already in its columns. Variations are placed in the order of
 * the file, so a later variation is always below an earlier one, and lines never cross.
 * @param {Int32Array} parent @param {number[][]} children @param {Int32Array} column @param {number} width
 */
function layOut(parent, children, column, width) {
  const row = new Int32Array(parent.length);
  const lowest = new Int32Array(width).fill(-1); // by column: the lowest row that is used
  /** @type {number[][]} */
  const rows = [];
  /** @type {Tree["forks"]} */
  const forks = new Map();
  for (let i = 0; i < parent.length; i++) {
    const p = parent[i];
    if (p >= 0 && children[p][0] === i) continue; // the first child is in its parent's row
    let free = p < 0 ? 0 : Math.max(row[p] + 1, lowest[column[p]] + 1);
    for (let n = i; n !== undefined; n = children[n][0]) free = Math.max(free, lowest[column[n]] + 1);
    for (let n = i; n !== undefined; n = children[n][0]) {
      row[n] = free;
      lowest[column[n]] = free;
      (rows[free] ??= []).push(n);
    }
    if (p >= 0) {
      lowest[column[p]] = Math.max(lowest[column[p]], free - 1); // the line down to it
      const list = forks.get(column[p]) ?? [];
      const last = list.at(-1);
      if (last?.from === row[p]) last.to = free - 1;
      else list.push({ from: row[p], to: free - 1 });
      forks.set(column[p], list);
    }
  }
  for (const list of rows) list?.sort((a, b) => column[a] - column[b]);
  return { row, rows: Array.from(rows, (list) => list ?? []), forks };
}

/** The nodes from the root to a node. @param {Tree} tree @param {number} i */
export function pathTo(tree, i) {
  const path = [];
  for (let n = i; n >= 0; n = tree.parent[n]) path.push(n);
  return path.reverse();
}

/** The move of a node: colour and vertex. @param {Tree} tree @param {number} i */
const playedAt = (tree, i) => `${tree.entries[i][2]} ${tree.entries[i][3]}`;

/**
 * The steps to a node. A step has the move of a node and the index of the node among its siblings. Null if there is no
 * such node.
 * @param {Tree} tree @param {number} number of the node
 * @returns {{played: string, index: number}[]|null}
 */
export function stepsTo(tree, number) {
  const i = tree.at.get(number);
  if (i === undefined) return null;
  return pathTo(tree, i).slice(1).map((n) => ({ played: playedAt(tree, n), index: tree.children[tree.parent[n]].indexOf(n) }));
}

/**
 * The number of the node to which steps lead. Each step goes to the child with the same move. If several children have
 * this move, the step goes to the child with the same index. Undefined if there is no such node.
 * @param {Tree} tree @param {{played: string, index: number}[]|null} steps
 */
export function follow(tree, steps) {
  if (!steps) return undefined;
  let i = 0;
  for (const { played, index } of steps) {
    const same = tree.children[i].filter((n) => playedAt(tree, n) === played);
    const next = same.length === 1 ? same[0] : same.find((n) => n === tree.children[i][index]);
    if (next === undefined) return undefined;
    i = next;
  }
  return tree.entries[i][0];
}

/** The node of the main line after a number of moves. @param {TreeEntry[]} entries @param {number} moves */
export function nodeAfter(entries, moves) {
  let node = entries[0][0];
  for (const [number, parent, , , , move] of entries) {
    if (parent !== -1 && parent !== node) break; // the next entry is in another variation
    if (move > moves) break;
    node = number;
  }
  return node;
}

/**
 * The node after a number of steps forward, along the line that the user has followed before.
 * @param {Tree} tree @param {number} i @param {number} steps negative to go back
 * @param {Map<number, number>} chosen  by number of a node: the number of the child that was visited last
 */
export function walk(tree, i, steps, chosen) {
  for (; steps < 0 && tree.parent[i] >= 0; steps++) i = tree.parent[i];
  for (; steps > 0 && tree.children[i].length > 0; steps--) i = next(tree, i, chosen);
  return i;
}

/** @param {Tree} tree @param {number} i @param {Map<number, number>} chosen */
function next(tree, i, chosen) {
  const child = tree.at.get(chosen.get(tree.entries[i][0]) ?? -1);
  return child !== undefined && tree.parent[child] === i ? child : tree.children[i][0];
}

/**
 * The corresponding node of the next or previous variation: a sibling, or the node at the same distance from the
 * nearest earlier fork.
 * @param {Tree} tree @param {number} i @param {1|-1} way @param {Map<number, number>} chosen
 */
export function beside(tree, i, way, chosen) {
  let depth = 0;
  for (let n = i; tree.parent[n] >= 0; n = tree.parent[n], depth++) {
    const list = tree.children[tree.parent[n]];
    const other = list[list.indexOf(n) + way];
    if (other !== undefined) return walk(tree, other, depth, chosen);
  }
  return i;
}

/** The first node of a node's variation: the node after the nearest fork, or the root. @param {Tree} tree @param {number} i */
export function variationOf(tree, i) {
  while (tree.parent[i] >= 0 && tree.children[tree.parent[i]].length === 1) i = tree.parent[i];
  return i;
}

/** The number of nodes in the subtree of a node, including the node. @param {Tree} tree @param {number} i */
export function countFrom(tree, i) {
  const open = [i];
  let count = 0;
  for (let n = open.pop(); n !== undefined; n = open.pop(), count++) for (const child of tree.children[n]) open.push(child);
  return count;
}
