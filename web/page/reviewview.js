// The review beside the board: the course of the game, the judgement of the shown move, the players' statistics, and
// the moves that mattered.
import * as page from "./page.js";
import { Component, html } from "./html.js";
import { icon } from "./icons.js";
import { indexOf } from "./marks.js";
import * as record from "./record.js";
import * as review from "./review.js";
import { categoryName, Course } from "./reviewchart.js";
import { shapeOf } from "./shape.js";
import { rankText } from "./strength.js";
import { decimal, leadText, tr, trCount, trServer, trVertex } from "./text.js";
import { duration } from "./trainingscale.js";

/** @import { Graph } from "../types.d.ts" */

/** @extends {Component<{of: string, version: number}, {}>}  of: ID/GAME; version: of the record */
export class ReviewPanel extends Component {
  componentDidMount() {
    review.enter(this.props.of);
  }

  componentDidUpdate(old) {
    if (old.of !== this.props.of) review.enter(this.props.of);
    else if (old.version !== this.props.version) review.recordChanged();
  }

  componentWillUnmount() {
    review.leave();
  }

  render() {
    const { review: r, error, connected } = review.state;
    return html`<section class="review" id="review" aria-label="Review" data-judged=${r?.judged} data-positions=${r?.positions} data-doing=${r?.doing}>
      <${Bar} r=${r} />
      ${error && html`<p id="review-error" class="error" role="alert">${page.sentence(error)}</p>`}
      ${!connected && html`<p class="hint" role="status">Connection lost. Trying again…</p>`}
      ${r && html`<${Content} r=${r} />`}
    </section>`;
  }
}

function Content({ r }) {
  const { at, beside } = review.place();
  return html`
    <${Progress} r=${r} />
    <${Course} review=${r} at=${at} beside=${beside} onGo=${review.goTo} onMoment=${(k) => (review.goTo(r.moments[k] + 1), review.show(k))} />
    <${Here} r=${r} at=${at} beside=${beside} />
    <${Players} r=${r} />
    <${Moments} r=${r} at=${at} />
    <footer class="hint">${r.notes.map((note) => html`<p>${page.sentence(note)}</p>`)}
      <p>${tr("Judged by {by}. A move’s loss is the difference between it and the best move of the search. A player’s accuracy is the average accuracy of the moves. Every lost point reduces a move’s accuracy by a fifth, and by more on a small board.", { by: r.by })}</p></footer>`;
}

/** Marks the better move on the board, if there is one for the shown move. @param {{graph: Graph}} props */
export function BetterPoint({ graph }) {
  const { at, beside } = review.place();
  const move = review.state.review?.moves[at - 1];
  const point = graph.points[indexOf(graph).get(move?.better?.[0] ?? "") ?? -1];
  if (beside || !point || review.state.of !== review.here()) return null;
  return html`<g class="better-point" data-better=${point.name} transform="translate(${point.x} ${point.y}) scale(${shapeOf(graph).radius / 0.475})" pointer-events="none">
    <circle class="tint" r=".32" /><circle r=".38" /></g>`;
}

/** The heading, with the level and the way back. */
function Bar({ r }) {
  const level = review.requestOf(review.here())?.level ?? "";
  const ranks = (page.state.config?.ranks ?? []).filter((rank) => rank !== "full");
  const said = r && !r.level && (r.levels.black === r.levels.white ? r.levels.black : tr("{one} and {other}", { one: r.levels.black, other: r.levels.white }));
  return html`<div class="review-bar"><h2>Review</h2>
    <label>${tr("for")} <select id="review-level" title="The strength of the players decides which mistakes they could have avoided" value=${level} onChange=${(e) => review.choose(e.target.value)}>
      <option value="" selected=${level === ""}>${said ? tr("the players ({ranks})", { ranks: said }) : tr("the players")}</option>
      ${ranks.map((rank) => html`<option key=${rank} value=${rank} selected=${rank === level}>${rankText(rank)}</option>`)}</select></label>
    <button id="review-close" class="plain" title="Back to the record (r)" aria-label="Back to the record" onClick=${review.toggle}>${icon("close")}</button>
  </div>`;
}

