package main

import (
	"context"
	stdnet "net"
	"net/http"
	"time"

	"tengen/internal/metrics"
)

// listen listens on the address for figures. The listener is nil without an address.
func (a Address) listen() (stdnet.Listener, error) {
	if a == "" {
		return nil, nil
	}
	ln, err := stdnet.Listen("tcp", string(a))
	if err != nil {
		return nil, usagef("--metrics: %v", err)
	}
	return ln, nil
}

// serveMetrics serves figures for Prometheus until the command ends.
func (env *Env) serveMetrics(ln stdnet.Listener, figures func(*metrics.Page)) {
	if ln == nil {
		return
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		p := metrics.NewPage()
		p.Gauge("tengen_build_info", "The program.", 1, "version", thisBuild().Version, "program", programID())
		figures(p)
		p.ServeHTTP(w, r)
	})
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	context.AfterFunc(env.Ctx, func() { _ = s.Close() })
	env.Log.Info("figures for Prometheus", "address", "http://"+ln.Addr().String()+"/metrics")
	go func() { _ = s.Serve(ln) }() // ends when the command ends
}
