// The layers of a board as SVG: lines, labels, stones and the marks on them.
import { shells } from "./grain.js";
import { Component, html, pure } from "./html.js";
import { indexOf } from "./marks.js";
import { describePoint, shapeOf } from "./shape.js";
import { tr, trServer } from "./text.js";

/** @typedef {import("./view.js").Frame} Frame */

export const colors = { 1: "black", "-1": "white", 0: "" };

export const Defs = pure(() => html`
  <defs>
    <radialGradient id="black-stone" cx=".36" cy=".3" r=".78">
      <stop offset="0" stop-color="#63656b" /><stop offset=".22" stop-color="#46484d" /><stop offset=".5" stop-color="#2a2b2f" />
      <stop offset=".8" stop-color="#18191b" /><stop offset="1" stop-color="#0c0c0e" />
    </radialGradient>
    <radialGradient id="white-stone" cx=".4" cy=".34" r=".72">
      <stop offset="0" stop-color="#fff" /><stop offset=".5" stop-color="#f9f7f1" />
      <stop offset=".82" stop-color="#e6e1d6" /><stop offset="1" stop-color="#bdb6a6" />
    </radialGradient>
    <radialGradient id="stone-shadow">
      <stop offset=".55" stop-color="#2a1804" stop-opacity=".55" />
      <stop offset=".82" stop-color="#2a1804" stop-opacity=".24" />
      <stop offset="1" stop-color="#2a1804" stop-opacity="0" />
    </radialGradient>
    ${Array.from({ length: shells }, (_, kind) => html`<pattern key=${kind} id="shell-${kind}" x="-.05" y="-.05" width="1.1" height="1.1" viewBox="-.05 -.05 1.1 1.1">
      <rect x="-.05" y="-.05" width="1.1" height="1.1" fill="url(#white-stone)" />
      <path d=${shellLines(kind)} transform="rotate(${(360 / shells) * kind} .5 .5)" fill="none" stroke="#80704e" stroke-opacity=".13" stroke-width=".013" />
    </pattern>`)}
    <pattern id="hatch" width=".2" height=".2" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V.2" stroke="#1c1b19" stroke-width=".045" /></pattern>
  </defs>`);

/** The lines of growth of a shell: arcs that lie closer together towards one side. @param {number} kind */
function shellLines(kind) {
  const bend = 0.1 + 0.09 * (kind % 4);
  let d = "";
  for (let y = 0.02, step = 0.135 + 0.012 * (kind % 3); y < 1.15; y += step, step = Math.max(0.05, step * 0.93)) d += `M-.1 ${y.toFixed(3)}Q.5 ${(y - bend).toFixed(3)} 1.1 ${y.toFixed(3)}`;
  return d;
}

const faintest = 0.02; // fainter shades are not visible

/** The weights of the points, if they differ. */
const Shades = pure(({ graph }) => {
  const { points, shades } = shapeOf(graph);
  if (!shades) return null;
  return html`<g class="shades">${points.map((i) => shades[i] > faintest && html`<rect class=${graph.life.weights[i] < 0 ? "negative" : ""}
    x=${graph.points[i].x - 0.5} y=${graph.points[i].y - 0.5} width="1" height="1" opacity=${(0.5 * shades[i]).toFixed(3)} />`)}</g>`;
});

export const Lines = pure(({ graph }) => {
  const { lines, points, dotted } = shapeOf(graph);
  return html`<g class="lines">
    <${Shades} graph=${graph} />
    <path d=${lines.inner} /><path class="stubs" d=${lines.stubs} /><path class="rim" d=${lines.rim} />
    ${dotted && html`<g class="dots">${points.map((i) => html`<circle cx=${graph.points[i].x} cy=${graph.points[i].y} r=".075" />`)}</g>`}
    ${graph.stars.map((i) => html`<circle class="star" cx=${graph.points[i].x} cy=${graph.points[i].y} r=".095" />`)}
  </g>`;
});

/**
 * The visible lines of an infinite board. If the window has several distant parts, the lines end around each part.
 */
export const Plane = pure(({ graph, left, right, top, bottom }) => {
  const { plane } = shapeOf(graph);
  if (!plane) return html`<${Lines} graph=${graph} />`;
  const [l, b] = [Math.max(left, plane.left), Math.min(bottom, plane.bottom)];
  let d = "";
  for (let x = Math.ceil(l); x <= right; x++) d += `M${x} ${top}V${b}`;
  for (let y = Math.ceil(top); y <= b; y++) d += `M${l} ${y}H${right}`;
  return html`<g class="lines">
    <${Shades} graph=${graph} />
    <path d=${d} />
    ${graph.stars.map((i) => html`<circle class="star" cx=${graph.points[i].x} cy=${graph.points[i].y} r=".095" />`)}
  </g>`;
});

