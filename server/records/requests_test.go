package records

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/kifu"
)

// upload opens a file as a record.
func (l *rig) upload(name, content string) Record {
	l.T.Helper()
	status, text, _ := l.Raw("POST", "/api/records?name="+url.QueryEscape(name), content, "Content-Type", "application/octet-stream")
	var r Record
	if err := json.Unmarshal([]byte(text), &r); status != 200 || err != nil {
		l.T.Fatalf("%.80q: status %d, %.300s, %v", content, status, text, err)
	}
	return r
}

// UnmarshalJSON reads what MarshalJSON writes.
func (list *treeNodes) UnmarshalJSON(data []byte) error {
	var rows [][7]json.RawMessage
	if err := json.Unmarshal(data, &rows); err != nil {
		return err
	}
	*list = nil
	for _, row := range rows {
		var n treeNode
		for i, into := range []any{&n.node, &n.parent, &n.color, &n.vertex, &n.flags, &n.number, &n.label} {
			if err := json.Unmarshal(row[i], into); err != nil {
				return err
			}
		}
		*list = append(*list, n)
	}
	return nil
}

func (l *rig) recordGame(id string, game int) Record {
	l.T.Helper()
	var r Record
	if status := l.Call("GET", fmt.Sprintf("/api/records/%s?game=%d", id, game), nil, &r); status != 200 {
		l.T.Fatalf("record %s: status %d", id, status)
	}
	return r
}

// recordFile returns the content of a record's file.
func (l *rig) recordFile(id, ext string) string {
	l.T.Helper()
	data, err := os.ReadFile(filepath.Join(l.dir, "records", id+ext))
	if err != nil {
		l.T.Fatal(err)
	}
	return string(data)
}

// edit changes a record as a client with the latest version.
func (l *rig) edit(id string, body object) Change {
	l.T.Helper()
	if body["version"] == nil {
		body["version"] = l.recordGame(id, 0).Version
	}
	var answer json.RawMessage
	status := l.Call("POST", "/api/records/"+id+"/edit", body, &answer)
	var c Change
	if err := json.Unmarshal(answer, &c); status != 200 || err != nil {
		l.T.Fatalf("%v: status %d, %s", body, status, answer)
	}
	if on := l.recordFile(id, recordExt); on != l.downloadRecord(id, "") {
		l.T.Errorf("%v: the file differs from the record in memory", body)
	}
	return c
}

func (l *rig) downloadRecord(id, query string) string {
	l.T.Helper()
	status, text, _ := l.Raw("GET", "/api/records/"+id+"/sgf"+query, "")
	if status != 200 {
		l.T.Fatalf("record %s: status %d, %s", id, status, text)
	}
	return text
}

const sample = "(;SZ[9]KM[6.5]PB[Ann]PW[Bob]C[root\\] here];B[ee];W[cc]N[third]CR[aa]" +
	"(;B[gg]BM[1];W[gc]BL[12.5]OB[3])(;B[gc];AW[aa]PL[B]XY[a][b]))(;SZ[5];B[cc])"

