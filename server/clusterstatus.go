package server

import (
	"context"
	"net/http"
	"time"

	"tengen/cluster"
	"tengen/internal/metrics"
	"tengen/server/wire"
)

const (
	clusterTime = 5 * time.Second // for an answer of the cluster
	maxDead     = 100             // dead letters in an answer
)

// getCluster answers with the state of the cluster, with the latest dead letters, without their data.
func (s *Server) getCluster(r *http.Request) (*cluster.Status, error) {
	if s.opt.Cluster == nil {
		return nil, wire.Fail(http.StatusNotFound, "", "this server uses no cluster: start it with --nats")
	}
	ctx, cancel := context.WithTimeout(r.Context(), clusterTime)
	defer cancel()
	status, err := s.opt.Cluster(ctx)
	if err != nil {
		return nil, wire.Fail(http.StatusServiceUnavailable, "", "the cluster does not answer: %s", wire.Shorten(err.Error()))
	}
	status.Dead = status.Dead[max(0, len(status.Dead)-maxDead):]
	for i := range status.Dead {
		status.Dead[i].Data = nil
	}
	return status, nil
}

// getMetrics sends figures for Prometheus.
func (s *Server) getMetrics(w http.ResponseWriter, r *http.Request) error {
	p := metrics.NewPage()
	open, most := s.service.Streams()
	p.Gauge("tengen_streams_open", "Streams of pages and clients that are open.", float64(open))
	p.Gauge("tengen_streams_limit", "Streams that can be open at the same time.", float64(most))
	if s.opt.Cluster != nil {
		ctx, cancel := context.WithTimeout(r.Context(), clusterTime)
		defer cancel()
		status, err := s.opt.Cluster(ctx)
		up := 0.0
		if err == nil {
			up = 1
		}
		p.Gauge("tengen_cluster_up", "1 if the cluster answers, otherwise 0.", up)
		if err == nil {
			status.Metrics(p)
		}
	}
	p.ServeHTTP(w, r)
	return nil
}
