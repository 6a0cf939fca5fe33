// The small board on which the user draws a pattern. A click places the chosen stone. Dragging a rectangle marks the
// region that the search compares.

/** @import { Pattern } from "./pattern.js" */
/** @typedef {{x: number, y: number}} Place */
import { Chips, Choice } from "./form.js";
import { Component, createRef, html } from "./html.js";
import { anchorsOf, emptyPattern, regionOf, vertexAt, withRegion } from "./pattern.js";
import { tr } from "./text.js";
import { Grid } from "./thumb.js";

/** @type {[string, string][]} */
const tools = [["X", tr("Black")], ["O", tr("White")], [".", tr("Empty")], ["?", tr("Anything")]];
/** @type {Record<string, string>} */
const words = { X: tr("black stone"), O: tr("white stone"), ".": tr("empty"), "?": tr("anything¦point") };
/** @type {Record<string, [number, number]>} */
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {Record<string, string>} */
const stoneKeys = { x: "X", b: "X", o: "O", w: "O", ".": ".", "?": "?" };
const anchorNames = { whole: tr("Whole board"), corner: tr("In a corner"), side: tr("At a side"), anywhere: tr("Anywhere") };

/** @typedef {{tool: string, cursor: Place, drag: {from: Place, to: Place, moved?: boolean}|null}} EditorState */

/** @extends {Component<{pattern: Pattern, continuations: any[], onChange: (p: Pattern) => void}, EditorState>} */
export class PatternEditor extends Component {
  svg = createRef();
  /** @type {Place|null} */ anchor = null; // the place where the user began to mark a region with the keyboard
  /** @type {EditorState} */ state = { tool: "X", cursor: { x: 3, y: 3 }, drag: null };

  place(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.current.getScreenCTM().inverse());
    const { width, height } = this.props.pattern;
    return { x: Math.min(Math.max(Math.round(at.x), 0), width - 1), y: Math.min(Math.max(Math.round(at.y), 0), height - 1) };
  }

  down = (event) => {
    if (event.button !== 0) return;
    const at = this.place(event);
    this.svg.current.setPointerCapture(event.pointerId);
    this.setState({ drag: { from: at, to: at }, cursor: at });
  };

  move = (event) => {
    const { drag } = this.state;
    if (!drag) return;
    const to = this.place(event);
    if (to.x !== drag.to.x || to.y !== drag.to.y) this.setState({ drag: { ...drag, to, moved: true } });
  };

  up = () => {
    const { drag } = this.state;
    if (!drag) return;
    this.setState({ drag: null });
    if (drag.moved) this.mark(drag.from, drag.to);
    else this.put(drag.from);
  };

  put({ x, y }) {
    const { pattern, onChange } = this.props;
    const i = y * pattern.width + x;
    const now = pattern.points[i] === this.state.tool ? "." : this.state.tool;
    onChange({ ...pattern, points: pattern.points.with(i, now) });
  }

  mark(a, b) {
    const { pattern, onChange } = this.props;
    onChange(between(pattern, a, b));
  }

  key = (event) => {
    const way = ways[event.key];
    const { pattern } = this.props;
    const { cursor } = this.state;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (way) {
      const next = { x: Math.min(Math.max(cursor.x + way[0], 0), pattern.width - 1), y: Math.min(Math.max(cursor.y + way[1], 0), pattern.height - 1) };
      // With Shift the cursor drags a corner of the region.
      if (event.shiftKey) {
        this.anchor ??= cursor;
        this.mark(this.anchor, next);
      } else this.anchor = null;
      this.setState({ cursor: next });
    } else if (event.key === "Enter" || event.key === " ") this.put(cursor);
    else {
      const tool = stoneKeys[event.key];
      if (!tool) return;
      this.setState({ tool });
    }
    event.preventDefault();
    event.stopPropagation();
  };

  render({ pattern: p, continuations, onChange }, { tool, cursor, drag }) {
    const shown = regionOf(drag?.moved ? between(p, drag.from, drag.to) : p);
    const whole = !p.region && !drag?.moved;
    const here = vertexAt(p, cursor.x, cursor.y);
    const what = words[p.points[cursor.y * p.width + cursor.x]];
    return html`<div class="pattern">
      <svg class="thumb editor" id="pattern" ref=${this.svg} viewBox="-.8 -.8 ${p.width + 0.6} ${p.height + 0.6}" tabindex="0" role="application"
          aria-label=${tr("Pattern, {width} by {height}. {here}, {what}. Arrow keys move, Enter puts a stone, Shift with the arrow keys marks the part to search for.", { width: p.width, height: p.height, here, what })}
          onPointerDown=${this.down} onPointerMove=${this.move} onPointerUp=${this.up} onPointerCancel=${() => this.setState({ drag: null })} onKeyDown=${this.key}>
        <${Grid} width=${p.width} height=${p.height} />
        ${!whole && html`<path class="outside" d=${outside(p, shown)} /><rect class="part" x=${shown.left - 0.5} y=${shown.top - 0.5} width=${shown.right - shown.left + 1} height=${shown.bottom - shown.top + 1} />`}
        ${p.points.map((s, i) => mark(s, i % p.width, Math.floor(i / p.width), i))}
        ${continuations.filter((c) => c.first).map(continuation)}
        <rect class="cursor" x=${cursor.x - 0.46} y=${cursor.y - 0.46} width=".92" height=".92" rx=".16" />
      </svg>
      <${Chips} name="stone" label="Click to place; drag to mark the part to search for" value=${tool} options=${tools} onPick=${(t) => this.setState({ tool: t })} />
      <div class="row">
        <${Choice} id="anchor" label="Where" value=${p.anchor} options=${anchorsOf(p).map((a) => [a, anchorNames[a]])} onPick=${(anchor) => onChange({ ...p, anchor })} />
        <${Choice} id="pattern-size" label="Board" value=${String(p.width)} options=${sizes(p.width).map((n) => [n, `${n}×${n}`])} onPick=${(n) => onChange(emptyPattern(Number(n)))} />
        <button type="button" id="clear-pattern" onClick=${() => onChange(emptyPattern(p.width, p.height))}>Clear</button>
      </div>
    </div>`;
  }
}

