// Solved boards: the exact value of every turn, perfect play as an opponent, and the number of legal positions.
import * as api from "./api.js";
import { Board } from "./board.js";
import { Component, html } from "./html.js";
import { turnBar } from "./labview.js";
import * as page from "./page.js";
import { shapeOf } from "./shape.js";
import { boundsText, shortText } from "./solvedtext.js";
import { grouped, tr, trBoard, trVertex } from "./text.js";
import { frame } from "./view.js";

/** @import { Color, Solved, SolvedTurn } from "../types.d.ts" */

const boards = ["3x3", "2x2", "3x2", "4x2", "5x2", "6x2", "4x3", "4x1", "7x1", "torus 3x3", "cylinder 3x3", "torus 4x3", "hex 3x3", "triangular 3x3", "ring 7"];

/**
 * @typedef {object} SolvedState
 * @property {string} board
 * @property {string[]} turns     all turns, also those after the position that is shown
 * @property {number} at          the number of turns of the position that is shown
 * @property {""|Color} perfect   the colour that plays perfectly by itself
 * @property {Solved|null} answer
 * @property {string} error
 * @property {string} counting    the board whose positions are counted
 * @property {number|null} share  how far the count is, 0..1; null if no count runs
 * @property {string} count       its result
 */

/** The perfect turn in a position. @param {Solved} answer */
const perfectTurn = (answer) => answer.turns.find((t) => t.keeps)?.vertex ?? "pass";

/** @extends {Component<{path: string, coordinates: boolean}, SolvedState>} */
export class SolvedBoards extends Component {
  /** @type {SolvedState} */
  state = { board: "", turns: [], at: 0, perfect: "", answer: null, error: "", counting: "9x9", share: null, count: "" };
  asked = 0;
  /** @type {EventSource|null} */ events = null;

  componentDidMount() {
    this.begin(new URLSearchParams(this.props.path).get("solved") || boards[0]);
  }

  /** @param {{path: string}} old */
  componentDidUpdate(old) {
    const named = new URLSearchParams(this.props.path).get("solved");
    if (old.path !== this.props.path && named) this.begin(named);
  }

  componentWillUnmount() {
    this.events?.close();
    this.asked++;
  }

  /** @param {string} board */
  begin = (board) => this.to(board, [], 0);

  /** Shows the position after a number of turns. @param {string} board @param {string[]} turns @param {number} at */
  async to(board, turns, at) {
    const number = ++this.asked;
    try {
      const answer = /** @type {Solved} */ (await api.post("lab/solved", { board, turns: turns.slice(0, at) }));
      if (number !== this.asked) return;
      this.setState({ board, turns, at, answer, error: "" }, this.reply);
    } catch (refusal) {
      if (number === this.asked) this.setState({ error: page.messageOf(refusal) });
    }
  }

  /** Plays the turn of the perfect player, if it is this player's turn at the end of the game. */
  reply = () => {
    const { answer, perfect, at, turns } = this.state;
    if (answer && !answer.over && answer.toPlay === perfect && at === turns.length) this.play(perfectTurn(answer));
  };

  /** @param {string} vertex */
  play = (vertex) => {
    const { board, turns, at, answer } = this.state;
    if (!answer || answer.over) return;
    if (!answer.turns.some((t) => t.vertex === vertex)) return page.say(tr("This turn is not possible."));
    this.to(board, [...turns.slice(0, at), vertex], at + 1);
  };

  go = (/** @type {number} */ at) => this.to(this.state.board, this.state.turns, at);

  /** @param {""|Color} perfect */
  setPerfect = (perfect) => this.setState({ perfect }, this.reply);

  count = (event) => {
    event.preventDefault();
    this.events?.close();
    const { counting } = this.state;
    const path = `lab/count?board=${encodeURIComponent(counting)}`;
    const events = new EventSource(`/api/${path}`);
    this.events = events;
    const end = (/** @type {string} */ count) => {
      events.close();
      this.setState({ share: null, count });
    };
    this.setState({ share: 0, count: "" });
    events.addEventListener("progress", (e) => this.setState({ share: JSON.parse(e.data).share }));
    events.addEventListener("done", (e) => {
      const { legal, share } = JSON.parse(e.data);
      end(tr("{board} has {legal} legal positions, {percent} % of all colourings.", { board: counting, legal, percent: (100 * share).toPrecision(4) }));
    });
    events.addEventListener("failed", (e) => end(page.sentence(JSON.parse(e.data).error)));
    events.addEventListener("error", async () => {
      events.close();
      end(page.sentence(await api.whyRefused(path)));
    });
  };

