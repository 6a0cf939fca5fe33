// The first page: a board, the form for a new game beside it, and the latest games.
import * as api from "./api.js";
import { Board } from "./board.js";
import { Cards, everything, Notices, OpenButton } from "./gamesview.js";
import { Component, html } from "./html.js";
import { icon } from "./icons.js";
import { LanguageChoice } from "./languageview.js";
import * as lists from "./lists.js";
import { NewGameForm } from "./newgame.js";
import * as page from "./page.js";
import { openFiles } from "./records.js";
import { secretOf } from "./seats.js";
import { rankText } from "./strength.js";
import { tr, trBoard } from "./text.js";
import { frame } from "./view.js";

/** @import { Config, Game, GameListEntry, Sketch } from "../types.d.ts" */

/** Moves the focus to the form. @param {Event} event */
const toForm = (event) => {
  event.preventDefault();
  const start = document.getElementById("start");
  start?.scrollIntoView({ block: "center" });
  start?.focus({ preventScroll: true });
};

/** The ways to begin. */
const Doors = () => html`<section class="doors" aria-label="Begin">
  <a class="door" id="door-course" href="#course" title="Learn the rules in short lessons on the board">${icon("bulb")}<b>New to Go</b></a>
  <a class="door" id="door-play" href="#new" title="Begin a game against the engine" onClick=${toForm}>${icon("play")}<b>I play</b></a>
  <button class="door" id="door-friend" title="Invite a friend, who plays on another machine" onClick=${() => page.show("friend")}>${icon("people")}<b>Play a friend</b></button>
  <label class="door upload" id="door-file" title="Open a file: a game record, or problems">${icon("upload")}<b>I have a game to look at</b>
    <input type="file" multiple aria-label="I have a game to look at: open a file" onChange=${(e) => {
      openFiles([...e.target.files]);
      e.target.value = "";
    }} /></label>
</section>`;

/** The latest game that the user can go on with. @returns {GameListEntry|undefined} */
const unfinished = () => lists.state.games?.find((g) => !g.over && (g.seats ? secretOf(g.id) : g.moves > 0 && g.human !== "none"));

/** @type {string[]} */
const nothing = [];
const latest = 12; // games that the first page shows

/** @extends {Component<{config: Config, setup: Record<string, string>}, {fresh: boolean, sketch: Sketch|null, last: Game|null, human: string}>} */
export class Home extends Component {
  /** Begins the game of the form with this first move. @type {(vertex: string) => void} */
  begin = () => {};
  asked = ""; // the board that the form has asked for
  wanted = ""; // the game that the board is to show

  /** @param {{config: Config, setup: Record<string, string>}} props */
  constructor({ setup }) {
    super();
    // fresh: the board shows the new game, as the form has it. Otherwise it shows the last game, if it is not over.
    this.state = { fresh: Object.keys(setup).length > 0, sketch: null, last: null, human: "black" };
  }

  componentDidMount() {
    this.showLast();
  }
  componentDidUpdate() {
    this.showLast();
  }

  showLast() {
    const id = unfinished()?.id ?? "";
    if (id === this.wanted) return;
    this.wanted = id;
    page.attempt(async () => {
      const last = id ? await api.get(`games/${id}`) : null;
      if (this.wanted === id) this.setState({ last });
    });
  }

  /** Shows the board of the form. @param {string} board @param {string} human @param {(vertex: string) => void} begin */
  chosen = (board, human, begin) => {
    this.begin = begin;
    if (this.asked) this.setState({ fresh: true });
    this.setState({ human });
    if (board === this.asked || !board) return;
    this.asked = board;
    setTimeout(async () => {
      if (this.asked !== board) return;
      const sketch = await api.post("board", { board }).catch(() => null); // the form shows the error
      if (this.asked === board) this.setState({ sketch });
    }, 0);
  };

  render({ config, setup }, { fresh, sketch, last, human }) {
    const { coordinates } = page.state;
    const going = fresh ? null : last;
    const shown = going ?? sketch;
    const graph = shown?.graph;
    const size = graph ? frame(graph, coordinates) : { width: 1, height: 1 };
    const entries = everything();
    return html`<main class="front">
      <div class="play" style=${{ "--ratio": size.width / size.height }}>
        <div class="table">
          <div class="stage" inert=${!!going} aria-busy=${!graph}>
            ${graph && html`<${Board} key=${graph.name} seed=${going?.id} graph=${graph} visit=${null} blocked=${nothing} stones=${shown.stones} lastMove=${going?.lastMove ?? ""} koBan="" dead=${nothing}
              ghost=${going || human === "none" ? "" : "black"} quiet=${!!going} coordinates=${coordinates}
              onPoint=${(vertex) => this.begin(human === "white" || human === "none" ? "" : vertex)} onAim=${(vertex) => page.say(tr("Tap {vertex} again to begin there.", { vertex }))} />`}
          </div>
          ${going && html`<a class="go-on-board" href="#${going.id}" aria-hidden="true" tabindex="-1"></a>`}
        </div>
        <aside class="panel">
          <${Doors} />
          ${going && html`<a id="go-on" class="button wide go-on" href="#${going.id}">${icon("play")}<span>Go on with your game
            <small>${[going.graph.width ? `${going.graph.width} × ${going.graph.height}` : trBoard(going.graph.name), going.seats ? [going.blackName, going.whiteName].filter(Boolean).join(" – ") || tr("waiting for your friend") : going.human === "both" ? tr("two people") : rankText(going.rank), tr("move {n}", { n: going.moves.length })].join(" · ")}</small></span></a>`}
          <h1>A game of Go</h1>
          <${NewGameForm} config=${config} setup=${setup} onChosen=${this.chosen} />
        </aside>
      </div>
      <section class="shelf games" aria-labelledby="shelf-title">
        <div class="games-head"><h2 id="shelf-title">Your games</h2>
          <div class="actions"><${OpenButton} />
            <button id="new-record" onClick=${() => page.show("new-record")}>${icon("plus")}<span>New record</span></button></div></div>
        <${Notices} />
        ${entries.length === 0 && lists.state.games && lists.state.records && html`<p class="hint">Your games are stored on this computer and stay there when you close the page.</p>`}
        <${Cards} entries=${entries.slice(0, latest)} />
        ${entries.length > latest && html`<p><a href="#games">${tr("All {n} games and records", { n: entries.length })}</a></p>`}
        <p><button id="links" class="plain" onClick=${() => page.show("share")}>${icon("share")}<span>Links for others</span></button></p>
        <${LanguageChoice} id="home-language" />
      </section>
    </main>`;
  }
}
