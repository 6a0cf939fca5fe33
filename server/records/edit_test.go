package records

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/kifu"
)

// TestEdits makes every operation and looks at the file. Undo and redo restore the file byte for byte, and the numbers
// of the nodes.
func TestEdits(t *testing.T) {
	l := newRig(t, t.TempDir())
	other := l.upload("other.sgf", "(;SZ[9];B[ee];W[cc];B[hh])").ID
	for i, test := range []struct {
		body object
		want string // text that the file has after the edit, or after "!" a text that it does not have
		to   int
	}{
		{object{"op": "play", "node": 4, "vertex": "A1"}, ";W[gc]BL[12.5]OB[3]\n;B[ai]", 9},
		{object{"op": "play", "node": 4, "vertex": "pass", "color": "white"}, "OB[3]\n;W[]", 9},
		{object{"op": "play", "node": 1, "vertex": "D4"}, "(;W[df])", 9},
		{object{"op": "put", "node": 0, "vertex": "A1", "color": "black"}, "AB[ai]", 0},
		{object{"op": "put", "node": 4, "vertex": "E5", "color": "empty"}, "\n;AE[ee]", 9},
		{object{"op": "put", "node": 6, "vertex": "A9", "color": "empty"}, "!AW[aa]", 6},
		{object{"op": "toPlay", "node": 0, "color": "white"}, "PL[W]", 0},
		{object{"op": "toPlay", "node": 4, "color": "white"}, "\n;PL[W]", 9},
		{object{"op": "toPlay", "node": 6, "color": "empty"}, "!PL[", 6},
		{object{"op": "comment", "node": 2, "text": "a ] b \\ c\n; d"}, "C[a \\] b \\\\ c\n; d]", 2},
		{object{"op": "comment", "node": 0, "text": ""}, "!C[", 0},
		{object{"op": "name", "node": 2, "text": "x"}, "N[x]", 2},
		{object{"op": "mark", "node": 2, "vertex": "A9", "kind": "circle"}, "!CR[", 2},
		{object{"op": "mark", "node": 2, "vertex": "A9", "kind": "square"}, "SQ[aa]", 2},
		{object{"op": "mark", "node": 2, "vertex": "B9", "kind": "view", "on": true}, "VW[ba]", 2},
		{object{"op": "label", "node": 2, "vertex": "A9"}, "LB[aa:A]", 2},
		{object{"op": "label", "node": 2, "vertex": "A9", "text": "x:]"}, `LB[aa:x\:\]]`, 2},
		{object{"op": "line", "node": 2, "from": "A9", "to": "B9", "arrow": true}, "AR[aa:ba]", 2},
		{object{"op": "line", "node": 2, "from": "A9", "to": "B9"}, "LN[aa:ba]", 2},
		{object{"op": "judge", "node": 3, "name": "IT", "level": 1}, "IT[]", 3},
		{object{"op": "judge", "node": 3, "name": "BM", "level": 0}, "!BM[", 3},
		{object{"op": "judge", "node": 3, "name": "GB", "level": 2}, "GB[2]", 3},
		{object{"op": "cut", "node": 3}, "!B[gg]", 2},
		{object{"op": "remove", "node": 5}, "(;AW[aa]PL[B]XY[a][b])", 2},
		{object{"op": "promote", "node": 6}, "(;B[gc]\n;AW[aa]PL[B]XY[a][b])\n(;B[gg]", 6},
		{object{"op": "moveTo", "node": 3, "index": 1}, "(;B[gc]\n;AW[aa]PL[B]XY[a][b])\n(;B[gg]", 3},
		{object{"op": "insert", "node": 2}, "\n;\n;W[cc]", 9},
		{object{"op": "info", "info": object{"black": "Eve", "komi": "7"}}, "KM[7]PB[Eve]", 0},
		{object{"op": "property", "node": 6, "name": "XY", "values": []string{`1\]`}}, `XY[1\]]`, 6},
		{object{"op": "property", "node": 6, "name": "XY"}, "!XY[", 6},
		{object{"op": "property", "node": 0, "name": "SZ", "values": []string{"13"}}, "SZ[13]", 0},
		{object{"op": "merge", "node": 0, "record": other}, "(;B[hh])", 0},
		{object{"op": "addGame", "width": 7, "height": 5, "black": "New"}, "SZ[7:5]", 9},
		{object{"op": "deleteGame", "game": 1}, "!SZ[5]", 0},
	} {
		t.Run(fmt.Sprint(test.body), func(t *testing.T) {
			r := l.upload("x.sgf", sample+strings.Repeat("\n", i)) // a record of its own
			before := l.recordFile(r.ID, recordExt)
			c := l.edit(r.ID, test.body)
			after := l.recordFile(r.ID, recordExt)
			wanted, absent := strings.CutPrefix(test.want, "!")
			if strings.Contains(after, wanted) == absent || after == before {
				t.Errorf("the record is %s, want %q in it (after \"!\": not in it)", after, test.want)
			}
			if c.Node != test.to || !c.CanUndo || c.CanRedo || c.Version <= r.Version {
				t.Errorf("%+v, want node %d", c, test.to)
			}
			shown := l.recordGame(r.ID, c.Game)
			if tree := c.Tree; tree != nil && fmt.Sprint(*tree) != fmt.Sprint(*shown.Tree) || tree == nil && !c.Reload && fmt.Sprint(*r.Tree) != fmt.Sprint(*shown.Tree) {
				t.Errorf("the tree of the answer is %+v, want the tree of the record %+v", tree, shown.Tree)
			}
			for range 2 {
				c = l.edit(r.ID, object{"op": "undo", "node": c.Node})
				if l.recordFile(r.ID, recordExt) != before || fmt.Sprint(*l.recordGame(r.ID, 0).Tree) != fmt.Sprint(*r.Tree) || c.CanUndo || !c.CanRedo {
					t.Errorf("undone: %+v, want the record as it was before, with redo only", c)
				}
				c = l.edit(r.ID, object{"op": "redo", "node": c.Node})
				if l.recordFile(r.ID, recordExt) != after || c.Node != test.to || fmt.Sprint(*l.recordGame(r.ID, c.Game).Tree) != fmt.Sprint(*shown.Tree) {
					t.Errorf("redone: %+v, want the record as it was after the edit, at node %d", c, test.to)
				}
			}
			if len(l.recordGame(r.ID, 0).Games) == 0 {
				t.Error("no games")
			}
		})
	}
}

