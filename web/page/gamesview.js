// The list of games and records, on a page of its own and on the first page.
import { ago, exactly } from "./dates.js";
import { dayIn } from "./calendar.js";
import { Calendar, dayName } from "./calendarview.js";
import { Chips } from "./form.js";
import * as game from "./game.js";
import { entriesOf, found, limits, statistics, titleOf } from "./gamelist.js";
import { Component, html } from "./html.js";
import { icon } from "./icons.js";
import * as lists from "./lists.js";
import * as page from "./page.js";
import * as records from "./records.js";
import { tr, trBoard, trCount } from "./text.js";
import { Thumb } from "./thumb.js";

/** @import { Entry } from "./gamelist.js" */
/** @import { Summary } from "../types.d.ts" */

/** A button to open files. */
export const OpenButton = () => html`<label class="button upload">${icon("upload")}<span>Open a record</span>
  <input id="open-record" type="file" multiple title="Open a record: SGF and other formats" onChange=${(e) => {
    records.openFiles([...e.target.files]);
    e.target.value = "";
  }} /></label>`;

/** Asks, and then deletes. @param {Entry} e */
function remove(e) {
  const r = /** @type {Summary} */ (e.of);
  const question = e.kind === "game" ? tr("Delete this game permanently?")
    : `${tr("Delete {title} permanently?", { title: titleOf(r, r.name) })} ${r.original ? tr("The file from which it was opened is not deleted.") : tr("It was made on this page, and there is no other copy.")}`;
  if (confirm(question)) e.kind === "game" ? lists.deleteGame(e.id) : records.remove(e.id);
}

/** @param {{thumb: import("../types.d.ts").Thumb, board: string}} props */
const Picture = ({ thumb, board }) => thumb.width
  ? html`<${Thumb} width=${thumb.width} height=${thumb.height} stones=${[...thumb.stones].map((s) => (s === "X" ? 1 : s === "O" ? -1 : 0))} />`
  : html`<span class="thumb name" aria-hidden="true">${trBoard(board)}</span>`;

/** @param {{e: Entry}} props */
function Card({ e }) {
  const open = e.id === game.state.game?.id || page.state.record?.startsWith(e.id);
  const named = { [e.kind === "game" ? "data-game" : "data-record"]: e.id };
  return html`<li class="entry" ...${named}>
    <a href=${e.href}>
      <${Picture} thumb=${e.thumb} board=${e.board} />
      <b>${e.title}</b>
      <small title=${`${e.more}, ${exactly(e.changed)}`}>${[trBoard(e.board), e.opponent].filter(Boolean).join(" · ")}</small>
      <small>${trCount(e.moves, "{n} move", "{n} moves")} · ${ago(e.changed)}</small>
      ${e.result && html`<em class=${e.outcome}>${e.result.length > 24 ? `${e.result.slice(0, 23)}…` : e.result}</em>`}
    </a>
    <button class="plain" data-delete=${e.id} aria-label=${tr("Delete {title}", { title: e.title })} title="Delete" disabled=${open} onClick=${() => remove(e)}>${icon("bin")}</button>
  </li>`;
}

/** @param {{entries: Entry[]}} props */
export const Cards = ({ entries }) => html`<ul id="game-list" class="entries">${entries.map((e) => html`<${Card} key=${e.id} e=${e} />`)}</ul>`;

/** The messages about files that cannot be read. */
export const Notices = () => [...lists.state.notices, ...lists.state.recordNotices].map((text) => html`<p class="error">${page.sentence(text)}</p>`);

export const everything = () => entriesOf(lists.state.games, lists.state.records);

/** The results against each opponent. @param {{entries: Entry[]}} props */
function Results({ entries }) {
  const rows = statistics(entries);
  if (rows.length === 0) return null;
  const [won, lost] = [rows.reduce((n, r) => n + r.won, 0), rows.reduce((n, r) => n + r.lost, 0)];
  return html`<details class="against"><summary>${tr("Against the engine: {won} won, {lost} lost", { won, lost })}</summary>
    <table><thead><tr><th scope="col">Opponent</th><th scope="col">Won</th><th scope="col">Lost</th><th scope="col">Drawn</th></tr></thead>
      <tbody>${rows.map((r) => html`<tr key=${r.opponent}><th scope="row">${r.opponent}</th><td>${r.won}</td><td>${r.lost}</td><td>${r.drawn}</td></tr>`)}</tbody></table>
  </details>`;
}

const most = 60; // entries that are drawn at first

/** The search in the address of the page. */
function searchOf() {
  const asked = new URLSearchParams(location.hash.replace(/^#games\??/, ""));
  return { limit: limits[asked.get("show") ?? ""] ? asked.get("show") ?? "all" : "all", text: asked.get("text") ?? "", day: dayIn(asked.get("day")) };
}

/** The page of all games and records. Its address has the search. @extends {Component<{path: string}, {shown: number}>} */
export class GamesPage extends Component {
  state = { shown: most };

  componentDidMount() {
    lists.load();
  }

  /** @param {{path: string}} before */
  componentDidUpdate({ path }) {
    if (path !== this.props.path) this.setState({ shown: most });
  }

  /** Changes the search. @param {{limit?: string, text?: string, day?: string}} changes */
  ask(changes) {
    const { limit, text, day } = { ...searchOf(), ...changes };
    const games = new URLSearchParams({ ...(limit === "all" ? {} : { show: limit }), ...(text ? { text } : {}), ...(day ? { day } : {}) }).toString();
    history.replaceState(null, "", `#games${games ? `?${games}` : ""}`);
    page.update({ games });
  }

  render(_, { shown }) {
    const { limit, text, day } = searchOf();
    const all = everything();
    const list = found(all, limit, text, day);
    const loaded = lists.state.games && lists.state.records;
    return html`<main class="games">
      <div class="games-head"><h1>Your games</h1>
        <div class="actions"><${OpenButton} />
          <button id="new-record" onClick=${() => page.show("new-record")}>${icon("plus")}<span>New record</span></button></div></div>
      <${Notices} />
      <div class="games-search">
        <input id="games-text" type="search" aria-label="Search your games" placeholder="Search: a name, 9x9, a date" value=${text} onInput=${(e) => this.ask({ text: e.target.value })} />
        <${Chips} name="games-show" label="" value=${limit} onPick=${(to) => this.ask({ limit: to })} options=${Object.entries(limits).map(([key, { title }]) => [key, title])} />
      </div>
      <${Calendar} entries=${all} day=${day} onDay=${(to) => this.ask({ limit: "all", text: "", day: to })} />
      ${day && html`<p class="chosen-day"><button id="all-days" title="Show the games of all days" onClick=${() => this.ask({ day: "" })}>${icon("close")}<span>${dayName(day)}</span></button></p>`}
      <${Results} entries=${all} />
      ${loaded && list.length === 0 && html`<p class="hint" id="no-games">${all.length ? tr("Nothing fits this search.") : tr("No games yet. Start one, open a file, drop one on this page, or paste its text.")}
        ${text && html` <a href="#library?${new URLSearchParams({ player: text })}">Search the library for a player of this name</a>`}</p>`}
      <${Cards} entries=${list.slice(0, shown)} />
      ${list.length > shown && html`<button id="more-games" class="wide" onClick=${() => this.setState({ shown: shown + most })}>${tr("Show more of {n}", { n: list.length })}</button>`}
    </main>`;
  }
}
