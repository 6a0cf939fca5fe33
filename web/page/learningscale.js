// Computations for the page of a run of tengen learn: times, intervals, the sizes of moves, and the texts about them.
import { decimal, grouped, tr, trBoard, trCount } from "./text.js";
import { duration, place, ticks } from "./trainingscale.js";

/** @import { AskedPosition, Color, Generation, Graph, Learning, Thought } from "../types.d.ts" */

const silentAfter = 300; // seconds without a new state after which a run may have been killed
const fullShare = 0.25; // a move with this probability or more has the full size
const leastShare = 0.002; // a less probable move is not drawn
const labelShare = 0.045; // a more probable move has its percentage

/** The unit of an axis of time, and its seconds. @param {number} seconds  the length of the axis */
export function timeUnit(seconds) {
  if (seconds < 120) return { unit: "s", each: 1 };
  if (seconds < 7200) return { unit: "min", each: 60 };
  return { unit: "h", each: 3600 };
}

/** About `count` round times on an axis that begins with 0. @param {number} seconds @param {number} count */
export function timeTicks(seconds, count) {
  const { unit, each } = timeUnit(seconds);
  const all = ticks({ from: 0, to: Math.max(seconds, 1) / each, log: false }, count);
  return all.map((v) => ({ at: v * each, text: `${grouped(v)} ${unit}` }));
}

/**
 * The axis of values: from the least to the greatest value with some room. The ends of intervals count, but an interval
 * does not make the axis longer than three times the range of the values.
 * @param {{y: number, low?: number|null, high?: number|null}[]} points
 */
export function valueAxis(points) {
  const ys = points.map((p) => p.y);
  let [low, high] = [Math.min(...ys), Math.max(...ys)];
  const most = high - low || Math.abs(high) || 1;
  for (const p of points) {
    if (typeof p.low === "number") low = Math.min(low, Math.max(p.low, Math.min(...ys) - most));
    if (typeof p.high === "number") high = Math.max(high, Math.min(p.high, Math.max(...ys) + most));
  }
  const room = (high - low || Math.abs(high) || 1) * 0.06;
  return { from: low - room, to: high + room, log: false };
}

/** The path of the band between the ends of the intervals; an end that is missing is an end of the axis. @param {{x: number, low?: number|null, high?: number|null}[]} points @param {(v: number) => number} x @param {(v: number) => number} y @param {{from: number, to: number}} axis */
export function bandOf(points, x, y, axis) {
  const spot = (/** @type {number} */ at, /** @type {number} */ v) => `${round(x(at))} ${round(y(Math.min(axis.to, Math.max(axis.from, v))))}`;
  const part = points.filter((p) => p.low !== undefined);
  if (part.length < 2) return "";
  const top = part.map((p) => spot(p.x, p.high ?? axis.to));
  const bottom = part.map((p) => spot(p.x, p.low ?? axis.from)).reverse();
  return `M${top.join("L")}L${bottom.join("L")}Z`;
}

/** The path through points. @param {{x: number, y: number}[]} points @param {(v: number) => number} x @param {(v: number) => number} y */
export const lineOf = (points, x, y) => points.map((p, i) => `${i ? "L" : "M"}${round(x(p.x))} ${round(y(p.y))}`).join("");

const round = (/** @type {number} */ v) => Math.round(10 * v) / 10;

/** The place of a value on an axis, in pixels from one end to the other. @param {{from: number, to: number, log: boolean}} axis @param {number} from @param {number} to */
export const scaleOf = (axis, from, to) => (/** @type {number} */ v) => from + place(axis, v) * (to - from);

/** The generations whose net has been trained. @param {Generation[]} list */
export const withNets = (list) => list.filter((g) => g.stage === "match" || g.stage === "finished");

/** A number with its sign. @param {number} v @param {number} [digits] */
export const signed = (v, digits = 0) => {
  const text = decimal(Math.abs(v), digits);
  return `${text === decimal(0, digits) ? "" : v > 0 ? "+" : "−"}${text}`;
};

/** The Elo with its interval. @param {Generation} g */
export function eloText({ elo, low, high }) {
  if (elo === null) return "";
  if (low === high) return signed(elo);
  const end = (/** @type {number|null} */ v) => (v === null ? tr("unknown") : signed(v));
  return tr("{elo} ({low} to {high})", { elo: signed(elo), low: end(low), high: end(high) });
}

/** A probability in percent. @param {number} p */
export const percent = (p) => `${p > 0 && p < 0.0995 ? decimal(100 * p, 1) : Math.round(100 * p)} %`;

/** The result of the match of a generation. @param {Generation} g */
export const matchText = ({ points, match }) => (match ? tr("{points} of {n}", { points: `${Math.floor(points) || points < 0.5 ? Math.floor(points) : ""}${points % 1 ? "½" : ""}`, n: match }) : "");

