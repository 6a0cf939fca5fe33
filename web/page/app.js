// Puts the parts on the screen.
import { Board } from "./board.js";
import { dialogs, GameList } from "./dialogs.js";
import * as game from "./game.js";
import { html, render } from "./html.js";
import { icon } from "./icons.js";
import { listenForKeys, room } from "./keys.js";
import { Laboratory } from "./labview.js";
import { LibraryPage } from "./libraryview.js";
import { NewGameForm } from "./newgame.js";
import { Panel } from "./panel.js";
import * as record from "./record.js";
import { RecordList } from "./recordlist.js";
import { listenForFiles } from "./records.js";
import { RecordPage, titleOf } from "./recordview.js";
import { TrainingPage } from "./trainingview.js";
import { frame } from "./view.js";

function Header({ training }) {
  return html`<header>
    <a class="brand" href="#" aria-label="tengen, all games"><img src="icon.svg" alt="" width="30" height="30" /><span>tengen</span></a>
    <nav>
      <button id="games" class="plain" title="Your games (g)" onClick=${() => game.show("games")}>${icon("list")}<span>Games</span></button>
      <button id="new-game" class="plain" title="New game (n)" onClick=${() => game.show("new")}>${icon("plus")}<span>New game</span></button>
      <a id="to-library" class="button plain" href="#library" title="The library (y)">${icon("book")}<span>Library</span></a>
      <a id="to-lab" class="button plain" href="#lab" title="The rules laboratory (l)">${icon("lab")}<span>Rules</span></a>
      ${training && html`<a id="to-training" class="button plain" href="#training" title="Runs of training">${icon("curve")}<span>Training</span></a>`}
      <button id="theme" class="plain" aria-label="Light or dark" title="Light or dark (d)" onClick=${game.toggleTheme}>${icon("theme")}</button>
      <button id="keys" class="plain" aria-label="Keys" title="Keys (?)" onClick=${() => game.show("keys")}>${icon("help")}</button>
    </nav>
  </header>`;
}

function Play({ state }) {
  const { game: g, view } = state;
  const stones = view?.stones ?? g.stones;
  const mine = game.mayPlay();
  const marking = g.phase === "dead" && !view;
  const { width, height } = frame(g.graph, state.coordinates);
  return html`<main class="play" style=${{ "--ratio": width / height }} data-phase=${g.phase} data-number=${g.number}>
    <div class="table">
      <${Board} key=${g.id} graph=${g.graph} visit=${state.visit} blocked=${view ? none : g.blocked} stones=${stones} lastMove=${view ? view.lastMove : g.lastMove}
        koBan=${view ? "" : g.koBan} dead=${view ? none : g.dead} score=${view ? undefined : g.score}
        ghost=${mine ? g.toPlay : ""} quiet=${!mine && !marking} coordinates=${state.coordinates}
        onPoint=${game.touchPoint} onAim=${(vertex) => game.say(`Tap ${vertex} again to play there.`)} />
    </div>
    <${Panel} state=${state} />
  </main>`;
}

const none = [];

function Home({ state }) {
  if (!state.config) return null;
  return html`<main class="home">
    <section class="welcome">
      <h1>A game of Go</h1>
      <p>Choose a board and begin. Your games are kept on this computer, also when you close the page.</p>
      <${NewGameForm} key=${JSON.stringify(state.wish)} config=${state.config} wish=${state.wish} />
    </section>
    <section class="shelf">
      <h2>Your games</h2>
      <${GameList} state=${state} />
      <h2>Records</h2>
      <${RecordList} records=${state.records} notices=${state.recordNotices} />
    </section>
  </main>`;
}

/** Tells those who do not see the board what has happened on it. */
function announcement({ game: g }) {
  if (g) {
    const last = g.moves.at(-1);
    const turn = g.phase === "over" ? g.resultText : g.yourTurn && g.human !== "both" ? "Your turn" : "";
    return `${last ? `${last.color} ${last.vertex}. ` : ""}${turn}`;
  }
  const { position: p, node, tree } = record.state;
  if (!p || p.node !== node) return "";
  const color = { 1: "black ", "-1": "white " }[tree.entries[tree.at.get(node)]?.[2]] ?? "";
  const variations = p.children.length > 1 ? ` ${p.children.length} variations follow.` : "";
  return `${p.number ? `Move ${p.number}${p.lastMove ? `, ${color}${p.lastMove}` : ""}.` : "The start."}${variations} ${p.comment.slice(0, 300)}`;
}

function title({ game: g, record: r, library, training }) {
  if (r !== null && record.state.record) return `${titleOf(record.state.record.games[record.state.record.game], record.state.record.name)} · tengen`;
  if (library !== null) return "Library · tengen";
  if (training !== null) return "Training · tengen";
  if (!g) return "tengen";
  if (g.phase === "over") return `${g.result} · tengen`;
  return g.yourTurn && g.human !== "both" ? "Your turn · tengen" : "tengen";
}

function Main({ state }) {
  const { config, coordinates } = state;
  if (state.game) return html`<${Play} state=${state} />`;
  if (state.lab !== null) return html`<${Laboratory} config=${config} path=${state.lab} coordinates=${coordinates} />`;
  if (state.record !== null) return html`<${RecordPage} path=${state.record} coordinates=${coordinates} next=${state.nextMoves} />`;
  if (state.library !== null) return html`<${LibraryPage} path=${state.library} />`;
  if (state.training !== null) return html`<${TrainingPage} config=${config} />`;
  return html`<${Home} state=${state} />`;
}

function Message({ message, remedy }) {
  if (!message) return null;
  return html`<div id="message-box"><p id="message" onClick=${() => game.say("")}>${message}</p>
    ${remedy && html`<button id="remedy" onClick=${() => (game.say(""), remedy.run())}>${remedy.text}</button>`}</div>`;
}

function App({ state }) {
  return html`
    <${Header} training=${state.config?.training} />
    ${!state.connected && state.game && html`<p class="banner" role="status">Connection lost. Trying again…</p>`}
    <${Main} state=${state} />
    <p id="announcement" class="hidden" aria-live="polite">${announcement(state)}</p>
    <div class="messages" role="status" aria-live="assertive"><${Message} message=${state.message} remedy=${state.remedy} /></div>
    <p class="drop-here" aria-hidden="true">Drop it to open it</p>
    ${dialogs(state)}`;
}

let seen = ""; // the part of the page that has the focus

/** Takes the focus along to another part of the page: to its heading, or the board. */
function focusPage({ game: g, record: r, dialog }) {
  const now = g?.id ?? (r !== null ? `record/${r.split("/")[0]}` : room());
  if (now === seen || dialog || (now === "home" && location.hash.length > 1)) return; // on the way elsewhere
  const target = document.querySelector("main h1") ?? document.querySelector("main .point[tabindex='0']");
  if (!target) return;
  const began = seen === "";
  seen = now;
  if (began || document.activeElement?.closest("main input, main textarea, main select")) return;
  if (target.tagName === "H1") target.setAttribute("tabindex", "-1");
  /** @type {HTMLElement} */ (target).focus({ preventScroll: true });
}

game.onChange(() => {
  document.title = title(game.state);
  render(html`<${App} state=${game.state} />`, document.getElementById("app"));
  focusPage(game.state);
});
listenForKeys();
listenForFiles();
game.start();