func TestRefusedEdits(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload("x.sgf", sample)
	path := "/api/records/" + r.ID + "/edit"
	l.Refused(400, "POST", path, object{"op": "play", "node": 0, "vertex": "A1"})
	l.Refused(409, "POST", path, object{"version": r.Version - 1, "op": "play", "node": 0, "vertex": "A1"})
	before := l.recordFile(r.ID, recordExt)
	for _, test := range []struct {
		status int
		body   object
		want   string
	}{
		{422, object{"op": "play", "node": 1, "vertex": "E5"}, "there is a stone already"},
		{400, object{"op": "play", "node": 1, "vertex": "Z99"}, ""},
		{400, object{"op": "play", "node": 1, "vertex": "A1", "color": "red"}, ""},
		{404, object{"op": "play", "node": 77, "vertex": "A1"}, "no node 77"},
		{400, object{"op": "play", "node": 1, "game": 1, "vertex": "A1"}, "game 0"},
		{400, object{"op": "put", "node": 1, "vertex": "pass", "color": "black"}, "pass"},
		{400, object{"op": "put", "node": 1, "vertex": "A1", "color": ""}, ""},
		{400, object{"op": "comment", "node": 1}, ""},
		{400, object{"op": "mark", "node": 1, "vertex": "A1", "kind": "star"}, "star"},
		{400, object{"op": "judge", "node": 1, "name": "XX", "level": 1}, "XX"},
		{400, object{"op": "judge", "node": 1, "name": "BM", "level": 3}, "3"},
		{400, object{"op": "line", "node": 1, "from": "A1", "to": "A1"}, ""},
		{422, object{"op": "cut", "node": 0}, "first node"},
		{422, object{"op": "remove", "node": 0}, "first node"},
		{422, object{"op": "insert", "node": 0}, "first node"},
		{400, object{"op": "info", "info": object{"nonsense": "x"}}, "nonsense"},
		{400, object{"op": "info"}, ""},
		{422, object{"op": "property", "node": 1, "name": "XX", "values": []string{"a]b"}}, "escaped"},
		{422, object{"op": "property", "node": 1, "name": "a b", "values": []string{"x"}}, "name"},
		{422, object{"op": "property", "node": 0, "name": "SZ", "values": []string{"77"}}, "read"},
		{404, object{"op": "merge", "record": "nonsense"}, "no record"},
		{422, object{"op": "merge", "record": r.ID, "fromGame": 1}, "cannot be merged"},
		{404, object{"op": "merge", "record": r.ID, "fromGame": 2}, "no game 2"},
		{400, object{"op": "addGame", "width": 0}, ""},
		{409, object{"op": "undo"}, "nothing to undo"},
		{409, object{"op": "redo"}, "nothing to redo"},
		{400, object{"op": "dance", "node": 1}, "dance"},
	} {
		test.body["version"] = r.Version
		if e := l.Refused(test.status, "POST", path, test.body); !strings.Contains(e.Sentence, test.want) {
			t.Errorf("%v: %q, want %q in it", test.body, e.Sentence, test.want)
		}
		if l.recordFile(r.ID, recordExt) != before || l.downloadRecord(r.ID, "") != before || l.recordGame(r.ID, 0).Version != r.Version {
			t.Fatalf("%v: a refused edit changed the record", test.body)
		}
	}
	// An edit that changes nothing is not a change.
	for _, body := range []object{{"op": "play", "node": 2, "vertex": "G7"}, {"op": "mark", "node": 2, "vertex": "A9", "kind": "circle", "on": true}, {"op": "promote", "node": 4}} {
		if c := l.edit(r.ID, body); c.Version != r.Version || c.CanUndo {
			t.Errorf("%v: %+v, want version %d and nothing to undo", body, c, r.Version)
		}
	}
	if c := l.edit(r.ID, object{"op": "play", "node": 2, "vertex": "G7"}); c.Node != 5 || c.Tree != nil {
		t.Errorf("a move that is there: %+v, want node 5 and no tree", c)
	}
	single := l.upload("y.sgf", "(;SZ[9])")
	l.Refused(422, "POST", "/api/records/"+single.ID+"/edit", object{"version": single.Version, "op": "deleteGame"})
}

