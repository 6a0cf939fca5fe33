"use strict";
// Shows the record in the element #data. Points are numbers, -1 is a pass. Colours are 1 for Black and -1 for White.
// Values are from Black's perspective.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { x, y, names, stone, colors, nodes } = data;
  const svg = document.querySelector("#board svg");
  const ns = "http://www.w3.org/2000/svg";
  const $ = (id) => document.getElementById(id);

  nodes.forEach((n) => (n.children = []));
  nodes.forEach((n, i) => n.parent >= 0 && nodes[n.parent].children.push(i));
  const chosen = nodes.map(() => 0); // by node: the child that "next" goes to

  let at = data.start; // the node that is shown
  let ghost = null; // the candidate whose line is shown
  let verdict = ""; // in a problem: what was said to the last move

  const colorName = (c) => (c > 0 ? "Black" : "White");
  const pointName = (p) => (p < 0 ? "pass" : names[p]);

  /** The nodes from the root to a node. */
  function pathTo(i) {
    const path = [];
    for (; i >= 0; i = nodes[i].parent) path.unshift(i);
    return path;
  }

  /** The nodes from a node to the end, by the chosen variations. */
  function onward(i) {
    const line = [];
    while (nodes[i].children.length) line.push((i = nodes[i].children[Math.min(chosen[i], nodes[i].children.length - 1)]));
    return line;
  }

  /** Follows nodes without moves. */
  function settle(i) {
    while (nodes[i].children.length === 1 && nodes[nodes[i].children[0]].point === undefined) i = nodes[i].children[0];
    return i;
  }

  function stonesAt(i) {
    const stones = new Int8Array(x.length);
    for (const k of pathTo(i)) {
      const diff = nodes[k].diff || [];
      for (let j = 0; j < diff.length; j += 2) stones[diff[j]] = diff[j + 1];
    }
    return stones;
  }

  // Drawing

  const layer = document.createElementNS(ns, "g");
  layer.setAttribute("pointer-events", "none");
  svg.append(layer);

  function draw(tag, attributes, text) {
    const e = document.createElementNS(ns, tag);
    for (const name in attributes) e.setAttribute(name, attributes[name]);
    if (text !== undefined) e.textContent = text;
    layer.append(e);
  }

  function drawStone(p, c, opacity) {
    const fill = c > 0 ? colors.black : colors.white;
    draw("circle", { cx: x[p], cy: y[p], r: stone, fill, stroke: c > 0 ? colors.blackRim : colors.whiteRim, "stroke-width": stone / 14, opacity });
  }

  function write(p, text, ink, behind) {
    const size = stone * Math.min(1.25, 2.4 / Math.max(1, [...text].length));
    if (behind) draw("circle", { cx: x[p], cy: y[p], r: stone * 0.75, fill: colors.board });
    draw("text", { x: x[p], y: y[p] + size * 0.36, "font-size": size, fill: ink, "font-family": "system-ui, sans-serif" }, text);
  }

  const shapes = {
    circle: (p, ink) => draw("circle", { cx: x[p], cy: y[p], r: stone * 0.55, fill: "none", stroke: ink, "stroke-width": stone / 7 }),
    square: (p, ink) => draw("rect", { x: x[p] - stone / 2, y: y[p] - stone / 2, width: stone, height: stone, fill: "none", stroke: ink, "stroke-width": stone / 7 }),
    triangle: (p, ink) => polygon(p, [[0, -0.7], [0.62, 0.4], [-0.62, 0.4]], ink),
    cross: (p, ink) => draw("path", { d: `M${x[p] - stone / 2} ${y[p] - stone / 2}l${stone} ${stone}m0 ${-stone}l${-stone} ${stone}`, stroke: ink, "stroke-width": stone / 5 }),
    selected: (p) => draw("circle", { cx: x[p], cy: y[p], r: stone * 0.8, fill: "none", stroke: colors.accent, "stroke-width": stone / 5 }),
    blackTerritory: (p) => owner(p, colors.black),
    whiteTerritory: (p) => owner(p, colors.white),
  };
  const polygon = (p, corners, ink) =>
    draw("polygon", { points: corners.map(([dx, dy]) => `${x[p] + dx * stone},${y[p] + dy * stone}`).join(" "), fill: "none", stroke: ink, "stroke-width": stone / 7 });
  const owner = (p, fill) => draw("rect", { x: x[p] - stone / 3, y: y[p] - stone / 3, width: stone / 1.5, height: stone / 1.5, fill, stroke: colors.line, "stroke-width": stone / 14 });

  function drawPair([a, b], arrow) {
    const long = Math.hypot(x[b] - x[a], y[b] - y[a]);
    if (!data.shown[a] || !data.shown[b] || !long) return;
    const dx = ((x[b] - x[a]) / long) * stone, dy = ((y[b] - y[a]) / long) * stone;
    draw("path", { d: `M${x[a]} ${y[a]}L${x[b]} ${y[b]}`, stroke: colors.accent, "stroke-width": stone / 5 });
    if (arrow) draw("polygon", { points: [[0, 0], [-0.9, 0.45], [-0.9, -0.45]].map(([f, s]) => `${x[b] + f * dx - s * dy},${y[b] + f * dy + s * dx}`).join(" "), fill: colors.accent });
  }

  function drawBoard() {
    layer.textContent = "";
    const n = nodes[at], stones = stonesAt(at), shown = (p) => p >= 0 && data.shown[p];
    stones.forEach((c, p) => c && shown(p) && drawStone(p, c));
    const ink = (p) => (stones[p] > 0 ? colors.white : stones[p] < 0 ? colors.black : colors.line);
    if (shown(n.point) && !(n.labels || {})[n.point]) draw("circle", { cx: x[n.point], cy: y[n.point], r: stone * 0.35, fill: colors.accent });
    for (const kind in n.marks || {}) n.marks[kind].forEach((p) => shown(p) && shapes[kind](p, ink(p)));
    (n.lines || []).forEach((pair) => drawPair(pair, false));
    (n.arrows || []).forEach((pair) => drawPair(pair, true));
    for (const p in n.labels || {}) if (shown(p)) write(+p, n.labels[p], ink(p), !stones[p]);
    if (!data.pupil && n.children.length > 1) {
      n.children.forEach((i, k) => {
        const p = nodes[i].point;
        if (shown(p) && !stones[p] && !(n.labels || {})[p]) write(p, String.fromCharCode(97 + (k % 26)), colors.accent, true);
      });
    }
    if (ghost) {
      let c = toPlay();
      const placed = {};
      ghost.line.forEach((p, k) => {
        if (shown(p) && !stones[p] && !placed[p]) {
          drawStone(p, c, 0.85);
          write(p, String(k + 1), c > 0 ? colors.white : colors.black);
          placed[p] = true;
        }
        c = -c;
      });
    }
  }

  /** Who moves next. */
  function toPlay() {
    const next = nodes[at].children.map((i) => nodes[i]).find((n) => n.color);
    if (next) return next.color;
    const before = pathTo(at).map((i) => nodes[i]).filter((n) => n.color).pop();
    return before ? -before.color : data.pupil || 1;
  }

  // Words

  const points = (v) => `${Math.abs(v).toFixed(1)} points`;
  const leadText = (v) => (Math.abs(v) < 0.05 ? "Even" : `${colorName(v)} leads by ${points(v)}`);

  function where() {
    const n = nodes[at];
    if (data.pupil) return verdict || `${colorName(data.pupil)} to play`;
    const total = [...pathTo(at), ...onward(at)].reduce((most, i) => Math.max(most, nodes[i].number), 0);
    if (n.point === undefined) return n.number ? `After move ${n.number} of ${total}` : total ? `The start, ${total} moves` : "The position";
    return `Move ${n.number} of ${total}: ${colorName(n.color)} ${pointName(n.point)}`;
  }

  function judgement() {
    const n = nodes[at], before = nodes[n.parent];
    const words = [];
    if (n.lead !== undefined) words.push(`${n.exact ? "Proved: " : ""}${leadText(n.lead)}${n.win === undefined ? "" : `, ${Math.round(100 * (n.lead < 0 ? 1 - n.win : n.win))} %`}.`);
    else if (n.win !== undefined) words.push(`${colorName(n.win - 0.5)} wins with ${Math.round(100 * Math.max(n.win, 1 - n.win))} %.`);
    if (n.color && before && n.lead !== undefined && before.lead !== undefined) {
      const lost = n.color * (before.lead - n.lead);
      if (lost >= 0.5) words.push(`The move lost ${points(lost)}.`);
    }
    return words.join(" ");
  }

  /** The comments of the nodes without moves up to this one, and of the last move. */
  function text() {
    const texts = [];
    for (let i = at; i >= 0; i = nodes[i].parent) {
      if (nodes[i].text) texts.unshift(nodes[i].text);
      if (nodes[i].point !== undefined || !data.pupil) break;
    }
    return texts.join("\n\n");
  }

  function button(label, act, pressed) {
    const b = document.createElement("button");
    b.textContent = label;
    if (pressed !== undefined) b.setAttribute("aria-pressed", String(pressed));
    b.onclick = act;
    return b;
  }

  function redraw() {
    drawBoard();
    const n = nodes[at];
    $("where").textContent = where();
    $("text").textContent = text();
    if (data.pupil) {
      $("board").className = n.over ? "" : "open";
      return;
    }
    const path = pathTo(at), rest = onward(at);
    Object.assign($("slider"), { max: path.length + rest.length - 1, value: path.length - 1 });
    $("slider").setAttribute("aria-valuetext", where());
    $("first").disabled = $("back").disabled = n.parent < 0;
    $("next").disabled = $("last").disabled = !n.children.length;
    $("judgement").textContent = judgement();
    $("variations").replaceChildren(...(n.children.length < 2 ? [] : n.children.map((i, k) => {
      const label = nodes[i].point === undefined ? "…" : `${colorName(nodes[i].color)} ${pointName(nodes[i].point)}`;
      return button(`${String.fromCharCode(97 + (k % 26))}  ${label}`, () => go(i), k === chosen[at]);
    })));
    $("best").replaceChildren(...(n.best || []).map((c) =>
      button(`${pointName(c.point)}${c.lead === undefined ? "" : `  ${c.lead < 0 ? "W" : "B"}+${Math.abs(c.lead).toFixed(1)}`}`, () => {
        ghost = ghost === c ? null : c;
        redraw();
      }, ghost === c)));
    drawGraph(path, rest);
  }

  function drawGraph(path, rest) {
    const line = [...path, ...rest], graph = $("graph");
    const values = line.map((i) => nodes[i].lead);
    graph.toggleAttribute("hidden", values.filter((v) => v !== undefined).length < 2);
    const most = Math.max(10, ...values.filter((v) => v !== undefined).map(Math.abs));
    graph.setAttribute("viewBox", `0 ${-most} ${Math.max(1, line.length - 1)} ${2 * most}`);
    graph.setAttribute("preserveAspectRatio", "none");
    const curve = values.map((v, i) => (v === undefined ? "" : `${i},${-v}`)).filter(Boolean).join(" ");
    graph.innerHTML = `<line class="zero" x1="0" x2="${line.length}" y1="0" y2="0" vector-effect="non-scaling-stroke"/><polyline class="curve" points="${curve}"/><line class="now" x1="${path.length - 1}" x2="${path.length - 1}" y1="${-most}" y2="${most}"/>`;
    graph.onclick = (e) => {
      const box = graph.getBoundingClientRect();
      go(line[Math.max(0, Math.min(line.length - 1, Math.round(((e.clientX - box.left) / box.width) * (line.length - 1))))]);
    };
  }

  // Moving

  function go(i) {
    for (const k of pathTo(i)) {
      const parent = nodes[k].parent;
      if (parent >= 0) chosen[parent] = nodes[parent].children.indexOf(k);
    }
    at = i;
    ghost = null;
    redraw();
  }

  const back = () => nodes[at].parent >= 0 && go(nodes[at].parent);
  const next = () => nodes[at].children.length && go(onward(at)[0]);

  /** Goes to the variation before or after this one, at the nearest branch. */
  function sideways(step) {
    for (let i = at; nodes[i].parent >= 0; i = nodes[i].parent) {
      const siblings = nodes[nodes[i].parent].children, k = siblings.indexOf(i) + step;
      if (siblings.length > 1) return siblings[k] !== undefined && go(siblings[k]);
    }
  }

  /** Plays a move in the record, or answers the problem with it. */
  function play(p) {
    const child = nodes[at].children.find((i) => nodes[i].point === p && (!data.pupil || nodes[i].color === data.pupil));
    if (!data.pupil) return child !== undefined && go(child);
    if (nodes[at].over) return;
    if (child === undefined) {
      verdict = stonesAt(at)[p] ? "There is a stone." : `The problem has no answer to ${pointName(p)}.`;
      return redraw();
    }
    at = settle(child);
    if (nodes[at].reply !== undefined) at = nodes[at].reply;
    verdict = !nodes[at].right ? "Wrong." : nodes[at].over ? "Right!" : "Go on.";
    redraw();
  }

  function restart() {
    at = data.start;
    verdict = "";
    redraw();
  }

  let playing = 0; // the timer of the solution
  function solution() {
    restart();
    clearInterval(playing);
    playing = setInterval(() => {
      const right = nodes[at].children.find((i) => nodes[i].right) ?? (nodes[at].over ? undefined : nodes[at].children[0]);
      if (right === undefined || nodes[at].over) return clearInterval(playing);
      at = settle(right);
      verdict = "Solution";
      redraw();
    }, 700);
  }

  svg.addEventListener("click", (e) => {
    const q = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM().inverse());
    let best = -1, least = stone * 1.2;
    x.forEach((_, p) => {
      const far = Math.hypot(x[p] - q.x, y[p] - q.y);
      if (data.shown[p] && far < least) [best, least] = [p, far];
    });
    clearInterval(playing);
    if (best >= 0) play(best);
  });

  if (data.pupil) {
    $("again").onclick = () => (clearInterval(playing), restart());
    $("solution").onclick = solution;
  } else {
    $("first").onclick = () => go(0);
    $("back").onclick = back;
    $("next").onclick = next;
    $("last").onclick = () => go(onward(at).pop() ?? at);
    $("slider").oninput = () => go([...pathTo(at), ...onward(at)][$("slider").value]);
    svg.addEventListener("wheel", (e) => (e.preventDefault(), e.deltaY > 0 ? next() : back()), { passive: false });
    const keys = { ArrowLeft: back, ArrowRight: next, ArrowUp: () => sideways(-1), ArrowDown: () => sideways(1), Home: () => go(0), End: () => go(onward(at).pop() ?? at), z: back, x: next };
    addEventListener("keydown", (e) => {
      if (e.ctrlKey || e.metaKey || e.altKey || e.target.tagName === "INPUT" || !keys[e.key]) return;
      e.preventDefault();
      keys[e.key]();
    });
  }
  if (!nodes[at].right && data.pupil) verdict = "This problem has no right answer.";
  redraw();
})();
