// The step or problem that is open. The server judges each move; the page keeps the moves so far and sends them along.
import * as api from "./api.js";
import { headingOf, nextAfter, nextDue, pathOf, placeOf, usualText } from "./lessonsteps.js";
import * as page from "./page.js";
import { loadCourse, tr, trCourse, trProblem } from "./text.js";

/** @import { CourseLesson, LessonPosition, LessonReply, LessonSolution, LessonStep, LessonVerdict } from "../types.d.ts" */

/**
 * What the board and the panel show after some moves.
 * @typedef {object} Scene
 * @property {string[]} moves  of both players
 * @property {LessonPosition} at
 * @property {LessonVerdict|""} verdict
 * @property {string} text  the answer to the last move
 * @property {boolean} over
 * @property {string} hint  vertex of a right move
 * @property {string} tried  the vertex of a move that was not played
 * @property {LessonPosition[]} [refutation]  the positions after a wrong move and what follows
 */

const replyDelay = 420; // milliseconds until the opponent's reply

export const state = {
  path: "",
  /** @type {import("./lessonsteps.js").Place|null} */ place: null,
  /** @type {LessonStep|null} */ step: null,
  /** @type {Scene|null} */ scene: null,
  /** @type {Scene[]} */ past: [], // the scenes before the pupil's moves
  /** @type {LessonPosition[]|null} */ shown: null, // the line that is shown
  refuting: false, // the line is the refutation of a wrong move, not the solution
  shownAt: 0, // the number of its moves on the board
  hinted: false, // a hint has been seen since the last answer
  marked: false, // the hint is on the board
  busy: false,
  streak: 0,
  due: false, // the problem is asked again
  error: "",
  /** @type {CourseLesson[]} */ lessons: [],
};

let began = 0; // when the position was shown
let visit = 0; // grows when another step is opened

/** @param {Partial<typeof state>} changes */
function update(changes) {
  Object.assign(state, changes);
  page.redraw();
}

/** A text of the server in the language of the page. The user's own records stay as they are. @param {string} text */
function translated(text) {
  const kind = state.place?.kind;
  return kind === "course" ? trCourse(text) : kind === "record" ? text : trProblem(text);
}

/** A position with its text in the language of the page. @param {LessonPosition} at @returns {LessonPosition} */
const told = (at) => ({ ...at, text: translated(at.text) });

/** Opens the step that an address names. @param {string} path */
export async function enter(path) {
  const mine = ++visit;
  const place = placeOf(path);
  update({ path, place, error: place ? "" : tr("There is no lesson “{path}”.", { path: path.slice(0, 60) }), past: [], shown: null, hinted: false, marked: false, busy: place !== null, ...(place ? {} : { step: null, scene: null }) });
  if (!place) return;
  try {
    const course = place.kind === "course";
    const [step, { lessons }] = await page.insist(() => Promise.all([
      api.get(`lessons/${place.kind}/${place.name}/${place.step}`), course ? api.get("course") : { lessons: [] }, course && loadCourse(),
    ]), () => mine === visit);
    if (mine !== visit) return;
    begin({ ...step, title: translated(step.title), name: translated(step.name), at: told(step.at) });
    update({ lessons });
  } catch (error) {
    if (mine === visit) update({ error: page.messageOf(error), step: null, scene: null, busy: false });
  }
}

/** @param {LessonStep} step */
function begin(step) {
  began = Date.now();
  update({ step, due: step.marks[step.step] === "d", scene: { moves: [], at: step.at, verdict: "", text: "", over: step.empty, hint: step.hint, tried: "" }, past: [], shown: null, marked: false, busy: false });
}

export function leave() {
  visit++;
  Object.assign(state, { path: "", place: null, step: null, scene: null, past: [], shown: null, error: "" });
}

const mayAnswer = () => !!state.step && !!state.scene && !state.busy && (!state.shown || state.refuting) && !state.step.empty;

/** A click on a point. After a wrong move it takes this move back first. @param {string} vertex */
export async function touch(vertex) {
  if (!mayAnswer() || state.scene?.verdict === "right") return;
  if (state.scene?.verdict === "wrong") back();
  const { place, step, scene } = state;
  if (!place || !step || !scene || scene.over) return;
  const mine = visit;
  update({ busy: true });
  await page.attempt(async () => {
    const seconds = (Date.now() - began) / 1000;
    /** @type {LessonReply} */ let reply;
    try {
      reply = await api.postWithin(`lessons/${place.kind}/${place.name}/${place.step}/answer`, { moves: scene.moves, vertex, seconds, hint: state.hinted }, 10_000);
    } catch (error) {
      if (mine === visit) state.busy = false;
      throw error;
    }
    if (mine !== visit) return;
    if (reply.before) {
      update({ past: [...state.past, scene], scene: { ...scene, at: reply.before, verdict: "", text: "", tried: "" }, marked: false });
      await new Promise((resolve) => setTimeout(resolve, replyDelay));
      if (mine !== visit) return;
    }
    take(reply, scene, vertex);
  });
  if (mine === visit) update({ busy: false });
}

