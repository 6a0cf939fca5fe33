// The state of the page as a whole: the open part, the dialog, the message, and the settings, which are stored in the
// browser. The parts have their own state, each in its own module (game.js, record.js, library.js …), and call `redraw`
// after a change.
import { pauseAfter } from "./api.js";
import { tr, trServer } from "./text.js";

/** @import { Config, Graph } from "../types.d.ts" */

export const state = {
  /** @type {Config|null} */ config: null,
  dialog: "", // the open dialog: "new", "friend", "invite", "share", "keys", "resign", "stop", "point" or one of a record or a tournament
  /** @type {Record<string, string>} */ setup: {}, // the choices in a link to a new game
  // Each part of the page is open while its path is not null. A game has no path.
  /** @type {string|null} */ lab: null, // a trouble, or game=ID
  /** @type {string|null} */ record: null, // ID/GAME/NODE
  /** @type {string|null} */ games: null, // a search in the list of games
  /** @type {string|null} */ library: null, // a search
  /** @type {string|null} */ training: null, // the chosen runs
  /** @type {string|null} */ learning: null, // the name of a run of tengen learn
  /** @type {string|null} */ course: null, // always ""
  /** @type {string|null} */ lesson: null, // course/NAME/STEP or record/ID/GAME
  /** @type {string|null} */ problems: null, // always ""
  /** @type {string|null} */ cluster: null, // always ""
  /** @type {string|null} */ club: null, // always ""
  /** @type {string|null} */ tournament: null, // the id of a tournament
  message: "",
  /** @type {{text: string, run: () => unknown}|null} */ remedy: null, // the button beside the message
  estimate: stored("estimate") === "yes",
  coordinates: stored("coordinates") !== "no",
  nextMoves: stored("nextMoves") !== "no", // on the board of a record
  sounds: stored("sounds") === "yes",
  notices: stored("notices") === "yes", // of the system, when a game waits for the user or has ended
  theme: stored("theme") ?? "system", // of the page: "system", "light" or "dark"
  board: stored("board") ?? "light", // "light", "dark" or "paper"
};

/** @param {string} name */
function stored(name) {
  return localStorage.getItem(name);
}

let draw = () => {};
let openAddress = () => {};
let messageTimer = 0;

/** @param {() => void} f is called after every change */
export function onChange(f) {
  draw = f;
}

/** @param {() => void} f opens the part of the page that the URL names */
export function onLeave(f) {
  openAddress = f;
}

/** Runs a function after the next picture is on the screen, so that it does not delay the picture. @param {() => void} f */
export const afterPaint = (f) => requestAnimationFrame(() => setTimeout(f));

/** Draws the page again. */
export const redraw = () => draw();

/** @param {Partial<typeof state>} changes */
export function update(changes) {
  Object.assign(state, changes);
  draw();
}

/** A sentence with a capital letter at its beginning, unless it begins with the name of a file. @param {string} text */
export const capital = (text) => (/^\S+[./\\]\S/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));

/** A sentence of the server in the language of the page, with a capital letter at its beginning. @param {string} text */
export const sentence = (text) => capital(trServer(text));

/** Rewrites the error about an illegal move for the player. @param {string} text */
export const plain = (text) => text.replace(/^move \d+, \w+ (\S+), is illegal: /, "You cannot play $1: ");

/**
 * Shows a message for a while, with a button if there is a remedy.
 * @param {string} text @param {{text: string, run: () => unknown}|null} [remedy]
 */
export function say(text, remedy = null) {
  clearTimeout(messageTimer);
  if (text) messageTimer = setTimeout(() => update({ message: "" }), 7000);
  update({ message: capital(text), remedy });
}

/**
 * Copies a text to the clipboard, and reports whether it did. A page without TLS has no clipboard of its own: it copies
 * what is selected.
 * @param {string} text
 */
export async function copy(text) {
  if (await navigator.clipboard?.writeText(text).then(() => true, () => false)) return true;
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
  (document.querySelector("dialog[open]") ?? document.body).append(field); // what is outside an open dialog cannot be selected
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}

