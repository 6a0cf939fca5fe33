// A chart: one measure of some runs over their steps. A thin pale line, with a band from minimum to maximum, shows the
// values measured during training. A strong line shows these values smoothed, and dots show tests.
import { createRef, Component, html } from "./html.js";
import { decimal, grouped, number, tr } from "./text.js";
import { measures } from "./training.js";
import { nearest, place, short, smoothed, ticks, valueAt } from "./trainingscale.js";

/**
 * @typedef {{measure: string, title: string, hint: string, zero?: boolean, plain?: boolean, tested?: boolean, text: (v: number) => string, axis?: (v: number) => string}} Chart
 * @typedef {{name: string, color: number, curve: import("./training.js").Curve}} Shown
 */

/** @type {Chart[]} */
export const charts = [
  { measure: "loss", title: tr("Loss"), hint: tr("all parts by their weights"), tested: true, text: (v) => decimal(v, 3) },
  { measure: "top1", title: tr("First choices"), hint: tr("of the moves that were played"), zero: true, tested: true, text: (v) => `${decimal(100 * v, 1)} %`, axis: (v) => `${number(Math.round(1000 * v) / 10)} %` },
  { measure: "policy", title: tr("Moves"), hint: tr("cross entropy, nats"), tested: true, text: (v) => decimal(v, 3) },
  { measure: "value", title: tr("Win or loss"), hint: tr("cross entropy, nats"), tested: true, text: (v) => decimal(v, 3) },
  { measure: "ownership", title: tr("Owners of points"), hint: tr("cross entropy, nats"), tested: true, text: (v) => decimal(v, 3) },
  { measure: "lead", title: tr("Lead"), hint: tr("loss of points"), tested: true, text: (v) => decimal(v, 2) },
  { measure: "rate", title: tr("Rate"), hint: tr("of learning"), zero: true, plain: true, text: (v) => figure(v), axis: (v) => figure(v) },
  { measure: "perSecond", title: tr("Speed"), hint: tr("positions a second"), zero: true, text: (v) => (v < 10 ? decimal(v, 1) : grouped(Math.round(v))), axis: short },
  { measure: "length", title: tr("Gradient"), hint: tr("its length"), zero: true, text: (v) => decimal(v, 2) },
  { measure: "answer", title: tr("Answers"), hint: tr("cross entropy, nats"), tested: true, text: (v) => decimal(v, 3) },
  { measure: "score", title: tr("Score"), hint: tr("loss of points"), tested: true, text: (v) => decimal(v, 2) },
  { measure: "spread", title: tr("Spread of the score"), hint: tr("loss of points"), tested: true, text: (v) => decimal(v, 2) },
];

/** A small number. @param {number} v */
function figure(v) {
  if (v === 0) return "0";
  return v < 0.001 ? v.toExponential(1).replace("e-", "e−") : number(Number(v.toPrecision(2)));
}

/** The half-life of the smoothing as a fraction of the chart's width. */
const halves = [0, 0.005, 0.03];
/** @type {Record<string, number>} */
const keySteps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20, Home: -Infinity, End: Infinity };
const pad = { left: 48, right: 12, top: 10, bottom: 24 };
const dots = 60; // at most this many tests are drawn as dots

/** The axis of steps that all charts share. @param {Shown[]} runs @param {boolean} log @returns {import("./trainingscale.js").Axis|null} */
export function stepAxis(runs, log) {
  let [from, to] = [Infinity, 0];
  for (const { curve } of runs) {
    for (const { step, since } of [curve.train, curve.test]) {
      if (step.length === 0) continue;
      from = Math.min(from, since[0]);
      to = Math.max(to, step[step.length - 1]);
    }
  }
  if (to <= 0) return null;
  from = Math.max(1, from);
  return log ? { from, to: Math.max(to, from * 1.5), log } : { from: 0, to, log };
}

/** Reports whether the runs have a measure. @param {Shown[]} runs @param {string} measure */
export const has = (runs, measure) => {
  const m = measures.indexOf(measure);
  return runs.some(({ curve }) => curve.train.mean[m].some((v) => v) || curve.test.mean[m].some((v) => v));
};

/** Props: chart, runs, axis, smooth, cursor (a step), onCursor, height. @extends {Component<any, {width: number}>} */
export class CurveChart extends Component {
  state = { width: 0 };
  box = createRef();
  /** @type {{key: string, plan: any}} */ planned = { key: "", plan: null };
  observer = new ResizeObserver(([entry]) => this.setState({ width: Math.round(entry.contentRect.width) }));

  componentDidMount() {
    this.observer.observe(this.box.current);
  }

  componentWillUnmount() {
    this.observer.disconnect();
  }

  aim = (event) => {
    const { left } = this.box.current.getBoundingClientRect();
    const at = (event.clientX - left - pad.left) / (this.state.width - pad.left - pad.right);
    this.props.onCursor(at < -0.02 || at > 1.02 ? null : valueAt(this.props.axis, Math.min(1, Math.max(0, at))));
  };