  /** @param {{path: string, coordinates: boolean}} props @param {SolvedState} s */
  render({ coordinates }, s) {
    const { answer } = s;
    if (!answer) return html`<main class="home">${s.error ? html`<p class="error" role="alert">${page.sentence(s.error)}</p>` : html`<p class="hint">Solving…</p>`}</main>`;
    const whole = frame(answer.graph, coordinates);
    const player = answer.toPlay === "black" ? tr("Black") : tr("White");
    return html`<main class="play lab" id="solved" data-turns=${s.at} style=${{ "--ratio": whole.width / whole.height }}>
      <div class="table">
        <${Board} key=${answer.graph.name} graph=${answer.graph} stones=${answer.stones} lastMove=${answer.lastMove} koBan=${answer.koBan} dead=${[]}
          ghost=${answer.over ? "" : answer.toPlay} quiet=${answer.over} coordinates=${coordinates} onPoint=${this.play}
          told=${(/** @type {string} */ vertex) => told(answer, vertex)}><${Values} answer=${answer} /></${Board}>
        <p class="caption" id="solved-value">${answer.over ? tr("The game is over:") : tr("{player} to play. Exact value:", { player })} <b>${boundsText(answer.value)}</b>${
          answer.value.low === answer.value.high ? "." : `, ${tr("depending on the rule about cycles")}.`}</p>
        ${turnBar("solved", s.at, s.turns.length, this.go)}
        <div class="actions">
          <button id="solved-pass" disabled=${answer.over} onClick=${() => this.play("pass")}>Pass</button>
          <button id="solved-perfect" disabled=${answer.over} onClick=${() => this.play(perfectTurn(answer))}>Perfect turn</button>
        </div>
      </div>
      <aside class="panel">
        <h1>Solved boards</h1>
        <p>Every number is proved. It is the lead at the end if both players play perfectly, by area scoring and the basic ko rule, without suicide and without komi. On the board it is from the point of view of the player to move.</p>
        <div class="row source"><label class="field">Board
          <select id="solved-board" value=${s.board} onChange=${(e) => this.begin(e.target.value)}>
            ${[...new Set([s.board, ...boards])].map((b) => html`<option key=${b} value=${b} selected=${b === s.board}>${trBoard(b)}</option>`)}</select></label>
          <label class="field">Plays perfectly
          <select id="solved-side" value=${s.perfect} onChange=${(e) => this.setPerfect(e.target.value)}>
            ${[["", tr("neither player")], ["white", tr("White")], ["black", tr("Black")]].map(([v, text]) => html`<option key=${v} value=${v} selected=${v === s.perfect}>${text}</option>`)}</select></label></div>
        ${s.error && html`<p class="error" role="alert">${page.sentence(s.error)}</p>`}
        <${Turns} answer=${answer} onPlay=${this.play} />
        <p class="hint">${tr("{positions} positions of this board were solved. Symmetric positions are counted once.", { positions: grouped(answer.positions) })}</p>
        <a id="to-proof" class="button plain" href="#lab?proof=${encodeURIComponent(s.board)}">The proof of this value</a>
        <form class="form" onSubmit=${this.count}>
          <label class="field">Count the legal positions of
            <input id="count-board" value=${s.counting} maxlength="60" onInput=${(e) => this.setState({ counting: e.target.value })} /></label>
          <div class="actions"><button id="count" disabled=${s.share !== null}>Count</button></div>
          ${s.share !== null && html`<progress id="count-progress" max="1" value=${s.share} aria-label="Progress of the count"></progress>`}
          ${s.count && html`<p id="count-result" role="status">${s.count}</p>`}
        </form>
        <a class="button plain" href="#lab">Rules laboratory</a>
      </aside>
    </main>`;
  }
}

/** What is said about a point. @param {Solved} answer @param {string} vertex */
function told(answer, vertex) {
  const turn = answer.turns.find((t) => t.vertex === vertex);
  return turn ? boundsText(turn) : "";
}

/** The value of every turn on its point. @param {{answer: Solved}} props */
function Values({ answer }) {
  const k = shapeOf(answer.graph).radius / 0.475;
  const player = answer.toPlay === "black" ? "black" : "white";
  return html`<g class="solved-values" pointer-events="none">${answer.turns.map((t) => {
    const p = answer.graph.points.find((q) => q.name === t.vertex);
    if (!p) return null; // a pass
    const text = shortText(t, player);
    return html`<g key=${t.vertex} class=${t.keeps ? "keeps" : ""} data-value=${t.vertex} transform="translate(${p.x} ${p.y}) scale(${k})">
      <circle r=".4" /><text font-size=${text.length > 4 ? 0.165 : 0.3}>${text}</text></g>`;
  })}</g>`;
}

/** All turns, the best first. @param {{answer: Solved, onPlay: (vertex: string) => void}} props */
function Turns({ answer, onPlay }) {
  if (answer.over) return null;
  return html`<table class="solved-turns" aria-label="Turns"><thead><tr><th scope="col">Turn</th><th scope="col">Value</th></tr></thead>
    <tbody>${answer.turns.map((/** @type {SolvedTurn} */ t) => html`<tr key=${t.vertex} class=${t.keeps ? "keeps" : ""}>
      <th scope="row"><button class="plain" data-turn=${t.vertex} onClick=${() => onPlay(t.vertex)}>${trVertex(t.vertex)}</button></th><td>${boundsText(t)}</td></tr>`)}</tbody></table>`;
}
