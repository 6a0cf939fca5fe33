// The info of a game: players, result, event and so on. It is a list, and a form while Edit is on.
import { Component, html } from "./html.js";
import { icon } from "./icons.js";
import * as page from "./page.js";
import * as record from "./record.js";
import { tr } from "./text.js";

const groups = [
  [["black", tr("Black")], ["blackRank", tr("Rank")], ["blackTeam", tr("Team")]],
  [["white", tr("White")], ["whiteRank", tr("Rank")], ["whiteTeam", tr("Team")]],
  [["result", tr("Result")], ["date", tr("Date")], ["komi", tr("Komi")], ["handicap", tr("Handicap")]],
  [["rules", tr("Rules")], ["time", tr("Time, seconds")], ["overtime", tr("Overtime")]],
  [["event", tr("Event")], ["round", tr("Round")], ["place", tr("Place")]],
  [["name", tr("Name of the game")], ["opening", tr("Opening")]],
  [["annotator", tr("Annotated by")], ["recorder", tr("Recorded by")]],
  [["source", tr("Source")], ["copyright", tr("Copyright")]],
];
const hints = { result: "B+3.5, W+R, 0, Void", date: "2026-05-17" };

/** @param {{info: import("../types.d.ts").GameInfo}} props */
export const GameInfo = ({ info }) => (record.state.editing ? html`<${InfoForm} info=${info} />` : html`<${InfoList} info=${info} />`);

/** What the record says about the game, and the button that turns Edit on. */
function InfoList({ info }) {
  const label = (field, text) => (field.endsWith("Rank") || field.endsWith("Team") ? { blackRank: tr("Black’s rank"), blackTeam: tr("Black’s team"), whiteRank: tr("White’s rank"), whiteTeam: tr("White’s team") }[field] : text);
  const known = groups.flat().filter(([field]) => info[field]);
  return html`<div class="form" id="info-list">
    ${known.length === 0 && !info.comment && html`<p class="hint">The record says nothing about the game.</p>`}
    <dl class="info">${known.map(([field, text]) => html`<div key=${field}><dt>${label(field, text)}</dt><dd>${info[field]}</dd></div>`)}</dl>
    ${info.comment && html`<p class="prose">${info.comment}</p>`}
    ${info.application && html`<p class="hint">${tr("Written by {application}", { application: info.application })}</p>`}
    <div class="actions"><button id="info-edit" title="Turns Edit on" onClick=${() => record.setEditing(true)}>${icon("pencil")}<span>Edit</span></button>
      <button type="button" class="primary" onClick=${() => page.show("")}>Close</button></div>
  </div>`;
}

class InfoForm extends Component {
  state = { changes: {}, busy: false };

  save = async (event) => {
    event.preventDefault();
    const { changes } = this.state;
    if (Object.keys(changes).length === 0) return page.show("");
    this.setState({ busy: true });
    if (await record.edit("info", { info: changes })) page.show("");
    else this.setState({ busy: false });
  };

  change = (field) => (e) => {
    const { [field]: _, ...changes } = this.state.changes;
    const text = e.target.value;
    this.setState({ changes: text === (this.props.info[field] ?? "") ? changes : { ...changes, [field]: text } });
  };

  value = (field) => this.state.changes[field] ?? this.props.info[field] ?? "";

  render({ info }, { busy }) {
    return html`<form id="info-form" class="form" onSubmit=${this.save}>
      ${groups.map((fields) => html`<div class="row info-row" data-columns=${fields.length}>${fields.map(([field, label]) => html`<label key=${field} class="field">${label}
        <input id="info-${field}" type="text" autocomplete="off" placeholder=${hints[field]} value=${this.value(field)} onInput=${this.change(field)} /></label>`)}</div>`)}
      <label class="field">About the game
        <textarea id="info-comment" class="prose" rows="4" value=${this.value("comment")} onInput=${this.change("comment")}></textarea></label>
      ${info.application && html`<p class="hint">${tr("Written by {application}", { application: info.application })}</p>`}
      <div class="actions"><button id="info-save" class="primary" disabled=${busy}>Save</button>
        <button type="button" onClick=${() => page.show("")}>Cancel</button></div>
    </form>`;
  }
}
