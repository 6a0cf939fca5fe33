// The course of a game as two curves: Black's win probability, and Black's lead in points. Clicking or dragging goes to
// a move.
import { Component, createRef, html, pure } from "./html.js";
import { leadText, tr, trServer, trVertex } from "./text.js";

const left = 38;
const right = 8;
const top = 8;
const winHeight = 104;
const gap = 22;
const leadHeight = 92;
const axis = 18; // height of the numbers of the moves
const badges = 24; // height of the numbers of the moments
const radius = 8.5; // of the disk of a moment
const height = top + winHeight + gap + leadHeight + axis + badges;
const bottom = top + winHeight + gap + leadHeight;

/** @import { Review } from "../types.d.ts" */
/** @typedef {[x: number, y: number]} Spot */

/** The next round number, at most 300. @param {number} lead */
const edge = (lead) => [5, 10, 20, 30, 40, 60, 80, 100, 120, 150, 200].find((step) => lead <= step) ?? 300;

/** The place of each position from left to right. @param {number} last the last position @param {number} width */
const xOf = (last, width) => (/** @type {number} */ at) => left + ((width - left - right) * at) / last;

/** The scales of the drawing. @param {Review} review @param {number} width */
function scales(review, width) {
  const last = Math.max(1, review.nodes.length - 1);
  const leads = review.lead.filter((v) => v !== null);
  const [most, least] = [Math.max(5, ...leads), Math.max(5, ...leads.map((v) => -v))];
  const [up, down] = [edge(Math.max(most, least / 4)), edge(Math.max(least, most / 4))]; // Black's and White's side have room for their labels
  return {
    up, down, last,
    x: xOf(last, width),
    at: (x) => Math.min(last, Math.max(0, Math.round(((x - left) / (width - left - right)) * last))),
    yWin: (win) => top + (1 - win) * winHeight,
    yLead: (lead) => top + winHeight + gap + ((up - Math.min(up, Math.max(-down, lead))) / (up + down)) * leadHeight,
  };
}

/** Runs of consecutive positions that are judged. @param {(number|null)[]} values @returns {number[][]} */
function runs(values) {
  /** @type {number[][]} */
  const all = [];
  values.forEach((v, i) => {
    if (v === null) return;
    if (i === 0 || values[i - 1] === null) all.push([]);
    all[all.length - 1].push(i);
  });
  return all;
}

