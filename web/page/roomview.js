// A game between two people: the seat for the guest, what the players ask each other, their messages, the invitation.
import * as api from "./api.js";
import { controlText } from "./clocktime.js";
import { exactly } from "./dates.js";
import * as game from "./game.js";
import { Component, createRef, html } from "./html.js";
import { icon } from "./icons.js";
import * as page from "./page.js";
import { invitationOf } from "./seats.js";
import { isLocal } from "./share.js";
import { QRCode } from "./shareview.js";
import { colorName, tr, trBoard, trCount, trParts, trServer } from "./text.js";

/** @import { ChatMessage, Game } from "../types.d.ts" */

/** The sentence that says for which player or action the game waits; null if the usual one fits. @param {Game} g */
export function roomStatus(g) {
  const s = g.seats;
  if (!s) return null;
  const turn = game.nameOf(g, g.toPlay);
  if (s.free) return s.invitation ? tr("Waiting for your friend") : invitationOf(g.id) ? tr("{host} invites you", { host: s.host }) : tr("Waiting for the person whom {host} invites", { host: s.host });
  if (s.asked) return game.askedFor(g);
  if (g.phase === "dead") {
    if (g.thinking) return null;
    const other = s.accepted.find((c) => c !== s.you);
    if (s.you && s.accepted.includes(s.you)) return tr("You have accepted. Waiting for your opponent…");
    return other ? tr("{player} has accepted these dead stones", { player: game.nameOf(g, other) }) : null;
  }
  if (g.paused) return tr("The game is paused");
  if (g.proposed) return g.proposed === s.you ? tr("You propose to end the game here and count…") : game.proposal(g, g.proposed);
  const passed = g.lastMove === "pass" ? `${tr("{player} passed.", { player: colorName(g.moves.at(-1)?.color ?? "") })} ` : "";
  return `${passed}${g.yourTurn ? tr("Your turn") : tr("{player} to play", { player: turn })}`;
}

/** The terms of the game in a few words. @param {Game} g */
const terms = (g) => [
  g.graph.width && !g.graph.life ? `${g.graph.width} × ${g.graph.height}` : trBoard(g.graph.name), tr("{rules} rules", { rules: trServer(g.rules.title) }), tr("komi {komi}", { komi: g.komi }),
  g.handicap ? tr("{n} handicap stones", { n: g.handicap }) : "", g.clocks ? controlText(g.clocks.control) : tr("no clock"),
].filter(Boolean).join(" · ");

/** The form by which the invited person takes the free seat. @extends {Component<{g: Game}, {name: string, error: string, busy: boolean}>} */
export class Join extends Component {
  state = { name: localStorage.getItem("playerName") ?? "", error: "", busy: false };

  /** @param {Event} event */
  sit = async (event) => {
    event.preventDefault();
    this.setState({ busy: true, error: "" });
    try {
      await game.sit(this.state.name);
      localStorage.setItem("playerName", this.state.name);
    } catch (error) {
      this.setState({ error: page.messageOf(error) });
    }
    this.setState({ busy: false });
  };

  render({ g }, { name, error, busy }) {
    const s = g.seats;
    if (!s) return null;
    const colour = s.color === "nigiri" ? tr("The colours are chosen at random when you take the seat.") : s.color === "black" ? tr("You play White.") : tr("You play Black.");
    const form = html`<form id="join" class="form join" onSubmit=${this.sit}>
      <p class="hint">${colour} ${tr("The game begins when you take the seat.")}</p>
      <label class="field">Your name<input id="guest-name" autocomplete="nickname" maxlength="40" required value=${name} onInput=${(e) => this.setState({ name: e.target.value })} /></label>
      ${error && html`<p class="error" role="alert">${page.sentence(error)}</p>`}
      <button id="sit" class="primary wide" disabled=${busy}>Take the seat</button>
    </form>`;
    if (!s.machine || !page.state.config?.machine) return html`<p class="join">${terms(g)}</p>${form}`;
    return html`<div class="join">
      <p>${terms(g)}</p>
      <p id="own-invitation">${tr("{host} has made this invitation at this machine. Are you {host}? Then send the link to your friend, and go back to the page on which you made it.", { host: s.host })}</p>
      <details><summary>Another person plays at this machine</summary>${form}</details>
    </div>`;
  }
}

/** Says why no clock runs. @param {Game} g */
const waits = (g) => g.clocks?.waiting && html`<p id="waits" class="hint">The server was started again. The clocks go on when both players are back, or when one has waited for five minutes.</p>`;

const aimTime = 800; // milliseconds

/**
 * The button to agree. It appears where "Pass" was, so it does not take clicks at first.
 * @extends {Component<{off: boolean, onClick: () => unknown}, {early: boolean}>}
 */
