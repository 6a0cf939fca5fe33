package records

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"tengen/kifu"
	"tengen/server/boards"
	"tengen/server/wire"
)

// MaxUpload is the most bytes of a file that can be opened.
const MaxUpload = 64 << 20

// maxFound is the most problems of an opened file that are kept.
const maxFound = 200

// Routes are the requests about records.
func (r *Records) Routes() []wire.Route {
	const edits = boards.MaxRequest
	return []wire.Route{
		{Pattern: "GET /api/records", Handler: wire.Answer(r.service, r.getRecords)},
		{Pattern: "POST /api/records", Limit: MaxUpload, Handler: wire.Answer(r.service, r.postRecords)},
		{Pattern: "POST /api/records/new", Limit: edits, Handler: wire.Take(r.service, r.postNewRecord)},
		{Pattern: "POST /api/records/fetch", Limit: edits, Handler: wire.Take(r.service, r.postFetch)},
		{Pattern: "GET /api/records/{id}", Handler: wire.Answer(r.service, r.getRecord)},
		{Pattern: "DELETE /api/records/{id}", Handler: wire.Answer(r.service, r.deleteRecord)},
		{Pattern: "GET /api/records/{id}/nodes/{node}", Handler: wire.Answer(r.service, r.getNode)},
		{Pattern: "POST /api/records/{id}/edit", Limit: edits, Handler: wire.Take(r.service, r.postEdit)},
		{Pattern: "GET /api/records/{id}/sgf", Handler: wire.Handle(r.service, r.getSGF)},
		{Pattern: "GET /api/records/{id}/export", Handler: wire.Handle(r.service, r.getExport)},
		{Pattern: "GET /api/records/{id}/original", Handler: wire.Handle(r.service, r.getOriginal)},
		{Pattern: "GET /api/records/{id}/picture", Handler: wire.Handle(r.service, r.getPicture)},
		{Pattern: "GET /api/records/{id}/page", Handler: wire.Handle(r.service, r.getPage)},
	}
}

// readGames reads a file and returns an error if it exceeds the limits of a record.
func readGames(name string, data []byte) (*kifu.File, error) {
	file, err := kifu.LoadBytes(data, kifu.Options{Name: name, MaxBytes: MaxUpload, MaxNodes: maxNodes + 1})
	if err != nil && len(file.Trees) > 0 {
		return nil, wire.Fail(http.StatusRequestEntityTooLarge, "", "%s cannot be read completely: %s", name, wire.Shorten(err.Error()))
	}
	if err != nil {
		return nil, wire.Fail(http.StatusBadRequest, "", "%s cannot be read: %s", name, wire.Shorten(err.Error()))
	}
	return file, nil
}

// Open makes a record from a file with the given name and content, in any format, and returns the record's id. If a
// file with the same bytes was opened before, Open returns the id of that record.
func (r *Records) Open(name string, data []byte) (string, error) {
	if err := r.acquireLoad(); err != nil {
		return "", err
	}
	defer r.releaseLoad()
	if id, err := r.openedFrom(data); id != "" || err != nil {
		return id, err
	}
	name = FileName(name)
	file, err := readGames(name, data)
	if err != nil {
		return "", err
	}
	meta := metadata{Name: name, Format: file.Format.String(), Encoding: file.Encoding, Omitted: file.Omitted}
	for _, f := range file.Diagnostics {
		switch {
		case f.Code == kifu.CodeInfo && f.Game > 0: // this finding appears each time that the game is shown
		case len(meta.Found) >= maxFound:
			meta.Omitted++
		default:
			meta.Found = append(meta.Found, diagnostic{Severity: f.Severity.String(), Place: f.Place(), Wrong: f.Wrong, Assumed: f.Assumed})
		}
	}
	return r.create(meta, data, file.Trees)
}

type recordList struct {
	Notices []string  `json:"notices"`
	Records []Summary `json:"records"`
}

func (r *Records) getRecords(*http.Request) (*recordList, error) {
	records, notices, err := r.store.List()
	if err != nil {
		return nil, err
	}
	for i := range records {
		records[i].Original = r.files.hasOriginal(records[i].ID)
	}
	return &recordList{notices, records}, nil
}

func (r *Records) postRecords(req *http.Request) (*Record, error) {
	data, done, err := r.upload(req)
	if err != nil {
		return nil, err
	}
	id, err := r.Open(req.URL.Query().Get("name"), data)
	done()
	if err != nil {
		return nil, err
	}
	return r.Show(id, 0)
}

