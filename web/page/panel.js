// The panel beside the board of a game: the players, the actions, the count and the estimate.
import { AnalysisPanel, Balance } from "./analysisview.js";
import { controlText } from "./clocktime.js";
import { Clock } from "./clockview.js";
import * as game from "./game.js";
import * as page from "./page.js";
import { html } from "./html.js";
import { icon } from "./icons.js";
import { AfterGame, Pause, Result } from "./resultview.js";
import { AfterRoom, Room, roomActions, roomStatus } from "./roomview.js";
import { ScoreCard, ScoreWords } from "./score.js";
import { NextOpponent } from "./opponentform.js";
import { opponentOf } from "./opponents.js";
import { rankText } from "./strength.js";
import { mayHint } from "./teach.js";
import { HintButton, TeachPanel } from "./teachview.js";
import { colorName, grouped, tr, trBoard, trCount, trServer } from "./text.js";

/** @import { Color, Game } from "../types.d.ts" */

/** The name of the player of a colour. @param {Game} g @param {Color} color */
function nameOf(g, color) {
  const given = color === "black" ? g.blackName : g.whiteName;
  if (given) return given;
  if (g.seats?.free) return g.seats.color === color ? g.seats.host : g.seats.color === "nigiri" ? "?" : tr("Free seat");
  if (g.human === "both") return colorName(color);
  if (g.human === color) return tr("You");
  return (g.rank !== "full" && opponentOf(page.state.config?.opponents ?? [], g.rank)?.name) || tr("Engine");
}

function Player({ g, color, toPlay, connected }) {
  const active = g.phase === "play" && toPlay === color;
  const taken = g.captures[color];
  const thinking = connected && active && g.thinking;
  const name = nameOf(g, color);
  const { people } = game.state;
  const away = g.seats && !g.seats.free && people && !people[color] && g.phase !== "over";
  const you = g.seats?.you === color;
  return html`<div class="player ${active ? "active" : ""}" data-player=${color} aria-current=${active ? "true" : null}>
    <span class="disc ${color}" aria-hidden="true"></span>
    <span class="who"><b>${name}</b>
      ${thinking
        ? html`<small id="thinking">${g.thinking === "waiting" ? tr("waiting for its turn to think") : tr("thinking")}<i class="dots" aria-hidden="true"></i></small>`
        : name !== colorName(color) && html`<small>${[colorName(color), you && tr("you"), away && tr("away")].filter(Boolean).join(", ")}</small>`}
    </span>
    ${g.button === color && html`<span class="button-held" title="took the button: half a point">½</span>`}
    ${g.clocks && html`<${Clock} clocks=${g.clocks} color=${color} mine=${g.seats ? you : g.human === color} />`}
    <span class="taken" title=${trCount(taken, "1 stone captured", "{n} stones captured")}><b data-captures=${color}>${taken}</b><small>captured</small></span>
  </div>`;
}

/** The sentence that says for which player or action the game waits. @param {Game} g */
export function status(g) {
  const { view, connected } = game.state;
  if (view) return tr("After move {after} of {n}", { after: view.after, n: g.moves.length });
  if (!connected) return tr("Not connected");
  const room = roomStatus(g);
  if (room) return room;
  if (g.paused) return tr("The game is paused");
  const stopped = g.cleanup > 1 ? tr("The first clean-up is over.") : tr("Play has stopped.");
  if (g.phase === "dead" && g.thinking) return `${stopped} ${tr("Looking for dead stones…")}`;
  if (g.phase === "dead") return `${stopped} ${g.dead.length ? tr("Are these stones dead?") : tr("Is any stone dead?")}`;
  const mover = colorName(g.moves.at(-1)?.color ?? "");
  const last = g.lastMove === "pass" ? `${tr("{player} passed.", { player: mover })} ` : g.lifted ? `${tr("{player} spent the turn on lifting the ko block at {vertex}.", { player: mover, vertex: g.lastMove })} ` : "";
  if (g.proposed && g.human === "both") return tr("{player} proposes to end the game here and count", { player: colorName(g.proposed) });
  if (g.human === "both") return `${last}${tr("{player} to play", { player: colorName(g.toPlay) })}`;
  if (g.offered) return tr("{player} would resign. Play on?", { player: colorName(g.offered) });
  if (g.proposed && g.thinking) return tr("You propose to end the game. The engine considers it…");
  if (g.declined && g.yourTurn) return tr("The engine wants to play on. Your turn");
  if (g.yourTurn) return `${last}${tr("Your turn")}`;
  if (g.message && g.phase === "play" && !g.thinking) return page.sentence(g.message); // the engine has failed
  return `${last}${tr("The engine’s turn")}`;
}

