// The time on a clock between two states from the server.
import { decimal, tr, trCount } from "./text.js";

/** @import { Clocks, ClockTime, Color } from "../types.d.ts" */

/**
 * The time of a player some milliseconds after the state was made. It is never below zero: the server says when a
 * player has lost on time.
 * @param {Clocks} clocks @param {Color} color @param {number} passed @returns {ClockTime}
 */
export function timeAfter(clocks, color, passed) {
  const { main, period, count } = clocks[color];
  if (clocks.running !== color) return clocks[color];
  if (passed <= main) return { main: main - passed, period, count };
  const over = passed - main;
  if (clocks.kind !== "byoyomi" || over <= period) return { main: 0, period: Math.max(0, period - over), count };
  const used = Math.ceil((over - period) / clocks.period);
  if (used >= count) return { main: 0, period: 0, count: 1 };
  return { main: 0, period: period + used * clocks.period - over, count: count - used };
}

/** Whether the main time is used up and overtime runs. @param {Clocks} clocks @param {ClockTime} t */
const inOvertime = (clocks, t) => t.main === 0 && clocks.period > 0;

/** Seconds as a clock shows them: whole ones, and tenths at the very end. @param {number} ms */
function timeText(ms) {
  if (ms < 10_000) return decimal(Math.floor(ms / 100) / 10, 1);
  const whole = Math.floor(ms / 1000);
  const [days, hours, minutes, seconds] = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (days) return tr("{days} d {hours} h", { days, hours });
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** What a clock shows: the time, and below it what overtime there is. @param {Clocks} clocks @param {ClockTime} t */
export function clockText(clocks, t) {
  const over = inOvertime(clocks, t);
  const length = clocks.period % 60_000 ? tr("{n} s", { n: clocks.period / 1000 }) : tr("{n} min", { n: clocks.period / 60_000 });
  const rest = { byoyomi: over ? (t.count === 1 ? tr("last period") : tr("{n} periods", { n: t.count })) : `${t.count} × ${length}`, canadian: over ? trCount(t.count, "1 stone", "{n} stones") : `${length} / ${t.count}` };
  return { time: timeText(over ? t.period : t.main), more: clocks.kind === "byoyomi" || clocks.kind === "canadian" ? rest[clocks.kind] : "" };
}

/**
 * How short the time is: 0, or the number of seconds of the warning, 30 or 10. Main time that overtime follows needs no
 * warning, and a short period only the last one.
 * @param {Clocks} clocks @param {ClockTime} t
 */
export function warning(clocks, t) {
  const over = inOvertime(clocks, t);
  if (!over && clocks.period > 0) return 0;
  const left = over ? t.period : t.main;
  if (left <= 10_000) return 10;
  return left <= 30_000 && (!over || clocks.period > 30_000) ? 30 : 0;
}

/** A time control in words: "10 min + 3 × 30 s". @param {string} control */
export function controlText(control) {
  /** @param {string} t */
  const words = (t) => t.replace(/(\d+(?:\.\d+)?)ms/g, (/** @type {string} */ _, /** @type {string} */ n) => `${+n / 1000}s`).replace(/(\d+)([hms])/g, (/** @type {string} */ _, /** @type {string} */ n, /** @type {"h"|"m"|"s"} */ unit) => `${{ h: tr("{n} h", { n }), m: tr("{n} min", { n }), s: tr("{n} s", { n }) }[unit]} `).trim();
  const [main, over = ""] = control.split("+");
  const [, times, period] = /^(\d+)x(.+)$/.exec(over) ?? [];
  if (times && main === "0s") return times === "1" ? tr("{time} a move", { time: words(period) }) : tr("{times} × {time} a move", { times, time: words(period) });
  if (times) return `${words(main)} + ${times} × ${words(period)}`;
  const [, block, stones] = /^(.+)\/(\d+)$/.exec(over) ?? [];
  if (block) return tr("{main} + {time} for {n} stones", { main: words(main), time: words(block), n: stones });
  return over ? tr("{main} + {time} a move", { main: words(main), time: words(over) }) : words(main);
}