/**
 * The names of columns and rows. They are beside the board if the whole board is visible, and otherwise along the edge
 * of the picture.
 */
export const Labels = pure(({ graph, whole, x, y, width, height }) => {
  const { labels, endless, plane, extent } = shapeOf(graph);
  const size = Math.min(0.34, 0.19 + 0.011 * Math.max(extent.right - extent.left, extent.bottom - extent.top));
  if (whole && !endless) {
    return html`<g class="labels" aria-hidden="true" font-size=${size}>${labels.map((l) => html`<text x=${l.x} y=${l.y}>${l.text}</text>`)}</g>`;
  }
  const font = 0.026 * Math.min(width, height);
  const list = plane ? numbers(plane, x, y, width, height) : endless ? apart(labels, font) : labels;
  if (list.length === 0) return null;
  const longest = Math.max(0, ...list.filter((l) => l.side === "left").map((l) => l.text.length));
  const [strip, side] = [font * 2, font * Math.max(2, 0.6 * longest + 0.6)];
  return html`<g class="labels pinned" aria-hidden="true" font-size=${font}>
    <path class="strip" d="M${x} ${y}h${width}v${strip}H${x}zM${x} ${y + strip}h${side}v${height - strip}h${-side}z" />
    ${list.map((l) => {
      if (l.side === "top" && l.x > x + side && l.x < x + width) return html`<text x=${l.x} y=${y + strip / 2}>${l.text}</text>`;
      if (l.side === "left" && l.y > y + strip && l.y < y + height) return html`<text x=${x + side / 2} y=${l.y}>${l.text}</text>`;
      return null;
    })}
  </g>`;
});

/** The names that do not overlap. @param {any[]} labels @param {number} font  the size of a letter */
function apart(labels, font) {
  const ends = { top: -Infinity, left: -Infinity };
  return labels.toSorted((a, b) => a.x + a.y - b.x - b.y).filter(({ text, side, x, y }) => {
    const [at, half] = side === "top" ? [x, 0.3 * font * (text.length + 1)] : [y, 0.6 * font];
    if (at - half < ends[side]) return false;
    ends[side] = at + half;
    return true;
  });
}

/** The coordinates of the plane that fit without overlapping. */
function numbers(plane, left, top, width, height) {
  const list = [];
  const step = width > 40 ? 5 : width > 24 ? 2 : 1;
  for (let x = Math.ceil(Math.max(left, plane.left) / step) * step; x <= left + width; x += step) list.push({ text: String(x), side: "top", x, y: 0 });
  for (let y = Math.ceil(top / step) * step; y <= Math.min(top + height, plane.bottom); y += step) list.push({ text: String(-y), side: "left", x: 0, y });
  return list;
}

/** @type {WeakMap<import("../types.d.ts").Graph, any[]>} the shadow of a stone on each point, which never changes */
const shadows = new WeakMap();

/** @param {import("../types.d.ts").Graph} graph @param {number} radius */
function shadowsOf(graph, radius) {
  const all = shadows.get(graph) ?? graph.points.map(({ x, y }, i) => html`<circle key=${i} cx=${x + 0.045} cy=${y + 0.085} r=${radius * 1.16} />`);
  shadows.set(graph, all);
  return all;
}

export const Shadows = pure(({ graph, stones, seen, radius }) => html`<g class="shadows" aria-hidden="true">${seen.map((/** @type {number} */ i) => stones[i] !== 0 && shadowsOf(graph, radius)[i])}</g>`);

/** The stones that the last move captured. */
export const Leaving = pure(({ graph, motion, stones, shells, radius }) => motion.captured.length > 0 && html`<g class="leaving" aria-hidden="true">
  ${motion.captured.map((i) => html`<circle key=${i} class=${colors[-stones[motion.placed]]} fill=${`url(#shell-${shells[i]})`} cx=${graph.points[i].x} cy=${graph.points[i].y} r=${radius} />`)}
</g>`);

/** The owners of the points at the end of a game, as a tint. */
export const Territory = pure(({ graph, seen, score, radius }) => {
  const side = radius / 0.475;
  return html`<g class="territory" aria-hidden="true">${seen.map((i) => score.owners[i] !== 0 && html`<rect key=${i} class=${colors[score.owners[i]]}
    x=${graph.points[i].x - side / 2} y=${graph.points[i].y - side / 2} width=${side} height=${side} />`)}</g>`;
});

/** The points beyond joined sides, which are copies of points on the board. */
export const Copies = pure(({ graph, stones, radius }) => html`<g class="copies" aria-hidden="true">
  ${shapeOf(graph).copies.map(({ of, x, y }, i) => html`<g key=${i} data-copy=${graph.points[of].name} transform="translate(${x} ${y})">
    <circle class="hit" r=".45" />
    ${stones[of] === 0 && (graph.points[of].x === x || graph.points[of].y === y ? html`<circle class="copy" r=".06" />` : html`<text y="-.22">${graph.points[of].name}</text>`)}
    ${stones[of] !== 0 && html`<circle class="stone ${colors[stones[of]]}" r=${radius * 0.92} />`}
  </g>`)}
</g>`);

