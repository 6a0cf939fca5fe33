// The page of the library: the search on one side, the results on the other.
import { Choice } from "./form.js";
import { given } from "./folders.js";
import { sentence } from "./page.js";
import { Component, html } from "./html.js";
import { icon } from "./icons.js";
import * as library from "./library.js";
import { NextMoves, PatternEditor } from "./patternview.js";
import { giveFilesTo } from "./records.js";
import { decimal, grouped, tr, trBoard, trCount } from "./text.js";
import { Thumb } from "./thumb.js";

const narrow = 860; // pixels; on narrower pages the results are below the search, see style.css

/** @extends {Component<{path: string}, {}>} */
export class LibraryPage extends Component {
  componentDidMount() {
    library.open();
    giveFilesTo((files) => library.importFiles(files.map(given)));
  }

  componentDidUpdate(old) {
    if (old.path !== this.props.path) library.open();
  }

  componentWillUnmount() {
    giveFilesTo(null);
  }

  render() {
    const { info, pattern, source, filters, found, busy, error } = library.state;
    const continuations = library.continuations();
    return html`<main class="library" id="library" data-games=${info?.games} data-busy=${busy}>
      <section class="welcome">
        <h1 tabindex="-1">Library</h1>
        <form class="form" id="search-form" onSubmit=${search}>
          <${Areas} path=${this.props.path} rectangle=${!source} />
          ${source
            ? html`<p class="source">${tr("The position of the record, on the board {name}.", { name: trBoard(source.name) })} <button type="button" id="clear-source" onClick=${() => library.update({ source: null })}>Draw a pattern instead</button></p>`
            : html`<${PatternEditor} pattern=${pattern} continuations=${continuations} onChange=${(p) => library.update({ pattern: p })} />`}
          <${Filters} filters=${filters} />
          <button id="search" class="primary wide" disabled=${busy}>${icon("search")}<span>${busy ? tr("Searching…") : tr("Search")}</span></button>
          ${continuations.length > 0 && html`<${NextMoves} pattern=${pattern} list=${continuations} onPlay=${addMove} />`}
        </form>
      </section>
      <section class="shelf">
        <${Import} info=${info} />
        ${error && html`<p id="library-error" class="error" role="alert">${sentence(error)}</p>`}
        ${found && html`<${Results} found=${found} busy=${busy} strict=${library.isStrict()} pattern=${found.continuations.length > 0 || found.ends > 0} />`}
      </section>
    </main>`;
  }
}

/** The choice between a record's whole position and its corner. */
function Areas({ path, rectangle }) {
  const asks = new URLSearchParams(path);
  if (!asks.get("record") || !rectangle) return null;
  const link = (area, text) => {
    const to = new URLSearchParams(asks);
    to.set("area", area);
    to.delete("pattern");
    return html`<a id="find-${area}" class="button" href="#library?${to}" aria-current=${asks.get("area") === area ? "true" : null}>${text}</a>`;
  };
  return html`<nav class="areas" aria-label="The position of the record">${link("whole", tr("Whole position"))}${link("corner", tr("Corner only"))}</nav>`;
}

async function search(event) {
  event.preventDefault();
  await library.search();
  document.getElementById("found")?.scrollIntoView({ block: innerWidth <= narrow ? "start" : "nearest" });
}

/** Adds a move that was played to the pattern, and searches again. */
function addMove({ at, color }) {
  const { pattern } = library.state;
  library.update({ pattern: { ...pattern, points: pattern.points.with(at.y * pattern.width + at.x, color === "black" ? "X" : "O") } });
  library.search();
}

