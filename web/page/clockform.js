// The choice of a time control.
import { controlText } from "./clocktime.js";
import { Component, html } from "./html.js";
import { tr } from "./text.js";

/** The usual time controls, as the server reads them. */
const usual = ["none", "10m+3x30s", "20m+5x30s", "5m+5s", "20m", "0s+1x30s", "30m+5m/20"];

/** A list of the usual ones, and a field for others. @extends {Component<{value: string, wrong: boolean, onChange: (control: string) => void}, {own: boolean}>} */
export class ClockChoice extends Component {
  /** @param {{value: string}} props */
  constructor({ value }) {
    super();
    this.state = { own: !usual.includes(value) };
  }

  /** @param {string} choice */
  choose(choice) {
    const own = choice === "own";
    this.setState({ own });
    this.props.onChange(own ? "" : choice);
  }

  render({ value, wrong, onChange }, { own }) {
    return html`<label class="field">Clock
        <select id="clock" value=${own ? "own" : value} onChange=${(e) => this.choose(e.target.value)}>
          ${usual.map((c) => html`<option key=${c} value=${c} selected=${!own && c === value}>${c === "none" ? tr("No clock") : controlText(c)}</option>`)}
          <option value="own" selected=${own}>Another…</option>
        </select></label>
      ${own && html`<label class="field">In words<input id="clock-text" type="text" required aria-invalid=${wrong} placeholder="15m+10s, 1h+5x1m, 1h+5m/25" value=${value} onInput=${(e) => onChange(e.target.value)} /></label>`}`;
  }
}
