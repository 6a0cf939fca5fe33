// The list of the course's lessons, and the list of the collections of problems.
import * as api from "./api.js";
import { dayText } from "./dates.js";
import { Component, html } from "./html.js";
import { icon } from "./icons.js";
import { bandsOf, firstOpen, rightShare, solvedIn, timeText } from "./lessonsteps.js";
import * as page from "./page.js";
import { OpenButton } from "./gamesview.js";
import { loadCourse, tr, trCount, trCourse, trParts, trServer } from "./text.js";

/** @import { Config, CourseLesson, CourseList, ProblemCollection, ProblemList, ProblemMonth, ProblemsDone, ProblemSet } from "../types.d.ts" */

/** A row of dots, one for each step. @param {{marks: string}} props */
const Dots = ({ marks }) => html`<span class="lesson-dots" aria-hidden="true">${[...marks].map((m) => html`<i data-mark=${m}></i>`)}</span>`;

/** Props: config. State: list. @extends {Component<{config: Config|null}, {list: CourseList|null}>} */
export class CoursePage extends Component {
  componentDidMount() {
    page.attempt(async () => {
      const [list] = await page.insist(() => Promise.all([api.get("course"), loadCourse()]));
      this.setState({ list });
    });
  }

  render({ config }, { list }) {
    const lessons = list?.lessons ?? [];
    const done = lessons.filter((l) => solvedIn(l.marks) === l.marks.length).length;
    const next = lessons.find((l) => solvedIn(l.marks) < l.marks.length);
    return html`<main class="home learn" id="course" data-done=${done}>
      <section class="shelf">
        <h1 tabindex="-1">Learn Go</h1>
        <p class="hint">Short lessons for newcomers. Each step is a task on the board, and your progress is stored on this computer.</p>
        ${list?.notice && html`<p class="error" role="alert">${page.sentence(list.notice)}</p>`}
        ${next && html`<a id="go-on" class="button primary" href=${hrefOf(next)}>${done || solvedIn(next.marks) ? tr("Go on: {title}", { title: trCourse(next.title) }) : tr("Begin: {title}", { title: trCourse(next.title) })}</a>`}
        <ol class="lesson-list">${lessons.map((l, i) => html`<${LessonLine} key=${l.name} l=${l} number=${i + 1} />`)}</ol>
      </section>
      <section class="shelf" id="first-games">
        <h2>Play your first games</h2>
        <p class="hint">A small board is a good place to use what you have learned. A game on 5×5 takes two minutes.</p>
        <div class="lesson-games">${[5, 7, 9].map((n) => html`<a class="button" key=${n} href=${gameHref(n, config)}>${n} × ${n}</a>`)}</div>
        <h2>Then</h2>
        <p class="hint">${trParts("Problems train what the lessons begin. {link}, and your own files can have more.", { link: html`<a href="#problems">They are sorted by kind and level</a>` })}</p>
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
    <span>${trCourse(l.title)}<small>${trCourse(l.text)}</small></span>
    <${Dots} marks=${l.marks} /><span class="hidden">${tr("{marks} of {n} steps are done", { marks: solvedIn(l.marks), n: l.marks.length })}</span>
  </a></li>`;
}

/** State: list. @extends {Component<{}, {list: ProblemList|null}>} */
export class ProblemsPage extends Component {
  componentDidMount() {
    page.attempt(async () => this.setState({ list: await page.insist(() => api.get("problems")) }));
  }

  /** @param {ProblemCollection} c */
  remove = (c) =>
    confirm(tr("Remove {name} from the problems? What you have solved in it is forgotten. The record stays.", { name: c.name })) &&
    page.attempt(async () => this.setState({ list: await api.remove(`problems/${c.record}`) }));