/** Copies a text and says so. @param {string} text */
export const copyAndSay = async (text) =>
  say((await copy(text)) ? tr("Copied.") : tr("The browser does not allow this page to copy text. Select the text and copy it yourself."));

/** Runs a task and shows its error as a message. @param {() => Promise<unknown>} task */
export async function attempt(task) {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof Unwanted)) say(sentence(plain(messageOf(error))));
  }
}

/** The error of a task that was repeated until the user left. */
class Unwanted extends Error {}

/** Whether the server is away or too busy, so that the same request may succeed later. @param {any} error */
export const passes = ({ status }) => status === 0 || status === 429 || (status >= 502 && status <= 504);

export const pause = 2000; // milliseconds before a request is sent again

/** Returns a function that reports whether the user is still on the same page. Only the name in the address counts, not what follows it. */
function staying() {
  const name = () => addressed().split(/[?/]/)[0];
  const here = name();
  return () => name() === here;
}

/**
 * Runs a task until it succeeds. While the server is away or too busy, a message says so and the task is repeated, after
 * longer and longer pauses. Another error of the server is thrown after some more tries. Any other error is thrown at
 * once. A task that is no longer wanted ends with an error that attempt does not show.
 * @template T
 * @param {() => Promise<T>} task
 * @param {() => boolean} [wanted]  by default, as long as the user stays at the address
 * @param {number} [tries]  after another error of the server
 * @returns {Promise<T>}
 */
export async function insist(task, wanted = staying(), tries = 3) {
  for (let failures = 0; ; failures++) {
    try {
      const answer = await task();
      if (failures > 0 && wanted()) say("");
      return answer;
    } catch (/** @type {any} */ error) {
      const again = passes(error) || (error.status >= 500 && failures < tries);
      if (!wanted()) throw new Unwanted();
      if (!again) throw error;
      say(sentence(messageOf(error)));
      clearTimeout(messageTimer); // the message stays until the task succeeds
      await new Promise((resolve) => setTimeout(resolve, pauseAfter(pause, failures)));
      if (!wanted()) throw new Unwanted();
    }
  }
}

/**
 * Returns the task as a function that does nothing while the task is running, so that a double click runs it once.
 * @template {any[]} A
 * @param {(...args: A) => Promise<void>} task @returns {(...args: A) => Promise<void>}
 */
export function once(task) {
  let running = false;
  return async (...args) => {
    if (running) return;
    running = true;
    try {
      await task(...args);
    } finally {
      running = false;
    }
  };
}

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** The part of the URL after #, decoded. If it cannot be decoded, it is used unchanged. */
export function addressed() {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Goes to the first page and shows the reason. @param {string} why */
export function leave(why) {
  history.replaceState(null, "", location.pathname);
  openAddress();
  say(sentence(why));
}

/** Whether this browser may do everything, as the owner of the server. */
export const mayAll = () => !state.config || state.config.role === "owner";

/** @param {string} dialog */
export const show = (dialog) => update({ dialog, message: "" });

/** Switches a setting. @param {"estimate"|"coordinates"|"nextMoves"|"sounds"|"notices"} name */
export function toggle(name) {
  const value = !state[name];
  localStorage.setItem(name, value ? "yes" : "no");
  update({ [name]: value });
}

/** Chooses the colours of the page or of the board. @param {"theme"|"board"} name @param {string} value */
export function choose(name, value) {
  localStorage.setItem(name, value);
  document.documentElement.dataset[name] = value;
  update({ [name]: value });
}

export function toggleTheme() {
  const { theme } = state;
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  choose("theme", dark ? "light" : "dark");
}

/**
 * Closes the dialog and finds the point with a name. If there is no such point, a message says so.
 * @param {Graph} graph @param {string} name @returns {{vertex: string}|null}
 */
export function findPoint(graph, name) {
  const point = graph.points.find((p) => p.name.toUpperCase() === name.trim().toUpperCase());
  update({ dialog: "" });
  if (point) return { vertex: point.name };
  say(graph.beyond >= 0 ? tr("The board is not drawn at {name} yet. To put a stone there, choose “Play there”.", { name: name.trim() }) : tr("There is no point {name} on this board.", { name: name.trim() }));
  return null;
}
