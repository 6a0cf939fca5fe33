// The game that is open, and everything that changes it.
import * as api from "./api.js";
import * as page from "./page.js";
import * as seats from "./seats.js";
import { downloadSGF } from "./download.js";
import { headingOf } from "./result.js";
import { turnAway } from "./share.js";
import * as notices from "./notices.js";
import * as sound from "./sound.js";
import * as teach from "./teach.js";
import { colorName, tr, trServer } from "./text.js";
import { nodeAfter } from "./tree.js";

/** @import { ChatMessage, Color, Game, Graph, People, Score } from "../types.d.ts" */

/**
 * An earlier position that the page shows.
 * @typedef {object} View
 * @property {number} after  number of moves
 * @property {number[]} stones
 * @property {string} lastMove
 * @property {Color} toPlay
 */

export const state = {
  /** @type {Game|null} */ game: null,
  /** @type {View|null} */ view: null,
  /** @type {{vertex: string}|null} */ visit: null, // the point that the board should show
  connected: true,
  received: 0, // when the state of the game arrived, as performance.now()
  warning: "", // that the user's time is short, for a screen reader
  /** @type {ChatMessage[]|null} */ chat: null, // the messages of the players; null before they are known
  /** @type {People|null} */ people: null, // in a game between people
};

let stopFollowing = () => {};
let invited = ""; // the game that this page has just made, whose invitation it shows
let pending = ""; // the change that the server has not answered yet

/** @param {Partial<typeof state>} changes */
function update(changes) {
  Object.assign(state, changes);
  page.redraw();
}

let looking = 0; // number of the latest request for an earlier position
/** @type {number|null} the earlier position that the latest request asks for, until its answer arrives */
let aim = null;

// A browser allows few connections to one server: so a hidden tab closes its connection, unless the game is not over and
// its user has a seat or wants notices.
document.addEventListener("visibilitychange", () => {
  const { game } = state;
  if (!game || (document.hidden && game.phase !== "over" && (game.seats?.you || notices.on()))) return;
  stopFollowing();
  if (document.hidden) return;
  listen(game.id);
  void notices.clear(game.id);
});

/** Opens the game that the URL names. @param {string} id */
export async function open(id) {
  const wanted = () => page.addressed() === id;
  try {
    const game = await page.insist(() => api.get(`games/${encodeURIComponent(id)}`), wanted);
    if (!wanted()) return;
    take(game);
    listen(id);
    if (invited === id) page.show("invite");
    invited = "";
  } catch (error) {
    if (!wanted()) return;
    if (!page.mayAll() && error instanceof api.Refusal && [401, 403, 404].includes(error.status)) return turnAway(!!seats.secretOf(id));
    page.leave(page.messageOf(error));
  }
}

/** Forgets the game. The caller draws the page. */
export function close() {
  stopFollowing();
  teach.leave();
  looking++;
  aim = null;
  Object.assign(state, { game: null, view: null, visit: null, chat: null, people: null, warning: "" });
}

/** @param {string} id */
function listen(id) {
  stopFollowing();
  stopFollowing = api.follow(id, {
    state: (game) => take(game),
    estimate: (estimate) => state.game && update({ game: { ...state.game, estimate } }),
    chat: ({ from, messages }) => {
      const last = messages.slice((state.chat?.length ?? 0) - from).at(-1);
      const first = state.chat === null;
      update({ chat: [...(state.chat ?? []).slice(0, from), ...messages] });
      if (last && !first && last.color !== state.game?.seats?.you) announce(last);
    },
    people: (people) => update({ people }),
    ping: (ping) => void api.post(`games/${id}/pong`, ping).catch(() => {}),
    gone: (why, deleted) => {
      const tournament = state.game?.seats?.tournament?.id;
      if (tournament && deleted) return void (location.hash = `tournament/${tournament}`);
      const invited = seats.secretOf(id) || seats.invitationOf(id); // to nothing, when the game is gone
      if (page.mayAll() || (!deleted && !invited)) return page.leave(why);
      close();
      turnAway(true);
    },
    connected: (yes) => {
      if (yes) {
        pending = ""; // a request on the lost connection may never be answered
        // If the server was restarted after its clock was set back, its versions are earlier than those before.
        if (state.game) update({ game: { ...state.game, version: 0 } });
      }
      update({ connected: yes });
    },
  });
}

