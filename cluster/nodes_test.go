//go:build unix

package cluster

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The tests of faults run servers, workers and coordinators as processes of their own: the test binary runs itself,
// with the part to play in this variable of the environment.
const partVariable = "TENGEN_CLUSTER_PART"

// part is what a process of a test does.
type part struct {
	Node   string // configuration file of a server
	URL    string
	Name   string
	Lease  time.Duration
	Worker *struct {
		Slots int
		Sleep time.Duration // time of a task
	}
	Coordinator *struct {
		Job    string
		Total  int
		Record string // file with a line for each result
	}
}

func TestMain(m *testing.M) {
	text := os.Getenv(partVariable)
	if text == "" {
		os.Exit(m.Run())
	}
	var p part
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		panic(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := p.play(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func (p *part) play(ctx context.Context) error {
	if p.Node != "" {
		return Serve(ctx, ServeOptions{Config: p.Node})
	}
	l, err := Open(ctx, Config{URL: p.URL, Name: p.Name, Program: "test", Lease: p.Lease, Store: 8 << 20, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))})
	if err != nil {
		return err
	}
	defer l.Close()
	if p.Worker != nil {
		return l.Work(ctx, WorkOptions{Slots: p.Worker.Slots, Drain: time.Second, Handlers: map[Queue]Handler{
			SelfPlay: func(ctx context.Context, t Task, report func(string)) ([]byte, error) {
				select {
				case <-ctx.Done():
					return nil, ctx.Err()
				case <-time.After(p.Worker.Sleep):
				}
				return answer(ctx, t, report)
			}}})
	}
	r, err := openRecord(p.Coordinator.Record)
	if err != nil {
		return err
	}
	b := newBook(p.Coordinator.Total)
	for id, data := range r.have {
		b.have[id] = data
	}
	job := b.job(p.Coordinator.Job)
	job.Take = func(one Result) error {
		if _, ok := b.have[one.ID]; !ok {
			if err := r.add(one); err != nil {
				return err
			}
		}
		return b.take(one)
	}
	err = l.Run(ctx, job)
	fmt.Fprintf(os.Stderr, "ignored second results: %d\n", b.twice)
	return err
}

// record is a file of results. Each line has a task, a worker and the result. A line without an end is not counted.
type record struct {
	file  *os.File
	have  map[string]string
	lines int
}

func openRecord(path string) (*record, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	r := &record{file: f, have: map[string]string{}}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); r.lines++ {
		parts := strings.SplitN(lines.Text(), "\t", 3)
		r.have[parts[0]] = parts[2]
	}
	if err := f.Truncate(int64(len(data))); err != nil {
		return nil, err
	}
	_, err = f.Seek(0, 2)
	return r, err
}

func (r *record) add(one Result) error {
	if _, err := fmt.Fprintf(r.file, "%s\t%s\t%s\n", one.ID, one.Worker, one.Data); err != nil {
		return err
	}
	return r.file.Sync()
}

// process is a process of a test.
type process struct {
	*exec.Cmd
	exited chan struct{}
	log    string
}

// launch starts a process. It is killed when the test ends.
func launch(t testing.TB, log string, p part, wrap []string, env ...string) *process {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	line := append(slices.Clone(wrap), os.Args[0])
	c := exec.Command(line[0], line[1:]...)
	c.Env = append(append(os.Environ(), partVariable+"="+string(text)), env...)
	f, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c.Stdout, c.Stderr = f, f
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	one := &process{Cmd: c, exited: make(chan struct{}), log: log}
	go func() {
		_ = c.Wait() // the state says how it ended
		close(one.exited)
	}()
	t.Cleanup(one.kill)
	return one
}

// kill ends a process without a warning, as kill -9 does.
func (p *process) kill() {
	_ = p.Process.Kill() // fails if it has ended
	<-p.exited
}

