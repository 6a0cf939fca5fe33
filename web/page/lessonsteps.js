// Calculations for lessons: addresses, the ribbon of steps, and sentences. They need no page.
import { tr } from "./text.js";

/** @import { CourseLesson, LessonMarks, LessonVerdict } from "../types.d.ts" */

/** @typedef {{kind: "course"|"record"|"set"|"mine", name: string, step: number}} Place */

/** Reads an address: "course/capture/0", "record/ID/3", "set/ladder/7", "mine/all/0". A missing step is the first. @param {string} path @returns {Place|null} */
export function placeOf(path) {
  const found = /^(course|record|set|mine)\/([a-z0-9-]+)(?:\/(\d{1,7}))?$/.exec(path);
  return found && { kind: /** @type {Place["kind"]} */ (found[1]), name: found[2], step: Number(found[3] ?? 0) };
}

/** @param {Place} place */
export const pathOf = ({ kind, name, step }) => `${kind}/${name}/${step}`;

/** The number of solved steps. @param {LessonMarks} marks */
export const solvedIn = (marks) => [...marks].filter((m) => m === "s").length;

/** The step with which to go on: the first that is not solved, otherwise the first. @param {LessonMarks} marks */
export const firstOpen = (marks) => Math.max(0, [...marks].findIndex((m) => m !== "s"));

/** The address after a problem that was asked again: the next such problem, or the list. @param {Place} place @param {LessonMarks} marks */
export function nextDue({ kind, name, step }, marks) {
  const due = [...marks].flatMap((m, i) => (m === "d" && i !== step ? [i] : []));
  return due.length > 0 ? `lesson/${pathOf({ kind, name, step: due.find((i) => i > step) ?? due[0] })}` : "problems";
}

/**
 * The address after a step: the next step, the next lesson, or a list.
 * @param {Place} place @param {number} of  steps @param {CourseLesson[]} lessons  the course
 */
export function nextAfter({ kind, name, step }, of, lessons) {
  if (step + 1 < of) return `lesson/${pathOf({ kind, name, step: step + 1 })}`;
  if (kind !== "course") return "problems";
  const next = lessons[lessons.findIndex((l) => l.name === name) + 1];
  return next && lessons.some((l) => l.name === name) ? `lesson/${pathOf({ kind, name: next.name, step: 0 })}` : "course";
}

const widest = 5; // steps in a ribbon

/** The steps that the ribbon shows, around the current one. @param {number} step @param {number} of @returns {number[]} */
export function ribbonOf(step, of) {
  const first = Math.max(0, Math.min(step - (widest >> 1), of - widest));
  return Array.from({ length: Math.min(of, widest) }, (_, i) => first + i);
}

/** What a mark says. @type {Record<string, string>} */
export const markTexts = { s: tr("solved"), m: tr("missed"), d: tr("again today"), ".": tr("open¦step") };

/** The heading of an answer. @param {LessonVerdict|""} verdict */
export function headingOf(verdict) {
  return { "": "", open: tr("Right so far"), right: tr("Right"), wrong: tr("Not yet"), other: tr("Not yet"), illegal: tr("Not allowed") }[verdict];
}

/** The text of an answer that has none of its own. @param {LessonVerdict|""} verdict @param {Place["kind"]} kind */
export function usualText(verdict, kind) {
  if (verdict === "other") return kind !== "course" ? tr("This move is not among the answers of the problem. Try again.") : tr("This move does not solve the task. Try again.");
  if (verdict === "wrong") return tr("This move is wrong. Try again.");
  if (verdict === "open") return tr("Go on.");
  return verdict === "right" && kind !== "course" ? tr("The problem is solved.") : "";
}

/** @param {number} seconds */
export function timeText(seconds) {
  if (seconds < 60) return tr("{n} s", { n: Math.round(seconds) });
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? tr("{n} min", { n: minutes }) : tr("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** The bands of levels in the list of problems: the name, and the strongest rank of the band. */
const bands = [["30k–21k", "21k"], ["20k–15k", "15k"], ["14k–10k", "10k"], ["9k–5k", "5k"], ["4k–1k", "1k"], ["dan", "9d"]];

/** A rank as a number that grows with strength. @param {string} rank */
const strengthOf = (rank) => (rank.endsWith("d") ? parseInt(rank, 10) : 1 - parseInt(rank, 10));

/**
 * The bands of a set: the problems of several levels that follow each other. Bands without problems are left out.
 * @param {{rank: string, from: number, of: number}[]} levels @param {LessonMarks} marks
 */
export function bandsOf(levels, marks) {
  let weakest = -Infinity;
  return bands.flatMap(([name, last]) => {
    const inside = levels.filter((l) => strengthOf(l.rank) > weakest && strengthOf(l.rank) <= strengthOf(last));
    weakest = strengthOf(last);
    if (inside.length === 0) return [];
    const from = inside[0].from;
    const of = inside.reduce((sum, l) => sum + l.of, 0);
    const part = marks.slice(from, from + of);
    return [{ name, of, solved: solvedIn(part), next: from + firstOpen(part) }];
  });
}

/** The share of right answers in a month, in percent. @param {{right: number, wrong: number}} month */
export const rightShare = ({ right, wrong }) => Math.round((100 * right) / Math.max(1, right + wrong));
