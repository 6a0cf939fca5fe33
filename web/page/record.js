// The open record: the node that is shown, and the functions that go to other nodes. drafts.js sends the changes; the
// server saves every change before it answers.
import * as analysis from "./analysis.js";
import * as api from "./api.js";
import { Autoplay } from "./autoplay.js";
import { Drafts } from "./drafts.js";
import * as page from "./page.js";
import { tr } from "./text.js";
import { beside, follow, pathTo, readTree, stepsTo, walk } from "./tree.js";

/** @import { Edited, GameInfo, GameRecord, Position } from "../types.d.ts" */
/** @import { TextOp } from "./drafts.js" */
/** @import { Tree } from "./tree.js" */

/** @typedef {Omit<GameRecord, "tree"|"position">} Opened */

const empty = {
  /** @type {Opened|null} */ record: null,
  /** @type {Tree|null} */ tree: null,
  node: 0, // the node that is shown, perhaps before its position has arrived
  /** @type {Position|null} */ position: null,
  from: "", // the point where a line or an arrow begins
  /** @type {{vertex: string}|null} */ visit: null, // the point that the board should show
};

export const state = { ...empty, tool: "play", editing: false };

const keptPositions = 400;
const paceKey = "autoplay"; // the key of the pace of the autoplay
/** The key of the text that was not saved when the user left the game of a record. @param {string} id @param {number} game */
const lastWritten = (id, game) => `lastWritten ${id}/${game}`;

/** @type {Map<number, number>} the child of each node that was visited last */
let chosen = new Map();
/** @type {Map<number, Position>} by node, for the current version of the record */
let positions = new Map();
let asked = 0; // number of the latest request for a position
let fetching = false;
let retry = 0; // timer of the next request for a position that did not arrive

/** @param {Partial<typeof state>} changes */
function update(changes) {
  Object.assign(state, changes);
  page.redraw();
}

export const drafts = new Drafts({
  record: () => state.record,
  node: () => state.node,
  saved: (op) => (state.position?.node === state.node ? state.position[op] : ""),
  post: (id, change) => api.postWithin(`records/${id}/edit`, change, 30_000),
  texts: (id, node) => api.get(`records/${id}/nodes/${node}`),
  reload: (id, game) => reload(id, game),
  learn: (answer, stay) => learn(answer, stay),
  begin: () => (page.state.message = ""), // the message was about an earlier change
  fail: (error) => page.say(page.sentence(page.plain(page.messageOf(error)))),
  changed: page.redraw,
});

/** Changes the record. @param {string} op @param {object} [more] @param {number} [node] */
export function edit(op, more, node) {
  autoplay.stop();
  return drafts.edit(op, more, node);
}

/** Takes a text that the user is writing. @param {TextOp} op @param {string} text */
export function write(op, text) {
  autoplay.stop();
  drafts.write(op, text);
}

export const autoplay = new Autoplay({
  atEnd: () => !state.tree?.children[here()].length,
  rewind: () => state.tree && show(state.tree.entries[0][0]),
  step: () => state.tree && show(state.tree.entries[walk(state.tree, here(), 1, chosen)][0]),
  later: (run, milliseconds) => setTimeout(run, milliseconds),
  cancel: (timer) => clearTimeout(timer),
  changed: page.redraw,
}, Number(localStorage.getItem(paceKey) ?? 2));

/** @param {number} pace of the autoplay, in seconds for each move */
export function setPace(pace) {
  localStorage.setItem(paceKey, String(pace));
  autoplay.setPace(pace);
}

/** @param {string} id of a record */
const editingKey = (id) => `editing ${id}`;

/**
 * Shows or hides the tools for editing. The browser remembers the choice for each record, as long as its tab exists.
 * @param {boolean} editing
 */
export function setEditing(editing) {
  if (!state.record) return;
  sessionStorage.setItem(editingKey(state.record.id), String(editing));
  update({ editing, tool: "play", from: "" });
}

/** Reports whether a record opens with the tools for editing: if they were on before, or if there is nothing to read. @param {string} id @param {Tree} tree */
const opensEditing = (id, tree) => tree.entries.length === 1 || sessionStorage.getItem(editingKey(id)) === "true";

/** The state of an open record. A caller that may run without an open record checks state.record first. */
export function opened() {
  const { record, tree } = state;
  if (!record || !tree) throw new Error(tr("no record is open"));
  return { record, tree };
}

