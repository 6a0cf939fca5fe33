// The rules laboratory: one position under many rules.
import * as api from "./api.js";
import { Board } from "./board.js";
import { Chips } from "./form.js";
import * as game from "./game.js";
import * as page from "./page.js";
import { Component, html } from "./html.js";
import { icon } from "./icons.js";
import { chainAt, positionOf, readDrawing, sourceOf } from "./labstate.js";
import { RulesSelect } from "./rulesform.js";
import { resultName } from "./result.js";
import { colorName, loadCourse, tr, trCourse, trParts, trServer } from "./text.js";
import { frame } from "./view.js";
import { Contrast, Outcomes, Rulings } from "./labtable.js";

const firstRules = ["chinese", "japanese", "tromp-taylor", "aga", "aga-pass-stones", "stone-scoring", "ancient-territory", "tromp-taylor-000"];
const tools = [["dead", tr("Dead")], ["black", tr("Black")], ["white", tr("White")], ["empty", tr("Remove")]];
/** @type {string[]} */
const nothing = [];

/** @import { Color, Comparison, Config, Trouble } from "../types.d.ts" */
/** @import { Source } from "./labstate.js" */

/**
 * @typedef {object} LabState
 * @property {Trouble[]|null} troubles
 * @property {Source|null} source
 * @property {string[]} rules     names
 * @property {number} focus       index of the rules that paint the board
 * @property {number} other       index of the rules to compare with
 * @property {string[]|null} dead  null lets the rules judge
 * @property {string} tool
 * @property {boolean} komi       whether komi is counted
 * @property {Comparison|null} answer
 * @property {string} error
 * @property {boolean} pasting
 * @property {string} text        the drawing
 */

/** @extends {Component<{config: Config, path: string, coordinates: boolean}, LabState>} */
export class Laboratory extends Component {
  /** @type {LabState} */
  state = {
    troubles: null, source: null, rules: firstRules, focus: 0, other: 1,
    dead: null, tool: "dead", komi: false, answer: null, error: "", pasting: false, text: "",
  };
  asked = 0;

  async componentDidMount() {
    try {
      const [{ troubles }] = await page.insist(() => Promise.all([api.get("lab/troubles"), loadCourse()]), () => page.state.lab !== null);
      this.setState({ troubles }, () => this.enter(troubles));
    } catch (refusal) {
      this.setState({ error: page.messageOf(refusal) });
    }
  }

  componentDidUpdate(old) {
    if (old.path !== this.props.path && this.state.troubles) this.enter(this.state.troubles);
  }

  /** Shows the position that the URL names. @param {Trouble[]} troubles */
  enter(troubles) {
    const { dead, ...source } = sourceOf(this.props.path, troubles);
    this.show(source, { dead: dead ?? null, komi: !!source.game });
  }

  /** Shows another position, without the marks of the previous one. @param {Source} source @param {Partial<LabState>} [more] */
  show(source, more = {}) {
    const trouble = this.state.troubles?.find((t) => t.name === source.trouble);
    const named = trouble && source.trouble !== this.state.source?.trouble ? { rules: rulesFor(trouble), focus: 0, other: 1 } : {};
    this.setState({ source, dead: null, pasting: false, ...named, ...more }, this.ask);
  }

  change(changes) {
    this.setState(changes, this.ask);
  }

  /** Asks the server to count the position under the rules. */
  ask = async () => {
    const { source, dead, focus, other, komi } = this.state;
    const rules = this.state.rules.map((name) => (komi ? name : `${name}+komi=0`));
    const number = ++this.asked;
    const explain = focus !== other && Math.max(focus, other) < rules.length ? [focus, other] : [];
    try {
      const answer = await api.post("lab/compare", { ...source, rules, dead, explain });
      if (number === this.asked) this.setState({ answer, error: "" });
    } catch (refusal) {
      if (number === this.asked) this.setState({ error: page.messageOf(refusal) });
    }
  };

  /** A click on the board. The page shows the change at once, because the next click builds on it. @param {string} vertex */
  touch = (vertex) => {
    const { answer, tool } = this.state;
    if (!answer) return;
    const i = answer.graph.points.findIndex((p) => p.name === vertex);
    if (tool !== "dead") {
      const stones = answer.stones.with(i, tool === "black" ? 1 : tool === "white" ? -1 : 0);
      return this.show(positionOf(answer.board, stones, answer.prisoners), { dead: this.state.dead, answer: { ...answer, stones } });
    }
    if (answer.stones[i] === 0) return page.say(game.reason(answer.graph, answer.rulings[this.state.focus]?.score, vertex));
    const chain = chainAt(answer.graph, answer.stones, i).map((p) => answer.graph.points[p].name);
    const dead = answer.dead.includes(vertex) ? answer.dead.filter((v) => !chain.includes(v)) : [...answer.dead, ...chain];
    this.change({ dead, answer: { ...answer, dead } });
  };

