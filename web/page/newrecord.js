// The form for a new record.
import { boardText, BoardForm, choiceOf, sides } from "./boardform.js";
import { NumberField } from "./form.js";
import * as page from "./page.js";
import { Component, html } from "./html.js";
import * as records from "./records.js";
import { RulesSelect } from "./rulesform.js";
import { tr } from "./text.js";

/** The form for a new record. Props: config. */
export class NewRecordForm extends Component {
  constructor({ config }) {
    super();
    const { width, height, rules } = config.defaults;
    this.state = { board: choiceOf(`${Math.max(19, width)}x${Math.max(19, height)}`, config.boards), rules, komi: null, black: "", white: "", handicap: "0", error: null };
  }

  begin = async (event) => {
    event.preventDefault();
    const { board, rules, black, white, handicap } = this.state;
    const { config } = this.props;
    const [width, height] = sides(board);
    try {
      await records.begin({
        ...(width ? { width, height } : { board: boardText(board, config.boards) }), rules, komi: Number(this.komi()), handicap: Number(handicap), black, white,
      });
    } catch (error) {
      this.setState({ error });
    }
  };

  komi = () => this.state.komi ?? String(Number(this.state.handicap) ? 0.5 : this.props.config.rules.find((r) => r.name === this.state.rules)?.komi ?? 7);

  render({ config }, s) {
    const text = (field, label) => html`<label class="field">${label}<input id="record-${field}" type="text" autocomplete="off" value=${s[field]} onInput=${(e) => this.setState({ [field]: e.target.value })} /></label>`;
    return html`<form id="new-record-form" class="form" onSubmit=${this.begin}>
      <div class="row">${text("black", tr("Black"))}${text("white", tr("White"))}</div>
      <${BoardForm} config=${config} value=${s.board} error=${s.error} onChange=${(board) => this.setState({ board })} onSketch=${() => {}} />
      <div class="row terms">
        <label class="field">Rules<${RulesSelect} id="record-rules" config=${config} value=${s.rules} onPick=${(rules) => this.setState({ rules })} /></label>
        <label class="field">Handicap<select id="record-handicap" value=${s.handicap} onChange=${(e) => this.setState({ handicap: e.target.value, komi: null })}>
          ${[0, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => html`<option key=${n} value=${n} selected=${String(n) === s.handicap}>${n || tr("None")}</option>`)}</select></label>
        <${NumberField} id="record-komi" label="Komi" step=${0.5} value=${this.komi()} onInput=${(komi) => this.setState({ komi })} />
      </div>
      ${s.error && html`<p class="error" role="alert">${page.sentence(s.error.message)}</p>`}
      <button id="begin-record" class="primary wide">Begin</button>
    </form>`;
  }
}