/**
 * Shows a state from the server, unless the page has a newer one. Most states have no graph, because the graph changes
 * only on a board that grows. A message about another position is removed. An answer that arrives after the user has
 * left the game is ignored.
 * @param {Game} game
 */
function take(game) {
  if (page.addressed() !== game.id) return;
  const old = state.game;
  if (old?.id === game.id && old.version > game.version) return;
  const graph = game.graph ?? (old?.id === game.id ? old.graph : undefined);
  if (!graph) return;
  if (graph.points.length !== game.stones.length) return void refetch(game.id);
  const earlier = state.view && state.view.after < game.moves.length ? state.view : null;
  const view = earlier?.stones.length === game.stones.length ? earlier : null; // otherwise the board has grown
  const same = old?.number === game.number && old.phase === game.phase;
  if (old?.seats?.free && !game.seats?.free) state.people = null; // they were counted without the guest
  Object.assign(state, { received: performance.now(), game: { ...game, graph: old && sameGraph(old.graph, graph) ? old.graph : graph }, view });
  if (earlier && !view) look(earlier.after);
  teach.take(game);
  const { message, dialog } = page.state;
  const settled = (dialog === "resign" && game.phase !== "play") || (dialog === "stop" && game.phase === "over");
  page.update({ message: same ? message : "", dialog: settled ? "" : dialog });
  if (game.message && game.message !== old?.message) page.say(page.sentence(game.message));
  if (old?.number !== game.number) state.warning = "";
  if (game.seats?.next) seats.follow(game.id, game.seats.next);
  if (old?.id !== game.id) return;
  notify(old, game);
  greet(old, game);
}

/** Shows a notice if the change of the game is news for the user. @param {Game} old @param {Game} game */
function notify(old, game) {
  const players = `${nameOf(game, "black")} – ${nameOf(game, "white")}`;
  // The phase that the game has just reached, if this user plays in it; otherwise "".
  const reached = old.phase !== game.phase && hasOpponent(game) && mayAct(game) ? game.phase : "";
  if (reached === "over") void notices.tell(headingOf(game), players, game.id);
  else if (reached === "dead") void notices.tell(tr("Play has stopped."), players, game.id);
  else if (requestOf(game) && requestOf(game) !== requestOf(old)) void notices.tell(requestOf(game), players, game.id);
  else if (game.offered && !old.offered && mayAct(game)) void notices.tell(tr("{player} would resign. Play on?", { player: colorName(game.offered) }), players, game.id);
  else if (old.seats?.free && !game.seats?.free && game.seats?.you) void notices.tell(welcome(game), players, game.id);
  else if (game.yourTurn && (!old.yourTurn || old.number !== game.number)) {
    void notices.tell(tr("Your turn"), game.toPlay === "black" ? tr("Move {n}: Black to play", { n: game.number }) : tr("Move {n}: White to play", { n: game.number }), game.id);
  }
}

/** What the player of this browser has asked. @type {Record<string, string>} */
const yourAsks = {
  pause: tr("You ask for a pause…"), continue: tr("You ask to go on…"), draw: tr("You ask for a draw…"), rematch: tr("You ask for another game…"),
  undo: tr("You ask to take the last move back…"), undoTwo: tr("You ask to take the last two moves back…"),
};

/** What the other player has asked. @param {string} player @returns {Record<string, string>} */
const theirAsks = (player) => ({
  pause: tr("{player} asks for a pause", { player }), continue: tr("{player} asks to go on", { player }), draw: tr("{player} asks for a draw", { player }),
  rematch: tr("{player} asks for another game", { player }),
  undo: tr("{player} asks to take the last move back", { player }), undoTwo: tr("{player} asks to take the last two moves back", { player }),
});

