// Parts of forms.
import { html } from "./html.js";

/**
 * A choice between a few options: radio buttons that look like a row of chips.
 * @param {{name: string, label: string, options: [string, string][], value: string, onPick: (option: string) => void}} props
 */
export function Chips({ name, label, options, value, onPick }) {
  return html`<fieldset><legend>${label}</legend><div class="chips">
    ${options.map(([option, text]) => html`<label class="chip">
      <input type="radio" name=${name} id="${name}-${option}" value=${option} checked=${option === value} onChange=${() => onPick(option)} />
      <span>${(name === "human" || name === "color") && (option === "black" || option === "white") && html`<i class="disc ${option}"></i>`}${text}</span>
    </label>`)}
  </div></fieldset>`;
}

/**
 * A field for a number. Other attributes go to the input.
 * @param {{id: string, label: string, value: string, wrong?: boolean, onInput: (value: string) => void, [more: string]: any}} props
 */
export function NumberField({ id, label, value, wrong, onInput, ...more }) {
  return html`<label class="field">${label}
    <input id=${id} type="number" inputmode="decimal" required aria-invalid=${!!wrong} value=${value}
      onInput=${(/** @type {any} */ e) => onInput(e.target.value)} ...${more} />
  </label>`;
}

/** A choice between many options. @param {{id: string, label: string, value: string, options: [string, string][], onPick: (v: string) => void}} props */
export function Choice({ id, label, value, options, onPick }) {
  return html`<label class="field">${label}
    <select id=${id} value=${value} onChange=${(/** @type {any} */ e) => onPick(e.target.value)}>
      ${options.map(([option, text]) => html`<option key=${option} value=${option} selected=${option === value}>${text}</option>`)}
    </select></label>`;
}
