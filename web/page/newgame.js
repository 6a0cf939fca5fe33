// The form for a new game, and links that fill in the form.
import { boardText, BoardForm, choiceOf, sides } from "./boardform.js";
import { ClockChoice } from "./clockform.js";
import { controlText } from "./clocktime.js";
import { Chips, NumberField } from "./form.js";
import * as game from "./game.js";
import { Component, html } from "./html.js";
import { ChangeOffer, OpponentChoice, OpponentText } from "./opponentform.js";
import { usualRank } from "./opponents.js";
import * as page from "./page.js";
import { RulesParts, RulesSelect, rulesText } from "./rulesform.js";
import { StrengthChoice, strengthRequest, usualStrength } from "./strength.js";
import { tr, trServer } from "./text.js";

/** @import { Config, Players, Rules, Sketch } from "../types.d.ts" */

/** @type {Record<string, string>} */
const humans = { black: tr("Black"), white: tr("White"), both: tr("Both"), none: tr("Neither") };
/** @type {Record<string, string>} */
const humanHints = {
  black: tr("You play Black against the engine."),
  white: tr("You play White against the engine."),
  both: tr("Two people play at this screen."),
  none: tr("Watch the engine play itself."),
};
/** The colours of a player who invites another one. @type {Record<string, string>} */
const colors = { nigiri: tr("Random¦colours"), black: tr("Black"), white: tr("White") };
/** @type {Record<string, string>} */
const colorHints = { nigiri: tr("The server chooses the colours at random when your friend joins."), black: tr("You play Black."), white: tr("You play White.") };

const memory = "newGame"; // the key of the choices of the last game
const friendMemory = "friendGame"; // the same for a game with a friend

/** The choices of the last game. @param {boolean} friend @returns {Record<string, string>} */
const remembered = (friend) => JSON.parse(localStorage.getItem(friend ? friendMemory : memory) ?? "{}");

/** The most handicap stones that can be placed on a board. @param {number} width @param {number} height */
function mostHandicap(width, height) {
  const least = Math.min(width, height);
  if (least < 7) return 0;
  return least === 7 || width % 2 === 0 || height % 2 === 0 ? 4 : 9;
}

/**
 * @typedef {object} NewGameState
 * @property {import("./boardform.js").BoardChoice} board
 * @property {Sketch|null} sketch  the picture of a board that is not a rectangle
 * @property {import("./rulesform.js").RulesChoice} rules
 * @property {boolean} rulesTouched  the user has chosen the rules
 * @property {string|null} komi  null for the usual komi
 * @property {number} handicap
 * @property {string} human
 * @property {import("./strength.js").Strength} strength
 * @property {{message: string, field?: string}|null} error
 * @property {boolean} busy
 * @property {boolean} more  whether the rare choices are shown
 * @property {boolean|null} teach  whether the person is told about mistakes; null for the usual choice
 * @property {string} clock  the time control
 * @property {string} color  with a friend: black, white or nigiri
 * @property {string} name  with a friend: the name of this player
 */

/**
 * friend: another person is invited, who plays on another machine. onChosen gets the board, the user's colour, and the function that begins the game, at first and after each change.
 * @extends {Component<{config: Config, setup: Record<string, string>, friend?: boolean, onChosen?: (board: string, human: string, begin: (vertex: string) => void) => void}, NewGameState>}
 */
export class NewGameForm extends Component {
  /** @type {NewGameState} */ state;

  /** @param {{config: Config, setup: Record<string, string>, friend?: boolean}} props  setup: the choices of a link */
  constructor({ config, setup, friend = false }) {
    super();
    const d = config.defaults;
    const linked = Object.keys(setup).length > 0;
    if (!linked) setup = remembered(friend);
    const named = config.rules.some((r) => r.name === setup.rules);
    const rank = config.ranks.includes(setup.rank) ? setup.rank : usualRank;
    this.state = {
      board: choiceOf(setup.board ?? `${d.width}x${d.height}`, config.boards), sketch: null,
      rules: { name: named ? setup.rules : d.rules, changes: changesIn(config, setup) }, rulesTouched: named,
      komi: setup.komi ?? null, handicap: Number(setup.handicap) || 0, human: humans[setup.human] ? setup.human : d.human,
      strength: { ...usualStrength(d), ...(rank !== "full" ? { by: "rank", rank } : {}) }, error: null, busy: false,
      more: linked && (named || setup.komi !== undefined),
      clock: setup.clock ?? (friend ? "10m+3x30s" : "none"), color: colors[setup.color] ? setup.color : "nigiri", name: localStorage.getItem("playerName") ?? "",
      teach: { yes: true, no: false }[setup.teach] ?? null,
    };
  }

  componentDidMount() {
    this.tell();
  }
  componentDidUpdate() {
    this.tell();
  }

