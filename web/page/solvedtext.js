// Exact values as texts.
import { leadText, tr } from "./text.js";

/** @import { Bounds, Color } from "../types.d.ts" */

/** The bounds of a value as text: one result, or two that depend on the rule about cycles. @param {Bounds} b */
export const boundsText = (b) => (b.low === b.high ? leadText(b.low) : tr("{low} to {high}", { low: leadText(b.low), high: leadText(b.high) }));

/** A value as a short text for a point of the board, from the point of view of the player. @param {Bounds} b @param {Color} player */
export function shortText(b, player) {
  const own = player === "black" ? [b.low, b.high] : [-b.high, -b.low];
  const signed = (/** @type {number} */ v) => (v > 0 ? `+${v}` : v < 0 ? `−${-v}` : "0");
  return b.low === b.high ? signed(own[0]) : `${signed(own[0])}…${signed(own[1])}`;
}