/** @type {[name: string, label: string, hint?: string][]} */
const people = [["player", tr("Player")], ["event", tr("Event")]];
/** @type {[name: string, label: string, hint?: string][]} */
const texts = [["black", tr("Black")], ["white", tr("White")], ["dateFrom", tr("From"), "1990"], ["dateTo", tr("To"), "1999-12"], ["rules", tr("Rules")], ["komi", tr("Komi")], ["text", tr("Any text")]];
/** @type {[name: string, label: string, options: [string, string][]][]} */
const choices = [
  ["winner", tr("Won by"), [["", tr("anyone")], ["black", tr("Black")], ["white", tr("White")], ["player", tr("the player")], ["opponent", tr("the opponent")], ["nobody", tr("no one")]]],
  ["result", tr("Ended by"), [["", tr("anything")], ["points", tr("points")], ["resignation", tr("resignation")], ["time", tr("time")], ["forfeit", tr("forfeit")], ["draw", tr("a draw")], ["void", tr("no result")]]],
  ["sort", tr("Order"), [["", tr("newest first")], ["oldest", tr("oldest first")], ["relevant", tr("most relevant first")], ["added", tr("as added")]]],
];

function Filters({ filters }) {
  const set = (name, value) => library.update({ filters: { ...filters, [name]: value } });
  const field = (/** @type {[string, string, string?]} */ [name, label, hint]) => html`<label key=${name} class="field">${label}<input id="filter-${name}" type="text" autocomplete="off" placeholder=${hint} value=${filters[name] ?? ""} onInput=${(e) => set(name, e.target.value)} /></label>`;
  const many = [...texts, ...choices].filter(([name]) => filters[name]).length;
  return html`<div class="row">${people.map(field)}</div>
    <details class="more"><summary>More conditions${many > 0 && html` <b>(${many})</b>`}</summary>
      <div class="row pairs">${texts.map(field)}
        ${choices.map(([name, label, options]) => html`<${Choice} key=${name} id="filter-${name}" label=${label} value=${filters[name] ?? ""} options=${options} onPick=${(v) => set(name, v)} />`)}
      </div></details>`;
}

/** The remaining time. @param {number} seconds */
function left(seconds) {
  if (!(seconds >= 0)) return "";
  if (seconds < 60) return tr("{seconds} s left", { seconds: Math.ceil(seconds) });
  return seconds < 3600 ? tr("{seconds} min left", { seconds: Math.ceil(seconds / 60) }) : tr("{hours} h left", { hours: decimal(seconds / 3600, 1) });
}

class Import extends Component {
  state = { path: "", shown: false };

  submit = (event) => {
    event.preventDefault();
    const path = this.state.path.trim();
    if (path) library.importPaths([path]);
  };

  render({ info }, { path, shown }) {
    if (!info) return null;
    const indexing = library.state.sending?.progress(info.indexing) ?? info.indexing;
    const last = library.state.sent ?? info.last;
    const send = (event) => {
      library.importFiles([...event.target.files].map(given));
      event.target.value = "";
    };
    const open = shown || info.games === 0 || indexing;
    return html`<div class="import">
      <div class="import-head"><h2 id="library-size">${info.games === 0 ? tr("No games yet") : games(info.games)}</h2>
        ${info.games > 0 && !indexing && html`<button id="show-import" class="plain" aria-expanded=${!!open} onClick=${() => this.setState({ shown: !shown })}>${icon("plus")}<span>Add games</span></button>`}</div>
      ${info.error && html`<p class="error">${sentence(info.error)}</p>`}
      ${indexing
        ? html`<${Progress} at=${indexing} />`
        : open && html`<form class="form" onSubmit=${this.submit}>
            <label class="field">A folder or a file on this machine
              <div class="joined"><input id="import-path" type="text" spellcheck="false" autocomplete="off" placeholder="/home/me/games" value=${path} onInput=${(e) => this.setState({ path: e.target.value })} />
              <button id="import">Add</button></div></label>
            <label class="button upload">${icon("upload")}<span>Choose files, or drop them here</span>
              <input id="import-files" type="file" multiple onChange=${send} /></label>
            <label class="button upload">${icon("upload")}<span>Choose a folder, or drop it here</span>
              <input id="import-folder" type="file" webkitdirectory onChange=${send} /></label>
          </form>`}
      ${last && !indexing && html`<${Last} last=${last} />`}
    </div>`;
  }
}

