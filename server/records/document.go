package records

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"tengen/kifu"
	"tengen/server/wire"
)

// Document is a record in memory: the trees of its games, and a number for each node.
//
// An edit changes the trees and writes the record to its file. If writing fails, the edit fails, and the trees are read
// again from the text that the file had before.
type Document struct {
	records *Records
	id      string

	mu      sync.Mutex
	closed  error // why the document takes no more requests
	meta    metadata
	changed time.Time
	message string // what was wrong with the record's file

	version int64 // grows with every change, even across restarts of the server
	since   int64 // the first version with the current numbers of the nodes

	data    []byte  // content of the file, in UTF-8
	written bool    // data is exactly what textOf writes for the trees
	order   []int32 // the nodes' numbers, in the order of the nodes in the file
	trees   []*kifu.Tree
	nodes   []*kifu.Node // by number; nil for a node that is gone
	numbers map[*kifu.Node]int32
	checks  map[*kifu.Tree]*check
	history history
}

const (
	// maxNodes is the most nodes of a record, and maxTree the most nodes of one game. A page cannot show more.
	maxNodes = 1_000_000
	maxTree  = 200_000
	// maxNode is the most bytes of a node, because a page receives a node in one answer.
	maxNode = 1 << 20
	// maxJudged limits the check of a whole game when it is shown: the moves of a game with more nodes are not checked.
	maxJudged = 50_000
)

// read replaces the trees by those of data. If order is nil, the nodes get new numbers. Otherwise order has the number
// of each node, in the order of the nodes in data. After an error the document is unchanged.
func (d *Document) read(data []byte, order []int32, opt kifu.Options) (*kifu.File, error) {
	file, err := kifu.LoadBytes(data, opt)
	if err != nil && len(file.Trees) == 0 {
		return nil, err
	}
	count := 0
	for _, t := range file.Trees {
		count += t.Root().Count()
	}
	nodes := d.nodes
	if order == nil {
		order = make([]int32, count)
		for i := range order {
			order[i] = int32(i)
		}
		nodes = nil
	}
	if len(order) != count {
		return nil, fmt.Errorf("the file has %d nodes, not %d", count, len(order))
	}
	largest := int32(-1)
	for _, number := range order {
		largest = max(largest, number)
	}
	d.nodes = make([]*kifu.Node, max(int(largest)+1, len(nodes)))
	d.numbers = make(map[*kifu.Node]int32, count)
	i := 0
	for _, t := range file.Trees {
		for n := range t.Root().All() {
			d.nodes[order[i]], d.numbers[n] = n, order[i]
			i++
		}
	}
	d.trees, d.order, d.data, d.checks = file.Trees, order, data, nil
	return file, nil
}

// Read parses the content of a record's file.
func Read(data []byte) (*kifu.File, error) { return kifu.LoadBytes(data, ours()) }

// Version returns a number that grows with every change, even across restarts of the server.
func (d *Document) Version() int64 { return d.version }

// Data returns the content of the record's file. The caller must not change it.
func (d *Document) Data() []byte { return d.data }

// Name returns the name of the file that was opened.
func (d *Document) Name() string { return d.meta.Name }

// Len returns the number of games.
func (d *Document) Len() int { return len(d.trees) }

// ours returns the options for reading a file that the server has written.
func ours() kifu.Options { return kept(kifu.Options{Format: "sgf", Encoding: "UTF-8"}) }

// kept returns the options o with higher limits, for the file of an existing record. Edits may have made the file
// larger than an upload may be.
func kept(o kifu.Options) kifu.Options {
	o.MaxBytes, o.MaxNodes = maxRecordFile, 8*maxNodes
	return o
}

// reread reads the trees again, which undoes all changes since the file was written.
func (d *Document) reread() {
	if _, err := d.read(d.data, d.order, ours()); err != nil {
		// This cannot happen, because the same data was read before.
		d.records.service.Log.Error("a record cannot be read again", "record", d.id, "error", err)
		d.closed = fmt.Errorf("the record %s cannot be read again: close the record and open it again", d.id)
	}
}