func TestRecordShows(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload(`C:\games\a/b: "two".sgf`, sample)
	if r.Name != "b two.sgf" || r.Format != "sgf" || r.Encoding != "UTF-8" || !r.Original || len(r.Games) != 2 || r.Games[0].Black != "Ann" || r.Games[0].Nodes != 7 || r.Games[1].Nodes != 2 {
		t.Fatalf("the record is %+v, want b two.sgf in SGF and UTF-8 with its original, and two games: Ann's with 7 nodes and one with 2", r)
	}
	want := treeNodes{
		{0, -1, 0, "", flagComment, 0, ""}, {1, 0, 1, "E5", 0, 1, ""}, {2, 1, -1, "C7", flagName | flagMarks, 2, "third"},
		{3, 2, 1, "G3", flagJudged, 3, ""}, {4, 3, -1, "G7", 0, 4, ""}, {5, 2, 1, "G7", 0, 3, ""}, {6, 5, 0, "", flagSetup, 3, ""},
	}
	if !reflect.DeepEqual(r.Tree.Nodes, want) || r.Tree.Root != 0 {
		t.Errorf("the tree is %+v, want %+v", r.Tree, want)
	}
	if p := r.Position; p.Comment != "root] here" || p.Parent != -1 || p.ToPlay != "black" || len(p.Stones) != 81 || !reflect.DeepEqual(p.Children, []childNode{{1, "black", "E5"}}) {
		t.Errorf("the root is %+v, want its comment, no stones, Black to play and the child E5", p)
	}
	if r.Info.White != "Bob" || r.Komi != 6.5 || !r.KomiKnown || r.RulesKnown || r.Graph.Width != 9 {
		t.Errorf("the head is %+v, want White Bob, a known komi of 6.5, unknown rules and a width of 9", r.Head)
	}
	var p Position
	l.Call("GET", "/api/records/"+r.ID+"/nodes/6", nil, &p)
	if p.Number != 3 || p.Stones[0] != -1 || p.Stones[24] != 1 || p.LastMove != "" || p.Parent != 5 || p.ToPlay != "black" || !reflect.DeepEqual(p.Setup["white"], []string{"A9"}) ||
		!reflect.DeepEqual(p.Properties, []rawProperty{{"XY", []string{"a", "b"}, 2}}) || p.Game != 0 {
		t.Errorf("node 6 is %+v, want its stones, setup and property XY after move 2", p)
	}
	l.Call("GET", "/api/records/"+r.ID+"/nodes/4", nil, &p)
	if b := p.Clocks["black"]; b.Seconds == nil || *b.Seconds != 12.5 || *b.Overtime != 3 || len(p.Clocks) != 1 || !reflect.DeepEqual(p.Variation, []int{4}) {
		t.Errorf("node 4 is %+v, want Black's clock at 12.5 s with 3 overtime moves, and variation 4", p)
	}
	second := l.recordGame(r.ID, 1)
	if second.Tree.Root != 7 || second.Graph.Width != 5 || second.Position.Game != 1 || second.Node != 7 {
		t.Errorf("the second game is %+v, want width 5 and node 7", second)
	}
	l.Refused(404, "GET", "/api/records/"+r.ID+"?game=2", nil)
	l.Refused(400, "GET", "/api/records/"+r.ID+"?game=x", nil)
	l.Refused(404, "GET", "/api/records/"+r.ID+"/nodes/9", nil)
	l.Refused(404, "GET", "/api/records/"+r.ID+"/nodes/-1", nil)
	l.Refused(409, "GET", "/api/records/"+r.ID+"/nodes/1?version=5", nil)
	var list struct{ Records []Summary }
	l.Call("GET", "/api/records", nil, &list)
	if len(list.Records) != 1 || !list.Records[0].Original || list.Records[0].Games != 2 || list.Records[0].Moves != 4 || list.Records[0].Nodes != 9 || list.Records[0].Board != "9×9" {
		t.Errorf("the list is %+v, want one opened record with 2 games, 4 moves, 9 nodes on 9×9", list)
	}
	if status, text, h := l.Raw("GET", "/api/records/"+r.ID+"/original", ""); status != 200 || text != sample || !strings.Contains(h.Get("Content-Disposition"), `"b two.sgf"`) {
		t.Errorf("the original: status %d, %v, %s; want 200, the name b two.sgf, and %s", status, h, text, sample)
	}
	l.Call("DELETE", "/api/records/"+r.ID, nil, &object{})
	l.Refused(404, "GET", "/api/records/"+r.ID, nil)
	if left, _ := os.ReadDir(filepath.Join(l.dir, "records")); len(left) != 0 {
		t.Errorf("a deleted record left the files %v", left)
	}
}

