// The review of the game that is shown: what the server knows of it so far. While somebody
// looks, and wants that, the server searches on.
import * as api from "./api.js";
import * as game from "./game.js";
import * as page from "./page.js";
import * as record from "./record.js";

/**
 * @typedef {"searching"|"waiting"|"stopped"|"done"|"failed"} Doing
 * @typedef {{number: number, color: import("../types.d.ts").Color, vertex: string, fault?: string, handicap?: boolean, known: boolean, category?: string, loss: number,
 *   winLoss: number, rank: number, decided?: boolean, reasons?: string[], better?: string[], reply?: string[]}} Move
 * @typedef {{name: string, rank: string, moves: number, accuracy: number, loss: number, strong: number, best: number,
 *   counts: {category: string, moves: number}[], phases: (number|null)[]}} Player
 * @typedef {{game: number, of: string, doing: Doing, error?: string, by: string, positions: number, judged: number, seconds?: number,
 *   level: string, levels: {black: string, white: string}, nodes: number[], win: (number|null)[], lead: (number|null)[],
 *   moves: Move[], moments: number[], players: Player[], phases: {name: string, from: number}[], notes: string[]}} Review
 * @typedef {{search: boolean, level: string}} Request  whether it goes on, and for players of which level; "" is as the record says
 */

export const state = {
  of: "", // the game that is reviewed: ID/GAME
  /** @type {Review|null} */ review: null,
  error: "",
  connected: true,
  saved: "", // what the record has: which judgements of which level
};

const again = 2000; // milliseconds until a connection is tried again

/** @type {EventSource|null} */ let source = null;
let timer = 0;
let asked = 0; // the latest question

const keyOf = (of) => `review ${of}`;

/** What the person wants of the review of a game, null where none is open. A reload keeps it. @param {string} of @returns {Request|null} */
export const requestOf = (of) => JSON.parse(sessionStorage.getItem(keyOf(of)) ?? "null");

/** @param {Request|null} request */
function setRequest(of, request) {
  if (request) sessionStorage.setItem(keyOf(of), JSON.stringify(request));
  else sessionStorage.removeItem(keyOf(of));
  page.redraw();
}

/** The game of the record that is shown. */
export const here = () => (record.state.record ? `${record.state.record.id}/${record.state.record.game}` : "");

/** Opens the review of the game that is shown, or closes it. */
export function toggle() {
  if (!record.state.record || !page.state.config?.review) return;
  setRequest(here(), requestOf(here()) ? null : { search: true, level: "" });
}

/** Makes a record of a game that is played, and reviews it. */
export async function reviewGame() {
  await game.recordGame();
  const id = /^#record\/([^/]+)/.exec(location.hash)?.[1];
  if (id) setRequest(`${id}/0`, { search: true, level: "" });
}

/** @param {Partial<typeof state>} changes */
function update(changes) {
  Object.assign(state, changes);
  page.redraw();
}

/** Looks at the review of a game. @param {string} of */
export function enter(of) {
  if (state.of === of) return;
  leave();
  Object.assign(state, { of, review: null, error: "", connected: true, saved: "" });
  connect();
}

export function leave() {
  asked++;
  clearTimeout(timer);
  source?.close();
  source = null;
  state.of = "";
}

/** Asks for what is known, which is answered in words when there is nothing to review, and then for news. */
async function connect() {
  const mine = ++asked;
  clearTimeout(timer);
  source?.close();
  source = null;
  const { of } = state;
  const request = requestOf(of);
  if (!request) return;
  const [id, k] = of.split("/");
  const query = new URLSearchParams({ game: k, ...(request.level ? { level: request.level } : {}) });
  try {
    const review = await api.get(`records/${id}/review?${query}`);
    if (mine !== asked) return;
    update({ review, error: "", connected: true });
  } catch (refusal) {
    if (mine !== asked) return;
    update({ error: refusal.message, connected: refusal.status !== 0 });
    if (refusal.status === 0) timer = setTimeout(connect, again);
    return;
  }
  if (state.review.doing === "done") return; // there will be no news
  if (request.search) query.set("search", "1");
  source = new EventSource(`/api/records/${id}/review/events?${query}`);
  source.addEventListener("open", () => mine === asked && update({ connected: true }));
  source.addEventListener("review", (event) => mine === asked && take(JSON.parse(event.data)));
  source.addEventListener("refused", (event) => mine === asked && update({ error: JSON.parse(event.data).error }));
  source.addEventListener("error", () => {
    if (mine !== asked) return;
    update({ connected: false });
    if (source?.readyState === EventSource.CLOSED) timer = setTimeout(connect, again);
  });
}

/** @param {Review} review */
function take(review) {
  update({ review, error: "" });
  if (review.doing !== "done") return;
  source?.close();
  source = null;
}

/** Asks again when the record was changed: its main line may be another. */
export const recordChanged = () => source === null && state.of && connect();

/** @param {Partial<Request>} changes */
function want(changes) {
  setRequest(state.of, { ...requestOf(state.of), ...changes });
  connect();
}

export const stop = () => want({ search: false });
export const goOn = () => want({ search: true });
/** @param {string} level */
export const choose = (level) => want({ level });

const content = ({ of, judged, level }) => `${of} ${judged} ${level}`;
export const isSaved = () => state.review !== null && state.saved === content(state.review);

/** Writes the review into the record. */
export async function save() {
  const { review } = state;
  if (!(await record.edit("review", { text: review.level }))) return;
  update({ saved: content(review) });
  page.say("The review is in the record: analyses, comments and better lines.", {
    text: "Undo",
    run: () => {
      update({ saved: "" });
      record.undo();
    },
  });
}

let lines = new WeakMap();

/** The nodes of the main line. @param {import("./tree.js").Tree} tree @returns {number[]} places in the tree */
function mainLine(tree) {
  if (!lines.has(tree)) {
    const line = [0];
    for (let i = tree.children[0][0]; i !== undefined; i = tree.children[i][0]) line.push(i);
    lines.set(tree, line);
  }
  return lines.get(tree);
}

/** Which position is shown, and whether that is in a variation beside the main line. */
export function place() {
  const { tree, node } = record.state;
  const { review } = state;
  if (!tree || !review) return { at: 0, beside: false };
  const line = mainLine(tree);
  let i = tree.at.get(node) ?? 0;
  const from = i;
  while (line[tree.column[i]] !== i) i = tree.parent[i];
  let at = 0;
  while (at + 1 < review.nodes.length && review.nodes[at + 1] <= tree.column[i]) at++;
  return { at, beside: i !== from };
}

/** Goes to a position. @param {number} at */
export function goTo(at) {
  const { tree } = record.state;
  const i = tree && mainLine(tree)[state.review?.nodes[at] ?? -1];
  if (i !== undefined && i !== null) record.go(tree.entries[i][0]);
}

/** Goes to the moment before or after. @param {1|-1} way */
export function toMoment(way) {
  if (!state.review || !requestOf(here())) return;
  const { at, beside } = place();
  const all = state.review.moments.map((move) => move + 1);
  const next = way > 0 ? all.find((m) => m > at) : all.findLast((m) => m < at || (beside && m === at));
  if (next === undefined) return page.say(all.length === 0 ? "No move stands out yet." : way > 0 ? "There is no moment after this one." : "There is no moment before this one.");
  goTo(next);
  show(all.indexOf(next));
}

/** Brings a moment into sight. @param {number} k */
export const show = (k) => setTimeout(() => document.getElementById(`moment-${k + 1}`)?.scrollIntoView({ block: "nearest", behavior: "smooth" }), 0);
