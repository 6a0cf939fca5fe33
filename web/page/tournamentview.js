// The page of a tournament: its players, the games of each round, the standings.
import { systems } from "./clubview.js";
import { controlText } from "./clocktime.js";
import { downloadSGF } from "./download.js";
import { Component, html } from "./html.js";
import { icon } from "./icons.js";
import * as page from "./page.js";
import { Invitation } from "./roomview.js";
import { invitationOf } from "./seats.js";
import { tr, trBoard, trCount, trParts, trServer } from "./text.js";
import * as tournaments from "./tournaments.js";

/** @import { Color, Pairing, Tournament } from "../types.d.ts" */

/** @extends {Component<{id: string}>} */
export class TournamentPage extends Component {
  stop = () => {};

  componentDidMount() {
    tournaments.state.error = "";
    this.stop = tournaments.repeat(() => tournaments.load(this.props.id));
  }

  componentWillUnmount() {
    this.stop();
  }

  render({ id }) {
    const { open, error } = tournaments.state;
    const t = open?.id === id ? open : null;
    return html`<main class="club" id="tournament" data-round=${t?.rounds.length}>
      <div class="club-head"><h1 tabindex="-1">${t?.name ?? tr("Tournament")}</h1>
        ${page.state.config?.role !== "anyone" && html`<a href="#club">All tournaments</a>`}</div>
      ${error && html`<p class="error" role="alert">${page.sentence(error)}</p>`}
      ${t && html`<p>${termsOf(t)}</p>
        ${t.problem && html`<p class="error" role="alert">${tr("Some games could not be made: {problem}. The server tries again.", { problem: trServer(t.problem) })}</p>`}
        <${You} t=${t} />
        ${page.mayAll() && mayGoOn(t) && html`<${Controls} t=${t} />`}
        ${t.rounds.length === 0 ? html`<${Players} t=${t} />` : html`
          <section><h2 id="standings-title">${t.done ? tr("Final standings") : tr("Standings")}</h2><${Standings} t=${t} /></section>
          <section><h2>${roundTitle(t.rounds.length)}</h2><${Round} t=${t} number=${t.rounds.length} /></section>
          ${t.rounds.slice(0, -1).map((_, i) => html`<details key=${i}><summary>${roundTitle(i + 1)}</summary><${Round} t=${t} number=${i + 1} /></details>`).reverse()}
          ${page.mayAll() && mayGoOn(t) && html`<${Roster} t=${t} />`}`}
        <p class="organize">
          ${t.rounds.flat().some((p) => p.game) && html`<a id="tournament-sgf" class="button plain" href="/api/tournaments/${t.id}/sgf" download onClick=${(e) => downloadSGF(e, "tournaments", t.id)}>${icon("download")}<span>All games as SGF</span></a>`}
          ${page.mayAll() && html`<button id="delete-tournament" class="plain" onClick=${() => confirm(tr("Delete this tournament permanently? Its games stay.")) && tournaments.remove()}>${icon("bin")}<span>Delete</span></button>`}</p>`}
    </main>`;
  }
}

/** Reports whether a round may follow, perhaps only after a player who has left was brought back. @param {Tournament} t */
const mayGoOn = (t) => !t.done || t.rounds.length < t.length;

/** The terms in a few words. @param {Tournament} t */
function termsOf(t) {
  const rounds = t.length ? trCount(t.length, "1 round", "{n} rounds") : "";
  const { board, rules, komi, clock } = t.terms;
  return [systems[t.system], rounds, trBoard(board), tr("{rules} rules", { rules: trServer(rules) }), tr("komi {komi}", { komi }), clock ? controlText(clock) : tr("no clock")].filter(Boolean).join(" · ");
}

/** @param {number} n */
const roundTitle = (n) => tr("Round {n}", { n });

/** @param {Tournament} t @param {number} player */
const nameOf = (t, player) => t.players[player]?.name ?? "";