func TestRecordUploads(t *testing.T) {
	l := newRig(t, t.TempDir(), func(o *Options) { o.MaxRecords = 3 })
	for _, bad := range []string{"", "garbage", "\x00\x01\x02", "(;GM[2]B[aa])", "(;SZ[99];B[aa])", "{"} {
		l.refusedRaw(400, "/api/records?name=x.sgf", bad)
	}
	l.refusedRaw(413, "/api/records", "(;C["+strings.Repeat("x", MaxUpload)+"])")
	if e := l.refusedRaw(413, "/api/records", "(;"+strings.Repeat(";B[]", maxTree)+")"); !strings.Contains(e, "library") {
		t.Errorf("the error is %q, want it to name the library", e)
	}
	// "围棋" in GB18030.
	r := l.upload("围棋.sgf", "(;CA[GB18030]SZ[9]GN[\xce\xa7\xc6\xe5];B[ee])")
	if r.Info.Name != "围棋" || r.Encoding != "GB18030" || !strings.Contains(l.recordFile(r.ID, recordExt), "CA[UTF-8]") {
		t.Errorf("the record is %+v, want the name 围棋, read as GB18030 and kept as UTF-8", r)
	}
	if text := l.downloadRecord(r.ID, "?encoding=GB18030"); !strings.Contains(text, "GN[\xce\xa7\xc6\xe5]") {
		t.Errorf("the download in GB18030 is %q, want the name in that encoding", text)
	}
	l.Refused(422, "GET", "/api/records/"+r.ID+"/sgf?encoding=Latin-1", nil)
	l.Refused(422, "GET", "/api/records/"+r.ID+"/sgf?encoding=nonsense", nil)
	if text := l.downloadRecord(r.ID, "?encoding=ISO-8859-1&replace=1"); !strings.Contains(text, `\\u56f4`) {
		t.Errorf("the download in ISO-8859-1 is %q, want \\u56f4 in it", text)
	}
	if _, _, h := l.Raw("GET", "/api/records/"+r.ID+"/sgf", ""); !strings.Contains(h.Get("Content-Disposition"), "filename*=utf-8''%E5%9B%B4") {
		t.Errorf("the header is %v, want the file name in UTF-8", h)
	}
	// The faults of a file are also reported after the record has left memory.
	r = l.upload("", "(;SZ[9];B[ee];W[ee];B[zz]C[a;B[gg])")
	if r.Name != "record.sgf" || len(r.Diagnostics) < 2 || r.Diagnostics[len(r.Diagnostics)-1].Node == nil {
		t.Errorf("%s has the faults %+v, want record.sgf with at least two, the last at a node", r.Name, r.Diagnostics)
	}
	found := r.Diagnostics
	l.stop()
	l = newRig(t, l.dir, func(o *Options) { o.MaxRecords = 3 })
	if r = l.recordGame(r.ID, 0); !reflect.DeepEqual(r.Diagnostics, found) || r.Tree.Nodes[2].flags != flagFault {
		t.Errorf("after a restart: %+v, %+v; want %+v, and a fault flag at node 2", r.Diagnostics, r.Tree, found)
	}
	id, err := l.records.Open("dir/third.sgf", []byte("(;SZ[9];B[ee])"))
	if err != nil || l.recordGame(id, 0).Name != "third.sgf" {
		t.Errorf("opened as %q, %v; want a record called third.sgf", id, err)
	}
	if _, err := l.records.Open("x.sgf", []byte("nonsense")); err == nil {
		t.Error("a file that is not a record was opened")
	}
	l.refusedRaw(429, "/api/records", "(;SZ[9])")
}

// refusedRaw sends a body that need not be JSON and expects an error.
func (l *rig) refusedRaw(status int, path, body string) string {
	l.T.Helper()
	got, text, _ := l.Raw("POST", path, body, "Content-Type", "application/octet-stream")
	if got != status || !strings.HasPrefix(text, `{"error":"`) {
		l.T.Fatalf("%.40q: status %d, want %d: %s", body, got, status, text)
	}
	return text
}

