// Hints and mistakes in a game against the engine. The server searches; the page asks and shows.
import * as api from "./api.js";
import * as page from "./page.js";
import { lastOwn, nextStep } from "./teachsteps.js";

/** @import { Game, Hint, Mistake } from "../types.d.ts" */

export const state = {
  /** @type {Hint|null} */ hint: null,
  /** @type {Mistake|null} */ mistake: null,
  why: false, // the reasons of the mistake are shown
  busy: false, // a hint is on its way
};

let of = ""; // the id of the game
let asked = 0; // the number of the last move that was judged, or is being judged
let stop = new AbortController();

/** @param {Partial<typeof state>} changes */
function update(changes) {
  Object.assign(state, changes);
  page.redraw();
}

/** Whether hints are for this game. @param {Game} g */
export const mayHint = (g) => !!page.state.config?.review && g.phase === "play" && (g.human === "black" || g.human === "white");

/** Forgets everything about the game that is left. */
export function leave() {
  stop.abort();
  Object.assign(state, { hint: null, mistake: null, why: false, busy: false });
  of = "";
}

/** Follows a new state of the game. It asks for a judgement after each move of the person. @param {Game} g */
export function take(g) {
  const own = lastOwn(g);
  if (g.id !== of) {
    leave();
    [of, asked] = [g.id, own]; // earlier moves are not judged
    return;
  }
  if (state.hint && (state.hint.number !== g.number || g.phase !== "play")) state.hint = null;
  if (own === asked) return;
  const played = own > asked;
  asked = own;
  stop.abort();
  Object.assign(state, { mistake: null, why: false });
  if (played && g.teach && g.phase === "play") void judge(g.id, own);
}

/** @param {string} id @param {number} number */
async function judge(id, number) {
  stop = new AbortController();
  const { signal } = stop;
  try {
    /** @type {Mistake} */ const mistake = await api.get(`games/${id}/mistake?number=${number}`, signal);
    if (!signal.aborted && mistake.costly) update({ mistake });
  } catch {
    // Without a judgement the game goes on as usual.
  }
}

/** The next step of the hint: the region, the move, the line. @param {Game|null} g */
export async function hint(g) {
  if (!g || !mayHint(g) || !g.yourTurn || state.busy) return;
  const step = nextStep(state.hint, g.number);
  if (!step) return;
  update({ busy: true });
  await page.attempt(async () => {
    try {
      const hint = await api.post(`games/${g.id}/hint`, { number: g.number, step });
      if (of === g.id) state.hint = hint;
    } finally {
      state.busy = false;
    }
  });
  page.redraw();
}

/** Removes the warning. */
export const dismiss = () => update({ mistake: null, why: false });

/** @param {boolean} why */
export const explain = (why) => update({ why });
