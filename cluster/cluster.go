package cluster

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tengen/internal/usage"
)

// Config says to which cluster to connect.
type Config struct {
	// URL is the address of the NATS servers, such as nats://host:4222; several are separated by commas. Without a URL
	// a server is started inside this process, which keeps its data in Dir and does not listen on any port.
	URL string
	Dir string
	// Creds is a file with the credentials of a user (JWT and seed). NKey is a file with the seed of a user's key. CA is
	// a file with the certificate of the authority that signed the servers' certificates.
	Creds, NKey, CA string
	// Name is the name of this process. A server that knows its users limits a worker to its own name.
	Name string
	// Program is the version of this program, for results and the status.
	Program string
	// Replicas is the number of servers that store each message. 0 means 3 in a cluster and 1 otherwise.
	Replicas int
	// Store limits what the servers store, in bytes; 0 means 256 MiB. The results, and the data, have four times as much,
	// each queue a quarter. When a queue is full, its coordinator waits. When data needs more room, [Cluster.Put] removes
	// other data.
	Store int64
	// Lease is the time after which a silent worker loses its tasks; 0 means 30 seconds. It is set when the first worker
	// connects.
	Lease time.Duration
	Log   *slog.Logger

	server *server.Server // an embedded server that runs already
}

// Cluster is a connection to a cluster.
type Cluster struct {
	config Config
	own    *server.Server // the embedded server; nil with a URL
	conn   *nats.Conn
	js     jetstream.JetStream
	blobs  jetstream.ObjectStore
	people jetstream.KeyValue // the latest report of each worker
	// guest says that this process is a worker without the right to create streams.
	guest bool
	waits sync.Once // for the message of a guest that it waits for the queues
	// over ends when the servers have closed the connection for good, or refused something. Its cause says why.
	over context.Context
	end  context.CancelCauseFunc

	wrongMu sync.Mutex
	// wrong says, by worker, why no result of the worker is taken any more. It is kept from one job to the next one.
	wrong map[string]error
}

// The names of streams and buckets. Programs that do not understand each other's tasks use other names.
const (
	prefix       = "tengen"
	resultStream = "TENGEN-RESULTS"
	deadStream   = "TENGEN-DEAD"
	workerBucket = "tengen-workers"
	blobBucket   = "tengen-blobs"
)

func workStream(q Queue) string { return "TENGEN-WORK-" + string(q) }

// consumerName is the name of the consumer that all workers of a queue share.
const consumerName = "workers"

// callTime is the time limit of a call to the servers. A call that takes longer is repeated: servers may be starting,
// or choosing a leader.
const callTime = 5 * time.Second

