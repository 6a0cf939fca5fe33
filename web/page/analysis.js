// The live analysis: the search of the position that is shown. The server searches for as long as the page reads its
// answer. The page keeps the results of the positions that it has shown.
import * as api from "./api.js";
import * as page from "./page.js";

/** @import { LiveAnalysis, Color } from "../types.d.ts" */

/**
 * The position to analyse.
 * @typedef {object} Subject
 * @property {string} key      names the position; another position has another key
 * @property {string} line     names the game, whose results belong to one course
 * @property {number} node     number of the position in the course
 * @property {object} request  names the position for the server
 * @property {Color} toPlay
 */

/** @typedef {"moves"|"owners"|"policy"} Layer  what is drawn on the board */

const stored = JSON.parse(localStorage.getItem("analysis") ?? "{}");

export const state = {
  on: stored.on === true,
  /** @type {Layer[]} */ layers: stored.layers ?? ["moves"],
  /** @type {"win"|"lead"} */ label: stored.label ?? "win", // the number in a candidate
  visits: stored.visits ?? 0, // the search stops there; 0 for never
  threat: false, // whether the other player is to move
  /** @type {string[]} */ only: [], // the region of interest
  /** @type {string[]} */ avoid: [],
  picking: "", // "only" or "avoid" while clicks on the board choose points
  pointed: "", // the candidate whose line is shown
  /** @type {LiveAnalysis|null} */ result: null,
  second: /** @type {string} */ (stored.second ?? ""), // the name of the judge who is asked, too
  /** @type {LiveAnalysis|null} */ other: null, // the answer of that judge
  error: "",
  lost: false, // the connection is lost
};

const kept = 300; // results that are kept
const settle = 60; // milliseconds that a position has to be shown before its search begins
const again = 2000; // milliseconds until the page connects again

const client = Math.random().toString(36).slice(2);
/** @type {Subject|null} */ let subject = null;
let line = ""; // the game of the last position, whose region of interest is kept
/** @type {Map<string, LiveAnalysis>} */ const results = new Map();
/** @type {Map<string, Map<number, {win: number, lead: number, visits: number}>>} by course and node */ const courses = new Map();
/** @type {Set<() => void>} */ const watchers = new Set();

/** Calls f after every change of the analysis, until the returned function is called. @param {() => void} f */
export function watch(f) {
  watchers.add(f);
  return () => void watchers.delete(f);
}

let drawing = 0;

/** Draws the analysis again, once for each picture of the screen. */
function changed() {
  if (drawing) return;
  drawing = requestAnimationFrame(() => {
    drawing = 0;
    for (const f of watchers) f();
  });
}

/** @param {Partial<typeof state>} changes */
function update(changes) {
  Object.assign(state, changes);
  const { on, layers, label, visits, second } = state;
  localStorage.setItem("analysis", JSON.stringify({ on, layers, label, visits, second }));
  changed();
}

/** Whether the results of a search depend only on the position. */
const plain = () => !state.threat && state.only.length === 0 && state.avoid.length === 0;

/** Analyses a position from now on; null for none. @param {Subject|null} next @param {boolean} [draws] whether the caller draws the page afterwards */
export function follow(next, draws = false) {
  if (next?.key === subject?.key) return;
  const same = !next || next.line === line; // null while a position of the same game is fetched
  subject = next;
  line = next?.line ?? line;
  Object.assign(state, { pointed: "", ...(same ? {} : { threat: false, only: [], avoid: [], picking: "" }) });
  recall();
  first.restart();
  second.restart();
  if (!draws) changed();
}

/** Analyses nothing from now on, and forgets what the user has chosen to look at. */
export function leave() {
  follow(null);
  line = "";
}

/** The search of one judge. */
class Search {
  timer = 0;
  /** @type {AbortController|null} */ running = null;
  lost = false; // the connection is lost
  error = "";

  /**
   * @param {() => number} judge  the index of the judge, or -1 for none
   * @param {(here: Subject, result: LiveAnalysis) => void} take  gets each result
   * @param {() => LiveAnalysis|null} known  the latest result
   */
  constructor(judge, take, known) {
    this.judge = judge;
    this.take = take;
    this.known = known;
  }

  stop() {
    clearTimeout(this.timer);
    this.running?.abort();
    this.running = null;
    this.fail(false, "");
  }

  /** Says what keeps this judge from searching: nothing, a lost connection, or an error. @param {boolean} lost @param {string} error */
  fail(lost, error) {
    Object.assign(this, { lost, error });
    Object.assign(state, { lost: first.lost || second.lost, error: first.error || second.error });
  }

  restart() {
    this.stop();
    if (state.on && subject && this.judge() >= 0) this.timer = setTimeout(() => this.run(), settle);
  }