// Show returns a game of a record with everything that the page shows first.
func (r *Records) Show(id string, game int) (shown *Record, err error) {
	err = r.With(id, func(d *Document) (err error) {
		shown, err = d.show(game)
		return err
	})
	return shown, err
}

// fetchTime is the time in which another server must answer.
const fetchTime = time.Minute

// postFetch makes a record of a game on another server.
func (r *Records) postFetch(req *http.Request, body struct {
	Address string `json:"address"`
}) (*Record, error) {
	if r.opt.Fetch == nil {
		return nil, wire.Fail(http.StatusUnprocessableEntity, "address", "this tengen fetches no games from other servers")
	}
	ctx, cancel := context.WithTimeout(req.Context(), fetchTime)
	defer cancel()
	name, data, err := r.opt.Fetch(ctx, body.Address)
	if err != nil {
		return nil, wire.FailWith(http.StatusUnprocessableEntity, "address", err)
	}
	id, err := r.Open(name, data)
	if err != nil {
		return nil, err
	}
	return r.Show(id, 0)
}

func (r *Records) postNewRecord(_ *http.Request, req emptyGame) (*Record, error) {
	t, err := r.newTree(req)
	if err != nil {
		return nil, err
	}
	id, err := r.create(metadata{Name: "new" + recordExt, Format: "sgf", Encoding: "UTF-8"}, nil, []*kifu.Tree{t})
	if err != nil {
		return nil, err
	}
	return r.Show(id, 0)
}

// Keep makes a record from an SGF file with one game. Before it stores the record, it calls the function note, which
// may add to the game. If the same record with the same name exists already, Keep returns the existing one.
func (r *Records) Keep(name string, sgf []byte, note func(*kifu.Tree) error) (*Record, error) {
	file, err := Read(sgf)
	if err != nil {
		return nil, err
	}
	if err := note(file.Trees[0]); err != nil {
		return nil, err
	}
	text, err := textOf(file.Trees)
	if err != nil {
		return nil, err
	}
	meta := metadata{Name: name + recordExt, Format: "sgf", Encoding: "UTF-8", Made: fmt.Sprintf("%x", sha256.Sum256(text))}
	id, err := r.madeAs(meta)
	if id == "" && err == nil {
		id, err = r.create(meta, nil, file.Trees)
	}
	if err != nil {
		return nil, err
	}
	return r.Show(id, 0)
}

func (r *Records) getRecord(req *http.Request) (*Record, error) {
	game, err := wire.IntOf(req, "game", 0)
	if err != nil {
		return nil, err
	}
	return r.Show(req.PathValue("id"), game)
}

func (r *Records) deleteRecord(req *http.Request) (wire.Nothing, error) {
	id := req.PathValue("id")
	err := r.store.Remove(id)
	if err == nil && r.opt.Removed != nil {
		r.opt.Removed(id)
	}
	return wire.Nothing{}, err
}

// getNode answers with the position of a node. A client may give the version of the record in which it saw the node's
// number. The request is refused if the nodes have got new numbers since that version.
func (r *Records) getNode(req *http.Request) (p *Position, err error) {
	number, err := strconv.Atoi(req.PathValue("node"))
	if err != nil {
		return nil, wire.Misuse(http.StatusNotFound, "node", "%.20q is not the number of a node", req.PathValue("node"))
	}
	version, err := wire.IntOf(req, "version", 0)
	if err != nil {
		return nil, err
	}
	err = r.With(req.PathValue("id"), func(d *Document) error {
		if version != 0 && int64(version) < d.since {
			return wire.Fail(http.StatusConflict, "version", "the record was read again, and its nodes have new numbers")
		}
		n, _, err := d.node(number)
		if err != nil {
			return err
		}
		p = d.position(n)
		return nil
	})
	return p, err
}

func (r *Records) postEdit(req *http.Request, e edit) (c *Change, err error) {
	id := req.PathValue("id")
	if e.Op == "merge" && e.Record != id {
		// A request must not lock two records at a time. Otherwise two requests that merge two records into each other
		// would wait for each other forever.
		e.other, e.otherErr = r.content(e.Record)
	}
	err = r.With(id, func(d *Document) (err error) {
		c, err = d.do(&e)
		return err
	})
	return c, err
}

