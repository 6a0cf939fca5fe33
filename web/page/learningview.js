// The page of a run of tengen learn: its progress, its curves, what its nets think of some positions, its generations,
// and its games.
import { Component, html } from "./html.js";
import * as learning from "./learning.js";
import { TimeChart } from "./learningchart.js";
import { LearningRuns } from "./learninglist.js";
import { conditionOf, eloText, matchText, percent, playsOn, signed, stageText, withNets } from "./learningscale.js";
import { sentence } from "./page.js";
import { resultName } from "./result.js";
import { decimal, grouped, number, tr, trBoard, trParts, trServer } from "./text.js";
import { Thoughts } from "./thoughtview.js";
import { duration, titleOf } from "./trainingscale.js";

/** @import { Generation, Learning } from "../types.d.ts" */

const rowsFirst = 12; // generations in the table before "All generations" is clicked
const again = 5000; // milliseconds until the times on the page are updated

/** Props: config, path (the name of a run), coordinates. */
export class LearningPage extends Component {
  timer = 0;

  componentDidMount() {
    learning.enter(this.props.path);
    this.timer = setInterval(() => this.setState({}), again);
  }

  componentDidUpdate(old) {
    if (old.path !== this.props.path) learning.enter(this.props.path);
  }

  componentWillUnmount() {
    clearInterval(this.timer);
    learning.leave();
  }

  render({ config, coordinates }) {
    const { name, list, run, connected, error } = learning.state;
    if (config && !config.training) return html`<main class="home"><section class="welcome"><h1 tabindex="-1">Learning</h1>
      <p>${trParts("To see the runs of {command} here, name the folder that contains them: {option}.", { command: html`<code>tengen learn</code>`, option: html`<code>tengen web --runs DIR</code>` })}</p></section></main>`;
    return html`<main class="training learning" id="learning" data-run=${name} data-generations=${run?.generations ?? -1}>
      <section class="shelf runs">
        <h1 tabindex="-1">Learning from itself</h1>
        ${error && html`<p id="learning-error" class="error" role="alert">${sentence(error)}</p>`}
        ${list && list.learning.length > 0 && html`<${LearningRuns} list=${list} current=${name} />`}
        ${list && list.learning.length === 0 && html`<p class="hint" id="no-learning">${trParts("The folder {folder} has no run of {command} yet.", { folder: list.folder, command: html`<code>tengen learn</code>` })}</p>`}
        <p class="hint"><a href="#training">Training runs</a></p>
      </section>
      <section class="curves">
        ${!connected && html`<p class="hint" role="status">Connection lost. Trying again…</p>`}
        ${name && !run && html`<p class="hint">Reading…</p>`}
        ${run && html`<${Run} run=${run} coordinates=${coordinates} />`}
      </section>
    </main>`;
  }
}

/** @param {{run: Learning, coordinates: boolean}} props */
function Run({ run, coordinates }) {
  const chosen = learning.shown();
  const g = run.list[chosen];
  const end = Math.max(run.seconds, ...run.list.map((one) => one.at), 1);
  const rated = run.list.filter((one) => one.elo !== null);
  /** @param {"policy"|"value"} key */
  const lossSpots = (key) => run.list.filter((one) => one[key] !== null).map((one) => ({ generation: one.number, x: one.at, y: one[key] }));
  const elo = rated.map((one) => ({ generation: one.number, x: one.at, y: one.elo, low: one.low, high: one.high, hollow: !one.passed }));
  const chart = (id, title, hint, spots, said, height) =>
    html`<${TimeChart} key=${id} id=${id} title=${title} hint=${hint} spots=${spots} seconds=${end} chosen=${chosen} said=${said} height=${height} onChoose=${learning.choose} />`;
  const loss = (/** @type {number|null|undefined} */ v) => (typeof v === "number" ? decimal(v, 3) : "");
  return html`<${Card} run=${run} />
    ${run.list.length > 0 && run.generations === 0 && html`<p class="hint" id="no-generation">The first generation is under way. The curves begin when it is finished.</p>`}
    ${run.generations > 0 && html`<div class="charts">
      ${chart("elo", tr("Strength"), tr("Elo of the nets, with 95 % intervals"), elo, g ? eloText(g) : "", 260)}
      ${chart("policy", tr("Moves"), tr("loss of the policy, nats"), lossSpots("policy"), loss(g?.policy), 165)}
      ${chart("value", tr("Win or loss"), tr("loss of the value, nats"), lossSpots("value"), loss(g?.value), 165)}
    </div>`}
    ${withNets(run.list).length > 0 && html`<${Thoughts} run=${run} coordinates=${coordinates} />`}
    ${run.list.length > 1 && html`<${Generations} run=${run} chosen=${chosen} /><${Games} chosen=${chosen} />`}
    <p class="hidden" aria-live="polite">${g && document.activeElement?.closest("#learning") ? spoken(g) : ""}</p>`;
}

/** What a screen reader says about a generation. @param {Generation} g */
const spoken = (g) => [tr("Generation {number}", { number: g.number }), g.elo !== null && tr("Elo {elo}", { elo: eloText(g) }), g.match > 0 && tr("match {points}", { points: matchText(g) }), playsOn(g)].filter(Boolean).join(", ");

