import assert from "node:assert/strict";
import { test } from "node:test";
import { cardWords, headingOf } from "../page/result.js";

test("the heading says who won, and how", () => {
  const cases = [
    ["B+4.5", "black", "You won by 4.5 points"],
    ["B+4.5", "white", "You lost by 4.5 points"],
    ["W+0.5", "white", "You won by half a point"],
    ["W+1", "black", "You lost by one point"],
    ["W+R", "white", "You won: the engine resigned"],
    ["W+R", "black", "You resigned"],
    ["W+R", "both", "White won by resignation"],
    ["B+T", "both", "Black won on time"],
    ["B+F", "none", "Black won by forfeit"],
    ["B+", "none", "Black won"],
    ["W+3", "none", "White won by 3 points"],
    ["0", "black", "A draw"],
    ["Void", "black", "The game has no result"],
    ["", "none", "The game was stopped"],
  ];
  for (const [result, human, want] of cases) assert.equal(headingOf({ result, human }), want, `${result} ${human}`);
  assert.equal(headingOf({ result: "B+2.5", human: "both", blackName: "the teacher" }), "the teacher won by 2.5 points");
  const seats = (you) => ({ human: "both", blackName: "Ann", whiteName: "Bob", seats: { you } });
  assert.equal(headingOf({ result: "B+T", ...seats("black") }), "You won on time");
  assert.equal(headingOf({ result: "B+T", ...seats("white") }), "You lost on time");
  assert.equal(headingOf({ result: "B+R", ...seats("black") }), "You won: your opponent resigned");
  assert.equal(headingOf({ result: "B+R", ...seats("") }), "Ann won by resignation");
});

test("a card has its texts in the language of the page", () => {
  const record = { info: { result: "W+0.5" }, rules: "Chinese", rulesKnown: true, komi: 7.5, komiKnown: true };
  assert.deepEqual(cardWords(record, "en"), {});
  assert.deepEqual(cardWords(record, "de"), { black: "Black", white: "White", result: "White won by half a point", terms: "Chinese rules · komi 7.5" });
  const resultOf = (result) => cardWords({ ...record, info: { result } }, "de").result;
  const cases = [
    ["B+Resign", "Black won by resignation"], ["W+T", "White won on time"], ["B+Forfeit", "Black won by forfeit"], ["B+", "Black won"], ["0", "A draw"],
    ["Void", undefined], ["?", undefined], ["黑中盘胜", undefined], ["", undefined],
  ];
  for (const [result, want] of cases) assert.equal(resultOf(result), want, result);
  assert.equal(cardWords({ ...record, rulesKnown: false, komiKnown: false, info: {} }, "de").terms, "");
});
