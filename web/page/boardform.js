// The choice of a board: a usual size, another size, another shape, or a file.
import * as api from "./api.js";
import { Plane, Lines, colors } from "./drawing.js";
import { Chips, Choice, NumberField } from "./form.js";
import { messageOf, sentence } from "./page.js";
import { Component, html } from "./html.js";
import { shapeOf } from "./shape.js";
import { tr, trBoard } from "./text.js";
import { frame } from "./view.js";

/** @import { BoardKind } from "../types.d.ts" */

const sizes = ["5", "7", "9", "13", "19"];

/**
 * @typedef {object} BoardChoice
 * @property {string} mode     one of the sizes, "other", "shape" or "file"
 * @property {string} width
 * @property {string} height
 * @property {string} kind     of a shape; "" for a board in words
 * @property {string[]} numbers  that follow the name of the kind
 * @property {string} text     a board in words
 * @property {{name: string, text: string}|null} file
 */

/** The choice for a text like "torus 9x9". @param {string} text @param {BoardKind[]} kinds @returns {BoardChoice} */
export function choiceOf(text, kinds) {
  const choice = { mode: "9", width: "9", height: "9", kind: "torus", numbers: ["9", "9"], text: "", file: null };
  const size = /^(\d+)(?:x(\d+))?$/.exec(text);
  if (size) {
    const [width, height] = [size[1], size[2] ?? size[1]];
    return { ...choice, mode: width === height && sizes.includes(width) ? width : "other", width, height };
  }
  if (!text) return choice;
  // If something other than numbers follows the name, the text is more than a kind and a size.
  const kind = kinds.find((k) => text.startsWith(k.name) && /^(?: [\dx ]+)?$/.test(text.slice(k.name.length)));
  const numbers = kind ? (text.slice(kind.name.length).match(/\d+/g) ?? []) : [];
  if (kind && numbers.length === formOf(kind).labels.length) return { ...choice, mode: "shape", kind: kind.name, numbers };
  return { ...choice, mode: "shape", kind: "", text };
}

/** The numbers in the example of a kind of board. @param {{name: string, example: string}} kind */
function formOf({ name, example }) {
  const rest = example.slice(name.length).trim();
  const numbers = rest.match(/\d+/g) ?? [];
  if (/\d+x\d+/.test(rest)) return { numbers, labels: [tr("Width"), tr("Height")], join: "x" };
  if (name === "planar") return { numbers, labels: [tr("Points"), tr("Seed")], join: " " };
  return { numbers, labels: numbers.map(() => (name === "ring" ? tr("Points") : tr("Size"))), join: " " };
}

/** The choice as a request gives it. @param {BoardChoice} c @param {BoardKind[]} kinds */
export function boardText(c, kinds) {
  if (c.mode === "file") return c.file?.text ?? "";
  if (c.mode === "shape") {
    const kind = kinds.find((k) => k.name === c.kind);
    return kind ? `${kind.name} ${c.numbers.join(formOf(kind).join)}`.trim() : c.text;
  }
  return c.mode === "other" ? `${Number(c.width)}x${Number(c.height)}` : `${c.mode}x${c.mode}`;
}

/** The sides of a rectangle, or []. @param {BoardChoice} c @returns {[number, number]} */
export function sides(c) {
  if (c.mode === "shape" || c.mode === "file") return [0, 0];
  return c.mode === "other" ? [Number(c.width), Number(c.height)] : [Number(c.mode), Number(c.mode)];
}

/** A board as a small picture. */
function Preview({ graph, stones }) {
  const { endless, points, radius } = shapeOf(graph);
  const f = frame(graph, false);
  return html`<svg class="preview" id="preview" role="img" aria-label=${tr("{name}, {n} points", { name: trBoard(graph.name), n: graph.points.length })} viewBox="${f.x} ${f.y} ${f.width} ${f.height}">
    ${endless ? html`<${Plane} graph=${graph} left=${f.x} right=${f.x + f.width} top=${f.y} bottom=${f.y + f.height} />` : html`<${Lines} graph=${graph} />`}
    ${points.map((i) => stones[i] !== 0 && html`<circle class="stone ${colors[stones[i]]}" cx=${graph.points[i].x} cy=${graph.points[i].y} r=${radius} />`)}
  </svg>`;
}

