// The result of a game in words.
import { colorName, language, tr, trCount, trServer } from "./text.js";

/** @import { Game, GameRecord, Color } from "../types.d.ts" */

/** The result of a game, such as B+3.5. A draw and a void game are words. @param {string} result */
export const resultName = (result) => (result === "0" ? tr("draw") : result === "Void" ? tr("void") : result);

/**
 * The heading at the end of a game: who won, and how.
 * @param {Pick<Game, "result"|"human"|"blackName"|"whiteName"|"seats">} g
 */
export function headingOf(g) {
  if (g.result === "") return tr("The game was stopped");
  if (g.result === "0") return tr("A draw");
  const [, letter, how] = /^([BW])\+(.*)$/.exec(g.result) ?? [];
  if (!letter) return tr("The game has no result");
  /** @type {Color} */
  const winner = letter === "B" ? "black" : "white";
  const you = g.seats ? g.seats.you : g.human;
  const mine = you === "black" || you === "white";
  const won = you === winner;
  if (mine && how === "R") return won ? (g.seats ? tr("You won: your opponent resigned") : tr("You won: the engine resigned")) : tr("You resigned");
  const points = Number(how);
  const way = how === "R" || how === "T" || how === "F" ? how : points === 0.5 ? "half" : points ? "points" : "";
  if (mine && won) {
    return {
      T: tr("You won on time"), F: tr("You won by forfeit"), "": tr("You won"),
      half: tr("You won by half a point"), points: trCount(points, "You won by one point", "You won by {n} points"),
    }[/** @type {"T"} */ (way)];
  }
  if (mine) {
    return {
      T: tr("You lost on time"), F: tr("You lost by forfeit"), "": tr("You lost"),
      half: tr("You lost by half a point"), points: trCount(points, "You lost by one point", "You lost by {n} points"),
    }[/** @type {"T"} */ (way)];
  }
  const player = (winner === "black" ? g.blackName : g.whiteName) || colorName(winner);
  return {
    R: tr("{player} won by resignation", { player }), T: tr("{player} won on time", { player }), F: tr("{player} won by forfeit", { player }), "": tr("{player} won", { player }),
    half: tr("{player} won by half a point", { player }), points: trCount(points, "{player} won by one point", "{player} won by {n} points", { player }),
  }[way];
}

/**
 * The texts of a card in the language of the page. The server has the English ones.
 * @param {Pick<GameRecord, "info"|"rules"|"rulesKnown"|"komi"|"komiKnown">} record @param {string} [to] the language
 * @returns {Record<string, string>}
 */
export function cardWords({ info, rules, rulesKnown, komi, komiKnown }, to = language) {
  if (to === "en") return {};
  const result = (info.result ?? "").replace(/^([BW]\+[RTF]).*$/, "$1");
  const terms = [rulesKnown && tr("{rules} rules", { rules: trServer(rules) }), komiKnown && tr("komi {komi}", { komi })];
  return {
    black: colorName("black"), white: colorName("white"),
    ...(/^[BW]\+([RTF]|[\d.]*)$|^0$/.test(result) ? { result: headingOf({ result, human: "both", blackName: "", whiteName: "" }) } : {}),
    terms: terms.filter(Boolean).join(" · "),
  };
}
