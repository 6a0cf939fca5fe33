// gamelist.js: entries of games and records, the search, and statistics.
import assert from "node:assert/strict";
import { test } from "node:test";
import { entriesOf, found, statistics } from "../page/gamelist.js";

const thumb = { width: 0, height: 0, stones: "" };
/** @param {object} changes @returns {any} */
const gameOf = (changes) => ({ id: "g", changed: "2026-11-01T10:00:00Z", board: "9×9", rules: "Chinese", human: "black", own: { black: "black", white: "white" }[changes.human ?? "black"], moves: 40, over: true, result: "B+4.5", rank: "10k", thumb, ...changes });
/** @param {object} changes @returns {any} */
const recordOf = (changes) => ({ id: "r", name: "a.sgf", changed: "2026-11-02T10:00:00Z", original: true, games: 1, title: "", black: "", white: "", result: "", date: "", board: "19×19", moves: 3, nodes: 4, thumb, ...changes });

test("an entry says how the game ended for the user", () => {
  const results = [
    [{}, "won", "won by 4.5 points"], [{ human: "white" }, "lost", "lost by 4.5 points"], [{ result: "B+1" }, "won", "won by 1 point"],
    [{ result: "W+R" }, "lost", "lost by resignation"], [{ result: "W+T", human: "white" }, "won", "won on time"], [{ result: "0" }, "drawn", "draw"],
    [{ result: "Void" }, "", "void"], [{ over: false, result: "" }, "open", "open"], [{ human: "both" }, "", "B+4.5"], [{ human: "both", own: "white" }, "lost", "lost by 4.5 points"], [{ human: "none", result: "0" }, "", "draw"],
  ];
  for (const [changes, outcome, result] of results) {
    const [e] = entriesOf([gameOf(/** @type {object} */ (changes))], null);
    assert.deepEqual([e.outcome, e.result], [outcome, result], JSON.stringify(changes));
  }
});

test("the day of an entry is that on which the game ended with a result for the user", () => {
  const finished = "2026-11-01T10:00:00Z";
  /** @param {object} changes */
  const day = (changes) => entriesOf([gameOf({ finished, ...changes })], null)[0].day;
  assert.match(day({}), /^2026-(10-31|11-0[12])$/);
  assert.deepEqual([{ over: false, finished: undefined }, { human: "both" }, { result: "Void" }, { result: "" }].map(day), ["", "", "", ""]);
  const entries = entriesOf([gameOf({ id: "a", finished }), gameOf({ id: "b", finished: "2026-12-24T10:00:00Z" })], null);
  assert.deepEqual(found(entries, "all", "", day({})).map((e) => e.id), ["a"]);
});

test("the latest entry comes first, whether game or record", () => {
  const entries = entriesOf([gameOf({ id: "old" }), gameOf({ id: "new", changed: "2026-11-03T10:00:00Z" })], [recordOf({})]);
  assert.deepEqual(entries.map((e) => e.id), ["new", "r", "old"]);
});

test("a search finds all words, in any order, within the limit", () => {
  const entries = entriesOf([gameOf({ id: "a" }), gameOf({ id: "b", board: "13×13", over: false })], [recordOf({ id: "c", black: "Ada", white: "Bob", date: "1997-04-01" })]);
  /** @param {string} limit @param {string} text */
  const ids = (limit, text) => found(entries, limit, text).map((e) => e.id).sort().join("");
  assert.equal(ids("all", ""), "abc");
  assert.equal(ids("all", "13x13"), "b");
  assert.equal(ids("all", "bob 1997"), "c");
  assert.equal(ids("all", "bob chinese"), "");
  assert.equal(ids("won", ""), "a");
  assert.equal(ids("open", "chinese"), "b");
  assert.equal(ids("records", ""), "c");
  assert.equal(ids("unknown", ""), "abc");
});

test("statistics count finished games against the engine", () => {
  const entries = entriesOf([gameOf({}), gameOf({ result: "W+R" }), gameOf({ result: "0" }), gameOf({ rank: "full" }), gameOf({ over: false }), gameOf({ human: "both" })], [recordOf({ result: "B+R" })]);
  assert.deepEqual(statistics(entries), [{ opponent: "10 kyu", won: 1, lost: 1, drawn: 1 }, { opponent: "Full strength", won: 1, lost: 0, drawn: 0 }]);
});
