// The user's results as a calendar: a year of days, or a month where the page is narrow.
import { countOf, dateOf, dayOf, partOf, resultsByDay, sizeOf, sumOf } from "./calendar.js";
import { Component, createRef, html } from "./html.js";
import { icon } from "./icons.js";
import { language, tr } from "./text.js";

/** @import { Entry } from "./gamelist.js" */
/** @import { Results } from "./calendar.js" */

/** @param {Intl.DateTimeFormatOptions} options */
const format = (options) => new Intl.DateTimeFormat(language, options);
const [fully, briefly, monthAndYear, monthOnly, weekday] = [
  format({ dateStyle: "full" }), format({ dateStyle: "medium" }), format({ month: "long", year: "numeric" }), format({ month: "short" }), format({ weekday: "short" }),
];

/** The name of a day for people. @param {string} day */
export const dayName = (day) => briefly.format(dateOf(day));

/** @param {Results} r */
const resultsText = (r) => (r.drawn ? tr("{won} won, {lost} lost, {drawn} drawn", { ...r }) : tr("{won} won, {lost} lost", { ...r }));

/** The first day of a week where the user lives; 0 is Sunday. */
function firstDayOfWeek() {
  /** @type {any} */
  const locale = new Intl.Locale(navigator.language); // not every browser knows weeks
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
}

const narrow = matchMedia("(max-width: 860px)");

/** The mark of a day: its parts are the results, and its size the number of games. @param {{r: Results}} props */
const Mark = ({ r }) => html`<i class="day-mark" data-size=${sizeOf(r)}
  style=${{ "--won-share": `${(100 * r.won) / countOf(r)}%`, "--drawn-share": `${(100 * (r.won + r.drawn)) / countOf(r)}%` }}></i>`;

/** What the marks mean. @type {[text: string, ...marks: Results[]][]} */
const legend = [
  [tr("won"), { won: 2, lost: 0, drawn: 0 }], [tr("lost"), { won: 0, lost: 2, drawn: 0 }], [tr("drawn"), { won: 0, lost: 0, drawn: 2 }],
  [tr("more games"), { won: 1, lost: 0, drawn: 0 }, { won: 2, lost: 0, drawn: 0 }, { won: 4, lost: 0, drawn: 0 }],
];

/**
 * @typedef {object} Props
 * @property {Entry[]} entries
 * @property {string} day  that the list is limited to, or ""
 * @property {(day: string) => void} onDay
 */

/** @extends {Component<Props, {back: number|null, at: string}>} */
export class Calendar extends Component {
  state = { back: null, at: "" };
  grid = createRef();
  again = () => this.setState({ back: null });

  componentDidMount() {
    narrow.addEventListener("change", this.again);
  }

  componentWillUnmount() {
    narrow.removeEventListener("change", this.again);
  }

  /** Moves the focus to another day with games. @param {KeyboardEvent} e */
  move = (e) => {
    const links = [...this.grid.current.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: links.length - 1 }[e.key];
    if (to === undefined || at < 0) return;
    e.preventDefault();
    e.stopPropagation(); // these are also keys of the page
    const link = links[Math.max(0, Math.min(links.length - 1, to))];
    this.setState({ at: link.dataset.day });
    link.focus();
  };

  /** @param {MouseEvent} e @param {string} day */
  choose(e, day) {
    if (e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    this.setState({ at: day });
    this.props.onDay(day === this.props.day ? "" : day);
  }

  /** @param {Props} props @param {{back: number|null, at: string}} state */
  render({ entries, day: chosen }, { back: turned, at }) {
    const all = resultsByDay(entries);
    if (all.size === 0) return null;
    const part = narrow.matches ? "month" : "year";
    const known = [...all.keys()].sort();
    const [today, firstDay] = [new Date(), firstDayOfWeek()];
    let back = turned ?? 0;
    if (turned === null) while (partOf(part, back, today, firstDay).days[0] > known[known.length - 1]) back++; // begins with the latest results
    const { weeks, days } = partOf(part, back, today, firstDay);
    const shown = days.filter((day) => all.has(day));
    const sum = sumOf(shown.map((day) => /** @type {Results} */ (all.get(day))));
    const stop = shown.includes(at) ? at : shown.at(-1); // the day that the Tab key reaches
    const when = part === "month" ? monthAndYear.format(dateOf(days[0])) : briefly.formatRange(dateOf(days[0]), dateOf(days[days.length - 1]));
    const cell = (/** @type {string} */ day, /** @type {number} */ row, /** @type {number} */ column) => {
      const r = all.get(day);
      const style = part === "year" ? { gridRow: row + 2, gridColumn: column + 2 } : {};
      if (!day) return part === "month" && html`<span></span>`;
      const number = part === "month" && html`<small aria-hidden=${all.has(day)}>${dateOf(day).getDate()}</small>`;
      if (!r) return html`<span class="day" key=${day} style=${style}>${number}</span>`;
      const text = `${fully.format(dateOf(day))}: ${resultsText(r)}`;
      return html`<a class="day" key=${day} style=${style} data-day=${day} href="#games?day=${day}" title=${text} aria-current=${day === chosen ? "true" : null}
        tabindex=${day === stop ? 0 : -1} onClick=${(/** @type {MouseEvent} */ e) => this.choose(e, day)}>${number}<${Mark} r=${r} /><span class="hidden">${text}</span></a>`;
    };
    const names = weeks[1].map((day) => weekday.format(dateOf(day))); // the second week is whole
    const turn = (/** @type {string} */ id, /** @type {"back"|"forward"} */ name, /** @type {string} */ title, /** @type {number} */ to, /** @type {boolean} */ off) =>
      html`<button id=${id} class="plain" title=${title} aria-label=${title} disabled=${off} onClick=${() => this.setState({ back: to })}>${icon(name)}</button>`;
    return html`<section class="calendar ${part}" aria-label="Your results by day">
      <div class="calendar-head">
        ${turn("calendar-earlier", "back", tr("Earlier"), back + 1, known[0] >= days[0])}
        <p id="calendar-text" role="status"><b>${when}</b> ${shown.length ? resultsText(sum) : tr("no results")}</p>
        ${turn("calendar-later", "forward", tr("Later"), back - 1, back === 0)}
      </div>
      <div class="days" ref=${this.grid} role="group" aria-labelledby="calendar-text" onKeyDown=${this.move}>
        ${part === "year" && weeks.map((week, i) => week[0] && startsMonth(week[0], i) && html`<small class="month-name" aria-hidden="true" style=${{ gridColumn: `${i + 2} / span 3` }}>${monthOnly.format(dateOf(week[0]))}</small>`)}
        ${names.map((name, i) => html`<small class="day-name" aria-hidden="true" style=${part === "year" ? { gridRow: i + 2 } : { gridColumn: i + 1 }}>${part === "month" || i % 2 ? name : ""}</small>`)}
        ${weeks.map((week, column) => week.map((day, row) => cell(day, row, column)))}
      </div>
      <p class="hint calendar-legend" aria-hidden="true">${legend.filter(([, r]) => !r.drawn || sum.drawn).map(([text, ...marks]) => html`<span>${marks.map((r) => html`<${Mark} r=${r} />`)} ${text}</span>`)}</p>
    </section>`;
  }
}

/** Whether a week is the first one of a month, or of the calendar with room for a name. @param {string} first  its first day @param {number} i */
const startsMonth = (first, i) => dateOf(first).getDate() <= 7 && i < 52;
