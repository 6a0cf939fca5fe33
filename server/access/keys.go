package access

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sync"

	"tengen/internal/durable"
	"tengen/server/wire"
)

// keys are the secrets in the links. The holder of a key has its role.
type keys struct {
	path   string
	mu     sync.Mutex
	byRole map[wire.Role]string
}

// openKeys reads the keys in the folder of the data. There are none at first.
func openKeys(data string) (*keys, error) {
	k := &keys{path: filepath.Join(data, "keys.json"), byRole: map[wire.Role]string{}}
	content, err := os.ReadFile(k.path)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err == nil {
		err = json.Unmarshal(content, &k.byRole)
	}
	if err != nil {
		return nil, fmt.Errorf("the keys of the links: %w: delete %s, then all links are made again", err, k.path)
	}
	return k, nil
}

// role returns the role of the holder of a key, or Anyone if it is not a key.
func (k *keys) role(key string) wire.Role {
	k.mu.Lock()
	defer k.mu.Unlock()
	found := wire.Anyone
	for role, known := range k.byRole {
		if key != "" && subtle.ConstantTimeCompare([]byte(key), []byte(known)) == 1 {
			found = max(found, role)
		}
	}
	return found
}

// of returns the key of a role, or "" if there is none.
func (k *keys) of(role wire.Role) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.byRole[role]
}

// renew makes a new key for a role. The old key is then not valid any more.
func (k *keys) renew(role wire.Role) error {
	return k.change(func(byRole map[wire.Role]string) { byRole[role] = rand.Text() })
}

// remove removes the key of a role.
func (k *keys) remove(role wire.Role) error {
	return k.change(func(byRole map[wire.Role]string) { delete(byRole, role) })
}

// change changes the keys on the disk, and then the keys in memory.
func (k *keys) change(f func(map[wire.Role]string)) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	changed := maps.Clone(k.byRole)
	f(changed)
	content, err := json.Marshal(changed)
	if err != nil {
		return err
	}
	if err := durable.ReplacePrivate(k.path, append(content, '\n')); err != nil {
		return fmt.Errorf("the keys of the links cannot be saved: %w", err)
	}
	k.byRole = changed
	return nil
}
