// The list of the runs of tengen learn, which the page of the training runs and the page of a run share.
import { ago } from "./dates.js";
import { html } from "./html.js";
import { signed } from "./learningscale.js";
import { tr, trBoard, trCount } from "./text.js";
import { duration, titleOf } from "./trainingscale.js";

/** @import { LearningSummary, RunList } from "../types.d.ts" */

/** What the list says about a run. @param {LearningSummary} run */
function summaryOf(run) {
  if (run.error) return tr("cannot be read");
  const state = run.running ? (run.paused ? tr("paused") : "") : tr("ended");
  return [trCount(run.generations, "{n} generation in {time}", "{n} generations in {time}", { time: duration(run.seconds) }), run.elo !== null && run.generations > 0 && tr("{elo} Elo", { elo: signed(run.elo) }),
    state, ago(new Date(run.changed))].filter(Boolean).join(" · ");
}

/** Links to the runs. @param {{list: RunList, current: string|null}} props */
export const LearningRuns = ({ list, current }) => html`<ul id="learning-runs">${list.learning.map((run) => html`<li key=${run.name}>
  <a href="#learning/${encodeURIComponent(run.name)}" data-run=${run.name} aria-current=${run.name === current ? "page" : null}>
    <b>${titleOf(run.name, list.folder)}</b><small>${run.boards.map(trBoard).join(", ")} · ${summaryOf(run)}</small></a></li>`)}</ul>`;
