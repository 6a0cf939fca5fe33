package store

import (
	"bytes"
	"iter"

	"tengen/kifu"
)

// ParseRecords reads the games of a file in any format. A file in SGF with one game is
// kept byte for byte, every other game as SGF of its own.
func ParseRecords(name string, data []byte, skip int) iter.Seq2[Parsed, error] {
	return parsed(data, kifu.Games(data, kifu.Options{Name: name, Skip: skip}))
}

// parsed are games as they are kept; data is the content of a file with one game.
func parsed(data []byte, games iter.Seq2[kifu.Game, error]) iter.Seq2[Parsed, error] {
	return func(yield func(Parsed, error) bool) {
		for game, err := range games {
			p := Parsed{Index: game.Number - 1}
			if game.Tree != nil {
				raw := data
				if game.Format != kifu.FormatSGF || !game.Alone {
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
