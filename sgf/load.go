package sgf

import (
	"fmt"
	"io"
	"runtime"
	"strings"
)

// The default limits of reading; [Options] can change them.
//
// They bound the memory that a file takes. A file takes the memory of its text (twice
// if it is not in UTF-8), and about 500 bytes for each node as counted for MaxNodes.
const (
	MaxSize  = 64 << 20 // bytes
	MaxNodes = 1 << 20  // nodes
)

// valuesOfNode is the number of values that count as one more node. A node without
// values takes about 60 bytes, and a value with its property takes up to 56.
const valuesOfNode = 4

// Options say how a file is read. The zero value reads leniently, detects the
// encoding and has the limits [MaxSize] and [MaxNodes].
type Options struct {
	// Encoding forces an encoding. If it is empty, the encoding is detected. Names are
	// those of [Encodings] and their usual aliases.
	Encoding string
	// Strict ends reading at the first error of the grammar, which is returned. Notes
	// and warnings do not count as errors.
	Strict bool
	// MaxBytes, MaxNodes and MaxDepth limit the whole file, or each game for [Scan].
	// Reading stops at a limit. Every four values count as one more node. A sequence of
	// a hundred nodes has a depth of a hundred. Zero means MaxSize bytes, MaxNodes nodes
	// and unlimited depth; a negative value means unlimited.
	MaxBytes int64
	MaxNodes int
	MaxDepth int
}

// withDefaults returns the options with the default limits filled in.
func (o Options) withDefaults() Options {
	if o.MaxBytes == 0 {
		o.MaxBytes = MaxSize
	}
	if o.MaxNodes == 0 {
		o.MaxNodes = MaxNodes
	}
	return o
}

// File is the content of a file.
type File struct {
	// Trees holds everything that could be read.
	Trees Collection
	// Encoding is the encoding of the file, with a name of [Encodings]. Text in
	// ASCII counts as UTF-8. The values of the trees are always in UTF-8, but the
	// property CA keeps its value.
	Encoding string
	// Diagnostics lists unusual things and faults, in the order of the file.
	Diagnostics []Diagnostic
	// Omitted is the number of diagnostics that were not kept; see [MaxDiagnostics].
	Omitted int
}

// Load reads a file to its end and parses it in the same way as [LoadBytes]. If
// reading fails, Load parses the text read so far and returns the reader's error.
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

// LoadBytes reads a file leniently: it reads as much as possible, and reports every
// fault as a [Diagnostic]. The error is
//
//   - a [*SyntaxError] that wraps [ErrNotSGF] if the file has no game tree
//   - an error that wraps [ErrTooLarge] if the file exceeds a limit of the options.
//     The trees before the limit are returned. A file with too many bytes is not read
//     at all.
//   - [ErrEncoding] if the options name an unknown encoding
//   - the first error of the grammar if Options.Strict is set. The trees before the
//     error are returned.
//
// The file is never nil. [Parse] describes the accepted grammar. After an error of
// the grammar, reading goes on as follows:
//
//   - Text outside of nodes, a "]" that closes nothing, a name without values and
//     values without a name are left out.
//   - If a value that is not text has no "]" before the next node, the "]" is assumed
//     before that node.
//   - If the file ends inside a value, the value is left out, since half a move could
//     look like a move. If a ")" is missing at the end, it is assumed.
//   - Nodes after the end of a tree continue its last line of moves.
//   - Properties after a variation begin one more variation.
//
// Values share one copy of the text of the file. Use strings.Clone to keep a few values
// without keeping the text of a large file in memory.
func LoadBytes(data []byte, o Options) (*File, error) {
	o = o.withDefaults()
	if limit := o.MaxBytes; limit > 0 && int64(len(data)) > limit {
		return &File{}, fmt.Errorf("%w: it has more than %d bytes", ErrTooLarge, limit)
	}
	return load(copied(data), o)
}

// copied returns string(data), but copies the data in parts, so that other goroutines
// run between the parts. A single copy cannot be preempted, and takes 0.1 s for 64 MiB
// of new memory.
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

// lastError returns the error that ended reading, which is the last error among the
// diagnostics.
func (f *File) lastError() error {
	for i := len(f.Diagnostics) - 1; i >= 0; i-- {
		if d := f.Diagnostics[i]; d.Severity == Error {
			return d.syntaxError()
		}
	}
	return nil
}

// Read reads r to its end and parses the text as [Parse] does, within the default
// limits. It returns [ErrTooLarge] for more than [MaxSize] bytes or [MaxNodes] nodes.
// If r returns an error, Read returns that error and the trees read so far.
func Read(r io.Reader) (Collection, error) {
	f, err := Load(r, Options{Strict: true})
	return f.Trees, err
}

// Parse reads a file in FF[4] or one of its predecessors, up to the first error of
// the grammar. It is like [LoadBytes] with Options.Strict, but without diagnostics and
// without limits. The error is a [*SyntaxError]. With an error, the collection has
// everything before the error, except a value that was cut off. Such a collection can
// be used and written like any other.
//
// Parse accepts the grammar of FF[4], and the following departures from it, which are
// common in files:
//
//   - any encoding of [Encodings], named by CA or detected
//   - a byte order mark, and any text before, between and after game trees, as in
//     mail; a smiley "(;-)" in that text does not begin a game tree
//   - lower-case letters in names: they are dropped (in FF[3] "White" is W); a name
//     without upper-case letters is turned into upper case
//   - digits after the first letter of a name (FF[1])
//   - a missing ";" at the beginning of a variation
//   - parentheses that contain no node of their own; they are ignored
//   - nodes after a variation; they begin one more variation
//   - the same property several times in a node; all of them are kept
//   - extra ")" after a game tree
func Parse(data []byte) (Collection, error) {
	f, err := LoadBytes(data, Options{Strict: true, MaxBytes: -1, MaxNodes: -1})
	return f.Trees, err
}
