// The state of the page and everything that changes it. Components read `state`
// and call the functions below; each change draws the page again.
import * as api from "./api.js";
import { nodeAfter } from "./tree.js";

/**
 * @typedef {object} View a look back at an earlier position
 * @property {number} after
 * @property {number[]} stones
 * @property {string} lastMove
 * @property {import("./api.js").Color} toPlay
 */

export const state = {
  /** @type {any} */ config: null,
  /** @type {import("./api.js").Game|null} */ game: null,
  /** @type {View|null} */ view: null,
  /** @type {any[]|null} */ games: null,
  /** @type {string[]} */ notices: [],
  /** @type {string[]} */ recordNotices: [],
  /** @type {import("./api.js").Summary[]|null} */ records: null,
  dialog: "", // which one is open: "new", "games", "keys", "resign", "point" or one of a record
  /** @type {Record<string, string>} */ wish: {}, // what a link to a new game asks for
  /** @type {string|null} */ lab: null, // what the laboratory looks at, when it is open
  /** @type {string|null} */ record: null, // likewise a record: ID/GAME/NODE
  /** @type {string|null} */ library: null, // and the library
  /** @type {string|null} */ training: null, // and the runs of training
  /** @type {{vertex: string}|null} */ visit: null, // the point that the board should go to
  message: "",
  /** @type {{text: string, run: () => unknown}|null} */ remedy: null, // what can be done about the message
  connected: true,
  estimate: localStorage.getItem("estimate") === "yes",
  coordinates: localStorage.getItem("coordinates") !== "no",
  nextMoves: localStorage.getItem("nextMoves") !== "no", // on the board of a record
};

let draw = () => {};
let stopFollowing = () => {};
let messageTimer = 0;
let asked = ""; // the change that the server has yet to answer

/** @param {() => void} f called after every change */
export function onChange(f) {
  draw = f;
}

/** @param {Partial<typeof state>} changes */
export function update(changes) {
  Object.assign(state, changes);
  draw();
}

/** A sentence with a capital, unless it begins with the name of a file. @param {string} text */
export const sentence = (text) => (/^\S+[./\\]\S/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));

/**
 * Says something without getting in the way, with a button for what can be done
 * about it.
 * @param {string} text @param {{text: string, run: () => unknown}|null} [remedy]
 */
export function say(text, remedy = null) {
  clearTimeout(messageTimer);
  if (text) messageTimer = setTimeout(() => update({ message: "" }), 7000);
  update({ message: sentence(text), remedy });
}

/** Runs a task and says what went wrong. @param {() => Promise<unknown>} task */
export async function attempt(task) {
  try {
    await task();
  } catch (error) {
    say(error.message.replace(/^move \d+, \w+ (\S+), is illegal: /, "You cannot play $1: "));
  }
}

export async function start() {
  await attempt(async () => update({ config: await api.get("config") }));
  window.addEventListener("hashchange", openFromAddress);
  // A browser allows few connections to one server: tabs that nobody sees give
  // theirs back.
  document.addEventListener("visibilitychange", () => {
    if (!state.game) return;
    stopFollowing();
    if (!document.hidden) listen(state.game.id);
  });
  await openFromAddress();
}

const addressed = () => decoded(location.hash.slice(1));

/** An address as it was meant, or as it stands where it means nothing. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Goes to the first page and says why. @param {string} why */
export function leave(why) {
  history.replaceState(null, "", location.pathname);
  openFromAddress();
  say(why);
}

/** What the address asks of the parts of the page that are no game; null is nothing. */
function roomOf(id) {
  const path = (name) => (new RegExp(`^${name}(?:$|[/?])`).test(id) ? id.slice(name.length + 1) : null);
  return { lab: path("lab"), record: path("record"), library: path("library"), training: path("training") };
}

