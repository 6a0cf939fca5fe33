// The dialogs of a record: the games of the file, exports, and playing from a position.
import * as api from "./api.js";
import { Chips, NumberField } from "./form.js";
import * as lists from "./lists.js";
import * as page from "./page.js";
import { Component, html } from "./html.js";
import { icon } from "./icons.js";
import { mayEdit } from "./recordtools.js";
import * as record from "./record.js";
import { titleOf } from "./gamelist.js";
import { cardWords, resultName } from "./result.js";
import { StrengthChoice, strengthRequest, usualStrength } from "./strength.js";
import { tr, trCount } from "./text.js";

const shownGames = 300;

/** The games of a file. */
export class GameChooser extends Component {
  state = { text: "" };

  componentDidMount() {
    lists.loadRecords();
  }

  render(_, { text }) {
    const r = record.state.record;
    if (!r) return null;
    const found = r.games.map((g, k) => ({ g, k })).filter(({ g }) => Object.values(g).join(" ").toLowerCase().includes(text.toLowerCase()));
    return html`<div class="list">
      ${r.games.length > 8 && html`<input id="filter-games" type="text" placeholder=${tr("Find among all {n} games", { n: r.games.length })} aria-label="Find among all games of the file" value=${text} onInput=${(e) => this.setState({ text: e.target.value })} />`}
      <ul id="games-in-file">${found.slice(0, shownGames).map(({ g, k }) => html`<li key=${k}>
        <a href="#${`record/${r.id}/${k}`}" aria-current=${k === r.game ? "true" : null} onClick=${() => page.show("")}>
          <b>${k + 1}</b><span>${titleOf(g, tr("Game {game}", { game: k + 1 }))}<small>${[g.black || g.white ? g.title : "", g.date, trCount(g.nodes, "1 node", "{n} nodes")].filter(Boolean).join(" · ")}</small></span>
          ${g.result ? html`<em>${resultName(g.result)}</em>` : html`<i></i>`}</a></li>`)}</ul>
      ${found.length > shownGames && html`<p class="hint">${tr("The first {shownGames} of {n}.", { shownGames, n: found.length })}</p>`}
      <div class="actions"><button id="add-game" onClick=${() => changes(() => add(r), tr("add a game"))}>${icon("plus")}<span>Add a game</span></button>
        <button id="delete-game" disabled=${r.games.length < 2} onClick=${() => changes(() => drop(r), tr("delete the game"))}>${icon("bin")}<span>${tr("Delete game {game}", { game: r.game + 1 })}</span></button></div>
      ${others(r).length > 0 && html`<label class="field">${tr("Merge a record into game {game}, as variations", { game: r.game + 1 })}
        <select id="merge" onChange=${({ target: { value: id } }) => id && changes(() => merge(id), tr("merge"))}><option value="">choose …</option>
          ${others(r).map((o) => html`<option key=${o.id} value=${o.id}>${trCount(o.moves, "{title}, 1 move", "{title}, {n} moves", { title: titleOf(o, o.name) })}</option>`)}</select></label>`}
    </div>`;
  }
}

const others = (r) => (lists.state.records ?? []).filter((o) => o.id !== r.id);

/** Closes the dialog, and changes the record if Edit is on. @param {() => unknown} change @param {string} what its name in the message */
function changes(change, what) {
  page.show("");
  if (mayEdit(change, what)) change();
}

async function merge(id) {
  if (await record.edit("merge", { record: id, fromGame: 0 })) page.say(tr("The record was merged into this one."), { text: tr("Undo"), run: record.undo });
}

function add(r) {
  const { width, height, name } = r.graph;
  record.edit("addGame", width ? { width, height } : { board: name });
}

async function drop(r) {
  if (await record.edit("deleteGame")) page.say(tr("Game {game} was deleted.", { game: r.game + 1 }), { text: tr("Undo"), run: record.undo });
}

const pictures = [["svg", "SVG"], ["png", "PNG"], ["pdf", "PDF"], ["txt", tr("Text")]];
/** The formats for the export, SGF first. */
const formats = () => [["sgf", "SGF"], ...(page.state.config?.formats ?? []).map(({ name }) => [name, name.length > 4 ? name : name.toUpperCase()])];
const asOpened = ["original", tr("As it was opened")];