/** @param {string} id @param {number} game @param {number|string} node */
export const address = (id, game, node) => `record/${id}/${game}/${node}`;

/** What the names of all courses of a game begin with, for the live analysis. @param {string} id @param {number} game */
export const coursesOf = (id, game) => `${id}/${game}:`;

/** Opens the record, game and node that a URL names. @param {string} path ID/GAME/NODE */
export async function open(path) {
  const [id, game = "0", node] = path.split("/");
  if (state.record?.id === id && state.record.game === Number(game)) return node === undefined ? undefined : go(Number(node));
  await drafts.flush();
  await drafts.settled();
  const wanted = () => page.state.record === path;
  try {
    const record = await page.insist(() => api.get(`records/${encodeURIComponent(id)}?game=${Number(game) || 0}`), wanted);
    if (wanted()) take(record, node === undefined ? undefined : Number(node));
  } catch (refusal) {
    if (wanted()) page.leave(page.messageOf(refusal));
  }
}

/** Shows a record as the server has it. @param {GameRecord} record @param {number} [node] */
function take(record, node = record.node) {
  const { tree, position, ...rest } = record;
  const read = readTree(tree);
  const there = read.at.has(node) ? node : record.node;
  const same = state.record?.id === record.id && state.record.game === record.game;
  if (!same) {
    keepLast();
    chosen = new Map();
    // The page may show another game of this file than its address names, after an undo for example.
    const [id, game = "0"] = (page.state.record ?? "").split("/");
    if (id === record.id && Number(game) !== record.game) page.state.record = `${id}/${record.game}`;
  }
  positions = new Map([[position.node, position]]);
  drafts.opened(same);
  update({ ...empty, record: rest, tree: read, node: position.node, position });
  if (!same) {
    autoplay.stop();
    setEditing(opensEditing(record.id, read));
  }
  if (there !== position.node) show(there);
  else remember();
  if (!same) page.attempt(() => recall(record.id, record.game, read));
}

/** Saves a text that was not saved when the user left the record. @param {string} id @param {number} game @param {Tree} tree */
async function recall(id, game, tree) {
  const key = lastWritten(id, game);
  const last = JSON.parse(localStorage.getItem(key) ?? "null");
  if (!last) return;
  localStorage.removeItem(key);
  await drafts.recall({ ...last, record: id, game }, follow(tree, last.steps));
}

/** Removes the record from the page's state when the user leaves it. */
export async function close() {
  autoplay.stop();
  await drafts.flush();
  await drafts.settled();
  if (page.state.record !== null) return; // the user has come back already
  keepLast();
  Object.assign(state, empty);
  drafts.opened(false);
}

let remembering = false;

/** Writes the node into the URL, so that a reload shows the same node. This takes the browser several milliseconds. */
function remember() {
  if (remembering) return;
  remembering = true;
  page.afterPaint(() => {
    remembering = false;
    const { record, node } = state;
    if (record && page.state.record?.split("/")[0] === record.id) history.replaceState(null, "", `#${address(record.id, record.game, node)}`);
  });
}

/** Goes to a node because the user wants to. @param {number} node its number */
export function go(node) {
  autoplay.stop();
  return show(node);
}

/** Shows a node. @param {number} node its number */
async function show(node) {
  const { tree } = state;
  const i = tree?.at.get(node);
  if (!tree || i === undefined) return;
  drafts.flush();
  for (let n = i; tree.parent[n] >= 0; n = tree.parent[n]) {
    const [parent, child] = [tree.entries[tree.parent[n]][0], tree.entries[n][0]];
    if (chosen.get(parent) === child && n !== i) break;
    chosen.set(parent, child);
  }
  page.state.message = "";
  const known = positions.get(node);
  update({ node, from: "", ...(known ? { position: known } : {}) });
  remember();
  if (known) page.afterPaint(fetchAhead);
  else await fetchPosition();
}

/**
 * Fetches the position of the node that is shown. If the user steps quickly, only the last position is fetched. While the
 * server is away, the request is repeated; the message comes only once.
 * @param {boolean} [repeated]
 */
