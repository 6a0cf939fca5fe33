// The choice of rules: a ruleset by its name, and, under "More", each of its parts.
import { Choice } from "./form.js";
import { Component, html } from "./html.js";
import { tr, trServer } from "./text.js";

const groups = [["usual", tr("Usual")], ["other", tr("Other")], ["specification", tr("From the specification")]];
/** @import { Config } from "../types.d.ts" */

/** @type {Record<string, string>} */
const titles = {
  scoring: tr("Scoring"), tax: tr("Tax"), ko: tr("Ko"), suicide: tr("Suicide"), dead: tr("Dead stones"), friendlyPassOk: tr("Agreement"), end: tr("End"),
  hasButton: tr("Button"), passStones: tr("Pass stones"), whiteHandicapBonus: tr("Handicap bonus"), ties: tr("Ties"),
};

/** By scoring: how dead stones are settled by default. @type {Record<string, string>} */
const usualDead = { AREA: "UNCONDITIONAL", TERRITORY: "CLEANUP" };

/** @typedef {{name: string, changes: Record<string, string>}} RulesChoice */

/** The value of every axis. @param {Config} config @param {RulesChoice} choice @returns {Record<string, string>} */
export function valuesOf(config, choice) {
  return { ...config.rules.find((r) => r.name === choice.name)?.values, ...choice.changes };
}

/** The rules as a request gives them. @param {Config} config @param {RulesChoice} choice */
export function rulesText(config, choice) {
  return Object.keys(choice.changes).length === 0 ? choice.name : JSON.stringify(valuesOf(config, choice));
}

/**
 * The choice after a change of one part. A part with the same value as in the ruleset is not listed as a change.
 * @param {Config} config @param {RulesChoice} choice @param {string} key @param {string} word
 */
function changed(config, choice, key, word) {
  const before = valuesOf(config, choice);
  const preset = valuesOf(config, { name: choice.name, changes: {} });
  const after = { ...before, [key]: word };
  if (key === "scoring" && before.dead === (usualDead[before.scoring] ?? "NONE")) after.dead = usualDead[word] ?? "NONE";
  return { ...choice, changes: Object.fromEntries(Object.entries(after).filter(([k, v]) => preset[k] !== v)) };
}

/** The list of rulesets, in groups. Other attributes go to the list. */
export function RulesSelect({ config, value, onPick, ...more }) {
  return html`<select value=${value} onChange=${(e) => onPick(e.target.value)} ...${more}>
    ${value === undefined && html`<option value="">choose …</option>`}
    ${groups.map(([group, label]) => html`<optgroup key=${group} label=${label}>
      ${config.rules.filter((r) => r.group === group).map((r) => html`<option key=${r.name} value=${r.name} selected=${r.name === value}>${trServer(r.title)}</option>`)}
    </optgroup>`)}
  </select>`;
}

/** Props: config, value (a RulesChoice), error, onChange. */
export class RulesParts extends Component {
  render({ config, value, error, onChange }) {
    const rules = config.rules.find((r) => r.name === value.name);
    const values = valuesOf(config, value);
    const many = Object.keys(value.changes).length;
    return html`<p class="hint" id="rules-hint">${tr("{sentence}.", { sentence: trServer(rules.description) })}</p>
      <details class="more" id="rules-more"><summary>More about the rules${many > 0 && html` <b>${tr("({many} changed)", { many })}</b>`}</summary>
        <p class="hint">${trServer(rules.title)}: ${tr("{sentence}.", { sentence: trServer(rules.source) })}</p>
        <div class="axes">${config.axes.map((axis) => html`<div key=${axis.key} class=${value.changes[axis.key] ? "changed" : ""}>
          <${Choice} id="axis-${axis.key}" label=${titles[axis.key] ?? axis.key} value=${values[axis.key]} options=${axis.values.map((v) => [v.word, v.word.toLowerCase()])}
            onPick=${(word) => onChange(changed(config, value, axis.key, word))} />
          <p class="hint">${axis.values.find((v) => v.word === values[axis.key])?.meaning ? trServer(axis.values.find((v) => v.word === values[axis.key])?.meaning) : ""}</p>
        </div>`)}</div>
        ${many > 0 && html`<button type="button" class="plain" id="rules-reset" onClick=${() => onChange({ ...value, changes: {} })}>${tr("Back to {title}", { title: trServer(rules.title) })}</button>`}
      </details>`;
  }
}