/** @param {Tournament} t @param {Pairing} p */
const titleOf = (t, p) => `${nameOf(t, p.black)} – ${nameOf(t, p.white)}`;

/** What the person at this browser can do. @param {{t: Tournament}} props */
function You({ t }) {
  if (t.you < 0) {
    const free = t.players.filter((p) => !p.browser);
    if (t.done || (t.rounds.length > 0 && free.length === 0) || (page.state.config?.role === "spectator" && !invitationOf(t.id))) return null;
    return html`<${Join} free=${free.map((p) => p.name)} begun=${t.rounds.length > 0} />`;
  }
  const you = t.players[t.you];
  const name = html`<b>${you.name}</b>`;
  const p = tournaments.ownGame(t);
  const other = p && nameOf(t, p.black === t.you ? p.white : p.black);
  const playing = p && p.white >= 0 && !p.result;
  const idle = t.rounds.length > 0 && !t.done && !you.withdrawn && !(p && p.white >= 0);
  return html`<section id="you" aria-label="You" class="you">
    <p>${you.withdrawn ? trParts("You played as {name}, and have left the tournament.", { name }) : trParts("You play as {name}.", { name })}
      ${" "}${t.rounds.length === 0 && tr("The tournament has not begun. Leave this page open: it shows your game.")}</p>
    ${playing && p.game && html`<a id="own-game" class="button primary" href="#${p.game}">${icon("play")}<span>${tr("Your game against {player}", { player: other })}</span></a>`}
    ${playing && !p.game && html`<p>${tr("You play against {player} on a real board. The organizer enters the result.", { player: other })}</p>`}
    ${idle && html`<p>${tournaments.opponentText(t)}</p>`}
    ${!t.done && !you.withdrawn && html`<button id="leave" class="plain" onClick=${() => confirm(tr("Leave the tournament? You play no further rounds.")) && tournaments.withdraw(you.name)}>Leave the tournament</button>`}
  </section>`;
}

/** The form by which a person joins. @extends {Component<{free: string[], begun: boolean}, {name: string, error: string, busy: boolean}>} */
class Join extends Component {
  state = { name: localStorage.getItem("playerName") ?? "", error: "", busy: false };

  /** @param {Event} event */
  join = async (event) => {
    event.preventDefault();
    this.setState({ busy: true, error: "" });
    try {
      await tournaments.join(this.state.name);
      localStorage.setItem("playerName", this.state.name);
    } catch (error) {
      this.setState({ error: page.messageOf(error) });
    }
    this.setState({ busy: false });
  };

  render({ free, begun }, { name, error, busy }) {
    return html`<form id="join-tournament" class="form you" onSubmit=${this.join}>
      ${begun && html`<p>The tournament has begun. If your name is in the list, you can still take your place.</p>`}
      <div class="joined"><label class="field">Your name<input id="entrant" type="text" autocomplete="nickname" maxlength="40" required list="free-places" value=${name} onInput=${(e) => this.setState({ name: e.target.value })} /></label>
        <button id="join-button" class="primary" disabled=${busy}>Join</button></div>
      <datalist id="free-places">${free.map((n) => html`<option key=${n} value=${n} />`)}</datalist>
      ${error && html`<p class="error" role="alert">${page.sentence(error)}</p>`}
    </form>`;
  }
}

/** What the organizer does before and between rounds. @param {{t: Tournament}} props */
function Controls({ t }) {
  const next = t.rounds.length + 1;
  const begin = () => (next > 1 || confirm(tr("Begin the first round? Afterwards new players cannot join by themselves, and the order is fixed."))) && tournaments.begin(next);
  const last = next - 1;
  const takeBack = () => confirm(tr("Take round {n} back? Its games are deleted. They have no moves yet.", { n: last })) && tournaments.takeBack(last);
  return html`<section aria-label="Organize" class="organize">
    ${!t.done && (t.length === 0 || next <= t.length) && html`<button id="begin-round" class="primary" disabled=${!!t.wait} onClick=${begin}>${tr("Begin round {n}", { n: next })}</button>`}
    ${t.undo && html`<button id="take-round-back" onClick=${takeBack}>${tr("Take round {n} back", { n: last })}</button>`}
    <button id="invite-players" onClick=${() => page.show("tournament-invite")}>${icon("share")}<span>Invitation</span></button>
    ${t.wait && html`<p class="hint" id="wait">${page.sentence(t.wait)}</p>`}
  </section>`;
}

