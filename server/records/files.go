package records

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"tengen/server/live"
)

// folder has the files of the records. ID.sgf is the current record, ID.original is the file that was opened, and
// ID.json is the metadata. A record exists if its ID.sgf exists.
type folder struct {
	root *os.Root
	log  *slog.Logger
}

const (
	recordExt   = ".sgf"
	originalExt = ".original"
	metaExt     = ".json"
	tempExt     = ".temp"

	// maxRecordFile is the most bytes of a record's file. It is larger than MaxUpload, because the text of an upload
	// may be twice as long in UTF-8.
	maxRecordFile = 128 << 20
	maxMeta       = 1 << 20
)

// metadata is the content of ID.json. Missing fields can be restored from the record.
type metadata struct {
	Name     string    `json:"name"`     // name of the file that was opened
	Format   string    `json:"format"`   // format of that file
	Encoding string    `json:"encoding"` // encoding of its text
	Created  time.Time `json:"created"`
	// Made is set for a record that was made from a game: the SHA-256 of its first content, in hexadecimal.
	Made string `json:"made,omitempty"`
	// Found lists the problems that were found when the file was opened. Omitted is the number of further problems.
	Found   []diagnostic `json:"found,omitempty"`
	Omitted int          `json:"omitted,omitempty"`
	// Summary is the record's line in the list. It is valid as long as ID.sgf has the size and time given here.
	Summary  *Summary  `json:"summary,omitempty"`
	Size     int64     `json:"size,omitempty"`
	Modified time.Time `json:"modified,omitzero"`
}

// summarizes reports whether the summary is about the file with this info.
func (m *metadata) summarizes(info fs.FileInfo) bool {
	return m.Summary != nil && m.Summary.Thumb != nil && m.Size == info.Size() && m.Modified.Equal(info.ModTime())
}

// write replaces a file atomically: after a crash the file has either the old or the new content.
func (f folder) write(name string, data []byte) error {
	temp, err := f.root.OpenFile(name+tempExt, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	err = live.WriteAndSync(temp, data)
	if err == nil {
		err = f.root.Rename(name+tempExt, name)
	}
	if err != nil {
		if gone := f.root.Remove(name + tempExt); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
		return err
	}
	live.SyncFolder(f.root)
	return nil
}

func (f folder) save(id string, data []byte) error { return f.write(id+recordExt, data) }

// create writes the files of a new record, ID.sgf last. original is nil for a record that was not opened from a file.
func (f folder) create(id string, meta metadata, original, data []byte) error {
	if _, err := f.root.Lstat(id + recordExt); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fs.ErrExist)
	}
	err := f.saveMeta(id, meta)
	if err == nil && original != nil {
		err = f.write(id+originalExt, original)
	}
	if err == nil {
		err = f.save(id, data)
	}
	if err != nil {
		return errors.Join(err, f.remove(id))
	}
	return nil
}

func (f folder) saveMeta(id string, meta metadata) error {
	data, err := json.Marshal(meta)
	if err != nil {
		return err
	}
	return f.write(id+metaExt, data)
}

// meta returns the content of ID.json. If that file is missing or cannot be read, meta makes a name from the id.
func (f folder) meta(id string) metadata {
	var meta metadata
	data, err := f.read(id+metaExt, maxMeta)
	if err == nil {
		err = json.Unmarshal(data, &meta)
	}
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			f.log.Warn("what is known of a record cannot be read and is set aside", "record", id, "error", err)
			_ = f.setAside(id + metaExt)
		}
		meta = metadata{Name: id + recordExt, Format: "sgf", Encoding: "UTF-8"}
	}
	return meta
}

// read returns the content of a regular file.
func (f folder) read(name string, most int64) ([]byte, error) {
	info, err := f.root.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, live.ErrNotRegular
	case info.Size() > most:
		return nil, fmt.Errorf("the file has %d bytes, at most %d are read", info.Size(), most)
	}
	file, err := f.root.Open(name)
	if err != nil {
		return nil, err
	}
	data := make([]byte, info.Size())
	n, err := io.ReadFull(file, data)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // the file has become shorter in the meantime
	}
	return data[:n], errors.Join(err, file.Close())
}

// holds reports whether a file is regular and contains exactly the bytes of data.
func (f folder) holds(name string, data []byte) bool {
	info, err := f.root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(data)) {
		return false
	}
	file, err := f.root.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	part := make([]byte, 64<<10)
	for len(data) > 0 {
		n, err := file.Read(part)
		if n == 0 && err != nil || n > len(data) || !bytes.Equal(part[:n], data[:n]) {
			return false
		}
		data = data[n:]
	}
	return true
}

// setAside renames a file that cannot be read. The file stays on the disk but is not used any more.
func (f folder) setAside(name string) error {
	return f.root.Rename(name, f.free(name))
}

// keepCopy writes the content of a damaged file to a separate file and returns the name of that file.
func (f folder) keepCopy(name string, data []byte) (string, error) {
	for i := 1; ; i++ {
		aside := asideName(name, i)
		same, err := f.read(aside, maxRecordFile)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return aside, f.write(aside, data)
		case err == nil && bytes.Equal(same, data):
			return aside, nil
		}
	}
}

// free returns an unused name for a file that is set aside.
func (f folder) free(name string) string {
	for i := 1; ; i++ {
		aside := asideName(name, i)
		if _, err := f.root.Lstat(aside); err != nil {
			return aside
		}
	}
}

func asideName(name string, i int) string {
	if i == 1 {
		return name + live.Unreadable
	}
	return fmt.Sprintf("%s%s%d", name, live.Unreadable, i)
}

// remove deletes the files of a record, ID.sgf first.
func (f folder) remove(id string) error {
	var all error
	for _, ext := range []string{recordExt, originalExt, metaExt} {
		if err := f.root.Remove(id + ext); !errors.Is(err, fs.ErrNotExist) {
			all = errors.Join(all, err)
		}
	}
	return all
}

// hasOriginal reports whether the opened file, ID.original, exists.
func (f folder) hasOriginal(id string) bool {
	_, err := f.root.Lstat(id + originalExt)
	return err == nil
}
