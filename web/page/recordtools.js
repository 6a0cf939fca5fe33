// What can be done with a record: the tools that a click on the board uses, and
// what changes its tree.
import * as page from "./page.js";
import { indexOf } from "./marks.js";
import { begin, drafts, edit, go, opened, state, undo } from "./record.js";
import { countFrom, variationOf } from "./tree.js";

let touched = ""; // the latest click

const here = () => state.tree.at.get(state.node);

export const pass = () => state.record && edit("play", { vertex: "pass" });

/** Deletes the node with all that follows; no question, for it can be undone. */
export async function cut() {
  if (!state.tree || state.tree.parent[here()] < 0) return page.say("The start of a record cannot be deleted.");
  const count = countFrom(state.tree, here());
  if (await edit("cut")) page.say(count === 1 ? "Deleted." : `Deleted ${count} nodes.`, { text: "Undo", run: undo });
}

/** Deletes the node alone; what follows stays. */
export async function removeNode() {
  if (await edit("remove")) page.say("Deleted; what follows it was kept.", { text: "Undo", run: undo });
}

/** Moves the variation up or down among its siblings. @param {1|-1} way */
export function shift(way) {
  const { tree } = state;
  if (!tree) return;
  const i = variationOf(tree, here());
  if (tree.parent[i] < 0) return page.say("This is the only variation.");
  const list = tree.children[tree.parent[i]];
  const index = list.indexOf(i) + way;
  if (index < 0 || index >= list.length) return page.say(way < 0 ? "This is the first variation already." : "This is the last variation already.");
  const node = state.node;
  edit("moveTo", { index }, tree.entries[i][0]).then((done) => done && go(node));
}

export async function promote() {
  const node = state.node;
  if (await edit("promote")) go(node);
}

/** What a click on a point does with the tool in hand. @param {string} vertex */
export function touch(vertex) {
  const { tool, from, position, node } = state;
  if (!position || position.node !== node) return; // still on the way
  if (drafts.saving > 0 && touched === `${node} ${tool} ${vertex}`) return; // a double click
  touched = `${node} ${tool} ${vertex}`;
  switch (tool) {
    case "play": {
      const child = position.children.find((c) => c.vertex === vertex);
      return child ? go(child.node) : edit("play", { vertex });
    }
    case "black":
    case "white":
    case "empty":
      return edit("put", { vertex, color: stoneAt(vertex) === tool ? "empty" : tool });
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

function stoneAt(vertex) {
  const { graph } = state.record;
  return { 1: "black", "-1": "white", 0: "empty" }[state.position.stones[indexOf(graph).get(vertex)]];
}

function nextNumber({ labels }) {
  const used = new Set(Object.values(labels));
  let n = 1;
  while (used.has(String(n))) n++;
  return String(n);
}
