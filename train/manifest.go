package train

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

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
	Out    string `json:"out,omitempty"` // the net's file, seen from the folder of the run
}

// manifest is that of a run that begins now.
func (r *run) manifest() (Manifest, error) {
	m := Manifest{Options: r.Options, Seed: r.Rows.Seed, Data: r.Rows.Dirs, Rows: fmt.Sprintf("%016x", r.reader.State().Data), Kernel: r.Level.String(), Out: r.out()}
	m.Model.Name, m.Model.Architecture, m.Model.Description = r.Model.Name, r.Model.Info().Architecture, r.Origin
	m.HoldOut.OneIn, m.HoldOut.Sources = r.Rows.Split.OneIn, r.Rows.Split.Sources
	hash := sha256.New()
	err := nn.Write(hash, r.Model, nn.WriteOptions{})
	m.Model.SHA256 = hex.EncodeToString(hash.Sum(nil))
	return m, err
}

// out is the net's file seen from the folder of the run, so that both may move together.
func (r *run) out() string {
	if r.Out == "" {
		return ""
	}
	dir, errDir := filepath.Abs(r.Dir)
	file, errFile := filepath.Abs(r.Out)
	if path, err := filepath.Rel(dir, file); errors.Join(errDir, errFile, err) == nil {
		return path
	}
	return file
}

func (m Manifest) write(path string) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return durable.Replace(path, append(text, '\n'), true)
}

// agree reports that a run was begun with another model than one that is to go on, or that its
// net would replace a file that is not of the run, and warns of another kernel. A run without a
// manifest, and what an older one does not say, agrees with all.
func (r *run) agree(m Manifest) error {
	path := filepath.Join(r.Dir, ManifestFile)
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
	if was.Kernel != m.Kernel {
		r.warn(fmt.Sprintf("it was begun with the kernel %s and goes on with %s, which is not the same to the last bit", was.Kernel, m.Kernel))
	}
	if was.Out == m.Out || was.Out == "" {
		return nil
	}
	if err := writable(r.Out); err != nil {
		return err
	}
	was.Out = m.Out
	return was.write(path)
}
