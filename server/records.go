package server

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"tengen/kifu"
)

// maxUpload is how many bytes of a file are opened.
const maxUpload = 64 << 20

// maxFound is how much of what was found on opening a file is kept.
const maxFound = 200

// recordRoutes are the part of the interface that is about records.
func (s *Server) recordRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/records", s.answer(s.getRecords))
	mux.HandleFunc("POST /api/records", s.answer(s.postRecords))
	mux.HandleFunc("POST /api/records/new", s.answer(s.postNewRecord))
	mux.HandleFunc("POST /api/games/{id}/record", s.answer(s.postGameRecord))
	mux.HandleFunc("GET /api/records/{id}", s.answer(s.getRecord))
	mux.HandleFunc("DELETE /api/records/{id}", s.answer(s.deleteRecord))
	mux.HandleFunc("GET /api/records/{id}/nodes/{node}", s.answer(s.getNode))
	mux.HandleFunc("POST /api/records/{id}/edit", s.answer(s.postEdit))
	mux.HandleFunc("POST /api/records/{id}/play", s.answer(s.postPlay))
	mux.HandleFunc("GET /api/records/{id}/sgf", s.getRecordSGF)
	mux.HandleFunc("GET /api/records/{id}/export", s.getExport)
	mux.HandleFunc("GET /api/records/{id}/original", s.getOriginal)
	mux.HandleFunc("GET /api/records/{id}/picture", s.getPicture)
}

// readGames reads a file within the limits of a record.
func readGames(name string, data []byte) (*kifu.File, error) {
	file, err := kifu.LoadBytes(data, kifu.Options{Name: name, MaxBytes: maxUpload, MaxNodes: maxNodes + 1})
	if err != nil && len(file.Trees) > 0 {
		return nil, fail(http.StatusRequestEntityTooLarge, "", "%s cannot be read as a whole: %s", name, oneLine(err.Error()))
	}
	if err != nil {
		return nil, fail(http.StatusBadRequest, "", "%s cannot be read: %s", name, oneLine(err.Error()))
	}
	return file, nil
}

// openFile makes a record of a file and returns its id: that of the record that is
// there already, if the same bytes were opened before.
func (s *Server) openFile(name string, data []byte) (string, error) {
	if err := s.heavy(); err != nil {
		return "", err
	}
	defer s.light()
	if id, err := s.archive.openedFrom(data); id != "" || err != nil {
		return id, err
	}
	name = fileName(name, "record"+recordExt)
	file, err := readGames(name, data)
	if err != nil {
		return "", err
	}
	meta := recordMeta{Name: name, Format: file.Format.String(), Encoding: file.Encoding, Omitted: file.Omitted}
	for _, f := range file.Diagnostics {
		switch {
		case f.Code == kifu.CodeInfo && f.Game > 0: // which the game says each time
		case len(meta.Found) >= maxFound:
			meta.Omitted++
		default:
			meta.Found = append(meta.Found, RecordDiagnostic{Severity: f.Severity.String(), Place: f.Place(), Wrong: f.Wrong, Assumed: f.Assumed})
		}
	}
	return s.archive.create(meta, data, file.Trees)
}

// Open makes a record of a file in any format, of that name, and returns the
// fragment of the page's address that shows it: the page is at "/#" + fragment.
func (s *Server) Open(name string, data []byte) (fragment string, err error) {
	id, err := s.openFile(name, data)
	if err != nil {
		return "", err
	}
	return "record/" + id, nil
}

// withDocument runs f on the record of that id, which it locks meanwhile.
func (s *Server) withDocument(id string, f func(*document) (any, error)) (any, error) {
	d, err := s.archive.acquire(id)
	if err != nil {
		return nil, err
	}
	defer s.archive.release(d)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed != nil {
		return nil, d.closed
	}
	return f(d)
}

func (s *Server) getRecords(http.ResponseWriter, *http.Request) (any, error) {
	records, notices, err := s.archive.list()
	if err != nil {
		return nil, err
	}
	return map[string]any{"records": records, "notices": notices}, nil
}