// Open connects to a cluster.
func Open(ctx context.Context, c Config) (*Cluster, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Lease == 0 {
		c.Lease = leaseTime
	}
	if c.Store == 0 {
		c.Store = 256 << 20
	}
	if c.Name == "" {
		host, _ := os.Hostname()
		c.Name = fmt.Sprintf("%s-%d", host, os.Getpid())
	}
	if c.Name = nameOf(c.Name); !nameForm.MatchString(c.Name) {
		return nil, usage.Errorf("a worker's name has at most 100 letters, digits, - and _")
	}
	l := &Cluster{config: c, wrong: map[string]error{}}
	l.over, l.end = context.WithCancelCause(context.Background())
	if err := l.connect(); err != nil {
		return nil, err
	}
	err := l.findAPI(ctx)
	if err == nil {
		l.people, l.blobs, err = l.buckets(ctx)
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// nameOf replaces characters that names in subjects cannot have.
func nameOf(text string) string {
	return strings.Map(func(r rune) rune {
		if nameForm.MatchString(string(r)) {
			return r
		}
		return '-'
	}, text)
}

// connect opens the connection, and starts the embedded server if there is no URL.
func (l *Cluster) connect() (err error) {
	c := &l.config
	options := []nats.Option{nats.Name(c.Name), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second), nats.Timeout(callTime),
		nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(2), // notices a server that is cut off
		// With a prefix of its own, a worker can be forbidden to read the answers to others.
		nats.CustomInboxPrefix("_INBOX." + c.Name),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrPermissionViolation) {
				l.end(permissionError(c.Name, err))
				return
			}
			c.Log.Warn("the cluster refused something", "error", err)
		}),
		nats.ClosedHandler(func(conn *nats.Conn) { l.end(closedError(conn.LastError())) }),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				c.Log.Warn("the connection to the cluster is lost; it is tried again every second", "error", err)
			}
		}),
		nats.ReconnectHandler(func(conn *nats.Conn) {
			c.Log.Info("connected to the cluster again", "server", conn.ConnectedUrlRedacted())
		}),
	}
	address := c.URL
	switch {
	case c.server != nil:
		options = append(options, nats.InProcessServer(c.server))
	case address == "":
		if l.own, err = startEmbedded(c.Dir, c.Store); err != nil {
			return err
		}
		options = append(options, nats.InProcessServer(l.own))
	}
	if c.Creds != "" {
		if _, err := os.Stat(c.Creds); err != nil {
			return usage.Errorf("the file of the credentials (--creds): %v", err)
		}
		options = append(options, nats.UserCredentials(c.Creds))
	}
	if c.NKey != "" {
		key, err := nats.NkeyOptionFromSeed(c.NKey)
		if err != nil {
			return usage.Errorf("%s: not a file with the seed of a user's key, which begins with SU: %v", c.NKey, err)
		}
		options = append(options, key)
	}
	if c.CA != "" {
		if _, err := os.Stat(c.CA); err != nil {
			return usage.Errorf("the authority's certificate (--ca): %v", err)
		}
		options = append(options, nats.RootCAs(c.CA))
	}
	if l.conn, err = nats.Connect(address, options...); err != nil {
		if l.own != nil {
			l.own.Shutdown()
			return fmt.Errorf("the embedded server does not answer: %w", err)
		}
		return connectError(withoutPasswords(address), err)
	}
	l.js, err = jetstream.New(l.conn)
	return err
}

// withoutPasswords removes passwords from addresses that are separated by commas.
func withoutPasswords(addresses string) string {
	list := strings.Split(addresses, ",")
	for i, one := range list {
		if u, err := url.Parse(strings.TrimSpace(one)); err == nil {
			list[i] = u.Redacted()
		}
	}
	return strings.Join(list, ",")
}

// connectError explains why a connection failed.
func connectError(address string, err error) error {
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return usage.Errorf("%s refuses these credentials (%v): ask the owner of the cluster for new ones", address, err)
	case strings.Contains(err.Error(), "nkeys not supported by the server"):
		return usage.Errorf("%s knows no users with keys: leave the key out, or check the address", address)
	case errors.Is(err, nats.ErrNoServers):
		return fmt.Errorf("no NATS server answers at %s: check the address, and whether the server is running", address)
	case errors.As(err, &unknown):
		return usage.Errorf("%s: the authority that signed the server's certificate is unknown: give the authority's certificate (--ca FILE)", address)
	case errors.As(err, &host):
		return usage.Errorf("%s: the server's certificate is for another name: %v", address, err)
	case errors.Is(err, nats.ErrSecureConnWanted):
		return usage.Errorf("%s does not encrypt: leave the authority's certificate out, or check the address", address)
	}
	return fmt.Errorf("%s: %w", address, err)
}

// permissionError explains that the servers do not allow something.
func permissionError(name string, err error) error {
	return usage.Errorf("the cluster does not allow this to %s: ask its owner for the permission, or leave out this kind of work (%v)", name, err)
}

// closedError explains why a connection was closed. The client tries to connect forever, unless the servers refuse its
// credentials.
func closedError(err error) error {
	if !errors.Is(err, nats.ErrAuthorization) && !errors.Is(err, nats.ErrAuthExpired) && !errors.Is(err, nats.ErrAuthRevoked) {
		return errClosed
	}
	return usage.Errorf("the cluster does not accept these credentials any more (%v): ask its owner for new ones", err)
}

var errClosed = errors.New("the connection to the cluster is closed")

