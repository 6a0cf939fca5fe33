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
type manifest struct {
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
	Out    string `json:"out,omitempty"` // the net's file, seen from the folder of the run, once it was written
}

// begun is the manifest of a run that begins now with the net under a name, and has not written its own yet.
func (r *run) newManifest(name string) (manifest, error) {
	m := manifest{Options: r.Options, Seed: r.Rows.Seed, Data: r.Rows.Dirs, Rows: fmt.Sprintf("%016x", r.reader.State().Data), Kernel: r.Level.String()}
	m.Model.Name, m.Model.Architecture, m.Model.Description = name, r.Model.Info().Architecture, r.Origin
	m.HoldOut.OneIn, m.HoldOut.Sources = r.Rows.Split.OneIn, r.Rows.Split.Sources
	named := *r.Model
	named.Name = name
	hash := sha256.New()
	err := nn.Write(hash, &named, nn.WriteOptions{})
	m.Model.SHA256 = hex.EncodeToString(hash.Sum(nil))
	return m, err
}

// out is the net's file seen from the folder of the run, so that both may move together.
func (r *run) relativeOut() string {
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

// text is that of the file.
func (m manifest) encode() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

func (r *run) writeManifest() error {
	text, err := r.manifest.encode()
	if err != nil {
		return err
	}
	return durable.Replace(filepath.Join(r.Dir, manifestFile), text, true)
}

// agree takes the manifest of a run that goes on. It reports that the run was begun with another model, or that its
// net would replace a file that is not known to be of the run, and warns of another kernel or number of threads.
// If the manifest is gone nothing of that is known, and it is written again.
func (r *run) checkManifest() error {
	path := filepath.Join(r.Dir, manifestFile)
	text, err := os.ReadFile(path)
	was := &r.manifest
	switch {
	case errors.Is(err, os.ErrNotExist):
		if *was, err = r.newManifest(r.Model.Name); err != nil {
			return err
		}
		if err := checkWritable(r.Out); err != nil {
			return fmt.Errorf("%s is gone, and nobody knows whose net that is: %w", path, err)
		}
		return r.writeManifest()
	case err != nil:
		return err
	}
	if err := json.Unmarshal(text, was); err != nil {
		return fmt.Errorf("%s is damaged (%w): restore it, or remove it and name another file for the net", path, err)
	}
	is, err := r.newManifest(was.Model.Name) // it may have another name by now, that of its file
	if err != nil {
		return err
	}
	if was.Model.SHA256 != is.Model.SHA256 {
		return fmt.Errorf("it was begun with another net, %s, %s, and not with %s, %s: give that, or another folder",
			was.Model.Architecture, was.Model.Description, is.Model.Architecture, is.Model.Description)
	}
	if was.Kernel != is.Kernel {
		r.warn(fmt.Sprintf("it was begun with the kernel %s and goes on with %s, which is not the same to the last bit", was.Kernel, is.Kernel))
	}
	if was.Threads != is.Threads {
		r.warn(fmt.Sprintf("it was begun with %d threads and goes on with %d, which is not the same to the last bit", was.Threads, is.Threads))
	}
	if was.Out == r.relativeOut() {
		return nil
	}
	return checkWritable(r.Out)
}
