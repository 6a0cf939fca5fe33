// The choice of a named opponent, and the offer to change the opponent after two wins or losses in a row.
import { Component, html } from "./html.js";
import * as lists from "./lists.js";
import { change, opponentOf, title } from "./opponents.js";
import { rankText } from "./strength.js";
import { tr, trServer } from "./text.js";

/** @import { Opponent } from "../types.d.ts" */

/**
 * The offer to change the opponent, if there is a reason and the opponent is not chosen already.
 * @param {{opponents: Opponent[], rank?: string, onPick: (rank: string) => void}} props
 */
export function ChangeOffer({ opponents, rank, onPick }) {
  const offer = change(lists.state.games, opponents);
  if (!offer || offer.next.rank === rank) return null;
  return html`<p class="hint change-offer">${offer.won ? tr("You won the last two games against {opponent}.", { opponent: offer.last }) : tr("You lost the last two games against {opponent}.", { opponent: offer.last })}
    <button type="button" id="change-opponent" onClick=${() => onPick(offer.next.rank)}>${tr("Play {opponent}", { opponent: title(offer.next) })}</button></p>`;
}

/**
 * The offer after a game. It opens the form for a new game with the next opponent.
 * @extends {Component<{opponents: Opponent[]}>}
 */
export class NextOpponent extends Component {
  componentDidMount() {
    lists.loadGames();
  }
  render({ opponents }) {
    return html`<${ChangeOffer} opponents=${opponents} onPick=${(/** @type {string} */ rank) => (location.hash = `new?rank=${rank}`)} />`;
  }
}

/**
 * The choice of an opponent. A rank without a name, chosen elsewhere in the form, is an option too.
 * @param {{opponents: Opponent[], rank: string, onPick: (rank: string) => void}} props
 */
export function OpponentChoice({ opponents, rank, onPick }) {
  const named = opponentOf(opponents, rank);
  return html`<label class="field">Opponent
    <select id="opponent" value=${rank} aria-describedby="opponent-text" onChange=${(/** @type {any} */ e) => onPick(e.target.value)}>
      ${!named && html`<option key=${rank} value=${rank} selected>${rankText(rank)}</option>`}
      ${opponents.map((o) => html`<option key=${o.rank} value=${o.rank} selected=${o.rank === rank}>${title(o)}</option>`)}
    </select></label>`;
}

/** The sentence about an opponent. @param {{opponents: Opponent[], rank: string}} props */
export const OpponentText = ({ opponents, rank }) =>
  html`<p class="hint" id="opponent-text">${opponentOf(opponents, rank)?.text ? trServer(opponentOf(opponents, rank)?.text ?? "") : tr("Plays like people of {rank}.", { rank: rankText(rank) })}</p>`;
