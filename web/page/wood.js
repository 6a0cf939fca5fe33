// The wood under a board: a picture of growth rings, fibres and pores, which is painted once. The theme gives the colour.
import { numbers } from "./grain.js";
import { Component, createRef, html } from "./html.js";

const size = 800; // pixels; the browser fits the picture to the board
const dark = [62, 30, 4]; // the colour of the grain

/** Paints the wood. Props: seed. */
export class Wood extends Component {
  canvas = createRef();

  componentDidMount() {
    this.paint();
  }

  /** @param {{seed: string}} next */
  shouldComponentUpdate(next) {
    return next.seed !== this.props.seed;
  }

  componentDidUpdate() {
    this.paint();
  }

  paint() {
    const context = this.canvas.current.getContext("2d");
    const picture = context.createImageData(size, size);
    const depth = grain(this.props.seed, size);
    for (let i = 0; i < depth.length; i++) picture.data.set([...dark, depth[i]], 4 * i);
    context.putImageData(picture, 0, 0);
  }

  render() {
    return html`<canvas class="wood" ref=${this.canvas} width=${size} height=${size} aria-hidden="true" data-seed=${this.props.seed} />`;
  }
}

/**
 * How dark each pixel is, from 0 to 255, by row. The tree is a bundle of rings around an axis that the board cuts at a
 * small angle. If the axis is beside the board, the lines are nearly straight; otherwise they are arches.
 * @param {string} seed @param {number} n  pixels of a side
 */
export function grain(seed, n) {
  const random = numbers(seed);
  const side = random() < 0.5 ? -1 : 1;
  const axis = 0.5 + side * (0.25 + 1.1 * random());
  const [end, slope] = [random(), 0.05 + 0.13 * random()];
  const rings = 24 + 22 * random();
  const ring = ringDepths(random);
  const sway = curve(random, 4);
  const fibre = Array.from({ length: n }, () => random());
  const pores = Array.from({ length: n }, () => random());
  const depth = new Uint8ClampedArray(n * n);
  for (let y = 0; y < n; y++) {
    const v = y / n;
    const along = (v - end) * slope;
    const bend = 0.012 * sway(v);
    const shift = Math.round(0.006 * n * sway(1 - v));
    for (let x = 0; x < n; x++) {
      const across = x / n - axis + bend;
      const r = Math.sqrt(across * across + along * along) * rings + 1.5 * sway(x / n);
      const column = (x + shift + n) % n;
      const pore = pores[column] > 0.86 && ((y / n) * 9 + 7 * fibre[column]) % 1 < 0.4 ? 1 : 0;
      depth[y * n + x] = 52 * ring(r) + 20 * fibre[column] + 10 * pore;
    }
  }
  return depth;
}

/** The depth of the colour along a radius: early wood is light, late wood is a thin dark line. @param {() => number} random */
function ringDepths(random) {
  const strength = Array.from({ length: 64 }, () => 0.2 + 0.8 * random() ** 2);
  const width = Array.from({ length: 64 }, () => 1.4 + 2.6 * random());
  return (/** @type {number} */ r) => {
    const i = Math.floor(r) & 63;
    const part = r - Math.floor(r);
    const late = part ** width[i];
    return strength[i] * (part > 0.86 ? late * (1 - part) / 0.14 : late);
  };
}

/** A smooth curve from -1 to 1 through random values. @param {() => number} random @param {number} steps */
function curve(random, steps) {
  const values = Array.from({ length: steps + 2 }, () => 2 * random() - 1);
  return (/** @type {number} */ t) => {
    const at = Math.min(Math.max(t, 0), 1) * steps;
    const i = Math.floor(at);
    const part = at - i;
    const ease = part * part * (3 - 2 * part);
    return values[i] * (1 - ease) + values[i + 1] * ease;
  };
}
