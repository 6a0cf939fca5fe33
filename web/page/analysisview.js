// The panel of the live analysis: the switch, the judgement of the position, the candidates, and the course of the game.
import * as analysis from "./analysis.js";
import { lossOf, quality, short, winOf } from "./candidates.js";
import { Component, html } from "./html.js";
import * as page from "./page.js";
import { Course } from "./reviewchart.js";
import { decimal, grouped, leadText, tr, trVertex } from "./text.js";

/** @import { LiveAnalysis, AnalysedMove } from "../types.d.ts" */

/** @typedef {{line: string, nodes: number[], at: number, onGo: (at: number) => void, moves: {number: number, color: string, vertex: string, category: string}[]}} Path  the line of the game: the name of its course, its nodes, which of them is shown, and its moves */

/** Props: subject, off (why there is no analysis; "" if there is), path (a Path or null), onPlay (plays a candidate). */
export class AnalysisPanel extends Component {
  componentDidMount() {
    this.stop = analysis.watch(() => this.setState({}));
    analysis.follow(this.props.subject);
  }

  componentDidUpdate() {
    analysis.follow(this.props.subject);
  }

  componentWillUnmount() {
    this.stop?.();
    analysis.leave();
  }

  render({ subject, off, path, onPlay }) {
    const { on, result: a, other, error, lost } = analysis.state;
    return html`<section class="live" id="live" aria-label="Analysis" data-doing=${on ? (a?.doing ?? "") : "off"} data-visits=${on ? (a?.visits ?? 0) : 0}>
      <button id="analyse" class="switch" role="switch" aria-checked=${on && !off} disabled=${!!off} title=${off || tr("Analyse the position (Space)")} onClick=${analysis.toggle}>
        <span>Analysis</span><i aria-hidden="true"></i></button>
      ${off && html`<p class="hint">${off}</p>`}
      ${on && !off && html`
        ${error && html`<p class="error" role="alert">${page.sentence(error)}.</p>`}
        ${lost && html`<p class="hint" role="status">Connection lost. Trying again…</p>`}
        <${Verdict} a=${a} />
        ${analysis.secondJudge() > 0 && html`<${Second} other=${other} />`}
        <${Tools} />
        <div class="candidates-place">${a && a.moves.length > 0 && html`<${Table} a=${a} other=${analysis.secondJudge() > 0 ? (other ?? unknown) : null} onPlay=${onPlay} />`}</div>
        ${path && html`<${Graph} path=${path} />`}
      `}
    </section>`;
  }
}

/**
 * The chances of both players, and the lead, or their place until they are known. In a solved position the result takes
 * the place of the chances. @param {{win?: number, lead?: number, exact?: boolean}} props  from Black's perspective
 */
export function Balance({ win, lead, exact }) {
  if (win === undefined || lead === undefined) return html`<div class="bar"></div><p class="figures"><span> </span></p>`;
  if (exact) {
    const result = win > 0.5 ? tr("Black wins") : win < 0.5 ? tr("White wins") : tr("Draw");
    return html`<div class="bar" title=${tr("{result} with perfect play", { result })}><i style=${{ width: `${100 * win}%` }}></i></div>
      <p class="figures exact"><span>Exact</span><b>${leadText(lead)}</b><span>${result}</span></p>`;
  }
  const black = Math.round(100 * win);
  return html`<div class="bar" title=${tr("Black wins {black} %, White {white} %", { black, white: 100 - black })}><i style=${{ width: `${black}%` }}></i></div>
    <p class="figures"><span>${tr("Black {black} %", { black })}</span><b>${leadText(lead)}</b><span>${tr("White {white} %", { white: 100 - black })}</span></p>`;
}

/** The judgement of the position. */
function Verdict({ a }) {
  if (!a || a.visits === 0) return html`<div class="estimate"><${Balance} /><p class="hint">Looking at the position…</p></div>`;
  const doing = { searching: tr("{visits} visits, {perSecond} a second", { visits: short(a.visits), perSecond: short(a.perSecond) }), done: tr("{visits} visits", { visits: short(a.visits) }), full: tr("{visits} visits; the memory of this search is full", { visits: short(a.visits) }) }[a.doing];
  return html`<div class="estimate">
    <${Balance} win=${a.win} lead=${a.lead} exact=${a.exact} />
    <p class="hint" id="live-visits" title=${tr("Judged by {judge}", { judge: a.judge })}>${doing}</p>
  </div>`;
}

