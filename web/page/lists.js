// The games and records of the first page.
import * as api from "./api.js";
import * as page from "./page.js";

/** @import { GameListEntry, Summary } from "../types.d.ts" */

export const state = {
  /** @type {GameListEntry[]|null} */ games: null,
  /** @type {string[]} */ notices: [], // files of games that could not be read
  /** @type {Summary[]|null} */ records: null,
  /** @type {string[]} */ recordNotices: [],
};

/** @param {Partial<typeof state>} changes */
function update(changes) {
  Object.assign(state, changes);
  page.redraw();
}

export const loadGames = () => page.attempt(async () => update(await page.insist(() => api.get("games"))));

export const loadRecords = () =>
  page.attempt(async () => {
    const { records, notices } = await page.insist(() => api.get("records"));
    update({ records, recordNotices: notices });
  });

export const load = async () => void (page.mayAll() && (await Promise.all([loadGames(), loadRecords()])));

/** @param {string} id */
export const deleteGame = (id) =>
  page.attempt(async () => {
    await api.remove(`games/${id}`);
    await loadGames();
  });
