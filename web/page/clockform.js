// The choice of a time control.
import { controlText } from "./clocktime.js";
import { html } from "./html.js";

/** The usual time controls, as the server reads them. */
const usual = ["none", "10m+3x30s", "20m+5x30s", "5m+5s", "20m", "0s+1x30s", "30m+5m/20"];

/** @param {{value: string, wrong: boolean, onChange: (control: string) => void}} props */
export function ClockChoice({ value, wrong, onChange }) {
  const own = !usual.includes(value);
  return html`<label class="field">Clock
      <select id="clock" value=${own ? "own" : value} onChange=${(/** @type {any} */ e) => onChange(e.target.value === "own" ? "" : e.target.value)}>
        ${usual.map((c) => html`<option key=${c} value=${c} selected=${c === value}>${c === "none" ? "No clock" : controlText(c)}</option>`)}
        <option value="own" selected=${own}>Another…</option>
      </select></label>
    ${own && html`<label class="field">In words<input id="clock-text" type="text" required aria-invalid=${wrong} placeholder="15m+10s, 1h+5x1m, 1h+5m/25" value=${value} onInput=${(/** @type {any} */ e) => onChange(e.target.value)} /></label>`}`;
}
