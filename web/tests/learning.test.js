// learningscale.js: times, intervals, the sizes of moves, and the texts about a run of tengen learn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bandOf, bestMoves, conditionOf, eloText, lineOf, matchText, movesOf, percent, playsOn, positionName, scaleOf, signed, stageText, timeTicks, timeUnit, valueAxis, withNets } from "../page/learningscale.js";
import { leadText } from "../page/text.js";
import { titleOf } from "../page/trainingscale.js";

/** A generation with some fields changed. */
const generation = (changes) => ({ number: 3, stage: "finished", points: 6, match: 12, opponent: 2, passed: true, elo: 40, low: -10, high: 95, ...changes });

test("the axis of time has a unit that suits its length", () => {
  assert.deepEqual([60, 600, 20_000].map((s) => timeUnit(s).unit), ["s", "min", "h"]);
  assert.deepEqual(timeTicks(14_400, 4).map(({ at, text }) => [at, text]), [[0, "0 h"], [3600, "1 h"], [7200, "2 h"], [10_800, "3 h"], [14_400, "4 h"]]);
  assert.ok(timeTicks(0, 3).length > 0, "a run that has just begun has an axis");
});

test("the axis of values contains the values, and not more of an interval than helps", () => {
  const near = valueAxis([{ y: 0, low: 0, high: 0 }, { y: 100, low: 50, high: 160 }]);
  assert.ok(near.from < 0 && near.from > -20 && near.to > 160 && near.to < 180, JSON.stringify(near));
  const far = valueAxis([{ y: 0, low: 0, high: 0 }, { y: 100, low: -5000, high: 9000 }]);
  assert.ok(far.from > -130 && far.to < 230, JSON.stringify(far));
  const one = valueAxis([{ y: 2 }]);
  assert.ok(one.from < 2 && one.to > 2);
});

test("bands and lines", () => {
  const spots = [{ x: 0, y: 0, low: 0, high: 0 }, { x: 10, y: 5, low: 2, high: null }];
  const axis = { from: -10, to: 10, log: false };
  const [x, y] = [scaleOf({ from: 0, to: 10, log: false }, 0, 100), scaleOf(axis, 100, 0)];
  assert.equal(lineOf(spots, x, y), "M0 50L100 25");
  assert.equal(bandOf(spots, x, y, axis), "M0 50L100 0L100 40L0 50Z", "an unknown end is the end of the axis");
  assert.equal(bandOf(spots.slice(1), x, y, axis), "");
  assert.equal(bandOf([{ x: 0, y: 1 }, { x: 1, y: 2 }], x, y, axis), "", "losses have no band");
});

test("texts about a generation", () => {
  assert.equal(eloText(generation({})), "+40 (−10 to +95)");
  assert.equal(eloText(generation({ elo: 0, low: 0, high: 0 })), "0");
  assert.equal(eloText(generation({ high: null })), "+40 (−10 to unknown)");
  assert.equal(eloText(generation({ elo: null, low: null, high: null })), "");
  assert.deepEqual([generation({}), generation({ points: 6.5 }), generation({ points: 0.5 }), generation({ points: 0 }), generation({ match: 0 })].map(matchText), ["6 of 12", "6½ of 12", "½ of 12", "0 of 12", ""]);
  assert.deepEqual([generation({}), generation({ passed: false }), generation({ stage: "train" }), generation({ number: 0 })].map(playsOn), ["new net", "generation 2 stays", "is trained", ""]);
  assert.deepEqual([generation({ kind: "rl" }), generation({ kind: "value", stage: "play" })].map(playsOn), ["RL policy", "plays"]);
  assert.deepEqual([signed(0.2), signed(-3.4), signed(7)], ["0", "−3", "+7"]);
  assert.deepEqual([0, 0.004, 0.5, 1].map(percent), ["0 %", "0.4 %", "50 %", "100 %"]);
  assert.deepEqual([0.01, 2.5, -7].map(leadText), ["even", "B+2.5", "W+7.0"]);
  assert.deepEqual(withNets([generation({ number: 0 }), generation({ stage: "match" }), generation({ stage: "train" })]).length, 2);
});

