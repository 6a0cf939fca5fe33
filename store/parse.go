package store

import (
	"bytes"
	"iter"

	"tengen/kifu"
)

// ParseRecords reads the games of a file in any format. A file in SGF with one game is
// kept byte for byte, every other game as SGF of its own.
func ParseRecords(name string, data []byte, skip int) iter.Seq2[Parsed, error] {
	return ParseWithin(kifu.Options{})(name, data, skip)
}

// ParseWithin is [ParseRecords] within the limits of the options.
func ParseWithin(limits kifu.Options) Parse {
	return func(name string, data []byte, skip int) iter.Seq2[Parsed, error] {
		options := limits // several goroutines read at the same time
		options.Name, options.Skip = name, skip
		return parsed(data, kifu.Games(data, options))
	}
}

// parsed are games as they are kept; data is the content of the file, nil for one that streams.
func parsed(data []byte, games iter.Seq2[kifu.Game, error]) iter.Seq2[Parsed, error] {
	return func(yield func(Parsed, error) bool) {
		for game, err := range games {
			p := Parsed{Index: game.Number - 1}
			if game.Tree != nil {
				raw := data
				if data == nil || game.Format != kifu.FormatSGF || !game.Alone {
					var b bytes.Buffer
					if _, bad := kifu.Write(&b, kifu.WriteOptions{}, game.Tree); bad != nil {
						err = bad
					}
					raw = b.Bytes()
				}
				if len(raw) > 0 {
					p.Raw, p.Record = raw, game.Tree.Record()
				}
			}
			if !yield(p, err) {
				return
			}
		}
	}
}
