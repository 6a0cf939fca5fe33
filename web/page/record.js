// The record that is open: where we are in it, and everything that changes it.
// Every change is saved by the server before it answers.
import * as api from "./api.js";
import * as game from "./game.js";
import { beside, follow, readTree, stepsTo, walk } from "./tree.js";

/** @typedef {import("./api.js").Position} Position */
/** @typedef {"comment"|"name"} TextOp */
/**
 * A text that is being written; was is what the server had when it was begun. It is older
 * when the person wrote on, and that was kept.
 * @typedef {{node: number, op: TextOp, text: string, base: {was: string}, older?: boolean}} Draft
 */
/**
 * A text that could not be saved where it belongs: another was written there
 * meanwhile (theirs), or the node is gone (null), or the server was away.
 * @typedef {{record: string, game: number, node: number|null, op: TextOp, text: string, base: {was: string}, theirs: string|null}} Kept
 */

const empty = {
  /** @type {import("./api.js").GameRecord|null} */ record: null,
  /** @type {import("./tree.js").Tree|null} */ tree: null,
  node: 0, // where we are; its position may still be on its way
  /** @type {Position|null} */ position: null,
  /** @type {Draft|null} */ draft: null, // what is being written
  /** @type {Draft|null} */ sent: null, // and what was, on its way to the server
  saving: 0, // changes that the server has yet to confirm
  unsaved: "", // why a change was not saved
  from: "", // where a line or an arrow begins
  /** @type {{vertex: string}|null} */ visit: null,
};

export const state = { ...empty, tool: "play", /** @type {Kept[]} */ kept: [] };

const pause = 900; // milliseconds of silence after which a comment is saved
const retry = 5000; // and after which it is tried again when that failed
const keptPositions = 400;

let chosen = new Map(); // the child of each node that was looked at last
let positions = new Map(); // by number of the node, as of this version
let asked = 0; // the latest question for a position
let fetching = false;
let queue = Promise.resolve(); // changes are sent one after the other
let timer = 0;
let numbering = 0; // grows when the nodes get other numbers
const underway = new Set(); // texts that are being saved

/** @param {Partial<typeof state>} changes */
function update(changes) {
  Object.assign(state, changes);
  game.update({});
}

export const address = (id, k, node) => `record/${id}/${k}/${node}`;

/** Opens what an address asks for. @param {string} path ID/GAME/NODE */
export async function open(path) {
  const [id, k = "0", node] = path.split("/");
  if (state.record?.id === id && state.record.game === Number(k)) return node === undefined ? undefined : go(Number(node));
  await flush();
  await queue;
  try {
    const record = await api.get(`records/${encodeURIComponent(id)}?game=${Number(k) || 0}`);
    if (game.state.record === path) take(record, node === undefined ? undefined : Number(node));
  } catch (refusal) {
    if (game.state.record === path) game.leave(refusal.message);
  }
}

/** Shows a record as the server has it. */
function take(record, node = record.node) {
  const { tree, position, ...rest } = record;
  const read = readTree(tree);
  const there = read.at.has(node) ? node : record.node;
  const same = state.record?.id === record.id && state.record.game === record.game;
  if (!same) chosen = new Map();
  positions = new Map([[position.node, position]]);
  update({ ...empty, record: rest, tree: read, node: position.node, position, ...(same ? { draft: state.draft, sent: state.sent } : { tool: "play" }) });
  if (there !== position.node) go(there);
  else remember();
  if (!same) game.attempt(() => recall(record.id, record.game, read));
}

/** Looks after a text that was being written when the page was closed. @param {import("./tree.js").Tree} tree */
async function recall(id, k, tree) {
  const last = JSON.parse(localStorage.getItem("lastWritten") ?? "null");
  if (last?.record !== id || last.game !== k) return;
  localStorage.removeItem("lastWritten");
  const { op, text, base } = last;
  const node = follow(tree, last.steps);
  const now = node === undefined ? undefined : (await api.get(`records/${id}/nodes/${node}`))[op];
  if (now?.trim() === text.trim() || state.record?.id !== id) return;
  if (now === base.was) await send(op, { text }, node, { node, op, text, base });
  else keepFor({ op, text, base }, id, k, node ?? null, now ?? null);
}

/** Forgets the record when its page is left. */
export async function close() {
  await flush();
  if (game.state.record === null) Object.assign(state, empty); // else somebody is back already
}

