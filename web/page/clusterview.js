// The page of the cluster: its workers, its queues, and the tasks that were given up.
import * as api from "./api.js";
import { ago } from "./dates.js";
import { Component, html } from "./html.js";
import { messageOf, sentence } from "./page.js";
import { decimal, tr, trCount } from "./text.js";
import { duration } from "./trainingscale.js";

/** @import { ClusterStatus } from "../types.d.ts" */

const again = 5000; // milliseconds between two requests

/** @extends {Component<{}, {status: ClusterStatus|null, error: string}>} */
export class ClusterPage extends Component {
  /** @type {{status: ClusterStatus|null, error: string}} */
  state = { status: null, error: "" };
  timer = 0;
  gone = false;

  componentDidMount() {
    this.load();
  }

  componentWillUnmount() {
    this.gone = true;
    clearTimeout(this.timer);
  }

  async load() {
    try {
      this.setState({ status: await api.get("cluster"), error: "" });
    } catch (refusal) {
      this.setState({ error: messageOf(refusal) });
    }
    if (!this.gone) this.timer = setTimeout(() => this.load(), again);
  }

  render(_, { status, error }) {
    return html`<main class="cluster" id="cluster" data-workers=${status?.workers.length}>
      <h1 tabindex="-1">Cluster</h1>
      ${error && html`<p class="error" role="alert">${sentence(error)}</p>`}
      ${status && html`<p>${serversText(status)}</p>
        <${Table} id="cluster-queues" title="Queues" none=${tr("No tasks.")} head=${[tr("work"), tr("waiting"), tr("held"), tr("time left")]} rows=${queueRows(status)} />
        <${Table} id="cluster-workers" title="Workers" none=${tr("No worker reports. Start one with tengen worker.")} head=${[tr("worker"), tr("does"), tr("done"), tr("failed"), tr("an hour"), tr("kernels"), tr("program"), tr("seen"), tr("takes")]}
          rows=${workerRows(status)} />
        ${status.dead.length > 0 && html`<${Table} id="cluster-dead" title="Tasks that were given up" none="" head=${[tr("when"), tr("job"), tr("task"), tr("attempts"), tr("last worker"), tr("reason")]} rows=${deadRows(status)} />`}`}
    </main>`;
  }
}

/** @param {ClusterStatus} s */
function serversText(s) {
  const missing = s.missing > 0 && tr("{n} of them missing", { n: s.missing });
  return [trCount(s.servers, "{n} server", "{n} servers"), missing, `${decimal(s.bytes / 1e6, 1)} MB`].filter(Boolean).join(", ");
}

/** The queues with tasks. @param {ClusterStatus} s */
const queueRows = (s) =>
  s.queues.filter((q) => q.waiting > 0 || q.held > 0).map((q) => [q.queue, q.waiting, q.held, q.seconds > 0 ? duration(q.seconds) : ""]);

/** @param {ClusterStatus} s */
const workerRows = (s) =>
  s.workers.map((w) => [w.name, w.tasks.length, w.done, w.failed, Math.round(w.rate), w.kernel ?? "", w.program, ago(new Date(w.seen)), w.queues.join(" ")]);

/** The latest first. @param {ClusterStatus} s */
const deadRows = (s) => s.dead.toReversed().map((d) => [ago(new Date(d.time)), d.job, d.id, d.attempts, d.worker, d.reason]);

/** @param {{id: string, title: string, none: string, head: string[], rows: (string|number)[][]}} props */
const Table = ({ id, title, none, head, rows }) => html`<section>
  <h2>${title}</h2>
  ${rows.length === 0 ? html`<p class="hint">${none}</p>` : html`<div class="cluster-table"><table id=${id}>
    <thead><tr>${head.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${row[0]}>${row.map((cell) => html`<td class=${typeof cell === "number" ? "number" : ""}>${cell}</td>`)}</tr>`)}</tbody>
  </table></div>`}
</section>`;
