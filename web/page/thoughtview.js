// What the net of a generation thinks of a position: the moves on the board, the winner and the lead. A slider goes
// through the generations.
import { Board } from "./board.js";
import { Chips } from "./form.js";
import { html } from "./html.js";
import * as learning from "./learning.js";
import { bestMoves, movesOf, percent, positionName, withNets } from "./learningscale.js";
import * as page from "./page.js";
import { shapeOf } from "./shape.js";
import { leadText, tr, trParts } from "./text.js";
import { frame } from "./view.js";

/** @import { AskedPosition, Learning, Thought } from "../types.d.ts" */

const listed = 5; // moves beside the board
/** @type {string[]} */
const none = [];

/** @param {{run: Learning, coordinates: boolean}} props */
export function Thoughts({ run, coordinates }) {
  const { positions, at, thoughts } = learning.state;
  const position = positions[at];
  const [net, nets] = [learning.shownNet(), withNets(run.list)];
  const thought = thoughts.get(net)?.[at] ?? null;
  const several = run.boards.length > 1;
  if (!position) return null;
  return html`<section class="shelf thoughts" id="thoughts" data-generation=${thoughts.has(net) ? net : -1}>
    <h2>What the nets think, without a search</h2>
    <label class="field slider"><span>${trParts("Net of generation {generation}", { generation: html`<b>${net}</b>` })}${net === run.best && `, ${tr("which plays")}`}</span>
      <input id="generation" type="range" min="0" max=${nets.length - 1} step="1" value=${net} aria-valuetext=${saidOf(net, position, thought)} onInput=${(e) => learning.choose(Number(e.target.value))} /></label>
    ${positions.length > 1 && html`<${Chips} name="position" label="Position" value=${String(at)} options=${positions.map((p, i) => [String(i), positionName(p, several)])} onPick=${(i) => learning.lookAt(Number(i))} />`}
    ${run.positions === 0 && html`<p class="hint">From generation 4 on, a few positions of its games are shown here, too.</p>`}
    <div class="thought">
      <div class="thought-board" style=${sizeOf(position, coordinates)}><${Board} key=${at} graph=${position.graph} stones=${position.stones} lastMove=${position.lastMove} koBan="" dead=${none} ghost="" quiet=${true} coordinates=${coordinates}
        onPoint=${(vertex) => thought && page.say(pointText(position, thought, vertex))}>${thought && html`<${Policy} position=${position} thought=${thought} />`}</${Board}></div>
      ${thought ? html`<${Verdict} position=${position} thought=${thought} />` : html`<p class="hint">${thoughts.has(net) ? tr("This net was not asked about the position.") : tr("Reading…")}</p>`}
    </div>
  </section>`;
}

/** The size of the board: small boards have small pictures. @param {AskedPosition} position @param {boolean} coordinates */
function sizeOf({ graph }, coordinates) {
  const { width, height } = frame(graph, coordinates);
  return { maxWidth: `${Math.min(30, Math.max(12, 3.4 * width), (34 * width) / height)}rem` };
}

/** The text about a point that was clicked. @param {AskedPosition} position @param {Thought} thought @param {string} vertex */
function pointText({ graph, stones }, { policy }, vertex) {
  const i = graph.points.findIndex((p) => p.name === vertex);
  if (i < 0 || stones[i] !== 0) return tr("There is a stone at {vertex}.", { vertex });
  return `${vertex}: ${percent(policy[i])}`;
}

/** @param {{position: AskedPosition, thought: Thought}} props */
function Policy({ position: { graph, stones }, thought }) {
  const { radius } = shapeOf(graph);
  return html`<g class="policy" aria-hidden="true">${movesOf(thought, stones).map(({ point, radius: part, opacity, label }) => {
    const { x, y } = graph.points[point];
    return html`<g key=${point}><circle cx=${x} cy=${y} r=${(radius * part).toFixed(3)} fill-opacity=${opacity.toFixed(2)} />${label && html`<text x=${x} y=${y}>${label}</text>`}</g>`;
  })}</g>`;
}

/** The winner, the lead and the best moves. @param {{position: AskedPosition, thought: Thought}} props */
function Verdict({ position, thought }) {
  const { toPlay, komi, graph, generation, game, number } = position;
  const black = Math.round(1000 * thought.win) / 10;
  return html`<div class="verdict">
    <div class="win-bar" role="img" aria-label=${tr("Black wins {win}", { win: percent(thought.win) })}><i style=${{ width: `${black}%` }}></i></div>
    <dl><div><dt>Black wins</dt><dd id="thought-win">${percent(thought.win)}</dd></div><div><dt>Lead</dt><dd id="thought-lead">${leadText(thought.lead)}</dd></div>
      <div><dt>To play</dt><dd>${toPlay === "black" ? tr("Black") : tr("White")}</dd></div><div><dt>Komi</dt><dd>${komi}</dd></div></dl>
    <ol class="best" aria-label="The most probable moves">${bestMoves(thought, graph, listed).map(({ name, p }) => html`<li key=${name}><b>${name}</b><span class="share"><i style=${{ width: `${100 * p}%` }}></i></span><span>${percent(p)}</span></li>`)}</ol>
    ${number > 0 && html`<p class="hint">${tr("From game {game} of generation {generation}.", { game: game + 1, generation })}</p>`}
  </div>`;
}

/** What a screen reader says about the slider. @param {number} net @param {AskedPosition} position @param {Thought|null} thought */
function saidOf(net, position, thought) {
  if (!thought) return tr("generation {generation}", { generation: net });
  const best = bestMoves(thought, position.graph, 3).map(({ name, p }) => `${name} ${percent(p)}`).join(", ");
  return tr("generation {net}: Black wins {win}, lead {lead}; {best}", { net, win: percent(thought.win), lead: leadText(thought.lead), best });
}
