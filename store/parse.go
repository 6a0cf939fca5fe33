package store

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"iter"

	"tengen/kifu"
)

// ParseRecords reads the games of a file in any format. An SGF file with a single game is
// kept byte for byte. Every other game becomes a separate SGF file.
func ParseRecords(name string, data []byte, skip int) iter.Seq2[Parsed, error] {
	return ParseWithin(kifu.Options{})(name, data, skip)
}

// ParseWithin returns a function that does the work of [ParseRecords] within the given
// limits.
func ParseWithin(limits kifu.Options) Parse {
	return func(name string, data []byte, skip int) iter.Seq2[Parsed, error] {
		options := limits // a copy, since several goroutines read at the same time
		options.Name, options.Skip = name, skip
		return parsed(data, kifu.Games(data, options))
	}
}

// parsed converts games to the form in which the library keeps them. data is the content
// of the file, or nil if the file is a stream.
func parsed(data []byte, games iter.Seq2[kifu.Game, error]) iter.Seq2[Parsed, error] {
	return func(yield func(Parsed, error) bool) {
		for game, err := range games {
			p := Parsed{Index: game.Number - 1}
			if game.Tree != nil {
				raw, record := data, game.Tree.Record()
				p.Cut = cmp.Or(record.Incomplete(), game.Cut)
				brokenOff := errors.Is(p.Cut, io.ErrUnexpectedEOF) // the rest of the game is not in the file
				if brokenOff && err != nil {
					p.Cut = nil // err is about the same fault
				}
				whole := p.Cut != nil && !brokenOff
				if part := data == nil || game.Format != kifu.FormatSGF || !game.Alone; part || whole {
					var b bytes.Buffer
					if _, bad := kifu.Write(&b, kifu.WriteOptions{}, game.Tree); bad != nil {
						err = bad
					}
					if part {
						raw = b.Bytes()
					}
					if whole {
						p.Whole = b.Bytes()
					}
				}
				if len(raw) > 0 {
					p.Raw, p.Record = raw, record
				}
			}
			if !yield(p, err) {
				return
			}
		}
	}
}
