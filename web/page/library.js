// The library: its size, the running import, the search and its results. This state stays while another part of the
// page is open.
import * as api from "./api.js";
import { filesIn, Sending } from "./folders.js";
import * as page from "./page.js";
import { cornerAt, emptyPattern, onBoard, packed, patternOf, unpacked, requestOf } from "./pattern.js";
import { tr } from "./text.js";
import { nodeAfter } from "./tree.js";

/** @import { Continuation, Found, LibraryState } from "../types.d.ts" */
/** @import { Given, Sent } from "./folders.js" */
/** @import { Pattern } from "./pattern.js" */

const pageSize = 24; // results in one answer
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const listed = 16; // continuations on the page
const poll = 1000; // milliseconds between requests for the progress

export const state = {
  /** @type {LibraryState|null} */ info: null,
  pattern: emptyPattern(),
  /** @type {{id: string, game: number, node: number, name: string}|null} */ source: null, // replaces the pattern: a position of a record whose board is not a rectangle
  /** @type {Record<string, string>} */ filters: {},
  /** @type {Found|null} */ found: null,
  /** @type {Pattern|null} */ foundFor: null, // the pattern of the continuations
  busy: false,
  error: "",
  /** @type {Sending|null} */ sending: null,
  /** @type {Sent|null} */ sent: null,
};

let timer = 0;
let asked = 0; // number of the latest search
let came = ""; // the URL of the search that is shown

/** @param {Partial<typeof state>} changes */
export function update(changes) {
  Object.assign(state, changes);
  page.redraw();
}

/**
 * Opens the part of the library that the URL names. This is a search as searchAddress writes it, the position of a
 * record, "record=ID&game=K&node=N&area=corner", or a game at a move, "GAME/MOVE".
 */
export async function open() {
  state.error = "";
  refresh();
  const path = location.hash.replace(/^#library[?/]?/, ""); // not decoded yet
  const wanted = /^(\d+)\/(\d+)$/.exec(path);
  if (wanted) return openGame(wanted[1], Number(wanted[2]));
  const asks = new URLSearchParams(path);
  const id = asks.get("record");
  if (path === "" || (came === path && (state.found || state.busy))) return;
  came = path;
  const filters = Object.fromEntries([...asks].filter(([name]) => filterNames.includes(name)));
  if (!id || asks.has("pattern")) {
    update({ source: null, pattern: unpacked(asks.get("pattern") ?? "") ?? emptyPattern(), filters, found: null });
    return await find();
  }
  if (Object.keys(filters).length > 0) state.filters = filters;
  try {
    const record = await api.get(`records/${encodeURIComponent(id)}?game=${asks.get("game") ?? 0}`);
    if (came !== path) return;
    const position = await api.get(`records/${encodeURIComponent(id)}/nodes/${asks.get("node") ?? record.node}?game=${record.game}`);
    if (came !== path) return;
    if (!record.graph.width) {
      update({ source: { id: record.id, game: record.game, node: position.node, name: record.graph.name }, found: null });
      return await find();
    }
    const whole = patternOf(record.graph, position.stones);
    const last = record.graph.points.find((/** @type {{name: string}} */ p) => p.name === position.lastMove);
    update({ source: null, pattern: asks.get("area") === "corner" && last ? cornerAt(whole, last) : whole, found: null });
    await find();
  } catch (refusal) {
    if (came !== path) return;
    came = ""; // the next visit tries again
    update({ error: page.messageOf(refusal) });
  }
}

/** Requests the size of the library, and repeats the request while an import is running or the server is away. */
export async function refresh() {
  clearTimeout(timer);
  try {
    const info = await api.get("library");
    update({ info });
    if (info.indexing && page.state.library !== null) timer = setTimeout(refresh, poll);
  } catch (refusal) {
    if (!page.passes(refusal)) return update({ error: page.messageOf(refusal) });
    if (!state.info) page.say(page.sentence(page.messageOf(refusal)));
    if (page.state.library !== null) timer = setTimeout(refresh, page.pause);
  }
}

/** @param {string[]} paths of files and folders on this machine */
export const importPaths = (paths) => {
  update({ sent: null });
  return started(() => api.post("library/import", { paths }));
};

/** Imports dropped files and folders. @param {FileSystemEntry[]} entries */
export async function importEntries(entries) {
  const { files, refused } = await filesIn(entries);
  await importFiles(files, refused);
}

/** Sends files and imports them. @param {Given[]} files @param {string[]} [unread] what could not be read, with reasons */
export const importFiles = (files, unread = []) =>
  page.attempt(async () => {
    if (state.sending) throw new Error(tr("Another import is running: wait until it has ended, or stop it"));
    const sending = new Sending(files, unread, {
      send: (body) => api.uploadFiles("library/import", body),
      stop: () => api.post("library/stop", {}),
      look: async () => {
        const info = /** @type {LibraryState} */ (await api.get("library"));
        update({ info });
        return info;
      },
    });
    update({ sending, sent: null });
    const sent = await sending.run();
    update({ sending: null, sent });
    await refresh();
  });

/** @param {() => Promise<unknown>} task */
const started = (task) =>
  page.attempt(async () => {
    await task();
    await refresh();
  });

export const stop = () => {
  state.sending?.stop();
  return started(() => api.post("library/stop", {}));
};

/** The body of the request whose results are shown. @type {object} */
let searched = {};

/** The body of a search request. */
function request() {
  const { sort = "", komi = "", ...rest } = state.filters;
  const filters = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ""));
  if (komi.trim()) Object.assign(filters, { komi: Number(komi.replace(",", ".")) });
  const { width, height } = state.pattern;
  const { name: _, ...fromRecord } = state.source ?? {};
  const pattern = state.source ? { fromRecord } : requestOf(state.pattern);
  return { filters, sort, ...(pattern ? { pattern, size: state.source ? undefined : `${width}x${height}` } : {}) };
}

