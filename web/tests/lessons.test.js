// lessonsteps.js and dates.js: addresses of lessons, ribbons, and sentences.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dayText } from "../page/dates.js";
import { bandsOf, firstOpen, headingOf, nextAfter, nextDue, pathOf, placeOf, ribbonOf, rightShare, solvedIn, timeText, usualText } from "../page/lessonsteps.js";

test("an address names a step", () => {
  assert.deepEqual(placeOf("course/capture/2"), { kind: "course", name: "capture", step: 2 });
  assert.deepEqual(placeOf("record/abcdefghij23"), { kind: "record", name: "abcdefghij23", step: 0 });
  assert.deepEqual(placeOf("set/ladder/7"), { kind: "set", name: "ladder", step: 7 });
  assert.deepEqual(placeOf("mine/abcdefghij23-0/1"), { kind: "mine", name: "abcdefghij23-0", step: 1 });
  for (const wrong of ["", "course", "course/", "game/x/0", "course/capture/x", "course/a/1/2", "record/A/0"]) assert.equal(placeOf(wrong), null, wrong);
  assert.equal(pathOf({ kind: "record", name: "abc", step: 4 }), "record/abc/4");
});

test("next goes to the next step, lesson or list", () => {
  const lessons = ["board", "capture"].map((name) => ({ name, title: "", text: "", marks: ".." }));
  assert.equal(nextAfter({ kind: "course", name: "board", step: 0 }, 2, lessons), "lesson/course/board/1");
  assert.equal(nextAfter({ kind: "course", name: "board", step: 1 }, 2, lessons), "lesson/course/capture/0");
  assert.equal(nextAfter({ kind: "course", name: "capture", step: 1 }, 2, lessons), "course");
  assert.equal(nextAfter({ kind: "course", name: "board", step: 1 }, 2, []), "course");
  assert.equal(nextAfter({ kind: "record", name: "abc", step: 8 }, 10, []), "lesson/record/abc/9");
  assert.equal(nextAfter({ kind: "record", name: "abc", step: 9 }, 10, []), "problems");
});

test("problems that are asked again follow each other", () => {
  const place = { kind: /** @type {"record"} */ ("record"), name: "abc", step: 3 };
  assert.equal(nextDue(place, "d..d.d"), "lesson/record/abc/5");
  assert.equal(nextDue(place, "d..d.."), "lesson/record/abc/0");
  assert.equal(nextDue(place, "...d.s"), "problems");
});

test("the ribbon shows the steps around the current one", () => {
  assert.deepEqual(ribbonOf(1, 3), [0, 1, 2]);
  assert.equal(ribbonOf(0, 100)[0], 0);
  assert.deepEqual([ribbonOf(50, 100)[0], ribbonOf(50, 100).at(-1)], [48, 52]);
  assert.equal(ribbonOf(99, 100).at(-1), 99);
  for (const step of [0, 5, 10, 15, 16]) assert.ok(ribbonOf(step, 17).includes(step));
});

test("marks of steps", () => {
  assert.equal(solvedIn("s.ms"), 2);
  assert.equal(firstOpen("ssm."), 2);
  assert.equal(firstOpen("ss"), 0);
  assert.equal(firstOpen(""), 0);
});

test("sentences", () => {
  assert.equal(headingOf("other"), "Not yet");
  assert.equal(headingOf(""), "");
  assert.match(usualText("other", "record"), /not among the answers/);
  assert.equal(usualText("illegal", "course"), "");
  assert.deepEqual([4.4, 90, 3600, 7260].map(timeText), ["4 s", "2 min", "1 h 0 min", "2 h 1 min"]);
});

test("days in words", () => {
  const now = new Date(2026, 2, 28, 23, 50).getTime(); // the day before the clocks change in Europe
  assert.equal(dayText("2026-03-28", now), "today");
  assert.equal(dayText("2026-03-29", now), "tomorrow");
  assert.equal(dayText("2026-04-04", now), "in 7 days");
});

test("levels in bands", () => {
  const levels = [{ rank: "20k", from: 0, of: 2 }, { rank: "15k", from: 2, of: 1 }, { rank: "14k", from: 3, of: 1 }, { rank: "9d", from: 4, of: 2 }];
  assert.deepEqual(bandsOf(levels, "ss.s.s"), [
    { name: "20k–15k", of: 3, solved: 2, next: 2 },
    { name: "14k–10k", of: 1, solved: 1, next: 3 },
    { name: "dan", of: 2, solved: 1, next: 4 },
  ]);
  assert.deepEqual([{ right: 3, wrong: 1 }, { right: 0, wrong: 0 }].map(rightShare), [75, 0]);
});
