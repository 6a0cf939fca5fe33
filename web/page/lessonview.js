// The page of a step of the course, or of a problem: the board, and the panel with the task and the answers.
import { Board } from "./board.js";
import { dayText } from "./dates.js";
import { Component, html } from "./html.js";
import { icon } from "./icons.js";
import * as lesson from "./lesson.js";
import { headingOf, markTexts, pathOf, ribbonOf } from "./lessonsteps.js";
import { Marks } from "./marks.js";
import * as page from "./page.js";
import { tr, trCount } from "./text.js";
import { frame } from "./view.js";

/** @import { LessonPosition, LessonStep } from "../types.d.ts" */

const none = [];

/** Props: path, coordinates. */
export class LessonPage extends Component {
  componentDidMount() {
    lesson.enter(this.props.path);
  }

  componentDidUpdate(old) {
    if (old.path !== this.props.path) lesson.enter(this.props.path);
  }

  componentWillUnmount() {
    lesson.leave();
  }

  render({ coordinates }) {
    const { step, scene, error, busy, shown } = lesson.state;
    if (error) return html`<main class="home"><section class="welcome"><h1 tabindex="-1">Lesson</h1><p class="error" role="alert">${page.sentence(error)}</p><p><a href="#course">The course</a> · <a href="#problems">Problems</a></p></section></main>`;
    const at = lesson.position();
    if (!step || !scene || !at) return html`<main class="play lesson"></main>`;
    const { width, height } = frame(step.graph, coordinates);
    const quiet = !!shown || scene.over;
    return html`<main class="play lesson" data-verdict=${scene.verdict} data-step=${step.step} data-moves=${scene.moves.length} data-busy=${busy} style=${{ "--ratio": width / height }}>
      <div class="table">
        <${Board} key=${lesson.state.path} seed=${lesson.state.path} graph=${step.graph} stones=${at.stones} lastMove=${at.lastMove} koBan=${at.koBan} dead=${none} ghost=${quiet || busy ? "" : step.player}
          quiet=${quiet} coordinates=${coordinates} onPoint=${lesson.touch} onAim=${(vertex) => page.say(tr("Tap {vertex} again to play there.", { vertex }))}>
          <${Marks} graph=${step.graph} position=${marked(at)} next=${false} from="" />
        </${Board}>
      </div>
      <${LessonPanel} step=${step} />
    </main>`;
  }
}

/** @type {{key: string, at: LessonPosition|null, position: object}} */
const drawn = { key: "", at: null, position: {} };

/** A position with the marks of the page: the hint, and a move that was not played. @param {LessonPosition} at */
function marked(at) {
  const { scene, marked, shown } = lesson.state;
  const hint = marked && !shown ? (scene?.hint ?? "") : "";
  const tried = shown ? "" : (scene?.tried ?? "");
  const key = `${hint} ${tried}`;
  if (drawn.at !== at || drawn.key !== key) {
    const add = (/** @type {string} */ kind, /** @type {string} */ vertex) => [...(at.marks[kind] ?? []), ...(vertex && vertex !== "pass" ? [vertex] : [])];
    Object.assign(drawn, { key, at, position: { ...at, children: [], marks: { ...at.marks, circle: add("circle", hint), cross: add("cross", tried) } } });
  }
  return drawn.position;
}

/** @param {{step: LessonStep}} props */
function LessonPanel({ step }) {
  const { place, scene, shown } = lesson.state;
  if (!place || !scene) return null;
  const course = place.kind === "course";
  return html`<aside class="panel">
    <div class="lesson-head">
      <a class="hint" href=${course ? "#course" : "#problems"}>${course ? tr("Learn Go") : tr("Problems")}</a>
      <h1 id="lesson-title" tabindex="-1">${step.title}</h1>
    </div>
    <${Ribbon} step=${step} place=${place} />
    <section class="lesson-task">
      <h2>${place.kind === "set" ? tr("Problem {step}, level {name}", { step: step.step + 1, name: step.name }) : step.name || tr("Problem {step}", { step: step.step + 1 })}</h2>
      <${Prose} text=${step.at.text || (step.player === "black" ? tr("Black to play.") : tr("White to play."))} id="lesson-text" />
      ${!course && html`<p class="hint">${step.player === "black" ? tr("You are Black.") : tr("You are White.")}</p>`}
      ${step.empty && html`<p class="hint">This game has no moves, so there is nothing to solve.</p>`}
      ${step.unsure && !step.empty && html`<p class="hint">The file does not say which moves are right, so no answer counts.</p>`}
    </section>
    ${shown ? html`<${Solution} />` : html`<${Answer} />`}
    <${LessonActions} step=${step} course=${course} />
    <footer class="facts"><div class="tray pair">
      <button id="coordinates" class="plain" aria-pressed=${page.state.coordinates} title="Coordinates (c)" onClick=${() => page.toggle("coordinates")}>${icon("grid")}<span>Coordinates</span></button>
      ${recordOf(place) && html`<a class="button plain" href="#record/${recordOf(place)}">${icon("book")}<span>Record</span></a>`}
    </div>${!course && html`<p class="hint" id="lesson-item">${itemText(step)}</p>`}</footer>
  </aside>`;
}

/** The record of a problem, as in its address; empty if it has none. @param {import("./lessonsteps.js").Place} place */
function recordOf({ kind, name, step }) {
  if (kind === "record") return `${name}/${step}`;
  return kind === "mine" && name !== "all" ? name.replace("-", "/") : "";
}

