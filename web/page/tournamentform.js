// The form for a new tournament.
import { boardText, BoardForm, choiceOf, sides } from "./boardform.js";
import { ClockChoice } from "./clockform.js";
import { systems } from "./clubview.js";
import { Chips, NumberField } from "./form.js";
import { Component, html } from "./html.js";
import * as page from "./page.js";
import { RulesSelect } from "./rulesform.js";
import { tr } from "./text.js";
import * as tournaments from "./tournaments.js";

/** @import { Config, Rules, Sketch, TournamentSystem } from "../types.d.ts" */

/** @type {Record<string, string>} */
const hints = {
  swiss: tr("In each round, players with nearly equal scores play. Everyone plays in all rounds."),
  "round-robin": tr("Everyone plays everyone once."),
  knockout: tr("The loser of a game is out."),
};

/**
 * @typedef {object} TournamentFormState
 * @property {string} name
 * @property {TournamentSystem} system
 * @property {string} rounds  of a Swiss tournament; "" for as many as it needs
 * @property {import("./boardform.js").BoardChoice} board
 * @property {Sketch|null} sketch
 * @property {string} rules
 * @property {string|null} komi  null for the usual komi
 * @property {string} clock
 * @property {{message: string, field?: string}|null} error
 * @property {boolean} busy
 */

/** @extends {Component<{config: Config}, TournamentFormState>} */
export class TournamentForm extends Component {
  /** @type {TournamentFormState} */ state;

  /** @param {{config: Config}} props */
  constructor({ config }) {
    super();
    this.state = {
      name: "", system: "swiss", rounds: "", board: choiceOf("19x19", config.boards), sketch: null, rules: config.defaults.rules, komi: null,
      clock: "20m+5x30s", error: null, busy: false,
    };
  }

  /** The komi of the choices. */
  komi() {
    const { sketch, rules, komi } = this.state;
    return komi ?? String(sketch?.komi ?? /** @type {Rules} */ (this.props.config.rules.find((r) => r.name === rules)).komi);
  }

  /** @param {Event} event */
  create = async (event) => {
    event.preventDefault();
    const { name, system, rounds, board, rules, clock } = this.state;
    const [width, height] = sides(board);
    this.setState({ busy: true, error: null });
    try {
      await tournaments.create({
        name, system, rounds: system === "swiss" ? Number(rounds) : 0, rules, komi: Number(this.komi()), clock,
        ...(width ? { width, height } : { board: boardText(board, this.props.config.boards) }),
      });
    } catch (error) {
      this.setState({ error: /** @type {Error} */ (error), busy: false });
    }
  };

  render({ config }, s) {
    const wrong = (/** @type {string} */ field) => s.error?.field === field;
    return html`<form id="tournament-form" class="form" onSubmit=${this.create}>
      <label class="field">Name<input id="tournament-name" type="text" autocomplete="off" maxlength="40" required aria-invalid=${wrong("name")} value=${s.name} onInput=${(e) => this.setState({ name: e.target.value })} /></label>
      <${Chips} name="system" label="System" value=${s.system} onPick=${(system) => this.setState({ system })} options=${Object.entries(systems)} />
      <p class="hint">${hints[s.system]}</p>
      ${s.system === "swiss" && html`<${NumberField} id="rounds" label="Rounds (empty: as many as the number of players needs)" min="1" max="255" step="1" required=${false} value=${s.rounds} wrong=${wrong("rounds")}
        onInput=${(rounds) => this.setState({ rounds })} />`}
      <${BoardForm} config=${config} value=${s.board} error=${s.error} onChange=${(board) => this.setState({ board })} onSketch=${(sketch) => this.setState({ sketch })} />
      <div class="row pair">
        <label class="field">Rules<${RulesSelect} id="tournament-rules" config=${config} value=${s.rules} onPick=${(rules) => this.setState({ rules, komi: null })} /></label>
        <${NumberField} id="tournament-komi" label="Komi" step="0.5" value=${this.komi()} wrong=${wrong("komi")} onInput=${(komi) => this.setState({ komi })} />
        <${ClockChoice} value=${s.clock} wrong=${wrong("clock")} onChange=${(clock) => this.setState({ clock })} />
      </div>
      ${s.error && html`<p class="error" role="alert">${page.sentence(s.error.message)}</p>`}
      <button id="create-tournament" class="primary wide" disabled=${s.busy}>Make the tournament</button>
    </form>`;
  }
}
