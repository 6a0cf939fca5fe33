// The drawing of a live analysis on the board: candidates, the line of a candidate, territory, and the net's policy.
import * as analysis from "./analysis.js";
import { Component, html } from "./html.js";
import { indexOf } from "./marks.js";
import { shapeOf } from "./shape.js";
import { decimal } from "./text.js";

/** @import { LiveAnalysis, AnalysedMove, Graph } from "../types.d.ts" */

const drawn = 12; // candidates with numbers; the others are dots
const limits = [0.2, 0.6, 1.2, 4, 10]; // points lost, as in the categories of a review

/** How good a candidate is, from 0 for the best to 5. @param {number} loss in points */
export function quality(loss) {
  const i = limits.findIndex((limit) => loss < limit);
  return i < 0 ? limits.length : i;
}

/** What a candidate loses, in points, compared with the best. @param {LiveAnalysis} a @param {AnalysedMove} move */
export const lossOf = (a, move) => Math.max(0, (a.moves[0].lead - move.lead) * (a.player === "black" ? 1 : -1));

/** The probability that the player of a candidate wins, in percent. @param {LiveAnalysis} a @param {{win: number}} move */
export const winOf = (a, move) => 100 * (a.player === "black" ? move.win : 1 - move.win);

/** A number of visits in few letters. @param {number} visits */
export function short(visits) {
  if (visits < 1000) return String(visits);
  if (visits < 9950) return `${decimal(visits / 1000, 1)}k`;
  return visits < 999_500 ? `${Math.round(visits / 1000)}k` : `${decimal(visits / 1e6, 1)}M`;
}

/** The number in a candidate. @param {LiveAnalysis} a @param {AnalysedMove} move @param {"win"|"lead"} label */
export function textOf(a, move, label) {
  if (label === "win") return decimal(winOf(a, move), 0);
  const lead = a.player === "black" ? move.lead : -move.lead;
  return `${lead < 0 ? "−" : ""}${decimal(Math.abs(lead), Math.abs(lead) < 9.95 ? 1 : 0)}`;
}

/** Draws the analysis whenever it changes. Props: graph, stones. */
export class Candidates extends Component {
  componentDidMount() {
    this.stop = analysis.watch(() => this.setState({}));
  }

  componentWillUnmount() {
    this.stop?.();
  }

  /** @param {{graph: Graph, stones: number[]}} props */
  render({ graph, stones }) {
    const { on, result: a, other, layers, label, pointed, only, avoid, picking } = analysis.state;
    const index = indexOf(graph);
    const k = shapeOf(graph).radius / 0.475;
    const chosen = [...only, ...avoid];
    if (!on && chosen.length === 0) return null;
    const move = a?.moves.find((m) => m.vertex === pointed);
    return html`<g class="analysis" data-visits=${a?.visits ?? 0}>
      ${on && a?.owners && layers.includes("owners") && html`<${Owners} graph=${graph} stones=${stones} owners=${a.owners} />`}
      ${on && a?.policy && layers.includes("policy") && html`<${Policy} graph=${graph} policy=${a.policy} k=${k} covered=${layers.includes("moves") ? a.moves.map((m) => index.get(m.vertex)) : []} />`}
      ${(picking || chosen.length > 0) && html`<${Chosen} graph=${graph} only=${only} avoid=${avoid} />`}
      ${on && a && move && html`<${Line} graph=${graph} a=${a} move=${move} k=${k} />`}
      ${on && a && layers.includes("moves") && html`<g class=${move ? "faded" : ""}>${a.moves.filter((m) => index.has(m.vertex)).map((m, i) =>
        candidate(graph, a, m, i, label, k, index.get(m.vertex) ?? 0, move === m))}</g>`}
      ${on && !move && layers.includes("moves") && analysis.secondJudge() > 0 && html`<${SecondChoice} graph=${graph} vertex=${other?.moves[0]?.vertex} k=${k} />`}
    </g>`;
  }
}

/**
 * @param {Graph} graph @param {LiveAnalysis} a @param {AnalysedMove} m @param {number} i its place in the order
 * @param {"win"|"lead"} label @param {number} k @param {number} p its point @param {boolean} hidden under its line
 */