// TestInheritedMarks changes marks that a node inherits.
func TestInheritedMarks(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload("x.sgf", "(;SZ[9]DD[aa][bb];B[ee])")
	c := l.edit(r.ID, object{"op": "mark", "node": 1, "vertex": "A9", "kind": "dim"})
	if got := c.Position.Marks["dim"]; len(got) != 1 || got[0] != "B8" {
		t.Errorf("one of two taken off: %v, want B8", got)
	}
	c = l.edit(r.ID, object{"op": "mark", "node": 1, "vertex": "B8", "kind": "dim"})
	if got := c.Position.Marks["dim"]; len(got) != 0 || !strings.Contains(l.recordFile(r.ID, recordExt), "DD[]") {
		t.Errorf("both taken off: %v, want none, and DD[] in the record", got)
	}
	c = l.edit(r.ID, object{"op": "mark", "node": 1, "vertex": "C7", "kind": "dim"})
	if got := c.Position.Marks["dim"]; len(got) != 1 || !strings.Contains(l.recordFile(r.ID, recordExt), "DD[cc]") {
		t.Errorf("another one: %v, %s, want one point and DD[cc]", got, l.recordFile(r.ID, recordExt))
	}
}

// TestFaultsFollowEdits puts a stone in the way of a later move, which becomes a fault, and removes the stone again.
func TestFaultsFollowEdits(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload("x.sgf", "(;SZ[9];B[ee];W[cc])")
	c := l.edit(r.ID, object{"op": "put", "node": 0, "vertex": "C7", "color": "black"})
	if c.Head == nil || len(c.Head.Diagnostics) == 0 || c.Tree.Nodes[2].flags&flagFault == 0 || *c.Head.Diagnostics[0].Node != 2 {
		t.Fatalf("with a stone in the way: %+v, want a fault at node 2", c)
	}
	var p Position
	if l.Call("GET", "/api/records/"+r.ID+"/nodes/2", nil, &p); len(p.Faults) != 1 || !strings.Contains(p.Faults[0].Wrong, "there is a stone already") {
		t.Errorf("the faults are %+v, want one: there is a stone already", p.Faults)
	}
	c = l.edit(r.ID, object{"op": "put", "node": 0, "vertex": "C7", "color": "empty"})
	if c.Head == nil || len(c.Head.Diagnostics) != 0 || c.Tree.Nodes[2].flags != 0 {
		t.Errorf("without the stone: %+v, want no faults", c)
	}
}