/** Keeps the address in step, so that a reload comes back here. */
function remember() {
  const { record, node } = state;
  if (game.state.record !== null) history.replaceState(null, "", `#${address(record.id, record.game, node)}`);
}

/** Goes to a node. @param {number} node its number */
export async function go(node) {
  const { tree } = state;
  const i = tree?.at.get(node);
  if (i === undefined) return;
  flush();
  for (let n = i; tree.parent[n] >= 0; n = tree.parent[n]) {
    const [parent, child] = [tree.entries[tree.parent[n]][0], tree.entries[n][0]];
    if (chosen.get(parent) === child && n !== i) break;
    chosen.set(parent, child);
  }
  game.state.message = "";
  const known = positions.get(node);
  update({ node, from: "", ...(known ? { position: known } : {}) });
  remember();
  if (!known) await fetchPosition();
}

/** Fetches the position of the node where we are; who runs ahead waits for one answer only. */
async function fetchPosition() {
  const number = ++asked;
  if (fetching) return;
  fetching = true;
  const { record, node } = state;
  try {
    const position = await api.get(`records/${record.id}/nodes/${node}?version=${record.version}`);
    if (state.record?.id === record.id && state.record.version === position.version) keep(position);
    if (state.record?.id === record.id && state.node === node) update({ position });
    if (position.version > (state.record?.version ?? Infinity) && state.saving === 0) await reload(record.id, record.game);
  } catch (refusal) {
    if (refusal.status === 409 || refusal.field === "node") await game.attempt(() => reload(record.id, record.game));
    else if (number === asked) game.say(refusal.message);
  }
  fetching = false;
  if (number !== asked && state.record && !positions.has(state.node)) fetchPosition();
}

function keep(position) {
  if (positions.size > keptPositions) positions.clear();
  positions.set(position.node, position);
}

const place = () => state.tree?.at.get(state.node) ?? 0;
const goTo = (i) => {
  const number = state.tree.entries[i][0];
  return number === state.node ? undefined : go(number);
};

/** @param {number} steps negative is back */
export const step = (steps) => state.tree && goTo(walk(state.tree, place(), steps, chosen));
/** @param {1|-1} way */
export const turn = (way) => state.tree && goTo(beside(state.tree, place(), way, chosen));

/** To the nearest fork before or after. @param {1|-1} way */
export function toFork(way) {
  const { tree } = state;
  if (!tree) return;
  let i = walk(tree, place(), way, chosen);
  while (tree.children[i].length === 1 && tree.parent[i] >= 0) i = walk(tree, i, way, chosen);
  goTo(i);
}

/**
 * Changes the record. Another page may have changed it meanwhile: then this
 * change is not made, and we see what is there now; what was written is kept.
 * @param {string} op @param {object} [more] @param {number} [node]
 */
export function edit(op, more = {}, node) {
  clearTimeout(timer);
  const written = takeDraft();
  if (written) send(written.op, { text: written.text }, written.node, written);
  return send(op, more, node, null);
}

/** @param {Draft|null} written  a text, after which we stay where we are */
function send(op, more, node, written) {
  const { id, game: k } = state.record;
  const stay = written !== null;
  const known = numbering;
  if (stay) underway.add((state.sent = written));
  else game.state.message = ""; // it was about what came before
  update({ saving: state.saving + 1 });
  const task = queue.then(async () => {
    let at = stay ? written.node : (node ?? state.node);
    const body = () => ({ version: state.record.version, game: k, node: at, op, ...more, ...(stay ? { was: written.base.was } : {}) });
    try {
      let answer;
      try {
        if (at === null || (!stay && node !== undefined && known !== numbering)) throw new api.Refusal("The node is gone.", 409, "version");
        answer = await api.post(`records/${id}/edit`, body());
      } catch (refusal) {
        if ((refusal.status !== 409 && refusal.field !== "node") || state.record?.id !== id) throw refusal;
        const translate = await reload(id, k);
        at = stay ? (written.node ?? undefined) : known === numbering ? translate(at) : undefined;
        if (op === "undo" || op === "redo") at = state.node;
        else if (stay && (at === undefined || refusal.field === "was")) {
          await keepAside(written, id, k, at);
          update({ saving: state.saving - 1 });
          return false;
        } else if (!stay) throw new Error("The record was changed on another page. This is how it is now.");
        answer = await api.post(`records/${id}/edit`, body());
      }
      if (stay) {
        underway.delete(written);
        written.base.was = answer.position[op];
        if (state.sent === written) state.sent = null;
      }
      if (state.record?.id === id && state.record.game === k) await learn(answer, stay);
      update({ saving: state.saving - 1, unsaved: "" });
      return true;
    } catch (refusal) {
      const lost = refusal.status === 0 || refusal.status >= 500;
      if (stay) {
        underway.delete(written);
        if (state.sent === written) state.sent = null;
        if (refusal.field === "was" || refusal.field === "node") await game.attempt(() => keepAside(written, id, k, refusal.field === "was" ? at : undefined));
        else if (state.draft === null && state.record?.id === id) {
          // What was written is kept, to be saved when the program is back.
          state.draft = { ...written, node: at };
          timer = setTimeout(flush, retry);
        } else if (state.draft?.base !== written.base) keepFor(written, id, k, at, null);
      }
      if (!state.unsaved) game.say(plain(refusal.message));
      update({ saving: state.saving - 1, unsaved: lost || (stay && state.draft?.base === written.base) ? refusal.message : "" });
      return false;
    }
  });
  queue = task.catch(() => {});
  return task;
}