/** What a player asks, as a sentence. An undo takes the last move of that player back, and the answer to it. @param {Game} g */
export function askedFor(g) {
  const { asked, asker, you } = /** @type {import("../types.d.ts").Seats} */ (g.seats);
  const sentences = asker === you ? yourAsks : theirAsks(nameOf(g, /** @type {Color} */ (asker)));
  return sentences[asked === "undo" && g.moves.at(-1)?.color !== asker ? "undoTwo" : asked];
}

/** What a player proposes, as a sentence. @param {Game} g @param {Color} player */
export const proposal = (g, player) => tr("{player} proposes to end the game here and count", { player: nameOf(g, player) });

/** What the other player asks of the player of this browser, as a sentence; "" for nothing. @param {Game} g */
function requestOf(g) {
  const { seats: s, proposed } = g;
  if (!s?.you) return "";
  if (s.asked && s.asker !== s.you) return askedFor(g);
  return proposed && proposed !== s.you ? proposal(g, proposed) : "";
}

/** Says that the other player has taken the free seat. @param {Game} g */
function welcome(g) {
  const black = g.seats?.you === "black";
  const player = nameOf(g, black ? "white" : "black");
  return black ? tr("{player} is here. You play Black.", { player }) : tr("{player} is here. You play White.", { player });
}

/** Whether this player has just asked for a change of this kind. @param {string} name */
const requested = (name) => pending.split(" ")[2] === name;

/** Tells a player what the other player has done. @param {Game} old @param {Game} game */
function greet(old, game) {
  const you = game.seats?.you;
  if (!game.seats || !you) return;
  const other = nameOf(game, you === "black" ? "white" : "black");
  if (old.seats?.free && !game.seats.free) {
    if (page.state.dialog === "invite") page.update({ dialog: "" });
    sound.bell();
    page.say(welcome(game));
  }
  if (game.seats.refused && old.seats?.asked && old.seats.asker === you && !game.seats.asked && game.paused === old.paused && !requested("refuse")) page.say(tr("{player} says no.", { player: other }));
  if (old.proposed === you && game.declined && !requested("decline")) page.say(tr("{player} wants to play on.", { player: other }));
  if (old.phase === "dead" && game.phase === "play" && !requested("resume")) page.say(tr("{player} does not agree. Play goes on.", { player: other }));
  if (game.phase === "dead" && old.seats?.accepted.includes(you) && !game.seats.accepted.includes(you)) page.say(tr("The dead stones have changed. Accept them again if you agree."));
  if (game.seats.asked && game.seats.asker !== you && !old.seats?.asked) sound.bell();
  if (game.seats.next && !old.seats?.next) location.hash = game.seats.next;
}

/** The user's time is short. @param {number} seconds */
export function warn(seconds) {
  sound.bell();
  update({ warning: `${tr("{n} seconds.", { n: seconds })} ` });
}

/** The name of a player in a game between people. @param {Game} g @param {Color} color */
export const nameOf = (g, color) => (color === "black" ? g.blackName || tr("Black") : g.whiteName || tr("White"));

/** Shows a new message, unless the list of messages is on the screen. @param {ChatMessage} m */
function announce(m) {
  const box = document.getElementById("chat")?.getBoundingClientRect();
  const seen = box && box.top < innerHeight - 40 && box.bottom > 40;
  if (!seen && state.game) page.say(`${nameOf(state.game, m.color)}: ${m.text}`);
}

/** Reports whether a graph is the same as the one that is drawn. @param {Graph} old @param {Graph} graph */
const sameGraph = (old, graph) => old.points.length === graph.points.length && old.name === graph.name && old.edges.length === graph.edges.length;

/** Fetches the whole game, for a board that has grown since the last state. @param {string} id */
const refetch = (id) =>
  page.attempt(async () => {
    const now = await api.get(`games/${id}`);
    if (page.addressed() === id) take(now);
  });

/** Begins a game with another person, who is invited. */
export const invite = page.once(async (/** @type {object} */ setup) => {
  const secret = seats.newSecret();
  const game = await api.post("games", setup, seats.seatHeader(secret));
  seats.keepSecret(game.id, secret);
  invited = game.id;
  location.hash = game.id;
});

