package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"tengen/internal/metrics"
	"tengen/internal/usage"
)

// startEmbedded starts a server that keeps its data in dir. It does not listen on any port.
func startEmbedded(dir string, store int64) (*server.Server, error) {
	if dir == "" {
		return nil, errors.New("the embedded server needs a folder")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return start(&server.Options{DontListen: true, JetStream: true, StoreDir: dir, JetStreamMaxStore: 32*store + 1<<30, SyncAlways: true, NoSigs: true, NoLog: true}, dir)
}

// start starts a server and waits until it answers.
func start(o *server.Options, what string) (*server.Server, error) {
	s, err := server.NewServer(o)
	if err != nil {
		return nil, usage.Errorf("%s: %v", what, err)
	}
	s.ConfigureLogger()
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		s.Shutdown()
		return nil, fmt.Errorf("%s: the NATS server does not start: is another one running with the same folder or port?", what)
	}
	return s, nil
}

// ServeOptions say how [Serve] runs a server.
type ServeOptions struct {
	// Config is a configuration file of nats-server. If it is set, the other settings are not used.
	Config string
	// Host and Port are the address. Dir has the data.
	Host string
	Port int
	Dir  string
	// Started is called when the server accepts connections, with its address and a function that adds its figures to a
	// page.
	Started func(url string, figures func(*metrics.Page))
}

// Serve runs a NATS server with JetStream until ctx ends. On the signal SIGHUP it reads the configuration file again:
// users that are not there any more lose their connections.
func Serve(ctx context.Context, o ServeOptions) error {
	options := &server.Options{Host: o.Host, Port: o.Port, JetStream: true, StoreDir: o.Dir, SyncAlways: true, MaxPayload: 1 << 20} // each result is on the disk before it is confirmed
	what := o.Dir
	if o.Config != "" {
		options, what = &server.Options{}, o.Config
		if err := options.ProcessConfigFile(o.Config); err != nil {
			return usage.Errorf("%s: %v", o.Config, err)
		}
		if !options.JetStream {
			return usage.Errorf("%s: JetStream is off: add a section jetstream", o.Config)
		}
	}
	options.NoSigs = true
	s, err := start(options, what)
	if err != nil {
		return err
	}
	if o.Started != nil {
		o.Started(s.ClientURL(), func(p *metrics.Page) { serverMetrics(s, p) })
	}
	reload := make(chan os.Signal, 1)
	if o.Config != "" {
		signal.Reset(syscall.SIGHUP) // otherwise it ends the program
		signal.Notify(reload, syscall.SIGHUP)
		defer signal.Stop(reload)
	}
	for {
		select {
		case <-reload:
			if err := s.Reload(); err != nil {
				s.Errorf("%s is not used, and the old configuration stays: %v", o.Config, err)
			}
			continue
		case <-ctx.Done():
		}
		if len(options.Routes) > 0 {
			s.LameDuckShutdown() // clients go to another server of the cluster
		} else {
			s.Shutdown()
		}
		s.WaitForShutdown()
		return nil
	}
}
