// The finished part of the review of the game that is shown. The server continues to search while the review is open
// and the user has not stopped it.
import * as api from "./api.js";
import * as game from "./game.js";
import * as page from "./page.js";
import * as record from "./record.js";
import { tr } from "./text.js";

/** @import { Review } from "../types.d.ts" */
/** @import { Tree } from "./tree.js" */

/**
 * The user's settings for a review.
 * @typedef {{search: boolean, level: string}} Request  search: whether the server searches; level: the players' level,
 * "" for the level in the record
 */

export const state = {
  of: "", // the game: ID/GAME
  /** @type {Review|null} */ review: null,
  error: "",
  connected: true,
  saved: "", // the judgements that were written into the record
};

const again = 2000; // milliseconds until the page connects again

/** @type {EventSource|null} */ let source = null;
let timer = 0;
let asked = 0; // number of the latest connection

/** @param {string} of */
const keyOf = (of) => `review ${of}`;

/** The request for the review of a game; null if the review is not open. The browser stores the request, so it survives a reload. @param {string} of @returns {Request|null} */
export const requestOf = (of) => JSON.parse(sessionStorage.getItem(keyOf(of)) ?? "null");

/** @param {string} of @param {Request|null} request */
function setRequest(of, request) {
  if (request) sessionStorage.setItem(keyOf(of), JSON.stringify(request));
  else sessionStorage.removeItem(keyOf(of));
  page.redraw();
}

/** The game that is shown: ID/GAME, or "". */
export const here = () => (record.state.record ? `${record.state.record.id}/${record.state.record.game}` : "");

/** Opens the review of the game that is shown, or closes it. */
export function toggle() {
  if (!record.state.record || !page.state.config?.review) return;
  setRequest(here(), requestOf(here()) ? null : { search: true, level: "" });
}

/** Makes a record from the game on the page, and reviews the record. */
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

/** Shows the review of a game. @param {string} of */
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

/** Fetches the review, which fails with a reason if there is nothing to review, and then follows its changes. */
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
    const away = page.passes(refusal);
    update({ error: page.messageOf(refusal), connected: !away });
    if (away) timer = setTimeout(connect, again);
    return;
  }
  if (state.review?.doing === "done") return; // the review is complete
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

/** Fetches the review again after a change of the record, because its main line may have changed. */
export const recordChanged = () => source === null && state.of && connect();

/** @param {Partial<Request>} changes */
function want(changes) {
  setRequest(state.of, { search: false, level: "", ...requestOf(state.of), ...changes });
  connect();
}

export const stop = () => want({ search: false });
export const goOn = () => want({ search: true });
/** @param {string} level */
export const choose = (level) => want({ level });

/** What a saved review has. After an undo the record may not have it any more. @param {Review} review */
const content = ({ of, judged, level }) => `${of} ${judged} ${level} ${record.undone}`;
export const isSaved = () => state.review !== null && state.saved === content(state.review);

/** Writes the review into the record. A reader is told first what that changes. */
export function save() {
  if (record.state.editing) return write();
  page.say(tr("This adds the analyses, comments and better lines of the review to the record."), { text: tr("Add them"), run: write });
}

async function write() {
  const { review } = state;
  if (!review || !(await record.edit("review", { text: review.level }))) return;
  update({ saved: content(review) });
  page.say(tr("The review is in the record: analyses, comments and better lines."), {
    text: tr("Undo"),
    run: () => record.undo(),
  });
}

/** @type {WeakMap<Tree, number[]>} */
const lines = new WeakMap();

/** The nodes of the main line. @param {Tree} tree @returns {number[]} places in the tree */
function mainLine(tree) {
  let line = lines.get(tree);
  if (!line) {
    line = [0];
    for (let i = tree.children[0][0]; i !== undefined; i = tree.children[i][0]) line.push(i);
    lines.set(tree, line);
  }
  return line;
}

/** The position that is shown, and whether it is in a variation instead of the main line. */
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
  if (!tree) return;
  const i = mainLine(tree)[state.review?.nodes[at] ?? -1];
  if (i !== undefined) record.go(tree.entries[i][0]);
}

/** Goes to the previous or next moment. @param {1|-1} way */
export function toMoment(way) {
  if (!state.review || !requestOf(here())) return;
  const { at, beside } = place();
  const all = state.review.moments.map((move) => move + 1);
  const next = way > 0 ? all.find((m) => m > at) : all.findLast((m) => m < at || (beside && m === at));
  if (next === undefined) return page.say(all.length === 0 ? tr("No move stands out yet.") : way > 0 ? tr("This is the last moment.") : tr("This is the first moment."));
  goTo(next);
  show(all.indexOf(next));
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Scrolls to a moment. @param {number} k */
export const show = (k) => setTimeout(() => document.getElementById(`moment-${k + 1}`)?.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" }), 0);

/** Makes problems of a player's mistakes, and opens the first one. @param {"black"|"white"} color */
export const train = (color) =>
  page.attempt(async () => {
    if (!record.state.record) return;
    const { id, game } = record.state.record;
    const list = await api.post("mistakes", { record: id, game, color });
    if (record.state.record?.id !== id) return; // the user has left
    if (list.of === 0) return page.say(tr("The review did not find mistakes of this player, so there are no problems to make."));
    location.hash = `lesson/mine/${list.name}/${list.next}`;
  });
