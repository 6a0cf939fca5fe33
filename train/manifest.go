package train

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"tengen/internal/durable"
	"tengen/nn"
)

// Manifest is what a run was begun with: from the same, the same kernel and as many
// threads, comes the same net to the last bit.
type Manifest struct {
	Model struct {
		Name         string `json:"name"`
		Architecture string `json:"architecture"`
		Description  string `json:"description"` // where its weights are from, for people
		SHA256       string `json:"sha256"`      // of its uncompressed file
	} `json:"model"`
	Options
	Seed    uint64   `json:"seed"` // of the order of rows
	Data    []string `json:"data"` // folders
	Rows    string   `json:"rows"` // a hash of what is in them
	HoldOut struct {
		OneIn   int      `json:"oneIn"`
		Sources []string `json:"sources,omitempty"`
	} `json:"holdOut"`
	Kernel string `json:"kernel"`
}

// manifest is that of a run that begins now.
func (r *run) manifest() (Manifest, error) {
	m := Manifest{Options: r.Options, Seed: r.Rows.Seed, Data: r.Rows.Dirs, Rows: fmt.Sprintf("%016x", r.reader.State().Data), Kernel: r.Level.String()}
	m.Model.Name, m.Model.Architecture, m.Model.Description = r.Model.Name, r.Model.Info().Architecture, r.Origin
	m.HoldOut.OneIn, m.HoldOut.Sources = r.Rows.Split.OneIn, r.Rows.Split.Sources
	hash := sha256.New()
	err := nn.Write(hash, r.Model, nn.WriteOptions{})
	m.Model.SHA256 = hex.EncodeToString(hash.Sum(nil))
	return m, err
}

func (m Manifest) write(path string) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return durable.Replace(path, append(text, '\n'), true)
}

// agree reports that a run was begun with another model than one that is to go on. A
// run without a manifest agrees with all.
func (m Manifest) agree(path string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	var was Manifest
	if err == nil {
		err = json.Unmarshal(text, &was)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if was.Model.SHA256 != m.Model.SHA256 {
		return fmt.Errorf("it was begun with another net, %s, %s, and not with %s, %s: give that, or another folder",
			was.Model.Architecture, was.Model.Description, m.Model.Architecture, m.Model.Description)
	}
	return nil
}