/** Shows the answer to a move. @param {LessonReply} reply @param {Scene} old @param {string} vertex */
function take(reply, old, vertex) {
  if (!state.step || !state.place) return;
  const played = reply.moves.length > old.moves.length || reply.verdict === "right";
  const past = reply.before || !played ? state.past : [...state.past, old];
  began = Date.now();
  const text = (reply.verdict === "illegal" ? page.sentence(page.plain(reply.at.text)) : translated(reply.at.text)) || usualText(reply.verdict, state.place.kind);
  update({
    step: { ...state.step, marks: reply.marks, item: reply.item }, past, streak: reply.streak, hinted: reply.verdict === "illegal" && state.hinted, marked: false,
    scene: { moves: reply.moves, at: reply.at, verdict: reply.verdict, text, over: reply.over, hint: reply.over ? "" : reply.hint, tried: played ? "" : vertex, refutation: reply.refutation?.map(told) },
  });
}

export const pass = () => state.step?.pass && touch("pass");

/** Takes the last move of the pupil back. */
export function back() {
  if (state.busy) return;
  if (state.shown && !state.refuting) return update({ shown: null });
  state.shown = null;
  const scene = state.past.at(-1);
  if (state.scene?.tried) update({ scene: { ...state.scene, verdict: "", text: "", tried: "" } });
  else if (scene) update({ scene: { ...scene, verdict: "", text: "", tried: "" }, past: state.past.slice(0, -1), marked: false });
  began = Date.now();
}

/** Marks a right move on the board. */
export function hint() {
  if (!mayAnswer() || !state.step) return;
  if (state.scene?.verdict === "wrong") back();
  const vertex = state.scene?.hint;
  if (vertex === "pass") page.say(tr("Pass."));
  else if (!vertex) return page.say(state.scene?.over ? tr("This step is solved.") : tr("Any point will do."));
  update({ hinted: true, marked: true });
}

/** Shows what follows a wrong move, from the opponent's reply on, or the problem again. */
export function refute() {
  const line = state.scene?.refutation;
  if (state.shown && state.refuting) return update({ shown: null });
  if (line && !state.busy) update({ shown: line, refuting: true, shownAt: 3 });
}

/** Shows the right line, or the problem again. */
export async function solution() {
  const { place, step } = state;
  if (!place || !step || state.busy) return;
  if (state.shown && !state.refuting) return update({ shown: null });
  const mine = visit;
  await page.attempt(async () => {
    /** @type {LessonSolution} */ const answer = await api.post(`lessons/${place.kind}/${place.name}/${place.step}/solution`, {});
    if (mine !== visit || !state.step) return;
    if (answer.positions.length === 0) return page.say(step.unsure ? tr("The file does not say which moves are right.") : tr("Any point will do."));
    update({ shown: answer.positions.map(told), refuting: false, shownAt: 0, step: { ...state.step, marks: answer.marks, item: answer.item } });
    show(1);
  });
}

/** Steps through the line that is shown. @param {number} by */
export function show(by) {
  if (state.shown) update({ shownAt: Math.max(0, Math.min(state.shown.length, state.shownAt + by)) });
}

/** The position on the board. @returns {LessonPosition|null} */
export const position = () => (state.shown ? (state.shown[state.shownAt - 1] ?? state.step?.at ?? null) : (state.scene?.at ?? null));

/** Goes to the next step, lesson or list; from a problem that is asked again, to the next such problem. */
export function next() {
  const { place, step, due, lessons } = state;
  if (place && step) location.hash = due ? nextDue(place, step.marks) : nextAfter(place, step.of, lessons);
}

/** The text for a screen reader. */
export function spoken() {
  const { step, scene, shown, shownAt, refuting } = state;
  if (!step || !scene) return "";
  if (shown) return `${refuting ? tr("Refutation, move {at} of {n}.", { at: shownAt, n: shown.length }) : tr("Solution, move {at} of {n}.", { at: shownAt, n: shown.length })} ${position()?.lastMove ?? ""}. ${position()?.text ?? ""}`;
  if (!scene.verdict) return state.busy ? "" : `${step.name || step.title}. ${step.at.text}`.slice(0, 500);
  const reply = scene.moves.length > 1 && scene.moves.length % 2 === 0 && scene.verdict !== "other" ? `${step.player === "black" ? tr("White") : tr("Black")} ${scene.moves.at(-1)}. ` : "";
  return `${headingOf(scene.verdict)}. ${reply}${scene.text}`.slice(0, 500);
}

/** Makes a record a collection of problems, and opens one of them. @param {string} id @param {number} game */
export const beginProblems = (id, game) =>
  page.attempt(async () => {
    await api.post("problems", { record: id });
    location.hash = `lesson/${pathOf({ kind: "record", name: id, step: game })}`;
  });

