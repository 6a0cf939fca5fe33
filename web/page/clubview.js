// The page of the club: who plays, tournaments, and finished games.
import { downloadSGF } from "./download.js";
import { ago, exactly } from "./dates.js";
import { Component, html } from "./html.js";
import { icon } from "./icons.js";
import * as page from "./page.js";
import { headingOf } from "./result.js";
import { tr, trBoard, trCount, trServer } from "./text.js";
import * as tournaments from "./tournaments.js";

/** @import { Club, GameListEntry, TournamentEntry } from "../types.d.ts" */

/** @type {Record<string, string>} */
export const systems = { swiss: tr("Swiss"), "round-robin": tr("Round robin"), knockout: tr("Knockout") };

const many = 20; // finished games that are shown at first

/** @extends {Component<{}, {all: boolean}>} */
export class ClubPage extends Component {
  state = { all: false };
  stop = () => {};

  componentDidMount() {
    this.stop = tournaments.repeat(tournaments.loadClub);
  }

  componentWillUnmount() {
    this.stop();
  }

  render(_, { all }) {
    const { club, error } = tournaments.state;
    const now = club?.games.filter((g) => !g.over) ?? [];
    const over = club?.games.filter((g) => g.over) ?? [];
    return html`<main class="club" id="club">
      <div class="club-head"><h1 tabindex="-1">Club</h1>
        ${page.mayAll() && html`<button id="new-tournament" onClick=${() => page.show("tournament")}>${icon("plus")}<span>New tournament</span></button>`}</div>
      ${error && html`<p class="error" role="alert">${page.sentence(error)}</p>`}
      ${club?.notices.map((text) => html`<p class="error">${trServer(text)}</p>`)}
      ${club && html`<section aria-labelledby="club-now"><h2 id="club-now">Who plays now</h2>
          ${now.length === 0 && html`<p class="hint">No game is being played now.</p>`}
          <ul id="running-games" class="club-list">${now.map((g) => html`<${Game} key=${g.id} g=${g} />`)}</ul></section>
        <section aria-labelledby="club-tournaments"><h2 id="club-tournaments">Tournaments</h2>
          ${club.tournaments.length === 0 && html`<p class="hint">There are no tournaments.</p>`}
          <ul id="tournaments" class="club-list">${club.tournaments.map((t) => html`<${Entry} key=${t.id} t=${t} />`)}</ul></section>
        <section aria-labelledby="club-over"><h2 id="club-over">Finished games</h2>
          ${over.length === 0 && html`<p class="hint">No game is finished yet.</p>`}
          <ul id="finished-games" class="club-list">${(all ? over : over.slice(0, many)).map((g) => html`<${Game} key=${g.id} g=${g} />`)}</ul>
          ${!all && over.length > many && html`<button id="all-finished" class="wide" onClick=${() => this.setState({ all: true })}>${tr("Show more of {n}", { n: over.length })}</button>`}</section>`}
    </main>`;
  }
}

/** @param {{g: GameListEntry}} props */
function Game({ g }) {
  const { result, blackName, whiteName } = g;
  const title = `${blackName} – ${whiteName}`;
  const stage = g.over ? headingOf({ result, blackName, whiteName, human: "both" }) : trCount(g.moves, "1 move", "{n} moves");
  return html`<li data-game=${g.id}>
    <a href="#${g.id}"><b>${title}</b><small title=${exactly(new Date(g.changed))}>${[stage, trBoard(g.board), ago(new Date(g.changed))].join(" · ")}</small></a>
    ${g.over && html`<a class="button plain" href="/api/games/${g.id}/sgf" download onClick=${(e) => downloadSGF(e, "games", g.id)} aria-label=${tr("SGF file of {title}", { title })}>SGF</a>`}
  </li>`;
}

/** How far a tournament is. @param {TournamentEntry} t */
function stageOf(t) {
  if (t.done) return tr("ended");
  return t.round === 0 ? tr("open for players") : tr("round {n} of {length}", { n: t.round, length: t.length });
}

/** @param {{t: TournamentEntry}} props */
const Entry = ({ t }) => html`<li data-tournament=${t.id}><a href="#tournament/${t.id}"><b>${t.name}</b>
  <small>${[systems[t.system], trCount(t.players, "1 player", "{n} players"), stageOf(t)].join(" · ")}</small></a></li>`;
