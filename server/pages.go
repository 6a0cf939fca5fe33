package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"tengen/server/wire"
)

// pages serves the embedded files. It has its own list of content types, because the system's table can be wrong, and a
// browser does not run a module that has the wrong content type.
type pages struct {
	files map[string]pageFile
}

type pageFile struct {
	data      []byte
	packed    func() []byte // the data, compressed by gzip
	kind, tag string
}

var pageTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".mjs":  "text/javascript; charset=utf-8",
	".json": "application/json",
	".svg":  "image/svg+xml",
	".png":  "image/png",

	".webmanifest": "application/manifest+json",
}

// newPages reads all files at the start. The files are few. They are part of the binary, so they are in memory anyway.
func newPages(files fs.FS) *pages {
	p := &pages{files: map[string]pageFile{}}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		kind := pageTypes[path.Ext(name)]
		if kind == "" {
			kind = "text/plain; charset=utf-8"
		}
		sum := sha256.Sum256(data)
		packed := sync.OnceValue(func() []byte { return pack(data) })
		p.files["/"+name] = pageFile{data, packed, kind, `"` + hex.EncodeToString(sum[:8]) + `"`}
		return nil
	})
	if err != nil {
		panic(err) // embedded files cannot fail to be read
	}
	return p
}

// ServeHTTP answers with a file, or with status 404 if the file does not exist.
func (p *pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Path
	if strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	file, ok := p.files[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "only GET and HEAD are allowed", http.StatusMethodNotAllowed)
		return
	}
	// The browser keeps a copy but asks each time whether it is still valid, so a new binary shows its new page at
	// once.
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", file.tag)
	w.Header().Set("Content-Type", file.kind)
	w.Header().Set("Vary", "Accept-Encoding")
	data := file.data
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && r.Header.Get("Range") == "" {
		data = file.packed()
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("ETag", file.tag[:len(file.tag)-1]+`-gzip"`)
	}
	http.ServeContent(wire.Paced(w), r, name, time.Time{}, bytes.NewReader(data))
}

// pack compresses data by gzip.
func pack(data []byte) []byte {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	if _, err := z.Write(data); err != nil {
		panic(err) // a buffer takes everything
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}
