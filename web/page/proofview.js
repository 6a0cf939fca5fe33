// Proofs: a certificate of an exact result, and a game against its strategy.
import * as api from "./api.js";
import { Board } from "./board.js";
import { Component, html } from "./html.js";
import { turnBar } from "./labview.js";
import * as page from "./page.js";
import { colorName, grouped, leadText, tr, trBoard, trParts } from "./text.js";
import { frame } from "./view.js";

/** @import { Certificate, Claim, ProofPosition } from "../types.d.ts" */

/**
 * @typedef {object} ProofState
 * @property {Certificate|null} certificate
 * @property {number} claim       the number of the claim
 * @property {string[]} turns     all turns, also those after the position that is shown
 * @property {number} at          the number of turns of the position that is shown
 * @property {ProofPosition|null} answer
 * @property {boolean} checking
 * @property {string} error
 */

/** @type {{certificate: null, claim: number, turns: string[], at: number, answer: null}} */
const nothing = { certificate: null, claim: 0, turns: [], at: 0, answer: null };

/** @extends {Component<{path: string, coordinates: boolean}, ProofState>} */
export class Proofs extends Component {
  /** @type {ProofState} */
  state = { ...nothing, checking: false, error: "" };
  asked = 0;
  reads = 0;

  componentDidMount() {
    this.enter();
  }

  /** @param {{path: string}} old */
  componentDidUpdate(old) {
    if (old.path !== this.props.path) this.enter();
  }

  componentWillUnmount() {
    this.asked++;
    this.reads++;
  }

  enter() {
    const board = new URLSearchParams(this.props.path).get("proof");
    if (board) this.read({ board });
  }

  /** Lets the server make or read a certificate, and check it. @param {{board: string}|{text: string}} what */
  async read(what) {
    const number = ++this.reads;
    this.setState({ checking: true, error: "" });
    try {
      const certificate = /** @type {Certificate} */ (await api.post("lab/certificate", what));
      if (number === this.reads) this.setState({ ...nothing, certificate, checking: false }, () => this.to(0, [], 0));
    } catch (refusal) {
      if (number === this.reads) this.setState({ checking: false, error: page.messageOf(refusal) });
    }
  }

  /** @param {any} event */
  open = async (event) => {
    const file = event.target.files[0];
    event.target.value = "";
    if (file) this.read({ text: await file.text() });
  };

  /** Shows the position after a number of turns. @param {number} claim @param {string[]} turns @param {number} at */
  async to(claim, turns, at) {
    const number = ++this.asked;
    try {
      const certificate = this.state.certificate?.id;
      const answer = /** @type {ProofPosition} */ (await api.post("lab/proof", { certificate, claim, turns: turns.slice(0, at) }));
      if (number === this.asked) this.setState({ claim, turns, at, answer, error: "" }, this.reply);
    } catch (refusal) {
      if (number === this.asked) this.setState({ error: page.messageOf(refusal) });
    }
  }

  /** Plays the turn of the strategy at the end of the game. */
  reply = () => {
    const { answer, at, turns } = this.state;
    if (answer && at === turns.length && answer.toPlay === this.claimant()) this.play(answer.turns[0]);
  };

  claimant() {
    const { certificate, claim } = this.state;
    return certificate?.claims[claim].white ? "white" : "black";
  }

  /** @param {string|undefined} vertex */
  play = (vertex) => {
    const { claim, turns, at, answer } = this.state;
    if (!answer || answer.end || vertex === undefined) return;
    if (!answer.turns.includes(vertex)) return page.say(tr("This turn is not possible."));
    this.to(claim, [...turns.slice(0, at), vertex], at + 1);
  };

  go = (/** @type {number} */ at) => this.to(this.state.claim, this.state.turns, at);

  /** What the proof says about the position. */
  said() {
    const { answer } = this.state;
    const claimant = colorName(this.claimant());
    switch (answer?.end) {
      case "over":
        return tr("The game is over, with the result that was claimed.");
      case "settled":
      case "held":
        return tr("The proof ends here: {player} has enough points that cannot be taken any more.", { player: claimant });
    }
    if (answer?.toPlay === this.claimant()) return tr("The proof plays {vertex}.", { vertex: answer.turns[0] });
    return tr("Try to refute the proof: play any turn of the other player. The proof has an answer to each.");
  }

  /** @param {{path: string, coordinates: boolean}} props @param {ProofState} s */
  render({ coordinates }, { certificate, answer, ...s }) {
    const whole = answer && frame(answer.graph, coordinates);
    const opponents = answer && !answer.end && answer.toPlay !== this.claimant();
    return html`<main class="play lab" id="proof" data-turns=${s.at} data-end=${answer?.end} style=${{ "--ratio": whole ? whole.width / whole.height : 1 }}>
      <div class="table">
        ${answer && html`<${Board} key=${certificate?.id} graph=${answer.graph} stones=${answer.stones} lastMove=${answer.lastMove} koBan=${answer.koBan} dead=${[]}
          ghost=${opponents ? answer.toPlay : ""} quiet=${!opponents} coordinates=${coordinates} onPoint=${this.play} />
        <p class="caption" id="proof-says">${this.said()}</p>
        ${turnBar("proof", s.at, s.turns.length, this.go)}
        <div class="actions"><button id="proof-pass" disabled=${!opponents} onClick=${() => this.play("pass")}>Pass</button></div>`}
      </div>
      <aside class="panel">
        <h1>Proofs</h1>
        <p>A certificate is a strategy that has an answer to every turn of the opponent. tengen checks it with a program that knows only the rules.</p>
        ${s.checking && html`<p class="hint" role="status">Checking…</p>`}
        ${s.error && html`<p class="error" role="alert" id="proof-error">${page.sentence(s.error)}</p>`}
        ${certificate && html`<label class="field">${tr("Proved on {board}", { board: trBoard(certificate.board) })}
          <select id="proof-claim" value=${s.claim} onChange=${(/** @type {any} */ e) => this.to(Number(e.target.value), [], 0)}>
            ${certificate.claims.map((c, i) => html`<option key=${i} value=${i} selected=${i === s.claim}>${claimText(c)}</option>`)}</select></label>
        <p class="hint" id="proof-size">${tr("{states} states were checked.", { states: grouped(certificate.claims[s.claim].states) })}</p>
        <a class="button plain" href="/api/lab/certificates/${certificate.id}" download>Download the certificate</a>`}
        <label class="field">Open a certificate
          <input id="proof-file" type="file" accept=".txt,text/plain" onChange=${this.open} /></label>
        <p class="hint">${trParts("The command {command} writes a certificate.", { command: html`<code>tengen solve 4x4 --certificate proof.txt</code>` })}</p>
        <a class="button plain" href="#lab?solved=${encodeURIComponent(new URLSearchParams(this.props.path).get("proof") || "3x3")}">Solved boards</a>
      </aside>
    </main>`;
  }
}

/** A claim as a sentence. @param {Claim} c */
function claimText(c) {
  const values = { player: c.white ? tr("White") : tr("Black"), result: leadText(c.lead) };
  return c.finite ? tr("{player} forces {result} or better.", values) : tr("{player} forces {result} or better, or a game without end.", values);
}
