// The page of a record: the board beside the moves, the comment, the tree and the actions for the file. The tools that
// change the record are there while Edit is on.
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
import { Analysis, clockText, Diagnostics, Faults, Judgements, KeptTexts, Properties, Reading, Words } from "./noteview.js";
import * as record from "./record.js";
import * as review from "./review.js";
import { BetterPoint, ReviewPanel } from "./reviewview.js";
import * as write from "./recordtools.js";
import { Steps } from "./stepsview.js";
import { tr, trCount, trServer } from "./text.js";
import { has, variationOf } from "./tree.js";
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
    if (page.state.dialog) record.autoplay.stop(); // a dialog is about the shown position
  }

  componentWillUnmount() {
    window.removeEventListener("focus", record.catchUp);
    document.removeEventListener("visibilitychange", record.catchUp);
    window.removeEventListener("beforeunload", warn);
    window.removeEventListener("pagehide", record.flushLast);
    record.close();
  }

  render({ coordinates, next }) {
    const { record: r, position, tree, node, tool, from, visit, editing } = record.state;
    if (!r || !position || !tree) return html`<main class="play record" aria-busy="true"></main>`;
    const { width, height } = frame(r.graph, coordinates);
    const here = tree.at.get(node) ?? 0;
    const reviewed = review.requestOf(review.here()) !== null;
    const analysed = page.state.config !== null && page.state.config.judges.length > 0;
    const subject = subjectOf(r, position, node);
    if (analysed) analysis.follow(subject, true); // before the board is drawn
    return html`<main class="play record ${editing ? "editing" : "reading"}" id="record" style=${{ "--ratio": width / height }} data-record=${r.id} data-node=${node} data-shown=${position.node}
        data-number=${position.number} data-version=${r.version} data-saving=${record.drafts.saving}>
      <div class="table">
        <${Board} key="${r.id} ${r.game}" seed="${r.id} ${r.game}" graph=${r.graph} stones=${position.stones} lastMove=${position.lastMove} koBan=${position.koBan} dead=${nothing}
          ghost=${editing ? ghostOf(tool, position) : ""} quiet=${!editing && position.children.length === 0} coordinates=${coordinates} visit=${visit}
          onPoint=${(vertex) => analysis.touch(vertex) || write.touch(vertex)} onWheel=${record.step} onAim=${(vertex) => page.say(tr("Tap {vertex} again.", { vertex }))}>
          ${reviewed && html`<${BetterPoint} graph=${r.graph} />`}
          <${Candidates} graph=${r.graph} stones=${position.stones} />
          <${Marks} graph=${r.graph} position=${position} next=${next && tool === "play"} from=${from} />
        </${Board}>
        ${editing && html`<${EditBar} tool=${tool} canUndo=${r.canUndo || record.drafts.draft !== null} canRedo=${r.canRedo} toPlay=${position.toPlay}
          siblings=${siblingsOf(tree, here)} root=${tree.parent[here] < 0} />`}
      </div>
      <aside class="panel">
        <${Head} r=${r} editing=${editing} next=${next} coordinates=${coordinates} />
        ${!reviewed && html`<${Sides} r=${r} position=${position} />`}
        <${Steps} tree=${tree} here=${here} />
        ${!editing && !reviewed && html`<${Notes} tree=${tree} position=${position} />`}
        ${analysed && html`<${AnalysisPanel} subject=${subject} off="" path=${reviewed ? null : pathOf(r, tree)} onPlay=${write.playAt} />`}
        ${reviewed && html`<${ReviewPanel} of=${review.here()} version=${r.version} />`}
        ${!reviewed && html`<${TreeView} tree=${tree} node=${node} onPick=${record.go} />`}
        ${(editing || reviewed) && html`<${Faults} faults=${position.faults} />`}
        ${editing && !reviewed && html`<${Analysis} analysis=${position.analysis} />`}
        <${KeptTexts} kept=${record.drafts.keptHere().filter((k) => k.node === null || k.game === r.game)} node=${node} />
        ${editing && !reviewed && html`<${Words} node=${node} />
          <${Judgements} judgements=${position.judgements} hasMove=${tree.entries[here][2] !== 0} />`}
        ${!reviewed && html`<${Diagnostics} notes=${r.message ? [r.message, ...r.notes] : r.notes} diagnostics=${r.diagnostics} omitted=${r.omitted} />`}
        ${editing && !reviewed && html`<${Properties} properties=${position.properties} />`}
        <${Foot} r=${r} node=${node} />
      </aside>
    </main>`;
  }
}

