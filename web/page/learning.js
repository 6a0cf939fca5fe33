// A run of tengen learn: its state, which the server sends as it changes, the chosen generation, what the nets think of
// the positions, and the games. This state stays while another part of the page is open.
import * as api from "./api.js";
import { withNets } from "./learningscale.js";
import * as page from "./page.js";

/** @import { AskedPosition, Learning, LearningGames, RunList, Thought } from "../types.d.ts" */

const moreGames = 50; // games that are requested at a time
const refreshAfter = 10000; // milliseconds after which the list of the runs is requested again

const fresh = {
  /** @type {Learning|null} */ run: null,
  /** @type {number|null} */ chosen: null, // a generation; null follows the latest net
  /** @type {AskedPosition[]} */ positions: [],
  at: 0, // index of the position on the board
  /** @type {Map<number, (Thought|null)[]>} */ thoughts: new Map(), // by generation, in the order of the positions
  /** @type {LearningGames|null} */ games: null,
  allGenerations: false, // the table has all generations
  connected: true,
  error: "",
  busy: false, // a pause or a resumption is under way
};

export const state = { name: "", list: /** @type {RunList|null} */ (null), ...fresh };

let open = false;
let timer = 0;
/** @type {EventSource|null} */ let source = null;
let wanted = ""; // what the board and the list of games last asked for

/** @param {Partial<typeof state>} changes */
function update(changes) {
  Object.assign(state, changes);
  if (open) page.redraw();
}

/** Opens the run with a name, or the latest run if the name is "". @param {string} name */
export function enter(name) {
  open = true;
  if (name !== state.name) switchTo(name);
  refresh();
  connect();
}

export function leave() {
  open = false;
  clearTimeout(timer);
  close();
}

function close() {
  source?.close();
  source = null;
}

/** @param {string} name */
function switchTo(name) {
  close();
  wanted = "";
  Object.assign(state, fresh, { name, thoughts: new Map() });
}

document.addEventListener("visibilitychange", () => {
  if (!open) return;
  if (document.hidden) close(); // a hidden tab closes its connection
  else {
    refresh();
    connect();
  }
});

/** Requests the list of the runs again and again. */
async function refresh() {
  clearTimeout(timer);
  if (!open || document.hidden) return;
  try {
    const list = await api.get("training");
    update({ list, error: "" });
    if (open && state.name === "" && list.learning.length > 0) {
      switchTo(list.learning[0].name);
      history.replaceState(null, "", `#learning/${encodeURIComponent(state.name)}`);
      page.update({ learning: state.name });
      connect();
    }
  } catch (refusal) {
    update({ error: page.messageOf(refusal) });
  }
  clearTimeout(timer);
  timer = setTimeout(refresh, refreshAfter);
}

function connect() {
  if (source || !open || document.hidden || state.name === "") return;
  const mine = new EventSource(`/api/learning/events?run=${encodeURIComponent(state.name)}`);
  source = mine;
  mine.addEventListener("open", () => update({ connected: true }));
  mine.addEventListener("learning", (event) => take(JSON.parse(event.data)));
  mine.addEventListener("error", () => {
    if (source !== mine) return;
    update({ connected: false });
    if (mine.readyState !== EventSource.CLOSED) return;
    source = null;
    setTimeout(connect, 2000);
  });
}

/** @param {Learning} run */
function take(run) {
  if (run.name !== state.name) return;
  update({ run, connected: true });
  if (!run.gone) ask();
}

/** The generation that the page shows: the chosen one, or the latest one with a net. */
export function shown() {
  const list = state.run?.list ?? [];
  const latest = withNets(list).at(-1)?.number ?? 0;
  return Math.min(state.chosen ?? latest, Math.max(0, list.length - 1));
}

/** The generation whose net the board shows. The chosen generation may not have a net yet. */
export const shownNet = () => Math.min(shown(), Math.max(0, withNets(state.run?.list ?? []).length - 1));

/** Chooses a generation. The latest one is followed. @param {number} generation */
export function choose(generation) {
  const nets = withNets(state.run?.list ?? []);
  update({ chosen: generation === nets.at(-1)?.number ? null : generation });
  ask();
}

/** Chooses a position. @param {number} at */
export const lookAt = (at) => update({ at });

/** Shows all generations in the table. */
export const showAll = () => update({ allGenerations: true });

/** Asks for what the page shows and does not have yet. */
async function ask() {
  const { name, run } = state;
  if (!run) return;
  const [net, generation] = [shownNet(), shown()];
  const stage = run.list[generation]?.stage;
  const now = JSON.stringify([name, run.positions, net, generation, stage]);
  if (now === wanted) return;
  wanted = now;
  try {
    const query = `run=${encodeURIComponent(name)}`;
    if (state.positions.filter((p) => p.number > 0).length !== run.positions || state.positions.length === 0) {
      const { positions } = await api.get(`learning/positions?${query}`);
      if (name !== state.name) return;
      update({ positions, thoughts: new Map(), at: Math.min(state.at, positions.length - 1) });
    }
    if (!state.thoughts.get(net)) {
      const { thoughts } = await api.get(`learning/thoughts?${query}&generation=${net}`);
      if (name !== state.name) return;
      update({ thoughts: new Map(state.thoughts).set(net, thoughts) });
    }
    if (now !== wanted) return;
    const games = await api.get(`learning/games?${query}&generation=${generation}&count=${moreGames}`);
    if (now === wanted) update({ games, error: "" });
  } catch (refusal) {
    if (name === state.name) update({ error: page.messageOf(refusal) });
    wanted = "";
  }
}

/** Adds further games to the list. */
export const more = () => page.attempt(async () => {
  const { name, games } = state;
  if (!games) return;
  const next = await api.get(`learning/games?run=${encodeURIComponent(name)}&generation=${games.generation}&from=${games.games.length}&count=${moreGames}`);
  if (games === state.games) update({ games: { ...next, games: games.games.concat(next.games) } });
});

/** Opens a game as a record. @param {number} game */
export const openGame = (game) => page.attempt(async () => {
  const { id } = await api.post("learning/record", { run: state.name, generation: state.games?.generation ?? 0, game });
  location.hash = `record/${id}`;
});

/** Pauses the run, or resumes it if it is paused. */
export async function togglePause() {
  const { run, busy } = state;
  if (!run || busy || (!run.paused && !run.running)) return;
  update({ busy: true });
  await page.attempt(async () => {
    take(run.paused ? await api.post("learning/resume", { run: run.name }) : await api.post("learning/pause", { run: run.name }));
  });
  update({ busy: false });
}
