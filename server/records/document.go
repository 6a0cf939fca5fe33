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

// Document is a record in memory: its games as trees, and the numbers of their nodes.
//
// The file on the disk decides. An edit changes the trees and is written, and only then it is done. When it cannot be
// written, the trees are read again from the text before the edit.
type Document struct {
	records *Records
	id      string

	mu      sync.Mutex
	closed  error // why the document takes no more requests
	meta    metadata
	changed time.Time
	message string // what was wrong with the file

	version int64 // grows with every change, also over a restart
	since   int64 // the first version for which the numbers of the nodes hold

	data    []byte  // content of the file
	written bool    // data is what textOf makes of the trees
	order   []int32 // numbers of the nodes in the order of the file
	trees   []*kifu.Tree
	nodes   []*kifu.Node // by number; nil for a node that is gone
	numbers map[*kifu.Node]int32
	checks  map[*kifu.Tree]*check
	history history
}

const (
	// maxNodes is the most nodes of a record, and maxTree of one of its games, that a page can show.
	maxNodes = 1_000_000
	maxTree  = 200_000
	// maxNode is the most bytes of a node: a page gets a node as a whole.
	maxNode = 1 << 20
	// maxJudged is the size of the largest game whose moves are all checked when it is shown.
	maxJudged = 50_000
)

// read makes the trees of data. Their nodes get the numbers of order, in the order of the file, or new numbers if
// order is nil. After an error the document is as it was.
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
		return nil, fmt.Errorf("the file has %d nodes and not %d", count, len(order))
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

// Read reads the content of a record.
func Read(data []byte) (*kifu.File, error) { return kifu.LoadBytes(data, ours()) }

// Version returns a number that grows with every change, also over a restart.
func (d *Document) Version() int64 { return d.version }

// Data returns the content of the record's file. The caller must not change it.
func (d *Document) Data() []byte { return d.data }

// Name returns the name of the file that was opened.
func (d *Document) Name() string { return d.meta.Name }

// ours are options for reading a file that the server has written.
func ours() kifu.Options { return kept(kifu.Options{Format: "sgf", Encoding: "UTF-8"}) }

// kept raises the limits of options for a file that is a record already: edits may have made it larger than an
// upload may be.
func kept(o kifu.Options) kifu.Options {
	o.MaxBytes, o.MaxNodes = maxRecordFile, 8*maxNodes
	return o
}

// reread undoes what was done to the trees since the file was written.
func (d *Document) reread() {
	if _, err := d.read(d.data, d.order, ours()); err != nil {
		// It was read before, so this cannot happen.
		d.records.service.Log.Error("a record cannot be read again", "record", d.id, "error", err)
		d.closed = fmt.Errorf("the record %s cannot be read again: open it once more", d.id)
	}
}

// renumber gives numbers to new nodes, drops the numbers of nodes that are gone, and returns the numbers in the
// order of the file.
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

// textOf writes a record.
func textOf(trees []*kifu.Tree) ([]byte, error) {
	var b bytes.Buffer
	_, err := kifu.Write(&b, kifu.WriteOptions{}, trees...)
	return b.Bytes(), err
}

// instead is the advice for a record that is too large.
const instead = "divide the file, or take it into the library, where each game can be opened"

// checkSize refuses a record that is larger than a page can show.
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

// checkBytes refuses a record of too many bytes.
func checkBytes(bytes int) error {
	if bytes <= maxRecordFile {
		return nil
	}
	return wire.Fail(http.StatusRequestEntityTooLarge, "", "the record takes %d MiB, and at most %d are kept here: %s", bytes>>20, maxRecordFile>>20, instead)
}

// save writes data as the new state of the record.
func (d *Document) save(data []byte) error {
	if err := d.records.files.save(d.id, data); err != nil {
		return fmt.Errorf("the record could not be saved, so nothing was done: %w", err)
	}
	d.changed = time.Now().UTC()
	d.version = max(d.version+1, d.changed.UnixMicro())
	return nil
}

// text returns what textOf makes of the trees. data may be another text with the same meaning, written by another
// program.
func (d *Document) text() ([]byte, error) {
	if d.written {
		return d.data, nil
	}
	return textOf(d.trees)
}

// keep writes what an edit at a node did to the trees and remembers how to undo it. unedited is the text before the
// edit: an edit that changes nothing is not written and cannot be undone. After an error nothing was done.
func (d *Document) keep(from *kifu.Node, done effect, unedited []byte) (goTo int, err error) {
	if err := checkSize(d.trees); err != nil {
		d.reread()
		return 0, err
	}
	data, err := textOf(d.trees)
	if err != nil {
		d.reread()
		return 0, wire.Fail(http.StatusUnprocessableEntity, "", "this cannot be written as SGF: %v", err)
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
	if done.reparse { // what says which board it is may have changed
		games := len(d.trees)
		_, err := d.read(data, order, ours())
		if err == nil && len(d.trees) != games {
			err = errors.New("the game could not be read any more")
		}
		if err != nil {
			d.data, d.order = oldData, oldOrder
			d.reread()
			return 0, wire.Fail(http.StatusUnprocessableEntity, "", "the record could not be read with that: %v", err)
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

// undo takes the last edit back, or makes it again when back is false. It returns the node to show.
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
	d.written = false // the text may be the one that was read at first
	*from = (*from)[:len(*from)-1]
	*to = append(*to, s)
	return s, goTo, nil
}

// node returns the node of a number, and the index of its game.
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

// tree is the game of an index.
func (d *Document) Tree(game int) (*kifu.Tree, error) {
	if game < 0 || game >= len(d.trees) {
		return nil, wire.Fail(http.StatusNotFound, "game", "the record has %d games, counted from 0: there is no game %d", len(d.trees), game)
	}
	return d.trees[game], nil
}

// check is the result of checking the moves and marks of a game.
type check struct {
	found   []kifu.Diagnostic
	omitted int
	nodes   map[*kifu.Node]bool // those with a warning or an error
	skipped int                 // number of nodes, when they are too many to check
}

// judge returns the check of a game, made when it is first needed.
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
