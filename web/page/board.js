// Draws a board of any shape as SVG, from its points, its edges and what lies on
// them. Only the coordinate labels need to know that it is a rectangle.
import { Component, html, pure } from "./html.js";

/** @typedef {import("./api.js").Graph} Graph */

const stoneRadius = 0.475;
const longEdge = 1.6; // an edge longer than this goes round the back of the board
const colors = { 1: "black", "-1": "white", 0: "" };
const names = { 1: "Black", "-1": "White", 0: "Nobody" };

/** The part of the plane to show. @param {Graph} graph @param {boolean} labels */
export function frame(graph, labels) {
  const xs = graph.points.map((p) => p.x);
  const ys = graph.points.map((p) => p.y);
  const margin = labels ? 1.1 : 0.78;
  const x = Math.min(...xs) - margin;
  const y = Math.min(...ys) - margin;
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

/**
 * The lines as two paths: those along the rim, whose ends have fewer neighbours
 * than inner points, and the others. An edge that joins far points, as on a
 * torus, is drawn as a stub at both ends.
 * @param {Graph} graph
 */
function lines({ points, edges }) {
  const degree = points.map(() => 0);
  for (const [a, b] of edges) {
    degree[a]++;
    degree[b]++;
  }
  const most = Math.max(0, ...degree);
  let rim = "";
  let inner = "";
  for (const [a, b] of edges) {
    const p = points[a];
    const q = points[b];
    const dx = q.x - p.x;
    const dy = q.y - p.y;
    const length = Math.hypot(dx, dy);
    if (length > longEdge) {
      const [ux, uy] = [(0.5 * dx) / length, (0.5 * dy) / length];
      inner += `M${p.x} ${p.y}l${-ux} ${-uy}M${q.x} ${q.y}l${ux} ${uy}`;
    } else if (degree[a] < most && degree[b] < most) {
      rim += `M${p.x} ${p.y}L${q.x} ${q.y}`;
    } else {
      inner += `M${p.x} ${p.y}L${q.x} ${q.y}`;
    }
  }
  return { rim, inner };
}

/**
 * The nearest point in a direction, for the arrow keys: within 45 degrees of it,
 * points straight ahead first.
 * @param {Graph} graph @param {number} from @param {number} dx @param {number} dy
 */
export function towards({ points }, from, dx, dy) {
  let best = from;
  let least = Infinity;
  points.forEach((p, i) => {
    const x = p.x - points[from].x;
    const y = p.y - points[from].y;
    const along = x * dx + y * dy;
    const across = Math.abs(x * dy - y * dx);
    const cost = along + 2 * across;
    if (along > 0.1 && across <= along && cost < least) {
      least = cost;
      best = i;
    }
  });
  return best;
}

/** The point nearest to the middle, where the keyboard begins. @param {Graph} graph */
function middle({ points }) {
  const mean = (/** @type {"x"|"y"} */ k) => points.reduce((sum, p) => sum + p[k], 0) / points.length;
  return nearest(points, mean("x"), mean("y"));
}

function nearest(points, x, y) {
  let best = 0;
  points.forEach((p, i) => {
    if (Math.hypot(p.x - x, p.y - y) < Math.hypot(points[best].x - x, points[best].y - y)) best = i;
  });
  return best;
}

const Defs = pure(() => html`
  <defs>
    <radialGradient id="black-stone" cx=".36" cy=".3" r=".8">
      <stop offset="0" stop-color="#6d6e74" /><stop offset=".3" stop-color="#37383c" />
      <stop offset=".75" stop-color="#17181a" /><stop offset="1" stop-color="#0b0b0d" />
    </radialGradient>
    <radialGradient id="white-stone" cx=".38" cy=".32" r=".8">
      <stop offset="0" stop-color="#fff" /><stop offset=".55" stop-color="#f6f4ef" />
      <stop offset=".85" stop-color="#dedad1" /><stop offset="1" stop-color="#c2bdb2" />
    </radialGradient>
    <radialGradient id="stone-shadow">
      <stop offset=".55" stop-color="#2a1804" stop-opacity=".55" />
      <stop offset=".82" stop-color="#2a1804" stop-opacity=".24" />
      <stop offset="1" stop-color="#2a1804" stop-opacity="0" />
    </radialGradient>
  </defs>`);

const Lines = pure(({ graph }) => {
  const { rim, inner } = lines(graph);
  return html`<g class="lines">
    <path d=${inner} /><path class="rim" d=${rim} />
    ${graph.stars.map((i) => html`<circle class="star" cx=${graph.points[i].x} cy=${graph.points[i].y} r=".095" />`)}
  </g>`;
});

/**
 * Column letters and row numbers of a rectangle, taken from the points' names:
 * the larger the board, the larger they are beside its stones.
 */
const Labels = pure(({ graph: { points, width, height } }) => {
  const column = (x) => points[x].name.replace(/\d+/, "");
  const row = (y) => points[y * width].name.replace(/\D+/, "");
  const text = (x, y, label) => html`<text x=${x} y=${y}>${label}</text>`;
  return html`<g class="labels" aria-hidden="true" font-size=${Math.min(0.34, 0.19 + 0.011 * Math.max(width, height))}>
    ${points.slice(0, width).map((_, x) => [text(x, -0.8, column(x)), text(x, height - 0.2, column(x))])}
    ${Array.from({ length: height }, (_, y) => [text(-0.8, y, row(y)), text(width - 0.2, y, row(y))])}
  </g>`;
});

const Shadows = pure(({ graph, stones }) => html`<g class="shadows" aria-hidden="true">
  ${graph.points.map((p, i) => stones[i] !== 0 && html`<circle key=${i} cx=${p.x + 0.045} cy=${p.y + 0.085} r=".55" />`)}
</g>`);

/** What lies on one point, in words. */
function describe(point, stone, { last, ko, dead, score }) {
  const parts = [point.name, stone ? `${dead ? "dead " : ""}${colors[stone]} stone` : "empty"];
  if (last) parts.push("last move");
  if (ko) parts.push("ko, may not be retaken now");
  if (score) parts.push(score.owner ? `counts for ${names[score.owner]} (${score.reason})` : score.reason);
  return parts.join(", ");
}

const Points = pure(({ graph, stones, lastMove, koBan, dead, score, cursor }) => html`<g>
  ${graph.points.map((p, i) => {
    const stone = stones[i];
    const marks = { last: p.name === lastMove, ko: p.name === koBan, dead: dead.includes(p.name), score: score?.points[i] };
    const words = describe(p, stone, marks);
    const owner = marks.score && marks.score.kind !== "stone" ? marks.score.owner : null;
    return html`<g key=${i} class="point" role="button" tabindex=${i === cursor ? 0 : -1} aria-label=${words}
        transform="translate(${p.x} ${p.y})" data-point=${p.name} data-index=${i} data-stone=${colors[stone]}
        data-owner=${marks.score && colors[marks.score.owner]} data-dead=${marks.dead || null}>
      ${(marks.score || marks.ko) && html`<title>${words}</title>`}
      <circle class="hit" r=".5" />
      ${stone !== 0 && html`<circle key=${`stone${stone}`} class="stone ${colors[stone]} ${marks.dead ? "dead" : ""}" r=${stoneRadius} />`}
      ${marks.last && stone !== 0 && !score && html`<circle class="last on-${colors[stone]}" r=".2" />`}
      ${marks.ko && html`<rect class="ko" x="-.19" y="-.19" width=".38" height=".38" rx=".04" />`}
      ${marks.dead && html`<path class="cross on-${colors[stone]}" d="M-.22-.22L.22.22M.22-.22L-.22.22" />`}
      ${owner !== null && owner !== 0 && !marks.dead && html`<rect class="owner ${colors[owner]}" x="-.17" y="-.17" width=".34" height=".34" rx=".07" />`}
      ${owner === 0 && html`<circle class="dame" r=".085" />`}
      <rect class="cursor" x="-.46" y="-.46" width=".92" height=".92" rx=".16" />
    </g>`;
  })}
</g>`);

/**
 * @typedef {object} BoardProps
 * @property {Graph} graph
 * @property {number[]} stones
 * @property {string} lastMove
 * @property {string} koBan
 * @property {string[]} dead
 * @property {import("./api.js").Score} [score]
 * @property {string} ghost     colour of the stone that a click would place, or ""
 * @property {boolean} coordinates
 * @property {boolean} quiet    the board is only a picture
 * @property {(vertex: string) => void} onPoint
 * @property {(vertex: string) => void} onAim    a first tap, to be confirmed by a second
 */

/** The board. Its own state is where the mouse, the finger and the keyboard are. */
export class Board extends Component {
  constructor(props) {
    super(props);
    this.state = { hover: -1, aim: -1, cursor: middle(props.graph) };
    this.pointer = "mouse";
  }

  /** @param {BoardProps} next */
  componentDidUpdate(old) {
    const { graph, stones } = this.props;
    if (old.graph !== graph) this.setState({ hover: -1, aim: -1, cursor: middle(graph) });
    else if (old.stones !== stones && this.state.aim >= 0) this.setState({ aim: -1 });
  }

  /** The point under the mouse or finger, or -1. */
  find(event) {
    const svg = event.currentTarget;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const i = nearest(this.props.graph.points, at.x, at.y);
    const p = this.props.graph.points[i];
    return Math.hypot(p.x - at.x, p.y - at.y) < 0.75 ? i : -1;
  }

  /** Whether points are so small for a finger that a tap needs a second one. */
  tooSmall(event) {
    return this.pointer === "touch" && event.currentTarget.getScreenCTM().a < 30;
  }

  click = (event) => {
    const i = this.find(event);
    if (i < 0) return this.setState({ aim: -1 });
    const { graph, stones, ghost, onPoint, onAim } = this.props;
    this.setState({ cursor: i });
    if (ghost && !stones[i] && this.tooSmall(event) && this.state.aim !== i) {
      this.setState({ aim: i });
      return onAim(graph.points[i].name);
    }
    this.setState({ aim: -1, hover: -1 });
    onPoint(graph.points[i].name);
  };

  move = (event) => {
    const hover = event.pointerType === "mouse" ? this.find(event) : -1;
    if (hover !== this.state.hover) this.setState({ hover });
  };

  key = (event) => {
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const { graph, onPoint } = this.props;
    const { cursor } = this.state;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrows[event.key]) {
      const to = towards(graph, cursor, ...arrows[event.key]);
      this.setState({ cursor: to });
      event.currentTarget.querySelector(`[data-index="${to}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      onPoint(graph.points[cursor].name);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  render(props, { hover, aim, cursor }) {
    const { graph, stones, ghost, quiet } = /** @type {BoardProps} */ (props);
    const labels = props.coordinates && graph.width > 0;
    const { x, y, width, height } = frame(graph, labels);
    const place = aim >= 0 ? aim : hover;
    const shown = ghost && place >= 0 && stones[place] === 0 ? graph.points[place] : null;
    return html`<svg class="board ${quiet ? "quiet" : ""}" id="board" viewBox="${x} ${y} ${width} ${height}"
        role="group"
        aria-label=${`Board of ${graph.width ? `${graph.width} by ${graph.height}` : graph.points.length} points; arrow keys move, Enter plays`}
        onClick=${this.click} onKeyDown=${this.key}
        onPointerDown=${(e) => (this.pointer = e.pointerType)} onPointerMove=${this.move}
        onPointerLeave=${() => this.setState({ hover: -1 })}>
      <${Defs} />
      <${Lines} graph=${graph} />
      ${labels && html`<${Labels} graph=${graph} />`}
      <${Shadows} graph=${graph} stones=${stones} />
      <${Points} graph=${graph} stones=${stones} lastMove=${props.lastMove} koBan=${props.koBan} dead=${props.dead}
        score=${props.score} cursor=${cursor} />
      ${shown && html`<circle class="ghost ${ghost} ${aim >= 0 ? "aim" : ""}" cx=${shown.x} cy=${shown.y} r=${stoneRadius} />`}
    </svg>`;
  }
}
