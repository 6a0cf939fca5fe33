package cluster

import (
	"strings"

	"github.com/nats-io/nats-server/v2/server"

	"tengen/internal/metrics"
)

// Metrics adds the figures of a worker.
func (w *Worker) Metrics(p *metrics.Page) {
	p.Gauge("tengen_worker_info", "The worker.", 1, "name", w.Name, "program", w.Program, "kernel", w.Kernel)
	p.Gauge("tengen_worker_slots", "Largest number of tasks at the same time.", float64(w.Slots))
	p.Gauge("tengen_worker_tasks", "Tasks that the worker does.", float64(len(w.Tasks)))
	p.Counter("tengen_worker_tasks_done_total", "Tasks that were done.", float64(w.Done))
	p.Counter("tengen_worker_tasks_failed_total", "Tasks that failed, or were given back.", float64(w.Failed))
}

// Metrics adds the figures of a cluster.
func (s *Status) Metrics(p *metrics.Page) {
	p.Gauge("tengen_cluster_servers", "Servers that store the messages.", float64(s.Servers))
	p.Gauge("tengen_cluster_servers_missing", "Servers among them that do not answer, or lag behind.", float64(s.Missing))
	p.Gauge("tengen_cluster_bytes", "Size of the queues in memory, and of the results on the disk.", float64(s.Bytes))
	p.Gauge("tengen_cluster_results_waiting", "Results that no coordinator has taken.", float64(s.Results))
	p.Gauge("tengen_cluster_dead_letters", "Tasks that were given up.", float64(len(s.Dead)))
	p.Gauge("tengen_cluster_workers", "Workers that report.", float64(len(s.Workers)))
	for _, q := range s.Queues {
		p.Gauge("tengen_cluster_tasks_waiting", "Tasks that no worker has.", float64(q.Waiting), "work", string(q.Queue))
	}
	for _, q := range s.Queues {
		p.Gauge("tengen_cluster_tasks_held", "Tasks that workers have.", float64(q.Held), "work", string(q.Queue))
	}
}

// serverMetrics adds the figures of a NATS server.
func serverMetrics(s *server.Server, p *metrics.Page) {
	if v, err := s.Varz(nil); err == nil {
		p.Gauge("tengen_server_info", "The server.", 1, "name", v.Name, "nats", v.Version)
		p.Gauge("tengen_server_connections", "Connections of clients.", float64(v.Connections))
		p.Gauge("tengen_server_routes", "Connections to other servers.", float64(v.Routes))
		p.Counter("tengen_server_slow_consumers_total", "Clients that read too slowly and were disconnected.", float64(v.SlowConsumers))
		p.Counter("tengen_server_messages_total", "Messages.", float64(v.InMsgs), "direction", "in")
		p.Counter("tengen_server_messages_total", "Messages.", float64(v.OutMsgs), "direction", "out")
		p.Counter("tengen_server_traffic_bytes_total", "Bytes of messages.", float64(v.InBytes), "direction", "in")
		p.Counter("tengen_server_traffic_bytes_total", "Bytes of messages.", float64(v.OutBytes), "direction", "out")
	}
	js, err := s.Jsz(&server.JSzOptions{Accounts: true, Streams: true, Consumer: true})
	if err != nil {
		return
	}
	p.Gauge("tengen_server_disk_bytes", "Size of the streams that this server has on the disk.", float64(js.Store))
	p.Gauge("tengen_server_disk_limit_bytes", "Largest size of these streams.", float64(js.Config.MaxStore))
	p.Gauge("tengen_server_memory_bytes", "Size of the streams that this server has in memory: the tasks.", float64(js.Memory))
	p.Gauge("tengen_server_memory_limit_bytes", "Largest size of these streams.", float64(js.Config.MaxMemory))
	var streams []server.StreamDetail
	for _, a := range js.AccountDetails {
		streams = append(streams, a.Streams...)
	}
	for _, one := range streams {
		p.Gauge("tengen_server_stream_messages", "Messages in a stream.", float64(one.State.Msgs), "stream", one.Name)
	}
	for _, one := range streams {
		leads := 0.0
		if one.Cluster == nil || one.Cluster.Leader == s.Name() {
			leads = 1
		}
		p.Gauge("tengen_server_stream_leader", "1 if this server leads the stream, otherwise 0.", leads, "stream", one.Name)
	}
	held := map[string]float64{}
	for _, one := range streams {
		for _, c := range one.Consumer {
			if queue, ok := strings.CutPrefix(one.Name, workStream("")); ok && c.Name == consumerName {
				p.Gauge("tengen_server_tasks_waiting", "Tasks that no worker has, if this server leads the queue.", float64(c.NumPending), "work", queue)
				held[queue] = float64(c.NumAckPending)
			}
		}
	}
	for _, q := range Queues() {
		if n, ok := held[string(q)]; ok {
			p.Gauge("tengen_server_tasks_held", "Tasks that workers have, if this server leads the queue.", n, "work", string(q))
		}
	}
}