/**
 * Keeps a text that would have been written over another, or belongs to a node that
 * is gone. Nothing is ever written elsewhere.
 * @param {Draft} written @param {number} [node]
 */
async function keepAside(written, id, k, node) {
  underway.delete(written);
  if (state.sent === written) state.sent = null;
  let text = written.text;
  if (state.draft?.base === written.base) {
    text = state.draft.text; // the person wrote on
    takeDraft();
  }
  // What was written on from it is kept in its place: by now, or when its turn comes.
  if (written.older || [...underway].some((other) => other.base === written.base)) return;
  const now = node === undefined ? null : await api.get(`records/${id}/nodes/${node}`);
  if (now && now[written.op] === text) return;
  keepFor({ ...written, text }, id, k, node ?? null, now ? now[written.op] : null);
}

function keepFor({ op, text, base }, id, k, node, theirs) {
  update({ kept: [...state.kept, { record: id, game: k, node, op, text, base: { was: theirs ?? base.was }, theirs }] });
}

/** Those of this record. */
export const keptHere = () => state.kept.filter((kept) => kept.record === state.record?.id);

/** The one that belongs into a box of the node where we are. @param {TextOp} op */
const keptIn = (op) => keptHere().find((kept) => kept.game === state.record.game && kept.node === state.node && kept.op === op);

/** Throws a kept text away. @param {Kept} kept */
export const dropKept = (kept) => update({ kept: state.kept.filter((other) => other !== kept) });

/** Saves a kept text after all. @param {Kept} kept @param {string} text */
export function saveKept(kept, text) {
  dropKept(kept);
  send(kept.op, { text }, kept.node, { node: kept.node, op: kept.op, text, base: kept.base });
}

/** Asks whether another page has changed the record: when somebody comes back to this one. */
export async function catchUp() {
  const { record, node, saving } = state;
  if (!record || saving > 0 || document.hidden) return;
  try {
    const position = await api.get(`records/${record.id}/nodes/${node}?version=${record.version}`);
    if (state.record === record && state.saving === 0 && position.version > record.version) await reload(record.id, record.game);
  } catch (refusal) {
    if ((refusal.status === 409 || refusal.status === 404) && state.record === record) {
      await reload(record.id, record.game).catch((gone) => gone.status === 404 && game.leave(gone.message));
    }
  }
}

const plain = (sentence) => sentence.replace(/^move \d+, \w+ (\S+), is illegal: /, "You cannot play $1: ");

/**
 * Fetches everything again. The numbers of the nodes are others when the server
 * has put the record away meanwhile: then the nodes are known by their place.
 * @param {string} id @param {number} k
 * @param {number} [node] where to be then, by its new number; else where we are
 * @returns {Promise<(number: number) => number|undefined>} the new number of a node
 */
