package records

import (
	"bytes"
	"net/http"

	"tengen/onefile"
	"tengen/server/wire"
)

// getPage answers with a game as one web page. The answer is a file to save: in a window of the server, the page would
// run its script with the rights of tengen's own page.
func (r *Records) getPage(w http.ResponseWriter, req *http.Request) error {
	game, err := wire.IntOf(req, "game", 0)
	if err != nil {
		return err
	}
	o := onefile.Options{Problem: wire.IsTrue(req.URL.Query().Get("problem"))}
	if o.Theme, err = themeOf(req); err != nil {
		return err
	}
	if err := r.acquireLoad(); err != nil {
		return err
	}
	defer r.releaseLoad()
	var name string
	var page bytes.Buffer
	err = r.With(req.PathValue("id"), func(d *Document) error {
		t, err := d.Tree(game)
		if err != nil {
			return err
		}
		name = withExt(d.meta.Name, ".html")
		return onefile.Write(&page, t, o)
	})
	if err != nil {
		return err
	}
	wire.File{Name: name, Type: "text/html; charset=utf-8", Data: page.Bytes()}.Send(w)
	return nil
}
