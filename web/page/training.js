// Training runs: the list of all runs, the chosen runs and their curves, which the server sends as they grow. This
// state stays while another part of the page is open.
import * as api from "./api.js";
import * as page from "./page.js";
import { tr } from "./text.js";
import { joined } from "./trainingscale.js";

/** @import { Curve as News, RunList } from "../types.d.ts" */
/** @typedef {News & {version: number}} Curve  version grows with every change */

/** The measures, in the order of the server. */
export const measures = ["loss", "policy", "answer", "value", "ownership", "score", "spread", "lead", "top1", "length", "rate", "perSecond"];
const most = 8; // runs that can be chosen: each has a colour

export const state = {
  /** @type {RunList|null} */ list: null,
  /** @type {string[]|null} */ chosen: null, // names by colour; "" for a colour that is free
  /** @type {Map<string, Curve>} */ curves: new Map(), // by name
  log: false, // the axis of steps
  smooth: 1, // 0 not at all, 1 a little, 2 much
  connected: true,
  error: "",
};

const refreshAfter = 10000; // milliseconds after which the list is requested again
let timer = 0;
/** @type {EventSource|null} */ let source = null;
let followed = ""; // the runs that source follows
let open = false;

/** @param {Partial<typeof state>} changes */
function update(changes) {
  Object.assign(state, changes);
  if (open) page.redraw();
}

/** The chosen runs, with the number of their colour. */
export const shown = () => (state.chosen ?? []).map((name, color) => ({ name, color })).filter((run) => run.name);

/** Opens the runs and the view that the URL names: run=NAME for each run, x=log, smooth=0. */
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
  follow(); // a hidden tab closes its connection
  if (open && !document.hidden) refresh();
});

/** Requests the list of runs again and again. */
async function refresh() {
  clearTimeout(timer);
  if (!open || document.hidden) return;
  try {
    const list = await api.get("training");
    update({ list, error: "" });
    if (state.chosen === null && list.runs.length > 0) choose([list.runs[0].name]);
  } catch (refusal) {
    update({ error: page.messageOf(refusal) });
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

/** Adds a run to the chosen runs, or removes it from them. @param {string} name */
export function toggle(name) {
  const chosen = [...(state.chosen ?? [])];
  if (chosen.includes(name)) return choose(chosen.map((n) => (n === name ? "" : n)));
  const free = chosen.indexOf("");
  if (free < 0 && chosen.length >= most) return page.say(tr("{most} runs are the most that can be shown in different colours. Remove a run first.", { most }));
  chosen[free < 0 ? chosen.length : free] = name;
  choose(chosen);
}

/** @param {{log?: boolean, smooth?: number}} changes */
export function view(changes) {
  update(changes);
  remember();
}

/** Writes the chosen runs and the view into the URL. */
function remember() {
  if (!open) return;
  const asks = new URLSearchParams();
  for (const { name } of shown()) asks.append("run", name);
  if (state.log) asks.set("x", "log");
  if (state.smooth !== 1) asks.set("smooth", String(state.smooth));
  const text = asks.toString();
  history.replaceState(null, "", `#training${text ? `?${text}` : ""}`);
}

/** Follows the chosen runs while the page is visible. */
function follow() {
  const names = open && !document.hidden ? shown().map((run) => run.name) : [];
  const wanted = names.map((name) => `run=${encodeURIComponent(name)}`).join("&");
  if (wanted === followed) return;
  followed = wanted;
  source?.close();
  source = null;
  if (wanted) connect(wanted);
}

/** @param {string} wanted */
function connect(wanted) {
  if (wanted !== followed || source) return;
  const mine = new EventSource(`/api/training/events?${wanted}`);
  source = mine;
  mine.addEventListener("open", () => update({ connected: true }));
  mine.addEventListener("curve", (event) => take(JSON.parse(event.data)));
  mine.addEventListener("error", () => {
    if (source !== mine) return;
    update({ connected: false });
    if (mine.readyState !== EventSource.CLOSED) return;
    source = null;
    setTimeout(connect, 2000, wanted);
  });
}

/** Adds new points to the curve of their run. @param {News} news */
function take(news) {
  const old = news.fresh ? undefined : state.curves.get(news.run);
  if (!news.fresh && !old) return;
  const curve = { ...news, version: (state.curves.get(news.run)?.version ?? 0) + 1 };
  curve.train = joined(old?.train, news.train);
  curve.test = joined(old?.test, news.test);
  state.curves.set(news.run, curve);
  update({ connected: true });
}