async function openFromAddress() {
  const id = addressed();
  if (state.game?.id === id) return;
  if (id === "new" || id.startsWith("new?")) {
    // A link to a new game: the form, filled in.
    const wish = Object.fromEntries(new URLSearchParams(location.hash.slice(5)));
    history.replaceState(null, "", location.pathname);
    stopFollowing();
    update({ game: null, ...roomOf(""), view: null, message: "", wish, dialog: "" });
    return loadShelf();
  }
  stopFollowing();
  const room = roomOf(id);
  update({ game: null, ...room, view: null, visit: null, dialog: "", message: "" });
  if (Object.values(room).some((path) => path !== null)) return;
  if (!id) return loadShelf();
  try {
    const game = await api.get(`games/${encodeURIComponent(id)}`);
    if (addressed() !== id) return;
    take(game);
    listen(id);
  } catch (error) {
    if (addressed() === id) leave(error.message);
  }
}

/** @param {string} id */
function listen(id) {
  stopFollowing = api.follow(id, {
    state: (game) => take(game),
    gone: () => leave("This game was deleted."),
    connected: (yes) => update({ connected: yes }),
  });
}

/**
 * Takes a state from the server unless we know a newer one. Most leave out the
 * graph, which changes only on a board that grows. What was said of another
 * position is no longer true. The answer to a move can arrive when the user has
 * gone elsewhere: then it is dropped.
 * @param {import("./api.js").Game} game
 */
function take(game) {
  if (addressed() !== game.id) return;
  const old = state.game;
  if (old?.id === game.id && old.version > game.version) return;
  const graph = game.graph ?? (old?.id === game.id ? old.graph : undefined);
  if (!graph) return;
  if (graph.points.length !== game.stones.length) return refetch(game.id);
  const view = state.view && state.view.after < game.moves.length ? state.view : null;
  const same = old?.number === game.number && old.phase === game.phase;
  update({ game: { ...game, graph: sameGraph(old?.graph, graph) ? old.graph : graph }, view, message: same ? state.message : "" });
  if (game.message && game.message !== old?.message) say(game.message);
}

/** Whether a graph is the one that was drawn before. */
const sameGraph = (old, graph) => old?.points.length === graph.points.length && old.name === graph.name && old.edges.length === graph.edges.length;

/** Asks for everything, when the board has grown unseen. */
const refetch = (id) =>
  attempt(async () => {
    const now = await api.get(`games/${id}`);
    if (addressed() === id) take(now);
  });

/** @param {object} wish */
export async function newGame(wish) {
  const game = await api.post("games", wish);
  update({ dialog: "", message: "" });
  location.hash = game.id;
}

export const loadGames = () => attempt(async () => update(await api.get("games")));

export const loadRecords = () =>
  attempt(async () => {
    const { records, notices } = await api.get("records");
    update({ records, recordNotices: notices });
  });

/** The lists of the first page. */
function loadShelf() {
  loadGames();
  return loadRecords();
}

/** Makes a record of the game, to look at it and to write in it. */
export const recordGame = () =>
  attempt(async () => {
    const { id, tree } = await api.post(`games/${state.game.id}/record`, {});
    location.hash = `record/${id}/0/${nodeAfter(tree.nodes, Infinity)}`;
  });

/** @param {string} id */
export const deleteGame = (id) =>
  attempt(async () => {
    await api.remove(`games/${id}`);
    await loadGames();
  });

/**
 * Changes the game. The number of the next move goes along, so that the server
 * notices when we are behind: then we catch up, and there is nothing to say.
 * @param {string} name @param {object} [more]
 */
async function act(name, more = {}) {
  const { game } = state;
  const ask = `${game?.id} ${game?.number} ${name} ${more.vertex ?? ""}`;
  if (!game || asked === ask) return; // a double click
  if (!state.connected) return say(notConnected);
  asked = ask;
  update({ message: "" });
  await attempt(async () => {
    try {
      take(await api.post(`games/${game.id}/${name}`, { number: game.number, ...more }));
    } catch (refusal) {
      if (refusal.status === 409) {
        const now = await api.get(`games/${game.id}`);
        if (state.game?.id === game.id) take(now);
        if (refusal.field === "number") return;
      }
      throw refusal;
    }
  });
  if (asked === ask) asked = "";
}

