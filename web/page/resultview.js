// The end of a game: the result, and what one can do next.
import * as analysis from "./analysis.js";
import * as game from "./game.js";
import { html } from "./html.js";
import * as page from "./page.js";
import { headingOf } from "./result.js";
import { reviewGame } from "./review.js";
import { hintsText } from "./teachsteps.js";
import { tr } from "./text.js";

/** @import { Game } from "../types.d.ts" */

/** The result. @param {{g: Game}} props */
export const Result = ({ g }) => html`<div class="result">
  <h2 id="result">${headingOf(g)}</h2><span id="result-code">${g.result === "0" ? "" : g.result}</span>
  ${g.hints > 0 && html`<small id="hints-taken">${hintsText(g.hints)}</small>`}
</div>`;

/** Opens the game as a record, with the live analysis. */
async function analyse() {
  await game.recordGame();
  if (location.hash.startsWith("#record/") && !analysis.state.on) analysis.toggle();
}

/** What one can do after a game. @param {{g: Game}} props */
export function AfterGame({ g }) {
  const mine = g.human === "black" || g.human === "white";
  const other = g.human === "black" ? tr("White") : tr("Black");
  return html`<div class="actions after">
    ${!g.seats && html`<button id="rematch" class="primary" title="A new game with the same board, rules and players" onClick=${() => game.again(false)}>Rematch</button>`}
    ${mine && html`<button id="rematch-swapped" title=${tr("A new game in which you play {other}", { other })} onClick=${() => game.again(true)}>Swap colours</button>`}
    ${page.state.config?.review && page.mayAll() && g.moves.length > 0 && html`<button id="review-game" title="The moves that mattered in the game, and why" onClick=${reviewGame}>Review</button>`}
    ${(page.state.config?.judges.length ?? 0) > 0 && page.mayAll() && html`<button id="analyse-game" title="Make a record of the game and search its positions" onClick=${analyse}>Analyse</button>`}
    ${page.mayAll() && html`<button id="again" onClick=${() => page.show("new")}>New game</button>`}
    ${g.human !== "none" && !g.seats && html`<button id="undo" disabled=${!game.mayUndo()} title="Go on before your last move (u)" onClick=${game.undo}>Take back</button>`}
  </div>`;
}

/** Pauses or stops a game that the engine plays with itself. @param {{g: Game}} props */
export const Pause = ({ g }) => html`<div class="actions">
  ${g.paused
    ? html`<button id="continue" class="primary" disabled=${!game.state.connected} title="The engine plays on (p)" onClick=${game.goOn}>Go on</button>`
    : html`<button id="pause" disabled=${!game.state.connected} title="The engine waits until you let it go on (p)" onClick=${game.pause}>Pause</button>`}
  <button id="stop" disabled=${!game.state.connected} title="End the game here, without a result" onClick=${game.askStop}>Stop…</button>
</div>`;
