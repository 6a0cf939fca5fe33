package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// MaxBlob is the largest size of data in the object store, in bytes.
const MaxBlob = 512 << 20

// blobStream is the stream of the object store. Its messages of metaSubjects describe an object each, and those with
// its chunkSubject are its content.
const (
	blobStream   = "OBJ_" + blobBucket
	metaSubjects = "$O." + blobBucket + ".M.*"
)

// HashOf returns the name of data: its SHA-256 in hexadecimal digits.
func HashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Put stores data and returns its hash. Data that is there already is not sent, but marked as used. If the store is
// full, Put removes the data that was not used for the longest time.
func (l *Cluster) Put(ctx context.Context, data []byte) (hash string, err error) {
	if len(data) > MaxBlob {
		return "", fmt.Errorf("%d bytes are too many for the cluster; the limit is %d", len(data), MaxBlob)
	}
	hash = HashOf(data)
	for {
		if there, err := l.touch(ctx, hash, len(data)); there || err != nil {
			return hash, err
		}
		err := l.call(ctx, func(context.Context) error { return l.upload(ctx, hash, data) })
		if !errors.Is(err, errFull) {
			return hash, err
		}
		if err := l.makeRoom(ctx, len(data)); err != nil {
			return hash, err
		}
	}
}

// touch reports whether the object store has data completely. If so, it marks the data as used now.
func (l *Cluster) touch(ctx context.Context, hash string, size int) (there bool, err error) {
	var info *jetstream.ObjectInfo
	err = l.call(ctx, func(ctx context.Context) (err error) {
		info, err = l.blobs.GetInfo(ctx, hash)
		return err
	})
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	sum, err := jetstream.DecodeObjectDigest(info.Digest)
	if err != nil || hex.EncodeToString(sum) != hash || info.Size != uint64(size) {
		return false, nil
	}
	content := chunkSubject(info.NUID)
	chunks, err := l.subjects(ctx, blobStream, content)
	if err != nil || chunks[content] != uint64(info.Chunks) {
		return false, err
	}
	err = l.call(ctx, func(ctx context.Context) error {
		err := l.blobs.UpdateMeta(ctx, hash, info.ObjectMeta) // sets its time
		if isFull(err) {
			return nil // the data is there, and stays marked with its earlier use
		}
		return err
	})
	if errors.Is(err, jetstream.ErrUpdateMetaDeleted) { // another process has just removed it
		return false, nil
	}
	return err == nil, err
}

// uploadTime is the time limit for sending data of some bytes. It allows for a line of 256 KiB/s.
func uploadTime(bytes int) time.Duration {
	return time.Minute + time.Duration(bytes/(256<<10))*time.Second
}

// upload sends data. The deadline is for all parts together, because the client sends them without waiting for answers.
// Without a deadline the client would give each part a few seconds.
func (l *Cluster) upload(ctx context.Context, hash string, data []byte) error {
	limited, cancel := context.WithTimeout(ctx, uploadTime(len(data)))
	defer cancel()
	defer context.AfterFunc(l.over, cancel)()
	_, err := l.blobs.PutBytes(limited, hash, data)
	switch {
	case isFull(err):
		return errFull
	case err != nil && ctx.Err() == nil && temporary(err):
		l.config.Log.Warn("the cluster has not stored data, which is sent again", "bytes", len(data), "error", err)
	}
	return err
}

// stored is an object in the object store, or what is left of an interrupted upload.
type stored struct {
	content, meta string // subjects; meta is "" for the rest of an upload
	used          time.Time
}

