import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, controlText, timeAfter, warning } from "../page/clocktime.js";

/** Clocks in which Black's runs. */
const clocks = (kind, period, main, left = 0, count = 0) => ({ control: "", kind, period, running: "black", black: { main, period: left, count }, white: { main: 5, period: 0, count: 0 } });

test("the clock goes on between two states", () => {
  const byoyomi = clocks("byoyomi", 5000, 10_000, 5000, 3);
  const cases = [
    [clocks("absolute", 0, 10_000), 4000, 6000, 0, 0],
    [clocks("absolute", 0, 10_000), 14_000, 0, 0, 0],
    [clocks("fischer", 0, 10_000), 4000, 6000, 0, 0],
    [byoyomi, 4000, 6000, 5000, 3],
    [byoyomi, 12_000, 0, 3000, 3],
    [byoyomi, 15_000, 0, 0, 3],
    [byoyomi, 16_000, 0, 4000, 2],
    [byoyomi, 24_000, 0, 1000, 1],
    [byoyomi, 99_000, 0, 0, 1],
    [clocks("byoyomi", 5000, 0, 3000, 2), 4000, 0, 4000, 1],
    [clocks("canadian", 30_000, 10_000, 30_000, 4), 12_000, 0, 28_000, 4],
  ];
  for (const [c, passed, main, period, count] of cases) assert.deepEqual(timeAfter(c, "black", passed), { main, period, count }, `${c.kind} ${passed}`);
  assert.equal(timeAfter(byoyomi, "white", 4000).main, 5);
});

test("what a clock shows", () => {
  const shown = (c) => Object.values(clockText(c, c.black)).join("|");
  assert.equal(shown(clocks("absolute", 0, 605_900)), "10:05|");
  assert.equal(shown(clocks("absolute", 0, 9_870)), "9.8|");
  assert.equal(shown(clocks("fischer", 0, 3_725_000)), "1:02:05|");
  assert.equal(shown(clocks("absolute", 0, 26 * 3_600_000)), "1 d 2 h|");
  assert.equal(shown(clocks("byoyomi", 30_000, 60_000, 30_000, 3)), "1:00|3 × 30 s");
  assert.equal(shown(clocks("byoyomi", 30_000, 0, 21_000, 3)), "0:21|3 periods");
  assert.equal(shown(clocks("byoyomi", 30_000, 0, 21_000, 1)), "0:21|last period");
  assert.equal(shown(clocks("canadian", 300_000, 60_000, 300_000, 25)), "1:00|5 min / 25");
  assert.equal(shown(clocks("canadian", 300_000, 0, 200_000, 12)), "3:20|12 stones");
});

test("a clock warns when the time is short", () => {
  const warns = (c) => warning(c, c.black);
  assert.equal(warns(clocks("absolute", 0, 31_000)), 0);
  assert.equal(warns(clocks("absolute", 0, 30_000)), 30);
  assert.equal(warns(clocks("fischer", 0, 9_000)), 10);
  assert.equal(warns(clocks("byoyomi", 30_000, 9_000, 30_000, 3)), 0);
  assert.equal(warns(clocks("byoyomi", 30_000, 0, 25_000, 3)), 0);
  assert.equal(warns(clocks("byoyomi", 30_000, 0, 8_000, 3)), 10);
  assert.equal(warns(clocks("byoyomi", 60_000, 0, 25_000, 3)), 30);
});

test("a time control in words", () => {
  const cases = {
    "10m": "10 min", "1h30m": "1 h 30 min", "10m+3x30s": "10 min + 3 × 30 s", "0s+1x30s": "30 s a move", "5m+5s": "5 min + 5 s a move",
    "1h+5m/25": "1 h + 5 min for 25 stones", "1m30s+10s": "1 min 30 s + 10 s a move",
    "1m0.5s+500ms": "1 min 0.5 s + 0.5 s a move",
  };
  for (const [control, words] of Object.entries(cases)) assert.equal(controlText(control), words);
});
