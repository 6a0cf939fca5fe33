package server

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strings"
	"sync"
	"time"
	"unicode"

	"tengen/kifu"
)

// archive is all records: the files, and the documents of those in memory.
type archive struct {
	server *Server
	files  recordFiles

	// loads are tokens for files that are being read and pictures that are being
	// drawn, which take many times their size in memory.
	loads chan struct{}

	disk sync.Mutex // held while a record is made, loaded, removed or put away; taken before mu

	mu        sync.Mutex // taken before a document's own
	documents map[string]*document
	summaries map[string]cachedRecord
	notices   []string // about files that made no sense
	closed    bool
}

func newArchive(s *Server, root *os.Root) *archive {
	return &archive{
		server: s, files: recordFiles{root, s.log}, loads: make(chan struct{}, loadsWithin(s.opt.Memory)),
		documents: map[string]*document{}, summaries: map[string]cachedRecord{},
	}
}

func errNoRecord(id string) error {
	return fail(http.StatusNotFound, "", "there is no record %.20q", id)
}

// create keeps a new record. original are the bytes that were opened, nil if there
// are none.
func (a *archive) create(meta recordMeta, original []byte, trees []*kifu.Tree) (id string, err error) {
	if err := checkSize(trees); err != nil {
		return "", err
	}
	data, err := textOf(trees)
	if err != nil {
		return "", fail(http.StatusUnprocessableEntity, "", "the record cannot be written as SGF: %v", err)
	}
	if err := checkBytes(len(data)); err != nil {
		return "", err
	}
	meta.Created = time.Now().UTC()
	a.disk.Lock()
	defer a.disk.Unlock()
	if a.isClosed() {
		return "", errClosing
	}
	entries, err := filesOf(a.files.root, recordExt)
	if err != nil {
		return "", err
	}
	if len(entries) >= a.server.opt.MaxRecords {
		return "", fail(http.StatusTooManyRequests, "", "there are %d records already, which is as many as are kept: delete one first", len(entries))
	}
	for {
		id := newID()
		err := a.files.create(id, meta, original, data)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("the record could not be saved: %w", err)
		}
		return id, nil
	}
}

// acquire is the document of a record, read from its file if need be. The caller
// releases it.
func (a *archive) acquire(id string) (*document, error) {
	if !validID(id) {
		return nil, errNoRecord(id)
	}
	if d, err := a.hold(id); d != nil || err != nil {
		return d, err
	}
	a.disk.Lock()
	defer a.disk.Unlock()
	if d, err := a.hold(id); d != nil || err != nil {
		return d, err // another request was faster
	}
	d, err := a.load(id)
	if err != nil {
		return nil, err
	}
	defer a.makeRoom()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.documents[id] = d
	d.users++
	d.weight = d.cost()
	return d, nil
}

// hold is the document of a record in memory, or nil.
func (a *archive) hold(id string) (*document, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return nil, errClosing
	}
	d := a.documents[id]
	if d != nil {
		d.users++
	}
	return d, nil
}

func (a *archive) release(d *document) {
	a.mu.Lock()
	defer a.mu.Unlock()
	d.users--
	d.used = time.Now()
}

func (a *archive) isClosed() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.closed
}

func (a *archive) notice(text string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.notices = append(a.notices, text)
}

// load reads a record. A file that makes no sense is set aside, and the record is
// then what it was when it was opened; of one that makes sense in part, a copy is
// kept, since the next edit would lose the rest. The disk's lock is held.
func (a *archive) load(id string) (*document, error) {
	info, err := a.files.root.Lstat(id + recordExt)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil, errNoRecord(id)
	}
	if err != nil {
		return nil, err
	}
	d := &document{archive: a, id: id, used: time.Now(), changed: info.ModTime().UTC(), meta: a.files.meta(id)}
	data, err := a.files.read(id+recordExt, maxRecordFile)
	if err != nil && info.Size() <= maxRecordFile {
		return nil, err // the disk, not the content
	}
	var file *kifu.File
	if err == nil {
		file, err = d.read(data, nil, kept(kifu.Options{Format: "sgf"}))
	}
	if err != nil {
		return nil, a.fallBack(id, err)
	}
	if worst, _ := file.Worst(); worst == kifu.Error {
		err = a.mend(d, data)
	}
	if err != nil {
		return nil, err
	}
	d.version = time.Now().UnixMicro()
	d.since = d.version
	return d, nil
}

