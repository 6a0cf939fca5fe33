// The tree of a record: who follows whom, and where each node stands in its
// picture. Trees can be deep, so that nothing here calls itself.

/** What the flags of a node say that it has. */
export const has = { comment: 1, marks: 2, setup: 4, name: 8, judgement: 16, fault: 32, analysis: 64 };

/**
 * Nodes by their place in the file: a node before its children, children in order.
 * @typedef {object} Tree
 * @property {import("../types.d.ts").TreeEntry[]} entries
 * @property {Map<number, number>} at      place by number of the node
 * @property {Int32Array} parent           -1 for the first
 * @property {number[][]} children
 * @property {Int32Array} column           how many nodes are before it
 * @property {Int32Array} row              its variation in the picture
 * @property {number[][]} rows             the nodes of a row from left to right
 * @property {Map<number, {from: number, to: number}[]>} forks  by column: where a line goes down to other variations
 * @property {number} width                columns
 */

/** @param {{nodes: import("../types.d.ts").TreeEntry[]}} tree @returns {Tree} */
export function readTree({ nodes: entries }) {
  const at = new Map(entries.map(([number], i) => [number, i]));
  const parent = new Int32Array(entries.length);
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
 * Gives every variation a row below all that stands in its columns so far. In the
 * order of the file a later variation always comes below an earlier one, so that
 * lines never cross.
 */
function layOut(parent, children, column, width) {
  const row = new Int32Array(parent.length);
  const lowest = new Int32Array(width).fill(-1); // row that is taken, by column
  const rows = [];
  const forks = new Map();
  for (let i = 0; i < parent.length; i++) {
    const p = parent[i];
    if (p >= 0 && children[p][0] === i) continue; // stands in the row of its variation
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
      if (list.at(-1)?.from === row[p]) list.at(-1).to = free - 1;
      else list.push({ from: row[p], to: free - 1 });
      forks.set(column[p], list);
    }
  }
  for (const list of rows) list?.sort((a, b) => column[a] - column[b]);
  return { row, rows: Array.from(rows, (list) => list ?? []), forks };
}

/** The nodes from the first to a node. @param {Tree} tree @param {number} i */
export function pathTo(tree, i) {
  const path = [];
  for (let n = i; n >= 0; n = tree.parent[n]) path.push(n);
  return path.reverse();
}

/** What is played at a node: colour and vertex. @param {Tree} tree @param {number} i */
const playedAt = (tree, i) => `${tree.entries[i][2]} ${tree.entries[i][3]}`;

/**
 * The steps to a node: what each plays, and which child it is. Null if there is no such node.
 * @param {Tree} tree @param {number} number of the node
 * @returns {{played: string, index: number}[]|null}
 */
export function stepsTo(tree, number) {
  const i = tree.at.get(number);
  if (i === undefined) return null;
  return pathTo(tree, i).slice(1).map((n) => ({ played: playedAt(tree, n), index: tree.children[tree.parent[n]].indexOf(n) }));
}

/**
 * The number of the node to which steps lead, if that can be told: the child that
 * plays the same, and of several the one in the same place.
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

/** The node of the main line after so many moves. @param {import("../types.d.ts").TreeEntry[]} entries */
export function nodeAfter(entries, moves) {
  let node = entries[0][0];
  for (const [number, parent, , , , move] of entries) {
    if (parent !== -1 && parent !== node) break; // the first variation beside the main line
    if (move > moves) break;
    node = number;
  }
  return node;
}

/**
 * The node so many steps further on, along the line that was looked at before.
 * @param {Tree} tree @param {number} i @param {number} steps negative is back
 * @param {Map<number, number>} chosen  by number of a node: that of its child which was looked at
 */
export function walk(tree, i, steps, chosen) {
  for (; steps < 0 && tree.parent[i] >= 0; steps++) i = tree.parent[i];
  for (; steps > 0 && tree.children[i].length > 0; steps--) i = next(tree, i, chosen);
  return i;
}

function next(tree, i, chosen) {
  const child = tree.at.get(chosen.get(tree.entries[i][0]));
  return child !== undefined && tree.parent[child] === i ? child : tree.children[i][0];
}

/**
 * The node of the next or previous variation: a sibling, or what is as far from
 * the nearest fork before.
 * @param {Tree} tree @param {number} i @param {1|-1} way
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

/** The node where the variation of a node begins: after the nearest fork before, or the first. @param {Tree} tree @param {number} i */
export function variationOf(tree, i) {
  while (tree.parent[i] >= 0 && tree.children[tree.parent[i]].length === 1) i = tree.parent[i];
  return i;
}

/** How many nodes a node and what follows it are. @param {Tree} tree */
export function countFrom(tree, i) {
  const open = [i];
  let count = 0;
  for (; open.length > 0; count++) for (const child of tree.children[open.pop()]) open.push(child);
  return count;
}