func (p *process) signal(t testing.TB, s os.Signal) {
	t.Helper()
	if err := p.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// node is a server of a cluster.
type node struct {
	*process
	t                             testing.TB
	name, host, config, data, log string
	client, route, monitor        string // addresses
	wrap                          []string
	env                           []string
}

// start starts the server. It runs until the end of the test that made the cluster.
func (n *node) start() {
	n.t.Helper()
	n.process = launch(n.t, n.log, part{Node: n.config}, n.wrap, n.env...)
}

// nodes is a cluster of servers as processes.
type nodes struct {
	list []*node
	url  string
}

// nodeOptions change a cluster.
type nodeOptions struct {
	hosts []string             // an address for each server
	wrap  func(i int) []string // a command around each server
	data  func(i int) string   // the folder of a server; "" for one in the test's folder
	conf  map[string]string    // files next to node.conf
	env   func(i int) []string // variables of the environment
}

// startNodes starts servers with the configuration in contrib/cluster.
func startNodes(t testing.TB, count int, o nodeOptions) *nodes {
	t.Helper()
	dir, c := t.TempDir(), &nodes{}
	sample, err := os.ReadFile("../contrib/cluster/node.conf")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"node.conf": string(sample), "users.conf": "", "tls.conf": "", "routes-tls.conf": ""}
	maps.Copy(files, o.conf)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var routes, urls []string
	for i := range count {
		n := &node{t: t, name: fmt.Sprint("n", i+1), host: "127.0.0.1", config: filepath.Join(dir, "node.conf")}
		if o.hosts != nil {
			n.host = o.hosts[i]
		}
		n.data, n.log = filepath.Join(dir, n.name), filepath.Join(dir, n.name+".log")
		if o.data != nil && o.data(i) != "" {
			n.data = o.data(i)
		}
		n.client, n.route, n.monitor = freeAddress(t, n.host), freeAddress(t, n.host), freeAddress(t, n.host)
		if o.wrap != nil {
			n.wrap = o.wrap(i)
		}
		routes, urls = append(routes, "nats://"+n.route), append(urls, "nats://"+n.client)
		c.list = append(c.list, n)
	}
	for i, n := range c.list {
		n.env = []string{"NODE=" + n.name, "LISTEN=" + n.client, "ROUTE=" + n.route, "MONITOR=" + n.monitor, "DATA=" + n.data, "DISK=4GB",
			"ROUTES=[" + strings.Join(routes, ", ") + "]"}
		if o.env != nil {
			n.env = append(n.env, o.env(i)...)
		}
		n.start()
	}
	c.url = strings.Join(urls, ",")
	t.Cleanup(func() {
		if !t.Failed() {
			return
		}
		for _, n := range c.list {
			if data, err := os.ReadFile(n.log); err == nil {
				t.Logf("the end of the log of %s:\n%s", n.name, data[max(0, len(data)-3000):])
			}
		}
	})
	return c
}

// usedPorts are the ports that this process has given away.
var usedPorts sync.Map

// freeAddress returns an address with a free port. The port is below the ports that systems choose for connections, so
// it stays free until a server uses it.
func freeAddress(t testing.TB, host string) string {
	t.Helper()
	for range 1000 {
		port := strconv.Itoa(10_000 + rand.IntN(10_000))
		if _, twice := usedPorts.LoadOrStore(port, true); twice {
			continue
		}
		if s, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", port)); err == nil {
			s.Close()
			return net.JoinHostPort(host, port)
		}
	}
	t.Fatal("no port is free")
	return ""
}

// connect opens a connection to the cluster, when it has chosen a leader.
func (c *nodes) connect(t testing.TB, name string, change ...func(*Config)) *Cluster {
	t.Helper()
	config := Config{URL: c.url, Name: name, Program: "test", Lease: leaseOfFault(), Store: 8 << 20}
	for _, f := range change {
		f(&config)
	}
	until := time.Now().Add(2 * time.Minute)
	for {
		l, err := Open(t.Context(), config)
		if err == nil {
			t.Cleanup(l.Close)
			return l
		}
		if time.Now().After(until) {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// leader returns the server that leads the stream of a queue. It waits until there is one.
func (c *nodes) leader(t testing.TB, l *Cluster) *node {
	t.Helper()
	for until := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		info, err := l.info(t.Context(), workStream(SelfPlay))
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range c.list {
			if n.name == info.Cluster.Leader {
				return n
			}
		}
		if time.Now().After(until) {
			t.Fatalf("the leader %q is not a server of the cluster", info.Cluster.Leader)
		}
	}
}