function Actions({ g, view }) {
  if (view) {
    return html`<div class="actions"><button id="present" class="primary" onClick=${() => game.look(Infinity)}>Back to the game</button></div>`;
  }
  const room = roomActions(g);
  if (room) return room;
  if (!game.mayAct(g)) return html`<p class="hint">You are watching.</p>`;
  if (g.phase === "dead") {
    return html`<p class="hint">${tr("Click a stone to mark its chain as dead or alive.")} ${g.dead.length || g.thinking
        ? tr("Dead stones count as captured.")
        : tr("If no stones are marked, “Accept” counts every stone as alive.")}${decline(g)}</p>
      <div class="actions">
        <button id="accept" class="primary" disabled=${!!g.thinking || !game.state.connected} onClick=${game.accept}>Accept</button>
        ${g.human === "both" && g.rules.requester
          ? html`<button id="resume-black" title="Black disagrees: White plays first" onClick=${() => game.resume("black")}>Black disagrees</button>
              <button id="resume-white" title="White disagrees: Black plays first" onClick=${() => game.resume("white")}>White disagrees</button>`
          : html`<button id="resume" onClick=${() => game.resume("")}>${g.rules.cleanup ? tr("Play it out") : tr("Resume play")}</button>`}
      </div>`;
  }
  if (g.offered) {
    return html`<div class="actions">
      <button id="accept-win" class="primary" disabled=${!game.state.connected} onClick=${game.accept}>Accept</button>
      <button id="play-on" disabled=${!game.state.connected} onClick=${game.decline}>Play on</button>
    </div>`;
  }
  if (g.human === "none") return html`<${Pause} g=${g} />`;
  if (g.paused) return html`<div class="actions"><button id="continue" class="primary" disabled=${!game.state.connected} onClick=${game.goOn}>Go on</button></div>`;
  if (g.proposed && g.human === "both") {
    const other = g.proposed === "black" ? "white" : "black";
    return html`<div class="actions">
      <button id="agree" class="primary" onClick=${() => game.propose(other)}>${tr("{player} agrees", { player: colorName(other) })}</button>
      <button id="decline" onClick=${game.decline}>Play on</button>
    </div>`;
  }
  return html`<div class="actions">
    <button id="pass" disabled=${!game.mayPlay()} title="Pass (p)" onClick=${game.pass}>Pass</button>
    <button id="undo" disabled=${!game.mayUndo()} title="Undo (u)" onClick=${game.undo}>Undo</button>
    ${mayHint(g) && html`<${HintButton} g=${g} />`}
    <button id="propose" disabled=${!!g.proposed || !game.state.connected} title="Propose to end the game here and count, without two passes" onClick=${() => game.propose()}>End…</button>
    <button id="resign" disabled=${!game.mayResign()} title="Resign (r)" onClick=${game.askResign}>Resign</button>
    ${g.clocks && html`<button id="pause" disabled=${!game.state.connected} title="The clocks stop" onClick=${game.pause}>Pause</button>`}
  </div>`;
}

/** The ways to go on if the players do not agree. @param {Game} g */
function decline(g) {
  if (g.rules.cleanup) return g.cleanup > 1 ? ` ${tr("If you do not agree, the second clean-up settles it.")}` : ` ${tr("If you do not agree, play it out in the clean-up.")}`;
  return g.rules.requester ? ` ${tr("The player who disagrees resumes play, and the opponent plays first.")}` : "";
}

