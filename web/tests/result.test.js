import assert from "node:assert/strict";
import { test } from "node:test";
import { headingOf } from "../page/result.js";

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
