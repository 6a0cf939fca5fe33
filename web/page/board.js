// The board: handles mouse, touch and keys, and chooses the visible part of the board. drawing.js draws the board.
import { Copies, Defs, Labels, Leaving, Lines, Plane, Points, Shadows, Territory } from "./drawing.js";
import { shellsOf } from "./grain.js";
import { Component, createRef, html } from "./html.js";
import { icon } from "./icons.js";
import { motionOf, Pace, still } from "./motion.js";
import { describePoint, middle, nameAt, nearestTo, shapeOf, towards } from "./shape.js";
import * as sound from "./sound.js";
import { tr, trBoard } from "./text.js";
import { frame, frameOf, home, showing, within, zoomed } from "./view.js";
import { Wood } from "./wood.js";

/** @import { Graph, Score } from "../types.d.ts" */

const manyPoints = 500; // boards with more points get buttons to zoom
const smallPoint = 30; // pixels between points; below that, a tap has to be confirmed by a second one
const dragged = 6; // pixels; a shorter movement is a click
const wheelStep = 50; // pixels of wheel movement that step one move through a record

/**
 * @typedef {object} BoardProps
 * @property {Graph} graph
 * @property {string} [seed]    decides the grain of the wood and of the stones; the name of the board if missing
 * @property {number[]} stones
 * @property {string} lastMove
 * @property {string} koBan
 * @property {string[]} dead
 * @property {string[]} [blocked]
 * @property {Score} [score]
 * @property {string} ghost     colour of the stone that a click would place; "" if none
 * @property {boolean} coordinates
 * @property {boolean} quiet    clicks have no use now
 * @property {{vertex: string}} [visit]  a point to show, once for each object
 * @property {(vertex: string) => void} onPoint
 * @property {(vertex: string) => void} [onAim]    a first tap, to be confirmed by a second
 * @property {(way: 1|-1) => void} [onWheel]  the wheel steps through a record. Then the arrow keys do so too, and
 *   Shift with the arrow keys moves the cursor
 * @property {(vertex: string) => string} [told]  what is said about the point under the mouse or the cursor
 * @property {any} [children]  drawn above the points
 */

/** @typedef {{hover: number, aim: number, cursor: number, view: import("./view.js").View|null}} BoardState */

/** @extends {Component<BoardProps, BoardState>} */
export class Board extends Component {
  /** @type {import("./vendor/preact.mjs").Ref<any>} */ svg = createRef();
  pointers = new Map(); // places of the fingers and buttons that are down
  pointer = "mouse";
  moved = false;
  turned = 0; // pixels of the wheel since the last step
  focusNext = false; // the cursor gets the focus after the next drawing
  /** @type {Graph|undefined} */ seenOf;
  seenIn = "";
  /** @type {number[]} */ seenPoints = [];
  /** @type {Graph|undefined} */ shellsFor;
  shellsBy = "";
  /** @type {number[]} */ shells = [];
  pace = new Pace();
  motion = still;

  /** @param {BoardProps} props */
  constructor(props) {
    super(props);
    this.state = { hover: -1, aim: -1, cursor: middle(props.graph), view: null };
  }

  componentDidMount() {
    this.visit(null);
  }

  /** @param {BoardProps} next */
  componentWillReceiveProps({ graph, stones }) {
    if (stones === this.props.stones) return;
    const motion = graph === this.props.graph ? motionOf(this.props.stones, stones) : still;
    if (!motion) return;
    this.motion = this.pace.rushed(performance.now()) ? still : motion;
    if (this.motion.placed >= 0) sound.stone(motion.captured.length);
  }

  /** @param {BoardProps} old */
  componentDidUpdate(old) {
    const { graph, stones } = this.props;
    if (old.graph !== graph) {
      // A board that has grown keeps its points, but a different board has other points.
      const grown = shapeOf(graph).endless && shapeOf(old.graph).endless;
      this.setState(grown ? { hover: -1, aim: -1 } : { hover: -1, aim: -1, cursor: middle(graph), view: null });
    } else if (old.stones !== stones && this.state.aim >= 0) this.setState({ aim: -1 });
    if (this.focusNext) {
      this.focusNext = false;
      this.svg.current.querySelector(`[data-index="${this.state.cursor}"]`)?.focus();
    }
    this.visit(old); // last, because it may move the focus
  }

