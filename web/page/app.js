// Draws the page: the header, the open part, the message and the dialog.
import * as analysis from "./analysis.js";
import { Board } from "./board.js";
import { Candidates } from "./candidates.js";
import { ClubPage } from "./clubview.js";
import { ClusterPage } from "./clusterview.js";
import { CoursePage, ProblemsPage } from "./courseview.js";
import { dialogs, Messages } from "./dialogs.js";
import * as game from "./game.js";
import { GamesPage } from "./gamesview.js";
import { titleOf } from "./gamelist.js";
import { Home } from "./homeview.js";
import { html, pure, render } from "./html.js";
import { icon } from "./icons.js";
import { listenForKeys } from "./keys.js";
import { Laboratory } from "./labview.js";
import { Gate } from "./shareview.js";
import { Proofs } from "./proofview.js";
import { SolvedBoards } from "./solvedview.js";
import { LearningPage } from "./learningview.js";
import * as lesson from "./lesson.js";
import { LessonPage } from "./lessonview.js";
import { LibraryPage } from "./libraryview.js";
import * as notices from "./notices.js";
import * as page from "./page.js";
import { mayAnalyse, Panel, status } from "./panel.js";
import * as record from "./record.js";
import { listenForFiles } from "./records.js";
import { headingOf } from "./result.js";
import { RecordPage } from "./recordview.js";
import { room, start } from "./route.js";
import { TeachMarks } from "./teachview.js";
import { tr, trBoard, trVertex } from "./text.js";
import { TournamentPage } from "./tournamentview.js";
import * as tournaments from "./tournaments.js";
import { TrainingPage } from "./trainingview.js";
import { frame } from "./view.js";

/** @import { Game } from "../types.d.ts" */

const Header = pure(({ owner, seen, training, cluster }) => html`<header>
    <a class="brand" href="#" aria-label="tengen, all games"><img src="icon.svg" alt="" width="30" height="30" /><span>tengen</span></a>
    <nav>
      ${owner && html`<a id="games" class="button plain" href="#games" title="Your games (g)">${icon("list")}<span>Games</span></a>
      <button id="new-game" class="plain" title="New game (n)" onClick=${() => page.show("new")}>${icon("plus")}<span>New game</span></button>
      <a id="to-course" class="button plain" href="#course" title="The course and problems (t)">${icon("bulb")}<span>Learn</span></a>
      <a id="to-library" class="button plain" href="#library" title="The library (y)">${icon("book")}<span>Library</span></a>
      <a id="to-lab" class="button plain" href="#lab" title="The rules laboratory (l)">${icon("lab")}<span>Rules</span></a>
      ${(training || cluster) && html`<a id="to-training" class="button plain" href=${training ? "#training" : "#cluster"} title=${training ? tr("Training runs") : tr("The cluster")}>${icon("curve")}<span>${training ? tr("Training") : tr("Cluster")}</span></a>`}`}
      ${seen && html`<a id="to-club" class="button plain" href="#club" title="The club: games between people, and tournaments">${icon("people")}<span>Club</span></a>`}
      <button id="theme" class="plain" aria-label="Look and sound" title="Look and sound (d: light or dark)" onClick=${() => page.show("look")}>${icon("theme")}</button>
      <button id="keys" class="plain" aria-label="Keys" title="Keys (?)" onClick=${() => page.show("keys")}>${icon("help")}</button>
    </nav>
  </header>`);

/** The page of a game. @param {{g: Game}} props */
function Play({ g }) {
  const { view, visit } = game.state;
  const { coordinates } = page.state;
  const stones = view?.stones ?? g.stones;
  const mine = game.mayPlay();
  const marking = g.phase === "dead" && !view && game.mayAct(g);
  const { width, height } = frame(g.graph, coordinates);
  return html`<main class="play" style=${{ "--ratio": width / height }} data-phase=${g.phase} data-number=${g.number}>
    <h1 class="hidden">${tr("Game on {board}", { board: g.graph.width ? tr("{width} by {height}", { width: g.graph.width, height: g.graph.height }) : trBoard(g.graph.name) })}</h1>
    <div class="table">
      <${Board} key=${g.id} seed=${g.id} graph=${g.graph} visit=${visit} blocked=${view ? none : g.blocked} stones=${stones} lastMove=${view ? view.lastMove : g.lastMove}
        koBan=${view ? "" : g.koBan} dead=${view ? none : g.dead} score=${view ? undefined : g.score}
        told=${g.score && !view ? (vertex) => game.reason(g.graph, g.score, vertex) : undefined}
        ghost=${mine ? g.toPlay : ""} quiet=${!mine && !marking} coordinates=${coordinates}
        onPoint=${(vertex) => (mayAnalyse(g) && analysis.touch(vertex)) || game.touchPoint(vertex)} onAim=${(vertex) => page.say(tr("Tap {vertex} again to play there.", { vertex }))}>
        ${mayAnalyse(g) && html`<${Candidates} graph=${g.graph} stones=${stones} />`}
        <${TeachMarks} g=${g} />
      </${Board}>
    </div>
    <${Panel} g=${g} />
  </main>`;
}

const none = [];

