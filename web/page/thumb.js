// Small rectangular boards: pictures of positions, and the grid of the pattern editor.
import { html, pure } from "./html.js";
import { placeOf } from "./pattern.js";

const grids = new Map();

/** The lines and the star points of a board. @param {number} width @param {number} height */
function grid(width, height) {
  const key = `${width} ${height}`;
  if (!grids.has(key)) {
    let d = "";
    for (let x = 0; x < width; x++) d += `M${x} 0V${height - 1}`;
    for (let y = 0; y < height; y++) d += `M0 ${y}H${width - 1}`;
    grids.set(key, { d, stars: stars(width).flatMap((x) => stars(height).map((y) => ({ x, y }))) });
  }
  return grids.get(key);
}

/** The rows of star points on a side. @param {number} n */
function stars(n) {
  if (n < 7) return [];
  const edge = n < 13 ? 2 : 3;
  return n % 2 === 0 || n < 13 ? [edge, n - 1 - edge] : [edge, (n - 1) / 2, n - 1 - edge];
}

export const Grid = pure(({ width, height }) => {
  const { d, stars: list } = grid(width, height);
  return html`<g class="grid"><path d=${d} /><path class="rim" d="M0 0H${width - 1}V${height - 1}H0z" />${list.map(({ x, y }) => html`<circle class="star" cx=${x} cy=${y} r=".12" />`)}</g>`;
});

/** Props: width, height, stones (1, -1, 0 by row from the top), part (points), lastMove. */
export const Thumb = pure(({ width, height, stones, part, lastMove }) => {
  const last = placeOf({ width, height }, lastMove ?? "");
  return html`<svg class="thumb" viewBox="-.8 -.8 ${width + 0.6} ${height + 0.6}" aria-hidden="true">
    <${Grid} width=${width} height=${height} />
    ${frameOf(width, part)}
    ${stones.map((s, i) => s !== 0 && html`<circle key=${i} class="s ${s > 0 ? "black" : "white"}" cx=${i % width} cy=${Math.floor(i / width)} r=".47" />`)}
    ${last && html`<circle class="dot" cx=${last.x} cy=${last.y} r=".17" />`}
  </svg>`;
});

/** A frame around the points of a pattern. @param {number} width @param {number[]|undefined} part */
function frameOf(width, part) {
  if (!part?.length) return null;
  const [xs, ys] = [part.map((i) => i % width), part.map((i) => Math.floor(i / width))];
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  return html`<rect class="part" x=${left - 0.5} y=${top - 0.5} width=${right - left + 1} height=${bottom - top + 1} />`;
}