// TestMergeHoldsOneRecord requires that a merge which waits for the other record does not hold its own. If it did, two
// records that are merged into each other at the same moment would wait for each other forever.
func TestMergeHoldsOneRecord(t *testing.T) {
	l := newRig(t, t.TempDir())
	into, from := l.upload("into.sgf", sample), l.upload("from.sgf", "(;SZ[9];B[hh])")
	merged := make(chan int, 1)
	free := make(chan struct{})
	err := l.records.With(from.ID, func(*Document) error {
		go func() {
			body := object{"version": into.Version, "op": "merge", "node": 0, "record": from.ID}
			merged <- l.Call("POST", "/api/records/"+into.ID+"/edit", body, &Change{})
		}()
		go func() {
			defer close(free)
			for begun := time.Now(); time.Since(begun) < 300*time.Millisecond; time.Sleep(time.Millisecond) {
				_ = l.records.With(into.ID, func(*Document) error { return nil })
			}
		}()
		select {
		case <-free:
		case <-time.After(5 * time.Second):
			t.Error("a merge that waits for another record holds the lock of its own record")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	<-free
	if status := <-merged; status != http.StatusOK {
		t.Errorf("the merge has status %d, want %d", status, http.StatusOK)
	}
	if got := l.recordFile(into.ID, recordExt); !strings.Contains(got, "(;B[hh])") {
		t.Errorf("the record is %s, want the other one's move in it", got)
	}
}

// TestStaleEdits lets many tabs edit the same version, and one of them succeeds.
func TestStaleEdits(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload("x.sgf", sample)
	var won, lost atomic.Int32
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			var x object
			body := object{"version": r.Version, "op": "comment", "node": 0, "text": fmt.Sprint("tab ", i)}
			switch l.Call("POST", "/api/records/"+r.ID+"/edit", body, &x) {
			case 200:
				won.Add(1)
			case 409:
				lost.Add(1)
			}
			l.Call("GET", "/api/records", nil, &x)
			l.Call("GET", "/api/records/"+r.ID+"/nodes/3", nil, &x)
		})
	}
	wg.Wait()
	if won.Load() != 1 || lost.Load() != 7 {
		t.Errorf("%d edits were accepted and %d refused, want 1 and 7", won.Load(), lost.Load())
	}
}

// randomEdit makes a random edit at a node of the model. It returns the body of the request that does the same, and
// the node to show afterwards.
func randomEdit(random *rand.Rand, model *kifu.Tree, n *kifu.Node) (body object, to *kifu.Node, err error) {
	p := baduk.Point(random.IntN(25))
	body = object{"vertex": model.Graph.Vertex(p)}
	switch random.IntN(9) {
	default:
		body["op"] = "play"
		to, err = model.Play(n, baduk.Move{Color: model.At(n).Game.ToPlay(), Point: p})
	case 5:
		body["op"], body["color"] = "put", "white"
		to, err = model.Put(n, p, baduk.White)
	case 6:
		body["op"], body["kind"], body["on"] = "mark", "triangle", true
		n.SetMark(p, kifu.MarkTriangle, true)
		to = n
	case 7:
		body["op"] = "promote"
		to, err = n, model.Promote(n)
	case 8:
		body["op"] = "cut"
		to, err = n.Parent(), model.Cut(n)
	}
	return body, to, err
}

