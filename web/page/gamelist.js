// The list of games and records: its entries, the search in it, and statistics.
import { dayOf } from "./calendar.js";
import { resultName } from "./result.js";
import { rankText } from "./strength.js";
import { tr, trBoard, trCount, trServer } from "./text.js";

/** @import { Color, GameListEntry, Summary, Thumb } from "../types.d.ts" */

/**
 * @typedef {object} Entry
 * @property {"game"|"record"} kind
 * @property {string} id
 * @property {string} href
 * @property {Thumb} thumb
 * @property {string} board
 * @property {string} title
 * @property {string} result   in words; "" without a result
 * @property {"open"|"won"|"lost"|"drawn"|""} outcome  for the user; "" if the user did not play a colour
 * @property {string} opponent  "" unless the user plays against the engine
 * @property {number} moves
 * @property {Date} changed
 * @property {string} day      on which the game ended with a result for the user, such as 2026-03-01, or ""
 * @property {string} more     more facts, such as the rules
 * @property {object} of       the line from the server
 */

/** What the list can be limited to. @type {Record<string, {title: string, has: (e: Entry) => boolean}>} */
export const limits = {
  all: { title: tr("All"), has: () => true },
  open: { title: tr("Open"), has: (e) => e.outcome === "open" },
  won: { title: tr("Won"), has: (e) => e.outcome === "won" },
  lost: { title: tr("Lost"), has: (e) => e.outcome === "lost" },
  records: { title: tr("Records"), has: (e) => e.kind === "record" },
};

/** The title of a game of a record. @param {{title: string, black: string, white: string}} g @param {string} file */
export function titleOf(g, file) {
  const names = g.black || g.white ? `${g.black || tr("Black")} – ${g.white || tr("White")}` : "";
  return names || g.title || (file === "new.sgf" ? tr("New record") : file);
}

/** The winner of a result such as B+4.5. @param {string} result @returns {Color|""} */
export const winnerOf = (result) => (/^B\+/.test(result) ? "black" : /^W\+/.test(result) ? "white" : "");

/** How a player has won: "by 4.5 points". @param {string} result */
export function marginOf(result) {
  const margin = result.slice(2);
  if (margin === "R") return tr("by resignation");
  if (margin === "T") return tr("on time");
  if (margin === "F") return tr("by forfeit");
  return margin ? trCount(Number(margin), "by {margin} point", "by {margin} points", { margin: margin === String(Number(margin)) ? Number(margin) : margin }) : "";
}

/** @param {GameListEntry} g @returns {Entry} */
function entryOfGame(g) {
  const against = g.human === "black" || g.human === "white"; // the engine
  const engine = rankText(g.rank);
  const winner = winnerOf(g.result);
  const outcome = !g.over ? "open" : !g.own ? "" : winner === g.own ? "won" : winner ? "lost" : g.result === "0" ? "drawn" : "";
  const word = { open: tr("open"), won: tr("won {margin}", { margin: marginOf(g.result) }), lost: tr("lost {margin}", { margin: marginOf(g.result) }), drawn: tr("draw"), "": resultName(g.result) || tr("stopped") }[outcome];
  const sides = { black: tr("You – Engine"), white: tr("Engine – You"), both: tr("Two people"), none: tr("Engine – Engine") }[g.human];
  return {
    kind: "game", id: g.id, href: `#${g.id}`, thumb: g.thumb, board: g.board, moves: g.moves, changed: new Date(g.changed), of: g,
    day: g.finished && ["won", "lost", "drawn"].includes(outcome) ? dayOf(new Date(g.finished)) : "",
    title: g.blackName || g.whiteName ? `${g.blackName || tr("Black")} – ${g.whiteName || tr("White")}` : sides,
    result: word.trim(), outcome, opponent: against ? engine : "", more: [g.human === "both" ? "" : engine, tr("{rules} rules", { rules: trServer(g.rules) })].filter(Boolean).join(", "),
  };
}

/** @param {Summary} r @returns {Entry} */
const entryOfRecord = (r) => ({
  kind: "record", id: r.id, href: `#record/${r.id}`, thumb: r.thumb, board: r.board, moves: r.moves, changed: new Date(r.changed), day: "", of: r,
  title: titleOf(r, r.name), result: r.result, outcome: "", opponent: "",
  more: [r.games > 1 ? tr("{n} games", { n: r.games }) : "", r.date, r.name].filter(Boolean).join(", "),
});

/** All entries, the latest first. @param {GameListEntry[]|null} games @param {Summary[]|null} records */
export function entriesOf(games, records) {
  return [...(games ?? []).map(entryOfGame), ...(records ?? []).map(entryOfRecord)].sort((a, b) => b.changed.getTime() - a.changed.getTime());
}

/** The entries of a limit, and of a day, that have all words of a text. @param {Entry[]} entries @param {string} limit @param {string} text @param {string} [day] */
export function found(entries, limit, text, day = "") {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const { has } = limits[limit] ?? limits.all;
  return entries.filter((e) => {
    const all = `${e.kind} ${e.title} ${trBoard(e.board)} ${e.board} ${e.board.replace("×", "x")} ${e.result} ${e.more}`.toLowerCase();
    return has(e) && (!day || e.day === day) && words.every((w) => all.includes(w));
  });
}

/** The finished games against the engine, by opponent. @param {Entry[]} entries */
export function statistics(entries) {
  /** @type {Map<string, {opponent: string, won: number, lost: number, drawn: number}>} */
  const rows = new Map();
  for (const e of entries) {
    if (!e.opponent || (e.outcome !== "won" && e.outcome !== "lost" && e.outcome !== "drawn")) continue;
    const row = rows.get(e.opponent) ?? { opponent: e.opponent, won: 0, lost: 0, drawn: 0 };
    row[e.outcome]++;
    rows.set(e.opponent, row);
  }
  return [...rows.values()].sort((a, b) => b.won + b.lost + b.drawn - a.won - a.lost - a.drawn);
}
