// teachsteps.js: the steps of a hint, and sentences about hints and mistakes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hintsText, hintTexts, lastOwn, lossText, mistakeTexts, nextStep, stepName } from "../page/teachsteps.js";

const hint = (step, more = {}) => ({ number: 5, step, where: "on the left side", zone: ["A1"], ...more });

test("a hint has three steps in each position", () => {
  assert.equal(nextStep(null, 5), 1);
  assert.equal(nextStep(hint(1), 5), 2);
  assert.equal(nextStep(hint(2, { vertex: "A1" }), 5), 3);
  assert.equal(nextStep(hint(3, { vertex: "A1" }), 5), 0);
  assert.equal(nextStep(hint(2, { vertex: "pass" }), 5), 0);
  assert.equal(nextStep(hint(3), 7), 1, "another position");
  assert.equal(stepName(hint(1), 5), "the move");
});

test("a hint in words", () => {
  assert.deepEqual(hintTexts(hint(1)), ["Look on the left side."]);
  assert.deepEqual(hintTexts(hint(1, { where: "" })), ["Look at the marked points."]);
  assert.match(hintTexts(hint(1, { zone: [] }))[0], /No point/);
  assert.deepEqual(hintTexts(hint(2, { vertex: "A1" })), ["The move is A1."]);
  assert.deepEqual(hintTexts(hint(3, { vertex: "A1", reasons: ["It takes."] })), ["The move is A1.", "It takes."]);
  assert.equal(hintTexts(hint(3, { vertex: "A1" })).length, 2);
  assert.deepEqual(hintTexts(hint(2, { vertex: "pass" })), ["Pass."]);
});

test("the last move of the person", () => {
  const moves = /** @type {{color: "black"|"white", vertex: string}[]} */ ([{ color: "black", vertex: "A1" }, { color: "white", vertex: "B1" }]);
  assert.equal(lastOwn({ human: "black", moves }), 1);
  assert.equal(lastOwn({ human: "white", moves }), 2);
  assert.equal(lastOwn({ human: "both", moves }), 0);
});

test("mistakes in words", () => {
  assert.deepEqual([1, 3, 4.25, 12.4].map(lossText), ["about 1 point", "about 3 points", "about 4.3 points", "about 12 points"]);
  assert.deepEqual(mistakeTexts({ number: 3, costly: true, reasons: ["Because."] }), ["Because."]);
  assert.deepEqual(mistakeTexts({ number: 3, costly: true, better: ["C3"] }), ["C3 would have been better."]);
  assert.deepEqual([0, 1, 2].map(hintsText), ["", "With one hint", "With 2 hints"]);
});
