// The list of the course's lessons, and the list of the collections of problems.
import * as api from "./api.js";
import { dayText } from "./dates.js";
import { Component, html } from "./html.js";
import { icon } from "./icons.js";
import { firstOpen, solvedIn, timeText } from "./lessonsteps.js";
import * as page from "./page.js";
import { OpenButton } from "./gamesview.js";

/** @import { Config, CourseLesson, CourseList, ProblemCollection, ProblemList } from "../types.d.ts" */

/** A row of dots, one for each step. @param {{marks: string}} props */
const Dots = ({ marks }) => html`<span class="lesson-dots" aria-hidden="true">${[...marks].map((m) => html`<i data-mark=${m}></i>`)}</span>`;

/** Props: config. State: list. @extends {Component<{config: Config|null}, {list: CourseList|null}>} */
export class CoursePage extends Component {
  componentDidMount() {
    page.attempt(async () => this.setState({ list: await api.get("course") }));
  }

  render({ config }, { list }) {
    const lessons = list?.lessons ?? [];
    const done = lessons.filter((l) => solvedIn(l.marks) === l.marks.length).length;
    const next = lessons.find((l) => solvedIn(l.marks) < l.marks.length);
    return html`<main class="home learn" id="course" data-done=${done}>
      <section class="shelf">
        <h1 tabindex="-1">Learn Go</h1>
        <p class="hint">Short lessons for newcomers. Each step is a task on the board, and your progress is stored on this computer.</p>
        ${list?.notice && html`<p class="error" role="alert">${list.notice}</p>`}
        ${next && html`<a id="go-on" class="button primary" href=${hrefOf(next)}>${done || solvedIn(next.marks) ? "Go on" : "Begin"}: ${next.title}</a>`}
        <ol class="lesson-list">${lessons.map((l, i) => html`<${LessonLine} key=${l.name} l=${l} number=${i + 1} />`)}</ol>
      </section>
      <section class="shelf" id="first-games">
        <h2>Play your first games</h2>
        <p class="hint">A small board is a good place to use what you have learned. A game on 5×5 takes two minutes.</p>
        <div class="lesson-games">${[5, 7, 9].map((n) => html`<a class="button" key=${n} href=${gameHref(n, config)}>${n} × ${n}</a>`)}</div>
        <h2>Then</h2>
        <p class="hint">Problems train what the lessons begin. <a href="#problems">Collections of problems</a> come from your own files.</p>
      </section>
    </main>`;
  }
}

/** The address of the form for a first game. @param {number} size @param {Config|null} config */
const gameHref = (size, config) => `#new?${new URLSearchParams({ board: `${size}x${size}`, human: "black", komi: "0.5", ...(config ? { rank: config.ranks[0] } : {}) })}`;

/** @param {CourseLesson} l */
const hrefOf = (l) => `#lesson/course/${l.name}/${firstOpen(l.marks)}`;

/** @param {{l: CourseLesson, number: number}} props */
function LessonLine({ l, number }) {
  const done = solvedIn(l.marks) === l.marks.length;
  return html`<li><a href=${hrefOf(l)} data-lesson=${l.name} data-done=${done}>
    <b class="lesson-number">${done ? icon("check") : number}</b>
    <span>${l.title}<small>${l.text}</small></span>
    <${Dots} marks=${l.marks} /><span class="hidden">${solvedIn(l.marks)} of ${l.marks.length} steps are done</span>
  </a></li>`;
}

/** State: list. @extends {Component<{}, {list: ProblemList|null}>} */
export class ProblemsPage extends Component {
  componentDidMount() {
    page.attempt(async () => this.setState({ list: await api.get("problems") }));
  }

  /** @param {ProblemCollection} c */
  remove = (c) =>
    confirm(`Remove ${c.name} from the problems? What you have solved in it is forgotten. The record stays.`) &&
    page.attempt(async () => this.setState({ list: await api.remove(`problems/${c.record}`) }));

  render(_, { list }) {
    return html`<main class="home learn" id="problems">
      <section class="shelf">
        <h1 tabindex="-1">Problems</h1>
        <p class="hint">A problem that you missed is asked again after 1, 3, 7 and 21 days.</p>
        ${list?.notice && html`<p class="error" role="alert">${list.notice}</p>`}
        ${list && list.best > 0 && html`<p id="streak"><b>${list.streak}</b> solved in a row without a miss (at most ${list.best})</p>`}
        ${list?.collections.length === 0 && html`<p class="hint" id="no-problems">You have no problems yet. Open a file that has problems with their answers as variations, then choose “As problems” in the record.</p>`}
        <ul class="lesson-list">${list?.collections.map((c) => html`<${CollectionLine} key=${c.record} c=${c} onRemove=${this.remove} />`)}</ul>
        <div class="actions"><${OpenButton} /></div>
        <p class="hint"><a href="#course">The course for newcomers</a></p>
      </section>
    </main>`;
  }
}

/** @param {{c: ProblemCollection, onRemove: (c: ProblemCollection) => void}} props */
function CollectionLine({ c, onRemove }) {
  const of = c.marks.length;
  const tried = [...c.marks].filter((m) => m !== ".").length;
  const facts = [`${c.solved} of ${of} solved`, c.seconds >= 1 && tried > 0 && `${timeText(c.seconds / tried)} each`, c.due.length === 0 && c.later && `the next one again ${dayText(c.later)}`];
  return html`<li data-collection=${c.record}>
    <a href="#lesson/record/${c.record}/${firstOpen(c.marks)}">
      <b class="lesson-number">${c.solved === of ? icon("check") : Math.round((100 * c.solved) / Math.max(1, of)) + "%"}</b>
      <span>${c.name}<small>${facts.filter(Boolean).join(" · ")}</small></span></a>
    ${c.due.length > 0 && html`<a class="button" data-due href="#lesson/record/${c.record}/${c.due[0]}">${c.due.length} again</a>`}
    <button class="plain" aria-label="Remove from the problems" title="Remove" onClick=${() => onRemove(c)}>${icon("bin")}</button>
  </li>`;
}