class Agree extends Component {
  state = { early: true };
  componentDidMount() {
    this.timer = setTimeout(() => this.setState({ early: false }), aimTime);
  }
  componentWillUnmount() {
    clearTimeout(this.timer);
  }
  render({ off, onClick }, { early }) {
    return html`<button id="agree" class="primary" disabled=${off || early} onClick=${onClick}>Agree</button>`;
  }
}

/** The actions of a game between two people; null if the usual ones fit. @param {Game} g */
export function roomActions(g) {
  const s = g.seats;
  if (!s) return null;
  const off = !game.state.connected;
  if (s.free) {
    if (s.invitation) return html`<div class="actions"><button id="show-invitation" class="primary" onClick=${() => page.show("invite")}>${icon("share")}Invitation</button></div>`;
    return invitationOf(g.id) ? html`<${Join} g=${g} />` : html`<p class="hint">${terms(g)}</p>`;
  }
  if (!s.you) return html`<p class="hint" id="looking-on">You are watching.</p>${waits(g)}`;
  const alone = !!s.alone && Date.now() >= Date.parse(s.alone);
  if (s.asked && !alone) {
    return s.asker === s.you ? html`<div class="actions"><button id="take-question-back" disabled=${off} onClick=${game.refuse}>Never mind</button></div>
        ${s.alone && html`<p class="hint" id="alone">${tr("The clocks go on when {player} agrees. From {time} on, you can go on without waiting.", { player: game.nameOf(g, s.you === "black" ? "white" : "black"), time: exactly(new Date(s.alone)) })}</p>`}`
      : html`<div class="actions"><${Agree} key=${s.asked} off=${off} onClick=${game.agree} />
          <button id="refuse" disabled=${off} onClick=${game.refuse}>No</button></div>`;
  }
  if (g.phase === "dead") {
    const other = s.you === "black" ? "white" : "black";
    const gone = g.clocks && s.accepted.includes(s.you) && game.state.people && !game.state.people[other];
    return html`<p class="hint">Click a stone to mark its chain as dead or alive. Dead stones count as captured. The game ends when both players accept the same stones.</p>
      ${gone && html`<p class="hint" id="gone">${tr("{player} is away. If {player} does not come back, let play go on, and pass if it is your turn: then the clock of {player} decides.", { player: game.nameOf(g, other) })}</p>`}
      <div class="actions">
        <button id="accept" class="primary" disabled=${off || !!g.thinking || s.accepted.includes(s.you)} onClick=${game.accept}>Accept</button>
        <button id="resume" disabled=${off} title="You disagree, and play goes on" onClick=${() => game.resume("")}>${g.rules.cleanup ? tr("Play it out") : tr("Resume play")}</button>
      </div>`;
  }
  if (g.proposed) {
    return g.proposed === s.you ? html`<div class="actions"><button id="decline" disabled=${off} onClick=${game.decline}>Never mind</button></div>`
      : html`<div class="actions"><${Agree} key="end" off=${off} onClick=${() => game.propose()} />
          <button id="decline" disabled=${off} onClick=${game.decline}>Play on</button></div>`;
  }
  return html`${waits(g)}<div class="actions">
      ${g.paused ? html`<button id="continue" class="primary" disabled=${off} title=${alone ? tr("The clocks go on") : tr("Ask to go on: the clocks go on when your opponent agrees")} onClick=${game.goOn}>${alone ? tr("Go on") : tr("Go on…")}</button>`
        : html`<button id="pass" disabled=${!game.mayPlay()} title="Pass (p)" onClick=${game.pass}>Pass</button>
            <button id="undo" disabled=${!game.mayUndo()} title="Ask to take your last move back (u)" onClick=${game.undo}>Undo…</button>
            <button id="propose" disabled=${off} title="Propose to end the game here and count, without two passes" onClick=${() => game.propose()}>End…</button>`}
      <button id="resign" disabled=${!game.mayResign()} title="Resign (r)" onClick=${game.askResign}>Resign</button>
    </div>
    ${!g.paused && html`<div class="actions small">
      ${g.clocks && html`<button id="pause" class="plain" disabled=${off || s.refused} title="Ask for a pause: the clocks stop" onClick=${game.pause}>Pause…</button>`}
      <button id="draw" class="plain" disabled=${off || s.refused} title="Ask for a draw" onClick=${game.draw}>Draw…</button>
    </div>`}`;
}

/** What the players can do after the game. @param {{g: Game}} props */
export function AfterRoom({ g }) {
  const s = g.seats;
  if (!s) return null;
  if (s.next) return html`<div class="actions"><a id="next" class="button primary" href="#${s.next}">To the rematch</a></div>`;
  if (!s.you) return null;
  return html`${s.asked && html`<p id="status" class="status">${roomStatus(g)}</p>`}
    ${s.asked ? roomActions(g) : html`<div class="actions"><button id="rematch" class="primary" disabled=${!game.state.connected || s.refused} title="Ask for another game, with the other colour" onClick=${game.rematch}>Rematch…</button></div>`}`;
}