  /** Sets a number of prisoners. The position then becomes the user's own. @param {Color} color @param {any} event */
  take = (color, event) => {
    const { answer, dead } = this.state;
    if (!answer) return;
    const prisoners = { ...answer.prisoners, [color]: Number(event.target.value) };
    this.show(positionOf(answer.board, answer.stones, prisoners), { dead, answer: { ...answer, prisoners } });
  };

  paste = (event) => {
    event.preventDefault();
    const { position, error } = readDrawing(this.state.text);
    if (position) this.show(position);
    else this.setState({ error });
  };

  pickRules = (name) => {
    const { rules } = this.state;
    if (!name) return;
    if (rules.includes(name)) this.change({ focus: rules.indexOf(name) });
    else this.change({ rules: [...rules, name], focus: rules.length });
  };

  dropRules = (i) => {
    const rules = this.state.rules.toSpliced(i, 1);
    const least = (k) => Math.max(0, k > i || k >= rules.length ? k - 1 : k);
    this.change({ rules, focus: least(this.state.focus), other: least(this.state.other) });
  };

  /** The choice of the position, and the steps of a trouble. @param {any} s */
  renderSource({ troubles, source }) {
    const trouble = troubles.find((t) => t.name === source.trouble);
    const step = source.step ?? 0;
    const to = (n) => this.show({ trouble: trouble.name, step: n });
    const at = troubles.indexOf(trouble);
    const go = (n) => this.show({ trouble: troubles[n].name, step: 0 });
    return html`<section class="trouble">
      <div class="row source">
        ${troubles.length > 0 && html`<label class="field">Position
          <select id="trouble" onChange=${(e) => (e.target.value ? this.show({ trouble: e.target.value, step: 0 }) : this.setState({ pasting: true }))}>
            ${!trouble && html`<option value="" selected>${source.game ? tr("from your game") : tr("your own")}</option>`}
            ${troubles.map((t) => html`<option key=${t.name} value=${t.name} selected=${t === trouble}>${trCourse(t.title)}</option>`)}
          </select></label>`}
        <button id="paste" onClick=${() => this.setState({ pasting: !this.state.pasting })}>Draw or paste</button>
      </div>
      ${trouble && html`<p id="trouble-text">${trCourse(trouble.text)}</p>
        ${trouble.steps.length > 0 && html`<div class="history">
          ${stepButton("step-first", "first", tr("To the start"), step > 0, () => to(0))}
          ${stepButton("step-back", "back", tr("A step back"), step > 0, () => to(step - 1))}
          <span id="step-number">${tr("Step {step} of {n}", { step, n: trouble.steps.length })}</span>
          ${stepButton("step-next", "forward", tr("The next step"), step < trouble.steps.length, () => to(step + 1))}
          ${stepButton("step-last", "last", tr("To the end"), step < trouble.steps.length, () => to(trouble.steps.length))}
        </div>
        <p id="step-text" class="step" aria-live="polite">${step === 0 ? tr("The position before the first step.") : stepText(trouble.steps[step - 1])}</p>`}
        <div class="actions">
          <button id="trouble-previous" disabled=${at <= 0} onClick=${() => go(at - 1)}>Previous position</button>
          <button id="trouble-next" disabled=${at + 1 >= troubles.length} onClick=${() => go(at + 1)}>Next position</button>
        </div>`}
    </section>`;
  }

  renderPaste({ text }) {
    return html`<form class="form" onSubmit=${this.paste}>
      <label class="field">A position in X, O and dots, a row on each line
        <textarea id="drawing" rows="7" spellcheck="false" value=${text} onInput=${(e) => this.setState({ text: e.target.value })}></textarea></label>
      <div class="actions"><button class="primary" id="use-drawing">Use this position</button>
        ${[5, 7, 9].map((n) => html`<button type="button" onClick=${() => this.show({ board: `${n}x${n}`, black: [], white: [] }, { tool: "black" })}>${tr("Empty {n}×{n}", { n })}</button>`)}</div>
    </form>`;
  }