/** What the file says about the position. A part that no node of the record has is left out. The other parts keep their place at every node, so that the page does not move. */
function Notes({ tree, position }) {
  const flags = flagsOf(tree);
  return html`
    ${(flags & has.analysis) !== 0 && html`<${Analysis} analysis=${position.analysis} kept=${true} />`}
    ${(flags & (has.comment | has.name | has.judgement | has.fault)) !== 0 && html`<${Reading} position=${position} />`}`;
}

/** @type {WeakMap<import("./tree.js").Tree, number>} */
const flags = new WeakMap();

/** The flags of all nodes together. @param {import("./tree.js").Tree} tree */
function flagsOf(tree) {
  if (!flags.has(tree)) flags.set(tree, tree.entries.reduce((all, entry) => all | entry[4], 0));
  return flags.get(tree) ?? 0;
}

/** The position for the live analysis; null until it has arrived. @returns {analysis.Subject|null} */
function subjectOf(r, position, node) {
  if (position.node !== node) return null;
  const line = courseOf(r);
  return { key: `${line}/${node} ${position.toPlay} ${position.stones.join("")} ${position.koBan}`, line, node, request: { record: r.id, game: r.game, node }, toPlay: position.toPlay };
}

/**
 * The name of the course of a game, for the live analysis. Results for another komi or other rules belong to another
 * course.
 */
const courseOf = (r) => `${record.coursesOf(r.id, r.game)} ${r.rules} ${r.komi} ${r.info.handicap ?? ""}`;

/** @type {WeakMap<number[], any>} by line */
const paths = new WeakMap();

/** The line that is shown, for the graph of the analysis. @param {any} r @param {import("./tree.js").Tree} tree */
function pathOf(r, tree) {
  const { path, at } = record.line();
  if (!paths.has(path)) {
    const moves = path.slice(1).map((i) => ({ number: tree.entries[i][5], color: tree.entries[i][2] > 0 ? "black" : "white", vertex: tree.entries[i][3], category: "" }));
    paths.set(path, { nodes: path.map((i) => tree.entries[i][0]), moves, onGo: (/** @type {number} */ k) => record.go(tree.entries[path[k]][0]) });
  }
  return { line: courseOf(r), at, ...paths.get(path) };
}

/** Lets the browser ask for confirmation if closing the page would lose changes that are not saved. @param {Event} event */
const warn = (event) => (record.drafts.kept.length > 0 || record.drafts.edits > 0) && event.preventDefault();

/** The number of variations at the nearest fork. @param {import("./tree.js").Tree} tree @param {number} i */
const siblingsOf = (tree, i) => tree.children[tree.parent[variationOf(tree, i)]]?.length ?? 1;

const ghostOf = (tool, { toPlay }) => (tool === "play" ? toPlay : tool === "black" || tool === "white" ? tool : "");

function Head({ r, editing, next, coordinates }) {
  const g = r.games[r.game];
  const facts = [g.date, g.result, (g.black || g.white) && g.title].filter(Boolean).join(" · ");
  const option = (id, name, pressed, text, key, run) => html`<button id=${id} class="plain" aria-pressed=${pressed} title="${text} (${key})" aria-label=${text} onClick=${run}>${icon(name)}</button>`;
  return html`<div class="record-head">
    <div class="wide"><h1 id="record-title" tabindex="-1" title=${r.name}>${titleOf(g, r.name)}</h1><${Saved} editing=${editing} /></div>
    <p class="hint" title=${facts}>${facts || r.name}</p>
    <div class="options">
      ${option("next-moves", "eye", next, tr("Show the next moves on the board"), "v", () => page.toggle("nextMoves"))}
      ${option("coordinates", "grid", coordinates, tr("Coordinates"), "c", () => page.toggle("coordinates"))}
      <button id="edit" aria-pressed=${editing} title=${editing ? tr("Hide the tools that change the record (Shift E)") : tr("Change the record (Shift E)")} onClick=${() => record.setEditing(!editing)}>${icon("pencil")}<span>Edit</span></button>
    </div>
    ${r.games.length > 1 && html`<button id="choose-game" class="wide" onClick=${() => page.show("record-games")}>${icon("list")}<span>${tr("Game {game} of {n}", { game: r.game + 1, n: r.games.length })}</span></button>`}
  </div>`;
}