  /** Shows the point that the page asks for, once for each request. */
  visit(old) {
    const { visit, graph } = this.props;
    if (!visit || visit === old?.visit) return;
    const i = graph.points.findIndex((p) => p.name === visit.vertex);
    if (i >= 0) this.moveTo(i);
  }

  whole = () => frame(this.props.graph, this.props.coordinates);
  view = () => this.state.view ?? home(this.whole());

  /** @param {import("./view.js").View} asked @param {number} [cursor] */
  look(asked, cursor) {
    const view = within(this.props.graph, this.whole(), asked);
    this.show(view.zoom === 1 && !shapeOf(this.props.graph).endless ? null : view, cursor);
  }

  /**
   * Shows a part of the board; null for the first view. A cursor outside this part moves to its middle, because only the
   * points in sight are drawn and can have the focus.
   * @param {import("./view.js").View|null} view @param {number} [cursor]
   */
  show(view, cursor = this.state.cursor) {
    const whole = this.whole();
    const f = frameOf(whole, view ?? home(whole));
    const { x, y } = this.props.graph.points[cursor];
    if (x < f.x || x > f.x + f.width || y < f.y || y > f.y + f.height) {
      cursor = nearestTo(this.props.graph, f.x + f.width / 2, f.y + f.height / 2).point;
      this.focusNext ||= this.svg.current.contains(document.activeElement);
    }
    this.setState({ view, cursor, hover: -1 });
  }

  /** Puts the cursor on a point and shows it. */
  moveTo(i) {
    const { x, y } = this.props.graph.points[i];
    this.focusNext = true;
    if (this.movable()) this.look(showing(this.whole(), this.view(), x, y), i);
    else this.setState({ cursor: i });
  }

  /** Reports whether a part of the board is not visible. */
  movable = () => this.state.view !== null || shapeOf(this.props.graph).endless;

  /** Converts a position on the screen into a position on the board. */
  place(event) {
    const svg = this.svg.current;
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  }

  /** The point under the mouse or finger, or -1. */
  find(event) {
    const at = this.place(event);
    const { point, distance } = nearestTo(this.props.graph, at.x, at.y);
    return distance < 0.75 ? point : -1;
  }

  tooSmall = () => this.pointer === "touch" && this.svg.current.getScreenCTM().a < smallPoint;

  click = (event) => {
    // Assistive technology presses the element of a point, without a place on the screen.
    const unplaced = event.detail === 0 && event.clientX === 0 && event.clientY === 0;
    if (this.moved && !unplaced) return;
    const pressed = unplaced ? event.target.closest("[data-index]") : null;
    if (unplaced && !pressed) return;
    const i = pressed ? Number(pressed.dataset.index) : this.find(event);
    const { graph, stones, ghost, onPoint, onAim } = this.props;
    if (i < 0) {
      const at = this.place(event);
      const name = nameAt(graph, at.x, at.y); // a point outside the current window
      this.setState({ aim: -1 });
      return name && onPoint(name);
    }
    this.setState({ cursor: i });
    if (ghost && onAim && !pressed && !stones[i] && this.tooSmall() && this.state.aim !== i) {
      this.setState({ aim: i });
      return onAim(graph.points[i].name);
    }
    this.setState({ aim: -1, hover: -1 });
    onPoint(graph.points[i].name);
  };

