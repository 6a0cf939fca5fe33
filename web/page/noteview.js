// The texts of a record: the comment, name, judgements, clocks and faults of a node, and the remarks about the file
// from the code that read it.
import * as page from "./page.js";
import { Component, createRef, html } from "./html.js";
import { icon } from "./icons.js";
import { focusBoard } from "./keys.js";
import * as record from "./record.js";
import { leadText, tr, trCount, trServer } from "./text.js";

const leaveText = () => record.drafts.flush();

/** @typedef {[name: string, text: string, emphasized: string, sign: string]} Judgement */

/** @type {Judgement[]} */
const moveJudgements = [
  ["TE", tr("Good move"), tr("Very good move"), "!"], ["BM", tr("Bad move"), tr("Very bad move"), "?"],
  ["IT", tr("Interesting move"), tr("Very interesting move"), "!?"], ["DO", tr("Doubtful move"), tr("Very doubtful move"), "?!"],
];
/** @type {Judgement[]} */
const positionJudgements = [
  ["GB", tr("Good for Black"), tr("Very good for Black"), "●"], ["GW", tr("Good for White"), tr("Very good for White"), "○"],
  ["DM", tr("Even"), tr("Clearly even"), "="], ["UC", tr("Unclear"), tr("Very unclear"), "∞"], ["HO", tr("Important"), tr("Very important"), "◆"],
];

/** Buttons for judgements: the first click sets the judgement, the second emphasizes it, the third removes it. */
export function Judgements({ judgements, hasMove }) {
  const level = (name) => judgements.find((j) => j.name === name)?.level ?? 0;
  const button = (/** @type {Judgement} */ [name, text, emphasized, sign]) => {
    const now = level(name);
    const label = now > 1 ? emphasized : text;
    return html`<button key=${name} id="judge-${name}" class="plain judge" aria-pressed=${now > 0} title=${label} aria-label=${label}
      onClick=${() => record.edit("judge", { name, level: now === 2 ? 0 : now + 1 })}>${now > 1 && sign.length === 1 ? sign.repeat(2) : sign}</button>`;
  };
  return html`<div class="judgements" role="group" aria-label="Judgement">
    ${hasMove && moveJudgements.map(button)}${hasMove && html`<span class="gap"></span>`}${positionJudgements.map(button)}
  </div>`;
}

/** The texts that could not be saved, with buttons for each. */
export function KeptTexts({ kept, node }) {
  return kept.map((k) => {
    const isName = k.op === "name";
    const button = (id, text, run) => html`<button class="small" data-kept=${id} onClick=${run}>${text}</button>`;
    const drop = () => record.drafts.drop(k);
    if (k.node === null) return html`<div class="kept" role="alert"><p>${isName ? tr("The node of this name was deleted: “{text}”", { text: k.text }) : tr("The node of this comment was deleted: “{text}”", { text: k.text })}</p>
      <div>${button("copy", tr("Copy"), () => page.copyAndSay(k.text))}${button("drop", tr("Discard"), drop)}</div></div>`;
    if (k.node !== node) return html`<div class="kept" role="alert"><p>${isName ? tr("A name is not saved yet: “{text}”", { text: k.text.slice(0, 60) }) : tr("A comment is not saved yet: “{text}”", { text: k.text.slice(0, 60) })}</p>
      <div>${button("go", tr("Go there"), () => record.go(k.node))}</div></div>`;
    if (k.theirs === null) return html`<div class="kept" role="alert"><p>${isName ? tr("Your name is not saved yet.") : tr("Your comment is not saved yet.")}</p>
      <div>${button("mine", tr("Try again"), () => record.drafts.save(k, k.text))}${button("drop", tr("Discard"), drop)}</div></div>`;
    return html`<div class="kept" role="alert"><p>${isName ? tr("Another page has changed this name to: “{theirs}”. Your name is below and not saved yet.", { theirs: k.theirs }) : tr("Another page has changed this comment to: “{theirs}”. Your comment is below and not saved yet.", { theirs: k.theirs })}</p>
      <div>${button("both", tr("Keep both"), () => record.drafts.save(k, [k.theirs, k.text].filter(Boolean).join(isName ? " / " : "\n\n")))}
        ${button("mine", tr("Keep mine"), () => record.drafts.save(k, k.text))}${button("theirs", tr("Keep theirs"), drop)}</div></div>`;
  });
}

/**
 * What the file says of the position, to be read. It changes when the position arrives, and never before.
 * @extends {Component<{position: import("../types.d.ts").Position}, {}>}
 */
export class Reading extends Component {
  box = createRef();

  componentDidUpdate(old) {
    if (old.position.node !== this.props.position.node) this.box.current.scrollTop = 0;
  }

  render({ position }) {
    const text = (op) => (position.node === record.state.node ? record.drafts.textOf(op) : position[op]);
    const [name, comment, judged] = [text("name"), text("comment"), position.judgements.map(judgementText)];
    return html`<section class="reading-box" id="reading" ref=${this.box} tabindex="0" role="region" aria-label="Comment"><div key=${position.node}>
      ${name && html`<h2 id="read-name">${name}</h2>`}
      ${judged.length > 0 && html`<p id="read-judgements" class="judged-as">${judged.join(", ")}</p>`}
      ${comment && html`<p id="read-comment" class="comment">${comment}</p>`}
      <${Faults} faults=${position.faults} />
      ${!name && !comment && !judged.length && !position.faults.length && html`<p class="hint">No comment at this move.</p>`}
    </div></section>`;
  }
}

