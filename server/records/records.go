package records

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strings"
	"time"
	"unicode"

	"tengen/kifu"
	"tengen/server/boards"
	"tengen/server/live"
	"tengen/server/wire"
)

// Options configure Records.
type Options struct {
	Folder     *os.Root // folder of the files; Records.Close closes it
	MaxRecords int
	// Bytes of memory for bodies of uploads that are being read, for reading records and drawing pictures, and for open
	// records. Reading one record or drawing one picture at a time is always allowed.
	Uploads, Reading, Open int64
	// Review returns a function that writes the finished part of a game's review into its tree t, for players of the
	// given level.
	Review func(id string, t *kifu.Tree, level string) (annotate func() error, err error)
	// Removed is called after a record was deleted. It may be nil.
	Removed func(id string)
	// Fetch gets the game at an address of another server. If it is nil, no address is asked.
	Fetch func(ctx context.Context, address string) (name string, data []byte, err error)
}

// Records answers the requests about game records that users open or begin on the page.
type Records struct {
	service *wire.Service
	boards  *boards.Boards
	opt     Options
	files   folder
	store   *live.Store[Summary, *Document]

	bodies gate // admits bodies of uploads
	// loads has a token for each file that is being read and each picture that is being drawn. The memory for this is
	// many times the size of the file or picture.
	loads chan struct{}
}

// New opens the records in the folder of the options.
func New(service *wire.Service, b *boards.Boards, opt Options) *Records {
	r := &Records{
		service: service, boards: b, opt: opt, files: folder{opt.Folder, service.Log},
		bodies: gate{size: opt.Uploads, patience: 10 * time.Second}, loads: make(chan struct{}, loadsWithin(opt.Reading)),
	}
	r.store = live.NewStore(live.Options{Kind: "record", Root: opt.Folder, Ext: recordExt, Most: opt.MaxRecords, Share: opt.Open}, stored{r})
	return r
}

// Sweep removes from memory the records that were last used before the given time.
func (r *Records) Sweep(since time.Time) { r.store.Sweep(since) }

// CloseAll removes all records from memory. Their files stay.
func (r *Records) CloseAll() { r.store.CloseAll() }

// Close closes the folder. The caller calls CloseAll first.
func (r *Records) Close() error { return r.opt.Folder.Close() }

// Exists reports whether there is a record with the given id.
func (r *Records) Exists(id string) bool { return r.store.Exists(id) }

// Title returns the name of a record's file and the number of its games.
func (r *Records) Title(id string) (name string, games int, err error) {
	err = r.With(id, func(d *Document) error {
		name, games = d.meta.Name, len(d.trees)
		return nil
	})
	return name, games, err
}

// With calls f on the record with the given id while it holds the record's lock.
func (r *Records) With(id string, f func(*Document) error) error {
	d, release, err := r.store.Acquire(id)
	if err != nil {
		return err
	}
	defer release()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed != nil {
		return d.closed
	}
	return f(d)
}

// create stores a new record. original is the content of the opened file, or nil if the record does not come from a
// file.
func (r *Records) create(meta metadata, original []byte, trees []*kifu.Tree) (id string, err error) {
	if err := checkSize(trees); err != nil {
		return "", err
	}
	data, err := textOf(trees)
	if err != nil {
		return "", wire.Fail(http.StatusUnprocessableEntity, "", "the record cannot be written as SGF: %v", err)
	}
	if err := checkBytes(len(data)); err != nil {
		return "", err
	}
	meta.Created = time.Now().UTC()
	return r.store.Create(func(id string) error { return r.files.create(id, meta, original, data) })
}

// stored implements [live.Files] with the files of the records.
type stored struct{ records *Records }

// Load reads a record.
func (s stored) Load(id string) (*Document, int64, error) {
	d, err := s.records.load(id)
	if err != nil {
		return nil, 0, err
	}
	return d, d.cost(), nil
}

// Summary returns the record's line from ID.json if it is valid. Otherwise it reads the record.
func (s stored) Summary(id string, info fs.FileInfo) (Summary, bool) {
	meta := s.records.files.meta(id)
	if meta.summarizes(info) {
		return *meta.Summary, true
	}
	d, err := s.records.load(id)
	if err != nil {
		return Summary{}, false
	}
	return d.summary(), true
}

// Remove deletes the files of a record.
func (s stored) Remove(id string) error { return s.records.files.remove(id) }