  down = (event) => {
    this.pointer = event.pointerType;
    if (event.isPrimary) {
      this.pointers.clear();
      this.moved = false;
    }
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, from: { x: event.clientX, y: event.clientY } });
  };

  up = (event) => this.pointers.delete(event.pointerId);

  move = (event) => {
    const was = this.pointers.get(event.pointerId);
    if (!was) {
      const hover = event.pointerType === "mouse" ? this.find(event) : -1;
      if (hover !== this.state.hover) this.setState({ hover });
      return;
    }
    const now = { ...was, x: event.clientX, y: event.clientY };
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other && this.pointers.size === 2) {
      // Two fingers zoom. The place on the board between them stays between them.
      const apart = (a) => Math.hypot(a.x - other.x, a.y - other.y) || 1;
      const at = this.place({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 });
      this.moved = true;
      this.look(zoomed(this.view(), apart(now) / apart(was), at.x, at.y));
    } else if (this.movable() && (this.moved || Math.hypot(now.x - was.from.x, now.y - was.from.y) > dragged)) {
      if (!this.moved) this.svg.current.setPointerCapture(event.pointerId);
      this.moved = true;
      const scale = this.svg.current.getScreenCTM().a;
      const view = this.view();
      this.look({ ...view, x: view.x - (now.x - was.x) / scale, y: view.y - (now.y - was.y) / scale });
    } else return;
    this.pointers.set(event.pointerId, now);
  };

  wheel = (event) => {
    const view = this.view();
    if (event.ctrlKey || event.metaKey) {
      const at = this.place(event);
      this.look(zoomed(view, Math.exp(-event.deltaY / 300), at.x, at.y));
    } else if (this.props.onWheel) {
      this.turned += event.deltaY;
      if (Math.abs(this.turned) < wheelStep) return event.preventDefault();
      this.props.onWheel(this.turned > 0 ? 1 : -1);
      this.turned = 0;
    } else if (this.movable()) {
      const scale = this.svg.current.getScreenCTM().a;
      this.look({ ...view, x: view.x + event.deltaX / scale, y: view.y + event.deltaY / scale });
    } else return; // the page scrolls
    event.preventDefault();
  };

  key = (event) => {
    /** @type {Record<string, [number, number]>} */
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const { graph, onPoint } = this.props;
    const { cursor } = this.state;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrows[event.key] && this.props.onWheel && !event.shiftKey) return;
    if (arrows[event.key]) this.moveTo(towards(graph, cursor, ...arrows[event.key]));
    else if (event.key === "Enter") onPoint(graph.points[cursor].name);
    else if (event.key === "+" || event.key === "=") this.zoom(1.4, graph.points[cursor]);
    else if (event.key === "-") this.zoom(1 / 1.4, graph.points[cursor]);
    else if (event.key === "0") this.show(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Zooms around a place, by default the middle of the view. @param {number} by @param {{x: number, y: number}} [at] */
  zoom = (by, at) => {
    const view = this.view();
    const { x, y } = at ?? view;
    this.look(zoomed(view, by, x, y));
  };

  /** The points in a frame. The list is the same object until something changes. */
  seen(graph, f) {
    const key = `${f.x} ${f.y} ${f.width} ${f.height}`;
    if (this.seenOf !== graph || this.seenIn !== key) {
      const inside = ({ x, y }) => x > f.x - 1 && x < f.x + f.width + 1 && y > f.y - 1 && y < f.y + f.height + 1;
      this.seenPoints = shapeOf(graph).points.filter((i) => inside(graph.points[i]));
      [this.seenOf, this.seenIn] = [graph, key];
    }
    return this.seenPoints;
  }

  /** The kind of white stone for each point. */
  shellsHere(graph) {
    const seed = this.seed();
    if (this.shellsFor !== graph || this.shellsBy !== seed) {
      this.shells = shellsOf(graph, seed);
      [this.shellsFor, this.shellsBy] = [graph, seed];
    }
    return this.shells;
  }

  seed = () => this.props.seed ?? this.props.graph.name;

  /** Buttons to zoom, and the name of the point under the mouse. */
  tools(graph, place) {
    const { endless, points } = shapeOf(graph);
    const needed = endless || this.state.view || points.length > manyPoints;
    const { told } = this.props;
    const at = place < 0 && told ? this.state.cursor : place;
    const readout = at >= 0 && html`<span class="readout" aria-hidden="true">${told?.(graph.points[at].name) ?? describePoint(graph, at)}</span>`;
    if (!needed) return readout;
    return html`<div class="tools">${readout}
      <button class="tool" title="Zoom in (+)" aria-label="Zoom in" id="zoom-in" onClick=${() => this.zoom(1.4)}>${icon("plus")}</button>
        <button class="tool" title="Zoom out (-)" aria-label="Zoom out" id="zoom-out" onClick=${() => this.zoom(1 / 1.4)}>${icon("minus")}</button>
        <button class="tool" title=${endless ? tr("Back to the middle (0)") : tr("The whole board (0)")} aria-label=${endless ? tr("Back to the middle") : tr("The whole board")} id="zoom-home"
          disabled=${!this.state.view} onClick=${() => this.show(null)}>${icon("fit")}</button>
    </div>`;
  }

  render(props, { hover, aim, cursor, view }) {
    const { graph, stones, ghost, quiet, blocked = nothing } = /** @type {BoardProps} */ (props);
    const { endless, radius, copies, box } = shapeOf(graph);
    const whole = frame(graph, props.coordinates);
    const f = view ? frameOf(whole, view) : whole;
    const seen = this.seen(graph, f);
    const place = aim >= 0 ? aim : hover;
    const shown = ghost && place >= 0 && (stones[place] === 0 || blocked.includes(graph.points[place].name)) ? graph.points[place] : null;
    const size = graph.width ? tr("{width} by {height}", { width: graph.width, height: graph.height }) : trBoard(graph.name);
    const shells = this.shellsHere(graph);
    return html`<div class="frame ${endless || view ? "movable" : ""}">
      <div class="goban"><${Wood} seed=${this.seed()} />
      <svg class="board ${quiet ? "quiet" : ""}" id="board" ref=${this.svg} viewBox="${f.x} ${f.y} ${f.width} ${f.height}" role="group"
          aria-label=${props.onWheel ? tr("Board, {size}, {n} points; Shift with the arrow keys moves, Enter plays, / asks for the name of a point", { size, n: graph.points.length }) : tr("Board, {size}, {n} points; arrow keys move, Enter plays, / asks for the name of a point", { size, n: graph.points.length })}
          onClick=${this.click} onKeyDown=${this.key} onWheel=${this.wheel}
          onPointerDown=${this.down} onPointerUp=${this.up} onPointerCancel=${this.up} onPointerMove=${this.move}
          onPointerLeave=${(event) => (this.up(event), this.setState({ hover: -1 }))}>
        <${Defs} />
        ${endless
          ? html`<${Plane} graph=${graph} left=${f.x} right=${f.x + f.width} top=${f.y} bottom=${f.y + f.height} />`
          : html`<${Lines} graph=${graph} />`}
        ${props.coordinates && !view && !endless && html`<${Labels} graph=${graph} whole=${true} />`}
        ${props.score && html`<${Territory} graph=${graph} seen=${seen} score=${props.score} radius=${radius} />`}
        ${copies.length > 0 && html`<${Copies} graph=${graph} stones=${stones} radius=${radius} />
          <rect class="edge" x=${box.left - 0.5} y=${box.top - 0.5} width=${box.right - box.left + 1} height=${box.bottom - box.top + 1} />`}
        <${Shadows} graph=${graph} stones=${stones} seen=${seen} radius=${radius} />
        <${Leaving} key=${this.motion} graph=${graph} motion=${this.motion} stones=${stones} shells=${shells} radius=${radius} />
        <${Points} graph=${graph} seen=${seen} stones=${stones} lastMove=${props.lastMove} koBan=${props.koBan} dead=${props.dead}
          blocked=${blocked} score=${props.score} cursor=${cursor} radius=${radius}
          shells=${shells} placed=${this.motion.placed} />
        ${props.children}
        ${shown && html`<circle class="ghost ${ghost} ${aim >= 0 ? "aim" : ""}" cx=${shown.x} cy=${shown.y} r=${radius} />`}
        ${props.coordinates && (view || endless) && html`<${Labels} graph=${graph} x=${f.x} y=${f.y} width=${f.width} height=${f.height} />`}
      </svg></div>
      ${this.tools(graph, place)}
    </div>`;
  }
}

const nothing = [];