func (s *Server) postRecords(_ http.ResponseWriter, r *http.Request) (any, error) {
	data, done, err := s.upload(r)
	if err != nil {
		return nil, err
	}
	id, err := s.openFile(r.URL.Query().Get("name"), data)
	done()
	if err != nil {
		return nil, err
	}
	return s.showRecord(id, 0)
}

func (s *Server) showRecord(id string, game int) (any, error) {
	return s.withDocument(id, func(d *document) (any, error) { return d.show(game) })
}

func (s *Server) postNewRecord(_ http.ResponseWriter, r *http.Request) (any, error) {
	var req emptyWish
	if err := readJSON(r, &req); err != nil {
		return nil, err
	}
	t, err := s.emptyGame(req)
	if err != nil {
		return nil, err
	}
	id, err := s.archive.create(recordMeta{Name: "new" + recordExt, Format: "sgf", Encoding: "UTF-8"}, nil, []*kifu.Tree{t})
	if err != nil {
		return nil, err
	}
	return s.showRecord(id, 0)
}

// postGameRecord makes a record of a game that is being played, or answers the one
// that was made of it when it was as it is now.
func (s *Server) postGameRecord(_ http.ResponseWriter, r *http.Request) (any, error) {
	var estimates []estimate
	data, err := s.withTable(r, func(t *table) (any, error) {
		t.mu.Lock()
		defer t.mu.Unlock()
		estimates = append(estimates, t.rec.estimates...)
		return writeSGF(t.rec)
	})
	if err != nil {
		return nil, err
	}
	file, err := kifu.LoadBytes(data.([]byte), ours())
	if err != nil {
		return nil, err
	}
	if err := noteEstimates(file.Trees[0], estimates); err != nil {
		return nil, err
	}
	text, err := textOf(file.Trees)
	if err != nil {
		return nil, err
	}
	meta := recordMeta{Name: "tengen-" + r.PathValue("id") + recordExt, Format: "sgf", Encoding: "UTF-8", Made: fmt.Sprintf("%x", sha256.Sum256(text))}
	id, err := s.archive.madeAs(meta)
	if id == "" && err == nil {
		id, err = s.archive.create(meta, nil, file.Trees)
	}
	if err != nil {
		return nil, err
	}
	return s.showRecord(id, 0)
}

// intOf is a number in the query of a request, or otherwise if it is missing.
func intOf(r *http.Request, name string, otherwise int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fail(http.StatusBadRequest, name, "%s is a number, not %.20q", name, text)
	}
	return n, nil
}

func (s *Server) getRecord(_ http.ResponseWriter, r *http.Request) (any, error) {
	game, err := intOf(r, "game", 0)
	if err != nil {
		return nil, err
	}
	return s.showRecord(r.PathValue("id"), game)
}

func (s *Server) deleteRecord(_ http.ResponseWriter, r *http.Request) (any, error) {
	return map[string]any{}, s.archive.remove(r.PathValue("id"))
}

// getNode answers a position. Who says which version the number of the node is
// from is told when the nodes have got new ones since.
func (s *Server) getNode(_ http.ResponseWriter, r *http.Request) (any, error) {
	number, err := strconv.Atoi(r.PathValue("node"))
	if err != nil {
		return nil, fail(http.StatusNotFound, "node", "%.20q is not the number of a node", r.PathValue("node"))
	}
	version, err := intOf(r, "version", 0)
	if err != nil {
		return nil, err
	}
	return s.withDocument(r.PathValue("id"), func(d *document) (any, error) {
		if version != 0 && int64(version) < d.since {
			return nil, fail(http.StatusConflict, "version", "the record was read again, and its nodes have new numbers")
		}
		n, _, err := d.node(number)
		if err != nil {
			return nil, err
		}
		return d.position(n), nil
	})
}

func (s *Server) postEdit(_ http.ResponseWriter, r *http.Request) (any, error) {
	var e edit
	if err := readJSON(r, &e); err != nil {
		return nil, err
	}
	return s.withDocument(r.PathValue("id"), func(d *document) (any, error) { return d.do(&e) })
}