// findAPI finds out under which subjects JetStream answers. Workers of a cluster that knows its users are in an account
// without streams, which reaches a part of the other account under workerAPI.
func (l *Cluster) findAPI(ctx context.Context) error {
	err := l.call(ctx, func(ctx context.Context) (err error) {
		_, err = l.js.AccountInfo(ctx)
		return err
	})
	if errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) {
		l.guest = true
		l.js, err = jetstream.NewWithAPIPrefix(l.conn, workerAPI)
	}
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) {
		return usage.Errorf("%s: JetStream is off on this server: add a section jetstream to its configuration", withoutPasswords(l.config.URL))
	}
	return err
}

// buckets opens the two buckets that every process uses, and creates them if they do not exist.
func (l *Cluster) buckets(ctx context.Context) (people jetstream.KeyValue, blobs jetstream.ObjectStore, err error) {
	err = l.find(ctx, func(ctx context.Context) (err error) {
		if people, err = l.js.KeyValue(ctx, workerBucket); errors.Is(err, jetstream.ErrBucketNotFound) && !l.guest {
			people, err = l.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: workerBucket, TTL: 4 * reportEvery, MaxBytes: 64 << 20, Replicas: l.replicas()})
		}
		return err
	})
	if err != nil {
		return nil, nil, l.roomError(err)
	}
	err = l.find(ctx, func(ctx context.Context) (err error) {
		if blobs, err = l.js.ObjectStore(ctx, blobBucket); errors.Is(err, jetstream.ErrBucketNotFound) && !l.guest {
			blobs, err = l.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: blobBucket, MaxBytes: 4 * l.config.Store, Replicas: l.replicas()})
		}
		return err
	})
	return people, blobs, l.roomError(err)
}

// find calls the servers about a bucket or a queue. A guest waits until a coordinator has created it.
func (l *Cluster) find(ctx context.Context, do func(context.Context) error) error {
	for {
		err := l.call(ctx, do)
		if !l.guest || !missing(err) {
			return err
		}
		l.waits.Do(func() { l.config.Log.Info("the cluster has no queues yet; this worker waits until a run makes them") })
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-l.over.Done():
			return context.Cause(l.over)
		case <-time.After(time.Second):
		}
	}
}

// missing reports whether something does not exist on the servers.
func missing(err error) bool { return lost(err) || errors.Is(err, jetstream.ErrConsumerNotFound) }

// lost reports whether a stream or a bucket does not exist on the servers. The client has two interfaces, each with an
// error of its own.
func lost(err error) bool {
	return errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, nats.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound)
}