/** @type {Partial<LiveAnalysis> & {moves: AnalysedMove[]}}  the second opinion until it is there */
const unknown = { moves: [] };

/** The second opinion in a line. @param {{other: LiveAnalysis|null}} props */
function Second({ other }) {
  const text = other && other.visits > 0 ? tr("Black {win} %, {lead}, {visits} visits", { win: Math.round(100 * other.win), lead: leadText(other.lead), visits: short(other.visits) }) : tr("looking at the position…");
  return html`<p class="hint second" id="second-verdict"><i class="choice-of-second" aria-hidden="true"></i>${analysis.state.second}: ${text}</p>`;
}

/** The choice of a judge who is asked, too. */
function SecondChoice() {
  const judges = page.state.config?.judges.slice(1) ?? [];
  if (judges.length === 0) return null;
  const chosen = analysis.secondJudge() > 0 ? analysis.state.second : "";
  return html`<label class="pill-label">Second opinion <select id="second" value=${chosen} onChange=${(e) => analysis.askSecond(e.target.value)}>
    ${["", ...judges].map((name) => html`<option key=${name} value=${name} selected=${name === chosen}>${name || tr("none")}</option>`)}</select></label>`;
}

/** What is drawn, and which moves are considered. */
function Tools() {
  const { layers, label, visits, threat, only, avoid, picking } = analysis.state;
  const layer = (/** @type {analysis.Layer} */ name, text, title) =>
    html`<button id="layer-${name}" class="pill" aria-pressed=${layers.includes(name)} title=${title} onClick=${() => analysis.toggleLayer(name)}>${text}</button>`;
  const choice = (/** @type {"only"|"avoid"} */ name, text, title, count) =>
    html`<button id="pick-${name}" class="pill" aria-pressed=${picking === name} title=${title} onClick=${() => analysis.pick(name)}>${text}${count > 0 ? ` (${count})` : ""}</button>`;
  return html`<div class="live-tools">
    <div class="switches" role="group" aria-label="On the board">
      ${layer("moves", tr("Moves"), tr("The candidates on the board (Shift+W)"))}${layer("owners", tr("Territory"), tr("Who is expected to own each point (e)"))}${layer("policy", tr("Policy"), tr("The moves that the net expects without a search (j)"))}
    </div>
    <div class="switches" role="group" aria-label="Moves that are considered">
      <button id="threat" class="pill" aria-pressed=${threat} title="What if the other player were to move?" onClick=${analysis.toggleThreat}>Threat</button>
      ${choice("only", tr("Region"), tr("Consider only the points that you click"), only.length)}${choice("avoid", tr("Avoid"), tr("Do not consider the points that you click"), avoid.length)}
      ${(only.length > 0 || avoid.length > 0 || threat) && html`<button id="consider-all" class="pill" onClick=${analysis.clear}>All moves</button>`}
    </div>
    <div class="switches">
      <label class="pill-label">Show <select id="live-label" value=${label} onChange=${(e) => analysis.setLabel(e.target.value)}>
        <option value="win" selected=${label === "win"}>win rate</option><option value="lead" selected=${label === "lead"}>points</option></select></label>
      <label class="pill-label">Stop at <select id="live-limit" value=${visits} onChange=${(e) => analysis.setVisits(Number(e.target.value))}>
        ${[0, 100, 500, 1000, 5000, 20000, 100000].map((n) => html`<option key=${n} value=${n} selected=${n === visits}>${n === 0 ? tr("never") : tr("{visits} visits", { visits: grouped(n) })}</option>`)}</select></label>
      <${SecondChoice} />
    </div>
    ${picking && html`<p class="hint" role="status">${picking === "only" ? tr("Click the points that may be played. Click the button again when you are done.") : tr("Click the points that may not be played. Click the button again when you are done.")}</p>`}
  </div>`;
}

const rows = 8;

/**
 * The candidates. A row shows its line on the board; a click plays the move. While the mouse or the focus is in the
 * table, the rows keep their places, so that a click does not meet another move. With a second opinion, the table has
 * the best moves of both judges, and what the second one says instead of the lines.
 */
class Table extends Component {
  /** @type {string[]|null} */ held = null;

