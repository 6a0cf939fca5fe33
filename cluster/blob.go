package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// MaxBlob is the largest size of data in the object store, in bytes.
const MaxBlob = 512 << 20

// HashOf returns the name of data: its SHA-256 in hexadecimal digits.
func HashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Put stores data and returns its hash. Data that is there already is not sent.
func (l *Cluster) Put(ctx context.Context, data []byte) (hash string, err error) {
	if len(data) > MaxBlob {
		return "", fmt.Errorf("%d bytes are too many for the cluster; the limit is %d", len(data), MaxBlob)
	}
	hash = HashOf(data)
	err = l.call(ctx, func(ctx context.Context) error {
		info, err := l.blobs.GetInfo(ctx, hash)
		if err == nil && info.Size == uint64(len(data)) {
			return nil
		}
		if err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
			return err
		}
		_, err = l.blobs.PutBytes(context.WithoutCancel(ctx), hash, data)
		return err
	})
	return hash, err
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
		return nil, fmt.Errorf("the cluster has no data with the hash %s", hash)
	case err != nil:
		return nil, err
	case info.Size > MaxBlob:
		return nil, fmt.Errorf("the data with the hash %s has %d bytes, and the limit is %d", hash, info.Size, MaxBlob)
	}
	// The parts are fetched one by one, so that a worker needs no right to make consumers. With that right it could let
	// the servers send any message to any subject.
	var stream jetstream.Stream
	if err := l.call(ctx, func(ctx context.Context) (err error) {
		stream, err = l.js.Stream(ctx, "OBJ_"+blobBucket)
		return err
	}); err != nil {
		return nil, err
	}
	data, next := make([]byte, 0, info.Size), uint64(1)
	for part := range info.Chunks {
		err := l.look(ctx, func(ctx context.Context) error {
			m, err := stream.GetMsg(ctx, next, jetstream.WithGetMsgSubject("$O."+blobBucket+".C."+info.NUID))
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
