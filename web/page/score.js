// The count of both players, and the reasons for it.
import { html } from "./html.js";
import { resultName } from "./result.js";
import { number, tr, trCount, trParts, trServer } from "./text.js";

/** A number of points, with typographic minus signs. @param {number} n */
export const points = (n) => number(n).replaceAll("-", "−");

/** @param {import("../types.d.ts").ScoreItem} [item] */
const cell = (item) => (item ? html`${points(item.points)}${item.note && html`<small>${trServer(item.note)}</small>`}` : "–");

/** @param {{score: import("../types.d.ts").Score, final: boolean}} props */
export function ScoreCard({ score, final }) {
  const { rows, black, white } = score;
  return html`<table id="score" class="score" data-result=${score.result}>
    <caption class="hidden">${final ? tr("The count") : tr("The count if these stones are dead")}</caption>
    <thead><tr><td></td>
      <th scope="col"><span class="disc black" aria-hidden="true"></span><span class="hidden">Black</span></th>
      <th scope="col"><span class="disc white" aria-hidden="true"></span><span class="hidden">White</span></th>
    </tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${row.key} data-row=${row.key}>
      <th scope="row">${trServer(row.title)}${hint(score, row.key)}</th>
      <td data-side="black">${cell(row.black)}</td><td data-side="white">${cell(row.white)}</td>
    </tr>`)}</tbody>
    <tfoot><tr data-row="total"><th scope="row">Total</th>
      <td data-side="black">${points(black.total)}</td><td data-side="white">${points(white.total)}</td></tr></tfoot>
  </table>
  ${score.inStones && html`<p class="hint" id="in-stones">${tr("In stones: Black {black}, White {white}; a player with more than {half} wins.", { black: points(score.inStones.black), white: points(score.inStones.white), half: points(score.inStones.half) })}</p>`}
  ${!final && html`<p class="hint">${trParts("As marked: {result}.", { result: html`<b>${resultName(score.result)}</b>` })}</p>`}`;
}

/** The count in sentences. @param {{score: import("../types.d.ts").Score}} props */
export function ScoreWords({ score }) {
  return html`<p class="hint">${legend(score.neutral)}</p>
  <details class="reasons" id="reasons"><summary>The count in words</summary>
    <ul>${score.lines.map((line) => html`<li class=${line.startsWith("  ") ? "sub" : ""}>${trServer(line.trim().replace(/ {2,}/, " "))}</li>`)}</ul>
  </details>`;
}

function hint({ black, white }, key) {
  const dead = black.dead + white.dead;
  return key === "territory" && dead > 0 ? html`<small>${trCount(dead, "with {n} dead stone taken off", "with {n} dead stones taken off")}</small>` : null;
}

function legend(neutral) {
  const dame = neutral === 0 ? "" : ` ${trCount(neutral, "One point is neutral.", "{n} points are neutral.")}`;
  return `${tr("The colours show the owner of each point. For the reason, point at a point or tap it.")}${dame}`;
}