const filterNames = ["player", "opponent", "event", "black", "white", "dateFrom", "dateTo", "rules", "komi", "text", "winner", "result", "sort"];

/** The URL of the search: the record's position if the search was opened from a record, and the pattern. */
function searchAddress() {
  const before = new URLSearchParams(came);
  const asks = new URLSearchParams(Object.entries(state.filters).filter(([name, value]) => filterNames.includes(name) && value.trim()));
  for (const name of ["record", "game", "node"]) {
    const value = before.get(name);
    if (value !== null) asks.set(name, value);
  }
  if (!state.source) asks.set("pattern", packed(state.pattern));
  return asks.toString();
}

/** Searches, and writes the search into the URL. */
export function search() {
  const path = searchAddress();
  if (path !== came) {
    came = path;
    history.pushState(null, "", `#library?${path}`);
    page.state.library = decodeURIComponent(path);
  }
  return find();
}

async function find() {
  const number = ++asked;
  const { pattern } = state;
  const asks = request();
  update({ busy: true, error: "" });
  try {
    const found = await api.post("library/search", { ...asks, offset: 0, limit: pageSize });
    if (number !== asked) return;
    searched = asks;
    update({ found, foundFor: pattern, busy: false });
  } catch (refusal) {
    if (number === asked) update({ busy: false, error: page.messageOf(refusal) });
  }
}

/**
 * A move that was played in games with the pattern.
 * @typedef {Continuation & {letter: string, first: boolean, at: {x: number, y: number}}} NextMove  first: no earlier
 *   move in the list is on the same point
 */

/** The moves that were played most often, with their places on the board of the pattern and their letters. @returns {NextMove[]} */
export function continuations() {
  const { found, foundFor, pattern, source } = state;
  if (!found || foundFor !== pattern || source) return none;
  if (known.found !== found) {
    /** @type {Map<string, string>} */
    const names = new Map();
    const list = found.continuations.slice(0, listed).map((c) => {
      const key = `${c.x} ${c.y}`;
      const first = !names.has(key);
      if (first) names.set(key, letters[names.size]);
      return { ...c, letter: names.get(key) ?? "", first, at: onBoard(pattern, c.x, c.y) };
    });
    Object.assign(known, { found, list });
  }
  return known.list;
}
/** @type {NextMove[]} */
const none = [];

/** Reports whether some points of the pattern must be empty. */
export const isStrict = () => state.foundFor === state.pattern && !state.source && (requestOf(state.pattern)?.points ?? "").includes(".");
/** @type {{found: Found|null, list: NextMove[]}} */
const known = { found: null, list: none };

/** The next results of the last search, whatever the fields of the form have now. */
export async function more() {
  const { found } = state;
  if (!found) return;
  const number = ++asked;
  update({ busy: true });
  await page.attempt(async () => {
    const next = await api.post("library/search", { ...searched, offset: found.hits.length, limit: pageSize });
    if (number === asked) state.found = { ...found, hits: [...found.hits, ...next.hits] };
  });
  if (number === asked) update({ busy: false });
}

/** Opens a game of the library at a move. @param {string} id @param {number} move */
const openGame = (id, move) =>
  page.attempt(async () => {
    const here = location.hash;
    const record = await api.post(`library/games/${id}/open`, {});
    if (location.hash === here) location.replace(`#record/${record.id}/${record.game}/${nodeAfter(record.tree.nodes, move)}`);
  });
