// The table of a position's counts under many rules, and the reasons for their differences.
import { html } from "./html.js";
import { icon } from "./icons.js";
import { resultName } from "./result.js";
import { points } from "./score.js";
import { sentence } from "./page.js";
import { tr, trCourse, trServer } from "./text.js";

/** The table of counts. In each row, the first button shows the count on the board, and the second compares it with the shown count. */
export function Rulings({ names, rulings, focus, other, onFocus, onOther, onDrop }) {
  return html`<table class="rulings" id="rulings">
    <thead><tr><th scope="col" title="Paint the board">show</th><th scope="col" title="Compare with">with</th><th scope="col">Rules</th>
      <th scope="col">Black</th><th scope="col">White</th><th scope="col">Result</th><td></td></tr></thead>
    <tbody>${rulings.map((r) => ({ ...r, title: trServer(r.title) })).map((r, i) => html`<tr key=${names[i]} data-rules=${names[i]} class=${i === focus ? "focus" : i === other ? "other" : ""}>
      <td><input type="radio" name="focus" aria-label=${tr("Show {title}", { title: r.title })} checked=${i === focus} onChange=${() => onFocus(i)} /></td>
      <td><input type="radio" name="other" aria-label=${tr("Compare with {title}", { title: r.title })} checked=${i === other} onChange=${() => onOther(i)} /></td>
      <th scope="row" title=${r.text.map(ruleText).join("\n")} onClick=${() => onFocus(i)}>${r.title}</th>
      ${r.error
        ? html`<td colspan="3" class="error">${sentence(r.error)}</td>`
        : html`<td data-side="black">${points(round(r.score.black.total))}</td><td data-side="white">${points(round(r.score.white.total))}</td><td data-result>${resultName(r.result)}</td>`}
      <td><button class="plain small" aria-label=${tr("Leave {title} out", { title: r.title })} title="Leave out" onClick=${() => onDrop(i)}>${icon("close")}</button></td>
    </tr>`)}</tbody>
  </table>`;
}

const round = (n) => Number(n.toPrecision(6));

/** A rule with its heading, such as "Ko: No position may occur again." @param {string} line */
function ruleText(line) {
  const [heading, ...rule] = line.split(": ");
  return `${trServer(heading)}: ${trServer(rule.join(": "))}`;
}

/** Why two counts differ. */
export function Contrast({ answer, focus, other }) {
  const c = answer.explain;
  const [a, b] = [answer.rulings[focus], answer.rulings[other]];
  if (!c || !a || !b) return html`<p class="hint">Choose two rulesets to see why they differ.</p>`;
  const [one, two] = [trServer(a.title), trServer(b.title)];
  return html`<section class="contrast" id="contrast">
    <h2>${tr("{one} and {other}", { one, other: two })}</h2>
    <p id="contrast-summary">${trServer(c.summary)}</p>
    ${c.parts.length > 0 && html`<ul id="contrast-parts">${c.parts.map((part) => html`<li><b>${gap(part.points)}</b><span>${trServer(part.text)}</span></li>`)}</ul>`}
    <details class="reasons"><summary>${tr("The rules that differ ({n})", { n: c.rules.length })}</summary>
      <dl>${c.rules.map((d) => html`<div><dt>${trServer(d.text.split(":")[0])}</dt><dd><b>${one}:</b> ${trServer(d.a.meaning)} <b>${two}:</b> ${trServer(d.b.meaning)}</dd></div>`)}</dl></details>
    ${a.score && html`<details class="reasons"><summary>${tr("The count under {title}", { title: one })}</summary>
      <ul>${a.score.lines.map((line) => html`<li class=${line.startsWith("  ") ? "sub" : ""}>${trServer(line.trim().replace(/ {2,}/, " "))}</li>`)}</ul></details>`}
  </section>`;
}

/** A difference in points, with the side that gains. @param {number} n Black's points */
function gap(n) {
  if (n === 0) return "";
  return `${n > 0 ? "B" : "W"} +${Math.abs(round(n))}`;
}

/** The result of a trouble under some rules. @param {string} result */
const outcomeName = (result) => (result.startsWith("refused ") ? tr("forbidden") : resultName(result));

/** The known outcomes of a trouble under the rules. */
export function Outcomes({ trouble, step }) {
  if (!trouble || trouble.outcomes.length === 0) return null;
  return html`<section class="contrast" id="outcomes"><h2>What happens</h2>
    <ul>${trouble.outcomes.map((o) => html`<li><b>${trServer(o.title)}<small>${outcomeName(o.result)}</small></b><span>${trCourse(o.text)}
      ${o.refused > 0 && html`<small class=${o.refused === step ? "error" : ""}>${tr("Step {refused} is forbidden: {why}.", { refused: o.refused, why: trServer(o.why.replace(/^move \d+, \w+ \S+, is illegal: /, "")) })}</small>`}</span></li>`)}</ul></section>`;
}