  begun = "-"; // the address of the game that was begun and is about to open
  told = "";
  tell() {
    const { board, human } = this.state;
    const text = boardText(board, this.props.config.boards);
    if (this.told === `${human} ${text}`) return;
    this.told = `${human} ${text}`;
    this.props.onChosen?.(text, human, this.begin);
  }

  /** The komi and the handicap that result from the choices. With handicap stones the usual komi is half a point. */
  terms() {
    const s = this.state;
    const { config } = this.props;
    const [width, height] = sides(s.board);
    const most = mostHandicap(width, height);
    const handicap = Math.min(s.handicap, most);
    const rules = /** @type {Rules} */ (config.rules.find((r) => r.name === s.rules.name));
    const usual = s.sketch?.komi ?? (handicap ? 0.5 : rules.komi);
    return { most, handicap, rules, komi: s.komi ?? String(usual) };
  }

  /** Uses the rules that a board suggests, unless the user has chosen rules. @param {Sketch|null} sketch */
  sketched = (sketch) => {
    const { config } = this.props;
    const suggested = sketch?.rules || config.defaults.rules;
    const name = config.rules.find((r) => r.name === suggested)?.name;
    this.setState((s) => ({ sketch, rules: s.rulesTouched || !name ? s.rules : { name, changes: s.rules.changes } }));
  };

  start = (event) => {
    event.preventDefault();
    this.begin("");
  };

  /** Begins the game. Black's first move is at the vertex, unless it is "" or White moves first. @param {string} vertex */
  begin = async (vertex) => {
    const s = this.state;
    if (s.busy || location.hash === this.begun) return; // a double click
    const { config } = this.props;
    const { handicap, komi } = this.terms();
    const [width, height] = sides(s.board);
    const start = {
      ...(width ? { width, height } : { board: boardText(s.board, config.boards) }),
      rules: !s.rulesTouched && s.sketch?.rules ? undefined : rulesText(config, s.rules), komi: Number(komi), handicap, clock: s.clock,
    };
    this.setState({ busy: true, error: null });
    try {
      if (this.props.friend) {
        await game.invite({ ...start, friend: { name: s.name, color: this.color() } });
        localStorage.setItem("playerName", s.name);
      } else await game.newGame({ ...start, human: s.human, ...strengthRequest(s.strength), teach: this.teaches() }, handicap ? "" : vertex);
      this.begun = location.hash;
      this.remember();
    } catch (error) {
      this.setState({ error: /** @type {Error} */ (error), more: true });
    }
    this.setState({ busy: false });
  };

  /** @param {"komi"} field @param {string} label @param {object} more @param {string} value */
  number(field, label, more, value) {
    const wrong = this.state.error?.field === field;
    return html`<${NumberField} id=${field} label=${label} value=${value} wrong=${wrong} onInput=${(n) => this.setState({ [field]: n })} ...${more} />`;
  }

  /** Stores the choices for the next game. The komi and the rules are stored only if the user has chosen them. */
  remember() {
    const { komi, rules, rulesTouched } = this.state;
    const usual = [...(komi === null ? ["komi"] : []), ...(rulesTouched ? [] : ["rules", ...Object.keys(rules.changes)])];
    const chosen = Object.entries(this.setup()).filter(([name]) => !usual.includes(name));
    localStorage.setItem(this.props.friend ? friendMemory : memory, JSON.stringify(Object.fromEntries(chosen)));
  }

  /** The choices, as a link has them. */
  setup() {
    const s = this.state;
    const { handicap, komi } = this.terms();
    /** @type {Record<string, string>} */
    const setup = { rules: s.rules.name, ...s.rules.changes, komi, human: s.human };
    if (s.board.mode !== "file") setup.board = boardText(s.board, this.props.config.boards);
    if (handicap) setup.handicap = String(handicap);
    setup.rank = this.rank();
    if (s.teach !== null) setup.teach = s.teach ? "yes" : "no";
    if (this.props.friend || s.clock !== "none") setup.clock = s.clock;
    if (this.props.friend) setup.color = s.color;
    return setup;
  }

  /** A link that opens this form with the current choices. */
  link() {
    if (this.state.board.mode === "file" || this.props.friend) return null;
    return html`<p class="hint link"><a id="setup-link" href="#new?${new URLSearchParams(this.setup())}">A link to this choice</a></p>`;
  }

  /** Whether the person is told about mistakes. The usual choice is to tell it if the opponent is weaker than 5 kyu. */
  teaches() {
    const { human, strength, teach } = this.state;
    if (human === "both" || human === "none") return false;
    const { ranks } = this.props.config;
    return teach ?? (strength.by === "rank" && ranks.indexOf(strength.rank) < ranks.indexOf("5k"));
  }

  /** The colour of the player who invites. With handicap stones there is no nigiri: Black has the stones. */
  color = () => (this.state.color === "nigiri" && this.terms().handicap ? "white" : this.state.color);

  /** The rank of the opponent, or full strength. */
  rank = () => (this.state.strength.by === "rank" ? this.state.strength.rank : "full");