  hold = () => (this.held ??= this.props.a.moves.slice(0, rows).map((/** @type {AnalysedMove} */ m) => m.vertex));
  release = (event) => {
    if (event.type === "focusout" && event.currentTarget.contains(event.relatedTarget)) return;
    this.held = null;
  };

  /** @param {{a: LiveAnalysis, other: (Partial<LiveAnalysis> & {moves: AnalysedMove[]})|null, onPlay: (vertex: string) => void}} props */
  render({ a, other, onPlay }) {
    const held = this.held?.map((vertex) => a.moves.find((m) => m.vertex === vertex));
    const shown = held?.every(Boolean) ? /** @type {AnalysedMove[]} */ (held) : bestOf(a, other);
    const of = (/** @type {AnalysedMove} */ m) => other?.moves.find((o) => o.vertex === m.vertex);
    return html`<table class="candidates" aria-label="Candidates" onPointerEnter=${this.hold} onPointerLeave=${this.release} onFocusIn=${this.hold} onFocusOut=${this.release}>
      <thead><tr><th scope="col">Move</th><th scope="col">Win</th><th scope="col">Lead</th><th scope="col">Visits</th>
        ${other ? html`<th scope="col" class="of-second" title=${tr("The second opinion: {second}", { second: analysis.state.second })}><i class="choice-of-second" aria-hidden="true"></i>Win</th><th scope="col">Lead</th><th scope="col">Visits</th>` : html`<th scope="col" class="variation">Line</th>`}</tr></thead>
      <tbody>${shown.map((m) => html`<tr key=${m.vertex} class=${analysis.state.pointed === m.vertex ? "pointed" : ""}
          onPointerEnter=${() => analysis.point(m.vertex)} onPointerLeave=${() => analysis.point("")}>
        <th scope="row"><button class="plain" data-play=${m.vertex} title=${tr("Play {vertex}", { vertex: trVertex(m.vertex) })} onFocus=${() => analysis.point(m.vertex)} onBlur=${() => analysis.point("")}
            onClick=${() => ((this.held = null), onPlay(m.vertex))}>
          <i class="quality q${quality(lossOf(a, m))}" aria-hidden="true"></i>${trVertex(m.vertex)}</button></th>
        <td>${m.exact ? tr("exact") : decimal(winOf(a, m), 1)}</td><td>${leadText(m.lead)}</td><td>${short(m.visits)}</td>
        ${other ? opinion(a, of(m), m.vertex === other.moves[0]?.vertex) : html`<td class="variation">${m.line.slice(1, 7).map(trVertex).join(" ")}</td>`}</tr>`)}</tbody>
    </table>`;
  }
}

/**
 * The moves in the table: the best ones of the first judge, and the best ones of the second if the first has looked at them.
 * @param {LiveAnalysis} a @param {{moves: AnalysedMove[]}|null} other
 */
function bestOf(a, other) {
  const best = a.moves.slice(0, rows);
  if (!other) return best;
  const added = other.moves.slice(0, rows / 2).filter((o) => !best.some((m) => m.vertex === o.vertex)).map((o) => a.moves.find((m) => m.vertex === o.vertex)).filter((m) => m !== undefined);
  return [...best.slice(0, rows - added.length), ...added];
}

/** What the second judge says of a move. @param {LiveAnalysis} a @param {AnalysedMove|undefined} m @param {boolean} best */
function opinion(a, m, best) {
  if (!m) return html`<td class="of-second">–</td><td>–</td><td>–</td>`;
  return html`<td class="of-second">${best && html`<i class="choice-of-second" title="The best move of the second opinion"></i>`}${decimal(winOf(a, m), 1)}</td><td>${leadText(m.lead)}</td><td>${short(m.visits)}</td>`;
}

/** @type {never[]} */
const none = [];

/** The course of the game, as far as its positions have been analysed; empty at first. @param {{path: Path}} props */
function Graph({ path }) {
  const known = analysis.courseOf(path.line);
  const values = path.nodes.map((node) => known.get(node) ?? null);
  if (values.length < 2) return null;
  const review = {
    nodes: path.nodes, win: values.map((v) => v?.win ?? null), lead: values.map((v) => v?.lead ?? null),
    moves: path.moves, moments: none, phases: none,
  };
  return html`<${Course} review=${review} at=${path.at} beside=${false} onGo=${path.onGo} onMoment=${() => undefined} />`;
}
