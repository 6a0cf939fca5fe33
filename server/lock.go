package server

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tengen/internal/durable"
)

// lockFolder locks a folder against other processes, because two programs that write the same game would damage its
// file. The lock ends when the returned file is closed or the program ends. The lock file itself stays on the disk:
// another process may have locked it in the meantime.
func lockFolder(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	err = durable.TryLock(f)
	if err == nil {
		return f, nil
	}
	_ = f.Close() // nothing was written to the file
	if errors.Is(err, durable.ErrHeld) {
		return nil, fmt.Errorf("another tengen is using the folder %s (%w): end that process, or choose another folder with --data", dir, err)
	}
	return nil, fmt.Errorf("the folder %s cannot be locked: %w", dir, err)
}