/** Props: config, value (a BoardChoice), error, onChange(choice), onSketch(sketch or null). */
export class BoardForm extends Component {
  state = { sketch: null, error: "" };
  timer = 0;
  asked = "";

  componentDidMount() {
    this.ask();
  }
  componentDidUpdate() {
    this.ask();
  }
  componentWillUnmount() {
    clearTimeout(this.timer);
  }

  /** Asks the server for a picture of the board, after a pause in typing. */
  ask() {
    const { value, config, onSketch } = this.props;
    const special = value.mode === "shape" || value.mode === "file";
    const text = special ? boardText(value, config.boards) : "";
    if (text === this.asked) return;
    this.asked = text;
    clearTimeout(this.timer);
    if (!text) {
      this.setState({ sketch: null, error: "" });
      return onSketch(null);
    }
    this.timer = setTimeout(async () => {
      let [sketch, error] = [null, ""];
      try {
        sketch = await api.post("board", { board: text });
      } catch (refusal) {
        error = messageOf(refusal);
      }
      if (this.asked !== text) return;
      this.setState({ sketch, error });
      onSketch(sketch);
    }, 200);
  }

  pick = (changes) => this.props.onChange({ ...this.props.value, ...changes });

  pickFile = async (event) => {
    const file = event.target.files[0];
    if (!file) return;
    if (file.size > 2 << 20) return this.setState({ sketch: null, error: tr("{name} is larger than 2 MiB, so it is not a board file", { name: file.name }) });
    this.pick({ file: { name: file.name, text: await file.text() } });
  };

  render({ config, value: v, error }, { sketch, error: wrong }) {
    const kinds = config.boards.filter((k) => k.name !== "rectangle");
    const kind = kinds.find((k) => k.name === v.kind);
    const number = (i, label) => html`<${NumberField} id="shape-${i}" label=${label} min="0" step="1" value=${v.numbers[i]}
      onInput=${(n) => this.pick({ numbers: v.numbers.with(i, n) })} />`;
    return html`<${Chips} name="size" label="Board" value=${v.mode} onPick=${(mode) => this.pick({ mode })}
        options=${[...sizes.map((n) => [n, `${n}×${n}`]), ["other", tr("Other size")], ["shape", tr("Other shape")], ["file", tr("From a file")]]} />
      ${v.mode === "other" && html`<div class="row">
        ${["width", "height"].map((side) => html`<${NumberField} id=${side} label=${side === "width" ? tr("Width") : tr("Height")} min="2" max=${config.maxSide} step="1"
          value=${v[side]} wrong=${error?.field === side} onInput=${(n) => this.pick({ [side]: n })} />`)}
      </div>`}
      ${v.mode === "shape" && html`<div class="row shape">
        <${Choice} id="shape" label="Shape" value=${v.kind} onPick=${(name) => this.pick({ kind: name, numbers: formOf(kinds.find((k) => k.name === name) ?? { name: "", example: "" }).numbers })}
          options=${[...kinds.map((k) => [k.name, trBoard(k.name)]), ["", tr("in words …")]]} />
        ${kind && formOf(kind).labels.map((label, i) => number(i, label))}
        ${!kind && html`<label class="field">In words<input id="shape-text" type="text" placeholder="threshold-2 torus 9x9" value=${v.text} onInput=${(e) => this.pick({ text: e.target.value })} /></label>`}
      </div>
      <p class="hint">${kind ? tr("{sentence}.", { sentence: sentence(kind.description) }) : tr("A kind of board and its size, as on the command line.")}</p>`}
      ${v.mode === "file" && html`<label class="button upload"><span>${v.file ? v.file.name : tr("Choose a board file (JSON)")}</span>
        <input id="board-file" type="file" accept=".json,application/json" onChange=${this.pickFile} /></label>`}
      ${wrong && html`<p id="board-error" class="error" role="alert">${sentence(wrong)}</p>`}
      ${sketch && html`<figure class="sketch"><${Preview} graph=${sketch.graph} stones=${sketch.stones} />
        <figcaption>${trBoard(sketch.graph.name)}<small>${sketch.graph.beyond >= 0 ? tr("{n} points, growing", { n: sketch.graph.points.length - 1 }) : tr("{n} points", { n: sketch.graph.points.length })}${sketch.graph.life ? `, ${sketch.graph.life.text}` : ""}</small></figcaption></figure>`}`;
  }
}