/** The pattern with the rectangle between two places as its region. @param {Pattern} p @param {Place} a @param {Place} b */
const between = (p, a, b) => withRegion(p, { left: a.x, top: a.y, right: b.x, bottom: b.y });

const sizes = (width) => [...new Set(["9", "13", "19", String(width)])];

const outside = (p, { left, top, right, bottom }) =>
  `M-.8-.8H${p.width - 0.2}V${p.height - 0.2}H-.8zM${left - 0.5} ${top - 0.5}V${bottom + 0.5}H${right + 0.5}V${top - 0.5}z`;

function mark(s, x, y, key) {
  if (s === "X" || s === "O") return html`<circle key=${key} class="s ${s === "X" ? "black" : "white"}" cx=${x} cy=${y} r=".47" />`;
  if (s === "?") return html`<path key=${key} class="any" d="M${x - 0.25} ${y - 0.25}l.5.5m0-.5l-.5.5" />`;
  return null;
}

const continuation = ({ at, color, letter }) =>
  html`<g key="c${letter}" class="continuation ${color}" transform="translate(${at.x} ${at.y})"><circle r=".45" /><text>${letter}</text></g>`;

/** The next moves, with the numbers of games that their players won. */
export function NextMoves({ pattern, list, onPlay }) {
  return html`<table class="continuations" id="continuations"><caption class="hidden">Moves that were played here</caption>
    <thead><tr><th scope="col"></th><th scope="col">Next move</th><th scope="col">Games</th><th scope="col" title="By the player of the move, in the games with a result">Won by its player</th></tr></thead>
    <tbody>${list.map((c) => {
      const decided = c.blackWins + c.whiteWins;
      const rate = decided ? Math.round((100 * (c.color === "black" ? c.blackWins : c.whiteWins)) / decided) : null;
      return html`<tr key="${c.letter}${c.color}"><td><b>${c.letter}</b></td>
        <td><button type="button" class="plain small" title="Add this move to the pattern" onClick=${() => onPlay(c)}><i class="disc ${c.color}"></i>${vertexAt(pattern, c.at.x, c.at.y)}</button></td>
        <td title=${c.later ? tr("{later} of them after moves elsewhere", { later: c.later }) : ""}>${c.count}</td><td title=${tr("Black won {blackWins}, White {whiteWins}", { blackWins: c.blackWins, whiteWins: c.whiteWins })}>${rate === null ? "–" : html`${rate} %<i class="rate"><i style=${{ width: `${rate}%` }}></i></i>`}</td></tr>`;
    })}</tbody></table>`;
}