/** The progress, and the buttons to stop, continue, save and report. */
function Progress({ r }) {
  const whole = r.judged >= r.positions;
  const text = {
    searching: r.seconds === undefined ? tr("{judged} of {positions} positions", { judged: r.judged, positions: r.positions }) : tr("{judged} of {positions} positions, {time} left", { judged: r.judged, positions: r.positions, time: duration(r.seconds) }),
    waiting: tr("{judged} of {positions} positions. The review waits while an engine is thinking.", { judged: r.judged, positions: r.positions }),
    stopped: tr("Stopped after {judged} of {positions} positions", { judged: r.judged, positions: r.positions }),
    failed: r.error && page.sentence(r.error),
    done: whole ? tr("All {positions} positions are judged", { positions: r.positions }) : tr("{judged} of {positions} positions are judged", { judged: r.judged, positions: r.positions }),
  }[r.doing];
  const goes = r.doing === "searching" || r.doing === "waiting";
  const saved = review.isSaved();
  const query = new URLSearchParams({ game: String(r.game), ...(r.level ? { level: r.level } : {}) });
  return html`<div class="review-progress">
    ${r.doing !== "done" && html`<div class="progress" role="progressbar" aria-label="Positions that are judged" aria-valuemin="0" aria-valuemax=${r.positions} aria-valuenow=${r.judged}><i style=${{ width: `${(100 * r.judged) / Math.max(1, r.positions)}%` }}></i></div>`}
    <p id="review-doing" class=${r.doing === "failed" ? "error" : ""} role="status">${text}</p>
    <div class="tray">
      ${goes && html`<button id="review-stop" class="small" onClick=${review.stop}>Stop</button>`}
      ${(r.doing === "stopped" || r.doing === "failed") && html`<button id="review-go-on" class="small primary" onClick=${review.goOn}>Go on</button>`}
      ${r.judged > 0 && html`<button id="review-save" class="small" disabled=${saved || record.drafts.saving > 0} title="Write the analyses, comments and better lines into the record" onClick=${review.save}>${saved ? tr("Saved") : tr("Save")}</button>
        <a id="review-report" class="button small" href="/api/records/${record.opened().record.id}/review/report?${query}" download title="A page to keep or to print">Report</a>`}
    </div>
  </div>`;
}

/** The number of moves of a category. @param {{category: string, moves: number}} c */
const countOf = ({ category, moves }) => ({
  inaccuracy: trCount(moves, "{n} inaccuracy", "{n} inaccuracies"), mistake: trCount(moves, "{n} mistake", "{n} mistakes"), blunder: trCount(moves, "{n} blunder", "{n} blunders"),
}[category]);

const percent = (share) => `${Math.round(100 * share)} %`;
const lost = (loss) => {
  const text = decimal(loss, loss < 9.95 ? 1 : 0);
  return text === decimal(1, 1) ? tr("1 point") : tr("{points} points", { points: text });
};

/** Why a legal move is not judged. */
function unjudged(move) {
  if (move.handicap) return tr("a handicap stone");
  return move.broken ? tr("not judged: the record changes the position or the player to move here") : tr("not judged yet");
}

/** The judgement of the shown move. */
function Here({ r, at, beside }) {
  const move = r.moves[at - 1];
  if (beside) return html`<div class="here" id="review-here"><p class="hint">This variation is not reviewed. The mark shows where it leaves the main line.</p></div>`;
  if (!move) return html`<div class="here" id="review-here"><p class="hint">Click the graph, or step through the game. The keys “,” and “.” go to the previous and the next moment.</p></div>`;
  const k = r.moments.indexOf(at - 1);
  return html`<div class="here" id="review-here">
    <p class="verdict"><span class="disc ${move.color}" aria-hidden="true"></span><b>${tr("Move {number}, {vertex}", { number: move.number, vertex: trVertex(move.vertex) })}</b>
      ${move.category && html`<span class="tag ${move.category}">${categoryName(move.category)}</span>`}
      ${move.category && move.loss >= 0.05 && html`<span>${tr("{loss} lost", { loss: lost(move.loss) })}</span>`}
      ${move.rank === 1 && html`<span>the search’s own choice</span>`}
      ${!move.known && !move.fault && html`<span class="hint">${unjudged(move)}</span>`}</p>
    ${move.fault && html`<p class="error">${tr("Illegal: {fault}.", { fault: trServer(move.fault) })}</p>`}
    <${Reasons} move=${move} />
    ${k >= 0 && html`<button class="plain link" onClick=${() => review.show(k)}>${tr("Moment {k} of {n}: what was played, and what was better", { k: k + 1, n: r.moments.length })}</button>`}
    ${k < 0 && move.better && html`<${Diagrams} r=${r} i=${at - 1} />`}
  </div>`;
}

function Reasons({ move }) {
  const all = [...(move.decided && move.reasons ? [tr("The game was decided before this move.")] : []), ...(move.reasons ?? []).map(trServer)];
  return all.length > 0 && html`<ul class="why">${all.map((text) => html`<li>${text}</li>`)}</ul>`;
}

/** Diagrams of the move that was played and of the better move. A click enlarges both. Props: r, i. */
class Diagrams extends Component {
  state = { large: false };