  render(_, { list }) {
    return html`<main class="home learn" id="problems">
      <section class="shelf">
        <h1 tabindex="-1">Problems</h1>
        <p class="hint">A problem that you missed is asked again after 1, 3, 7 and 21 days.</p>
        ${list?.notice && html`<p class="error" role="alert">${page.sentence(list.notice)}</p>`}
        ${list && list.best > 0 && html`<p id="streak"><b>${list.streak}</b> ${tr("solved in a row without a miss (at most {best})", { best: list.best })}</p>`}
        ${list && html`<ul class="lesson-list" id="problem-sets">${list.sets.map((s) => html`<${SetLine} key=${s.name} s=${s} />`)}</ul>
          <p class="hint">The right answers are proved by reading. The level is the weakest rank that finds the right line at least half the time.</p>`}
      </section>
      <section class="shelf">
        <h2>Your mistakes</h2>
        ${list?.mistakes.marks === "" && html`<p class="hint" id="no-mistakes">Review one of your games, then choose “Train” in the review: its mistakes become problems.</p>`}
        ${list && list.mistakes.marks !== "" && html`<${MistakesLine} m=${list.mistakes} />`}
        ${list && list.months.length > 0 && html`<${Months} months=${list.months} />`}
        <h2>From your files</h2>
        ${list?.collections.length === 0 && html`<p class="hint" id="no-problems">Open a file that has problems with their answers as variations, then choose “As problems” in the record.</p>`}
        <ul class="lesson-list">${list?.collections.map((c) => html`<${CollectionLine} key=${c.record} c=${c} onRemove=${this.remove} />`)}</ul>
        <div class="actions"><${OpenButton} /></div>
        <p class="hint"><a href="#course">The course for newcomers</a></p>
      </section>
    </main>`;
  }
}

/** What was done with problems, in words. @param {ProblemsDone} c */
function factsOf(c) {
  const tried = [...c.marks].filter((m) => m !== ".").length;
  return [tr("{solved} of {n} solved", { solved: c.solved, n: c.marks.length }), c.seconds >= 1 && tried > 0 && tr("{time} each", { time: timeText(c.seconds / tried) }), c.due.length === 0 && c.later && tr("the next one again {later}", { later: dayText(c.later) })].filter(Boolean).join(" · ");
}

/** The number of a list: the share that is solved. @param {ProblemsDone} c */
const shareOf = (c) => (c.solved === c.marks.length ? icon("check") : `${Math.round((100 * c.solved) / Math.max(1, c.marks.length))}%`);

/** @param {{s: ProblemSet}} props */
const SetLine = ({ s }) => html`<li data-set=${s.name}>
  <a href="#lesson/set/${s.name}/${firstOpen(s.marks)}"><b class="lesson-number">${shareOf(s)}</b><span>${trServer(s.title)}<small>${trServer(s.text)}</small><small>${factsOf(s)}</small></span></a>
  ${s.due.length > 0 && html`<a class="button" data-due href="#lesson/set/${s.name}/${s.due[0]}">${tr("{n} again", { n: s.due.length })}</a>`}
  <span class="levels">${bandsOf(s.levels, s.marks).map((b) => html`<a key=${b.name} class="button plain" href="#lesson/set/${s.name}/${b.next}"
    aria-label=${tr("{title}, level {name}: {solved} of {of} solved", { title: trServer(s.title), name: b.name, solved: b.solved, of: b.of })}>${b.name}</a>`)}</span>
</li>`;

/** @param {{m: ProblemList["mistakes"]}} props */
const MistakesLine = ({ m }) => html`<ul class="lesson-list"><li id="my-mistakes">
  <a href="#lesson/mine/all/${firstOpen(m.marks)}"><b class="lesson-number">${shareOf(m)}</b>
    <span>${trCount(m.games, "From one game", "From {n} games")}<small>${factsOf(m)}</small></span></a>
  ${m.due.length > 0 && html`<a class="button" data-due href="#lesson/mine/all/${m.due[0]}">${tr("{n} again", { n: m.due.length })}</a>`}
</li></ul>`;

/** The answers of the last months. @param {{months: ProblemMonth[]}} props */
const Months = ({ months }) => html`<table class="months" id="months"><caption>Your progress</caption>
  <thead><tr><th scope="col">Month</th><th scope="col">Solved at once</th><th scope="col">Missed</th><th scope="col">Share</th></tr></thead>
  <tbody>${months.slice(-12).map((m) => html`<tr key=${m.month}><th scope="row">${m.month}</th><td>${m.right}</td><td>${m.wrong}</td><td>${rightShare(m)} %</td></tr>`)}</tbody></table>`;

/** @param {{c: ProblemCollection, onRemove: (c: ProblemCollection) => void}} props */
function CollectionLine({ c, onRemove }) {
  return html`<li data-collection=${c.record}>
    <a href="#lesson/record/${c.record}/${firstOpen(c.marks)}">
      <b class="lesson-number">${shareOf(c)}</b>
      <span>${c.name}<small>${factsOf(c)}</small></span></a>
    ${c.due.length > 0 && html`<a class="button" data-due href="#lesson/record/${c.record}/${c.due[0]}">${tr("{n} again", { n: c.due.length })}</a>`}
    <button class="plain" aria-label="Remove from the problems" title="Remove" onClick=${() => onRemove(c)}>${icon("bin")}</button>
  </li>`;
}