/** Tells a screen reader what has happened on the board. */
function announcement() {
  const { game: g } = game.state;
  if (g) {
    if (game.state.view) return status(g);
    const last = g.moves.at(-1);
    const waits = g.phase === "dead" || g.offered || g.proposed || g.paused || g.seats?.asked || (g.message && !g.yourTurn && !g.thinking);
    const turn = g.phase === "over" ? headingOf(g) : waits ? status(g) : g.yourTurn && game.hasOpponent(g) ? tr("Your turn") : "";
    return `${game.state.warning}${last ? `${last.color === "black" ? tr("black") : tr("white")} ${trVertex(last.vertex)}. ` : ""}${turn}`;
  }
  if (page.state.lesson !== null) return lesson.spoken();
  const { position: p, node, tree } = record.state;
  if (!p || !tree || p.node !== node) return "";
  const vertex = trVertex(p.lastMove);
  const move = [tr("white {vertex}", { vertex }), vertex, tr("black {vertex}", { vertex })][(tree.entries[tree.at.get(node) ?? -1]?.[2] ?? 0) + 1];
  const variations = p.children.length > 1 ? ` ${tr("{n} variations follow.", { n: p.children.length })}` : "";
  return `${p.number ? (p.lastMove ? tr("Move {number}, {move}.", { number: p.number, move }) : tr("Move {number}.", { number: p.number })) : tr("The start.")}${variations} ${p.comment.slice(0, 300)}`;
}

function title() {
  const { game: g } = game.state;
  const { games, lab, record: r, library, training, learning, course, lesson: path, problems, cluster, club, tournament } = page.state;
  if (r !== null && record.state.record) return `${titleOf(record.state.record.games[record.state.record.game], record.state.record.name)} · tengen`;
  if (games !== null) return `${tr("Your games")} · tengen`;
  if (lab !== null) return `${tr("Rules laboratory")} · tengen`;
  if (library !== null) return `${tr("Library")} · tengen`;
  if (training !== null) return `${tr("Training")} · tengen`;
  if (learning !== null) return `${learning ? `${learning} · ` : ""}${tr("Learning")} · tengen`;
  if (course !== null) return `${tr("Learn Go")} · tengen`;
  if (problems !== null) return `${tr("Problems")} · tengen`;
  if (cluster !== null) return `${tr("Cluster")} · tengen`;
  if (club !== null) return `${tr("Club")} · tengen`;
  if (tournament !== null) return `${tournaments.state.open?.name ?? tr("Tournament")} · tengen`;
  if (path !== null && lesson.state.step) return `${lesson.state.step.title} · tengen`;
  if (!g) return "tengen";
  if (g.phase === "over") return `${headingOf(g)} · tengen`;
  return g.yourTurn && game.hasOpponent(g) ? `${tr("Your turn")} · tengen` : "tengen";
}

function Main() {
  const { config, coordinates, games, lab, record: path, library, learning, lesson: place, nextMoves, setup } = page.state;
  if (!page.mayAll() && !["game", "club", "tournament"].includes(room())) return html`<${Gate} />`;
  switch (room()) {
    case "game":
      return html`<${Play} g=${game.state.game} />`;
    case "games":
      return html`<${GamesPage} path=${games} />`;
    case "lab":
      if (new URLSearchParams(lab ?? "").has("proof")) return html`<${Proofs} path=${lab} coordinates=${coordinates} />`;
      if (new URLSearchParams(lab ?? "").has("solved")) return html`<${SolvedBoards} path=${lab} coordinates=${coordinates} />`;
      return html`<${Laboratory} config=${config} path=${lab} coordinates=${coordinates} />`;
    case "record":
      return html`<${RecordPage} path=${path} coordinates=${coordinates} next=${nextMoves} />`;
    case "library":
      return html`<${LibraryPage} path=${library} />`;
    case "training":
      return html`<${TrainingPage} config=${config} />`;
    case "learning":
      return html`<${LearningPage} config=${config} path=${learning} coordinates=${coordinates} />`;
    case "course":
      return html`<${CoursePage} config=${config} />`;
    case "lesson":
      return html`<${LessonPage} path=${place} coordinates=${coordinates} />`;
    case "problems":
      return html`<${ProblemsPage} />`;
    case "cluster":
      return html`<${ClusterPage} />`;
    case "club":
      return html`<${ClubPage} />`;
    case "tournament":
      return html`<${TournamentPage} key=${page.state.tournament} id=${page.state.tournament} />`;
  }
  return config && html`<${Home} key=${JSON.stringify(setup)} config=${config} setup=${setup} />`;
}

function App() {
  const dialog = dialogs();
  return html`
    <${Header} owner=${page.mayAll()} seen=${page.state.config?.role !== "anyone"} training=${page.state.config?.training} cluster=${page.mayAll() && page.state.config?.cluster} />
    ${!game.state.connected && game.state.game && html`<p class="banner" role="status">Connection lost. Trying again…</p>`}
    <${Main} />
    <p id="announcement" class="hidden" aria-live="polite">${announcement()}</p>
    <${Messages} shown=${!dialog} />
    <p class="drop-here" aria-hidden="true">Drop the file to open it</p>
    ${dialog}`;
}

let seen = ""; // the part of the page that has the focus

/** Moves the focus to the newly opened part of the page: to its heading, or to the board. */
function focusPage() {
  const { record: r, dialog } = page.state;
  const { game: g } = game.state;
  const now = g?.id ?? (r !== null ? `record/${r.split("/")[0]}` : room());
  if (now === seen || dialog || (now === "home" && location.hash.length > 1)) return; // another part is about to open
  const target = document.querySelector("main h1:not(.hidden)") ?? document.querySelector("main .point[tabindex='0']");
  if (!target) return;
  const began = seen === "";
  seen = now;
  if (began || document.activeElement?.closest("main input, main textarea, main select")) return;
  if (target.tagName === "H1") target.setAttribute("tabindex", "-1");
  /** @type {HTMLElement} */ (target).focus({ preventScroll: true });
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
page.onChange(() => {
  const text = title();
  if (text !== document.title) document.title = text;
  render(html`<${App} />`, root);
  focusPage();
});
listenForKeys();
listenForFiles();
start();
notices.start();