const games = (n) => trCount(n, "{count} game", "{count} games", { count: grouped(n) });

function Progress({ at }) {
  const done = at.total ? Math.min(100, (100 * at.done) / at.total) : 0;
  return html`<div class="progress" role="progressbar" aria-label="Import" aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(done)}><i style=${{ width: `${done}%` }}></i></div>
    <p class="figures"><span id="import-progress">${tr("{done} %, {games} added", { done: Math.floor(done), games: games(at.games) })}</span><span>${left(at.left)}</span>
      <button id="stop-import" class="plain small" onClick=${library.stop}>Stop</button></p>`;
}

/** The result of the latest import. */
function Last({ last }) {
  const parts = [tr("{games} added", { games: games(last.games) }), last.known && tr("{known} files were there already", { known: last.known }), last.duplicates && tr("{duplicates} duplicates left out", { duplicates: last.duplicates }),
    last.others > 0 && trCount(last.others, "{n} other file left out", "{n} other files left out"), last.unindexed && tr("{unindexed} not found by patterns", { unindexed: last.unindexed }), last.stopped && tr("stopped")];
  return html`<div id="last-import" class="hint"><p>${parts.filter(Boolean).join(" · ")}</p>
    ${last.error && html`<p class="error">${sentence(last.error)}</p>`}
    ${last.problems > 0 && html`<details><summary>${trCount(last.problems, "{n} problem", "{n} problems")}</summary><ul>${last.listed.map((text) => html`<li>${sentence(text)}</li>`)}</ul></details>`}</div>`;
}

function Results({ found, busy, strict, pattern }) {
  const { hits, games: many, total, blackWins, whiteWins } = found;
  const facts = [blackWins + whiteWins > 0 && (pattern ? tr("the pattern’s Black won {black}, White {white}", { black: grouped(blackWins), white: grouped(whiteWins) }) : tr("Black won {black}, White {white}", { black: grouped(blackWins), white: grouped(whiteWins) })), total !== many && tr("{places} places", { places: grouped(total) }), found.tenuki > 0 && tr("play went elsewhere {tenuki} times", { tenuki: found.tenuki }), found.ends > 0 && tr("{ends} end here", { ends: found.ends }), found.took < 1000 ? `${found.took} ms` : `${decimal(found.took / 1000, 1)} s`];
  return html`<div class="results">
    <p id="found" role="status">${many === 0 ? tr("Nothing was found.") : html`<b>${games(many)}</b>`} <small>${facts.filter(Boolean).join(" · ")}</small></p>
    ${many === 0 && strict && html`<p id="strict" class="hint">Empty points of the pattern must be empty in the game, too. Mark a smaller part of the board, or put “Anything” on points that do not matter.</p>`}
    <ul id="hits">${hits.map((hit) => html`<li key=${hit.game}><a class="button plain hit-card" data-hit=${hit.game} title=${hit.file} href="#library/${hit.game}/${hit.move}">
      ${hit.width > 0 && hit.stones.length > 0
        ? html`<${Thumb} width=${hit.width} height=${hit.height} stones=${hit.stones} part=${hit.part} lastMove=${hit.lastMove} />`
        : html`<span class="thumb none">${trBoard(hit.board)}</span>`}
      <span class="names">${hit.black || hit.white ? html`<b>${hit.black || tr("Black")}</b><b>${hit.white || tr("White")}</b>` : html`<b>${hit.title || hit.file}</b>`}
        <small>${[hit.result, hit.date, tr("move {n}", { n: hit.move })].filter(Boolean).join(" · ")}</small></span></a></li>`)}</ul>
    ${hits.length < many && html`<button id="more-hits" class="wide" disabled=${busy} onClick=${library.more}>More</button>`}
  </div>`;
}
