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
	"strings"
	"sync"

	"tengen/internal/durable"
	"tengen/server/wire"
)

// keys are the secrets in the links. The holder of a key has its role.
type keys struct {
	path   string
	id     string // made with the first key; it is in the names of cookies
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
	if err := k.read(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the keys of the links: %w: delete %s, then all links are made again", err, k.path)
	}
	for role := range k.byRole {
		k.begin(role)
	}
	if k.id != "" {
		return k, nil
	}
	k.id = strings.ToLower(rand.Text()[:8])
	if len(k.byRole) == 0 { // the first key saves the id
		return k, nil
	}
	return k, k.save(k.byRole)
}

// idName is the name of the id in the file of the keys. The other names are roles.
const idName = "id"

// read reads the file of the keys.
func (k *keys) read() error {
	content, err := os.ReadFile(k.path)
	if err != nil {
		return err
	}
	var all map[string]string
	if err := json.Unmarshal(content, &all); err != nil {
		return err
	}
	for name, value := range all {
		var role wire.Role
		if name == idName {
			k.id = value
		} else if err := role.UnmarshalText([]byte(name)); err != nil {
			return err
		} else {
			k.byRole[role] = value
		}
	}
	return nil
}

// save writes the file of the keys.
func (k *keys) save(byRole map[wire.Role]string) error {
	all := map[string]string{idName: k.id}
	for role, key := range byRole {
		all[role.String()] = key
	}
	content, err := json.Marshal(all)
	if err != nil {
		return err
	}
	if err := durable.ReplacePrivate(k.path, append(content, '\n')); err != nil {
		return fmt.Errorf("the keys of the links cannot be saved: %w", err)
	}
	return nil
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
	if err := k.save(changed); err != nil {
		return err
	}
	if old, ok := k.valid[role]; ok {
		old.end()
	}
	k.byRole = changed
	k.begin(role)
	return nil
}
