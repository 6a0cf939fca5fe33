// What opens above the page: a new game, the games, the keys, "really resign?".
import * as game from "./game.js";
import { Component, createRef, html } from "./html.js";
import { icon } from "./icons.js";
import { bindings } from "./keys.js";

const sizes = [5, 7, 9, 13, 19];
const humans = { black: "Black", white: "White", both: "Both", none: "Neither" };
const humanHints = {
  black: "You play Black against the engine.",
  white: "You play White against the engine.",
  both: "Two people at this screen.",
  none: "Watch the engine play itself.",
};

/** A modal dialog; the browser keeps the focus inside and closes it on Escape. */
class Dialog extends Component {
  ref = createRef();
  componentDidMount() {
    this.ref.current.showModal();
    this.ref.current.querySelector("form :checked")?.focus(); // rather than the button that closes it
  }
  render({ id, title, children }) {
    const close = () => game.update({ dialog: "" });
    return html`<dialog ref=${this.ref} id=${id} aria-labelledby="${id}-title" onClose=${close}
        onClick=${(e) => e.target === this.ref.current && close()}>
      <div class="sheet">
        <div class="sheet-head"><h2 id="${id}-title">${title}</h2>
          <button class="plain" data-close aria-label="Close" onClick=${close}>${icon("close")}</button></div>
        ${children}
      </div>
    </dialog>`;
  }
}

/** One of a few: radio buttons that look like a row of chips. */
function Chips({ name, label, options, value, onPick }) {
  return html`<fieldset><legend>${label}</legend><div class="chips">
    ${options.map(([option, text]) => html`<label class="chip">
      <input type="radio" name=${name} id="${name}-${option}" value=${option} checked=${option === value} onChange=${() => onPick(option)} />
      <span>${name === "human" && (option === "black" || option === "white") && html`<i class="disc ${option}"></i>`}${text}</span>
    </label>`)}
  </div></fieldset>`;
}

/** How many handicap stones a board has places for. */
function mostHandicap(width, height) {
  const least = Math.min(width, height);
  if (least < 7) return 0;
  return least === 7 || width % 2 === 0 || height % 2 === 0 ? 4 : 9;
}

/** Whether a ruleset is named after a part of the specification rather than by players. */
const fromSpecification = (rules) => /-\d{3}$/.test(rules.name);

export class NewGameForm extends Component {
  constructor({ config }) {
    super();
    const d = config.defaults;
    this.state = {
      size: sizes.includes(d.width) && d.width === d.height ? String(d.width) : "other",
      width: d.width, height: d.height, rules: d.rules, komi: null, handicap: 0, human: d.human,
      strength: d.visits ? "visits" : "time", seconds: String(d.timeMs / 1000), visits: String(d.visits || 800),
      error: null, busy: false,
    };
  }

  set = (field) => (event) => this.setState({ [field]: event.target.value });

  /** What follows from the choices: handicap stones take the place of most of the komi. */
  terms() {
    const s = this.state;
    const [width, height] = s.size === "other" ? [Number(s.width), Number(s.height)] : [Number(s.size), Number(s.size)];
    const most = mostHandicap(width, height);
    const handicap = Math.min(s.handicap, most);
    const rules = this.props.config.rules.find((r) => r.name === s.rules);
    return { width, height, most, handicap, rules, komi: s.komi ?? String(handicap ? 0.5 : rules.komi) };
  }

  start = async (event) => {
    event.preventDefault();
    const s = this.state;
    const { width, height, handicap, komi } = this.terms();
    const byTime = s.strength === "time";
    this.setState({ busy: true, error: null });
    try {
      await game.newGame({
        width, height, rules: s.rules, komi: Number(komi), handicap, human: s.human,
        timeMs: byTime ? Math.round(Number(s.seconds) * 1000) : 0, visits: byTime ? 0 : Number(s.visits),
      });
    } catch (error) {
      this.setState({ error });
    }
    this.setState({ busy: false });
  };

  number(field, label, more, value = this.state[field]) {
    const wrong = this.state.error?.field === (field === "seconds" ? "timeMs" : field);
    return html`<label class="field">${label}
      <input id=${field} type="number" inputmode="decimal" required aria-invalid=${wrong} value=${value} onInput=${this.set(field)} ...${more} />
    </label>`;
  }