// getSGF sends the current file, or the same record with another encoding or order.
func (r *Records) getSGF(w http.ResponseWriter, req *http.Request) error {
	q := req.URL.Query()
	opt := kifu.WriteOptions{Encoding: q.Get("encoding"), Canonical: wire.IsTrue(q.Get("canonical")), Replace: wire.IsTrue(q.Get("replace"))}
	file := wire.File{Type: "application/x-go-sgf"}
	if opt.Encoding == "" {
		file.Type += "; charset=utf-8"
	}
	err := r.With(req.PathValue("id"), func(d *Document) error {
		file.Name = withExt(d.meta.Name, recordExt)
		if opt == (kifu.WriteOptions{}) {
			file.Data = d.data
			return nil
		}
		var b bytes.Buffer
		if _, err := kifu.Write(&b, opt, d.trees...); err != nil {
			return wire.FailWith(http.StatusUnprocessableEntity, "encoding", err)
		}
		file.Data = b.Bytes()
		return nil
	})
	if err != nil {
		return err
	}
	file.Send(w)
	return nil
}

// getExport sends the main line of a game in another format. A header of the answer says what is lost, as a JSON list
// of sentences.
func (r *Records) getExport(w http.ResponseWriter, req *http.Request) error {
	game, err := wire.IntOf(req, "game", 0)
	if err != nil {
		return err
	}
	info, ok := formatOf(req.URL.Query().Get("format"))
	if !ok {
		return wire.Misuse(http.StatusBadRequest, "format", "%.20q is not a format that games are written in", req.URL.Query().Get("format"))
	}
	file := wire.File{Type: "application/octet-stream"}
	lost := []string{}
	err = r.With(req.PathValue("id"), func(d *Document) error {
		t, err := d.Tree(game)
		if err != nil {
			return err
		}
		file.Name = withExt(d.meta.Name, info.Extensions[0])
		data, losses, err := t.Export(info.Format)
		if err != nil {
			return wire.FailWith(http.StatusUnprocessableEntity, "format", err)
		}
		file.Data = data
		for _, loss := range losses {
			lost = append(lost, loss.String())
		}
		return nil
	})
	if err != nil {
		return err
	}
	if text, err := json.Marshal(lost); err == nil {
		w.Header().Set("X-Lost", asciiJSON(text))
	}
	file.Send(w)
	return nil
}

// formatOf returns the format with a name if games can be exported in it. SGF is not one of these formats, because
// getSGF sends SGF with all games and variations.
func formatOf(name string) (kifu.FormatInfo, bool) {
	for _, info := range kifu.Formats() {
		if info.Name == name && info.Write && info.Format != kifu.FormatSGF {
			return info, true
		}
	}
	return kifu.FormatInfo{}, false
}

// ExportFormat is a format that games can be exported in.
type ExportFormat struct {
	Name  string `json:"name"`
	Title string `json:"title"` // the program or site that the format belongs to
}

// ExportFormats returns the formats other than SGF in which games can be exported.
func ExportFormats() []ExportFormat {
	list := []ExportFormat{}
	for _, info := range kifu.Formats() {
		if _, ok := formatOf(info.Name); ok {
			list = append(list, ExportFormat{info.Name, info.Title})
		}
	}
	return list
}

// asciiJSON escapes the characters above 127 in JSON, because a header has only ASCII.
func asciiJSON(text []byte) string {
	var b strings.Builder
	for _, c := range utf16.Encode([]rune(string(text))) {
		if c < 0x80 {
			b.WriteByte(byte(c))
		} else {
			fmt.Fprintf(&b, `\u%04x`, c)
		}
	}
	return b.String()
}

// getOriginal sends the file that was opened, byte for byte.
func (r *Records) getOriginal(w http.ResponseWriter, req *http.Request) error {
	file := wire.File{Type: "application/octet-stream"}
	err := r.With(req.PathValue("id"), func(d *Document) error {
		data, err := r.files.read(d.id+originalExt, MaxUpload)
		if err != nil {
			return wire.Fail(http.StatusNotFound, "", "this record was not opened from a file, or that file is gone")
		}
		file.Name, file.Data = d.meta.Name, data
		return nil
	})
	if err != nil {
		return err
	}
	file.Send(w)
	return nil
}

// FileNameWith returns the name of the record's file with another extension.
func (d *Document) FileNameWith(ext string) string { return withExt(d.meta.Name, ext) }

// withExt returns a file's name with another extension.
func withExt(name, ext string) string { return strings.TrimSuffix(name, path.Ext(name)) + ext }
