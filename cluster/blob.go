package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

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

// Get fetches data and checks its hash. The error wraps [ErrPermanent] if the data does not exist.
func (l *Cluster) Get(ctx context.Context, hash string) (data []byte, err error) {
	err = l.call(ctx, func(ctx context.Context) error {
		info, err := l.blobs.GetInfo(ctx, hash)
		if err == nil && info.Size > MaxBlob {
			return fmt.Errorf("%w: the data has %d bytes, and the limit is %d", ErrPermanent, info.Size, MaxBlob)
		}
		if err == nil {
			data, err = l.blobs.GetBytes(context.WithoutCancel(ctx), hash)
		}
		return err
	})
	switch {
	case errors.Is(err, jetstream.ErrObjectNotFound):
		return nil, fmt.Errorf("%w: the cluster has no data with the hash %s", ErrPermanent, hash)
	case err != nil:
		return nil, err
	case HashOf(data) != hash:
		return nil, fmt.Errorf("the data with the hash %s is damaged in the cluster", hash)
	}
	return data, nil
}