/** Takes the free seat of the game. @param {string} name */
export async function sit(name) {
  const { game } = state;
  if (!game) return;
  const secret = seats.secretOf(game.id) || seats.newSecret();
  seats.keepSecret(game.id, secret);
  take(await api.change(game.id, "sit", { name }));
  listen(game.id); // now as a player
}

/** Sends a message to the other player. @param {string} text */
export const say = (text) => api.change(state.game?.id ?? "", "chat", { text });

/** Begins a game. */
export const newGame = page.once(async (/** @type {object} */ setup, vertex = "") => {
  const game = await api.post("games", setup);
  if (vertex && game.yourTurn) await page.attempt(() => api.change(game.id, "play", { number: game.number, vertex }));
  page.update({ dialog: "", message: "" });
  location.hash = game.id;
});

/** Begins a new game like this one. swap: whether the players change colours */
export const again = page.once((/** @type {boolean} */ swap) =>
  page.attempt(async () => {
    if (state.game) location.hash = (await api.post(`games/${state.game.id}/again`, { swap })).id;
  }));

/** Downloads the record of the game. @param {Event} event */
export const download = (event) => state.game && downloadSGF(event, "games", state.game.id);

/** Makes a record of the game and opens it. */
export const recordGame = page.once(() =>
  page.attempt(async () => {
    if (!state.game) return;
    const { id, tree } = await api.post(`games/${state.game.id}/record`, {});
    location.hash = `record/${id}/0/${nodeAfter(tree.nodes, Infinity)}`;
  }));

/**
 * Changes the game. The request contains the number of the next move, so that the server refuses it if the page shows
 * an old position. The page then shows the current position, without a message.
 * @param {string} name @param {{vertex?: string, color?: Color, dead?: string[], what?: string}} [more]
 */
async function act(name, more = {}) {
  const { game } = state;
  const change = `${game?.id} ${game?.number} ${name} ${more.vertex ?? ""}`;
  if (!game || pending === change) return; // a double click
  if (!state.connected) return page.say(notConnected);
  pending = change;
  let moved = false;
  page.update({ message: "" });
  await page.attempt(async () => {
    try {
      take(await api.change(game.id, name, { number: game.number, ...more }));
    } catch (refusal) {
      if (refusal instanceof api.Refusal && refusal.status === 409) {
        const now = await api.get(`games/${game.id}`);
        if (state.game?.id === game.id) take(now);
        if (refusal.field === "number") return void (moved = true);
      }
      throw refusal;
    }
  });
  if (pending === change) pending = "";
  if (moved && ["pause", "stop", "resign"].includes(name)) await act(name); // the other side has played in the meantime
}

const notConnected = tr("Not connected to the program. Trying again…");

export const mayPlay = () => state.connected && !!state.game?.yourTurn && mayAct(state.game) && !state.view;
export const mayUndo = () => state.connected && !!state.game?.canUndo && mayAct(state.game) && !state.view;
export const mayResign = () => state.connected && state.game?.phase === "play" && mayAct(state.game) && state.game.human !== "none" && !state.view;

/** Whether this browser may act in the game: the owner may, unless the game has seats. @param {Game} g */
export const mayAct = (g) => (g.seats ? !!g.seats.you && !g.seats.free : page.mayAll());

/** Whether the game is played against someone who is not at this screen. @param {Game} g */
export const hasOpponent = (g) => (g.seats ? !!g.seats.you : g.human !== "both");

/**
 * Returns a sentence that says which player gets the point, and why.
 * @param {Graph} graph @param {Score|undefined} score @param {string} vertex
 */
export function reason(graph, score, vertex) {
  if (!score) return tr("The game has ended.");
  const i = graph.points.findIndex((p) => p.name === vertex);
  if (i < 0) return tr("There is no point {name} on this board.", { name: vertex });
  const why = trServer(score.texts[score.reasons[i]].text).replace("neutral: ", "");
  return [
    tr("{vertex} counts for White: {reason}.", { vertex, reason: why }), tr("{vertex} counts for neither player: {reason}.", { vertex, reason: why }),
    tr("{vertex} counts for Black: {reason}.", { vertex, reason: why }),
  ][score.owners[i] + 1];
}