/** The invitation to the open tournament. */
export function TournamentInvitation() {
  const t = tournaments.state.open;
  if (!t?.invitation) return null;
  const g = { id: `tournament/${t.id}`, seats: /** @type {any} */ ({ invitation: t.invitation }) };
  return html`<div class="form"><${Invitation} g=${g} about=${tr("Everyone who opens this link can join the tournament with a name until it begins, and can watch it.")} /></div>`;
}

/** The form by which the organizer adds a player. @extends {Component<{label: string}, {name: string, error: string}>} */
class AddPlayer extends Component {
  state = { name: "", error: "" };

  /** @param {Event} event */
  add = async (event) => {
    event.preventDefault();
    try {
      await tournaments.add(this.state.name);
      this.setState({ name: "", error: "" });
    } catch (error) {
      this.setState({ error: page.messageOf(error) });
    }
  };

  render({ label }, { name, error }) {
    return html`<form id="add-player" class="form" onSubmit=${this.add}>
      <div class="joined"><label class="field">${label}<input id="added" type="text" autocomplete="off" maxlength="40" required value=${name} onInput=${(e) => this.setState({ name: e.target.value })} /></label>
        <button id="add-button">Add</button></div>
      ${error && html`<p class="error" role="alert">${page.sentence(error)}</p>`}</form>`;
  }
}

/** The players before the first round. @param {{t: Tournament}} props */
function Players({ t }) {
  const owner = page.mayAll();
  /** Moves a player up by one place. @param {number} i */
  const up = (i) => {
    const names = t.players.map((p) => p.name);
    names.splice(i - 1, 0, ...names.splice(i, 1));
    void tournaments.order(names);
  };
  return html`<section aria-labelledby="players-title"><h2 id="players-title">Players</h2>
    ${owner && html`<p class="hint">The order is that of strength, the strongest first. It decides the first round.</p>`}
    ${t.players.length === 0 && html`<p class="hint">No player has joined yet.</p>`}
    <ol id="entrants" class="entrants">${t.players.map((p, i) => html`<li key=${p.name}><div><span>${p.name}${!p.browser && html` <small>has no browser here</small>`}</span>
      ${owner && html`<button class="plain" data-up=${i} disabled=${i === 0} aria-label=${tr("Move {name} up", { name: p.name })} title="Up" onClick=${() => up(i)}>${icon("up")}</button>
        <button class="plain" data-remove=${i} aria-label=${tr("Remove {name}", { name: p.name })} title="Remove" onClick=${() => confirm(tr("Remove {name}?", { name: p.name })) && tournaments.withdraw(p.name)}>${icon("bin")}</button>`}</div></li>`)}</ol>
    ${owner && html`<${AddPlayer} label=${tr("A player who joins later, or has no browser")} />`}
  </section>`;
}

/** The players after the beginning, for the organizer: who leaves, who comes back, who comes late. @param {{t: Tournament}} props */
const Roster = ({ t }) => html`<details id="roster"><summary>Players</summary>
  <ol class="entrants">${t.players.map((p, i) => html`<li key=${p.name}><div><span>${p.name}${p.withdrawn ? html` <small>has left</small>` : !p.browser && html` <small>has no browser here</small>`}</span>
    <button class="plain" data-withdraw=${i} aria-label=${p.withdrawn ? tr("Bring {name} back", { name: p.name }) : tr("Withdraw {name}", { name: p.name })} onClick=${() => tournaments.withdraw(p.name, p.withdrawn)}>${p.withdrawn ? tr("Bring back") : tr("Withdraw")}</button></div></li>`)}</ol>
  ${t.admits && html`<${AddPlayer} label=${tr("A player who comes late, and plays from the next round on")} />`}
</details>`;

