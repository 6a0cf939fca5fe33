// The page of the training runs: the choice of runs, their progress, and their curves.
import { ago } from "./dates.js";
import { Chips } from "./form.js";
import { sentence } from "./page.js";
import { Component, html } from "./html.js";
import { LearningRuns } from "./learninglist.js";
import { grouped, language, tr, trCount, trParts } from "./text.js";
import * as training from "./training.js";
import { charts, CurveChart, has, readings, stepAxis } from "./trainingchart.js";
import { duration, nearest, short, titleOf, valueAt } from "./trainingscale.js";

/** @import { Shown } from "./trainingchart.js" */

const first = 9; // charts that are shown before "More curves" is clicked
const tableRows = 16;
const manyRuns = 12; // with this many runs or more, the list can be searched
const again = 15000; // milliseconds until the times on the page are updated

/** Props: config. */
export class TrainingPage extends Component {
  state = { cursor: null, filter: "", more: false };
  timer = 0;

  componentDidMount() {
    training.enter();
    window.addEventListener("hashchange", training.enter);
    this.timer = setInterval(() => this.setState({}), again);
  }

  componentWillUnmount() {
    window.removeEventListener("hashchange", training.enter);
    clearInterval(this.timer);
    training.leave();
  }

  aim = (cursor) => {
    if (cursor !== this.state.cursor) this.setState({ cursor });
  };

  render({ config }, { cursor, filter, more }) {
    const { list, curves, log, smooth, connected, error } = training.state;
    if (config && !config.training) return html`<${NoFolder} />`;
    const runs = training.shown().map((run) => ({ ...run, curve: curves.get(run.name) }));
    const drawn = /** @type {Shown[]} */ (runs.filter((run) => run.curve && run.curve.lines > 0));
    const axis = stepAxis(drawn, log);
    const there = charts.filter((chart, i) => i < first && i < 2 || has(drawn, chart.measure));
    const seen = there.filter((chart) => more || charts.indexOf(chart) < first);
    return html`<main class="training" id="training" data-runs=${list?.runs.length} data-whole=${runs.every((run) => run.curve?.whole)}>
      <section class="shelf runs">
        <h1 tabindex="-1">Training</h1>
        ${error && html`<p id="training-error" class="error" role="alert">${sentence(error)}</p>`}
        ${list && html`<${Runs} list=${list} filter=${filter} onFilter=${(text) => this.setState({ filter: text })} />`}
        ${list && list.learning.length > 0 && html`<h2>Learning from itself</h2><${LearningRuns} list=${list} current=${null} />`}
        ${config?.cluster && html`<p class="hint"><a href="#cluster">The cluster: workers and queues</a></p>`}
      </section>
      <section class="curves">
        ${!connected && runs.length > 0 && html`<p class="hint" role="status">Connection lost. Trying again…</p>`}
        <div class="run-cards">${runs.map((run) => html`<${RunCard} key=${run.name} run=${run} />`)}</div>
        ${list?.runs.length === 0 && html`<p class="hint" id="no-runs">${tr("The folder {folder} has no run of tengen train yet.", { folder: list.folder })} ${how}
          ${list.learning.length > 0 ? tr("The runs of tengen learn are in the list.") : trParts("{command} writes runs in which a net learns from its own games.", { command: html`<code>tengen learn</code>` })}</p>`}
        ${list && list.runs.length > 0 && runs.length === 0 && html`<p class="hint">Choose a run.</p>`}
        ${axis && html`<div class="chart-tools">
          <${Chips} name="axis" label="Steps" value=${log ? "log" : "linear"} options=${[["linear", tr("Linear")], ["log", tr("Logarithmic")]]} onPick=${(v) => training.view({ log: v === "log" })} />
          <${Chips} name="smooth" label="Smoothing" value=${String(smooth)} options=${[["0", tr("None")], ["1", tr("Little")], ["2", tr("Much")]]} onPick=${(v) => training.view({ smooth: Number(v) })} />
          <p class="legend" aria-hidden="true"><span class="run-${drawn[0].color}"><svg width="30" height="14"><path class="smooth" d="M1 7H29" /></svg>training</span>
            <span class="run-${drawn[0].color}"><svg width="30" height="14"><path class="test" d="M1 7H29" /><circle cx="15" cy="7" r="3.2" /></svg>test</span></p>
        </div>
        <div class="charts">${seen.map((chart, i) => html`<${CurveChart} key=${chart.measure} chart=${chart} runs=${drawn} axis=${axis} smooth=${smooth} cursor=${cursor} onCursor=${this.aim} height=${i === 0 ? 290 : 175} />`)}</div>
        ${there.length > seen.length && html`<button id="more-charts" onClick=${() => this.setState({ more: true })}>More curves</button>`}
        ${drawn.map((run) => html`<${Table} key=${run.name} run=${run} log=${log} many=${drawn.length > 1} />`)}`}
        <p class="hidden" aria-live="polite">${cursor !== null && drawn.length > 0 && document.activeElement?.classList.contains("plot") ? spoken(drawn, cursor) : ""}</p>
      </section>
    </main>`;
  }
}