async function fetchPosition(repeated = false) {
  clearTimeout(retry);
  const number = ++asked;
  const { record, node } = state;
  if (fetching || !record) return;
  fetching = true;
  try {
    const position = await api.get(`records/${record.id}/nodes/${node}?version=${record.version}`);
    const stale = state.record?.id !== record.id || state.record.version > position.version;
    if (!stale && state.record?.version === position.version) keep(position);
    if (!stale && state.node === node) update({ position });
    if (position.version > (state.record?.version ?? Infinity) && drafts.saving === 0) await reload(record.id, record.game);
  } catch (refusal) {
    const stale = refusal instanceof api.Refusal && (refusal.status === 409 || refusal.field === "node");
    const failure = stale ? await reload(record.id, record.game).then(() => null, (error) => error) : refusal;
    if (failure && number === asked) {
      autoplay.stop();
      const away = page.passes(failure);
      if (!away || !repeated) page.say(page.sentence(page.messageOf(failure)));
      if (away) retry = setTimeout(() => positions.has(state.node) || fetchPosition(true), page.pause);
    }
  }
  fetching = false;
  if (positions.has(state.node)) page.afterPaint(fetchAhead);
  else if (number !== asked && state.record) fetchPosition();
}

/** Fetches the positions near the shown one, so that the next steps find them. */
async function fetchAhead() {
  const { record, tree } = state;
  if (fetching || !record || !tree) return;
  const node = [1, -1, 2, 3].map((steps) => tree.entries[walk(tree, here(), steps, chosen)][0]).find((near) => !positions.has(near));
  if (node === undefined) return;
  fetching = true;
  const position = await api.get(`records/${record.id}/nodes/${node}?version=${record.version}`).catch(() => null); // the step there says what is wrong
  fetching = false;
  if (position && state.record?.id === record.id && state.record.version === position.version) {
    keep(position);
    if (state.node === node) update({ position }); // the user has gone there in the meantime
  }
  if (state.record && !positions.has(state.node)) return fetchPosition();
  if (position) fetchAhead();
}

/** @param {Position} position */
function keep(position) {
  if (positions.size > keptPositions) positions.clear();
  positions.set(position.node, position);
}

/** The place of the shown node in the tree. */
const here = () => state.tree?.at.get(state.node) ?? 0;

/** @param {Tree} tree @param {number} i its place in the tree */
function goTo(tree, i) {
  const number = tree.entries[i][0];
  return number === state.node ? autoplay.stop() : go(number);
}

/** @type {{tree: Tree|null, path: number[]}} the latest line */
const latest = { tree: null, path: [] };

/**
 * The nodes of the line that is shown, and which of them is shown. The line is the one that the arrow keys follow. It is
 * the same object until another line is shown.
 */
export function line() {
  const { tree } = opened();
  const i = here();
  const at = tree.column[i];
  if (latest.tree !== tree || latest.path[at] !== i) {
    const path = pathTo(tree, i);
    for (let n = i, next = walk(tree, n, 1, chosen); next !== n; n = next, next = walk(tree, n, 1, chosen)) path.push(next);
    Object.assign(latest, { tree, path });
  }
  return { path: latest.path, at };
}

/** @param {number} steps negative to go back */
export const step = (steps) => state.tree && goTo(state.tree, walk(state.tree, here(), steps, chosen));
/** Goes to the variation above or below. @param {1|-1} way */
export const turn = (way) => state.tree && goTo(state.tree, beside(state.tree, here(), way, chosen));

/** Goes to the nearest fork before or after. @param {1|-1} way */
export function toFork(way) {
  const { tree } = state;
  if (!tree) return;
  let i = walk(tree, here(), way, chosen);
  while (tree.children[i].length === 1 && tree.parent[i] >= 0) i = walk(tree, i, way, chosen);
  goTo(tree, i);
}

/** Checks for changes by another page when the user comes back to this page. */
export async function catchUp() {
  const { record, node } = state;
  if (!record || drafts.saving > 0 || document.hidden) return;
  try {
    const position = await api.get(`records/${record.id}/nodes/${node}?version=${record.version}`);
    if (state.record === record && drafts.saving === 0 && position.version > record.version) await reload(record.id, record.game);
  } catch (refusal) {
    const changed = refusal instanceof api.Refusal && (refusal.status === 409 || refusal.status === 404);
    if (changed && state.record === record) {
      await reload(record.id, record.game).catch((gone) => gone.status === 404 && page.leave(gone.message));
    }
  }
}

