// calendar.js: days, their results, and the weeks of a year and of a month.
import assert from "node:assert/strict";
import { test } from "node:test";
import { countOf, dateOf, dayIn, dayOf, partOf, resultsByDay, sizeOf, sumOf } from "../page/calendar.js";

test("the results of a day are counted", () => {
  /** @type {any[]} */
  const entries = [["2026-03-01", "won"], ["2026-03-01", "lost"], ["2026-03-01", "won"], ["2026-03-02", "drawn"], ["", "open"]].map(([day, outcome]) => ({ day, outcome }));
  const days = resultsByDay(entries);
  assert.deepEqual([...days], [["2026-03-01", { won: 2, lost: 1, drawn: 0 }], ["2026-03-02", { won: 0, lost: 0, drawn: 1 }]]);
  assert.deepEqual(sumOf(days.values()), { won: 2, lost: 1, drawn: 1 });
  assert.deepEqual([...days.values()].map(countOf), [3, 1]);
  assert.deepEqual([1, 2, 3, 4, 9].map((won) => sizeOf({ won, lost: 0, drawn: 0 })), [1, 2, 2, 3, 3]);
});

test("a day is a date of the place where the browser is", () => {
  assert.equal(dayOf(new Date(2026, 2, 1, 0, 5)), "2026-03-01");
  assert.equal(dayOf(new Date(2026, 2, 1, 23, 55)), "2026-03-01");
  assert.equal(dayOf(dateOf("2026-12-31")), "2026-12-31");
  assert.deepEqual(["2026-02-28", "2026-02-30", "x", null].map(dayIn), ["2026-02-28", "", "", ""]);
});

test("a year has 53 weeks, the last one up to today", () => {
  const today = new Date(2026, 2, 4, 12); // a Wednesday
  for (const [firstDay, first, inLast] of [[1, "2025-03-03", 3], [0, "2025-03-02", 4]]) {
    const { weeks, days } = partOf("year", 0, today, Number(firstDay));
    assert.deepEqual([weeks.length, days[0], days.at(-1), weeks[52].filter(Boolean).length], [53, first, "2026-03-04", inLast]);
    assert.equal(new Set(days).size, days.length, "a day is twice in the year");
  }
  const earlier = partOf("year", 1, today, 1);
  assert.deepEqual([earlier.weeks.length, earlier.days.length, earlier.days.at(-1)], [53, 53 * 7, "2025-03-02"]);
});

test("a month has its days in weeks, with room before the first one", () => {
  const { weeks, days } = partOf("month", 0, new Date(2026, 2, 4), 1);
  assert.deepEqual([days.length, days[0], days.at(-1)], [31, "2026-03-01", "2026-03-31"]);
  assert.deepEqual(weeks[0], ["", "", "", "", "", "", "2026-03-01"]); // a Sunday
  assert.deepEqual(partOf("month", 3, new Date(2026, 2, 31), 0).days[0], "2025-12-01");
  assert.equal(partOf("month", 1, new Date(2026, 2, 31), 0).days.length, 28);
});
