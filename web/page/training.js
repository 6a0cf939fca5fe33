// Runs of training: which there are, which are looked at, and their curves, which the
// server sends as they grow. They are kept while the page is elsewhere.
import * as api from "./api.js";
import * as page from "./page.js";

/**
 * @typedef {{name: string, changed: string, step: number, steps: number, loss: number|null, testLoss: number|null, testTop1: number|null}} Run
 * @typedef {{from: number, total: number, step: number[], since: number[], time: number[], lines: number[],
 *   mean: (number|null)[][], low: (number|null)[][], high: (number|null)[][]}} Points  in columns; mean, low and high by measure
 * @typedef {{run: string, fresh: boolean, whole: boolean, gone: boolean, step: number, steps: number, epoch: number, began?: string, last?: string,
 *   each: number, lines: number, bad: number, train: Points, test: Points, version: number}} Curve
 */

/** What is measured, in the order of the server. */
export const measures = ["loss", "policy", "answer", "value", "ownership", "score", "spread", "lead", "top1", "length", "rate", "perSecond"];
export const most = 8; // runs that are looked at together, a colour each

export const state = {
  /** @type {{folder: string, runs: Run[], cut: boolean}|null} */ list: null,
  /** @type {string[]|null} */ chosen: null, // names, each in the place of its colour; "" is a free place
  /** @type {Map<string, Curve>} */ curves: new Map(),
  log: false, // the axis of steps
  smooth: 1, // 0 not at all, 1 a little, 2 much
  connected: true,
  error: "",
};

const refreshAfter = 10000; // milliseconds until the list is asked for again
let timer = 0;
let source = null;
let followed = "";
let open = false;

/** @param {Partial<typeof state>} changes */
function update(changes) {
  Object.assign(state, changes);
  if (open) page.redraw();
}

/** The runs that are looked at, with the number of their colour. */
export const shown = () => (state.chosen ?? []).map((name, color) => ({ name, color })).filter((run) => run.name);

/** Goes to what the address asks for: run=NAME for each, x=log, smooth=0. */
export function enter() {
  open = true;
  const asks = new URLSearchParams(location.hash.replace(/^#training[?/]?/, ""));
  if (asks.has("run")) state.chosen = [...new Set(asks.getAll("run"))].slice(0, most);
  if (asks.has("x")) state.log = asks.get("x") === "log";
  if (asks.has("smooth")) state.smooth = Math.min(2, Math.max(0, Math.trunc(Number(asks.get("smooth")) || 0)));
  refresh();
  follow();
}

export function leave() {
  open = false;
  clearTimeout(timer);
  follow();
}

document.addEventListener("visibilitychange", () => {
  follow(); // tabs that nobody sees give their connection back
  if (open && !document.hidden) refresh();
});

/** Asks which runs there are, again and again. */
async function refresh() {
  clearTimeout(timer);
  if (!open || document.hidden) return;
  try {
    const list = await api.get("training");
    update({ list, error: "" });
    if (state.chosen === null && list.runs.length > 0) choose([list.runs[0].name]);
  } catch (refusal) {
    update({ error: refusal.message });
  }
  clearTimeout(timer);
  timer = setTimeout(refresh, refreshAfter);
}

/** @param {string[]} chosen */
function choose(chosen) {
  while (chosen.at(-1) === "") chosen.pop();
  update({ chosen });
  remember();
  follow();
}

/** Looks at a run, or no longer. @param {string} name */
export function toggle(name) {
  const chosen = [...(state.chosen ?? [])];
  if (chosen.includes(name)) return choose(chosen.map((n) => (n === name ? "" : n)));
  const free = chosen.indexOf("");
  if (free < 0 && chosen.length >= most) return page.say(`${most} runs are as many as can be told apart: leave one out first.`);
  chosen[free < 0 ? chosen.length : free] = name;
  choose(chosen);
}

/** @param {{log?: boolean, smooth?: number}} changes */
export function view(changes) {
  update(changes);
  remember();
}

/** Writes into the address what is looked at. */
function remember() {
  if (!open) return;
  const asks = new URLSearchParams();
  for (const { name } of shown()) asks.append("run", name);
  if (state.log) asks.set("x", "log");
  if (state.smooth !== 1) asks.set("smooth", String(state.smooth));
  const text = asks.toString();
  history.replaceState(null, "", `#training${text ? `?${text}` : ""}`);
}

/** Follows the runs that are looked at, while somebody looks. */
function follow() {
  const names = open && !document.hidden ? shown().map((run) => run.name) : [];
  const wanted = names.map((name) => `run=${encodeURIComponent(name)}`).join("&");
  if (wanted === followed) return;
  followed = wanted;
  source?.close();
  source = null;
  if (wanted) connect(wanted);
}

function connect(wanted) {
  if (wanted !== followed) return;
  const mine = new EventSource(`/api/training/events?${wanted}`);
  source = mine;
  mine.addEventListener("open", () => update({ connected: true }));
  mine.addEventListener("curve", (event) => take(JSON.parse(event.data)));
  mine.addEventListener("error", () => {
    if (source !== mine) return;
    update({ connected: false });
    if (mine.readyState === EventSource.CLOSED) setTimeout(connect, 2000, wanted);
  });
}

/** Takes what came into the curve of its run. @param {Curve} news */
function take(news) {
  const old = news.fresh ? undefined : state.curves.get(news.run);
  if (!news.fresh && !old) return;
  const curve = { ...news, version: (state.curves.get(news.run)?.version ?? 0) + 1 };
  curve.train = joined(old?.train, news.train);
  curve.test = joined(old?.test, news.test);
  state.curves.set(news.run, curve);
  update({ connected: true });
}

/** Points that were known with those that came, from a number on. @param {Points|undefined} old @param {Points} news @returns {Points} */
export function joined(old, news) {
  if (!old) return news;
  const put = (before, now) => before.slice(0, news.from).concat(now);
  const all = (before, now) => before.map((column, m) => put(column, now[m]));
  return {
    from: 0, total: news.total, step: put(old.step, news.step), since: put(old.since, news.since), time: put(old.time, news.time), lines: put(old.lines, news.lines),
    mean: all(old.mean, news.mean), low: all(old.low, news.low), high: all(old.high, news.high),
  };
}