/** Whether the changes are saved. A reader changes nothing, and sees only what is not saved. */
function Saved({ editing }) {
  const { saving, unsaved, draft } = record.drafts;
  const [kind, text] = unsaved ? ["error", tr("Not saved")] : saving > 0 || draft ? ["busy", tr("Saving")] : ["done", tr("Saved")];
  return html`<span id="saved" class="saved ${kind} ${kind === "done" && !editing ? "hidden" : ""}" role="status" title=${page.sentence(unsaved) || (kind === "done" ? tr("Every change is saved") : "")}>${text}</span>`;
}

function Sides({ r, position }) {
  return html`<div class="players">${["black", "white"].map((color) => {
    const [clock, rank, team] = [position.clocks[color], r.info[`${color}Rank`], r.info[`${color}Team`]];
    const name = r.games[r.game][color] || (color === "black" ? tr("Black") : tr("White"));
    return html`<div key=${color} class="player ${position.toPlay === color ? "active" : ""}" data-player=${color} aria-current=${position.toPlay === color ? "true" : null}>
      <span class="disc ${color}" aria-hidden="true"></span>
      <span class="who"><b title=${name}>${name}</b>${(rank || team) && html`<small>${[rank, team].filter(Boolean).join(", ")}</small>`}</span>
      ${clock && html`<span class="clock" title="time left">${clock.seconds !== undefined && clockText(clock.seconds)}${clock.overtime > 0 && html`<small>${tr("{overtime} left", { overtime: clock.overtime })}</small>`}</span>`}
      <span class="taken" title=${trCount(position.captures[color], "1 stone captured", "{n} stones captured")}><b data-captures=${color}>${position.captures[color]}</b></span>
    </div>`;
  })}</div>`;
}

function Foot({ r, node }) {
  const link = (id, href, name, text, title) => html`<a id=${id} class="button plain" href=${href} title=${title}>${icon(name)}<span>${text}</span></a>`;
  const button = (id, name, text, title, run) => html`<button id=${id} class="plain" title=${title} onClick=${run}>${icon(name)}<span>${text}</span></button>`;
  return html`<footer class="facts">
    <div class="tray">
      ${page.state.config?.review && button("review-record", "curve", tr("Review"), tr("The moves that mattered in the game, and why (r)"), review.toggle)}
      ${button("play-from-here", "play", tr("Play from here"), tr("Play on from this position"), () => page.show("record-play"))}
      ${button("info", "info", tr("Game info"), tr("Players, event, result, rules … (f)"), () => page.show("record-info"))}
      ${button("games-in-record", "list", tr("Games in file"), tr("The games of this file; add, merge, delete"), () => page.show("record-games"))}
      ${button("share", "share", tr("Export"), tr("Pictures, print, other formats (o)"), () => page.show("record-export"))}
      <a id="sgf" class="button plain" href="/api/records/${r.id}/sgf" download title="Download the file (s)">${icon("download")}<span>SGF</span></a>
      ${button("as-problems", "bulb", tr("As problems"), tr("Solve the games of this file as problems"), () => beginProblems(r.id, r.game))}
      ${link("find-position", `#library?record=${r.id}&game=${r.game}&node=${node}&area=whole`, "search", tr("Find in library"), tr("Games with this position, or its corner"))}
    </div>
    <p class="hint" title=${r.encoding}>${r.name}${r.rulesKnown ? ` · ${tr("{rules} rules", { rules: trServer(r.rules) })}` : ""}${r.komiKnown ? ` · ${tr("komi {komi}", { komi: r.komi })}` : ""}</p>
  </footer>`;
}
