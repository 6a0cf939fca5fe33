// The tools for editing a record: the tool for clicks on the board, and buttons that change the node.
import { html, pure } from "./html.js";
import { icon } from "./icons.js";
import * as record from "./record.js";
import * as write from "./recordtools.js";
import { tr } from "./text.js";

/** The tools with their keys, in the order of the bar. */
export const tools = [
  { name: "play", text: tr("Play, or follow a move that was played"), key: "1" },
  { name: "black", text: tr("Put a black stone"), key: "2" },
  { name: "white", text: tr("Put a white stone"), key: "3" },
  { name: "empty", text: tr("Remove a stone"), key: "4" },
  { name: "triangle", text: tr("Triangle"), key: "5" },
  { name: "square", text: tr("Square"), key: "6" },
  { name: "circle", text: tr("Circle"), key: "7" },
  { name: "cross", text: tr("Cross"), key: "8" },
  { name: "letter", text: tr("Letters"), key: "9" },
  { name: "number", text: tr("Numbers"), key: "q" },
  { name: "arrow", text: tr("Arrow: from, then to"), key: "a" },
  { name: "line", text: tr("Line: from, then to"), key: "i" },
];

const rare = [
  ["selected", tr("Selected")], ["territoryBlack", tr("Black territory")], ["territoryWhite", tr("White territory")], ["dim", tr("Dimmed")], ["view", tr("Visible part")],
];

function face(name) {
  if (name === "play") return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" d="M12 4.5a7.5 7.5 0 0 0 0 15z" stroke="none" /><circle cx="12" cy="12" r="7.5" /></svg>`;
  if (name === "black" || name === "white") return html`<i class="disc ${name}" aria-hidden="true"></i>`;
  if (name === "empty") return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="7.5" stroke-dasharray="2.5 2.7" /></svg>`;
  return icon(name);
}

/** Props: tool, canUndo, canRedo, toPlay, siblings (number of variations at the nearest fork), root (whether the node is the first). */
export const EditBar = pure(({ tool, canUndo, canRedo, toPlay, siblings, root }) => {
  const button = (id, name, title, run, disabled = false) =>
    html`<button id=${id} class="plain" title=${title} aria-label=${title} disabled=${disabled} onClick=${run}>${icon(name)}</button>`;
  const more = rare.some(([name]) => name === tool) ? tool : "";
  const other = toPlay === "black" ? "white" : "black";
  return html`<div class="editbar">
    <div class="toolset" role="toolbar" aria-label="What a click on the board does">
      ${tools.map(({ name, text, key }) => html`<button key=${name} id="tool-${name}" class="plain" aria-pressed=${tool === name}
        title="${text} (${key})" aria-label=${text} onClick=${() => record.pick(name)}>${face(name)}</button>`)}
      <select id="tool-more" aria-label="More marks" title="More marks" class=${more ? "chosen" : ""} value=${more}
          onChange=${(e) => record.pick(e.target.value || "play")}>
        <option value="" selected=${!more}>more…</option>
        ${rare.map(([name, text]) => html`<option key=${name} value=${name} selected=${name === tool}>${text}</option>`)}
      </select>
    </div>
    <div class="toolset" role="toolbar" aria-label="Changes">
      ${button("record-undo", "undo", tr("Undo (Ctrl+Z)"), record.undo, !canUndo)}
      ${button("record-redo", "redo", tr("Redo (Ctrl+Shift+Z)"), record.redo, !canRedo)}
      <span class="gap"></span>
      <button id="to-play" class="plain" title=${toPlay === "black" ? tr("Black is to play. Let White play") : tr("White is to play. Let Black play")} aria-label=${toPlay === "black" ? tr("Black to play: let white play next") : tr("White to play: let black play next")}
        onClick=${() => record.edit("toPlay", { color: other })}><i class="disc ${toPlay}" aria-hidden="true"></i><small>to play</small></button>
      ${button("record-pass", "pass", tr("Pass (p)"), write.pass)}
      ${button("insert", "insert", tr("Insert an empty node before this one"), () => record.edit("insert"), root)}
      <span class="gap"></span>
      ${button("promote", "promote", tr("Make this the main line (m)"), write.promote, root)}
      ${button("variation-up", "up", tr("Move this variation up"), () => write.shift(-1), siblings < 2)}
      ${button("variation-down", "down", tr("Move this variation down"), () => write.shift(1), siblings < 2)}
      <span class="gap"></span>
      ${button("remove", "remove", tr("Delete only this node and keep the nodes after it"), write.removeNode, root)}
      ${button("cut", "bin", tr("Delete this node and the nodes after it (Del)"), write.cut, root)}
    </div>
  </div>`;
});