// TestRandomEdits makes many random edits. The edits must give the same file that package kifu makes by itself.
// Undoing all edits must give the file as it was at first.
func TestRandomEdits(t *testing.T) {
	for seed := range uint64(2) {
		l := newRig(t, t.TempDir())
		random := rand.New(rand.NewPCG(seed, 1))
		r := l.upload("x.sgf", "(;SZ[5])")
		first := l.recordFile(r.ID, recordExt)
		file, err := kifu.LoadBytes([]byte(first), kifu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		model := file.Trees[0]
		nodes := map[int]*kifu.Node{0: model.Root()} // by number in the record
		there := []int{0}
		version := r.Version
		made := 0
		for range 80 {
			number := there[random.IntN(len(there))]
			body, to, bad := randomEdit(random, model, nodes[number])
			body["node"], body["version"] = number, version
			if bad != nil {
				l.Refused(422, "POST", "/api/records/"+r.ID+"/edit", body)
				continue
			}
			c := l.edit(r.ID, body)
			if c.Version != version {
				made++
			}
			version = c.Version
			data, err := textOf([]*kifu.Tree{model})
			if got := l.recordFile(r.ID, recordExt); err != nil || got != string(data) {
				t.Fatalf("seed %d, %v: the record is %s, want %s", seed, body, got, data)
			}
			shown := l.recordGame(r.ID, 0).Tree.Nodes
			clear(nodes)
			there = there[:0]
			i := 0
			for m := range model.Root().All() {
				nodes[int(shown[i].node)] = m
				there = append(there, int(shown[i].node))
				i++
			}
			if nodes[c.Node] != to || i != len(shown) {
				t.Fatalf("seed %d, %v: the edit leads to node %d of %v, want the node that package kifu returned", seed, body, c.Node, shown)
			}
		}
		last := l.recordFile(r.ID, recordExt)
		for range made {
			version = l.edit(r.ID, object{"op": "undo", "version": version}).Version
		}
		if got := l.recordFile(r.ID, recordExt); got != first || l.recordGame(r.ID, 0).CanUndo {
			t.Errorf("seed %d: after all undos the record is %s, want %s and nothing to undo", seed, got, first)
		}
		for range made {
			version = l.edit(r.ID, object{"op": "redo", "version": version}).Version
		}
		if got := l.recordFile(r.ID, recordExt); got != last {
			t.Errorf("seed %d: after all redos the record is %s, want %s", seed, got, last)
		}
	}
}

func TestSplice(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		a, b := make([]byte, random.IntN(8)), make([]byte, random.IntN(8))
		for _, list := range [][]byte{a, b} {
			for i := range list {
				list[i] = byte('a' + random.IntN(2))
			}
		}
		s := spliceOf(a, b)
		if string(s.apply(a)) != string(b) || string(s.revert(b)) != string(a) || string(a) == string(b) && len(s.old)+len(s.new) > 0 {
			t.Fatalf("%q to %q: %+v, want a splice that makes one of the other, and is empty for equal texts", a, b, s)
		}
	}
}

// TestHistoryBudget requires that the memory for undo is bounded, and that the last edit can always be undone.
func TestHistoryBudget(t *testing.T) {
	var h history
	for range 5 {
		h.add(step{text: splice[byte]{new: make([]byte, maxHistoryBytes/2)}})
	}
	if len(h.done) != 1 {
		t.Errorf("%d steps of half the budget and a little are kept, want 1", len(h.done))
	}
	for range 200 {
		h.add(step{text: splice[byte]{new: make([]byte, 100)}})
	}
	if len(h.done) != 201 {
		t.Errorf("%d small steps are kept, want 201", len(h.done))
	}
}