/** A judgement in words. @param {{name: string, level: number}} judgement */
function judgementText({ name, level }) {
  const [, text, emphasized] = [...moveJudgements, ...positionJudgements].find(([other]) => other === name) ?? [name, name, name];
  return level > 1 ? emphasized : text;
}

/** The comment and the name of a node, which the user can edit. */
export function Words({ node }) {
  return html`<div class="words">
    <input id="node-name" type="text" autocomplete="off" placeholder="Name of this node" aria-label="Name of this node" value=${record.drafts.textOf("name")}
      onInput=${(e) => record.write("name", e.target.value)} onBlur=${leaveText} onKeyDown=${leaveOnEscape} />
    <textarea id="comment" key=${node} rows="4" placeholder="Comment" aria-label="Comment" value=${record.drafts.textOf("comment")}
      onInput=${(e) => record.write("comment", e.target.value)} onBlur=${leaveText} onKeyDown=${leaveOnEscape}></textarea>
  </div>`;
}

/** Escape moves the focus back to the board. */
function leaveOnEscape(e) {
  if (e.key !== "Escape") return;
  e.target.blur();
  focusBoard();
  e.stopPropagation(); // Escape is also a key of the page
}

/** The faults of the node. */
export function Faults({ faults }) {
  if (!faults.length) return null;
  return html`<div class="faults" role="status">${faults.map((f) => html`<p class="error">${sentence(f)}</p>`)}</div>`;
}

const sentence = ({ wrong, assumed }) => page.sentence(`${wrong}${assumed ? `; ${assumed}` : ""}.`.replace(/\.\.$/, "."));

/** The place of a remark, such as "line 3, column 5, game 2". @param {string} text */
const place = (text) => text.split(", ").map(trServer).join(", ");

/** The remarks about the file, with links to their nodes. */
export function Diagnostics({ notes, diagnostics, omitted }) {
  const count = notes.length + diagnostics.length + omitted;
  if (count === 0) return null;
  const worst = diagnostics.some((d) => d.severity === "error") ? "error" : diagnostics.some((d) => d.severity === "warning") ? "warning" : "note";
  return html`<details class="diagnostics" id="diagnostics"><summary>${icon("info")}<span>${trCount(count, "One remark on the file", "{n} remarks on the file")}</span><i class="severity ${worst}" title=${page.sentence(worst)}></i></summary>
    <ul>${notes.map((text) => html`<li>${page.sentence(text)}</li>`)}
      ${diagnostics.map((d) => html`<li><i class="severity ${d.severity}" title=${page.sentence(d.severity)}></i>
        ${d.node === undefined
          ? html`<span>${sentence(d)}<small>${place(d.place)}</small></span>`
          : html`<button class="plain" data-goto=${d.node} onClick=${() => record.go(d.node)}>${sentence(d)}<small>${place(d.place)}</small></button>`}</li>`)}
      ${omitted > 0 && html`<li>${tr("And {omitted} more.", { omitted })}</li>`}
    </ul></details>`;
}

/** The other properties of the node, as they are written in the file. */
export function Properties({ properties }) {
  if (!properties.length) return null;
  return html`<details class="diagnostics" id="properties"><summary><span>${trCount(properties.length, "One more property", "{n} more properties")}</span></summary>
    <dl>${properties.map(({ name, values, bytes }) => html`<div><dt><code>${name}</code></dt><dd>${values === null ? tr("{n} bytes", { n: bytes }) : values.join(" ")}</dd></div>`)}</dl></details>`;
}

/** Seconds as a clock shows them. @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return (parts[0] ? parts : parts.slice(1)).map((n, i) => (i ? String(n).padStart(2, "0") : String(n))).join(":");
}

/** The analysis in the file for the node. Props: analysis, kept (whether a node without one keeps the place). */
export function Analysis({ analysis: a, kept = false }) {
  if (!a) return kept ? html`<div class="estimate"><div class="bar"></div><p class="figures"></p></div>` : null;
  const win = a.win === undefined ? null : Math.round(a.win * 100);
  const lead = a.lead === undefined ? "" : leadText(a.lead);
  return html`<div class="estimate" id="analysis" title=${[a.engine, a.visits && tr("{visits} visits", { visits: a.visits })].filter(Boolean).join(", ")}>
    ${win !== null && html`<div class="bar" title=${tr("Black wins {win} %, White {white} %", { win, white: 100 - win })}><i style=${{ width: `${win}%` }}></i></div>`}
    ${a.exact ? html`<p class="figures exact"><span>Exact</span><span>${lead}</span></p>`
      : html`<p class="figures"><span>${win === null ? "" : tr("Black {win} %", { win })}</span><span>${lead}</span><span>${win === null ? "" : tr("White {win} %", { win: 100 - win })}</span></p>`}
  </div>`;
}
