// Puts the parts on the screen.
import { Board } from "./board.js";
import { dialogs, GameList } from "./dialogs.js";
import * as game from "./game.js";
import { html, render } from "./html.js";
import { icon } from "./icons.js";
import { listenForKeys } from "./keys.js";
import { Laboratory } from "./labview.js";
import { NewGameForm } from "./newgame.js";
import { Panel } from "./panel.js";
import { frame } from "./view.js";

function Header() {
  return html`<header>
    <a class="brand" href="#" aria-label="tengen, all games"><img src="icon.svg" alt="" width="30" height="30" /><span>tengen</span></a>
    <nav>
      <button id="games" class="plain" title="Your games (g)" onClick=${() => game.show("games")}>${icon("list")}<span>Games</span></button>
      <button id="new-game" class="plain" title="New game (n)" onClick=${() => game.show("new")}>${icon("plus")}<span>New game</span></button>
      <a id="to-lab" class="button plain" href="#lab" title="The rules laboratory (l)">${icon("lab")}<span>Rules</span></a>
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
    </section>
  </main>`;
}

/** Tells those who do not see the board what has happened on it. */
function announcement({ game: g }) {
  if (!g) return "";
  const last = g.moves.at(-1);
  const turn = g.phase === "over" ? g.resultText : g.yourTurn && g.human !== "both" ? "Your turn" : "";
  return `${last ? `${last.color} ${last.vertex}. ` : ""}${turn}`;
}

function title({ game: g }) {
  if (!g) return "tengen";
  if (g.phase === "over") return `${g.result} · tengen`;
  return g.yourTurn && g.human !== "both" ? "Your turn · tengen" : "tengen";
}

function App({ state }) {
  return html`
    <${Header} />
    ${!state.connected && state.game && html`<p class="banner" role="status">Connection lost. Trying again…</p>`}
    ${state.game ? html`<${Play} state=${state} />` : state.lab !== null ? html`<${Laboratory} config=${state.config} path=${state.lab} coordinates=${state.coordinates} />` : html`<${Home} state=${state} />`}
    <p id="announcement" class="hidden" aria-live="polite">${announcement(state)}</p>
    <div class="messages" role="status" aria-live="assertive">
      ${state.message && html`<p id="message" onClick=${() => game.say("")}>${state.message}</p>`}
    </div>
    ${dialogs(state)}`;
}

game.onChange(() => {
  document.title = title(game.state);
  render(html`<${App} state=${game.state} />`, document.getElementById("app"));
});
listenForKeys();
game.start();
