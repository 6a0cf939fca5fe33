// The drawing of hints and mistakes: on the board, and in the panel of a game.
import { Line } from "./candidates.js";
import * as game from "./game.js";
import { html } from "./html.js";
import { icon } from "./icons.js";
import { indexOf } from "./marks.js";
import { shapeOf } from "./shape.js";
import * as teach from "./teach.js";
import { hintTexts, lossText, mistakeTexts, nextStep, stepName } from "./teachsteps.js";
import { tr, trVertex } from "./text.js";

/** @import { Game, Graph } from "../types.d.ts" */

/** What is drawn on the board. @param {{g: Game}} props */
export function TeachMarks({ g }) {
  const { hint, mistake, why } = teach.state;
  const { view } = game.state;
  const k = shapeOf(g.graph).radius / 0.475;
  if (view) {
    const better = why && mistake && view.after === mistake.number - 1 ? mistake.better : undefined;
    return better && html`<${Line} graph=${g.graph} a=${{ player: g.human }} move=${{ line: better }} k=${k} />`;
  }
  if (!hint || hint.number !== g.number) return null;
  return html`${!hint.vertex && html`<${Zone} graph=${g.graph} zone=${hint.zone} />`}
    ${hint.vertex && html`<${Line} graph=${g.graph} a=${{ player: g.toPlay }} move=${{ line: hint.line ?? [hint.vertex] }} k=${k} />`}`;
}

/** A region as a tint. @param {{graph: Graph, zone: string[]}} props */
function Zone({ graph, zone }) {
  const index = indexOf(graph);
  const squares = zone.map((v) => graph.points[index.get(v) ?? -1]).filter(Boolean).map(({ x, y }) => `M${x - 0.5} ${y - 0.5}h1v1h-1z`).join("");
  return html`<path class="hint-zone" d=${squares} />`;
}

/** The button for the next hint. @param {{g: Game}} props */
export function HintButton({ g }) {
  const { hint, busy } = teach.state;
  const name = stepName(hint, g.number);
  return html`<button id="hint" disabled=${!game.mayPlay() || busy || !nextStep(hint, g.number)} aria-busy=${busy} title=${tr("Hint (h): {name}", { name })} aria-label=${tr("Hint: {name}", { name })}
    onClick=${() => teach.hint(g)}>Hint</button>`;
}

/** The hint, and the warning after a mistake. @param {{g: Game}} props */
export function TeachPanel({ g }) {
  if (!teach.mayHint(g)) return null;
  const { hint, mistake } = teach.state;
  return html`<div class="teacher" role="status">
    ${hint && hint.number === g.number && !game.state.view && html`<section class="lesson-answer" id="hint-shown" data-step=${hint.step}>
      <h2>${icon("bulb")}<span>Hint</span><small>${tr("{step} of 3", { step: hint.step })}</small></h2><${Sentences} texts=${hintTexts(hint)} /></section>`}
    ${mistake && html`<${MistakeBox} g=${g} m=${mistake} />`}
  </div>`;
}

const Sentences = ({ texts }) => html`<div class="lesson-prose">${texts.map((text) => html`<p>${text}</p>`)}</div>`;

/** @param {{g: Game, m: import("../types.d.ts").Mistake}} props */
function MistakeBox({ g, m }) {
  const { why } = teach.state;
  const toggle = () => {
    teach.explain(!why);
    void game.look(why ? Infinity : m.number - 1);
  };
  const leave = () => {
    teach.dismiss();
    if (why) void game.look(Infinity);
  };
  const back = async () => {
    if (game.state.view) await game.look(Infinity);
    game.undo();
  };
  return html`<section class="lesson-answer not-yet" id="mistake" data-move=${m.number}>
    <h2><span>${tr("{vertex} lost {loss}", { vertex: trVertex(m.vertex ?? ""), loss: lossText(m.loss ?? 0) })}</span></h2>
    ${why && html`<${Sentences} texts=${mistakeTexts(m)} />
      ${m.better && html`<p class="hint">${tr("On the board: the line that would have been better, {better}.", { better: m.better.slice(0, 4).join(", ") })}</p>`}`}
    <div class="actions">
      <button id="mistake-why" aria-expanded=${why} title="Show why (w)" onClick=${toggle}>${why ? tr("Hide") : tr("Show why")}</button>
      <button id="mistake-back" disabled=${!g.canUndo || !game.state.connected} title="Take back (u)" onClick=${back}>Take back</button>
      <button id="mistake-leave" title="Leave it (Esc)" onClick=${leave}>Leave it</button>
    </div>
  </section>`;
}