// makeRoom removes objects until there is room for data of some bytes, and at least one. It begins with those that were
// not used for the longest time. The rest of an interrupted upload counts as used when it was sent.
func (l *Cluster) makeRoom(ctx context.Context, bytes int) error {
	info, err := l.info(ctx, blobStream)
	if err != nil {
		return err
	}
	limit, need := info.Config.MaxBytes, uint64(bytes+bytes/512+1<<10) // with the headers of its messages
	full := fmt.Errorf("the cluster has no room for %d bytes: its servers keep at most %d bytes of nets and other data for all runs together; "+
		"end other runs, or use smaller nets", bytes, limit)
	if need > uint64(limit) {
		return full
	}
	all, err := l.allStored(ctx)
	if err != nil {
		return err
	}
	for _, one := range all {
		l.config.Log.Debug("data is removed from the cluster, because its store is full", "used", one.used)
		for _, subject := range []string{one.content, one.meta} {
			if subject == "" {
				continue
			}
			if err := l.purgeSubject(ctx, blobStream, subject); err != nil {
				return err
			}
		}
		if info, err = l.info(ctx, blobStream); err != nil {
			return err
		}
		if info.State.Bytes+need <= uint64(limit) {
			return nil
		}
	}
	return full
}

// allStored lists what the object store has, the object that was not used for the longest time first.
func (l *Cluster) allStored(ctx context.Context) ([]stored, error) {
	found := map[string]stored{} // by subject of the content
	for _, filter := range []string{metaSubjects, chunkSubject("*")} {
		subjects, err := l.subjects(ctx, blobStream, filter)
		if err != nil {
			return nil, err
		}
		for subject := range subjects {
			if found[subject].meta != "" {
				continue // the content of an object
			}
			var m *jetstream.RawStreamMsg
			err := l.onStream(ctx, blobStream, func(ctx context.Context, s jetstream.Stream) (err error) {
				m, err = s.GetLastMsgForSubject(ctx, subject)
				return err
			})
			if errors.Is(err, jetstream.ErrMsgNotFound) {
				continue // another process has removed it
			}
			if err != nil {
				return nil, err
			}
			one := stored{content: subject, used: m.Time}
			if filter == metaSubjects {
				var about jetstream.ObjectInfo
				if json.Unmarshal(m.Data, &about) == nil && about.NUID != "" { // otherwise it describes nothing
					one.content, one.meta = chunkSubject(about.NUID), subject
				}
			}
			found[one.content] = one
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b stored) int { return a.used.Compare(b.used) }), nil
}

// Get fetches data and checks its hash.
func (l *Cluster) Get(ctx context.Context, hash string) ([]byte, error) {
	var info *jetstream.ObjectInfo
	err := l.look(ctx, func(ctx context.Context) (err error) {
		info, err = l.blobs.GetInfo(ctx, hash)
		return err
	})
	switch {
	case errors.Is(err, jetstream.ErrObjectNotFound):
		return nil, fmt.Errorf("the cluster has no data with the hash %s: it was lost, or removed because the store was full; its run stores it again", hash)
	case err != nil:
		return nil, err
	case info.Size > MaxBlob:
		return nil, fmt.Errorf("the data with the hash %s has %d bytes, and the limit is %d", hash, info.Size, MaxBlob)
	}
	// The parts are fetched one by one, so that a worker needs no right to make consumers. With that right it could let
	// the servers send any message to any subject.
	var stream jetstream.Stream
	if err := l.call(ctx, func(ctx context.Context) (err error) {
		stream, err = l.js.Stream(ctx, blobStream)
		return err
	}); err != nil {
		return nil, err
	}
	data, next := make([]byte, 0, info.Size), uint64(1)
	for part := range info.Chunks {
		err := l.look(ctx, func(ctx context.Context) error {
			m, err := stream.GetMsg(ctx, next, jetstream.WithGetMsgSubject(chunkSubject(info.NUID)))
			if err == nil {
				data, next = append(data, m.Data...), m.Sequence+1
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("part %d of %d of the data with the hash %s: %w", part+1, info.Chunks, hash, err)
		}
	}
	if HashOf(data) != hash {
		return nil, fmt.Errorf("the data with the hash %s is damaged in the cluster", hash)
	}
	return data, nil
}

// look calls a function that reads. A server may answer that has not received the newest messages yet, so data counts
// as missing only after some time.
func (l *Cluster) look(ctx context.Context, read func(context.Context) error) error {
	for until := time.Now().Add(lookTime); ; {
		err := l.call(ctx, read)
		if !errors.Is(err, jetstream.ErrObjectNotFound) && !errors.Is(err, jetstream.ErrMsgNotFound) || time.Now().After(until) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(lookTime / 20):
		}
	}
}

const lookTime = 2 * time.Second