const themes = [["wood", tr("Wood")], ["print", tr("Print")], ["dark", tr("Dark")]];

/** Exports pictures of the position or the game, and the file in other formats. */
export class ExportForm extends Component {
  state = { what: "position", format: "svg", theme: "wood", reader: "game", numbers: "0", width: "800", figures: "50", part: "", error: "" };

  /** The URL of the file. @param {Record<string, string>} more */
  address(more = { download: "1" }) {
    const { record: r } = record.opened();
    const { node } = record.state;
    const { what, format, theme, numbers, width, figures, part } = this.state;
    const base = `/api/records/${r.id}`;
    if (what === "format") return format === "sgf" || format === "original" ? `${base}/${format}` : `${base}/export?${new URLSearchParams({ format, game: String(r.game) })}`;
    if (what === "page") return `${base}/page?${new URLSearchParams({ game: String(r.game), theme, ...(this.state.reader === "problem" ? { problem: "1" } : {}) })}`;
    const query = { game: String(r.game), ...(what === "card" ? { card: "1", ...cardWords(r) } : { node: String(node) }), format: this.format(), theme, ...more };
    if (what === "figures") Object.assign(query, { figures, theme: "print" });
    if (what === "game") Object.assign(query, { width });
    if (what === "position") Object.assign(query, Number(numbers) > 0 ? { numbers } : {}, part ? { part } : {}, format === "png" ? { width } : {});
    return `${base}/picture?${new URLSearchParams(query)}`;
  }

  /** Fetches the file and passes it to the browser. An error is shown in the dialog. */
  download = async (event) => {
    event.preventDefault();
    try {
      const response = await api.fetched(this.address());
      const name = fileNameOf(response.headers.get("Content-Disposition") ?? "");
      const lost = JSON.parse(response.headers.get("X-Lost") ?? "[]");
      const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(await response.blob()), download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      this.setState({ error: lost.length ? tr("Left out: {lost}.", { lost: lost.map(page.sentence).join("; ") }) : "" });
    } catch (error) {
      this.setState({ error: page.sentence(page.messageOf(error)) });
    }
  };

  /** Shows the reason if there is no preview. */
  explain = async () => {
    /** @type {{error?: string}} */
    const answer = await fetch(this.address({ format: "svg" })).then((r) => (r.ok ? {} : r.json())).catch(() => ({ error: tr("tengen does not answer.") }));
    this.setState({ error: answer.error ? page.sentence(answer.error) : "" });
  };

  format() {
    const { what, format } = this.state;
    if (what === "figures") return "pdf";
    if (what === "card") return "png";
    if (what === "game") return "gif";
    return pictures.some(([f]) => f === format) ? format : "svg";
  }

