// Package protocols lets other programs use the engine: KataGo's analysis protocol over HTTP and WebSocket, and the
// Go Text Protocol over WebSocket.
package protocols

import (
	"tengen/analysis"
	"tengen/gtpserver"
	"tengen/server/wire"
)

// Options say which protocols are served.
type Options struct {
	Analysis *analysis.Engine // answers KataGo's analysis protocol, if not nil
	// GTP makes the engine of a session over GTP, each with a Player of its own; nil turns sessions off.
	// Several goroutines may call it at the same time.
	GTP func() (gtpserver.Config, error)
}

// Protocols is the room of the protocols.
type Protocols struct {
	service  *wire.Service
	opt      Options
	sessions chan struct{} // a token for each GTP session
}

// New makes the room.
func New(service *wire.Service, opt Options) *Protocols {
	return &Protocols{service: service, opt: opt, sessions: make(chan struct{}, MaxSessions)}
}

// Routes are the requests of other programs.
func (p *Protocols) Routes() []wire.Route {
	return []wire.Route{
		{Pattern: "POST /api/analysis", Limit: analysis.MaxLine, Handler: wire.Handle(p.service, p.postAnalysis)},
		{Pattern: "GET /api/analysis", Limit: analysis.MaxLine, Handler: wire.Handle(p.service, p.getAnalysis)},
		{Pattern: "GET /api/gtp", Handler: wire.Handle(p.service, p.getGTP)},
	}
}

// IsOne reports whether a path belongs to a protocol of other programs.
func IsOne(path string) bool { return path == "/api/analysis" || path == "/api/gtp" }