/** The state of the game under its rules: clean-up, repetition, ko blocks, button. */
function Procedure({ g }) {
  const lines = [];
  if (g.phase === "play" && g.cleanup > 0) {
    lines.push(g.cleanup === 1
      ? tr("Clean-up, first phase: capture the stones that you call dead. A ko that was taken is blocked: it may be retaken only after a player has spent a turn on the marked stone to lift the block.")
      : tr("Clean-up, second phase: this is like the first phase, but stones played from now on do not count as prisoners. Afterwards the rules decide which of the remaining stones are dead."));
  }
  if (g.stands > 1) {
    lines.push(`${g.stands === 2 ? tr("This position occurs for the second time.") : g.stands === 3 ? tr("This position occurs for the third time.") : tr("This position occurs for the {n}th time.", { n: g.stands })} ${g.cycleVoid
      ? tr("If a position occurs for the third time without a pass, the game is void.")
      : tr("These rules allow such a cycle to continue forever: play elsewhere, pass, or propose to end the game.")}`);
  }
  if (g.blocked.length > 0 && g.phase === "play") lines.push(tr("Blocked: {blocked}. Click a blocked stone, or the point that would take it, to spend a turn on lifting the block.", { blocked: g.blocked.join(", ") }));
  if (g.rules.button && g.phase === "play") {
    lines.push(g.button ? tr("{player} took the button, half a point.", { player: colorName(g.button) }) : tr("The button, half a point, is free: the first to pass takes it."));
  }
  return lines.map((line) => html`<p class="procedure">${line}</p>`);
}

function History({ g, view }) {
  const now = view?.after ?? g.moves.length;
  const button = (id, name, to, title) => html`<button id=${id} class="plain" title=${title} aria-label=${title}
    disabled=${to < 0 || to > g.moves.length || to === now} onClick=${() => game.look(to)}>${icon(name)}</button>`;
  return html`<div class="history">
    ${button("first", "first", 0, tr("First move (Home)"))}
    ${button("back", "back", now - 1, tr("Back (z)"))}
    <span id="move-number" title="Moves played">${view ? `${now} / ${g.moves.length}` : tr("Move {now}", { now })}</span>
    ${button("forward", "forward", now + 1, tr("Forward (x)"))}
    ${button("last", "last", g.moves.length, tr("Last move (End)"))}
  </div>`;
}

