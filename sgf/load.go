package sgf

import (
	"fmt"
	"io"
	"runtime"
	"strings"
)

// The limits of reading unless [Options] say otherwise.
//
// They bound what a file costs, whatever it holds: its text, at most twice where
// it is not in UTF-8, and some 500 bytes for each node that counts.
const (
	MaxSize  = 64 << 20 // bytes
	MaxNodes = 1 << 20  // nodes
)

// valuesOfNode is how many values count as a node: a node without values takes
// some 60 bytes, and a value with its property up to 56.
const valuesOfNode = 4

// Options say how a file is read. The zero value reads leniently, finds out the
// encoding and has the limits [MaxSize] and [MaxNodes].
type Options struct {
	// Encoding is the encoding of the text, whatever the file says; empty to
	// find it out. Names are those of [Encodings] and their usual aliases.
	Encoding string
	// Strict ends reading at the first error of the grammar, which is returned.
	// Notes and warnings are no errors.
	Strict bool
	// MaxBytes, MaxNodes and MaxDepth are limits of what is read at once: the
	// file, or a game with [Scan]. Reading stops at them. Four values count as one
	// more node, and a sequence of a hundred nodes is a hundred deep. Zero means
	// MaxSize bytes, MaxNodes nodes and no limit of depth; below zero is no limit.
	MaxBytes int64
	MaxNodes int
	MaxDepth int
}

// withDefaults are the options with the limits that hold.
func (o Options) withDefaults() Options {
	if o.MaxBytes == 0 {
		o.MaxBytes = MaxSize
	}
	if o.MaxNodes == 0 {
		o.MaxNodes = MaxNodes
	}
	return o
}

// File is what a file holds.
type File struct {
	// Trees has everything that could be read.
	Trees Collection
	// Encoding is the encoding of the file as [Encodings] names it. Text in
	// ASCII counts as UTF-8. The values of the trees are always in UTF-8; CA in a
	// tree stays what it was.
	Encoding string
	// Diagnostics say what was unusual or wrong, in the order of the file.
	Diagnostics []Diagnostic
	// Omitted is how many more there were; see [MaxDiagnostics].
	Omitted int
}

// Load reads a file to its end and parses it as [LoadBytes] does. If reading
// fails, what came before is parsed, and the error is the reader's.
func Load(r io.Reader, o Options) (*File, error) {
	o = o.withDefaults()
	limit := o.MaxBytes
	var b strings.Builder
	if sized, ok := r.(interface{ Len() int }); ok && (limit < 0 || int64(sized.Len()) <= limit) {
		b.Grow(sized.Len())
	}
	if limit > 0 && limit < 1<<62 {
		r = io.LimitReader(r, limit+1)
	}
	_, err := io.Copy(&b, r)
	if limit > 0 && int64(b.Len()) > limit {
		return &File{}, fmt.Errorf("%w: it has more than %d bytes", ErrTooLarge, limit)
	}
	f, parseErr := load(b.String(), o)
	if err != nil {
		return f, fmt.Errorf("reading SGF: %w", err)
	}
	return f, parseErr
}

// LoadBytes reads a file leniently: whatever is wrong with it becomes a
// [Diagnostic], and everything that can be read is read. The error is
//
//   - a [*SyntaxError] of kind [ErrNotSGF] if there is no game tree at all
//   - one of kind [ErrTooLarge] if there are more bytes, nodes or depth than the
//     options allow; what came before is in the file
//   - [ErrEncoding] if the options name an encoding that we do not know
//   - with Options.Strict, the first error of the grammar; what came before it is
//     in the file
//
// The file is never nil. What is accepted is in the description of [Parse]. After
// an error of the grammar, reading goes on as follows:
//
//   - text that belongs nowhere, a "]" that closes nothing, a name without values
//     and values without a name are left out
//   - a value that is not text and runs into the next node ends before that: a "]"
//     is missing
//   - a value that the end of the file cuts off is left out, since half a move
//     would pass for a move; the ")" that are missing there are assumed
//   - nodes after the end of a tree continue its last line of moves
//   - properties behind a variation begin one more variation
//
// Values share one copy of the text; strings.Clone what shall outlive a large
// file.
func LoadBytes(data []byte, o Options) (*File, error) {
	o = o.withDefaults()
	if limit := o.MaxBytes; limit > 0 && int64(len(data)) > limit {
		return &File{}, fmt.Errorf("%w: it has more than %d bytes", ErrTooLarge, limit)
	}
	return load(copied(data), o)
}

// copied is string(data), made in parts between which other goroutines run: a copy
// cannot be interrupted, and one of 64 MiB takes 0.1 s when its memory is new.
func copied(data []byte) string {
	const part = 256 << 10
	var b strings.Builder
	b.Grow(len(data))
	for len(data) > part {
		b.Write(data[:part])
		data = data[part:]
		runtime.Gosched()
	}
	b.Write(data)
	return b.String()
}

func load(data string, o Options) (*File, error) {
	p := parser{options: o, index: newPropertyIndex()}
	s, err := newSource(data, o.Encoding, &p.findings)
	f := &File{Encoding: s.charset.name}
	if err != nil {
		return f, err
	}
	p.text = s.text
	p.collection()
	p.findings.place(s)
	f.Trees, f.Diagnostics, f.Omitted = p.trees, p.findings.list, p.findings.omitted
	if p.stopped || len(f.Trees) == 0 {
		return f, f.lastError()
	}
	return f, nil
}

// lastError is the error that ended reading: of those that were found, none comes
// after it in the file.
func (f *File) lastError() error {
	for i := len(f.Diagnostics) - 1; i >= 0; i-- {
		if d := f.Diagnostics[i]; d.Severity == Error {
			return d.syntaxError()
		}
	}
	return nil
}

// Read reads everything and parses it as [Parse] does. The error is
// [ErrTooLarge] if there is more than [MaxSize], and the reader's if reading
// fails; what came before the failure is parsed and returned with it.
func Read(r io.Reader) (Collection, error) {
	f, err := Load(r, Options{Strict: true})
	return f.Trees, err
}

// Parse reads a file in FF[4] or one of its predecessors, up to the first error
// in its grammar: it is [LoadBytes] with Options.Strict for those who want no
// diagnostics. It has no limits. The error is a [*SyntaxError], and the collection then holds what
// was read up to there, a value that was cut off excepted; it can be used and
// written like any other. The grammar is that of FF[4], with more accepted, each
// because such files are common:
//
//   - any encoding of [Encodings], named by CA or found out
//   - a byte order mark, and anything before, between and after game trees, as in
//     mail; smileys "(;-)" in it are no game trees
//   - lower-case letters in names, which are dropped (FF[3]: "White" is W), or
//     raised if there are no others; digits after the first letter (FF[1])
//   - a missing ";" at the beginning of a variation
//   - parentheses that hold no node themselves, which make no difference
//   - nodes after a variation, which are one more variation
//   - the same property several times in a node, which stays so
//   - ")" too many after a game tree
func Parse(data []byte) (Collection, error) {
	f, err := LoadBytes(data, Options{Strict: true, MaxBytes: -1, MaxNodes: -1})
	return f.Trees, err
}
