// The tree of variations as a picture: columns are moves, rows are variations. Only the visible part
// is drawn, because a record may have a hundred thousand nodes.
import { Component, createRef, html, pure } from "./html.js";
import { tr, trVertex } from "./text.js";
import { has, pathTo } from "./tree.js";

const cell = 26; // pixels from node to node
const x = (column) => column * cell + cell / 2 + 4;
const y = (row) => row * cell + cell / 2 + 4;

const widthOf = (tree) => x(tree.width - 1) + cell / 2 + 4;
const heightOf = (tree) => y(tree.rows.length - 1) + cell / 2 + 4;
const between = (at, most) => Math.round(Math.max(0, Math.min(at, most)));

/** @extends {Component<{tree: import("./tree.js").Tree, node: number, onPick: (node: number) => void}, any>} */
export class TreeView extends Component {
  box = createRef();
  watch = new ResizeObserver(() => this.look());
  state = { left: 0, top: 0, width: 600, height: 200 };

  scrolling = 0;

  componentDidMount() {
    this.watch.observe(this.box.current);
    this.look();
    this.reveal(this.props);
  }

  componentWillReceiveProps(next) {
    if (next.node !== this.props.node || next.tree !== this.props.tree) this.reveal(next);
  }

  componentWillUnmount() {
    this.watch.disconnect();
  }

  look = () => {
    const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = this.box.current;
    const s = this.state;
    if (s.left !== left || s.top !== top || s.width !== width || s.height !== height) this.setState({ left, top, width, height });
  };

  /**
   * Scrolls just far enough to show the node and its neighbours. The browser is asked to scroll together with the next
   * picture, because it computes the layout of the page for that.
   */
  reveal({ tree, node }) {
    const i = tree.at.get(node);
    if (i === undefined) return;
    const s = this.state;
    const shift = (at, from, size) => {
      const margin = Math.min(2.5 * cell, size / 3);
      return at < from + margin ? at - margin : at > from + size - margin ? at - size + margin : from;
    };
    const left = between(shift(x(tree.column[i]), s.left, s.width), widthOf(tree) - s.width);
    const top = between(shift(y(tree.row[i]), s.top, s.height), heightOf(tree) - s.height);
    if (left === s.left && top === s.top) return;
    this.setState({ left, top });
    this.scrolling ||= requestAnimationFrame(() => {
      this.scrolling = 0;
      if (this.box.current) Object.assign(this.box.current, { scrollLeft: this.state.left, scrollTop: this.state.top });
    });
  }

  render({ tree, node, onPick }, { left, top, width, height }) {
    const size = { width: `${widthOf(tree)}px`, height: `${heightOf(tree)}px` };
    const part = [Math.floor((left - 4) / cell) - 1, Math.ceil((left + width) / cell) + 1, Math.floor((top - 4) / cell) - 1, Math.ceil((top + height) / cell) + 1];
    const [first, last, above, below] = part.map((n) => Math.max(0, n));
    return html`<div class="tree" id="tree" ref=${this.box} onScroll=${this.look} tabindex="0" role="tree" aria-label="Variations"
        aria-activedescendant="node-${node}">
      <div class="tree-size" style=${size}>
        <${Part} tree=${tree} node=${node} first=${first} last=${last} above=${above} below=${below} onPick=${onPick} />
      </div>
    </div>`;
  }
}

/** The nodes of a row in a range of columns. */
function within(tree, row, first, last) {
  const list = tree.rows[row] ?? [];
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tree.column[list[middle]] < first) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < list.length && tree.column[list[end]] <= last) end++;
  return list.slice(low, end);
}

