// The page of the cluster: its workers, its queues, and the tasks that were given up.
import * as api from "./api.js";
import { ago } from "./dates.js";
import { Component, html } from "./html.js";
import { messageOf, sentence } from "./page.js";
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
        <${Table} id="cluster-queues" title="Queues" none="No tasks." head=${["work", "waiting", "held", "time left"]} rows=${queueRows(status)} />
        <${Table} id="cluster-workers" title="Workers" none="No worker reports. Start one with tengen worker." head=${["worker", "does", "done", "failed", "an hour", "kernels", "program", "seen", "takes"]}
          rows=${workerRows(status)} />
        ${status.dead.length > 0 && html`<${Table} id="cluster-dead" title="Tasks that were given up" none="" head=${["when", "job", "task", "attempts", "last worker", "reason"]} rows=${deadRows(status)} />`}`}
    </main>`;
  }
}

/** @param {ClusterStatus} s */
function serversText(s) {
  const missing = s.missing > 0 ? `, ${s.missing} of them missing` : "";
  return `${s.servers} ${s.servers === 1 ? "server" : "servers"}${missing}, ${(s.bytes / 1e6).toFixed(1)} MB`;
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