  render({ config }, s) {
    const { most, handicap, rules, komi } = this.terms();
    const option = (r) => html`<option value=${r.name} selected=${r === rules}>${r.title}</option>`;
    const technical = config.rules.filter(fromSpecification);
    return html`<form id="new-game-form" class="form" onSubmit=${this.start}>
      <${Chips} name="size" label="Board" value=${s.size} onPick=${(size) => this.setState({ size })}
        options=${[...sizes.map((n) => [String(n), `${n}×${n}`]), ["other", "Other"]]} />
      ${s.size === "other" && html`<div class="row">
        ${this.number("width", "Width", { min: 1, max: config.maxSide, step: 1 })}
        ${this.number("height", "Height", { min: 1, max: config.maxSide, step: 1 })}
      </div>`}
      <${Chips} name="human" label="You play" value=${s.human} onPick=${(human) => this.setState({ human })} options=${Object.entries(humans)} />
      <p class="hint">${humanHints[s.human]}</p>
      <div class="row terms">
        <label class="field">Rules
          <select id="rules" value=${s.rules} onChange=${this.set("rules")}>
            ${config.rules.filter((r) => !fromSpecification(r)).map(option)}
            ${technical.length > 0 && html`<optgroup label="From the specification">${technical.map(option)}</optgroup>`}
          </select></label>
        <label class="field">Handicap
          <select id="handicap" value=${handicap} onChange=${(e) => this.setState({ handicap: Number(e.target.value), komi: null })}>
            ${[0, 2, 3, 4, 5, 6, 7, 8, 9].filter((n) => n <= most).map((n) => html`<option key=${n} value=${n} selected=${n === handicap}>${n === 0 ? "None" : `${n} stones`}</option>`)}
          </select></label>
        ${this.number("komi", "Komi", { step: 0.5 }, komi)}
      </div>
      <p class="hint" id="rules-hint">${rules.description}</p>
      ${s.human !== "both" && html`<div class="row strength">
        <${Chips} name="strength" label="Engine’s strength" value=${s.strength} onPick=${(strength) => this.setState({ strength })}
          options=${[["time", "by time"], ["visits", "by visits"]]} />
        ${s.strength === "time"
          ? this.number("seconds", "Seconds a move", { min: 0.05, max: 600, step: "any" })
          : this.number("visits", "Visits a move", { min: 1, max: 1000000, step: 1 })}
      </div>`}
      ${s.error && html`<p id="form-error" class="error" role="alert">${s.error.message}</p>`}
      <button id="start" class="primary wide" disabled=${s.busy}>Start the game</button>
    </form>`;
  }
}

function sideOf(g) {
  if (g.blackName || g.whiteName) return `${g.blackName || "Black"} – ${g.whiteName || "White"}`;
  return { black: "Black vs engine", white: "White vs engine", both: "Two people", none: "Engine vs engine" }[g.human];
}

const dateFormat = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", hour12: false });
const agoFormat = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** @param {Date} date */
function ago(date) {
  const minutes = Math.round((Date.now() - date.getTime()) / 60000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return agoFormat.format(-minutes, "minute");
  if (minutes < 24 * 60) return agoFormat.format(-Math.round(minutes / 60), "hour");
  return agoFormat.format(-Math.round(minutes / (24 * 60)), "day");
}

export function GameList({ state }) {
  const { games, notices } = state;
  return html`<div class="list">
    ${notices.map((text) => html`<p class="error">${text}</p>`)}
    ${games?.length === 0 && html`<p class="hint">No games yet.</p>`}
    <ul id="game-list">${games?.map((g) => html`<li key=${g.id} data-game=${g.id}>
      <a href="#${g.id}" onClick=${() => game.update({ dialog: "" })}>
        <b>${g.width}×${g.height}</b>
        <span>${sideOf(g)}<small title=${`${g.rules} rules, ${dateFormat.format(new Date(g.changed))}`}>${g.moves} ${g.moves === 1 ? "move" : "moves"} · ${ago(new Date(g.changed))}</small></span>
        <em class=${g.over ? "" : "open"}>${g.over ? (g.result === "0" ? "draw" : g.result) : "open"}</em>
      </a>
      <button class="plain" data-delete=${g.id} aria-label="Delete this game" title="Delete" disabled=${g.id === state.game?.id}
        onClick=${() => confirm("Delete this game for good?") && game.deleteGame(g.id)}>${icon("bin")}</button>
    </li>`)}</ul>
    <label class="button upload">${icon("upload")}<span>Open a record (SGF)</span>
      <input id="open-record" type="file" accept=".sgf,application/x-go-sgf" onChange=${(e) => e.target.files[0] && game.openRecord(e.target.files[0])} />
    </label>
  </div>`;
}

function Keys() {
  return html`<dl class="keys">${bindings.map((b) => html`<div><dt><kbd>${b.shown}</kbd></dt><dd>${b.what}</dd></div>`)}</dl>`;
}

/** The dialog that is open, if any. */
export function dialogs(state) {
  switch (state.dialog) {
    case "new":
      return state.config && html`<${Dialog} id="new-game-dialog" title="New game"><${NewGameForm} config=${state.config} /></${Dialog}>`;
    case "games":
      return html`<${Dialog} id="games-dialog" title="Your games"><${GameList} state=${state} /></${Dialog}>`;
    case "keys":
      return html`<${Dialog} id="keys-dialog" title="Keys"><${Keys} /></${Dialog}>`;
    case "resign":
      return html`<${Dialog} id="resign-dialog" title="Resign?">
        <p>The game ends and your opponent wins.</p>
        <div class="actions"><button id="resign-yes" class="primary" onClick=${game.resign}>Resign</button>
          <button id="resign-no" onClick=${() => game.update({ dialog: "" })}>Play on</button></div>
      </${Dialog}>`;
  }
  return null;
}
