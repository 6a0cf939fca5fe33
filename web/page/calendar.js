// The days on which the user's games ended, and their results. It needs no page.

/** @import { Entry } from "./gamelist.js" */
/** @typedef {{won: number, lost: number, drawn: number}} Results */

/** The name of a day in the time zone of the browser, such as 2026-03-01. @param {Date} date */
export const dayOf = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, "0")).join("-");

/** The date of a day. @param {string} day */
export const dateOf = (day) => {
  const [y, m, d] = day.split("-").map(Number);
  return new Date(y, m - 1, d);
};

/** The results of each day. @param {Entry[]} entries @returns {Map<string, Results>} */
export function resultsByDay(entries) {
  const days = new Map();
  for (const { day, outcome } of entries) {
    if (!day) continue;
    const results = days.get(day) ?? { won: 0, lost: 0, drawn: 0 };
    results[outcome]++;
    days.set(day, results);
  }
  return days;
}

/** The sum of the results of some days. @param {Iterable<Results>} list @returns {Results} */
export function sumOf(list) {
  const sum = { won: 0, lost: 0, drawn: 0 };
  for (const { won, lost, drawn } of list) {
    sum.won += won;
    sum.lost += lost;
    sum.drawn += drawn;
  }
  return sum;
}

/** @param {Results} r */
export const countOf = (r) => r.won + r.lost + r.drawn;

/**
 * What a calendar shows: a year of whole weeks up to today, or a month. Its parts are counted backwards from today.
 * @param {"year"|"month"} part @param {number} back  0 is the part with today @param {Date} today @param {number} firstDay  of a week, 0 is Sunday
 * @returns {{weeks: string[][], days: string[]}}  the days that are shown, by weeks. Days outside the part are "".
 */
export function partOf(part, back, today, firstDay) {
  const [y, m, d] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const sinceFirst = (/** @type {Date} */ date) => (date.getDay() - firstDay + 7) % 7;
  const week = new Date(y, m, d - sinceFirst(today)); // the first day of this week
  const from = part === "month" ? new Date(y, m - back, 1) : new Date(week.getFullYear(), week.getMonth(), week.getDate() - 7 * (52 + 53 * back));
  const end = part === "month" ? new Date(y, m - back + 1, 1) : new Date(from.getFullYear(), from.getMonth(), from.getDate() + 7 * 53);
  const weeks = [];
  for (let at = new Date(from.getFullYear(), from.getMonth(), from.getDate() - sinceFirst(from)); at < end; at = new Date(at.getFullYear(), at.getMonth(), at.getDate() + 7)) {
    weeks.push(Array.from({ length: 7 }, (_, i) => {
      const date = new Date(at.getFullYear(), at.getMonth(), at.getDate() + i);
      return date < from || date >= end || (part === "year" && date > today) ? "" : dayOf(date);
    }));
  }
  return { weeks, days: weeks.flat().filter(Boolean) };
}

/** How large the mark of a day is, from 1 to 3. @param {Results} r */
export const sizeOf = (r) => (countOf(r) > 3 ? 3 : countOf(r) > 1 ? 2 : 1);

/** The day in the address of the list, or "". @param {string|null} text */
export const dayIn = (text) => (text && /^\d{4}-\d\d-\d\d$/.test(text) && dayOf(dateOf(text)) === text ? text : "");