const Part = pure(({ tree, node, first, last, above, below, onPick }) => {
  const path = new Set(pathTo(tree, tree.at.get(node) ?? 0));
  const nodes = [];
  for (let row = above; row <= Math.min(below, tree.rows.length - 1); row++) nodes.push(...within(tree, row, first, last));
  let [lines, way] = ["", ""];
  for (let column = first; column <= last; column++) {
    for (const { from, to } of tree.forks.get(column) ?? []) if (from <= below && to >= above && to > from) lines += `M${x(column)} ${y(from)}V${y(to)}`;
  }
  for (const i of nodes) {
    const p = tree.parent[i];
    if (p < 0) continue;
    const [from, to] = [tree.row[p], tree.row[i]];
    const down = from === to ? "" : `V${y(to - 1)}`;
    if (path.has(i)) way += `M${x(tree.column[p])} ${y(from)}${down}L${x(tree.column[i])} ${y(to)}`;
    else lines += `M${x(tree.column[p])} ${y(to === from ? from : to - 1)}L${x(tree.column[i])} ${y(to)}`;
  }
  const box = { left: first * cell, top: above * cell, width: (last - first + 2) * cell, height: (below - above + 2) * cell };
  return html`<svg class="tree-part" width=${box.width} height=${box.height} viewBox="${box.left} ${box.top} ${box.width} ${box.height}"
      style=${{ left: `${box.left}px`, top: `${box.top}px` }} onClick=${(e) => pick(e, onPick)}>
    <path class="lines" d=${lines} /><path class="way" d=${way} />
    ${nodes.map((i) => html`<${TreeNode} key=${tree.entries[i][0]} entry=${tree.entries[i]} x=${x(tree.column[i])} y=${y(tree.row[i])}
      level=${tree.column[i] + 1} here=${tree.entries[i][0] === node} on=${path.has(i)} />`)}
  </svg>`;
});

function pick(event, onPick) {
  const found = event.target.closest("[data-node]");
  if (found) onPick(Number(found.dataset.node));
}

/** @type {Record<number, string>} */
const sides = { 1: "black", [-1]: "white", 0: "none" };

/** A node in words. @param {import("../types.d.ts").TreeEntry} entry */
function words([, parent, color, vertex, flags, move, label]) {
  const parts = [color ? `${move}, ${color > 0 ? tr("black {vertex}", { vertex: trVertex(vertex) }) : tr("white {vertex}", { vertex: trVertex(vertex) })}` : parent < 0 ? tr("the start") : flags & has.setup ? tr("stones set up") : tr("no move")];
  if (label) parts.push(label);
  if (flags & has.comment) parts.push(tr("with a comment"));
  if (flags & has.marks) parts.push(tr("with marks"));
  if (flags & has.judgement) parts.push(tr("judged"));
  if (flags & has.fault) parts.push(tr("with a fault"));
  return parts.join(", ");
}

const TreeNode = pure(({ entry, x, y, level, here, on }) => {
  const [number, parent, color, vertex, flags, move] = entry;
  return html`<g class="node ${sides[color]} ${here ? "here" : ""} ${on ? "on" : ""}" id="node-${number}" data-node=${number} data-vertex=${vertex}
      role="treeitem" aria-level=${level} aria-selected=${here} aria-label=${words(entry)} transform="translate(${x} ${y})">
    <title>${words(entry)}</title>
    <rect class="hit" x="-13" y="-13" width="26" height="26" />
    ${here && html`<rect class="halo" x="-12.5" y="-12.5" width="25" height="25" rx="8" />`}
    ${shape(color, parent, flags)}
    ${color !== 0 && html`<text y=".5">${vertex === "pass" ? "–" : move}</text>`}
    ${(flags & has.fault) !== 0 && html`<circle class="fault" r="10.5" />`}
    ${(flags & (has.comment | has.name)) !== 0 && html`<circle class="talk" cx="8" cy="-8" r="3.4" />`}
    ${(flags & has.judgement) !== 0 && html`<circle class="judged" cx="8" cy="8" r="3.4" />`}
    ${(flags & has.marks) !== 0 && html`<path class="marks" d="M-11 -5.5h5.5l-2.75 -5z" />`}
  </g>`;
});

function shape(color, parent, flags) {
  if (color) return html`<circle class="disc" r="9.5" />`;
  if (flags & has.setup) return html`<path class="disc split" d="M-7 -7h14v14h-14z" /><path class="half" d="M-7 7L7 -7V7z" />`;
  return html`<path class="disc empty" d=${parent < 0 ? "M-7 -7h14v14h-14z" : "M0 -6L6 0L0 6L-6 0z"} />`;
}