test("the moves of a policy", () => {
  const thought = { win: 0.5, lead: 0, pass: 0.1, policy: [0.6, 0.25, 0.04, 0.0001, 0.0099] };
  const moves = movesOf(thought, [0, 0, 0, 0, 1]);
  assert.deepEqual(moves.map((m) => [m.point, m.label]), [[0, "60"], [1, "25"], [2, ""]], "no move on a stone, and no improbable one");
  assert.ok(moves[0].radius === 1 && moves[1].radius === 1 && moves[2].radius < 0.5 && moves[2].opacity < moves[1].opacity);
  const graph = { points: ["A1", "B1", "C1", "D1", "E1"].map((name) => ({ name, x: 0, y: 0 })) };
  assert.deepEqual(bestMoves(thought, graph, 3).map((m) => m.name), ["A1", "B1", "pass"]);
  assert.equal(bestMoves(thought, graph, 9).length, 5, "a very improbable move is left out");
});

test("names of positions and runs", () => {
  const position = { number: 0, board: "7x7", turn: 0 };
  assert.equal(positionName(position, false), "Empty board");
  assert.equal(positionName(position, true), "Empty 7x7");
  assert.equal(positionName({ ...position, number: 2, turn: 12 }, false), "After 12 moves");
  assert.equal(positionName({ ...position, number: 2, turn: 1 }, true), "After 1 move, 7x7");
  assert.equal(titleOf(".", "/home/runs/"), "runs");
  assert.equal(titleOf("a/b", "/home/runs"), "a/b");
});

test("the condition of a run", () => {
  const now = new Date("2026-03-01T12:00:00Z").getTime();
  const run = { changed: "2026-03-01T11:59:50Z", running: true, waiting: false, paused: false, gone: false, limit: 0, mostGenerations: 0, seconds: 100, generations: 2, list: [{ stage: "play" }] };
  const of = (changes) => conditionOf({ ...run, ...changes }, now);
  assert.deepEqual(of({}), { is: "runs", text: "running", button: "pause" });
  assert.equal(of({ limit: 710 }).text, "10 min left", "the time since the last state counts");
  assert.equal(of({ limit: 100 }).left, 0);
  assert.deepEqual(of({ paused: true }), { is: "paused", text: "pausing; the games under way are finished first", button: "resume" });
  assert.equal(of({ paused: true, list: [{ stage: "train" }] }).text, "pausing; the training is saved first");
  assert.equal(of({ paused: true, waiting: true }).text, "paused");
  assert.deepEqual(of({ running: false }), { is: "done", text: "stopped; the same command continues it", button: "" });
  assert.equal(of({ running: false, limit: 100 }).text, "finished");
  assert.equal(of({ running: false, mostGenerations: 2 }).text, "finished");
  assert.equal(of({ running: false, complete: true }).text, "finished");
  assert.deepEqual(of({ running: false, paused: true }), { is: "paused", text: "stopped, and paused", button: "resume" });
  assert.equal(of({ changed: "2026-03-01T11:50:00Z" }).text, "no news for 10 min");
  assert.equal(of({ gone: true }).button, "");
});

test("the stage under way", () => {
  const run = { now: { generation: 3, stage: "play", done: 340, total: 2000 }, list: [generation({ number: 2 }), generation({ stage: "play" })] };
  assert.equal(stageText(run), "Generation 3 plays: 340 of 2,000 rows");
  assert.equal(stageText({ ...run, now: null }), "Generation 3 plays");
  assert.equal(stageText({ ...run, list: [generation({ stage: "play", kind: "rl" })] }), "Generation 3 (RL policy) plays: 340 of 2,000 games");
  assert.equal(stageText({ ...run, list: [generation({})] }), "");
  assert.equal(stageText({ now: { ...run.now, stage: "match", done: 4, total: 6 }, list: [generation({ stage: "match" })] }), "Generation 3 plays its match: 4 of 6 pairs of games");
});