/**
 * Fetches the record again. If the record has left the server's memory in the meantime, its nodes have new numbers. In
 * this case the moves that lead to a node identify it.
 * @param {string} id @param {number} game
 * @param {number} [node]  the node to show, by its new number; by default the one that is shown
 */
async function reload(id, game, node) {
  let tree, old, same, record;
  do { // repeated if a change was saved in the meantime, because the answer may be older than the change
    ({ tree, record: old } = opened());
    same = old.game === game && (await numbersHold(id, state.node, old.version));
    record = await api.get(`records/${id}?game=${game}`);
    if (state.record?.id !== id) return;
  } while (state.record !== old);
  const [before, now, sameNumbers] = [tree, readTree(record.tree), same];
  if (!sameNumbers) analysis.forget(coursesOf(id, game));
  /** @param {number} number */
  const translate = (number) => (sameNumbers ? (now.at.has(number) ? number : undefined) : follow(now, stepsTo(before, number)));
  drafts.renumber(id, game, sameNumbers, translate);
  take(record, node ?? translate(state.node));
}

/** Reports whether the nodes have the numbers that they had in a version. @param {string} id @param {number} node @param {number} version */
const numbersHold = (id, node, version) =>
  api.get(`records/${id}/nodes/${node}?version=${version}`).then(() => true, (refusal) => refusal.status === 404);

/**
 * Shows the record after a change.
 * @param {Edited} answer @param {boolean} stay  whether the page stays at the node that it shows
 */
async function learn(answer, stay) {
  const { record, tree: old } = opened();
  const { position, head } = answer;
  if (answer.reload || position.stones.length !== record.graph.points.length) {
    return reload(record.id, answer.game, stay ? undefined : answer.node);
  }
  const tree = answer.tree ? readTree(answer.tree) : old;
  if (answer.version !== record.version) positions.clear();
  keep(position);
  const node = stay ? state.node : answer.node;
  const next = { ...record, ...head, version: answer.version, canUndo: answer.canUndo, canRedo: answer.canRedo };
  if (head) next.games = record.games.map((g, i) => (i === record.game ? { ...g, ...listedAs(head.info) } : g));
  update({ record: next, tree, node, from: "", ...(position.node === node ? { position } : {}) });
  if (position.node !== node && !positions.has(node) && state.position?.node === node) keep(state.position);
  remember();
  const i = tree.at.get(node);
  if (i !== undefined && tree.parent[i] >= 0) chosen.set(tree.entries[tree.parent[i]][0], node);
  if (!positions.has(node)) void fetchPosition(); // an answer that is older than the change is not shown
}

/** The line of a game in the list of games, made from its info. @param {GameInfo} info */
const listedAs = ({ name = "", event = "", round = "", black = "", white = "", result = "", date = "" }) => ({
  title: name || `${event} ${round}`.trim(), black, white, result, date,
});

/**
 * Stores the text that the server has not saved, and returns it as a change of the record. recall saves the text when
 * the record is opened again.
 */
function keepLast() {
  const { record, tree } = state;
  const written = record && tree && drafts.last();
  if (!written || written.node === null) return null;
  const { id, version, game } = record;
  const { node, op, text, base } = written;
  localStorage.setItem(lastWritten(id, game), JSON.stringify({ op, text, base, steps: stepsTo(tree, node) }));
  return { version, game, node, op, text, was: base.was };
}

/**
 * Saves texts while the page closes: the text that the user is writing, and a text that the server has not answered,
 * because it may never arrive. The page does not receive the answer.
 */
export function flushLast() {
  const change = keepLast();
  if (change) api.postLast(`records/${state.record?.id}/edit`, change);
}

export let undone = 0; // how often a change was taken back or made again
export const undo = () => (state.record?.canUndo || drafts.draft) && (undone++, edit("undo"));
export const redo = () => state.record?.canRedo && (undone++, edit("redo"));

/** @param {string} tool */
export const pick = (tool) => update({ tool, from: "" });

/** Begins a line at a point, or at none. @param {string} from */
export const begin = (from) => update({ from });

/** Moves the cursor to the point with a name. @param {string} name */
export function visit(name) {
  const point = page.findPoint(opened().record.graph, name);
  if (point) update({ visit: point });
}
