// The named opponents, and when to change the opponent.
import { entriesOf } from "./gamelist.js";
import { rankText } from "./strength.js";
import { tr } from "./text.js";

/** @import { GameListEntry, Opponent } from "../types.d.ts" */

/** The rank of the opponent that a new visitor meets. */
export const usualRank = "15k";

/** The opponent with a rank, if one has a name. @param {Opponent[]} all @param {string} rank */
export const opponentOf = (all, rank) => all.find((o) => o.rank === rank);

/** The name and the rank of an opponent. @param {Opponent} o */
export const title = (o) => `${o.name}, ${o.rank === "full" ? tr("full strength") : rankText(o.rank)}`;

/**
 * The opponent to play next, after two games in a row against the same rank that the user won or lost. It is the next
 * stronger or weaker one, and null if there is no reason to change.
 * @param {GameListEntry[]|null} games @param {Opponent[]} all
 * @returns {{won: boolean, last: string, next: Opponent}|null}
 */
export function change(games, all) {
  const [a, b] = entriesOf(games, null).filter((e) => e.opponent && e.outcome !== "open");
  if (!a || !b || a.of.rank !== b.of.rank || a.outcome !== b.outcome || (a.outcome !== "won" && a.outcome !== "lost")) return null;
  const won = a.outcome === "won";
  const place = (/** @type {string} */ rank) => (rank === "full" ? Infinity : rank.endsWith("d") ? parseInt(rank, 10) : 1 - parseInt(rank, 10));
  const at = place(a.of.rank);
  const next = won ? all.find((o) => place(o.rank) > at) : all.findLast((o) => place(o.rank) < at);
  return next ? { won, last: opponentOf(all, a.of.rank)?.name ?? rankText(a.of.rank), next } : null;
}
