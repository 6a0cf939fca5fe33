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

// manifest records the settings, data and net with which a run began. Two runs with the same manifest, kernel
// and number of threads give the same net to the last bit.
type manifest struct {
	Model struct {
		Name         string `json:"name"`
		Architecture string `json:"architecture"`
		Description  string `json:"description"` // where the weights come from, in words
		SHA256       string `json:"sha256"`      // hash of the uncompressed model file
	} `json:"model"`
	Options
	Seed    uint64   `json:"seed"` // seed of the order of the rows
	Data    []string `json:"data"` // folders of rows
	Rows    string   `json:"rows"` // hash of the rows in these folders
	HoldOut struct {
		OneIn   int      `json:"oneIn"`
		Sources []string `json:"sources,omitempty"`
	} `json:"holdOut"`
	Kernel string `json:"kernel"`
	Out    string `json:"out,omitempty"` // net's file, relative to the run's folder; "" before it is written
}

// ErrManifest is wrapped by errors of [Run] if the manifest of a run that continues is damaged, or if it is missing and
// the net's file exists.
var ErrManifest = errors.New("no sound manifest")

// newManifest returns the manifest of a run that begins now and has not written a net yet. name is the name of
// the net with which the run begins.
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

// relativeOut returns the path of the net's file relative to the run's folder. With a relative path, users can
// move the file and the folder together.
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

// encode returns the text of the manifest's file.
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

// checkManifest reads the manifest of a run that continues. It fails if the run began with another model. It
// fails if the run's net would replace a file that the run may not have written. It warns if the kernel or the
// number of threads has changed. If the manifest is missing, checkManifest writes it again, and cannot check
// how the run began.
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
			return fmt.Errorf("%w: %s is missing, so the net's file may belong to another run: %w", ErrManifest, path, err)
		}
		return r.writeManifest()
	case err != nil:
		return err
	}
	if err := json.Unmarshal(text, was); err != nil {
		return fmt.Errorf("%w: %s is damaged (%w): restore this file, or remove it and use another file for the net", ErrManifest, path, err)
	}
	is, err := r.newManifest(was.Model.Name) // the net's old name, because renaming its file changes the name
	if err != nil {
		return err
	}
	if was.Model.SHA256 != is.Model.SHA256 {
		return fmt.Errorf("it began with the net %s (%s), not with the net %s (%s): use the net that it began with, or another folder",
			was.Model.Architecture, was.Model.Description, is.Model.Architecture, is.Model.Description)
	}
	if was.Kernel != is.Kernel {
		r.warn(fmt.Sprintf("the run began with the kernel %s and continues with %s: the result will not be the same to the last bit", was.Kernel, is.Kernel))
	}
	if was.Threads != is.Threads {
		r.warn(fmt.Sprintf("the run began with %d threads and continues with %d: the result will not be the same to the last bit", was.Threads, is.Threads))
	}
	if was.Out == r.relativeOut() {
		return nil
	}
	return checkWritable(r.Out)
}
