// The count at the end, added up for both players.
import { html } from "./html.js";

/** @param {{score: import("./api.js").Score, final: boolean}} props */
export function ScoreCard({ score, final }) {
  const { black, white, neutral } = score;
  const row = (name, hint, b, w, id) => html`<tr data-row=${id}>
    <th scope="row">${name}${hint && html`<small>${hint}</small>`}</th>
    <td data-side="black">${b}</td><td data-side="white">${w}</td>
  </tr>`;
  const dead = black.dead + white.dead;
  return html`<table id="score" class="score" data-result=${score.result}>
    <caption class="hidden">${final ? "The count" : "The count if these stones are dead"}</caption>
    <thead><tr><td></td>
      <th scope="col"><span class="disc black" aria-hidden="true"></span><span class="hidden">Black</span></th>
      <th scope="col"><span class="disc white" aria-hidden="true"></span><span class="hidden">White</span></th>
    </tr></thead>
    <tbody>
      ${row("Stones", "", black.stones, white.stones, "stones")}
      ${row("Territory", dead ? `with ${dead} dead ${dead === 1 ? "stone" : "stones"} taken off` : "", black.territory, white.territory, "territory")}
      ${row("Komi", "", "–", white.komi, "komi")}
      ${white.bonus ? row("Handicap", "a point a stone", "–", white.bonus, "bonus") : null}
    </tbody>
    <tfoot>${row("Total", "", black.total, white.total, "total")}</tfoot>
  </table>
  <p class="hint">${final ? "" : html`As marked: <b>${score.result === "0" ? "draw" : score.result}</b>. `}${legend(neutral)}</p>`;
}

function legend(neutral) {
  const dame = neutral === 0 ? "" : neutral === 1 ? " One point counts for nobody." : ` ${neutral} points count for nobody.`;
  return `Squares show whose each empty point is; point at one, or tap it, for the reason.${dame}`;
}
