// autoplay.js: a record of a few moves, played by a clock that the tests move.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Autoplay, paces } from "../page/autoplay.js";

/** A record of some moves, and a clock. @param {number} moves @param {number} [pace] */
function rig(moves, pace) {
  /** @type {{timer: number, at: number, run: () => unknown}[]} */
  let timers = [];
  const made = {
    at: 0, // the move that is shown
    now: 0, // milliseconds
    timers: 0,
    changes: 0,
    arrive: () => {}, // shows the position that is on its way
    slow: false, // whether positions arrive only with arrive()
    /** @type {Autoplay} */ autoplay: /** @type {any} */ (null),
    /** Moves the clock. @param {number} milliseconds */
    async pass(milliseconds) {
      const until = made.now + milliseconds;
      for (;;) {
        const due = timers.filter((t) => t.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers = timers.filter((t) => t !== due);
        made.now = due.at;
        due.run();
        await Promise.resolve();
        await Promise.resolve();
      }
      made.now = until;
    },
    pending: () => timers.length,
  };
  const show = (/** @type {number} */ at) => {
    made.at = at;
    if (made.slow) return new Promise((resolve) => (made.arrive = () => resolve(undefined)));
  };
  made.autoplay = new Autoplay({
    atEnd: () => made.at === moves,
    rewind: () => show(0),
    step: () => show(made.at + 1),
    later: (run, milliseconds) => (timers.push({ timer: ++made.timers, at: made.now + milliseconds, run }), made.timers),
    cancel: (timer) => void (timers = timers.filter((t) => t.timer !== timer)),
    changed: () => made.changes++,
  }, pace);
  return made;
}

test("the moves follow each other at the pace, until the end", async () => {
  const r = rig(3, 1);
  await r.autoplay.play();
  assert.deepEqual([r.at, r.autoplay.playing], [1, true], "the first move is played at once");
  await r.pass(999);
  assert.equal(r.at, 1);
  await r.pass(1);
  assert.equal(r.at, 2);
  await r.pass(1000);
  assert.deepEqual([r.at, r.autoplay.playing, r.pending()], [3, false, 0]);
  await r.pass(10_000);
  assert.equal(r.at, 3);
});

test("at the end it begins again at the start", async () => {
  const r = rig(3, 0.5);
  r.at = 3;
  await r.autoplay.play();
  assert.deepEqual([r.at, r.autoplay.playing], [0, true]);
  await r.pass(500);
  assert.equal(r.at, 1);
});

test("a record without moves does not play", async () => {
  const r = rig(0);
  await r.autoplay.play();
  assert.deepEqual([r.at, r.autoplay.playing, r.pending()], [0, false, 0]);
});

test("it stops, and the pause before the next move is over", async () => {
  const r = rig(9, 2);
  await r.autoplay.toggle();
  assert.equal(r.at, 1);
  r.autoplay.toggle();
  assert.deepEqual([r.autoplay.playing, r.pending()], [false, 0]);
  await r.pass(10_000);
  assert.equal(r.at, 1);
  const { changes } = r;
  r.autoplay.stop();
  assert.equal(r.changes, changes, "a second stop changes nothing");
});

test("a position that is on its way is waited for", async () => {
  const r = rig(9, 1);
  r.slow = true;
  const began = r.autoplay.play();
  await r.pass(5000);
  assert.deepEqual([r.at, r.pending()], [1, 0]);
  r.arrive();
  await began;
  await r.pass(999);
  assert.equal(r.at, 1);
  await r.pass(1);
  assert.equal(r.at, 2);
});

test("a stop while a position is on its way ends the playing, and a new start is not disturbed by it", async () => {
  const r = rig(9, 1);
  r.slow = true;
  const began = r.autoplay.play();
  const { arrive } = r;
  r.autoplay.stop();
  r.slow = false;
  await r.autoplay.play();
  assert.deepEqual([r.at, r.pending()], [2, 1]);
  arrive();
  await began;
  assert.equal(r.pending(), 1, "one timer, not two");
});

test("another pace counts from now on", async () => {
  const r = rig(9, 4);
  await r.autoplay.play();
  await r.pass(1000);
  r.autoplay.setPace(0.5);
  assert.equal(r.pending(), 1);
  await r.pass(500);
  assert.equal(r.at, 2);
  r.autoplay.stop();
  r.autoplay.setPace(1);
  assert.equal(r.pending(), 0, "a pace alone plays nothing");
});

test("an unknown pace is replaced by the usual one", () => {
  for (const pace of paces) assert.equal(rig(1, pace).autoplay.pace, pace);
  for (const pace of [NaN, 0, 3, -1]) assert.equal(rig(1, pace).autoplay.pace, 2);
});