/** @param {{run: Learning}} props */
function Card({ run }) {
  const { is, text, button } = conditionOf(run, Date.now());
  const title = titleOf(run.name, learning.state.list?.folder ?? "");
  const stage = is === "runs" || is === "paused" ? stageText(run) : "";
  const part = run.now && stage.includes(":") && run.now.total > 0 ? Math.min(100, (100 * run.now.done) / run.now.total) : 0;
  const best = run.list[run.best];
  const facts = [
    [tr("Learned for"), run.seconds > 0 ? duration(run.seconds) : "", run.limit > 0 ? tr("of {time}", { time: duration(run.limit) }) : ""],
    [tr("Generations"), String(run.generations), run.mostGenerations > 0 ? tr("of {n}", { n: run.mostGenerations }) : ""],
    [tr("Net that plays"), tr("generation {generation}", { generation: run.best }), best?.elo ? tr("{elo} Elo", { elo: signed(best.elo) }) : ""],
    [tr("Board"), run.boards.map(trBoard).join(", "), tr("komi {komi}, {rules}", { komi: run.komi, rules: run.rules })], [tr("Net"), run.architecture, tr("from {name}", { name: trServer(run.from) })],
  ].filter(([, value]) => value);
  return html`<article class="run-card run-0" id="learning-card" data-state=${is}>
    <h2 title=${run.name}><i></i>${title}</h2>
    <p class="state ${is}" id="learning-state" role="status">${text}</p>
    ${button && html`<button id="pause" disabled=${learning.state.busy} title=${button === "pause" ? tr("Pause (p)") : tr("Resume (p)")} onClick=${learning.togglePause}>${button === "pause" ? tr("Pause") : tr("Resume")}</button>`}
    ${run.error && html`<p class="error" role="alert">${sentence(run.error)}</p>`}
    ${stage && html`<p class="step-of" id="stage">${stage}</p>
      ${stage.includes(":") && html`<div class="progress" role="progressbar" aria-label=${stage} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(part)}><i style=${{ width: `${part}%` }}></i></div>`}`}
    <dl>${facts.map(([label, value, more]) => html`<div><dt>${label}</dt><dd title=${more}>${value}${more && html`<small>${more}</small>`}</dd></div>`)}</dl>
  </article>`;
}

/** The table of the generations, the latest first. @param {{run: Learning, chosen: number}} props */
function Generations({ run, chosen }) {
  const all = run.list.slice(1).reverse();
  const cut = !learning.state.allGenerations && all.length > rowsFirst;
  const rows = cut ? all.slice(0, rowsFirst) : all;
  const old = cut && chosen > 0 ? all.slice(rowsFirst).find((g) => g.number === chosen) : undefined;
  const number = (/** @type {number|null} */ v, digits = 3) => (v === null ? "" : decimal(v, digits));
  const row = (/** @type {Generation} */ g) => html`<tr key=${g.number} data-generation=${g.number} aria-current=${g.number === chosen ? "true" : null} onClick=${() => learning.choose(g.number)}>
    <th scope="row"><button class="plain small" aria-label=${tr("Generation {number}", { number: g.number })}>${g.number}</button></th>
    <td>${g.at > 0 ? duration(g.at) : ""}</td><td>${grouped(g.games)}</td><td>${g.games ? decimal(g.turns / g.games, 1) : ""}</td><td>${g.games ? percent(g.black / g.games) : ""}</td>
    <td>${number(g.policy)}</td><td>${number(g.value)}</td><td>${matchText(g)}</td><td>${g.elo === null ? "" : signed(g.elo)}</td><td class=${g.passed ? "passed" : ""}>${playsOn(g)}</td></tr>`;
  return html`<section class="shelf generations"><h2>Generations</h2><div class="scroll" tabindex="0" role="region" aria-label="Table of the generations"><table>
    <thead><tr><th scope="col" title="Number of the generation">No.</th><th scope="col">After</th><th scope="col">Games</th><th scope="col" title="Mean length of the games, in moves">Length</th>
      <th scope="col" title="Share of the games that Black won">Black wins</th><th scope="col" title="Loss of the policy, nats">Moves</th><th scope="col" title="Loss of the value, nats">Win</th>
      <th scope="col" title="Points of the new net against the net that played">Match</th><th scope="col">Elo</th><th scope="col">Plays on</th></tr></thead>
    <tbody>${rows.map(row)}${old && row(old)}</tbody></table></div>
    ${cut && html`<button id="all-generations" onClick=${learning.showAll}>${tr("All {n} generations", { n: all.length })}</button>`}
  </section>`;
}

/** The games of the chosen generation. @param {{chosen: number}} props */
function Games({ chosen }) {
  const { games, run } = learning.state;
  const mine = games?.generation === chosen ? games : null;
  const several = (run?.boards.length ?? 0) > 1;
  return html`<section class="shelf learning-games" id="learning-games" data-generation=${mine?.generation ?? -1}>
    <h2>${tr("Games of generation {chosen}", { chosen })}</h2>
    ${mine?.message && html`<p class="hint">${sentence(mine.message)}</p>`}
    ${!mine && html`<p class="hint">Reading…</p>`}
    <ul>${mine?.games.map((g) => html`<li key=${g.game}><button class="plain" data-game=${g.game} onClick=${() => learning.openGame(g.game)}>
      <b>${tr("Game {game}", { game: g.game + 1 })}</b><span>${resultName(g.result) || "?"}</span><small>${[several && trBoard(g.board), tr("{n} moves, komi {komi}", { n: g.moves, komi: g.komi }), g.handicap && tr("handicap {handicap}", { handicap: g.handicap })].filter(Boolean).join(", ")}</small></button></li>`)}</ul>
    ${mine && mine.games.length > 0 && mine.games.length < mine.total && html`<button id="more-games" onClick=${learning.more}>${tr("More games: {n} of {total} are listed", { n: mine.games.length, total: grouped(mine.total) })}</button>`}
  </section>`;
}
