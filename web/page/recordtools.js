// Changes of a record: the tools for clicks on the board, and changes of the tree.
import * as page from "./page.js";
import { indexOf } from "./marks.js";
import { begin, drafts, edit, go, opened, setEditing, state, undo } from "./record.js";
import { tr } from "./text.js";
import { countFrom, variationOf } from "./tree.js";

/** @import { Position } from "../types.d.ts" */

let touched = ""; // the latest click: node, tool and point

/** The tree, and the place of the shown node in it. */
function place() {
  const { tree } = opened();
  return { tree, here: tree.at.get(state.node) ?? 0 };
}

/** Reports whether Edit is on. If not, a message offers to turn it on. @param {() => unknown} [then] what the user wanted to do @param {string} [what] its name in the message */
export function mayEdit(then, what = "") {
  if (state.editing) return true;
  if (state.record) page.say(tr("Turn on Edit to change the record."), { text: what ? tr("Edit, and {action}", { action: what }) : tr("Edit"), run: () => (setEditing(true), then?.()) });
  return false;
}

export const pass = () => state.record && edit("play", { vertex: "pass" });

/** Deletes the node and all nodes after it. It does not ask for confirmation, because the user can undo it. */
export async function cut() {
  if (!state.tree) return;
  const { tree, here } = place();
  if (tree.parent[here] < 0) return page.say(tr("The start of a record cannot be deleted."));
  const count = countFrom(tree, here);
  if (await edit("cut")) page.say(count === 1 ? tr("Deleted.") : tr("Deleted {count} nodes.", { count }), { text: tr("Undo"), run: undo });
}

/** Deletes the node and keeps the nodes after it. */
export async function removeNode() {
  if (await edit("remove")) page.say(tr("The node was deleted. The nodes after it were kept."), { text: tr("Undo"), run: undo });
}

/** Moves the variation up or down among its siblings. @param {1|-1} way */
export async function shift(way) {
  if (!state.tree) return;
  const { tree, here } = place();
  const i = variationOf(tree, here);
  if (tree.parent[i] < 0) return page.say(tr("This is the only variation."));
  const list = tree.children[tree.parent[i]];
  const index = list.indexOf(i) + way;
  if (index < 0 || index >= list.length) return page.say(way < 0 ? tr("This is already the first variation.") : tr("This is already the last variation."));
  const node = state.node;
  if (await edit("moveTo", { index }, tree.entries[i][0])) go(node);
}

export async function promote() {
  const node = state.node;
  if (await edit("promote")) go(node);
}

/** Follows a move if it was played. Otherwise plays it if Edit is on. @param {string} vertex or "pass" */
export function playAt(vertex) {
  const { position, node } = state;
  if (!position || position.node !== node) return; // the position has not arrived yet
  const child = position.children.find((c) => c.vertex === vertex);
  if (child) return go(child.node);
  if (mayEdit(() => playAt(vertex), vertex === "pass" ? tr("pass") : tr("play {vertex}", { vertex }))) return edit("play", { vertex });
}

/** Uses the tool on a point. @param {string} vertex */
export function touch(vertex) {
  const { tool, from, position, node } = state;
  if (!position || position.node !== node) return; // the position has not arrived yet
  if (drafts.saving > 0 && touched === `${node} ${tool} ${vertex}`) return; // a double click
  touched = `${node} ${tool} ${vertex}`;
  switch (tool) {
    case "play":
      return playAt(vertex);
    case "black":
    case "white":
    case "empty":
      return edit("put", { vertex, color: stoneAt(position, vertex) === tool ? "empty" : tool });
    case "letter":
      return edit("label", { vertex });
    case "number":
      return edit("label", { vertex, text: position.labels[vertex] ? "" : nextNumber(position) });
    case "line":
    case "arrow":
      if (!from) return begin(vertex);
      if (from === vertex) return begin("");
      return edit("line", { from, to: vertex, arrow: tool === "arrow" });
  }
  return edit("mark", { vertex, kind: tool });
}

/** @param {Position} position @param {string} vertex */
function stoneAt({ stones }, vertex) {
  const i = indexOf(opened().record.graph).get(vertex) ?? -1;
  return ["white", "empty", "black"][(stones[i] ?? 0) + 1];
}

/** The smallest number that is not a label yet. @param {Position} position */
function nextNumber({ labels }) {
  const used = new Set(Object.values(labels));
  let n = 1;
  while (used.has(String(n))) n++;
  return String(n);
}
