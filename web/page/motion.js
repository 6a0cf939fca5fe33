// Which stones move: the one that was placed settles, and the ones that it captured fade. Nothing moves while the user
// steps through moves quickly, or jumps.

/** @typedef {{placed: number, captured: number[]}} Motion  placed: index of a point, or -1 */

/** @type {Motion} */
export const still = { placed: -1, captured: [] };

const quick = 400; // milliseconds; of three changes within this time, the third does not move

/** What one move has changed; null if the stones are the same. @param {number[]} before @param {number[]} after @returns {Motion|null} */
export function motionOf(before, after) {
  if (before.length !== after.length) return still;
  const placed = [];
  const captured = [];
  for (let i = 0; i < after.length; i++) {
    if (before[i] === after[i]) continue;
    if (before[i] !== 0 && after[i] !== 0) return still;
    (after[i] !== 0 ? placed : captured).push(i);
    if (placed.length > 1) return still;
  }
  if (placed.length + captured.length === 0) return null;
  return placed.length === 1 ? { placed: placed[0], captured } : still;
}

/** Knows how fast positions follow each other. */
export class Pace {
  last = -Infinity;
  earlier = -Infinity;

  /** Reports whether a change at this time is one of many. @param {number} now in milliseconds */
  rushed(now) {
    const many = now - this.earlier < quick;
    [this.earlier, this.last] = [this.last, now];
    return many;
  }
}
