// The buttons, the slider and the autoplay that go through a record.
import { paces } from "./autoplay.js";
import { html } from "./html.js";
import { icon } from "./icons.js";
import * as record from "./record.js";
import { tr } from "./text.js";

/** @param {{tree: import("./tree.js").Tree, here: number}} props  here: the place of the shown node in the tree */
export function Steps({ tree, here }) {
  const { path, at } = record.line();
  const [number, last] = [tree.entries[here][5], tree.entries[path[path.length - 1]][5]];
  const text = tr("Move {number} of {last}", { number, last });
  const button = (id, name, title, possible, run) =>
    html`<button id=${id} class="plain" title=${title} aria-label=${title} disabled=${!possible} onClick=${run}>${icon(name)}</button>`;
  const [before, after] = [at > 0, at < path.length - 1];
  return html`<div class="steps" role="group" aria-label="Moves">
    <div class="history">
      ${button("first", "first", tr("To the start (Home)"), before, () => record.step(-Infinity))}
      ${button("back", "back", tr("Back (←)"), before, () => record.step(-1))}
      <span id="move-number">${text}</span>
      ${button("forward", "forward", tr("Forward (→)"), after, () => record.step(1))}
      ${button("last", "last", tr("To the end (End)"), after, () => record.step(Infinity))}
    </div>
    <div class="autoplay">
      <${PlayButton} possible=${path.length > 1} />
      <input id="move-slider" type="range" min="0" max=${path.length - 1} step="1" value=${at} disabled=${path.length < 2}
        aria-label="Move" aria-valuetext=${text} onInput=${(e) => record.go(tree.entries[path[e.target.valueAsNumber]][0])} />
      <select id="pace" title="The time for each move while the moves play" aria-label="Seconds for each move" value=${record.autoplay.pace} onChange=${(e) => record.setPace(Number(e.target.value))}>
        ${paces.map((pace) => html`<option key=${pace} value=${pace} selected=${pace === record.autoplay.pace}>${tr("{pace} s", { pace })}</option>`)}</select>
    </div>
  </div>`;
}

function PlayButton({ possible }) {
  const { playing } = record.autoplay;
  const title = playing ? tr("Pause (Shift A)") : tr("Play the moves (Shift A)");
  return html`<button id="autoplay" class="plain" title=${title} aria-label=${title} data-playing=${playing} disabled=${!possible} onClick=${() => record.autoplay.toggle()}>${icon(playing ? "pause" : "play")}</button>`;
}
