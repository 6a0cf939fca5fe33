import assert from "node:assert/strict";
import { test } from "node:test";
import { boundsText, shortText } from "../page/solvedtext.js";

test("values are texts from both points of view", () => {
  assert.equal(boundsText({ low: 9, high: 9 }), "B+9.0");
  assert.equal(boundsText({ low: -3, high: 12 }), "W+3.0 to B+12.0");
  assert.equal(shortText({ low: 9, high: 9 }, "black"), "+9");
  assert.equal(shortText({ low: 9, high: 9 }, "white"), "−9");
  assert.equal(shortText({ low: -3, high: 12 }, "black"), "−3…+12");
  assert.equal(shortText({ low: -3, high: 12 }, "white"), "−12…+3");
  assert.equal(shortText({ low: 0, high: 0 }, "white"), "0");
});
