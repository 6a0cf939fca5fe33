// What goes on in the club, and the tournament that is open.
import * as api from "./api.js";
import * as page from "./page.js";
import * as seats from "./seats.js";
import { tr } from "./text.js";

/** @import { Club, Pairing, Tournament } from "../types.d.ts" */

export const state = {
  /** @type {Club|null} */ club: null,
  /** @type {Tournament|null} */ open: null,
  error: "", // why the club or the tournament cannot be shown
};

/** @param {Partial<typeof state>} changes */
function update(changes) {
  Object.assign(state, changes);
  page.redraw();
}

const again = 5000; // milliseconds between two requests

/**
 * Calls a function now and every few seconds while the page is visible, until the returned function is called or the
 * server says that there is nothing to see.
 * @param {() => Promise<void>} load
 */
export function repeat(load) {
  const look = async () => {
    if (document.hidden) return;
    try {
      await load();
    } catch (error) {
      if (error instanceof api.Refusal && [401, 403, 404].includes(error.status)) stop();
      update({ error: page.messageOf(error) });
    }
  };
  const timer = setInterval(look, again);
  const stop = () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
  document.addEventListener("visibilitychange", look);
  void look();
  return stop;
}

export const loadClub = async () => update({ club: await api.get("club"), error: "" });

let sent = 0; // number of the latest request for a tournament
let taken = 0; // number of the request whose answer is shown

/** Shows the present state of a tournament, unless a later answer is shown already. @param {string} id */
export async function load(id) {
  const number = ++sent;
  const t = await api.get(`tournaments/${id}`);
  if (number < taken) return;
  taken = number;
  take(t);
}

/**
 * Shows a tournament. This browser holds its player's seat in the games of the tournament, and may look at the others.
 * @param {Tournament} t
 */
function take(t) {
  const path = page.state.tournament;
  if (path !== null && path !== t.id) return; // the user has left
  for (const p of t.rounds.flat()) {
    if (p.game && plays(p, t.you)) seats.follow(t.id, p.game);
    else if (p.game && seats.invitationOf(t.id)) seats.keepInvitation(p.game, seats.invitationOf(t.id));
  }
  const old = state.open;
  update({ open: t, error: "" });
  if (old?.id !== t.id || t.you < 0) return;
  const [was, is] = [old.rounds.length, t.rounds.length];
  if (is > was) page.say(`${tr("Round {n} has begun.", { n: is })} ${opponentText(t)}`);
  if (is < was) page.say(tr("Round {n} was taken back.", { n: was }));
}

/** @param {Pairing} p @param {number} player */
export const plays = (p, player) => player >= 0 && (p.black === player || p.white === player);

/** The game of this browser's player in the last round. @param {Tournament} t */
export const ownGame = (t) => t.rounds.at(-1)?.find((p) => plays(p, t.you));

/** Against whom the player of this browser plays in the last round. @param {Tournament} t */
export function opponentText(t) {
  const p = ownGame(t);
  if (!p) return tr("You do not play in this round.");
  if (p.white < 0) return tr("You have no opponent in this round, which counts as a win.");
  return p.black === t.you ? tr("You play Black against {player}.", { player: t.players[p.white].name }) : tr("You play White against {player}.", { player: t.players[p.black].name });
}

/**
 * Changes the open tournament. Its state may be older in the answers to all requests that were sent before this answer.
 * @param {string} name of the action @param {object} body @param {Record<string, string>} [headers]
 */
async function change(name, body, headers) {
  if (!state.open) return;
  const t = await api.post(`tournaments/${state.open.id}/${name}`, body, headers);
  taken = ++sent;
  take(t);
}

/** @param {string} name */
export async function join(name) {
  const id = state.open?.id ?? "";
  if (!seats.secretOf(id)) seats.keepSecret(id, seats.newSecret());
  await change("join", { name });
}

/** @param {string} name */
export const add = (name) => change("add", { name });
/** @param {string[]} names */
export const order = (names) => page.attempt(() => change("order", { names }));
/** @param {string} name @param {boolean} [back] */
export const withdraw = (name, back = false) => page.attempt(() => change("withdraw", { name, back }));
/** @param {number} round */
export const begin = (round) => page.attempt(() => change("round", { round }));
/** @param {number} round */
export const takeBack = (round) => page.attempt(() => change("undo", { round }));
/** @param {number} round @param {number} table @param {string} result */
export const enter = (round, table, result) => page.attempt(() => change("result", { round, table, result }));

/** Makes a tournament and opens it. */
export const create = page.once(async (/** @type {object} */ setup) => {
  const t = await api.post("tournaments", setup);
  page.update({ dialog: "", message: "" });
  location.hash = `tournament/${t.id}`;
});

export const remove = () =>
  page.attempt(async () => {
    if (!state.open) return;
    await api.remove(`tournaments/${state.open.id}`);
    location.hash = "club";
  });
