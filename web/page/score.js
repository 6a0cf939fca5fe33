// The count of both players, and the reasons for it.
import { html } from "./html.js";

/** A number of points, with a typographic minus sign. @param {number} n */
export const points = (n) => String(n).replace("-", "−");

/** @param {import("../types.d.ts").ScoreItem} [item] */
const cell = (item) => (item ? html`${points(item.points)}${item.note && html`<small>${item.note}</small>`}` : "–");

/** @param {{score: import("../types.d.ts").Score, final: boolean}} props */
export function ScoreCard({ score, final }) {
  const { rows, black, white } = score;
  return html`<table id="score" class="score" data-result=${score.result}>
    <caption class="hidden">${final ? "The count" : "The count if these stones are dead"}</caption>
    <thead><tr><td></td>
      <th scope="col"><span class="disc black" aria-hidden="true"></span><span class="hidden">Black</span></th>
      <th scope="col"><span class="disc white" aria-hidden="true"></span><span class="hidden">White</span></th>
    </tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${row.key} data-row=${row.key}>
      <th scope="row">${row.title}${hint(score, row.key)}</th>
      <td data-side="black">${cell(row.black)}</td><td data-side="white">${cell(row.white)}</td>
    </tr>`)}</tbody>
    <tfoot><tr data-row="total"><th scope="row">Total</th>
      <td data-side="black">${points(black.total)}</td><td data-side="white">${points(white.total)}</td></tr></tfoot>
  </table>
  ${score.inStones && html`<p class="hint" id="in-stones">In stones: Black ${points(score.inStones.black)}, White ${points(score.inStones.white)}; a player with more than ${points(score.inStones.half)} wins.</p>`}
  ${!final && html`<p class="hint">As marked: <b>${resultName(score.result)}</b>.</p>`}`;
}

/** The count in sentences. @param {{score: import("../types.d.ts").Score}} props */
export function ScoreWords({ score }) {
  return html`<p class="hint">${legend(score.neutral)}</p>
  <details class="reasons" id="reasons"><summary>The count in words</summary>
    <ul>${score.lines.map((line) => html`<li class=${line.startsWith("  ") ? "sub" : ""}>${line.trim().replace(/ {2,}/, " ")}</li>`)}</ul>
  </details>`;
}

/** @param {string} result */
export const resultName = (result) => (result === "0" ? "draw" : result === "Void" ? "void" : result);

function hint({ black, white }, key) {
  const dead = black.dead + white.dead;
  return key === "territory" && dead > 0 ? html`<small>with ${dead} dead ${dead === 1 ? "stone" : "stones"} taken off</small>` : null;
}

function legend(neutral) {
  const dame = neutral === 0 ? "" : neutral === 1 ? " One point is neutral." : ` ${neutral} points are neutral.`;
  return `The colours show the owner of each point. For the reason, point at a point or tap it.${dame}`;
}