  render(_, s) {
    const set = (field) => (value) => this.setState({ [field]: value, error: "" });
    const chips = (name, label, options, value) => html`<${Chips} name=${name} label=${label} value=${value} options=${options} onPick=${set(name)} />`;
    const pick = (what) => this.setState({ what, format: what === "format" ? "sgf" : "svg" });
    return html`<form class="form" id="export-form" onSubmit=${(e) => e.preventDefault()}>
      <${Chips} name="what" label="What" value=${s.what} onPick=${pick}
        options=${[["position", tr("This position")], ["figures", tr("The game in figures")], ["game", tr("The game, animated")], ["card", tr("A card to post")], ["page", tr("A web page")], ["format", tr("The file")]]} />
      ${s.what === "position" && html`${chips("format", tr("Format"), pictures, this.format())}
        ${chips("theme", tr("Look"), themes, s.theme)}
        <div class="row">
          <label class="field">Part of the board<input id="export-part" type="text" placeholder="all, or A1:G7" value=${s.part} onInput=${(e) => this.setState({ part: e.target.value.trim(), error: "" })} /></label>
          <${NumberField} id="export-numbers" label="Number the last … moves" min="0" step="1" value=${s.numbers} onInput=${set("numbers")} />
          ${s.format === "png" && html`<${NumberField} id="export-width" label="Width in pixels" min="50" max="4000" value=${s.width} onInput=${set("width")} />`}
        </div>
        ${!s.error && html`<img class="export-preview" alt="Preview" src=${this.address({ format: "svg" })} onError=${this.explain} />`}`}
      ${s.what === "card" && html`<p class="hint">A PNG of the last position, with the players, the result and the date from the record.</p>
        ${chips("theme", tr("Look"), themes, s.theme)}
        ${!s.error && html`<img class="export-preview" alt="Preview" src=${this.address({ format: "svg" })} onError=${this.explain} />`}`}
      ${s.what === "figures" && html`<p class="hint">A PDF to print: diagrams with numbered moves, up to here.</p>
        <${NumberField} id="export-figures" label="Moves in a figure" min="1" max="400" value=${s.figures} onInput=${set("figures")} />`}
      ${s.what === "game" && html`<p class="hint">A GIF that plays the moves up to here.</p>
        <${NumberField} id="export-width" label="Width in pixels" min="50" max="1200" value=${s.width} onInput=${set("width")} />`}
      ${s.what === "page" && html`${chips("reader", tr("The reader"), [["game", tr("Looks at the game")], ["problem", tr("Solves a problem")]], s.reader)}
        ${chips("theme", tr("Look"), themes, s.theme)}
        <p class="hint">One file with all variations, comments and the analysis in the record. It opens in any browser, without tengen and without a network. To show it on a website, put the file there and add this line:</p>
        <input id="export-embed" type="text" readonly aria-label="Line for a website" value=${`<iframe src="game.html" title="A game of Go" width="100%" height="640"></iframe>`} onFocus=${(e) => e.target.select()} />`}
      ${s.what === "format" && chips("format", tr("Format"), record.opened().record.original ? [...formats(), asOpened] : formats(), s.format)}
      ${s.what === "format" && s.format !== "sgf" && s.format !== "original" && html`<p class="hint">Only the main line of this game, without variations, comments and marks.</p>`}
      ${s.error && html`<p id="export-error" class="error" role="alert">${s.error}</p>`}
      <a id="export-go" class="button primary wide" href=${this.address()} download onClick=${this.download}>${icon("download")}<span>Download</span></a>
    </form>`;
  }
}

/** The name of the file in an answer. @param {string} disposition */
function fileNameOf(disposition) {
  const coded = /filename\*=utf-8''([^;]+)/i.exec(disposition);
  return coded ? decodeURIComponent(coded[1]) : (/filename="?([^";]+)"?/.exec(disposition)?.[1] ?? "record");
}

/** The configuration. The page always has it when a record is open. */
const config = () => /** @type {import("../types.d.ts").Config} */ (page.state.config);

/** Begins a game against the engine from the position. */
export class PlayForm extends Component {
  state = { human: record.state.position?.toPlay ?? "black", strength: usualStrength(config().defaults), error: "", busy: false };

  start = async (event) => {
    event.preventDefault();
    const { record: r } = record.opened();
    const { node } = record.state;
    this.setState({ busy: true, error: "" });
    try {
      await record.drafts.flush();
      const { id } = await api.post(`records/${r.id}/play`, { game: r.game, node, human: this.state.human, ...strengthRequest(this.state.strength) });
      page.update({ dialog: "" });
      location.hash = id;
    } catch (refusal) {
      this.setState({ error: page.messageOf(refusal), busy: false });
    }
  };

  render(_, s) {
    return html`<form class="form" id="play-form" onSubmit=${this.start}>
      <${Chips} name="human" label="You play" value=${s.human} onPick=${(human) => this.setState({ human })}
        options=${[["black", tr("Black")], ["white", tr("White")], ["both", tr("Both")], ["none", tr("Neither")]]} />
      ${s.human !== "both" && html`<${StrengthChoice} value=${s.strength} ranks=${config().ranks} onChange=${(strength) => this.setState({ strength })} />`}
      ${s.error && html`<p class="error" role="alert">${page.sentence(s.error)}</p>`}
      <button id="play-start" class="primary wide" disabled=${s.busy}>Play</button>
    </form>`;
  }
}