  render({ config, coordinates }, s) {
    if (!config || !s.troubles || !s.source) return s.error && html`<main class="home"><p class="error">${page.sentence(s.error)}</p></main>`;
    const { answer } = s;
    const ruling = answer?.rulings[s.focus];
    const whole = answer && frame(answer.graph, coordinates);
    return html`<main class="play lab" id="laboratory" style=${{ "--ratio": whole ? whole.width / whole.height : 1 }}>
      <div class="table">
        ${answer && html`<${Board} key=${answer.graph.name} graph=${answer.graph} stones=${answer.stones} lastMove=${answer.lastMove} koBan="" dead=${answer.dead}
          score=${ruling?.score} ghost=${s.tool === "black" || s.tool === "white" ? s.tool : ""} quiet=${false} coordinates=${coordinates} onPoint=${this.touch} />
        <p class="caption" id="lab-caption">${ruling ? html`Counted under <b>${trServer(ruling.title)}</b>: ${ruling.error ? trServer(ruling.error) : resultName(ruling.result)}.` : tr("Choose a ruleset.")}
          ${" "}${s.dead ? html`<button class="plain small" id="judge" onClick=${() => this.change({ dead: null })}>Let the rules judge dead stones</button>` : tr("The rules judge which stones are dead.")}</p>`}
        <${Chips} name="tool" label="A click on the board" value=${s.tool} options=${tools} onPick=${(tool) => this.setState({ tool })} />
      </div>
      <aside class="panel">
        <h1>Rules laboratory</h1>
        <p class="hint">${trParts("Small boards are solved: {link}.", { link: html`<a id="to-solved" href="#lab?solved=3x3">see the exact value of every move</a>` })}</p>
        ${this.renderSource(s)}
        ${s.pasting && this.renderPaste(s)}
        ${s.error && html`<p id="lab-error" class="error" role="alert">${page.sentence(s.error)}</p>`}
        ${answer && html`<div class="row prisoners">${/** @type {Color[]} */ (["black", "white"]).map((color) => html`<label class="field">${color === "black" ? tr("Prisoners of Black") : tr("Prisoners of White")}
          <input id="prisoners-${color}" type="number" inputmode="numeric" min="0" step="1" value=${answer.prisoners[color]} onChange=${(e) => this.take(color, e)} /></label>`)}</div>
        <label class="check"><input id="with-komi" type="checkbox" checked=${s.komi} onChange=${() => this.change({ komi: !s.komi })} /> Count the komi too</label>
        <${Rulings} names=${s.rules} rulings=${answer.rulings} focus=${s.focus} other=${s.other}
          onFocus=${(focus) => this.change({ focus })} onOther=${(other) => this.change({ other })} onDrop=${this.dropRules} />
        <label class="field">Add rules<${RulesSelect} id="add-rules" config=${config} onPick=${this.pickRules} /></label>
        <${Contrast} answer=${answer} focus=${s.focus} other=${s.other} />
        <${Outcomes} trouble=${s.troubles.find((t) => t.name === s.source.trouble)} step=${s.source.step ?? 0} />`}
      </aside>
    </main>`;
  }
}

/** A step of a trouble. @param {Trouble["steps"][number]} step */
function stepText({ color, vertex, text }) {
  const move = color === "black" ? tr("black {vertex}", { vertex }) : tr("white {vertex}", { vertex });
  return html`<b>${vertex === "pass" ? tr("{player} passed.", { player: colorName(color) }) : `${page.capital(move)}.`}</b> ${trCourse(text)}`;
}

/** The rules for which a trouble was made, and usual rules to fill the table. @param {Trouble} trouble */
function rulesFor(trouble) {
  const named = trouble.outcomes.map((o) => o.rules);
  return [...new Set([...named, ...firstRules])].slice(0, Math.max(named.length, 6));
}

/** A button that steps through positions. */
export const stepButton = (id, name, title, possible, run) =>
  html`<button id=${id} class="plain" title=${title} aria-label=${title} disabled=${!possible} onClick=${run}>${icon(name)}</button>`;

/** The buttons that step through the turns of a game. @param {string} name @param {number} at @param {number} n @param {(at: number) => void} go */
export const turnBar = (name, at, n, go) => html`<div class="history">
  ${stepButton(`${name}-first`, "first", tr("To the start"), at > 0, () => go(0))}
  ${stepButton(`${name}-back`, "back", tr("A turn back"), at > 0, () => go(at - 1))}
  <span>${tr("Turn {at} of {n}", { at, n })}</span>
  ${stepButton(`${name}-next`, "forward", tr("The next turn"), at < n, () => go(at + 1))}
  ${stepButton(`${name}-last`, "last", tr("To the end"), at < n, () => go(n))}
</div>`;