  /** The arrow keys go from point to point. */
  step = (event) => {
    const { runs, cursor, onCursor } = this.props;
    const by = keySteps[event.key];
    if (event.key === "Escape" && cursor !== null) return event.stopPropagation(), onCursor(null);
    const steps = runs[0]?.curve.train.step ?? [];
    if (!by || steps.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const last = steps.length - 1;
    const at = cursor === null ? (by < 0 ? last + 1 : -1) : nearest(steps, cursor);
    onCursor(steps[Math.min(last, Math.max(0, at + by * (event.shiftKey ? 10 : 1)))]);
  };

  /** The drawing. It is made again only if something in it has changed. */
  plan() {
    const { chart, runs, axis, smooth, height } = this.props;
    const { width } = this.state;
    const key = JSON.stringify([width, height, axis, smooth, runs.map((r) => [r.name, r.color, r.curve.version])]);
    if (this.planned.key !== key) this.planned = { key, plan: planOf(chart, runs, axis, halves[smooth], width, height) };
    return this.planned.plan;
  }

  render({ chart, runs, axis, cursor, height }, { width }) {
    const plan = width > 0 && axis ? this.plan() : null;
    const read = readings(chart, runs, cursor);
    const said = read.map(({ name, train, test }) => `${name}: ${[train && tr("training {value}", { value: train }), test && tr("test {test}", { test })].filter(Boolean).join(", ") || tr("nothing yet")}`).join("; ");
    return html`<figure class="chart" id="chart-${chart.measure}" data-points=${plan?.points ?? 0}>
      <figcaption><b>${chart.title}</b><small>${chart.hint}</small>
        <span class="readings">${read.map((r) => html`<span key=${r.name} class="run-${r.color}"><i></i>${r.train}${r.test && html` <em title="test">${r.test}</em>`}</span>`)}</span></figcaption>
      <div class="plot" ref=${this.box} style=${{ height: `${height}px` }} tabindex="0" role="img" aria-label="${chart.title} (${chart.hint}). ${said}"
        onPointerMove=${this.aim} onPointerDown=${this.aim} onPointerLeave=${() => this.props.onCursor(null)} onKeyDown=${this.step}>
        ${plan && html`<svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true">
          <clipPath id="clip-${chart.measure}"><rect x=${pad.left} y="0" width=${Math.max(0, width - pad.left - pad.right)} height=${height - pad.bottom} /></clipPath>
          <g class="grid">${plan.yTicks.map(({ at, text }) => html`<line key=${text} x1=${pad.left} x2=${width - pad.right} y1=${at} y2=${at} /><text x=${pad.left - 7} y=${at}>${text}</text>`)}
            ${plan.xTicks.map(({ at, text }) => html`<text key=${text} class="x" x=${at} y=${height - 7}>${text}</text>`)}</g>
          <g clip-path="url(#clip-${chart.measure})">${plan.lines.map((l) => html`<g key=${l.name} class="run-${l.color}">
            ${l.band && html`<path class="band" d=${l.band} />`}
            ${l.raw && html`<path class="raw" d=${l.raw} />`}
            <path class="smooth" d=${l.smooth} />
            ${l.test && html`<path class="test" d=${l.test} />`}
            ${l.dots.map(([x, y]) => html`<circle cx=${x} cy=${y} r="3.2" />`)}</g>`)}</g>
          ${cursor !== null && plan.cursor(runs, cursor)}
        </svg>`}
      </div></figure>`;
  }
}

const at = (v) => Math.round(10 * v) / 10;

/** A line through points, with gaps at missing values. */
function pathOf(xs, ys) {
  let text = "";
  let pen = "M";
  for (let i = 0; i < xs.length; i++) {
    if (ys[i] === null) pen = "M";
    else {
      text += `${pen}${at(xs[i])} ${at(ys[i])}`;
      pen = "L";
    }
  }
  return text;
}

/**
 * The points of a drawing. Points that share a pixel become one point. It has their average, weighted by lines, and
 * their minimum and maximum.
 * @param {number[]} xs @param {number[]} lines @param {(number|null)[]} mean @param {any[]} strong @param {any[]} high @param {any[]} low
 */
function columns(xs, lines, mean, strong, high, low) {
  /** @type {any[][]} */
  const out = [[], [], [], [], []];
  for (let i = 0; i < xs.length; ) {
    let end = i + 1;
    while (end < xs.length && Math.round(xs[end]) === Math.round(xs[i])) end++;
    let [n, sum, made, where, top, bottom] = [0, 0, 0, 0, -Infinity, Infinity];
    for (; i < end; i++) {
      const value = mean[i] ?? null;
      if (value === null) continue;
      n += lines[i];
      sum += lines[i] * value;
      made += lines[i] * strong[i];
      where += lines[i] * xs[i];
      top = Math.max(top, high[i]);
      bottom = Math.min(bottom, low[i]);
    }
    const point = n > 0 ? [where / n, sum / n, made / n, top, bottom] : [xs[end - 1], null, null, null, null];
    point.forEach((v, k) => out[k].push(v));
  }
  return out;
}

/** The drawing, except for the cursor. */
function planOf(chart, runs, axis, half, width, height) {
  const m = measures.indexOf(chart.measure);
  const x = (step) => pad.left + place(axis, step) * (width - pad.left - pad.right);
  const series = runs.map(({ name, color, curve: { train, test } }) => {
    const places = train.step.map((s) => place(axis, s));
    return { name, color, train, test, places, mean: train.mean[m], strong: smoothed(train.mean[m], places, train.lines, chart.plain ? 0 : half), tests: chart.tested ? test.mean[m] : [] };
  });
  // The first values may be far above all others, so they are ignored for the scale of a linear axis.
  const from = axis.log ? 0 : 0.012;
  let [low, high] = [Infinity, -Infinity];
  const see = (v, p) => {
    if (v === null || p < from) return;
    low = Math.min(low, v);
    high = Math.max(high, v);
  };
  for (const s of series) {
    s.strong.forEach((v, i) => see(v, s.places.length < 100 ? 1 : s.places[i]));
    s.tests.forEach((v, i) => see(v, s.tests.length <= dots ? 1 : place(axis, s.test.step[i])));
  }
  if (low > high) [low, high] = [0, 1];
  if (chart.zero) low = Math.min(0, low);
  const room = (high - low || Math.abs(high) || 1) * 0.06;
  const scale = { from: chart.zero ? low : low - room, to: high + room, log: false };
  const y = (v) => (v === null ? null : pad.top + (1 - place(scale, v)) * (height - pad.top - pad.bottom));
  const lines = series.map(({ name, color, train, test, mean, strong, tests }) => {
    const [xs, means, strongs, highs, lows] = columns(train.step.map(x), train.lines, mean, strong, train.high[m], train.low[m]);
    const many = train.lines.some((n) => n > 1);
    const [top, bottom] = [highs.map(y), lows.map(y)];
    const there = xs.map((_, i) => i).filter((i) => top[i] !== null);
    const band = many && there.length > 1 ? `${pathOf(there.map((i) => xs[i]), there.map((i) => top[i]))}${pathOf(there.map((i) => xs[i]).reverse(), there.map((i) => bottom[i]).reverse()).replace("M", "L")}Z` : "";
    const [testX, testMeans] = columns(test.step.map(x), test.lines, tests, tests, tests, tests);
    const testY = testMeans.map(y);
    return {
      name, color, band, raw: half > 0 && !chart.plain ? pathOf(xs, means.map(y)) : "", smooth: pathOf(xs, strongs.map(y)), test: chart.tested ? pathOf(testX, testY) : "",
      dots: tests.length <= dots ? testY.map((v, i) => [at(testX[i]), v]).filter(([, v]) => v !== null).map(([a, b]) => [a, at(b)]) : [],
      strong,
    };
  });
  const cursor = (now, step) => {
    const text = tr("step {step}", { step: grouped(Math.round(step)) });
    const left = at(x(step));
    return html`<g class="aim"><line x1=${left} x2=${left} y1=${pad.top} y2=${height - pad.bottom} />
      ${lines.map((l, k) => {
        const i = nearest(now[k]?.curve.train.step ?? [], step);
        const v = i < 0 ? null : y(l.strong[i] ?? null);
        return v === null ? null : html`<circle class="run-${l.color}" cx=${at(x(now[k].curve.train.step[i]))} cy=${at(v)} r="4" />`;
      })}
      <text x=${Math.min(Math.max(left, pad.left + 34), width - pad.right - 34)} y=${height - 7}>${text}</text></g>`;
  };
  return {
    lines, cursor, points: series.reduce((n, s) => n + s.train.step.length, 0),
    yTicks: ticks(scale, height > 200 ? 6 : 4).map((v) => ({ at: at(y(v)), text: (chart.axis ?? ((n) => String(n)))(v) })),
    xTicks: ticks(axis, Math.max(2, Math.floor(width / 95))).map((v) => ({ at: at(x(v)), text: short(v) })),
  };
}

/** The values of the runs at a step, or the last ones. @param {Chart} chart @param {Shown[]} runs @param {number|null} cursor */
export function readings(chart, runs, cursor) {
  const m = measures.indexOf(chart.measure);
  return runs.map(({ name, color, curve: { train, test } }) => {
    const value = (points) => {
      const i = points.step.length === 0 ? -1 : cursor === null ? points.step.length - 1 : nearest(points.step, cursor);
      return i < 0 || points.mean[m][i] === null ? "" : chart.text(points.mean[m][i]);
    };
    return { name, color, train: value(train), test: chart.tested ? value(test) : "" };
  });
}