// fallBack sets the file of a record aside and puts what was opened in its place,
// if that is there. It returns what to tell the client.
func (a *archive) fallBack(id string, why error) error {
	a.server.log.Error("a record cannot be read and is set aside", "record", id, "error", why)
	if err := a.files.setAside(id + recordExt); err != nil {
		return fmt.Errorf("the record %s cannot be read (%w) and could not be set aside: %w", id, why, err)
	}
	text := fmt.Sprintf("The record %s cannot be read (%v) and was set aside.", id, why)
	if original, err := a.files.read(id+originalExt, maxUpload); err == nil {
		if file, err := readGames(a.files.meta(id).Name, original); err == nil {
			data, err := textOf(file.Trees)
			if err == nil {
				err = a.files.save(id, data)
			}
			if err == nil {
				text += " It is again as it was opened."
			}
		}
	}
	a.notice(text)
	return fail(http.StatusNotFound, "", "%s", text)
}

// mend keeps a copy of a file that makes sense in part and writes that part.
func (a *archive) mend(d *document, damaged []byte) error {
	data, err := textOf(d.trees)
	if err != nil || bytes.Equal(data, damaged) {
		return nil // what is wrong is in the moves, which are kept
	}
	name, err := a.files.keepCopy(d.id+recordExt, damaged)
	if err == nil {
		err = a.files.save(d.id, data)
	}
	if err != nil {
		return fmt.Errorf("the file of the record %s makes sense in part only, and could not be repaired: %w", d.id, err)
	}
	d.data = data
	d.message = fmt.Sprintf("A part of the file of the record %s makes no sense; it is kept in %s.", d.id, name)
	a.notice(d.message)
	return nil
}

// remove forgets a record.
func (a *archive) remove(id string) error {
	d, err := a.acquire(id)
	if err != nil {
		return err
	}
	d.mu.Lock() // after the current writer; no other request waits meanwhile
	d.closed = errNoRecord(id)
	d.mu.Unlock()
	a.disk.Lock()
	defer a.disk.Unlock()
	a.mu.Lock()
	delete(a.documents, id)
	delete(a.summaries, id)
	a.mu.Unlock()
	return a.files.remove(id)
}

// sweep puts away the records that were not used since the given time.
func (a *archive) sweep(since time.Time) {
	a.disk.Lock()
	defer a.disk.Unlock()
	var idle []*document
	a.mu.Lock()
	for id, d := range a.documents {
		if d.users == 0 && d.used.Before(since) {
			delete(a.documents, id)
			idle = append(idle, d)
		}
	}
	a.mu.Unlock()
	for _, d := range idle {
		d.putAway(errClosing)
	}
}

func (a *archive) closeAll() {
	a.disk.Lock()
	defer a.disk.Unlock()
	a.mu.Lock()
	a.closed = true
	documents := a.documents
	a.documents = nil
	a.mu.Unlock()
	for _, d := range documents {
		d.putAway(errClosing)
	}
}

// putAway ends a document. What the list shows of it is noted, so that its file
// need not be read for that.
func (d *document) putAway(why error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed != nil {
		return
	}
	d.closed = why
	info, err := d.archive.files.root.Lstat(d.id + recordExt)
	if err != nil || info.Size() != int64(len(d.data)) || d.meta.Summary != nil && d.meta.Size == info.Size() && d.meta.Modified.Equal(info.ModTime()) {
		return
	}
	sum := d.summary()
	d.meta.Summary, d.meta.Size, d.meta.Modified = &sum, info.Size(), info.ModTime()
	if err := d.archive.files.saveMeta(d.id, d.meta); err != nil {
		d.archive.server.log.Warn("noting what a record is", "record", d.id, "error", err)
	}
}

// fileName is the last part of a name from a client, fit to be shown and to be
// that of a file.
func fileName(name, otherwise string) string {
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
		return otherwise
	}
	return name
}

const maxFileName = 100 // letters