/** The engine's estimate, if the user wants to see it. */
function Estimate({ g, shown }) {
  if (g.human === "both") return null;
  const e = g.estimate;
  return html`<div class="estimate">
    <button id="estimate" class="switch" role="switch" aria-checked=${shown} title="Estimate (e)" onClick=${() => page.toggle("estimate")}>
      <span>Engine’s estimate</span><i aria-hidden="true"></i>
    </button>
    ${shown && (e
      ? html`<${Balance} win=${e.win} lead=${e.lead} />
          ${g.thinking && html`<p class="hint" id="visits-so-far">${tr("{visits} visits so far", { visits: grouped(e.visits) })}</p>`}`
      : html`<p class="hint">The engine's estimate appears after its first move.</p>`)}
  </div>`;
}

/** The rules, one question on each line. @param {any} config @param {Game["rules"]} rules */
const axesText = (config, rules) => config?.axes.map((/** @type {import("../types.d.ts").Axis} */ a) => `${a.key} ${rules.values[a.key]}: ${trServer(a.values.find((v) => v.word === rules.values[a.key])?.meaning ?? "")}`).join("\n");

function Facts({ g, coordinates, config }) {
  const size = g.graph.width && !g.graph.life ? `${g.graph.width} × ${g.graph.height}` : trBoard(g.graph.name);
  const strength = [g.rank !== "full" && rankText(g.rank), g.timeMs && tr("{n}\u00a0s\u00a0a\u00a0move", { n: g.timeMs / 1000 }), g.visits && tr("{visits} visits", { visits: g.visits })].filter(Boolean).join(", ");
  return html`<footer class="facts">
    ${g.recordResult && html`<p class="note">${tr("Result in the record: {recordResult}", { recordResult: g.recordResult })}</p>`}
    ${g.notes?.map((note) => html`<p class="note">${trServer(note)}</p>`)}
    ${g.seats?.tournament && html`<p><a id="to-tournament" href="#tournament/${g.seats.tournament.id}">${tr("{name}, round {round}", { name: g.seats.tournament.name, round: g.seats.tournament.round })}</a></p>`}
    <p title=${axesText(config, g.rules)}>${[size, tr("{rules} rules", { rules: trServer(g.rules.title) }), tr("komi {komi}", { komi: g.komi }), g.handicap && tr("{n} handicap stones", { n: g.handicap }), g.clocks && controlText(g.clocks.control), g.human !== "both" && strength].filter(Boolean).join(" · ")}</p>
    <div class="tray pair">
      <button id="coordinates" class="plain" aria-pressed=${coordinates} title="Coordinates (c)" onClick=${() => page.toggle("coordinates")}>${icon("grid")}<span>Coordinates</span></button>
      ${page.mayAll() && html`<a id="look-closer" class="button plain" href="#lab?game=${g.id}${g.dead.length ? `&dead=${g.dead.map(encodeURIComponent).join("+")}` : ""}" title="Count this position under other rules">${icon("lab")}<span>Rules</span></a>`}
      ${page.mayAll() && html`<button id="record-game" class="plain" title="Make a record of this game, to study it and to write comments" onClick=${game.recordGame}>${icon("book")}<span>Record</span></button>`}
      <a id="sgf" class="button plain" href="/api/games/${g.id}/sgf" download onClick=${game.download} title="Download the record (s)">${icon("download")}<span>SGF</span></a>
    </div>
  </footer>`;
}

/** Whether the live analysis may be used: not while a person plays against the engine or another person. @param {Game} g */
export const mayAnalyse = (g) => g.phase === "over" || (g.human === "both" && !g.seats) || g.human === "none";

/** The position for the live analysis. @param {Game} g @param {import("./game.js").View|null} view */
function subjectOf(g, view) {
  if (!mayAnalyse(g)) return null;
  const after = view?.after ?? g.moves.length;
  const stones = view?.stones ?? g.stones;
  return { key: `${g.id} ${after} ${stones.join("")}`, line: g.id, node: after, request: { play: g.id, after }, toPlay: view?.toPlay ?? g.toPlay };
}

/** @param {{g: Game}} props */
export function Panel({ g }) {
  const { view, connected } = game.state;
  const { estimate, coordinates, config } = page.state;
  const toPlay = view ? "" : g.toPlay;
  const over = g.phase === "over" && !view;
  const player = (color) => html`<${Player} g=${g} color=${color} toPlay=${toPlay} connected=${connected} />`;
  return html`<aside class="panel">
    <div class="players">${player("black")}${player("white")}</div>
    ${!over && html`<p id="status" class="status">${status(g)}</p>`}
    ${over && html`<${Result} g=${g} /><${AfterRoom} g=${g} /><${AfterGame} g=${g} />
      ${config && (g.human === "black" || g.human === "white") && html`<${NextOpponent} opponents=${config.opponents} />`}`}
    ${!view && html`<${Procedure} g=${g} />`}
    ${!over && html`<${Actions} g=${g} view=${view} />`}
    ${g.score && !view && html`<${ScoreCard} score=${g.score} final=${g.phase === "over"} />`}
    <${TeachPanel} g=${g} />
    <${Room} g=${g} />
    ${g.score && !view && html`<${ScoreWords} score=${g.score} />`}
    <${History} g=${g} view=${view} />
    ${config && config.judges.length > 0 && page.mayAll() && (!g.seats || over) && html`<${AnalysisPanel} subject=${subjectOf(g, view)} off=${mayAnalyse(g) ? "" : tr("The analysis is off while you play against the engine.")} path=${null} onPlay=${game.touchPoint} />`}
    <${Estimate} g=${g} shown=${estimate} />
    <${Facts} g=${g} coordinates=${coordinates} config=${config} />
  </aside>`;
}