// getRecordSGF sends the file as it stands, or in another encoding or order.
func (s *Server) getRecordSGF(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	opt := kifu.WriteOptions{Encoding: q.Get("encoding"), Canonical: isTrue(q.Get("canonical")), Replace: isTrue(q.Get("replace"))}
	var name string
	data, err := s.withDocument(r.PathValue("id"), func(d *document) (any, error) {
		name = withExt(d.meta.Name, recordExt)
		if opt == (kifu.WriteOptions{}) {
			return d.data, nil
		}
		var b strings.Builder
		if _, err := kifu.Write(&b, opt, d.trees...); err != nil {
			return nil, fail(http.StatusUnprocessableEntity, "encoding", "%s", oneLine(err.Error()))
		}
		return []byte(b.String()), nil
	})
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	kind := "application/x-go-sgf"
	if opt.Encoding == "" {
		kind += "; charset=utf-8"
	}
	sendFile(w, name, kind, data.([]byte))
}

// getExport sends the main line of a game in another format. What is lost on the way
// is in a header, a JSON list of sentences.
func (s *Server) getExport(w http.ResponseWriter, r *http.Request) {
	game, err := intOf(r, "game", 0)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	info, ok := formatOf(r.URL.Query().Get("format"))
	if !ok {
		s.refuse(w, r, fail(http.StatusBadRequest, "format", "%.20q is not a format that games are written in", r.URL.Query().Get("format")))
		return
	}
	var name string
	var lost []string
	data, err := s.withDocument(r.PathValue("id"), func(d *document) (any, error) {
		t, err := d.tree(game)
		if err != nil {
			return nil, err
		}
		name = withExt(d.meta.Name, info.Extensions[0])
		data, left, err := t.Export(info.Format)
		if err != nil {
			return nil, fail(http.StatusUnprocessableEntity, "format", "%s", oneLine(err.Error()))
		}
		lost = append([]string{}, left...)
		return data, nil
	})
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	if text, err := json.Marshal(lost); err == nil && isASCII(text) {
		w.Header().Set("X-Lost", string(text))
	}
	sendFile(w, name, "application/octet-stream", data.([]byte))
}

// formatOf is the format of that name, if games can be written in it. SGF is
// downloaded as such, with all games and variations.
func formatOf(name string) (kifu.FormatInfo, bool) {
	for _, info := range kifu.Formats() {
		if info.Name == name && info.Write && info.Format != kifu.FormatSGF {
			return info, true
		}
	}
	return kifu.FormatInfo{}, false
}

// exportFormat is a format that a game is written in, for the page to offer.
type exportFormat struct {
	Name  string `json:"name"`
	Title string `json:"title"` // whose it is
}

func exportFormats() []exportFormat {
	list := []exportFormat{}
	for _, info := range kifu.Formats() {
		if _, ok := formatOf(info.Name); ok {
			list = append(list, exportFormat{info.Name, info.Title})
		}
	}
	return list
}

func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// getOriginal sends the bytes that were opened.
func (s *Server) getOriginal(w http.ResponseWriter, r *http.Request) {
	var name string
	data, err := s.withDocument(r.PathValue("id"), func(d *document) (any, error) {
		name = d.meta.Name
		data, err := s.archive.files.read(d.id+originalExt, maxUpload)
		if err != nil {
			return nil, fail(http.StatusNotFound, "", "no file was opened for this record, or it is gone")
		}
		return data, nil
	})
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	sendFile(w, name, "application/octet-stream", data.([]byte))
}

func isTrue(text string) bool { return text == "1" || text == "true" }

// withExt is a file's name with another extension.
func withExt(name, ext string) string { return strings.TrimSuffix(name, path.Ext(name)) + ext }

// sendFile answers a file to be kept by the browser.
func sendFile(w http.ResponseWriter, name, kind string, data []byte) {
	disposition := mime.FormatMediaType("attachment", map[string]string{"filename": name})
	if disposition == "" {
		disposition = "attachment"
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Disposition", disposition)
	h.Set("Content-Length", fmt.Sprint(len(data)))
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(data) // the client may have gone away
}