func TestNewRecords(t *testing.T) {
	l := newRig(t, t.TempDir())
	for _, board := range []string{"torus 5x5", "hex 4x4", ring, "9x7"} {
		var r Record
		if status := l.Call("POST", "/api/records/new", object{"board": board, "black": "Ann", "komi": 2.5}, &r); status != 200 {
			t.Fatalf("%.30s: status %d", board, status)
		}
		if r.Info.Black != "Ann" || r.Komi != 2.5 || len(r.Tree.Nodes) != 1 || r.Original {
			t.Errorf("%.30s: %+v, want Black Ann, komi 2.5 and one node", board, r)
		}
		v := r.Graph.Points[1].Name
		c := l.edit(r.ID, object{"op": "play", "node": 0, "vertex": v})
		c = l.edit(r.ID, object{"op": "mark", "node": c.Node, "vertex": v, "kind": "circle"})
		c = l.edit(r.ID, object{"op": "label", "node": c.Node, "vertex": r.Graph.Points[0].Name})
		c = l.edit(r.ID, object{"op": "mark", "node": c.Node, "vertex": v, "kind": "dim"})
		c = l.edit(r.ID, object{"op": "put", "node": c.Node, "vertex": r.Graph.Points[2].Name, "color": "white"})
		if p := c.Position; p.Stones[1] == 0 || p.Stones[2] != -1 || !reflect.DeepEqual(p.Marks["dim"], []string{v}) {
			t.Errorf("%.30s: %+v, want stones at the second and third point, and %s dimmed", board, p, v)
		}
		sgf := l.recordFile(r.ID, recordExt)
		again := l.upload("again.sgf", sgf)
		if l.recordFile(again.ID, recordExt) != sgf || !reflect.DeepEqual(again.Graph, r.Graph) || len(again.Tree.Nodes) != 3 || again.Tree.Nodes[1].vertex != v {
			t.Errorf("%.30s: opened again: %+v, want the same file and three nodes with the move %s", board, again.Tree, v)
		}
	}
	l.Refused(400, "POST", "/api/records/new", object{"width": 99})
	l.Refused(400, "POST", "/api/records/new", object{"board": "nonsense"})
	l.Refused(400, "POST", "/api/records/new", object{"size": 9})
}

// The infinite board of a record grows like that of a game.
func TestInfiniteRecord(t *testing.T) {
	l := newRig(t, t.TempDir())
	var r Record
	l.Call("POST", "/api/records/new", object{"board": "infinite"}, &r)
	c := l.edit(r.ID, object{"op": "play", "node": 0, "vertex": "0,0"})
	c = l.edit(r.ID, object{"op": "play", "node": c.Node, "vertex": "9,9"})
	now := l.recordGame(r.ID, 0)
	if !c.Reload || len(now.Graph.Points) <= len(r.Graph.Points) {
		t.Fatalf("reload %v, %d points; want a reload and more than %d points", c.Reload, len(now.Graph.Points), len(r.Graph.Points))
	}
	c = l.edit(r.ID, object{"op": "play", "node": c.Node, "vertex": "10,10"})
	if c.Position.LastMove != "10,10" || c.Position.Number != 3 {
		t.Errorf("the position is %+v, want the last move 10,10 and move number 3 next", c.Position)
	}
	before := len(l.recordGame(r.ID, 0).Graph.Points)
	l.Refused(422, "POST", "/api/records/"+r.ID+"/edit", object{"op": "play", "node": c.Node, "vertex": "0,0", "version": c.Version})
	l.Refused(400, "POST", "/api/records/"+r.ID+"/edit", object{"op": "play", "node": c.Node, "vertex": "1000001,0", "version": c.Version})
	if now := l.recordGame(r.ID, 0); len(now.Graph.Points) != before {
		t.Errorf("a refused move changed the window to %d points", len(now.Graph.Points))
	}
	c = l.edit(r.ID, object{"op": "play", "node": c.Node, "vertex": "-90000,5"})
	c = l.edit(r.ID, object{"op": "put", "node": c.Node, "vertex": "90000,5", "color": "white"})
	if now := l.recordGame(r.ID, 0); !c.Reload || len(now.Graph.Points) != before+2*11*11 {
		t.Errorf("reload %v, %d points", c.Reload, len(now.Graph.Points)-before)
	}
	for range 5 {
		c = l.edit(r.ID, object{"op": "undo", "node": c.Node})
	}
	if now := l.recordGame(r.ID, 0); !c.Reload && len(now.Graph.Points) != len(r.Graph.Points) || c.CanUndo {
		t.Errorf("after undo: %+v", c)
	}
}

