package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	stdnet "net"
	"os"
	"strconv"
	"strings"
	"time"

	"tengen/cluster"
	"tengen/internal/columns"
	"tengen/internal/metrics"
)

// ClusterCmd is `tengen cluster`.
type ClusterCmd struct {
	Serve  ClusterServeCmd  `cmd:"" help:"Run a server, which workers and coordinators connect to."`
	Status ClusterStatusCmd `cmd:"" help:"Show workers, queues and tasks that were given up."`
	User   ClusterUserCmd   `cmd:"" help:"Make a key for a user of a cluster that knows its users."`
}

// ClusterUserCmd is `tengen cluster user`.
type ClusterUserCmd struct {
	Name string          `arg:"" help:"Name of the user. A worker has to use it as its --name."`
	Work []cluster.Queue `placeholder:"KIND,KIND" help:"Kinds of work that the worker may take. Without kinds the user is a coordinator, which may do everything." config:"-"`
	Out  Path            `placeholder:"FILE" help:"File for the secret seed. Default: the name with .nk, in the current folder." config:"-"`
}

// Help says where the output goes.
func (ClusterUserCmd) Help() string {
	return "Prints the entry for the servers' configuration, and writes the secret seed into a file for --nkey. docs/cluster.md shows the configuration."
}

// Run makes the key.
func (c *ClusterUserCmd) Run(env *Env) error {
	seed, entry, err := cluster.NewUser(c.Name, c.Work)
	if err != nil {
		return err
	}
	path := cmp.Or(string(c.Out), c.Name+".nk")
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return usagef("%s exists: choose another file with --out, or remove it", path)
	}
	if err != nil {
		return err
	}
	_, err = file.WriteString(seed + "\n")
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	env.Log.Info("the secret seed is in a file; keep it secret", "file", path)
	_, err = io.WriteString(env.Stdout, entry)
	return err
}

// ClusterServeCmd is `tengen cluster serve`.
type ClusterServeCmd struct {
	Listen     Address      `default:"127.0.0.1:4222" placeholder:"HOST:PORT" help:"Listen on this address (default ${default}). Other machines reach the server only with another address; then use --server-config, with credentials."`
	Dir        Folder       `default:"tengen-cluster" placeholder:"DIR" help:"Folder for the queues (default ${default})."`
	ServerConf ExistingFile `name:"server-config" placeholder:"FILE" help:"Configuration file of nats-server, for credentials, TLS and several servers. It replaces the other flags." config:"-"`
	Metrics    Address      `placeholder:"HOST:PORT" help:"Serve figures for Prometheus at /metrics on this address, such as 127.0.0.1:9464. Default: none."`
	Open       bool         `help:"Listen on other addresses than this machine's without credentials. Any client that reaches the port can use the cluster."`
}

// Help says what the server is.
func (ClusterServeCmd) Help() string {
	return "The server is a NATS server with JetStream. Any NATS server from version 2.10 on can be used instead. docs/cluster.md has configuration files."
}

// Run serves until it is interrupted.
func (c *ClusterServeCmd) Run(env *Env) error {
	host, port, err := stdnet.SplitHostPort(string(c.Listen))
	if err != nil {
		return err // Address.UnmarshalText has checked it
	}
	if ip := stdnet.ParseIP(host); c.ServerConf == "" && !c.Open && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return usagef("--listen %s: any client that reaches this address could use the cluster: give credentials with --server-config, or say --open", c.Listen)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		return err // Address.UnmarshalText has checked it
	}
	if n == 0 {
		n = -1 // NATS's number for any free port
	}
	ln, err := c.Metrics.listen()
	if err != nil {
		return err
	}
	return cluster.Serve(env.Ctx, cluster.ServeOptions{Config: string(c.ServerConf), Host: host, Port: n, Dir: string(c.Dir),
		Started: func(url string, figures func(*metrics.Page)) {
			env.serveMetrics(ln, figures)
			fmt.Fprintf(env.Stdout, "the server listens on %s; connect with --nats %s\n", url, url)
		}})
}

// ClusterStatusCmd is `tengen cluster status`.
type ClusterStatusCmd struct {
	ClusterFlags
	JSON   bool `help:"Print one JSON object." config:"-"`
	Forget bool `help:"Remove the tasks that were given up from the list, after showing them." config:"-"`
}

// Run prints the status.
func (c *ClusterStatusCmd) Run(env *Env) error {
	l, err := c.open(env, "")
	if err != nil {
		return err
	}
	defer l.Close()
	s, err := l.Status(env.Ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		err = json.NewEncoder(env.Stdout).Encode(s)
	} else {
		err = printStatus(env.Stdout, s)
	}
	if err == nil && c.Forget {
		err = l.Forget(env.Ctx, "")
	}
	return err
}

// printStatus prints the status as text.
func printStatus(out io.Writer, s *cluster.Status) error {
	servers := "1 server"
	if s.Servers > 1 {
		servers = fmt.Sprintf("%d servers", s.Servers)
	}
	if s.Missing > 0 {
		servers += fmt.Sprintf(", %d of them missing", s.Missing)
	}
	fmt.Fprintf(out, "%s, %.1f MB\n", servers, float64(s.Bytes)/1e6)
	queues := columns.New(out)
	for _, q := range s.Queues {
		if q.Waiting > 0 || q.Held > 0 {
			if queues.Len() == 0 {
				queues.Row("work", "waiting", "held", "time left")
			}
			queues.Row(string(q.Queue), fmt.Sprint(q.Waiting), fmt.Sprint(q.Held), leftText(q.Seconds))
		}
	}
	if queues.Len() == 0 {
		queues.Row("no tasks")
	}
	workers := columns.New(out)
	for i, w := range s.Workers {
		if i == 0 {
			workers.Row("")
			workers.Row("worker", "program", "kernel", "threads", "does", "done", "failed", "an hour", "seen", "takes")
		}
		var takes []string
		for _, q := range w.Queues {
			takes = append(takes, string(q))
		}
		workers.Row(w.Name, w.Program, w.Kernel, fmt.Sprint(w.Threads), fmt.Sprint(len(w.Tasks)), fmt.Sprint(w.Done),
			fmt.Sprint(w.Failed), fmt.Sprintf("%.0f", w.Rate), time.Since(w.Seen).Round(time.Second).String()+" ago", strings.Join(takes, " "))
	}
	dead := columns.New(out)
	for i, d := range s.Dead {
		if i == 0 {
			dead.Row("")
			dead.Row("given up", "job", "task", "attempts", "last worker", "reason")
		}
		dead.Row(d.Time.Local().Format(time.DateTime), d.Job, d.ID, fmt.Sprint(d.Attempts), d.Worker, d.Reason)
	}
	return errors.Join(queues.Flush(), workers.Flush(), dead.Flush())
}

// leftText is a time in words, or "" if it is unknown.
func leftText(seconds float64) string {
	if seconds == 0 {
		return ""
	}
	return time.Duration(seconds * float64(time.Second)).Round(time.Second).String()
}