/** A figure with a half, such as 2½. @param {number} n */
const points = (n) => (Number.isInteger(n) ? String(n) : `${n < 1 ? "" : Math.floor(n)}½`);

/** @param {{t: Tournament}} props */
function Standings({ t }) {
  return html`<div class="club-table" tabindex="0" role="region" aria-label="Standings"><table id="standings">
    <thead><tr><th scope="col">${tr("Place¦standings")}</th><th scope="col">Player</th><th scope="col">${tr("Score¦standings")}</th><th scope="col"><abbr title="Sum of the opponents’ scores">SOS</abbr></th>
      <th scope="col"><abbr title="Sum of the opponents’ SOS">SOSOS</abbr></th><th scope="col">Won</th><th scope="col">Lost</th><th scope="col">Drawn</th></tr></thead>
    <tbody>${t.standings.map((s) => {
      const p = t.players[s.player];
      return html`<tr key=${s.player} class=${s.player === t.you ? "own" : ""}><td>${s.place}</td><th scope="row">${p.name}${p.withdrawn && html` <small>has left</small>`}</th><td>${points(s.score)}</td><td>${points(s.sos)}</td><td>${points(s.sosos)}</td>
        <td>${s.wins}</td><td>${s.losses}</td><td>${s.draws}</td></tr>`;
    })}</tbody></table></div>`;
}

/** @type {Record<string, string>} */
const results = { "": tr("not over"), black: tr("Black won"), white: tr("White won"), draw: tr("Draw"), "both lost": tr("Both lost") };

/** @param {Color} color */
const disc = (color) => html`<i class="disc ${color}"></i>`;

/** @param {{t: Tournament, number: number}} props */
function Round({ t, number }) {
  return html`<div class="club-table" tabindex="0" role="region" aria-label=${tr("Games of round {n}", { n: number })}><table data-games=${number}>
    <thead><tr><th scope="col">Table</th><th scope="col">Black</th><th scope="col">White</th><th scope="col">Result</th><th scope="col">Game</th></tr></thead>
    <tbody>${t.rounds[number - 1].map((p, i) => html`<tr key=${i} class=${tournaments.plays(p, t.you) ? "own" : ""}><td>${i + 1}</td><td>${p.white >= 0 && disc("black")}${nameOf(t, p.black)}</td><td>${p.white < 0 ? html`<small>no opponent</small>` : html`${disc("white")}${nameOf(t, p.white)}`}</td>
      <td><${Result} t=${t} p=${p} round=${number} table=${i + 1} /></td>
      <td>${p.game && html`<a href="#${p.game}">${p.result ? tr("View") : tr("Watch")}<span class="hidden">: ${titleOf(t, p)}</span></a>`}</td></tr>`)}</tbody></table></div>`;
}

/** The result of a game. The owner can change it. @param {{t: Tournament, p: Pairing, round: number, table: number}} props */
function Result({ t, p, round, table }) {
  if (p.white < 0) return p.black < 0 ? null : html`<small>counts as a win</small>`;
  const last = round === t.rounds.length;
  if (!page.mayAll() || (!last && t.system === "knockout")) return html`${results[p.result]}${p.text && ` (${p.text})`}`;
  const options = Object.keys(results).filter((r) => (r !== "draw" || t.system !== "knockout" || p.result === r) && (r || last));
  return html`<select data-result="${round}-${table}" aria-label=${tr("Result of {title}", { title: titleOf(t, p) })} value=${p.result} onChange=${(e) => tournaments.enter(round, table, e.target.value)}>
    ${options.map((r) => html`<option key=${r} value=${r} selected=${r === p.result}>${results[r]}${r === p.result && p.text ? ` (${p.text})` : ""}</option>`)}</select>`;
}