  render({ r, i }, { large }) {
    const move = r.moves[i];
    const draw = (line, title, at) => {
      const asks = new URLSearchParams({ game: String(r.game), of: r.of, move: String(i), line: line.join(",") });
      return html`<figure><button class="picture" aria-label="${title}: ${line.join(" ")}. ${large ? tr("Smaller") : tr("Larger")}" onClick=${() => this.setState({ large: !large })}>
          <img loading="lazy" alt="" width="400" height="400" src="/api/records/${record.opened().record.id}/review/diagram?${asks}" /></button>
        <figcaption><b>${title}</b> ${title !== tr("Played") ? line.slice(0, 4).join(" ") : line.length === 1 ? line[0] : tr("{vertex}, and the best play after it", { vertex: line[0] })}${r.lead[at] === null ? "" : `, ${leadText(r.lead[at])}${r.exact?.includes(at) ? `, ${tr("exact")}` : ""}`}</figcaption></figure>`;
    };
    return html`<div class="diagrams ${large ? "large" : ""}">
      ${draw([move.vertex, ...(move.reply ?? [])], tr("Played"), i + 1)}
      ${move.better && draw(move.better.slice(0, 8), tr("Better"), i)}
    </div>`;
  }
}

function Players({ r }) {
  return html`<div class="did">${r.players.map((p, side) => {
    const color = side === 0 ? "black" : "white";
    const total = Math.max(1, p.moves);
    return html`<article key=${color} data-did=${color}>
      <h3><span class="disc ${color}" aria-hidden="true"></span><span>${p.name || (side === 0 ? tr("Black") : tr("White"))}${p.rank && html` <small>${p.rank}</small>`}</span></h3>
      ${p.moves === 0 ? html`<p class="hint">No move is judged yet.</p>` : html`
        <p class="accuracy"><b>${Math.round(100 * p.accuracy)}<small> %${p.margin >= 0.005 && html` ± ${Math.round(100 * p.margin)}`}</small></b><span>accuracy</span><em>${decimal(p.loss, 2)}<small>points a move</small></em></p>
        <div class="shares" role="img" aria-label=${p.counts.map((c) => `${c.moves} ${categoryName(c.category)}`).join(", ")} title=${p.counts.map((c) => `${categoryName(c.category)}: ${c.moves}`).join("\n")}>${p.counts.map((c) => c.moves > 0 && html`<i key=${c.category} class=${c.category} style=${{ width: `${(100 * c.moves) / total}%` }}></i>`)}</div>
        <p class="counts">${p.counts.slice(3).reverse().filter((c) => c.moves > 0).map((c) => html`<span key=${c.category}><i class=${c.category}></i>${countOf(c)}</span>`)}
          <span>${tr("{strong} strong moves", { strong: percent(p.strong) })}</span></p>
        ${r.doing === "done" && p.name !== "tengen" && html`<button id="train-${color}" class="small" title=${tr("The mistakes of {name} become problems: what would you play?", { name: p.name || color })} onClick=${() => review.train(color)}>Train</button>`}`}
    </article>`;
  })}</div>`;
}

function Moments({ r, at }) {
  const levels = r.levels.black === r.levels.white ? tr("players of {black}", { black: r.levels.black }) : tr("a Black of {black} and a White of {white}", { black: r.levels.black, white: r.levels.white });
  return html`<div class="moments" id="moments">
    <h3>The moves that mattered <small>${tr("for {levels}", { levels })}</small></h3>
    ${r.moments.length === 0 && html`<p class="hint">${r.judged < r.positions ? tr("None so far.") : tr("No move stands out that players of this level could have avoided while the game was open.")}</p>`}
    ${r.moments.map((i, k) => {
      const move = r.moves[i];
      const [was, is] = [i, i + 1].map((at) => percent(move.color === "black" ? r.win[at] : 1 - r.win[at]) + (r.exact?.includes(at) ? ` (${tr("exact")})` : ""));
      const proved = r.exact?.includes(i) && r.exact.includes(i + 1);
      return html`<article key=${i} id="moment-${k + 1}" class="moment ${at === i + 1 ? "here" : ""}">
        <button class="plain head" aria-current=${at === i + 1 ? "true" : null} onClick=${() => review.goTo(i + 1)}>
          <span class="number">${k + 1}</span><span class="disc ${move.color}" aria-hidden="true"></span><b>${tr("Move {number}, {vertex}", { number: move.number, vertex: trVertex(move.vertex) })}</b>
          <span class="tag ${move.category}">${categoryName(move.category)}</span><span>${tr("{loss} lost", { loss: lost(move.loss) })}</span>
          <small>${leadText(r.lead[i])} → ${leadText(r.lead[i + 1])}, ${proved ? tr("exact") : move.color === "black" ? tr("Black’s chances {was} → {is}", { was, is }) : tr("White’s chances {was} → {is}", { was, is })}</small></button>
        <${Reasons} move=${move} />
        <${Diagrams} r=${r} i=${i} />
      </article>`;
    })}
    ${r.moments.length > 0 && html`<p class="hint">In the diagrams, 1 is the next move, the ring marks the previous move, and the cross marks the move that was played instead.</p>`}
  </div>`;
}
