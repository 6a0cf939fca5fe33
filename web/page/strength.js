// The choice of the engine's strength: a human rank, or its full strength with a time or a number of visits for each
// move.
import { Chips, Choice, NumberField } from "./form.js";
import { html } from "./html.js";
import { tr } from "./text.js";

/** @typedef {{by: "time"|"visits"|"rank", seconds: string, visits: string, rank: string}} Strength */

/** The first choice of a form. @param {{timeMs: number}} defaults @returns {Strength} */
export const usualStrength = (defaults) => ({ by: "time", seconds: String(defaults.timeMs / 1000), visits: "800", rank: "10k" });

/** The fields of a request. @param {Strength} s */
export const strengthRequest = (s) => ({
  timeMs: s.by === "time" ? Math.round(Number(s.seconds) * 1000) : 0,
  visits: s.by === "visits" ? Number(s.visits) : 0,
  rank: s.by === "rank" ? s.rank : "full",
});

/** A rank in words. @param {string} rank */
export function rankText(rank) {
  const n = parseInt(rank, 10);
  return rank.endsWith("k") ? tr("{n} kyu", { n }) : rank.endsWith("d") ? tr("{n} dan", { n }) : tr("Full strength");
}

/** @param {{value: Strength, ranks: string[], wrong?: string, onChange: (s: Strength) => void}} props */
export function StrengthChoice({ value, ranks, wrong, onChange }) {
  /** @param {keyof Strength} field @returns {(to: string) => void} */
  const set = (field) => (to) => onChange({ ...value, [field]: to });
  return html`<div class="row strength">
    <${Chips} name="strength" label="Engine’s strength" value=${value.by} onPick=${set("by")}
      options=${[["rank", tr("by rank")], ["time", tr("by time")], ["visits", tr("by visits")]]} />
    ${value.by === "time" && html`<${NumberField} id="seconds" label="Seconds a move" value=${value.seconds} wrong=${wrong === "timeMs"} onInput=${set("seconds")} min="0.05" max="600" step="any" />`}
    ${value.by === "visits" && html`<${NumberField} id="visits" label="Visits a move" value=${value.visits} wrong=${wrong === "visits"} onInput=${set("visits")} min="1" max="1000000" step="1" />`}
    ${value.by === "rank" && html`<${Choice} id="rank" label="Rank" value=${value.rank} onPick=${set("rank")} options=${ranks.filter((r) => r !== "full").map((r) => [r, rankText(r)])} />`}
  </div>`;
}