  /** @param {string} rank */
  pickRank = (rank) => this.setState(({ strength }) => ({ strength: rank === "full" ? { ...strength, by: "time" } : { ...strength, by: "rank", rank } }));

  /** The choice of the players, and the button that begins the game. @param {Config} config @param {NewGameState} s @param {number} handicap */
  players(config, s, handicap) {
    if (this.props.friend) {
      const free = Object.entries(colors).filter(([c]) => c !== "nigiri" || !handicap);
      return html`<${Chips} name="color" label="Your colour" value=${this.color()} onPick=${(color) => this.setState({ color })} options=${free} />
        <p class="hint">${colorHints[this.color()]}</p>
        <div class="row pair">
          <label class="field">Your name<input id="player-name" autocomplete="nickname" maxlength="40" required aria-invalid=${s.error?.field === "name"} value=${s.name} onInput=${(e) => this.setState({ name: e.target.value })} /></label>
          <${ClockChoice} value=${s.clock} wrong=${s.error?.field === "clock"} onChange=${(clock) => this.setState({ clock })} />
        </div>
        <button id="start" class="primary wide" disabled=${s.busy}>Make the invitation</button>`;
    }
    return html`<${Chips} name="human" label="You play" value=${s.human} onPick=${(human) => this.setState({ human })} options=${Object.entries(humans)} />
      <p class="hint">${humanHints[s.human]}</p>
      <div class="row begin">${s.human !== "both" && html`<${OpponentChoice} opponents=${config.opponents} rank=${this.rank()} onPick=${this.pickRank} />`}<button id="start" class="primary wide" disabled=${s.busy}>Start the game</button></div>
      ${s.human !== "both" && html`<${OpponentText} opponents=${config.opponents} rank=${this.rank()} /><${ChangeOffer} opponents=${config.opponents} rank=${this.rank()} onPick=${this.pickRank} />`}`;
  }

  render({ config }, s) {
    const { friend } = this.props;
    const { most, handicap, komi, rules } = this.terms();
    const engine = !friend && s.human !== "both";
    return html`<form id="new-game-form" class="form" onSubmit=${this.start} onInvalidCapture=${() => this.setState({ more: true })}>
      <${BoardForm} config=${config} value=${s.board} error=${s.error} onChange=${(board) => this.setState({ board })} onSketch=${this.sketched} />
      ${this.players(config, s, handicap)}
      ${s.error && html`<p id="form-error" class="error" role="alert">${page.sentence(s.error.message)}</p>`}
      <details class="more" id="more-choices" open=${s.more} onToggle=${(e) => this.setState({ more: e.target.open })}><summary>${[tr("More: {rules} rules, komi {komi}", { rules: trServer(rules.title), komi: Number(komi) }), handicap && tr("{n} handicap stones", { n: handicap }), !friend && s.clock !== "none" && controlText(s.clock)].filter(Boolean).join(", ")}</summary>
      <div class="form">
      <div class="row terms">
        <label class="field">Rules
          <${RulesSelect} id="rules" config=${config} value=${s.rules.name} onPick=${(name) => this.setState({ rules: { name, changes: {} }, rulesTouched: true })} /></label>
        <label class="field">Handicap
          <select id="handicap" value=${handicap} onChange=${(e) => this.setState({ handicap: Number(e.target.value), komi: null })}>
            ${[0, 2, 3, 4, 5, 6, 7, 8, 9].filter((n) => n <= most).map((n) => html`<option key=${n} value=${n} selected=${n === handicap}>${n === 0 ? tr("None") : tr("{n} stones", { n })}</option>`)}
          </select></label>
        ${this.number("komi", tr("Komi"), { step: 0.5 }, komi)}
      </div>
      <${RulesParts} config=${config} value=${s.rules} error=${s.error} onChange=${(rules) => this.setState({ rules, rulesTouched: true })} />
      ${engine && html`<${StrengthChoice} value=${s.strength} ranks=${config.ranks} wrong=${s.error?.field} onChange=${(strength) => this.setState({ strength })} />`}
      ${!friend && html`<div class="row pair"><${ClockChoice} value=${s.clock} wrong=${s.error?.field === "clock"} onChange=${(clock) => this.setState({ clock })} /></div>`}
      ${config.review && engine && s.human !== "none" && html`<label class="check"><input id="teach" type="checkbox" checked=${this.teaches()} onChange=${(e) => this.setState({ teach: e.target.checked })} /> Tell me about mistakes</label>`}
      ${this.link()}
      </div></details>
    </form>`;
  }
}

/** The parts of the rules that a link changes. @param {Config} config @param {Record<string, string>} setup */
function changesIn(config, setup) {
  /** @type {Record<string, string>} */
  const changes = {};
  for (const axis of config.axes) if (axis.values.some((v) => v.word === setup[axis.key])) changes[axis.key] = setup[axis.key];
  return changes;
}