const how = trParts("{command} writes one into {folder}.", { command: html`<code>tengen train --out net.bin.gz</code>`, folder: html`<code>net.run</code>` });

function NoFolder() {
  return html`<main class="home"><section class="welcome"><h1 tabindex="-1">Training</h1>
    <p>${trParts("To see the curves of training runs here, name the folder that contains them: {option}.", { option: html`<code>tengen web --runs DIR</code>` })} ${how}</p></section></main>`;
}

/** The values at the cursor, for a screen reader. */
function spoken(runs, cursor) {
  const said = readings(charts[0], runs, cursor).map((r) => `${runs.length > 1 ? `${r.name}: ` : ""}${tr("loss {value}", { value: r.train })}${r.test ? `, ${tr("test {test}", { test: r.test })}` : ""}`);
  return tr("Step {step}: {values}", { step: grouped(Math.round(cursor)), values: said.join("; ") });
}

function Runs({ list, filter, onFilter }) {
  const { curves } = training.state;
  const looked = new Map(training.shown().map(({ name, color }) => [name, color]));
  const words = filter.toLowerCase().split(/\s+/);
  const runs = list.runs.filter((run) => words.every((word) => run.name.toLowerCase().includes(word)));
  // A chosen run stays in the list even if its file is deleted.
  const lost = [...looked.keys()].filter((name) => !list.runs.some((run) => run.name === name));
  const row = (name, text) => html`<li key=${name}><label class=${looked.has(name) ? `run-${looked.get(name)}` : ""}>
    <input type="checkbox" data-run=${name} checked=${looked.has(name)} onChange=${() => training.toggle(name)} />
    <i></i><span><b title=${name}>${titleOf(name, list.folder)}</b><small>${text}</small></span></label></li>`;
  return html`${list.runs.length >= manyRuns && html`<input id="run-filter" type="text" autocomplete="off" aria-label="Search the runs" placeholder=${tr("Search {n} runs", { n: list.runs.length })} value=${filter} onInput=${(e) => onFilter(e.target.value)} />`}
    <ul id="runs">${lost.map((name) => row(name, tr("no longer there")))}
      ${runs.map((run) => {
        const step = curves.get(run.name)?.step || run.step; // the curve is newer than the list
        return row(run.name, [run.steps > 0 ? tr("{percent} % of {steps} steps", { percent: Math.min(100, Math.floor((100 * step) / run.steps)), steps: short(run.steps) }) : tr("nothing measured yet"), ago(new Date(run.changed))].join(" · "));
      })}</ul>
    ${list.cut && html`<p class="hint">${tr("There are more folders below {folder} than tengen searches. Name a smaller folder.", { folder: list.folder })}</p>`}`;
}

/** Seconds between lines; 0 if unknown. */
function rhythm({ train, each }) {
  const n = train.step.length;
  return n < 2 ? 0 : (each * (train.step[n - 1] - train.step[n - 2])) / train.lines[n - 1];
}