const round = (v) => Math.round(v * 10) / 10;
const pathOf = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${round(x)} ${round(y)}`).join("");

/** For every run, the curve of the win probability, with Black's area below it and White's area above it. */
function winPaths(review, s) {
  return runs(review.win).map((run) => {
    const curve = run.map((i) => [s.x(i), s.yWin(review.win[i])]);
    const [from, to] = [curve[0][0], curve[curve.length - 1][0]];
    const area = (y) => `${pathOf([...curve, [to, y], [from, y]])}Z`;
    return { curve: pathOf(curve), black: area(top + winHeight), white: area(top) };
  });
}

/** For every run, the curve of the lead, and the areas between the curve and the line of an even game. */
function leadPaths(review, s) {
  const zero = s.yLead(0);
  return runs(review.lead).map((run) => {
    /** @type {Spot[][]} */
    const [curve, above, below] = [[], [], []];
    run.forEach((i) => {
      const [x, y] = [s.x(i), s.yLead(review.lead[i])];
      const before = curve.at(-1);
      if (before && (before[1] - zero) * (y - zero) < 0) {
        /** @type {Spot} */
        const cross = [before[0] + ((x - before[0]) * (zero - before[1])) / (y - before[1]), zero];
        above.push(cross);
        below.push(cross);
      }
      curve.push([x, y]);
      above.push([x, Math.min(y, zero)]);
      below.push([x, Math.max(y, zero)]);
    });
    const area = (/** @type {Spot[]} */ points) => `${pathOf([...points, [curve[curve.length - 1][0], zero], [curve[0][0], zero]])}Z`;
    return { curve: pathOf(curve), black: area(above), white: area(below) };
  });
}

/** The places of the numbers of the moments, which do not overlap. */
function places(review, s, width) {
  const room = 2 * radius + 2;
  const all = [];
  review.moments.forEach((move, k) => (all[k] = Math.max(s.x(move + 1), (all[k - 1] ?? left - room) + room)));
  for (let k = all.length - 1, next = width - right + room; k >= 0; k--) next = all[k] = Math.min(all[k], next - room);
  return all;
}

const shown = new Set(["mistake", "blunder"]);

/** The text of a position: the move, and the judgement. @param {Review} review @param {number} at */
export function told(review, at) {
  const move = review.moves[at - 1];
  const name = move ? (move.color === "black" ? tr("Move {number}, black {vertex}", { number: move.number, vertex: trVertex(move.vertex) }) : tr("Move {number}, white {vertex}", { number: move.number, vertex: trVertex(move.vertex) })) : tr("Start");
  const [win, lead] = [review.win[at], review.lead[at]];
  return { name, stands: win === null || lead === null ? tr("not judged yet") : `${leadText(lead)} · ${review.exact?.includes(at) ? tr("exact") : tr("Black {win} %", { win: Math.round(100 * win) })}` };
}

/** The name of a category of moves. @param {string} category */
export const categoryName = (category) => ({
  excellent: tr("excellent"), great: tr("great"), good: tr("good"), inaccuracy: tr("inaccuracy"), mistake: tr("mistake"), blunder: tr("blunder"),
}[category] ?? category);

/** Props: review, at (the position that is shown), beside (whether it is in a variation), onGo, onMoment. */
export class Course extends Component {
  state = { width: 440, aim: null };
  ref = createRef();
  dragging = false;
  observer = new ResizeObserver(([entry]) => {
    const width = Math.round(entry.contentRect.width);
    if (width > 0 && width !== this.state.width) this.setState({ width });
  });

  componentDidMount() {
    this.observer.observe(this.ref.current);
  }

  componentWillUnmount() {
    this.observer.disconnect();
  }

  /** The position below the pointer. */
  under = (event) => {
    const box = this.ref.current.getBoundingClientRect();
    return scales(this.props.review, this.state.width).at(event.clientX - box.left);
  };

  press = (event) => {
    if (event.button !== 0 || event.target.closest(".badge")) return;
    this.dragging = true;
    if (event.pointerType === "mouse") this.ref.current.setPointerCapture(event.pointerId);
    this.props.onGo(this.under(event));
  };

  move = (event) => {
    const aim = this.under(event);
    if (this.dragging && aim !== this.props.at) this.props.onGo(aim);
    if (event.pointerType === "mouse" && aim !== this.state.aim) this.setState({ aim });
  };

  release = () => (this.dragging = false);
  away = () => this.setState({ aim: null });

  render({ review, at, beside, onMoment }, { width, aim }) {
    const s = scales(review, width);
    const move = review.moves[at - 1];
    const { name, stands } = told(review, aim ?? at);
    const text = told(review, at);
    return html`<figure class="course">
      <figcaption class=${aim === null ? "" : "aimed"}><span>${name}</span><b>${stands}</b></figcaption>
      <div ref=${this.ref} class="plane" tabindex="0" role="slider" aria-label="The course of the game" aria-valuemin="0" aria-valuemax=${s.last} aria-valuenow=${at}
          aria-valuetext="${text.name}: ${text.stands}${move?.category ? `, ${categoryName(move.category)}` : ""}"
          onPointerDown=${this.press} onPointerMove=${this.move} onPointerUp=${this.release} onPointerCancel=${this.release} onPointerLeave=${this.away}>
        <svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true">
          <${Ground} moves=${review.moves} phases=${review.phases} last=${s.last} width=${width} />
          <${Curves} review=${review} s=${s} width=${width} />
          ${aim !== null && aim !== at && html`<path class="aim" d="M${round(s.x(aim))} ${top}V${bottom}" />`}
          <g class=${beside ? "place beside" : "place"} data-at=${at}><path d="M${round(s.x(at))} ${top - 4}V${bottom + 4}" />
            ${review.win[at] !== null && html`<circle cx=${s.x(at)} cy=${s.yWin(review.win[at])} r="3.6" /><circle cx=${s.x(at)} cy=${s.yLead(review.lead[at])} r="3.6" />`}</g>
          <${Moments} review=${review} s=${s} width=${width} at=${at} onMoment=${onMoment} />
        </svg>
      </div>
    </figure>`;
  }
}

/** The background of the curves: the planes, grey where no position is judged yet, and the phases. */
const Ground = pure(({ moves, phases, last, width }) => {
  const x = xOf(last, width);
  const right_ = width - right;
  const numbers = [5, 10, 20, 50, 100, 200].find((step) => (last / step) * 30 < width) ?? 500;
  return html`<g>
    <rect class="plane-ground" x=${left} y=${top} width=${right_ - left} height=${winHeight} rx="3" />
    <rect class="plane-ground" x=${left} y=${top + winHeight + gap} width=${right_ - left} height=${leadHeight} rx="3" />
    ${phases.map(({ name, from }, k) => html`<g class="phase" key=${name}>
      ${k > 0 && html`<path d="M${round(x(from))} ${top}V${top + winHeight}M${round(x(from))} ${top + winHeight + gap}V${bottom}" />`}
      ${x(phases[k + 1]?.from ?? last) - x(from) > 62 && html`<text x=${x(from) + 3} y=${top + winHeight + 14}>${trServer(name)}</text>`}</g>`)}
    ${moves.map((m, i) => m.number % numbers === 0 && html`<text class="number" key=${i} x=${x(i + 1)} y=${bottom + 13}>${m.number}</text>`)}
  </g>`;
});

function Curves({ review, s, width }) {
  const line = (y, even) => html`<path class=${even ? "even" : "grid"} d="M${left} ${round(y)}H${width - right}" />`;
  const label = (y, text) => html`<text class="scale" x=${left - 5} y=${y}>${text}</text>`;
  const draw = ({ curve, black, white }) => html`<path class="white" d=${white} /><path class="black" d=${black} /><path class="curve" d=${curve} />`;
  return html`<g>
    ${winPaths(review, s).map(draw)}
    ${line(s.yWin(0.25))}${line(s.yWin(0.75))}${line(s.yWin(0.5), true)}
    ${label(s.yWin(1) + 4, "100 %")}${label(s.yWin(0.5), "50 %")}${label(s.yWin(0) - 4, "0 %")}
    ${leadPaths(review, s).map(draw)}
    ${line(s.yLead(0), true)}
    ${label(s.yLead(s.up) + 4, `B+${s.up}`)}${label(s.yLead(0), "0")}${label(s.yLead(-s.down) - 4, `W+${s.down}`)}
    ${review.moves.map((m, i) => shown.has(m.category) && !review.moments.includes(i) && html`<circle key=${i} class="dot ${m.category}" cx=${s.x(i + 1)} cy=${s.yLead(review.lead[i + 1])} r="2.6" />`)}
  </g>`;
}

function Moments({ review, s, width, at, onMoment }) {
  const where = places(review, s, width);
  const foot = bottom + axis + radius + 2;
  return html`<g>${review.moments.map((move, k) => {
    const [x, y] = [s.x(move + 1), s.yLead(review.lead[move + 1])];
    return html`<g key=${move} class="badge ${at === move + 1 ? "here" : ""}" data-moment=${k + 1} onClick=${() => onMoment(k)}>
      <path d="M${round(x)} ${round(y)}V${bottom + axis - 3}L${round(where[k])} ${foot}" /><circle cx=${x} cy=${y} r="3.2" />
      <circle class="disk" cx=${where[k]} cy=${foot} r=${radius} /><text x=${where[k]} y=${foot}>${k + 1}</text></g>`;
  })}</g>`;
}
