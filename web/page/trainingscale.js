// Computations for drawing curves: axes, smoothing, and the formatting of numbers.
import { grouped, number, tr } from "./text.js";

/** @import { Points } from "../types.d.ts" */
/** @typedef {{from: number, to: number, log: boolean}} Axis */

/** The position of a value on an axis, 0 to 1. @param {Axis} axis @param {number} v */
export const place = ({ from, to, log }, v) =>
  log ? Math.log(Math.max(v, from) / from) / Math.log(to / from) : (v - from) / (to - from);

/** The value at a position of an axis. @param {Axis} axis @param {number} at 0 to 1 */
export const valueAt = ({ from, to, log }, at) => (log ? from * (to / from) ** at : from + at * (to - from));

/** About `count` round values on an axis. @param {Axis} axis @param {number} count @returns {number[]} */
export function ticks({ from, to, log }, count) {
  if (log) {
    const decades = Math.log10(to / from);
    const steps = decades > count ? [1] : decades * 2 > count ? [1, 3] : [1, 2, 5];
    const all = [];
    for (let e = Math.floor(Math.log10(from)); e <= Math.log10(to); e++) {
      for (const s of steps) if (s * 10 ** e >= from && s * 10 ** e <= to) all.push(s * 10 ** e);
    }
    return all;
  }
  const raw = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((s) => s * power).find((s) => s >= raw) ?? power;
  const all = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + step * 1e-9; k++) all.push(Number((k * step).toPrecision(12)));
  return all;
}

/**
 * Smooths values: each value becomes a weighted average of the values around it. Values on both sides count, so the
 * curve does not lag behind. The weight of a point is its number of lines, and halves with every distance of `half`.
 * @param {(number|null)[]} values @param {number[]} at the places of the values, ascending, 0 to 1
 * @param {number[]} lines @param {number} half
 */
export function smoothed(values, at, lines, half) {
  if (half <= 0) return values;
  const sums = new Float64Array(values.length);
  const weights = new Float64Array(values.length);
  for (const back of [false, true]) {
    let sum = 0;
    let weight = 0;
    let before = -1;
    for (let k = 0; k < values.length; k++) {
      const i = back ? values.length - 1 - k : k;
      const v = values[i];
      if (v === null) continue;
      if (before >= 0) {
        const keep = 0.5 ** (Math.abs(at[i] - at[before]) / half);
        sum *= keep;
        weight *= keep;
      }
      // The point itself is counted on the way forward only.
      sums[i] += sum;
      weights[i] += weight;
      if (!back) {
        sums[i] += v * lines[i];
        weights[i] += lines[i];
      }
      sum += v * lines[i];
      weight += lines[i];
      before = i;
    }
  }
  return values.map((v, i) => (v === null ? null : sums[i] / weights[i]));
}

/** The index of the point nearest to a step; -1 if there are no points. @param {number[]} steps ascending @param {number} step */
export function nearest(steps, step) {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle] < step) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return steps.length > 0 ? 0 : -1;
  if (low === steps.length || step - steps[low - 1] < steps[low] - step) return low - 1;
  return low;
}

/** A number of steps on an axis: 1,500 or 20k. @param {number} n */
export function short(n) {
  for (const { unit, letter } of [{ unit: 1e9, letter: "G" }, { unit: 1e6, letter: "M" }, { unit: 1e4, letter: "k" }]) {
    const each = unit === 1e4 ? 1e3 : unit;
    if (n >= unit) return `${number(Number((n / each).toPrecision(3)))}${letter}`;
  }
  return grouped(n);
}

/** A time in the largest units that are useful. @param {number} seconds */
export function duration(seconds) {
  if (seconds < 90) return tr("{n} s", { n: Math.max(1, Math.round(seconds)) });
  if (seconds < 5400) return tr("{n} min", { n: Math.round(seconds / 60) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 48 * 60) return tr("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  const hours = Math.round(minutes / 60);
  return tr("{n} days {hours} h", { n: Math.floor(hours / 24), hours: hours % 24 });
}

/** The old points, in which the new points replace all points from the index news.from on. @param {Points|undefined} old @param {Points} news @returns {Points} */
export function joined(old, news) {
  if (!old) return news;
  /** @template T @param {T[]} before @param {T[]} now */
  const put = (before, now) => before.slice(0, news.from).concat(now);
  /** @param {Points["mean"]} before @param {Points["mean"]} now */
  const all = (before, now) => before.map((column, m) => put(column, now[m]));
  return {
    from: 0, total: news.total, step: put(old.step, news.step), since: put(old.since, news.since), time: put(old.time, news.time), lines: put(old.lines, news.lines),
    mean: all(old.mean, news.mean), low: all(old.low, news.low), high: all(old.high, news.high),
  };
}

/** The name of a run. If the folder of all runs is itself a run, the run has the name of that folder. @param {string} name @param {string} folder */
export const titleOf = (name, folder) => (name === "." ? folder.split(/[/\\]/).filter(Boolean).at(-1) ?? folder : name);