  /** Searches until the position changes, or the search is over. */
  async run() {
    if (!subject || document.hidden) return;
    const mine = (this.running = new AbortController());
    const here = subject;
    try {
      for await (const result of api.lines("analyses", { client, judge: this.judge(), ...questionOf(here) }, mine.signal)) {
        if (this.running !== mine) return;
        this.fail(false, "");
        this.take(here, result);
      }
    } catch (refusal) {
      if (this.running !== mine) return;
      const gone = refusal instanceof api.Refusal && refusal.status === 0;
      const busy = refusal instanceof api.Refusal && refusal.status === 503;
      this.fail(gone, gone ? "" : page.messageOf(refusal));
      if (gone || busy) this.timer = setTimeout(() => this.run(), again);
      return changed();
    }
    if (this.running === mine && this.known()?.doing === "searching") this.timer = setTimeout(() => this.run(), again); // the server has ended
  }
}

/** What is asked about a position. @param {Subject} here */
function questionOf(here) {
  const { visits, only, avoid, threat } = state;
  const other = here.toPlay === "black" ? "white" : "black";
  return { ...here.request, visits, ...(only.length ? { only } : {}), ...(avoid.length ? { avoid } : {}), ...(threat ? { player: other } : {}) };
}

const judges = () => page.state.config?.judges ?? [];

/** The judge of the second opinion, or -1. */
export const secondJudge = () => (judges().lastIndexOf(state.second) > 0 ? judges().lastIndexOf(state.second) : -1);

/** Asks another judge, too; "" for none. @param {string} name */
export function askSecond(name) {
  update({ second: name, other: null });
  second.restart();
}

/** @param {Subject} here @param {LiveAnalysis} result */
function learn(here, result) {
  result.policy ??= state.result?.player === result.player ? state.result?.policy : undefined;
  state.result = result;
  const { win, lead, visits } = result;
  if (plain() && visits > 1) {
    let course = courses.get(here.line);
    if (!course) courses.set(here.line, (course = new Map()));
    // A search that begins again does not replace what a longer one has found.
    if (visits >= (course.get(here.node)?.visits ?? 0)) {
      keep(here.key, result);
      course.set(here.node, { win, lead, visits });
    }
  }
  changed();
}

/** @param {Subject} here @param {LiveAnalysis} other */
function learnSecond(here, other) {
  Object.assign(state, { other });
  if (plain()) keep(`${state.second} ${here.key}`, other);
  changed();
}

/** @param {string} key @param {LiveAnalysis} result */
function keep(key, result) {
  results.delete(key);
  results.set(key, result);
  if (results.size > kept) results.delete(/** @type {string} */ (results.keys().next().value));
}

const first = new Search(() => (judges().length > 0 ? 0 : -1), learn, () => state.result);
const second = new Search(secondJudge, learnSecond, () => state.other);

function stop() {
  first.stop();
  second.stop();
}

function restart() {
  first.restart();
  second.restart();
  changed();
}

/** Takes what is known about the position, if the user asks nothing special. */
function recall() {
  const known = (/** @type {string} */ key) => (subject && plain() ? (results.get(key) ?? null) : null);
  Object.assign(state, { result: known(subject?.key ?? ""), other: known(`${state.second} ${subject?.key}`) });
}

/** Forgets the courses of a game whose nodes have new numbers. @param {string} game what their names begin with */
export function forget(game) {
  for (const line of courses.keys()) if (line.startsWith(game)) courses.delete(line);
}

/** What is known about the positions of a game, by node. @param {string} line @returns {Map<number, {win: number, lead: number, visits: number}>} */
export const courseOf = (line) => courses.get(line) ?? new Map();

/** Whether the page has a position to analyse. */
export const possible = () => subject !== null;

export function toggle() {
  update({ on: !state.on, picking: "" });
  restart();
}

/** Shows or hides a layer. @param {Layer} layer */
export function toggleLayer(layer) {
  const layers = state.layers.includes(layer) ? state.layers.filter((l) => l !== layer) : [...state.layers, layer];
  update({ layers });
  if (!state.on) toggle();
}

/** @param {"win"|"lead"} label */
export const setLabel = (label) => update({ label });

/** @param {number} visits */
export function setVisits(visits) {
  update({ visits });
  restart();
}

/** Shows what the other player threatens, or the moves of the player to move. */
export function toggleThreat() {
  update({ threat: !state.threat, result: null, other: null });
  restart();
}

/** Shows the line of a candidate; "" for none. @param {string} vertex */
export function point(vertex) {
  if (state.pointed === vertex) return;
  state.pointed = vertex;
  changed();
}

/** Begins or ends the choice of points on the board. @param {"only"|"avoid"|""} what */
export const pick = (what) => update({ picking: state.picking === what ? "" : what });

/**
 * Uses a click on the board if points are being chosen.
 * @param {string} vertex @returns {boolean} whether the click was used
 */
export function touch(vertex) {
  const what = state.picking;
  if (what !== "only" && what !== "avoid") return false;
  const list = state[what].includes(vertex) ? state[what].filter((v) => v !== vertex) : [...state[what], vertex];
  update({ [what]: list, result: null, other: null });
  restart();
  return true;
}

/** Considers all moves again. */
export function clear() {
  update({ only: [], avoid: [], picking: "", threat: false });
  recall();
  restart();
}

// A hidden page does not search.
document.addEventListener("visibilitychange", () => (document.hidden ? stop() : restart()));
