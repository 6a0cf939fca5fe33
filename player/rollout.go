package player

import (
	"errors"
	"fmt"
	"io"
	"os"

	"tengen/internal/usage"
	"tengen/internal/wording"
	"tengen/rollout"
)

// mostRolloutBytes is larger than every file of a rollout policy.
const mostRolloutBytes = 16 << 20

// ReadRollout reads the file of a trained rollout policy.
func ReadRollout(path string) (*rollout.Linear, error) {
	l, _, err := readRollout(path)
	return l, err
}

// readRollout reads the file of a trained rollout policy, and returns its content too.
func readRollout(path string) (*rollout.Linear, []byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, usage.Errorf("%s: %v", wording.FileName(path), wording.WithoutPath(err))
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostRolloutBytes))
	if err == nil {
		var l *rollout.Linear
		if l, err = rollout.ReadLinear(data); err == nil {
			return l, data, nil
		}
	}
	if errors.Is(err, rollout.ErrLinear) {
		return nil, nil, usage.Errorf("%s: %v", wording.FileName(path), err)
	}
	return nil, nil, fmt.Errorf("%s: %w", wording.FileName(path), wording.WithoutPath(err))
}
