// The page of a record. One side has the board and the tools, the other has the tree, the texts and the actions for the
// file.
import * as analysis from "./analysis.js";
import { AnalysisPanel } from "./analysisview.js";
import { Board } from "./board.js";
import { Candidates } from "./candidates.js";
import { EditBar } from "./editbar.js";
import { beginProblems } from "./lesson.js";
import { titleOf } from "./gamelist.js";
import * as page from "./page.js";
import { Component, html } from "./html.js";
import { icon } from "./icons.js";
import { Marks } from "./marks.js";
import { Analysis, clockText, Diagnostics, Faults, Judgements, KeptTexts, Properties, Words } from "./noteview.js";
import * as record from "./record.js";
import * as review from "./review.js";
import { BetterPoint, ReviewPanel } from "./reviewview.js";
import * as write from "./recordtools.js";
import { variationOf } from "./tree.js";
import { TreeView } from "./treeview.js";
import { frame } from "./view.js";

/** @type {string[]} */
const nothing = [];

/** @extends {Component<{path: string, coordinates: boolean, next: boolean}, {}>}  next: whether the board shows the next moves */
export class RecordPage extends Component {
  componentDidMount() {
    record.open(this.props.path);
    window.addEventListener("focus", record.catchUp);
    document.addEventListener("visibilitychange", record.catchUp);
    window.addEventListener("beforeunload", warn);
    window.addEventListener("pagehide", record.flushLast);
  }

  componentDidUpdate(old) {
    if (old.path !== this.props.path) record.open(this.props.path);
  }

  componentWillUnmount() {
    window.removeEventListener("focus", record.catchUp);
    document.removeEventListener("visibilitychange", record.catchUp);
    window.removeEventListener("beforeunload", warn);
    window.removeEventListener("pagehide", record.flushLast);
    record.close();
  }

  render({ coordinates, next }) {
    const { record: r, position, tree, node, tool, from, visit } = record.state;
    if (!r || !position || !tree) return html`<main class="play record" aria-busy="true"></main>`;
    const { width, height } = frame(r.graph, coordinates);
    const here = tree.at.get(node) ?? 0;
    const reviewed = review.requestOf(review.here()) !== null;
    return html`<main class="play record" id="record" style=${{ "--ratio": width / height }} data-record=${r.id} data-node=${node} data-shown=${position.node}
        data-number=${position.number} data-version=${r.version} data-saving=${record.drafts.saving}>
      <div class="table">
        <${Board} key="${r.id} ${r.game}" graph=${r.graph} stones=${position.stones} lastMove=${position.lastMove} koBan=${position.koBan} dead=${nothing}
          ghost=${ghostOf(tool, position)} quiet=${false} coordinates=${coordinates} visit=${visit}
          onPoint=${(vertex) => analysis.touch(vertex) || write.touch(vertex)} onWheel=${record.step} onAim=${(vertex) => page.say(`Tap ${vertex} again.`)}>
          ${reviewed && html`<${BetterPoint} graph=${r.graph} />`}
          <${Candidates} graph=${r.graph} stones=${position.stones} />
          <${Marks} graph=${r.graph} position=${position} next=${next && tool === "play"} from=${from} />
        </${Board}>
        <${EditBar} tool=${tool} canUndo=${r.canUndo || record.drafts.draft !== null} canRedo=${r.canRedo} toPlay=${position.toPlay}
          siblings=${siblingsOf(tree, here)} root=${tree.parent[here] < 0} />
      </div>
      <aside class="panel">
        <${Head} r=${r} />
        ${!reviewed && html`<${Sides} r=${r} position=${position} />`}
        <${Steps} tree=${tree} here=${here} position=${position} next=${next} coordinates=${coordinates} />
        ${page.state.config && page.state.config.judges.length > 0 && html`<${AnalysisPanel} subject=${subjectOf(r, position, node)} off="" path=${pathOf(r, tree)} onPlay=${write.playAt} />`}
        ${reviewed && html`<${ReviewPanel} of=${review.here()} version=${r.version} />`}
        ${!reviewed && html`<${TreeView} tree=${tree} node=${node} onPick=${record.go} />`}
        <${Faults} faults=${position.faults} />
        ${!reviewed && html`<${Analysis} analysis=${position.analysis} />`}
        <${KeptTexts} kept=${record.drafts.keptHere().filter((k) => k.node === null || k.game === r.game)} node=${node} />
        ${!reviewed && html`<${Words} node=${node} />
          <${Judgements} judgements=${position.judgements} hasMove=${tree.entries[here][2] !== 0} />
          <${Diagnostics} notes=${r.message ? [r.message, ...r.notes] : r.notes} diagnostics=${r.diagnostics} omitted=${r.omitted} />
          <${Properties} properties=${position.properties} />`}
        <${Foot} r=${r} node=${node} />
      </aside>
    </main>`;
  }
}

/** The position for the live analysis; null until it has arrived. @returns {analysis.Subject|null} */
function subjectOf(r, position, node) {
  if (position.node !== node) return null;
  const line = courseOf(r);
  return { key: `${line}/${node} ${position.toPlay} ${position.stones.join("")} ${position.koBan}`, line, node, request: { record: r.id, game: r.game, node }, toPlay: position.toPlay };
}

/** The name of the course of a game, for the live analysis. */
const courseOf = (r) => `${r.id}/${r.game}`;

/** The line that is shown, for the graph of the analysis. @param {any} r @param {import("./tree.js").Tree} tree */
function pathOf(r, tree) {
  const { path, at } = record.line();
  const moves = path.slice(1).map((i) => ({ number: tree.entries[i][5], color: tree.entries[i][2] > 0 ? "black" : "white", vertex: tree.entries[i][3] }));
  return { line: courseOf(r), nodes: path.map((i) => tree.entries[i][0]), at, moves, onGo: (/** @type {number} */ k) => record.go(tree.entries[path[k]][0]) };
}

