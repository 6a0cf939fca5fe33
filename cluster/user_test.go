//go:build unix

package cluster

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// guarded is a server that knows its users.
type guarded struct {
	dir, url string
	process  *process
	entries  map[string]string // by name of the user
}

// startGuarded starts a server with a coordinator and workers. More is added to its configuration.
func startGuarded(t *testing.T, more string) *guarded {
	t.Helper()
	g := &guarded{dir: t.TempDir(), entries: map[string]string{}}
	address := freeAddress(t, "127.0.0.1")
	g.url = "nats://" + address
	g.add(t, "boss")
	g.add(t, "w1", SelfPlay, Match)
	g.add(t, "w2", SelfPlay)
	g.add(t, anyName, SelfPlay)
	conf := fmt.Sprintf("listen: %q\njetstream { store_dir: %q, sync_interval: always }\ninclude ./users.conf\n%s\n", address, filepath.Join(g.dir, "data"), more)
	if err := os.WriteFile(filepath.Join(g.dir, "node.conf"), []byte(conf), 0o644); err != nil {
		t.Fatal(err)
	}
	g.write(t)
	g.process = launch(t, filepath.Join(g.dir, "log"), part{Node: filepath.Join(g.dir, "node.conf")}, nil)
	return g
}

// add makes a user and writes its seed.
func (g *guarded) add(t *testing.T, name string, queues ...Queue) {
	t.Helper()
	seed, entry, err := NewUser(name, queues)
	if err != nil {
		t.Fatal(err)
	}
	g.entries[name] = entry
	if err := os.WriteFile(g.seed(name), []byte(seed), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (g *guarded) seed(name string) string { return filepath.Join(g.dir, name+".nk") }

// write writes the list of users.
func (g *guarded) write(t *testing.T) {
	t.Helper()
	coordinators, workers := "users: [\n", "users: [\n"
	for name, entry := range g.entries {
		if name == "boss" {
			coordinators += entry
		} else {
			workers += entry
		}
	}
	users, err := os.ReadFile("../contrib/cluster/users.conf")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"users.conf": string(users), "coordinators.conf": coordinators + "]\n", "workers.conf": workers + "]\n"} {
		if err := os.WriteFile(filepath.Join(g.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// open connects with the key of a user, as soon as the server answers.
func (g *guarded) open(t *testing.T, name string, change ...func(*Config)) *Cluster {
	t.Helper()
	c := &nodes{url: g.url}
	return c.connect(t, name, append([]func(*Config){func(c *Config) { c.NKey = g.seed(name) }}, change...)...)
}

// TestEarlyWorker: a worker that comes before any run waits, says so once, and works when a run begins.
func TestEarlyWorker(t *testing.T) {
	g := startGuarded(t, "")
	read, write := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		defer write.Close()
		w := g.open(t, "w1", func(c *Config) { c.Log = slog.New(slog.NewTextHandler(write, nil)) })
		ended <- w.Work(ctx, WorkOptions{Slots: 1, Handlers: map[Queue]Handler{SelfPlay: answer, Match: answer}})
	}()
	const want = "waits until a run makes them"
	lines := bufio.NewScanner(read)
	if !lines.Scan() || !strings.Contains(lines.Text(), want) {
		t.Errorf("got the line %q, want %q", lines.Text(), want)
	}
	more := make(chan int)
	go func() {
		n := 0
		for lines.Scan() {
			if strings.Contains(lines.Text(), want) {
				n++
			}
		}
		more <- n
	}()
	boss := g.open(t, "boss")
	time.Sleep(2 * time.Second) // the worker finds the buckets, and waits for the queues
	b := newBook(20)
	if err := boss.Run(t.Context(), b.job("job")); err != nil {
		t.Fatal(err)
	}
	b.check(t)
	stop()
	if err := <-ended; err != nil {
		t.Errorf("the worker ended with %v", err)
	}
	if n := <-more; n > 0 {
		t.Errorf("the worker said %d times more that it waits", n)
	}
}

// TestUsers: a worker's rights are enough for its work and no more.
func TestUsers(t *testing.T) {
	g := startGuarded(t, "")
	boss := g.open(t, "boss")
	w1 := g.open(t, "w1")

	if err := boss.streams(t.Context()); err != nil {
		t.Fatal(err)
	}
	hash, err := boss.Put(t.Context(), make([]byte, 300_000))
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		ended <- w1.Work(t.Context(), WorkOptions{Slots: 2, Handlers: map[Queue]Handler{
			SelfPlay: func(ctx context.Context, task Task, report func(string)) ([]byte, error) {
				if task.ID == "t7" {
					return nil, fmt.Errorf("%w: no such board", ErrPermanent)
				}
				if _, err := w1.Get(ctx, hash); err != nil {
					return nil, err
				}
				return answer(ctx, task, report)
			}}})
	}()
	b := newBook(20)
	job := b.job("job")
	job.Dead = func(d DeadLetter) error {
		if d.Worker != "w1" || !strings.Contains(d.Reason, "no such board") {
			t.Errorf("the dead letter is %+v, want one of w1", d)
		}
		return nil
	}
	if err := boss.Run(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	b.total--
	b.check(t)
	s, err := boss.Status(t.Context())
	if err != nil || len(s.Workers) != 1 || s.Workers[0].Name != "w1" || len(s.Dead) != 1 {
		t.Errorf("got the status %+v, %v, want the worker w1 and a dead letter", s, err)
	}

	g.attack(t, boss)

	// A queue that the worker was not allowed to take.
	err = g.open(t, "w2").Work(t.Context(), WorkOptions{Slots: 1, Handlers: map[Queue]Handler{Review: answer}})
	if err == nil || !strings.Contains(err.Error(), "does not allow") {
		t.Errorf("a worker of a queue that it may not take: got %v, want an explanation", err)
	}
	// Workers that share a key have any name, and no more rights than others.
	shared := g.open(t, "w3", func(c *Config) { c.NKey = g.seed(anyName) })
	err = shared.Work(t.Context(), WorkOptions{Slots: 1, Handlers: map[Queue]Handler{Review: answer}})
	if err == nil || !strings.Contains(err.Error(), "does not allow") {
		t.Errorf("a worker with a shared key, of a queue that it may not take: got %v, want an explanation", err)
	}
	// A user with the name of another one.
	if _, err := Open(t.Context(), Config{URL: g.url, Name: "w1", NKey: g.seed("w2"), Program: "test"}); err == nil || !strings.Contains(err.Error(), "does not allow") {
		t.Errorf("a worker with the name of another one: got %v, want an explanation", err)
	}
	// Revocation.
	select {
	case err := <-ended:
		t.Fatalf("the worker ended: %v", err)
	default:
	}
	delete(g.entries, "w1")
	g.write(t)
	g.process.signal(t, syscall.SIGHUP)
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "does not accept these credentials any more") {
			t.Errorf("a worker whose user was removed: got %v, want an explanation", err)
		}
	case <-time.After(20 * time.Second):
		t.Error("a worker whose user was removed goes on")
	}
	if _, err := Open(t.Context(), Config{URL: g.url, Name: "w1", NKey: g.seed("w1")}); err == nil || !strings.Contains(err.Error(), "refuses these credentials") {
		t.Errorf("a removed user: got %v, want an explanation", err)
	}
	if _, err := Open(t.Context(), Config{URL: g.url, Name: "w1"}); err == nil || !strings.Contains(err.Error(), "refuses these credentials") {
		t.Errorf("no credentials: got %v, want an explanation", err)
	}
}

// attack does what a worker is not allowed to do.
func (g *guarded) attack(t *testing.T, boss *Cluster) {
	key, err := nats.NkeyOptionFromSeed(g.seed("w2"))
	if err != nil {
		t.Fatal(err)
	}
	var refused atomic.Int32
	conn, err := nats.Connect(g.url, key, nats.CustomInboxPrefix("_INBOX.w2"), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		if errors.Is(err, nats.ErrPermissionViolation) {
			refused.Add(1)
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	forbidden := []string{resultSubject("job", "t1", "w1"), workSubject(SelfPlay, "job", "t1"), deadSubject("selfplay", "job", "t1", "w1"),
		deadSubject("review", "job", "t1", "w2"), "$JS.ACK." + workStream(Review) + "." + consumerName + ".1.1.1.1.0", "$KV." + workerBucket + ".w1",
		"$O." + blobBucket + ".M.x", "$O." + blobBucket + ".C.x", "$SYS.REQ.SERVER.PING", workerAPI + ".$KV." + workerBucket + ".w1"}
	for _, api := range []string{"$JS.API", workerAPI} {
		for _, subject := range []string{"STREAM.DELETE." + resultStream, "STREAM.PURGE." + workStream(SelfPlay), "STREAM.CREATE.x", "STREAM.UPDATE." + resultStream,
			"STREAM.MSG.GET." + resultStream, "DIRECT.GET." + resultStream + ".x", "STREAM.MSG.DELETE." + resultStream, "STREAM.INFO." + workStream(SelfPlay),
			"CONSUMER.CREATE." + workStream(SelfPlay) + ".x", "CONSUMER.CREATE.OBJ_" + blobBucket + ".x", "CONSUMER.DELETE." + workStream(SelfPlay) + "." + consumerName,
			"CONSUMER.MSG.NEXT." + workStream(Review) + "." + consumerName, "DIRECT.GET.KV_" + workerBucket + ".x"} {
			forbidden = append(forbidden, api+"."+subject)
		}
	}
	for _, subject := range forbidden {
		if err := conn.Publish(subject, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, subject := range []string{"tengen.>", "_INBOX.w1.>", "_INBOX.>", "$KV.>", "$JS.ACK.>"} {
		if _, err := conn.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
		forbidden = append(forbidden, "reading "+subject)
	}
	if err := conn.Flush(); err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(5 * time.Second); int(refused.Load()) < len(forbidden) && time.Now().Before(until); {
		time.Sleep(10 * time.Millisecond)
	}
	if int(refused.Load()) != len(forbidden) {
		t.Errorf("%d of %d forbidden things were refused: %v", refused.Load(), len(forbidden), forbidden)
	}
	if info, err := boss.info(t.Context(), resultStream); err != nil || info.State.Msgs != 0 {
		t.Errorf("got %+v, %v, want no result", info, err)
	}

	// The servers do not check to which subject a worker lets them answer. So a worker can put answers of the servers in
	// the place of another worker's result. The coordinator does not take them.
	next := workerAPI + ".CONSUMER.MSG.NEXT." + workStream(SelfPlay) + "." + consumerName
	b := newBook(5)
	job := b.job("forged")
	job.Take = func(r Result) error {
		if r.Worker != "w1" || !strings.HasPrefix(string(r.Data), "done") {
			t.Errorf("a forged result was taken: %q of %s", r.Data, r.Worker)
		}
		return b.take(r)
	}
	for i, subject := range []string{next, workerAPI + ".CONSUMER.INFO." + workStream(SelfPlay) + "." + consumerName, workerAPI + ".STREAM.INFO.OBJ_" + blobBucket} {
		if err := conn.PublishRequest(subject, resultSubject("forged", fmt.Sprint("t", i), "w1"), nil); err != nil {
			t.Fatal(err)
		}
	}
	// A pull without a task is answered with an empty message, which would be a valid request to delete a stream.
	for _, api := range []string{"$JS.API.STREAM.PURGE.KV_" + workerBucket, "$JS.API.STREAM.DELETE." + workStream(Review)} {
		if err := conn.PublishRequest(next, api, []byte(`{"batch":1,"no_wait":true}`)); err != nil {
			t.Fatal(err)
		}
	}
	if err := conn.Flush(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	if _, err := boss.info(t.Context(), workStream(Review)); errors.Is(err, jetstream.ErrStreamNotFound) {
		t.Error("a worker has deleted a stream")
	}
	if s, err := boss.workers(t.Context()); err != nil || len(s) != 1 {
		t.Errorf("got the workers %v, %v, want one: a worker has removed what others say", s, err)
	}
	if info, err := boss.info(t.Context(), workStream(SelfPlay)); err != nil || info.State.Msgs != 0 {
		t.Errorf("got %+v, %v, want no task", info.State, err)
	}
	if err := boss.Run(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	b.check(t)
}

// writeCertificate writes a certificate that signs itself, and its key.
func writeCertificate(t *testing.T, dir string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"tls.crt": {Type: "CERTIFICATE", Bytes: certificate}, "tls.key": {Type: "EC PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTLS: a server with a certificate, with and without the certificate of its authority.
func TestTLS(t *testing.T) {
	dir := t.TempDir()
	writeCertificate(t, dir)
	ca := filepath.Join(dir, "tls.crt")
	g := startGuarded(t, fmt.Sprintf("tls { cert_file: %q, key_file: %q }", ca, filepath.Join(dir, "tls.key")))
	boss := g.open(t, "boss", func(c *Config) { c.CA = ca })
	if _, err := boss.Put(t.Context(), []byte("x")); err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{URL: g.url, Name: "boss", NKey: g.seed("boss")}, "give the authority's certificate"},
		{Config{URL: g.url, Name: "boss", NKey: g.seed("boss"), CA: filepath.Join(dir, "nothing")}, "the authority's certificate"},
		{Config{URL: g.url, Name: "boss", NKey: g.seed("boss"), CA: filepath.Join(dir, "tls.key")}, "tls.key"},
		{Config{URL: g.url, Name: "boss", NKey: filepath.Join(dir, "tls.key"), CA: ca}, "not a file with the seed"},
		{Config{URL: g.url, Name: "boss", Creds: filepath.Join(dir, "nothing"), CA: ca}, "the file of the credentials"},
		{Config{URL: strings.Replace(g.url, "127.0.0.1", "localhost", 1), Name: "boss", NKey: g.seed("boss"), CA: ca}, "another name"},
	} {
		if _, err := Open(t.Context(), c.config); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want %q", c.config, err, c.want)
		}
	}
	plain := startGuarded(t, "")
	plain.open(t, "boss")
	if _, err := Open(t.Context(), Config{URL: plain.url, Name: "boss", NKey: plain.seed("boss"), CA: ca}); err == nil || !strings.Contains(err.Error(), "does not encrypt") {
		t.Errorf("a server without TLS: got %v, want an explanation", err)
	}
}

// TestGuardedCluster: three servers with the sample configuration, TLS and users.
func TestGuardedCluster(t *testing.T) {
	needsLong(t)
	dir, g := t.TempDir(), &guarded{dir: t.TempDir(), entries: map[string]string{}}
	writeCertificate(t, dir)
	certificate, err := os.ReadFile(filepath.Join(dir, "tls.crt"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "ca.crt"), certificate, 0o600); err != nil {
		t.Fatal(err)
	}
	g.add(t, "boss")
	g.add(t, "w1", SelfPlay)
	g.write(t)
	conf := map[string]string{}
	for _, name := range []string{"users.conf", "coordinators.conf", "workers.conf", "tls.conf", "routes-tls.conf"} {
		from := "../contrib/cluster"
		if strings.HasSuffix(name, "s.conf") && !strings.HasSuffix(name, "tls.conf") {
			from = g.dir
		}
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		conf[name] = strings.ReplaceAll(string(text), "/etc/tengen/tls", dir)
	}
	c := startNodes(t, 3, nodeOptions{conf: conf})
	open := func(name string) *Cluster {
		return c.connect(t, name, func(c *Config) { c.NKey, c.CA = g.seed(name), filepath.Join(dir, "ca.crt") })
	}
	boss, w1 := open("boss"), open("w1")
	if err := boss.streams(t.Context()); err != nil {
		t.Fatal(err)
	}
	hash, err := boss.Put(t.Context(), make([]byte, 1<<20))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- w1.Work(ctx, WorkOptions{Slots: 2, Handlers: map[Queue]Handler{SelfPlay: func(ctx context.Context, task Task, report func(string)) ([]byte, error) {
			if _, err := w1.Get(ctx, hash); err != nil {
				return nil, err
			}
			return answer(ctx, task, report)
		}}})
	}()
	b := newBook(100)
	if err := boss.Run(t.Context(), b.job("job")); err != nil {
		t.Fatal(err)
	}
	b.check(t)
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
