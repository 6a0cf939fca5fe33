// The result of a game in a heading.

/** @import { Game, Color } from "../types.d.ts" */

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The heading at the end of a game: who won, and how.
 * @param {Pick<Game, "result"|"human"|"blackName"|"whiteName"|"seats">} g
 */
export function headingOf(g) {
  if (g.result === "") return "The game was stopped";
  if (g.result === "0") return "A draw";
  const [, letter, how] = /^([BW])\+(.*)$/.exec(g.result) ?? [];
  if (!letter) return "The game has no result";
  /** @type {Color} */
  const winner = letter === "B" ? "black" : "white";
  const you = g.seats ? g.seats.you : g.human;
  const mine = you === "black" || you === "white";
  const won = you === winner;
  if (mine && how === "R") return won ? `You won: ${g.seats ? "your opponent" : "the engine"} resigned` : "You resigned";
  const who = mine ? "You" : (winner === "black" ? g.blackName : g.whiteName) || capital(winner);
  return `${who} ${mine && !won ? "lost" : "won"}${byOf(how)}`;
}

/** How the winner won. @param {string} how as in a record: points, R, T or F */
function byOf(how) {
  if (how === "R") return " by resignation";
  if (how === "T") return " on time";
  if (how === "F") return " by forfeit";
  const points = Number(how);
  if (!points) return "";
  return ` by ${points === 0.5 ? "half a point" : points === 1 ? "one point" : `${points} points`}`;
}
