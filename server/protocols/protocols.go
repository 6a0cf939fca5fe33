// Package protocols serves other programs that use the engine. It serves KataGo's analysis protocol over HTTP and
// WebSocket, and the Go Text Protocol (GTP) over WebSocket.
package protocols

import (
	"tengen/analysis"
	"tengen/gtpserver"
	"tengen/server/wire"
)

// Options configure the protocols that are served.
type Options struct {
	Analysis *analysis.Engine // answers KataGo's analysis protocol, if not nil
	// GTP makes the engine of a GTP session, with a Player of its own. If it is nil, there are no GTP sessions. Several
	// goroutines may call GTP at the same time.
	GTP func() (gtpserver.Config, error)
}

// Protocols answers the requests of other programs.
type Protocols struct {
	service  *wire.Service
	opt      Options
	sessions chan struct{} // a token for each GTP session
}

// New creates a Protocols.
func New(service *wire.Service, opt Options) *Protocols {
	return &Protocols{service: service, opt: opt, sessions: make(chan struct{}, MaxSessions)}
}

// Routes returns the routes for other programs.
func (p *Protocols) Routes() []wire.Route {
	return []wire.Route{
		{Pattern: "POST /api/analysis", Limit: analysis.MaxLine, Handler: wire.Handle(p.service, p.postAnalysis)},
		{Pattern: "GET /api/analysis", Limit: analysis.MaxLine, Handler: wire.Handle(p.service, p.getAnalysis)},
		{Pattern: "GET /api/gtp", Handler: wire.Handle(p.service, p.getGTP)},
	}
}

// IsOne reports whether a path belongs to one of the protocols.
func IsOne(path string) bool { return path == "/api/analysis" || path == "/api/gtp" }
