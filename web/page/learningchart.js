// A chart of a run of tengen learn: one measure of all generations over the time of learning, with intervals as a band.
import { Component, createRef, html } from "./html.js";
import { bandOf, lineOf, scaleOf, timeTicks, valueAxis } from "./learningscale.js";
import { tr } from "./text.js";
import { nearest, ticks } from "./trainingscale.js";

/**
 * @typedef {{generation: number, x: number, y: number, low?: number|null, high?: number|null, hollow?: boolean}} Spot  x in
 *   seconds; a hollow spot is a net that does not play
 */

const pad = { left: 52, right: 14, top: 10, bottom: 24 };
const dots = 80; // at most this many generations are drawn as dots
/** @type {Record<string, number>} */
const keySteps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };

/** Props: id, title, hint, spots, seconds (the end of the axis), chosen (a generation), said (its reading), height, onChoose. @extends {Component<any, any>} */
export class TimeChart extends Component {
  state = { width: 0 };
  box = createRef();
  observer = new ResizeObserver(([entry]) => this.setState({ width: Math.round(entry.contentRect.width) }));

  componentDidMount() {
    this.observer.observe(this.box.current);
  }

  componentWillUnmount() {
    this.observer.disconnect();
  }

  pick = (event) => {
    const { spots, seconds, onChoose } = this.props;
    const { left } = this.box.current.getBoundingClientRect();
    const at = ((event.clientX - left - pad.left) / (this.state.width - pad.left - pad.right)) * seconds;
    const i = nearest(spots.map((s) => s.x), at);
    if (i >= 0) onChoose(spots[i].generation);
  };

  /** With the button down, the pointer chooses as it moves. */
  drag = (event) => event.buttons === 1 && event.pointerType === "mouse" && this.pick(event);

  key = (event) => {
    const { spots, chosen, onChoose } = this.props;
    const by = keySteps[event.key];
    if (!by || spots.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const at = Math.max(0, spots.findIndex((s) => s.generation === chosen));
    onChoose(spots[Math.min(spots.length - 1, Math.max(0, at + by))].generation);
  };

  render({ id, title, hint, spots, seconds, chosen, said, height }, { width }) {
    return html`<figure class="chart run-0" id="chart-${id}" data-points=${spots.length}>
      <figcaption><b>${title}</b><small>${hint}</small><span class="readings"><span>${said}</span></span></figcaption>
      <div class="plot" ref=${this.box} style=${{ height: `${height}px` }} tabindex="0" role="slider" aria-label=${tr("{title} ({hint}) by generation", { title, hint })}
        aria-valuemin=${spots[0]?.generation ?? 0} aria-valuemax=${spots.at(-1)?.generation ?? 0} aria-valuenow=${chosen} aria-valuetext="${tr("generation {generation}", { generation: chosen })}: ${said || tr("nothing yet")}"
        onPointerDown=${this.pick} onPointerMove=${this.drag} onKeyDown=${this.key}>
        ${width > 0 && spots.length > 0 && html`<${Drawing} id=${id} spots=${spots} seconds=${seconds} chosen=${chosen} width=${width} height=${height} />`}
      </div></figure>`;
  }
}

function Drawing({ id, spots, seconds, chosen, width, height }) {
  const axis = valueAxis(spots);
  const x = scaleOf({ from: 0, to: Math.max(seconds, 1), log: false }, pad.left, width - pad.right);
  const y = scaleOf(axis, height - pad.bottom, pad.top);
  const aim = spots.find((s) => s.generation === chosen);
  const clear = (/** @type {number} */ at) => !aim || Math.abs(at - middle(x(aim.x))) > 64; // the label of the generation has room
  const middle = (/** @type {number} */ at) => Math.min(Math.max(at, pad.left + 40), width - pad.right - 40);
  return html`<svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true">
    <clipPath id="clip-${id}"><rect x=${pad.left} y="0" width=${Math.max(0, width - pad.left - pad.right)} height=${height - pad.bottom} /></clipPath>
    <g class="grid">${ticks(axis, height > 200 ? 6 : 4).map((v) => html`<line key=${v} x1=${pad.left} x2=${width - pad.right} y1=${y(v)} y2=${y(v)} /><text x=${pad.left - 7} y=${y(v)}>${String(v).replace("-", "−")}</text>`)}
      ${timeTicks(seconds, Math.max(2, Math.floor((width - pad.left) / 95))).filter(({ at }) => clear(x(at))).map(({ at, text }) => html`<text key=${text} class="x" x=${x(at)} y=${height - 7}>${text}</text>`)}</g>
    <g clip-path="url(#clip-${id})"><path class="band" d=${bandOf(spots, x, y, axis)} /></g>
    <path class="smooth" d=${lineOf(spots, x, y)} />
    ${spots.length <= dots && spots.map((s) => html`<circle key=${s.generation} class=${s.hollow ? "" : "full"} cx=${x(s.x)} cy=${y(s.y)} r="3.2" />`)}
    ${aim && html`<g class="aim"><line x1=${x(aim.x)} x2=${x(aim.x)} y1=${pad.top} y2=${height - pad.bottom} /><circle cx=${x(aim.x)} cy=${y(aim.y)} r="4.5" />
      <text x=${middle(x(aim.x))} y=${height - 7}>${tr("generation {generation}", { generation: aim.generation })}</text></g>`}
  </svg>`;
}