/** What has been done with the problem. @param {LessonStep} step */
function itemText({ item }) {
  const parts = [item.solved && trCount(item.solved, "solved once", "solved {n} times"), item.missed && trCount(item.missed, "missed once", "missed {n} times"), item.due && tr("asked again {due}", { due: dayText(item.due) })];
  return page.sentence(parts.filter(Boolean).join(", ")) || tr("Not tried yet");
}

/** Paragraphs of a text. @param {{text: string, id: string}} props */
const Prose = ({ text, id }) => html`<div class="lesson-prose" id=${id}>${text.split(/\n{2,}/).map((p) => html`<p>${p}</p>`)}</div>`;

/** The steps of the lesson, with what is solved. @param {{step: LessonStep, place: import("./lessonsteps.js").Place}} props */
function Ribbon({ step, place }) {
  if (step.of < 2) return null;
  const steps = ribbonOf(step.step, step.of);
  return html`<ol class="ribbon" aria-label=${tr("Step {step} of {of}", { step: step.step + 1, of: step.of })}>
    ${steps[0] > 0 && html`<li aria-hidden="true">…</li>`}
    ${steps.map((i) => html`<li key=${i}><a href="#lesson/${pathOf({ ...place, step: i })}" data-mark=${step.marks[i]} aria-current=${i === step.step ? "step" : null}
      title="${i + 1}: ${markTexts[step.marks[i]]}" aria-label=${tr("Step {step}, {state}", { step: i + 1, state: markTexts[step.marks[i]] })}>${step.marks[i] === "s" ? icon("check") : i + 1}</a></li>`)}
    ${(steps.at(-1) ?? 0) < step.of - 1 && html`<li aria-hidden="true">… ${step.of}</li>`}
  </ol>`;
}

/** The answer to the last move. */
function Answer() {
  const { scene, busy, streak, place } = lesson.state;
  if (!scene?.verdict) return busy ? html`<div class="lesson-answer waiting"></div>` : null;
  const good = scene.verdict === "right" || scene.verdict === "open";
  return html`<section class="lesson-answer ${good ? "good" : "not-yet"}" id="lesson-answer">
    <h2>${icon(good ? "check" : "undo")}<span id="lesson-verdict">${headingOf(scene.verdict)}</span>
      ${place?.kind !== "course" && scene.verdict === "right" && streak > 1 && html`<small>${tr("{streak} in a row", { streak })}</small>`}</h2>
    <${Prose} text=${scene.text} id="lesson-reply" />
  </section>`;
}

/** The right line, or the refutation of a wrong move, move by move. */
function Solution() {
  const { shown, shownAt, refuting } = lesson.state;
  if (!shown) return null;
  const button = (id, name, by, title, off) => html`<button id=${id} class="plain" title=${title} aria-label=${title} disabled=${off} onClick=${() => lesson.show(by)}>${icon(name)}</button>`;
  const text = shown[shownAt - 1]?.text;
  return html`<div class="history" id="lesson-solution">
      ${button("first", "first", -Infinity, tr("To the start"), shownAt === 0)}${button("back", "back", -1, tr("Back (z)"), shownAt === 0)}
      <span>${refuting ? tr("Refutation") : tr("Solution")} ${shownAt} / ${shown.length}</span>
      ${button("forward", "forward", 1, tr("Forward (x)"), shownAt === shown.length)}${button("last", "last", Infinity, tr("To the end"), shownAt === shown.length)}
    </div>
    ${text && html`<section class="lesson-answer ${refuting ? "not-yet" : "good"}"><${Prose} text=${text} id="solution-text" /></section>`}`;
}

/** @param {{step: LessonStep, course: boolean}} props */
function LessonActions({ step, course }) {
  const { scene, past, shown, refuting, busy } = lesson.state;
  if (!scene) return null;
  const solution = shown && !refuting;
  const solved = scene.verdict === "right" || step.empty;
  const missed = scene.verdict === "wrong";
  const last = step.step + 1 === step.of;
  const nextText = !last || lesson.state.due ? tr("Next") : course ? tr("Next lesson") : tr("All problems");
  return html`<div class="actions lesson-actions">
    ${solved || solution ? html`<button id="next-step" class="primary" title="Next (n)" onClick=${lesson.next}>${nextText}</button>` : null}
    ${missed && !solution && html`<button id="try-again" class="primary" title="Try again (Backspace)" disabled=${busy} onClick=${lesson.back}>Try again</button>`}
    ${step.pass && !solved && !missed && !shown && html`<button id="pass" disabled=${busy} title="Pass (p)" onClick=${lesson.pass}>Pass</button>`}
    ${!missed && past.length > 0 && !shown && html`<button id="take-back" title="Back (Backspace)" disabled=${busy} onClick=${lesson.back}>Back</button>`}
    ${missed && scene.refutation && !solution && html`<button id="refutation" aria-pressed=${!!shown} title="What follows the move (w)" disabled=${busy} onClick=${lesson.refute}>${shown ? tr("Close") : tr("Why?")}</button>`}
    ${!solved && !shown && html`<button id="hint" title="Hint (h)" disabled=${busy} onClick=${lesson.hint}>Hint</button>`}
    ${(shown || (!step.unsure && !step.empty && (!course || step.item.missed > 0))) && html`<button id="solution" aria-pressed=${!!solution} title="Solution (s)" onClick=${lesson.solution}>${solution ? tr("Close") : tr("Solution")}</button>`}
  </div>`;
}