async function reload(id, k, node) {
  let tree, old, same, record;
  do { // again when something was saved meanwhile: what was fetched may be from before
    ({ tree, record: old } = state);
    same = old.game === k && (await numbersHold(id, state.node, old.version));
    record = await api.get(`records/${id}?game=${k}`);
    if (state.record?.id !== id) return () => undefined;
  } while (state.record !== old);
  const { saving } = state;
  const now = readTree(record.tree);
  const translate = (number) => (same ? (now.at.has(number) ? number : undefined) : follow(now, stepsTo(tree, number)));
  if (state.draft) {
    const at = translate(state.draft.node);
    if (at !== undefined) state.draft.node = at;
    else {
      const draft = takeDraft();
      for (const text of underway) if (text.base === draft.base) text.older = true;
      keepFor(draft, id, k, null, null);
    }
  }
  if (!same) numbering++;
  for (const text of underway) if (text.node !== null) text.node = translate(text.node) ?? null;
  for (const kept of state.kept) if (kept.record === id && kept.game === k && kept.node !== null) kept.node = translate(kept.node) ?? null;
  take(record, node ?? translate(state.node));
  state.saving = saving;
  return translate;
}

const numbersHold = (id, node, version) =>
  api.get(`records/${id}/nodes/${node}?version=${version}`).then(() => true, (refusal) => refusal.status === 404);

/** Takes over what a change has made of the record. */
async function learn(answer, stay) {
  const { record } = state;
  const { position } = answer;
  if (answer.reload || position.stones.length !== record.graph.points.length) {
    return void (await reload(record.id, answer.game, stay ? undefined : answer.node));
  }
  const tree = answer.tree ? readTree(answer.tree) : state.tree;
  if (answer.version !== record.version) positions.clear();
  keep(position);
  const node = stay ? state.node : answer.node;
  const next = { ...record, ...answer.head, version: answer.version, canUndo: answer.canUndo, canRedo: answer.canRedo };
  if (answer.head) next.games = record.games.map((g, i) => (i === record.game ? { ...g, ...listedAs(answer.head.info) } : g));
  update({ record: next, tree, node, from: "", ...(position.node === node ? { position } : {}) });
  if (position.node !== node && !positions.has(node) && state.position?.node === node) keep(state.position);
  remember();
  const i = tree.at.get(node);
  if (i !== undefined && tree.parent[i] >= 0) chosen.set(tree.entries[tree.parent[i]][0], node);
}

/** What the list of games shows of a game, by its info. */
const listedAs = ({ name = "", event = "", round = "", black = "", white = "", result = "", date = "" }) => ({
  title: name || `${event} ${round}`.trim(), black, white, result, date,
});

/** What is written is saved after a pause, and before anything else is done. @param {"comment"|"name"} op @param {string} text */
export function write(op, text) {
  if (state.draft && (state.draft.op !== op || state.draft.node !== state.node)) flush();
  const kept = keptIn(op);
  if (kept) return void (kept.text = text); // until it is decided which stays
  const { draft, sent, node } = state;
  const base = [draft, sent].find((d) => d?.node === node && d.op === op)?.base ?? { was: textOf(op) };
  clearTimeout(timer);
  timer = setTimeout(flush, pause);
  update({ draft: { node, op, text, base } });
}

function takeDraft() {
  const { draft } = state;
  state.draft = null;
  return draft;
}

/** Saves what was written. */
export async function flush() {
  clearTimeout(timer);
  const written = state.record && takeDraft();
  if (written) await send(written.op, { text: written.text }, written.node, written);
}

/** Saves what was written while the page closes, and what was sent and not answered: it may never arrive. */
export function flushLast() {
  const written = state.record && (takeDraft() ?? state.sent);
  if (!written || written.node === null) return;
  const { id, version, game: k } = state.record;
  // Nobody hears whether that is done: the page looks when it is here again.
  localStorage.setItem("lastWritten", JSON.stringify({ ...written, record: id, game: k, steps: stepsTo(state.tree, written.node) }));
  api.postLast(`records/${id}/edit`, { version, game: k, node: written.node, op: written.op, text: written.text, was: written.base.was });
}

/** The comment or the name as it is written right now. @param {"comment"|"name"} op */
export function textOf(op) {
  const { draft, sent, position, node } = state;
  const kept = keptIn(op);
  if (kept) return kept.text;
  for (const d of [draft, sent]) if (d?.node === node && d.op === op) return d.text;
  return position?.node === node ? position[op] : "";
}

export const undo = () => (state.record?.canUndo || state.draft) && edit("undo");
export const redo = () => state.record?.canRedo && edit("redo");

/** @param {string} tool */
export const pick = (tool) => update({ tool, from: "" });

/** Where a line begins, or "". @param {string} from */
export const begin = (from) => update({ from });

/** Leads the cursor to a point by its name. @param {string} name */
export function visit(name) {
  game.visit(state.record.graph, name);
  update({ visit: game.state.visit });
}

