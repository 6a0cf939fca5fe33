package access

import (
	"context"
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
	valid  map[wire.Role]lifetime
}

// lifetime is the time in which a key is valid.
type lifetime struct {
	ctx context.Context
	end context.CancelFunc
}

// openKeys reads the keys in the folder of the data. At first the folder has no keys.
func openKeys(data string) (*keys, error) {
	k := &keys{path: filepath.Join(data, "keys.json"), byRole: map[wire.Role]string{}, valid: map[wire.Role]lifetime{}}
	content, err := os.ReadFile(k.path)
	if err == nil {
		err = json.Unmarshal(content, &k.byRole)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the keys of the links: %w: delete %s, then all links are made again", err, k.path)
	}
	if k.byRole == nil { // the file has null
		k.byRole = map[wire.Role]string{}
	}
	for role := range k.byRole {
		k.begin(role)
	}
	return k, nil
}

// begin begins the lifetime of the key of a role.
func (k *keys) begin(role wire.Role) {
	ctx, end := context.WithCancel(context.Background())
	k.valid[role] = lifetime{ctx, end}
}

// role returns the role of the holder of a key, and a context that ends when the key is not valid any more. If it is
// not a key, the role is Anyone.
func (k *keys) role(key string) (wire.Role, context.Context) {
	k.mu.Lock()
	defer k.mu.Unlock()
	role, ctx := wire.Anyone, context.Background()
	for r, known := range k.byRole {
		if key != "" && subtle.ConstantTimeCompare([]byte(key), []byte(known)) == 1 {
			role, ctx = r, k.valid[r].ctx
		}
	}
	return role, ctx
}

// of returns the key of a role, or "" if the role has no link.
func (k *keys) of(role wire.Role) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.byRole[role]
}

// renew makes a new key for a role. The old key is then not valid any more.
func (k *keys) renew(role wire.Role) error { return k.change(role, rand.Text()) }

// remove removes the key of a role.
func (k *keys) remove(role wire.Role) error { return k.change(role, "") }

// change changes the key of a role on the disk and then in memory; "" removes it.
func (k *keys) change(role wire.Role, key string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	changed := maps.Clone(k.byRole)
	if changed[role] = key; key == "" {
		delete(changed, role)
	}
	content, err := json.Marshal(changed)
	if err != nil {
		return err
	}
	if err := durable.ReplacePrivate(k.path, append(content, '\n')); err != nil {
		return fmt.Errorf("the keys of the links cannot be saved: %w", err)
	}
	if old, ok := k.valid[role]; ok {
		old.end()
	}
	k.byRole = changed
	k.begin(role)
	return nil
}