// load reads a record. A file that cannot be read is set aside, and the record is made again from the file that was
// opened. If only a part can be read, load keeps a copy of the whole file, because the next edit would lose the rest.
func (r *Records) load(id string) (*Document, error) {
	info, err := r.files.root.Lstat(id + recordExt)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil, r.store.Missing(id)
	}
	if err != nil {
		return nil, err
	}
	d := &Document{records: r, id: id, changed: info.ModTime().UTC(), meta: r.files.meta(id)}
	data, err := r.files.read(id+recordExt, maxRecordFile)
	if err != nil && info.Size() <= maxRecordFile {
		return nil, err // an error of the disk, not of the content
	}
	var file *kifu.File
	if err == nil {
		file, err = d.read(data, nil, kept(kifu.Options{Format: "sgf"}))
	}
	if err != nil {
		return nil, r.fallBack(id, err)
	}
	if file.Encoding != "UTF-8" { // another program wrote the file; undoing an edit reads data as UTF-8
		if d.data, err = textOf(d.trees); err != nil {
			return nil, err
		}
	}
	if worst, _ := file.Worst(); worst == kifu.Error {
		err = r.repair(d, data)
	}
	if err != nil {
		return nil, err
	}
	d.version = time.Now().UnixMicro()
	d.since = d.version
	return d, nil
}

// fallBack sets the file of a record aside and, if the opened file exists, makes the record again from that file. It
// returns the error for the client.
func (r *Records) fallBack(id string, why error) error {
	r.service.Log.Error("a record cannot be read and is set aside", "record", id, "error", why)
	if err := r.files.setAside(id + recordExt); err != nil {
		return fmt.Errorf("the record %s cannot be read (%w) and could not be set aside: %w", id, why, err)
	}
	text := fmt.Sprintf("The record %s cannot be read (%v) and was set aside.", id, why)
	if original, err := r.files.read(id+originalExt, MaxUpload); err == nil {
		if file, err := readGames(r.files.meta(id).Name, original); err == nil {
			data, err := textOf(file.Trees)
			if err == nil {
				err = r.files.save(id, data)
			}
			if err == nil {
				text += " The record is again as it was when it was opened."
			}
		}
	}
	r.store.Notice(text)
	return wire.Fail(http.StatusNotFound, "", "%s", text)
}

// repair is called if only a part of a record's file can be read. It copies the damaged file and writes the readable
// part as the record.
func (r *Records) repair(d *Document, damaged []byte) error {
	data, err := textOf(d.trees)
	if err != nil || bytes.Equal(data, damaged) {
		return nil // the only errors are illegal moves, which the record keeps
	}
	name, err := r.files.keepCopy(d.id+recordExt, damaged)
	if err == nil {
		err = r.files.save(d.id, data)
	}
	if err != nil {
		return fmt.Errorf("only a part of the file of the record %s can be read, and repairing it failed: %w", d.id, err)
	}
	d.data = data
	d.message = fmt.Sprintf("Only a part of the file of the record %s can be read. A copy of the whole file is in %s.", d.id, name)
	r.store.Notice(d.message)
	return nil
}

// End implements [live.Item]. If the files stay, it stores the record's line of the list in ID.json, so that the list
// can be shown without reading the record.
func (d *Document) End(why error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed != nil {
		return
	}
	d.closed = why
	if !errors.Is(why, wire.ErrClosing) {
		return
	}
	info, err := d.records.files.root.Lstat(d.id + recordExt)
	if err != nil || info.Size() != int64(len(d.data)) || d.meta.summarizes(info) {
		return
	}
	sum := d.summary()
	d.meta.Summary, d.meta.Size, d.meta.Modified = &sum, info.Size(), info.ModTime()
	if err := d.records.files.saveMeta(d.id, d.meta); err != nil {
		d.records.service.Log.Warn("noting what a record is", "record", d.id, "error", err)
	}
}

// Leave does nothing, because a document has no resources to release.
func (d *Document) Leave() {}

// Busy returns false, because a document does nothing in the background.
func (d *Document) Busy() bool { return false }

// Summary returns the record's line in the list.
func (d *Document) Summary() (Summary, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.summary(), d.closed == nil
}

// FileName returns the last part of a path from a client, without characters that a file name cannot have.
func FileName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || strings.ContainsRune(`<>:"/\|?*`, r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, name))
	if r := []rune(name); len(r) > maxFileName {
		ext := []rune(path.Ext(name))
		if len(ext) > 8 {
			ext = nil
		}
		name = string(r[:maxFileName-len(ext)]) + string(ext)
	}
	if strings.Trim(name, ".") == "" {
		return "record" + recordExt
	}
	return name
}

const maxFileName = 100 // letters