/** A click on a point. @param {string} vertex */
export function touchPoint(vertex) {
  const { game, view } = state;
  if (!game) return;
  if (view) return page.say(tr("This is an earlier position. Go to the last move to continue the game."));
  const empty = !game.stones[game.graph.points.findIndex((p) => p.name === vertex)];
  if (game.phase === "over" || (game.phase === "dead" && empty)) return page.say(reason(game.graph, game.score, vertex));
  if (!state.connected) return page.say(notConnected);
  if (game.seats?.free) return page.say(tr("The game begins when both players are here."));
  if (!mayAct(game)) return page.say(tr("{black} and {white} play. You are watching.", { black: nameOf(game, "black"), white: nameOf(game, "white") }));
  if (game.phase === "dead") return act("dead", { vertex });
  if (game.paused) return page.say(tr("The game is paused."));
  if (!game.yourTurn) return page.say(game.seats ? tr("It is the turn of {player}.", { player: nameOf(game, game.toPlay) }) : tr("It is the engine’s turn."));
  return act("play", { vertex });
}

export const pass = () => mayPlay() && act("pass");
export const undo = () => mayUndo() && act("undo");
/** Accepts the dead stones that are on the screen, or the engine's offer to resign. */
export const accept = () => act("accept", { dead: state.game?.dead });
/** @param {""|Color} color the player who wants to resume play, if two people play */
export const resume = (color) => act("resume", color ? { color } : {});
/** @param {""|Color} color the player who proposes, if two people play */
export const propose = (color = "") => state.game?.phase === "play" && !state.view && act("propose", color ? { color } : {});
export const decline = () => act("decline");
/** Asks the other player for a draw. */
export const draw = () => act("draw");
/** Asks the other player for another game. */
export const rematch = () => act("rematch");
/** Agrees to what the other player has asked. */
export const agree = () => act("agree", { what: state.game?.seats?.asked });
/** Refuses what the other player has asked, or takes back what this player has asked. */
export const refuse = () => act("refuse");
/** Pauses a game with clocks, or one that the engine plays with itself. */
export const pause = () => act("pause");
/** Lets a paused game go on. */
export const goOn = () => act("continue");
const goesAlone = () => state.game?.human === "none" && state.game.phase !== "over" && !state.view;
/** The key for a pass: the engine's game with itself pauses, or goes on. Between people, the page asks first. */
export function passOrPause() {
  if (goesAlone()) return state.game?.paused ? goOn() : pause();
  if (!state.game?.seats || !mayPlay()) return pass();
  return page.say(tr("Do you want to pass?"), { text: tr("Pass"), run: pass });
}
export const askStop = () => goesAlone() && page.update({ dialog: "stop" });
/** Ends a game that the engine plays with itself. */
export const stop = () => {
  page.update({ dialog: "" });
  return act("stop");
};
export const askResign = () => mayResign() && page.update({ dialog: "resign" });
export const resign = () => {
  page.update({ dialog: "" });
  return act("resign");
};

/**
 * Shows the position after a number of moves. From the last move on, the page shows the current game again. The page
 * ignores the answer to a request if the user has asked for another position in the meantime.
 * @param {number} after
 */
export async function look(after) {
  const { game } = state;
  if (!game) return;
  after = Math.max(0, after);
  const mine = ++looking;
  if (after >= game.moves.length) {
    aim = state.view = null;
    return page.update({ message: "" });
  }
  aim = after;
  await page.attempt(async () => {
    try {
      const view = await api.get(`games/${game.id}/position?after=${after}`);
      if (mine !== looking) return;
      if (view.stones.length !== state.game?.stones.length) await refetch(game.id); // the board has grown
      if (mine !== looking || view.stones.length !== state.game?.stones.length) return;
      state.view = view;
      page.update({ message: "" });
    } finally {
      if (mine === looking) aim = null;
    }
  });
}

/** @param {number} steps negative to go back */
export const step = (steps) => look((aim ?? state.view?.after ?? state.game?.moves.length ?? 0) + steps);

/** Moves the cursor to the point with a name. @param {string} name */
export function visit(name) {
  const point = state.game && page.findPoint(state.game.graph, name);
  if (point) update({ visit: point });
}