/** The state of a run, as a word and as a sentence. @param {import("./training.js").Curve} curve */
function condition(curve) {
  const { step, steps, each, gone, last } = curve;
  if (gone) return { is: "gone", text: tr("the file is gone") };
  if (curve.lines === 0) return { is: "quiet", text: curve.whole ? tr("nothing measured yet") : tr("reading…") };
  if (steps > 0 && step >= steps) return { is: "done", text: tr("finished") };
  const silent = last ? (Date.now() - new Date(last).getTime()) / 1000 : 0;
  if (silent > Math.max(300, 8 * rhythm(curve))) return { is: "quiet", text: tr("no news for {time}", { time: duration(silent) }) };
  if (!curve.whole) return { is: "quiet", text: tr("reading…") };
  if (!each) return { is: "runs", text: tr("running") };
  const left = (steps - step) * each;
  const end = new Date(Date.now() + 1000 * left);
  const day = left > 20 * 3600 ? end.toLocaleString(language, { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }) : end.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return { is: "runs", text: html`${tr("{time} left", { time: duration(left) })} <small>${tr("until {time}", { time: day })}</small>` };
}

function RunCard({ run: { name, color, curve } }) {
  const title = titleOf(name, training.state.list?.folder ?? "");
  if (!curve) return html`<article class="run-card run-${color}"><h2><i></i>${title}</h2><p class="hint">Reading…</p></article>`;
  const { is, text } = condition(curve);
  const part = curve.steps > 0 ? Math.min(100, (100 * curve.step) / curve.steps) : 0;
  const value = (measure, points) => {
    const [found] = readings(charts.filter((c) => c.measure === measure)[0], [{ name, color, curve }], null);
    return found[points];
  };
  const facts = [
    [tr("Loss"), value("loss", "train"), value("loss", "test")], [tr("First choices"), value("top1", "train"), value("top1", "test")],
    [tr("Positions a second"), value("perSecond", "train"), ""], [tr("Epoch"), String(curve.epoch + 1), ""],
  ].filter(([, train, test]) => train || test);
  return html`<article class="run-card run-${color}" data-run=${name} data-step=${curve.step} data-state=${is}>
    <h2 title=${name}><i></i>${title}</h2>
    <div class="progress" role="progressbar" aria-label=${tr("Steps of {title}", { title })} aria-valuemin="0" aria-valuemax=${curve.steps} aria-valuenow=${curve.step}><i style=${{ width: `${part}%` }}></i></div>
    <p class="step-of">${trParts("Step {step} of {steps}", { step: html`<b>${grouped(curve.step)}</b>`, steps: short(curve.steps) })}</p>
    <p class="state ${is}">${text}</p>
    <dl>${facts.map(([label, train, test]) => html`<div><dt>${label}</dt><dd>${train || "–"}${test && html`<small>${tr("test {test}", { test })}</small>`}</dd></div>`)}</dl>
    ${curve.bad > 0 && html`<p class="hint">${trCount(curve.bad, "One line of the file could not be read and was left out.", "{count} lines of the file could not be read and were left out.", { count: grouped(curve.bad) })}</p>`}
  </article>`;
}

/** A table of a run's values, at some steps from its beginning to its end. @param {{run: Shown, log: boolean, many: boolean}} props */
function Table({ run, log, many }) {
  const { name, curve } = run;
  const { train } = curve;
  const title = titleOf(name, training.state.list?.folder ?? "");
  const axis = stepAxis([run], log);
  const rows = new Set();
  for (let k = 0; k < tableRows; k++) axis && rows.add(nearest(train.step, valueAt(axis, k / (tableRows - 1))));
  const columns = charts.slice(0, first).filter((chart) => has([run], chart.measure));
  const cells = (/** @type {number} */ i) => rowOf(columns, curve, train.step[i]);
  return html`<details class="more numbers"><summary>In numbers${many && html`: ${title}`}</summary><div class="scroll"><table>
    <caption class="hidden">${tr("Training of {title}; after a slash, the value of the nearest test", { title })}</caption>
    <thead><tr><th scope="col">Step</th>${columns.map((c) => html`<th scope="col" title=${c.hint}>${c.title}</th>`)}</tr></thead>
    <tbody>${[...rows].filter((i) => i >= 0).map((i) => html`<tr key=${train.step[i]}><th scope="row">${grouped(train.step[i])}</th>${cells(i).map((text) => html`<td>${text}</td>`)}</tr>`)}</tbody>
  </table></div></details>`;
}

/** The cells of a row: the values in training, and those in the nearest test. @param {any[]} columns @param {import("./training.js").Curve} curve @param {number} step */
const rowOf = (columns, curve, step) =>
  columns.map((chart) => {
    const [{ train, test }] = readings(chart, [{ name: "", color: 0, curve }], step);
    return test ? `${train} / ${test}` : train;
  });