// renumber gives numbers to new nodes and drops the numbers of deleted nodes. It returns all numbers, in the order of
// the nodes in the file.
func (d *Document) renumber() []int32 {
	order := make([]int32, 0, len(d.order)+1)
	there := make([]bool, len(d.nodes), len(d.nodes)+1)
	for _, t := range d.trees {
		for n := range t.Root().All() {
			number, ok := d.numbers[n]
			if !ok {
				number = int32(len(d.nodes))
				d.nodes, there = append(d.nodes, n), append(there, true)
				d.numbers[n] = number
			}
			there[number] = true
			order = append(order, number)
		}
	}
	for _, number := range d.order {
		if !there[number] {
			delete(d.numbers, d.nodes[number])
			d.nodes[number] = nil
		}
	}
	return order
}

// textOf returns the text of a record in SGF.
func textOf(trees []*kifu.Tree) ([]byte, error) {
	var b bytes.Buffer
	_, err := kifu.Write(&b, kifu.WriteOptions{}, trees...)
	return b.Bytes(), err
}

// The constant named instead is the advice in errors about a record that is too large.
const instead = "split the file, or import it into the library, which opens each game by itself"

// checkSize returns an error if a record is too large for a page to show.
func checkSize(trees []*kifu.Tree) error {
	all := 0
	for i, t := range trees {
		n := 0
		for node := range t.Root().All() {
			if size := node.Size(); size > maxNode {
				return wire.Fail(http.StatusRequestEntityTooLarge, "", "node %d of game %d has %d KiB of text, and at most %d are shown here: shorten its comment",
					n, i+1, size>>10, maxNode>>10)
			}
			n++
		}
		if n > maxTree {
			return wire.Fail(http.StatusRequestEntityTooLarge, "", "game %d has %d nodes, and at most %d are shown here: %s", i+1, n, maxTree, instead)
		}
		all += n
	}
	if all > maxNodes {
		return wire.Fail(http.StatusRequestEntityTooLarge, "", "the record has %d nodes, and at most %d are kept here: %s", all, maxNodes, instead)
	}
	return nil
}

// checkBytes returns an error if a record has too many bytes.
func checkBytes(bytes int) error {
	if bytes <= maxRecordFile {
		return nil
	}
	return wire.Fail(http.StatusRequestEntityTooLarge, "", "the record takes %d MiB, and at most %d are kept here: %s", bytes>>20, maxRecordFile>>20, instead)
}

// save writes data as the new content of the record.
func (d *Document) save(data []byte) error {
	if err := d.records.files.save(d.id, data); err != nil {
		return fmt.Errorf("the record could not be saved, so it has not changed: %w", err)
	}
	d.changed = time.Now().UTC()
	d.version = max(d.version+1, d.changed.UnixMicro())
	return nil
}

// text returns the text that textOf writes for the trees. It can differ from data: another program may have written
// data, in another form but with the same meaning.
func (d *Document) text() ([]byte, error) {
	if d.written {
		return d.data, nil
	}
	return textOf(d.trees)
}

// keep writes the trees after an edit and remembers how to undo it. The parameter from is the node of the edit, and
// unedited is the text before the edit. If the edit has not changed the text, keep writes nothing, and the edit cannot
// be undone. After an error the record is as it was before the edit.
func (d *Document) keep(from *kifu.Node, done effect, unedited []byte) (goTo int, err error) {
	if err := checkSize(d.trees); err != nil {
		d.reread()
		return 0, err
	}
	data, err := textOf(d.trees)
	if err != nil {
		d.reread()
		return 0, wire.Fail(http.StatusUnprocessableEntity, "", "this edit cannot be written as SGF: %v", err)
	}
	if bytes.Equal(data, unedited) {
		return int(d.numbers[done.to]), nil
	}
	if err := checkBytes(len(data)); err != nil {
		d.reread()
		return 0, err
	}
	oldData, oldOrder := d.data, d.order
	start := int(d.numbers[from])
	order := d.renumber()
	goTo = int(d.numbers[done.to])
	if done.reparse { // a property that defines the board may have changed
		games := len(d.trees)
		_, err := d.read(data, order, ours())
		if err == nil && len(d.trees) != games {
			err = errors.New("the game is not in the file any more")
		}
		if err != nil {
			d.data, d.order = oldData, oldOrder
			d.reread()
			return 0, wire.Fail(http.StatusUnprocessableEntity, "", "with this edit the record could not be read: %v", err)
		}
	}
	d.data, d.order = oldData, oldOrder
	if err := d.save(data); err != nil {
		d.reread()
		return 0, err
	}
	d.data, d.order, d.written = data, order, true
	d.history.add(step{text: spliceOf(oldData, data), order: spliceOf(oldOrder, order), from: start, to: goTo, reload: done.reload})
	return goTo, nil
}