/** The number of spectators, and the messages. @param {{g: Game}} props */
export function Room({ g }) {
  if (!g.seats || g.seats.free) return null;
  const watching = game.state.people?.watching ?? 0;
  return html`<section id="chat" class="chat" aria-label="Messages">
    <${Messages} g=${g} list=${game.state.chat ?? []} />
    ${g.seats.you && html`<${Say} />`}
    ${watching > 0 && html`<p id="watching" class="hint">${icon("eye")} ${trCount(watching, "One person is watching", "{n} people are watching")}</p>`}
  </section>`;
}

/** The list of messages, which stays at its end. @extends {Component<{g: Game, list: ChatMessage[]}>} */
class Messages extends Component {
  ref = createRef();
  shown = 0;
  componentDidMount() {
    this.componentDidUpdate();
  }
  componentDidUpdate() {
    if (this.shown === this.props.list.length) return;
    this.shown = this.props.list.length;
    this.ref.current.scrollTop = this.ref.current.scrollHeight;
  }
  render({ g, list }) {
    return html`<div ref=${this.ref} id="messages" class="said" role="log" tabindex="0" aria-label="Messages of the players">
      ${list.length === 0 && html`<p class="hint">${g.seats?.you ? tr("No messages yet. Spectators can read them.") : tr("No messages yet.")}</p>`}
      ${list.map((m, i) => html`<p key=${i}><b>${game.nameOf(g, m.color)}</b> ${m.text}</p>`)}
    </div>`;
  }
}

/** The field for a message. @extends {Component<{}, {text: string}>} */
class Say extends Component {
  state = { text: "" };

  /** @param {Event} event */
  send = async (event) => {
    event.preventDefault();
    const { text } = this.state;
    if (!text.trim()) return;
    this.setState({ text: "" });
    await page.attempt(() => game.say(text).catch((/** @type {unknown} */ error) => {
      this.setState((s) => ({ text: [text, s.text].filter(Boolean).join(" ") }));
      throw error;
    }));
  };

  render({}, { text }) {
    return html`<form class="say" onSubmit=${this.send}>
      <input id="say" type="text" aria-label="A message to your opponent" placeholder="A message" autocomplete="off" maxlength="300" value=${text} onInput=${(e) => this.setState({ text: e.target.value })} />
      <button id="send" disabled=${!text.trim()}>Send</button>
    </form>`;
  }
}

/** The invitation: a link, with a QR code. about: a sentence instead of the usual one. @extends {Component<{g: Pick<Game, "id"|"seats">, about?: string}, {bases: string[], base: string, rows: string[], copied: boolean}>} */
export class Invitation extends Component {
  state = { bases: [location.origin], base: location.origin, rows: /** @type {string[]} */ ([]), copied: false };

  componentDidMount() {
    page.attempt(async () => {
      if (isLocal(location.hostname) && page.mayAll()) {
        const { addresses } = await api.get("access");
        if (addresses.length > 0) return this.choose(addresses[0], addresses);
      }
      await this.choose(this.state.base, this.state.bases);
    });
  }

  /** @param {string} base */
  link = (base) => new URL(`/#${this.props.g.id}/${this.props.g.seats?.invitation}`, base).href;

  /** @param {string} base @param {string[]} bases */
  async choose(base, bases) {
    this.setState({ base, bases, copied: false });
    const { rows } = await api.post("qr", { text: this.link(base) });
    this.setState({ rows });
  }

  copy = async () => {
    const copied = await page.copy(this.link(this.state.base));
    if (!copied) /** @type {HTMLInputElement} */ (document.getElementById("invitation-link")).select();
    this.setState({ copied });
  };

  render({ g, about }, { bases, base, rows, copied }) {
    if (!g.seats?.invitation) return html`<p>The seat is taken.</p>`;
    return html`<p>${about ?? tr("Send this link to your friend. The first person who takes the seat plays with you. Later visitors can watch.")}</p>
      ${rows.length > 0 && html`<${QRCode} rows=${rows} label="The link as a QR code" />`}
      ${bases.length > 1 && html`<label class="field">Address of this machine
        <select id="invitation-base" value=${base} onChange=${(e) => void page.attempt(() => this.choose(e.target.value, bases))}>
          ${bases.map((b) => html`<option key=${b} value=${b} selected=${b === base}>${b}</option>`)}</select></label>`}
      <label class="field">Link<input id="invitation-link" type="text" readonly value=${this.link(base)} onFocus=${(e) => e.target.select()} /></label>
      ${isLocal(new URL(base).hostname) && html`<p class="hint" id="only-here">${trParts("This address only leads to this machine. Start tengen with {option} to play with other machines.", { option: html`<code>--addr 0.0.0.0:8017</code>` })}</p>`}
      <button id="copy-link" class="primary wide" onClick=${this.copy}>${copied ? tr("Copied") : tr("Copy the link")}</button>`;
  }
}