// streams creates the streams that do not exist yet, also those of other kinds of work: a worker may not create the
// queues from which it takes tasks. The consumers of the workers exist from then on, so that the lengths of the queues
// can be read before a worker comes.
func (l *Cluster) streams(ctx context.Context) error {
	if err := l.stream(ctx, jetstream.StreamConfig{Name: resultStream, Subjects: []string{resultSubject("*", "*", "*")},
		MaxBytes: 4 * l.config.Store, MaxAge: 7 * 24 * time.Hour, Discard: jetstream.DiscardNew, MaxMsgSize: MaxResult + 4096,
		MaxMsgsPerSubject: 1, DiscardNewPerSubject: true}); err != nil {
		return err
	}
	if err := l.stream(ctx, jetstream.StreamConfig{Name: deadStream, Subjects: []string{deadSubject("*", "*", "*", "*")},
		MaxBytes: 64 << 20, MaxAge: 30 * 24 * time.Hour, MaxMsgsPerSubject: 1}); err != nil {
		return err
	}
	for _, q := range Queues() {
		if _, err := l.consumer(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

// consumer returns the consumer that all workers of a queue share. It creates the consumer, and the queue, if they do
// not exist. The servers keep the tasks in memory: if all of them end, the coordinators send the tasks again.
func (l *Cluster) consumer(ctx context.Context, q Queue) (c jetstream.Consumer, err error) {
	err = l.find(ctx, func(ctx context.Context) error {
		c, err = l.js.Consumer(ctx, workStream(q), consumerName)
		return err
	})
	if !missing(err) {
		return c, err
	}
	if err := l.stream(ctx, jetstream.StreamConfig{Name: workStream(q), Subjects: []string{workSubject(q, "*", "*")},
		Storage: jetstream.MemoryStorage, Retention: jetstream.WorkQueuePolicy, MaxBytes: l.config.Store / 4, Discard: jetstream.DiscardNew, MaxMsgSize: MaxTask + 4096,
		Duplicates: 2 * time.Minute}); err != nil {
		return nil, err
	}
	err = l.call(ctx, func(ctx context.Context) error {
		c, err = l.js.CreateConsumer(ctx, workStream(q), jetstream.ConsumerConfig{Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy,
			AckWait: l.config.Lease, MaxDeliver: -1, MaxAckPending: 100_000, MaxWaiting: 20_000})
		return err
	})
	return c, err
}

// replicas returns the number of servers that store each message.
func (l *Cluster) replicas() int {
	switch c := &l.config; {
	case l.config.Replicas > 0:
		return l.config.Replicas
	case c.server == nil && l.own == nil && l.conn.ConnectedClusterName() != "":
		return 3
	}
	return 1
}

// stream creates a stream if it does not exist.
func (l *Cluster) stream(ctx context.Context, s jetstream.StreamConfig) error {
	s.Replicas = l.replicas()
	err := l.call(ctx, func(ctx context.Context) error {
		_, err := l.js.Stream(ctx, s.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			_, err = l.js.CreateStream(ctx, s)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("the stream %s: %w", s.Name, l.roomError(err))
	}
	return nil
}

// call calls the servers until the call succeeds, fails for good, or ctx ends.
func (l *Cluster) call(ctx context.Context, do func(context.Context) error) error {
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		limited, cancel := context.WithTimeout(ctx, callTime)
		stop := context.AfterFunc(l.over, cancel)
		err := do(limited)
		stop()
		cancel()
		if err == nil {
			return nil
		}
		if l.over.Err() != nil {
			return context.Cause(l.over)
		}
		if !temporary(err) {
			return err
		}
		l.config.Log.Debug("a call to the cluster is repeated", "error", err)
		select {
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), err)
		case <-l.over.Done():
			return context.Cause(l.over)
		case <-time.After(wait):
		}
	}
}

// Codes of JetStream's errors: the servers have no room for a stream.
const (
	noPeers   = 10005
	noMemory  = 10028
	noStorage = 10047
)

// roomError explains that the servers have no room for a stream.
func (l *Cluster) roomError(err error) error {
	var api *jetstream.APIError
	if errors.As(err, &api) && (api.ErrorCode == noPeers || api.ErrorCode == noStorage || api.ErrorCode == noMemory) {
		return usage.Errorf("the servers have no room for the streams, which need %.1f GB on the disk and %.1f GB of memory of %d servers: raise max_file_store and "+
			"max_memory_store in their configuration, or start the missing servers (%v)",
			float64(8*l.config.Store+128<<20)/1e9, float64(int64(len(Queues()))*l.config.Store/4)/1e9, l.replicas(), err)
	}
	return err
}

// temporary reports whether a call may succeed later.
func temporary(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		switch api.ErrorCode {
		case noPeers, noStorage, noMemory, jetstream.JSErrCodeJetStreamNotEnabledForAccount, jetstream.JSErrCodeJetStreamNotEnabled:
			return false
		}
		return temporaryCode(api.Code)
	}
	var older *nats.APIError // the client still uses its older interface for watching
	if errors.As(err, &older) {
		return temporaryCode(older.Code)
	}
	for _, one := range []error{context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrConnectionReconnecting,
		nats.ErrReconnectBufExceeded, jetstream.ErrNoStreamResponse, jetstream.ErrNoHeartbeat, jetstream.ErrAsyncPublishTimeout, jetstream.ErrTooManyStalledMsgs} {
		if errors.Is(err, one) {
			return true
		}
	}
	return false
}

func temporaryCode(code int) bool { return code >= 500 || code == 408 || code == 429 }

// Join opens another connection to an embedded server, under another name.
func (l *Cluster) Join(ctx context.Context, name string) (*Cluster, error) {
	c := l.config
	c.Name, c.server = name, l.own
	return Open(ctx, c)
}

// Name returns the name of this process in the cluster.
func (l *Cluster) Name() string { return l.config.Name }

// Close ends the connection, and the embedded server.
func (l *Cluster) Close() {
	l.conn.Close()
	if l.own != nil {
		l.own.Shutdown()
		l.own.WaitForShutdown()
	}
}