/** Lets the browser ask for confirmation if closing the page would lose texts that could not be saved. @param {Event} event */
const warn = (event) => record.drafts.kept.length > 0 && event.preventDefault();

/** The number of variations at the nearest fork. @param {import("./tree.js").Tree} tree @param {number} i */
const siblingsOf = (tree, i) => tree.children[tree.parent[variationOf(tree, i)]]?.length ?? 1;

const ghostOf = (tool, { toPlay }) => (tool === "play" ? toPlay : tool === "black" || tool === "white" ? tool : "");

function Head({ r }) {
  const g = r.games[r.game];
  const facts = [(g.black || g.white) && g.title, g.date, g.result].filter(Boolean).join(" · ");
  return html`<div class="record-head">
    <div><h1 id="record-title" tabindex="-1" title=${r.name}>${titleOf(g, r.name)}</h1>
      <p class="hint">${facts || r.name}</p></div>
    <${Saved} />
    ${r.games.length > 1 && html`<button id="choose-game" class="wide" onClick=${() => page.show("record-games")}>${icon("list")}<span>Game ${r.game + 1} of ${r.games.length}</span></button>`}
  </div>`;
}

function Saved() {
  const { saving, unsaved, draft } = record.drafts;
  const [kind, text] = unsaved ? ["error", "Not saved"] : saving > 0 || draft ? ["busy", "Saving"] : ["done", "Saved"];
  return html`<span id="saved" class="saved ${kind}" role="status" title=${unsaved || (kind === "done" ? "Every change is saved" : "")}>${text}</span>`;
}

function Sides({ r, position }) {
  return html`<div class="players">${["black", "white"].map((color) => {
    const [clock, rank, team] = [position.clocks[color], r.info[`${color}Rank`], r.info[`${color}Team`]];
    const name = r.games[r.game][color] || (color === "black" ? "Black" : "White");
    return html`<div key=${color} class="player ${position.toPlay === color ? "active" : ""}" data-player=${color} aria-current=${position.toPlay === color ? "true" : null}>
      <span class="disc ${color}" aria-hidden="true"></span>
      <span class="who"><b title=${name}>${name}</b>${(rank || team) && html`<small>${[rank, team].filter(Boolean).join(", ")}</small>`}</span>
      ${clock && html`<span class="clock" title="time left">${clock.seconds !== undefined && clockText(clock.seconds)}${clock.overtime > 0 && html`<small>${clock.overtime} left</small>`}</span>`}
      <span class="taken" title="${position.captures[color]} stones captured"><b data-captures=${color}>${position.captures[color]}</b></span>
    </div>`;
  })}</div>`;
}

function Steps({ tree, here, position, next, coordinates }) {
  const button = (id, name, title, possible, run) =>
    html`<button id=${id} class="plain" title=${title} aria-label=${title} disabled=${!possible} onClick=${run}>${icon(name)}</button>`;
  const [before, after] = [tree.parent[here] >= 0, tree.children[here].length > 0];
  return html`<div class="steps">
    <div class="history">
      ${button("first", "first", "To the start (Home)", before, () => record.step(-Infinity))}
      ${button("back", "back", "Back (←)", before, () => record.step(-1))}
      <span id="move-number">${position.number === 0 ? "Start" : `Move ${position.number}`}</span>
      ${button("forward", "forward", "Forward (→)", after, () => record.step(1))}
      ${button("last", "last", "To the end (End)", after, () => record.step(Infinity))}
    </div>
    <button id="next-moves" class="plain" aria-pressed=${next} title="Show the next moves on the board (v)" aria-label="Show the next moves on the board" onClick=${() => page.toggle("nextMoves")}>${icon("eye")}</button>
    <button id="coordinates" class="plain" aria-pressed=${coordinates} title="Coordinates (c)" aria-label="Coordinates" onClick=${() => page.toggle("coordinates")}>${icon("grid")}</button>
  </div>`;
}

function Foot({ r, node }) {
  const link = (id, href, name, text, title) => html`<a id=${id} class="button plain" href=${href} title=${title}>${icon(name)}<span>${text}</span></a>`;
  const button = (id, name, text, title, run) => html`<button id=${id} class="plain" title=${title} onClick=${run}>${icon(name)}<span>${text}</span></button>`;
  return html`<footer class="facts">
    <div class="tray">
      ${page.state.config?.review && button("review-record", "curve", "Review", "The moves that mattered in the game, and why (r)", review.toggle)}
      ${button("play-from-here", "play", "Play from here", "Play on from this position", () => page.show("record-play"))}
      ${button("info", "info", "Game info", "Players, event, result, rules … (f)", () => page.show("record-info"))}
      ${button("games-in-record", "list", "Games in file", "The games of this file; add, merge, delete", () => page.show("record-games"))}
      ${button("share", "share", "Export", "Pictures, print, other formats (o)", () => page.show("record-export"))}
      <a id="sgf" class="button plain" href="/api/records/${r.id}/sgf" download title="Download the file (s)">${icon("download")}<span>SGF</span></a>
      ${button("as-problems", "bulb", "As problems", "Solve the games of this file as problems", () => beginProblems(r.id, r.game))}
      ${link("find-position", `#library?record=${r.id}&game=${r.game}&node=${node}&area=whole`, "search", "Find in library", "Games with this position, or its corner")}
    </div>
    <p class="hint" title=${r.encoding}>${r.name}${r.rulesKnown ? ` · ${r.rules} rules` : ""}${r.komiKnown ? ` · komi ${r.komi}` : ""}</p>
  </footer>`;
}
