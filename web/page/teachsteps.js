// Calculations for hints and mistakes. They need no page.
import { tr, trCount, trServer } from "./text.js";

/** @import { Game, Hint, Mistake } from "../types.d.ts" */

/** The number of the person's last move, or 0. @param {Pick<Game, "moves"|"human">} g */
export const lastOwn = (g) => g.moves.findLastIndex((m) => m.color === g.human) + 1;

/** The step of the next hint in a position; 0 after the last one. @param {Hint|null} hint @param {number} number of the next move */
export function nextStep(hint, number) {
  if (!hint || hint.number !== number) return 1;
  return hint.step < 3 && (hint.step < 2 || hint.vertex !== "pass") ? hint.step + 1 : 0;
}

/** What the next step shows. @param {Hint|null} hint @param {number} number of the next move */
export const stepName = (hint, number) => [tr("all of it is shown"), tr("the region"), tr("the move"), tr("the line and the reasons")][nextStep(hint, number)];

/** A hint in sentences. @param {Hint} hint @returns {string[]} */
export function hintTexts(hint) {
  const where = hint.zone.length === 0 ? tr("No point on the board is worth a move any more.") : hint.where ? tr("Look {where}.", { where: trServer(hint.where) }) : tr("Look at the marked points.");
  if (!hint.vertex) return [where];
  const move = hint.vertex === "pass" ? tr("Pass.") : tr("The move is {vertex}.", { vertex: hint.vertex });
  if (hint.step < 3 || hint.vertex === "pass") return [move];
  const reasons = hint.reasons?.length ? hint.reasons.map(trServer) : [tr("The search prefers this line. Replay could not prove a short reason.")];
  return [move, ...reasons];
}

/** The loss of a move in words. @param {number} loss in points */
export const lossText = (loss) => (loss === 1 ? tr("about 1 point") : tr("about {n} points", { n: Number(loss < 10 ? loss.toFixed(1) : loss.toFixed(0)) }));

/** The reasons of a mistake in sentences. @param {Mistake} m @returns {string[]} */
export const mistakeTexts = (m) => (m.reasons?.length ? m.reasons.map(trServer) : [m.better?.length ? tr("{vertex} would have been better.", { vertex: m.better[0] }) : tr("Another move would have been better.")]);

/** How often the person took a hint. @param {number} hints */
export const hintsText = (hints) => (hints === 0 ? "" : trCount(hints, "With one hint", "With {n} hints"));
