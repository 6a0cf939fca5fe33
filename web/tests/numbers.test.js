// dates.js and trainingscale.js: dates, axes, smoothing, and how numbers are written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ago, exactly } from "../page/dates.js";
import { duration, joined, nearest, place, short, smoothed, ticks, valueAt } from "../page/trainingscale.js";

test("how long ago something was", (t) => {
  t.mock.method(Date, "now", () => new Date("2026-03-01T12:00:00Z").getTime());
  const before = (minutes) => ago(new Date(Date.now() - minutes * 60_000));
  assert.equal(before(0.2), "just now");
  assert.equal(before(5), "5 minutes ago");
  assert.equal(before(90), "2 hours ago");
  assert.equal(before(24 * 60), "yesterday");
  assert.equal(before(9 * 24 * 60), "9 days ago");
});

test("an exact date has day and time", () => {
  assert.match(exactly(new Date(2026, 2, 1, 9, 5)), /2026.*09:05/);
});

test("axes place values and read them back", () => {
  const linear = { from: 10, to: 30, log: false };
  assert.equal(place(linear, 15), 0.25);
  assert.equal(valueAt(linear, 0.25), 15);
  const log = { from: 1, to: 100, log: true };
  assert.equal(place(log, 10), 0.5);
  assert.equal(valueAt(log, 0.5), 10);
  assert.equal(place(log, 0), 0, "values before the axis are at its start");
});

test("ticks are round", () => {
  assert.deepEqual(ticks({ from: 0, to: 1, log: false }, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks({ from: 3, to: 47, log: false }, 4), [20, 40]);
  assert.deepEqual(ticks({ from: 1, to: 1000, log: true }, 2), [1, 10, 100, 1000]);
  assert.deepEqual(ticks({ from: 1, to: 100, log: true }, 3), [1, 3, 10, 30, 100]);
  assert.deepEqual(ticks({ from: 1, to: 20, log: true }, 6), [1, 2, 5, 10, 20]);
});

test("smoothing keeps a constant, keeps gaps, and does not lag", () => {
  const at = [0, 0.25, 0.5, 0.75, 1];
  const ones = [1, 1, 1, 1, 1];
  assert.deepEqual(smoothed([3, null, 3, 3, 3], at, ones, 0.1).map((v) => v && Number(v.toFixed(9))), [3, null, 3, 3, 3]);
  assert.deepEqual(smoothed([1, 2], [0, 1], [1, 1], 0), [1, 2]);
  const peak = smoothed([0, 0, 1, 0, 0], at, ones, 0.25);
  assert.ok(Math.abs(peak[1] - peak[3]) < 1e-12, `${peak} is not symmetric`);
  assert.ok(peak[2] > peak[1]);
  assert.deepEqual(smoothed([0, 3], [0, 0], [1, 2], 1), [2, 2], "a point counts as often as it has lines");
});

test("the point nearest to a step", () => {
  assert.equal(nearest([], 5), -1);
  assert.equal(nearest([10, 20, 40], 1), 0);
  assert.equal(nearest([10, 20, 40], 29), 1);
  assert.equal(nearest([10, 20, 40], 31), 2);
  assert.equal(nearest([10, 20, 40], 100), 2);
});

test("numbers of steps and times in short", () => {
  assert.deepEqual([1500, 20_000, 1_234_567, 3e9].map(short), ["1,500", "20k", "1.23M", "3G"]);
  assert.deepEqual([0.2, 89, 600, 9000, 250_000].map(duration), ["1 s", "89 s", "10 min", "2 h 30 min", "2 days 21 h"]);
});

test("new points replace those from a number on", () => {
  const points = (from, step) => ({ from, total: from + step.length, step, since: step, time: step, lines: step.map(() => 1), mean: [step], low: [step], high: [step] });
  assert.deepEqual(joined(undefined, points(0, [1, 2])), points(0, [1, 2]));
  assert.deepEqual(joined(points(0, [1, 2, 3]), points(2, [30, 40])).mean, [[1, 2, 30, 40]]);
  assert.deepEqual(joined(points(0, [1, 2, 3]), points(1, [])).step, [1]);
});