const notConnected = "Not connected to the program. Trying again…";

export const mayPlay = () => !!state.game?.yourTurn && !state.view;
export const mayUndo = () => !!state.game?.canUndo && !state.view;
export const mayResign = () => state.game?.phase === "play" && state.game.human !== "none" && !state.view;

/** What a point counts, and why. @param {import("./api.js").Graph} graph @param {import("./api.js").Score} [score] */
export function reason(graph, score, vertex) {
  if (!score) return "The game has ended.";
  const i = graph.points.findIndex((p) => p.name === vertex);
  const owner = { 1: "Black", "-1": "White", 0: "nobody" }[score.owners[i]];
  return `${vertex} counts for ${owner}: ${score.texts[score.reasons[i]].text.replace("neutral: ", "")}.`;
}

/** What a click on a point does. @param {string} vertex */
export function touchPoint(vertex) {
  const { game, view } = state;
  if (!game) return;
  if (view) return say("You are looking at an earlier position. Go to the last move to play on.");
  const empty = !game.stones[game.graph.points.findIndex((p) => p.name === vertex)];
  if (game.phase === "over" || (game.phase === "dead" && empty)) return say(reason(game.graph, game.score, vertex));
  if (!state.connected) return say(notConnected);
  if (game.phase === "dead") return act("dead", { vertex });
  if (!game.yourTurn) return say("It is the engine’s turn.");
  return act("play", { vertex });
}

export const pass = () => mayPlay() && act("pass");
export const undo = () => mayUndo() && act("undo");
export const accept = () => act("accept");
/** @param {""|import("./api.js").Color} color who asks for it, where two people play */
export const resume = (color) => act("resume", color ? { color } : {});
/** @param {""|import("./api.js").Color} color who proposes, where two people play */
export const propose = (color = "") => state.game?.phase === "play" && !state.view && act("propose", color ? { color } : {});
export const decline = () => act("decline");
export const askResign = () => mayResign() && update({ dialog: "resign" });
export const resign = () => {
  update({ dialog: "" });
  return act("resign");
};

/** Shows the position after so many moves; beyond the last one is the present. @param {number} after */
export async function look(after) {
  const { game } = state;
  if (!game) return;
  after = Math.max(0, after);
  if (after >= game.moves.length) return update({ view: null, message: "" });
  await attempt(async () => {
    const view = await api.get(`games/${game.id}/position?after=${after}`);
    if (state.game?.id === game.id) update({ view, message: "" });
  });
}

/** @param {number} steps negative is back */
export const step = (steps) => look((state.view?.after ?? state.game?.moves.length ?? 0) + steps);

/** @param {"estimate"|"coordinates"|"nextMoves"} name */
export function toggle(name) {
  const value = !state[name];
  localStorage.setItem(name, value ? "yes" : "no");
  update({ [name]: value });
}

export function toggleTheme() {
  const root = document.documentElement;
  const dark = getComputedStyle(root).colorScheme === "dark" ||
    (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
}

/** Leads the cursor to a point by its name. @param {import("./api.js").Graph} graph @param {string} name */
export function visit(graph, name) {
  const point = graph.points.find((p) => p.name.toUpperCase() === name.trim().toUpperCase());
  update({ dialog: "", visit: point ? { vertex: point.name } : state.visit });
  if (point) return;
  say(graph.beyond >= 0 ? `Nothing is drawn near ${name.trim()} yet. To put a stone there, choose “Play there”.` : `There is no point ${name.trim()} on this board.`);
}

/** @param {string} dialog */
export function show(dialog) {
  update({ dialog, message: "" });
  if (dialog === "games") loadShelf();
}
