// The form for the info of a game: players, result, event and so on.
import { Component, html } from "./html.js";
import * as page from "./page.js";
import * as record from "./record.js";

const groups = [
  [["black", "Black"], ["blackRank", "Rank"], ["blackTeam", "Team"]],
  [["white", "White"], ["whiteRank", "Rank"], ["whiteTeam", "Team"]],
  [["result", "Result"], ["date", "Date"], ["komi", "Komi"], ["handicap", "Handicap"]],
  [["rules", "Rules"], ["time", "Time, seconds"], ["overtime", "Overtime"]],
  [["event", "Event"], ["round", "Round"], ["place", "Place"]],
  [["name", "Name of the game"], ["opening", "Opening"]],
  [["annotator", "Annotated by"], ["recorder", "Recorded by"]],
  [["source", "Source"], ["copyright", "Copyright"]],
];
const hints = { result: "B+3.5, W+R, 0, Void", date: "2026-05-17" };

export class InfoForm extends Component {
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
      ${info.application && html`<p class="hint">Written by ${info.application}</p>`}
      <div class="actions"><button id="info-save" class="primary" disabled=${busy}>Save</button>
        <button type="button" onClick=${() => page.show("")}>Cancel</button></div>
    </form>`;
  }
}