/** What the nets of recipe alphago are. */
const kinds = { sl: tr("SL policy"), rl: tr("RL policy"), value: tr("value net") };

/** Who plays after the match of a generation, or what its net is. @param {Generation} g */
export function playsOn(g) {
  if (g.number === 0) return "";
  if (g.stage !== "finished") return { play: tr("plays"), train: tr("is trained"), match: tr("in its match") }[g.stage];
  if (g.kind) return kinds[g.kind];
  return g.passed ? tr("new net") : tr("generation {generation} stays", { generation: g.opponent });
}

/** The circles for a policy: a point, a radius relative to a stone, an opacity and a label. @param {Thought} thought @param {number[]} stones */
export function movesOf({ policy }, stones) {
  const list = [];
  for (let i = 0; i < policy.length; i++) {
    const p = policy[i];
    if (stones[i] !== 0 || p < leastShare) continue;
    const part = Math.min(1, p / fullShare);
    list.push({ point: i, radius: Math.max(0.08, Math.sqrt(part)), opacity: 0.4 + 0.6 * part, label: p >= labelShare ? String(Math.round(100 * p)) : "" });
  }
  return list;
}

/** The most probable moves. @param {Thought} thought @param {Graph} graph @param {number} most */
export function bestMoves({ policy, pass }, graph, most) {
  const all = policy.map((p, i) => ({ name: graph.points[i].name, p }));
  all.push({ name: tr("pass"), p: pass });
  return all.sort((a, b) => b.p - a.p).slice(0, most).filter(({ p }) => p >= leastShare);
}

/** The name of a position. @param {AskedPosition} position @param {boolean} several  the run has several boards */
export const positionName = ({ number, board, turn }, several) => {
  if (several) return number === 0 ? tr("Empty {board}", { board: trBoard(board) }) : trCount(turn, "After {n} move, {board}", "After {n} moves, {board}", { board: trBoard(board) });
  return number === 0 ? tr("Empty board") : trCount(turn, "After {n} move", "After {n} moves");
};

/**
 * The state of a run, as a word and as a sentence, and whether it can be paused or resumed.
 * @param {Learning} run @param {number} now  Unix milliseconds
 * @returns {{is: "gone"|"done"|"paused"|"quiet"|"runs", text: string, left?: number, button: ""|"pause"|"resume"}}
 */
export function conditionOf(run, now) {
  const silent = Math.max(0, (now - new Date(run.changed).getTime()) / 1000);
  const button = run.paused ? "resume" : run.running ? "pause" : "";
  if (run.gone) return { is: "gone", text: tr("the folder has no run"), button: "" };
  if (!run.running) {
    const finished = run.complete || (run.limit > 0 && run.seconds >= run.limit) || (run.mostGenerations > 0 && run.generations >= run.mostGenerations);
    const text = finished ? tr("finished") : tr("stopped; the same command continues it");
    return { is: run.paused ? "paused" : "done", text: run.paused ? tr("stopped, and paused") : text, button };
  }
  if (silent > silentAfter) return { is: "quiet", text: tr("no news for {time}", { time: duration(silent) }), button };
  if (run.paused) {
    const ends = { play: tr("the games under way are finished first"), train: tr("the training is saved first"), match: tr("the games under way are finished first"), finished: "" };
    return { is: "paused", text: run.waiting ? tr("paused") : [tr("pausing"), ends[run.list.at(-1)?.stage ?? "finished"]].filter(Boolean).join("; "), button };
  }
  if (run.limit > 0) {
    const left = Math.max(0, run.limit - run.seconds - silent);
    return { is: "runs", text: tr("{time} left", { time: duration(left) }), left, button };
  }
  return { is: "runs", text: tr("running"), button };
}

/** The stage under way, in words. @param {Learning} run */
export function stageText({ now, list }) {
  const last = list.at(-1);
  if (!last || last.stage === "finished") return "";
  const at = now && now.generation === last.number && now.stage === last.stage ? now : null;
  const counts = at && { done: grouped(at.done), total: grouped(at.total) };
  const progress = counts ? {
    play: last.kind === "rl" ? tr("{done} of {total} games", counts) : tr("{done} of {total} rows", counts), train: tr("{done} of {total} steps", counts), match: tr("{done} of {total} pairs of games", counts),
  }[last.stage] : "";
  const kind = last.kind ? ` (${kinds[last.kind]})` : "";
  const name = { name: `${last.number}${kind}` };
  const doing = { play: tr("Generation {name} plays", name), train: tr("Generation {name} is trained", name), match: tr("Generation {name} plays its match", name) }[last.stage];
  return progress ? `${doing}: ${progress}` : doing;
}