// undo undoes the last edit if back is true. If back is false, it redoes the edit that was undone last. It returns the
// node to show.
func (d *Document) undo(back bool) (s step, goTo int, err error) {
	from, to := &d.history.done, &d.history.undone
	if !back {
		from, to = to, from
	}
	if len(*from) == 0 {
		what := "undo"
		if !back {
			what = "redo"
		}
		return s, 0, wire.Fail(http.StatusConflict, "op", "there is nothing to %s", what)
	}
	s = (*from)[len(*from)-1]
	var data []byte
	var order []int32
	if back {
		data, order, goTo = s.text.revert(d.data), s.order.revert(d.order), s.from
	} else {
		data, order, goTo = s.text.apply(d.data), s.order.apply(d.order), s.to
	}
	oldData, oldOrder := d.data, d.order
	if _, err := d.read(data, order, ours()); err != nil {
		return s, 0, err
	}
	if err := d.save(data); err != nil {
		d.data, d.order = oldData, oldOrder
		d.reread()
		return s, 0, err
	}
	d.written = false // the text before the first edit may come from another program
	*from = (*from)[:len(*from)-1]
	*to = append(*to, s)
	return s, goTo, nil
}

// node returns the node with a number, and the index of its game.
func (d *Document) node(number int) (n *kifu.Node, game int, err error) {
	if number < 0 || number >= len(d.nodes) || d.nodes[number] == nil {
		return nil, 0, wire.Fail(http.StatusNotFound, "node", "the record has no node %d", number)
	}
	n = d.nodes[number]
	return n, d.gameOf(n.Tree()), nil
}

func (d *Document) gameOf(t *kifu.Tree) int {
	for i, other := range d.trees {
		if other == t {
			return i
		}
	}
	panic("server: a node of a tree that is not the record's")
}

// Tree returns the tree of the game with an index.
func (d *Document) Tree(game int) (*kifu.Tree, error) {
	if game < 0 || game >= len(d.trees) {
		return nil, wire.Fail(http.StatusNotFound, "game", "the record has %d games, counted from 0, and no game %d", len(d.trees), game)
	}
	return d.trees[game], nil
}

// check is what was found when the moves and marks of a game were examined.
type check struct {
	found   []kifu.Diagnostic
	omitted int
	nodes   map[*kifu.Node]bool // the nodes with a warning or an error
	skipped int                 // number of nodes if the game has too many to be checked, otherwise 0
}

// judge checks a game and returns what it found. It keeps the result for later calls.
func (d *Document) judge(t *kifu.Tree) *check {
	if c := d.checks[t]; c != nil {
		return c
	}
	c := &check{nodes: map[*kifu.Node]bool{}}
	if n := t.Root().Count(); n > maxJudged {
		c.skipped = n
	} else {
		file := kifu.File{Trees: []*kifu.Tree{t}}
		file.Check()
		c.found, c.omitted = file.Diagnostics, file.Omitted
		for _, f := range c.found {
			if f.Node != nil && f.Severity >= kifu.Warning {
				c.nodes[f.Node] = true
			}
		}
	}
	if d.checks == nil {
		d.checks = map[*kifu.Tree]*check{}
	}
	d.checks[t] = c
	return c
}