/** The description of a point and its stone in words. */
function describe({ name, stone, last, ko, dead, blocked, owner, reason }) {
  const parts = [name, stone ? (dead ? (stone > 0 ? tr("dead black stone") : tr("dead white stone")) : stone > 0 ? tr("black stone") : tr("white stone")) : tr("empty")];
  if (last) parts.push(tr("last move"));
  if (ko) parts.push(tr("ko: may not be retaken now"));
  if (blocked) parts.push(tr("blocked ko: a player has to spend a turn here before it may be retaken"));
  if (reason) parts.push(owner ? (owner > 0 ? tr("counts for Black ({reason})", { reason }) : tr("counts for White ({reason})", { reason })) : reason);
  return parts.join(", ");
}

/** A point and everything on it. */
const Spot = pure((props) => {
  const { x, y, name, vertex, index, stone, last, ko, dead, blocked, owner, kind, reason, focus, radius, shell, placed } = props;
  const words = describe(props);
  const k = radius / 0.475; // marks are scaled with the stones
  return html`<g class="point" role="button" tabindex=${focus ? 0 : -1} aria-label=${words}
      transform="translate(${x} ${y})" data-point=${vertex} data-index=${index} data-stone=${colors[stone]}
      data-owner=${kind ? colors[owner] : null} data-dead=${dead || null} data-blocked=${blocked || null}>
    ${(kind || ko || blocked || name !== vertex) && html`<title>${words}</title>`}
    <circle class="hit" r=".5" />
    ${stone !== 0 && html`<circle key=${`stone${stone}`} class="stone ${colors[stone]} ${dead ? "dead" : ""} ${placed ? "placed" : ""}" fill=${stone < 0 ? `url(#shell-${shell})` : null} r=${radius} />`}
    ${last && stone !== 0 && !kind && html`<circle class="last on-${colors[stone]}" r=${0.2 * k} />`}
    ${ko && html`<rect class="ko" x="-.19" y="-.19" width=".38" height=".38" rx=".04" />`}
    ${blocked && html`<path class="blocked on-${colors[stone]}" transform="scale(${k})" d="M-.2-.2H.2V.2H-.2zM-.2.2L.2-.2" />`}
    ${dead && html`<path class="cross on-${colors[stone]}" transform="scale(${k})" d="M-.15-.15L.15.15M.15-.15L-.15.15" />`}
    ${kind && owner === 0 && html`<circle class="dame" r=${(stone ? 0.12 : 0.085) * k} />`}
    <rect class="cursor" x="-.46" y="-.46" width=".92" height=".92" rx=".16" />
  </g>`;
});

/**
 * All points. A point is described again only if something has changed on it: Preact does not look at elements that are
 * the same objects as before. This matters when one steps through a record.
 */
export class Points extends Component {
  /** @type {{state: number, element: any}[]} by point: what was drawn, as a number, and the element */
  kept = [];

  /** @param {any} next */
  shouldComponentUpdate(next) {
    const names = /** @type {const} */ (["graph", "score", "radius", "shells"]);
    if (names.some((name) => next[name] !== this.props[name])) this.kept = [];
    return Object.keys(next).some((name) => next[name] !== this.props[name]);
  }

  render({ graph, seen, stones, lastMove, koBan, dead, blocked, score, cursor, radius, shells, placed }) {
    const index = indexOf(graph);
    /** @type {(list: string[]) => Set<number|undefined>} */
    const places = (list) => new Set(list.map((name) => index.get(name)));
    const [last, ko, deads, blocks] = [index.get(lastMove), index.get(koBan), places(dead), places(blocked)];
    const draw = (/** @type {number} */ i) => {
      const is = [i === last, i === ko, deads.has(i), blocks.has(i), i === cursor, i === placed];
      const state = is.reduce((sum, b) => 2 * sum + Number(b), stones[i] + 1);
      if (this.kept[i]?.state === state) return this.kept[i].element;
      const why = score?.texts[score.reasons[i]];
      const element = html`<${Spot} key=${i} index=${i} x=${graph.points[i].x} y=${graph.points[i].y} vertex=${graph.points[i].name}
        name=${describePoint(graph, i)} stone=${stones[i]} last=${is[0]} ko=${is[1]} dead=${is[2]} blocked=${is[3]}
        owner=${score?.owners[i]} kind=${why?.kind} reason=${why && trServer(why.text)} focus=${is[4]} radius=${radius}
        shell=${shells[i]} placed=${is[5]} />`;
      this.kept[i] = { state, element };
      return element;
    };
    return html`<g>${seen.map(draw)}</g>`;
  }
}