function candidate({ points }, a, m, i, label, k, p, hidden) {
  const { x, y } = points[p];
  const rare = i >= drawn || m.visits < a.moves[0].visits / 200;
  const on = { onPointerEnter: (/** @type {PointerEvent} */ e) => e.pointerType === "mouse" && analysis.point(m.vertex),
    onPointerLeave: (/** @type {PointerEvent} */ e) => e.pointerType === "mouse" && analysis.point(""),
    onClick: (/** @type {PointerEvent} */ e) => {
      if (e.pointerType === "mouse" || analysis.state.pointed === m.vertex || analysis.state.picking) return; // the board plays the move
      e.stopPropagation();
      analysis.point(m.vertex);
    } };
  return html`<g key=${m.vertex} class="candidate q${quality(lossOf(a, m))} ${i === 0 ? "best" : ""} ${hidden ? "under" : ""}" data-candidate=${m.vertex}
      transform="translate(${x} ${y}) scale(${k})" ...${on}>
    ${rare ? html`<circle r=".17" />` : html`<circle r=".455" /><text y="-.07" font-size=".36">${textOf(a, m, label)}</text><text class="visits" y=".24" font-size=".23">${short(m.visits)}</text>`}</g>`;
}

/** A diamond around the best move of the second opinion. */
function SecondChoice({ graph, vertex, k }) {
  const at = graph.points[indexOf(graph).get(vertex) ?? -1];
  if (!at) return null; // no opinion yet, or a pass
  return html`<path class="second-choice" data-second=${vertex} pointer-events="none" transform="translate(${at.x} ${at.y}) scale(${k})" d="M0-.62L.62 0L0 .62L-.62 0z" />`;
}

/** A line as numbered stones. */
export function Line({ graph, a, move, k }) {
  const index = indexOf(graph);
  const seen = new Set();
  return html`<g class="line-shown" pointer-events="none">${move.line.map((vertex, i) => {
    const p = graph.points[index.get(vertex) ?? -1];
    if (!p || seen.has(vertex)) return null; // a pass, or a point where a stone was captured
    seen.add(vertex);
    const black = (a.player === "black") === (i % 2 === 0);
    return html`<g key=${vertex} class=${black ? "black" : "white"} transform="translate(${p.x} ${p.y}) scale(${k})"><circle r=".46" /><text font-size=".42">${i + 1}</text></g>`;
  })}</g>`;
}

/** The expected owners as a tint. Stones that their opponent is expected to own get a mark. */
function Owners({ graph, stones, owners }) {
  const { radius } = shapeOf(graph);
  const side = radius / 0.475;
  return html`<g class="owners" pointer-events="none">${shapeOf(graph).points.map((i) => {
    const [owner, { x, y }] = [owners[i], graph.points[i]];
    const strength = Math.abs(owner) / 100;
    if (strength < 0.08 || (stones[i] !== 0 && Math.sign(owner) === stones[i])) return null;
    const width = side * (stones[i] === 0 ? 1 : 0.42);
    return html`<rect key=${i} class="${owner > 0 ? "black" : "white"} ${stones[i] !== 0 ? "on-stone" : ""}" x=${x - width / 2} y=${y - width / 2} width=${width} height=${width} fill-opacity=${(stones[i] === 0 ? 0.55 : 0.9) * strength} />`;
  })}</g>`;
}

/** The net's policy as a heat map. Points that a candidate covers have no number. */
function Policy({ graph, policy, k, covered }) {
  const most = Math.max(1, ...policy);
  return html`<g class="policy" pointer-events="none">${shapeOf(graph).points.map((i) => {
    if (policy[i] < 2) return null;
    const { x, y } = graph.points[i];
    return html`<g key=${i} transform="translate(${x} ${y}) scale(${k})"><rect x="-.5" y="-.5" width="1" height="1" fill-opacity=${0.12 + 0.7 * Math.sqrt(policy[i] / most)} />
      ${policy[i] >= 10 && !covered.includes(i) && html`<text font-size=".3">${Math.round(policy[i] / 10)}%</text>`}</g>`;
  })}</g>`;
}

/** The points that were chosen as the region of interest, or to be avoided. */
function Chosen({ graph, only, avoid }) {
  const index = indexOf(graph);
  const at = (/** @type {string} */ vertex) => graph.points[index.get(vertex) ?? -1];
  return html`<g class="chosen" pointer-events="none">
    ${only.filter((/** @type {string} */ v) => index.has(v)).map((/** @type {string} */ v) => html`<rect key=${v} x=${at(v).x - 0.48} y=${at(v).y - 0.48} width=".96" height=".96" rx=".1" />`)}
    ${avoid.filter((/** @type {string} */ v) => index.has(v)).map((/** @type {string} */ v) => html`<path key="a${v}" d="M${at(v).x - 0.3} ${at(v).y - 0.3}l.6 .6m0 -.6l-.6 .6" />`)}</g>`;
}
