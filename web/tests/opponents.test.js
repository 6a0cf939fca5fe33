// opponents.js: the offer to change the opponent after two wins or losses in a row.
import assert from "node:assert/strict";
import { test } from "node:test";
import { change, opponentOf } from "../page/opponents.js";

const opponents = ["30k", "20k", "15k", "10k", "1d", "full"].map((rank) => ({ name: `Name ${rank}`, rank, text: "" }));
/** The latest game is the first. @param {[string, string][]} list  rank and result of a game in which the user has Black */
const games = (list) => /** @type {any} */ (list.map(([rank, result], i) => ({
  id: `g${i}`, changed: new Date(2026, 1, 20 - i).toISOString(), board: "9×9", rules: "Chinese", human: "black", own: "black", moves: 9, over: result !== "", result, rank, thumb: { width: 0, height: 0, stones: "" } })));

test("two wins in a row offer the next stronger opponent, two losses the next weaker one", () => {
  /** @type {[[string, string][], string|undefined][]} */
  const cases = [
    [[["15k", "B+R"], ["15k", "B+3"]], "10k"], [[["15k", "W+R"], ["15k", "W+3"]], "20k"], [[["15k", "B+R"], ["15k", "W+3"]], undefined],
    [[["15k", "B+R"], ["20k", "B+3"]], undefined], [[["15k", "B+R"]], undefined], [[["15k", "0"], ["15k", "0"]], undefined],
    [[["15k", ""], ["15k", "B+R"], ["15k", "B+3"]], "10k"], // a game that is not over does not count
    [[["12k", "B+R"], ["12k", "B+3"]], "10k"], [[["12k", "W+R"], ["12k", "W+3"]], "15k"], // a rank without a name
    [[["30k", "W+R"], ["30k", "W+3"]], undefined], [[["full", "B+R"], ["full", "B+3"]], undefined], [[["full", "W+R"], ["full", "W+3"]], "1d"],
  ];
  for (const [list, want] of cases) assert.equal(change(games(list), opponents)?.next.rank, want, JSON.stringify(list));
  assert.equal(change(null, opponents), null);
  const offer = change(games([["15k", "B+R"], ["15k", "B+3"]]), opponents);
  assert.deepEqual([offer?.won, offer?.last], [true, "Name 15k"]);
});

test("an opponent is found by its rank", () => {
  assert.equal(opponentOf(opponents, "1d")?.name, "Name 1d");
  assert.equal(opponentOf(opponents, "2d"), undefined);
});