func TestExport(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload("x.sgf", sample)
	status, text, h := l.Raw("GET", "/api/records/"+r.ID+"/export?format=gtp", "")
	if status != 200 || !strings.Contains(text, "play W C7") || !strings.Contains(h.Get("Content-Disposition"), "x.gtp") || !strings.Contains(h.Get("X-Lost"), "variation") {
		t.Errorf("status %d, %s, %v", status, text, h)
	}
	status, jgof, _ := l.Raw("GET", "/api/records/"+r.ID+"/export?format=jgof&game=1", "")
	if again := l.upload("y.json", jgof); status != 200 || again.Format != "jgof" || again.Graph.Width != 5 || again.Name != "y.json" {
		t.Errorf("status %d, %+v", status, again)
	}
	// Every format in the list can be written.
	formats := ExportFormats()
	if len(formats) < 2 {
		t.Errorf("there are %d formats, want at least 2", len(formats))
	}
	plain := l.upload("plain.sgf", "(;SZ[19]KM[6.5]RU[Japanese]PB[Ann]PW[Bob]DT[2001-02-03]RE[B+R];B[pd];W[dp])")
	for _, f := range formats {
		if status, text, _ := l.Raw("GET", "/api/records/"+plain.ID+"/export?format="+f.Name, ""); status != 200 || text == "" {
			t.Errorf("%s: status %d, %s", f.Name, status, text)
		}
	}
	odd := l.upload("odd.sgf", "(;SZ[9]PB[x]BR[天元𝄞];B[ee])")
	_, _, h = l.Raw("GET", "/api/records/"+odd.ID+"/export?format=jgof", "")
	var lost []string
	if err := json.Unmarshal([]byte(h.Get("X-Lost")), &lost); err != nil || len(lost) != 1 || !strings.Contains(lost[0], `"天元𝄞"`) || strings.Contains(h.Get("X-Lost"), "天") {
		t.Errorf("the header X-Lost is %q, %v, want one loss, in ASCII", h.Get("X-Lost"), err)
	}
	l.Refused(400, "GET", "/api/records/"+r.ID+"/export?format=nonsense", nil)
	l.Refused(400, "GET", "/api/records/"+r.ID+"/export", nil)
	l.Refused(404, "GET", "/api/records/"+r.ID+"/export?format=gtp&game=7", nil)
	var torus Record
	l.Call("POST", "/api/records/new", object{"board": "torus 5x5"}, &torus)
	l.Refused(422, "GET", "/api/records/"+torus.ID+"/export?format=jgof", nil)
}

// A game that begins with the stones of a position keeps the prisoners.
func TestLine(t *testing.T) {
	l := newRig(t, t.TempDir())
	node := 2
	rec, _, err := l.records.Line(l.upload("x.sgf", "(;SZ[9]RU[Japanese]KM[0];B[ee];AB[ba]AW[aa];B[ab])").ID, nil, &node)
	if err != nil || rec.Setup.Prisoners[baduk.White] != 0 {
		t.Errorf("before the capture: %+v, %v", rec, err)
	}
	node = 3
	rec, _, err = l.records.Line(l.upload("y.sgf", "(;SZ[9]RU[Japanese]KM[0];B[ee];AB[ba]AW[aa];B[ab])").ID, nil, &node)
	if err != nil || rec.Setup.Prisoners[baduk.White] != 1 || len(rec.Moves) != 0 {
		t.Errorf("after the capture: got %+v, %v, want a white prisoner", rec, err)
	}
}

// The download is the same as what package kifu writes.
func TestRecordKeepsTheFile(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload("x.sgf", sample)
	file, err := kifu.LoadBytes([]byte(sample), kifu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := textOf(file.Trees)
	if err != nil || l.recordFile(r.ID, recordExt) != string(data) || l.recordFile(r.ID, originalExt) != sample {
		t.Errorf("the kept record is %s, want %s (error: %v) and the original unchanged", l.recordFile(r.ID, recordExt), data, err)
	}
}
