// The records on the first page, and the form for a new one.
import { boardText, BoardForm, choiceOf, sides } from "./boardform.js";
import { ago } from "./dates.js";
import { NumberField } from "./form.js";
import * as page from "./page.js";
import { Component, html } from "./html.js";
import { icon } from "./icons.js";
import * as records from "./records.js";
import { titleOf } from "./recordview.js";
import { RulesSelect } from "./rulesform.js";

/** A button to open files. */
export const OpenButton = () => html`<label class="button upload">${icon("upload")}<span>Open a record</span>
  <input id="open-record" type="file" multiple title="Open a record: SGF and other formats" onChange=${(e) => {
    records.openFiles([...e.target.files]);
    e.target.value = "";
  }} /></label>`;

export function RecordList({ records: list, notices }) {
  return html`<div class="list">
    ${notices.map((text) => html`<p class="error">${text}</p>`)}
    ${list?.length === 0 && html`<p class="hint">No records yet. Open a file, drop one on this page, or paste its text.</p>`}
    <ul id="record-list">${list?.map((r) => html`<li key=${r.id} data-record=${r.id}>
      <a href="#record/${r.id}" onClick=${() => page.update({ dialog: "" })}>
        <b>${r.board}</b>
        <span>${titleOf(r, r.name)}<small title=${r.name}>${[
          r.games > 1 ? `${r.games} games` : `${r.moves} ${r.moves === 1 ? "move" : "moves"}`, r.date, ago(new Date(r.changed))].filter(Boolean).join(" · ")}</small></span>
        ${r.result ? html`<em>${r.result.length > 8 ? `${r.result.slice(0, 7)}…` : r.result}</em>` : html`<i></i>`}
      </a>
      <button class="plain" data-delete-record=${r.id} aria-label="Delete this record" title="Delete" disabled=${page.state.record?.startsWith(r.id)}
        onClick=${() => confirm(`Delete ${titleOf(r, r.name)} permanently? ${r.original ? "The file from which it was opened is not deleted." : "It was made on this page, and there is no other copy."}`) && records.remove(r.id)}>${icon("bin")}</button>
    </li>`)}</ul>
    <div class="actions"><${OpenButton} />
      <button id="new-record" onClick=${() => page.show("new-record")}>${icon("plus")}<span>New record</span></button></div>
  </div>`;
}

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
      <div class="row">${text("black", "Black")}${text("white", "White")}</div>
      <${BoardForm} config=${config} value=${s.board} error=${s.error} onChange=${(board) => this.setState({ board })} onSketch=${() => {}} />
      <div class="row terms">
        <label class="field">Rules<${RulesSelect} id="record-rules" config=${config} value=${s.rules} onPick=${(rules) => this.setState({ rules })} /></label>
        <label class="field">Handicap<select id="record-handicap" value=${s.handicap} onChange=${(e) => this.setState({ handicap: e.target.value, komi: null })}>
          ${[0, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => html`<option key=${n} value=${n} selected=${String(n) === s.handicap}>${n || "None"}</option>`)}</select></label>
        <${NumberField} id="record-komi" label="Komi" step=${0.5} value=${this.komi()} onInput=${(komi) => this.setState({ komi })} />
      </div>
      ${s.error && html`<p class="error" role="alert">${page.sentence(s.error.message)}</p>`}
      <button id="begin-record" class="primary wide">Begin</button>
    </form>`;
  }
}
