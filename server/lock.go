package server

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tengen/internal/durable"
)

// lockFolder keeps other processes out of a folder until the file is closed or the program ends: two programs that
// write to one game would damage its file. The lock file stays, since removing it might remove another process's
// lock.
func lockFolder(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	err = durable.TryLock(f)
	if err == nil {
		return f, nil
	}
	_ = f.Close() // nothing was written
	if errors.Is(err, durable.ErrHeld) {
		return nil, fmt.Errorf("another tengen is using the folder %s (%w): end that one, or give --data another folder", dir, err)
	}
	return nil, fmt.Errorf("the folder %s cannot be locked: %w", dir, err)
}
