package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/kifu"
)

// prepared is a game that is ready to be written. It is made without the database.
type prepared struct {
	place   int // place of the game in the file, from 0
	raw     []byte
	key     []byte
	former  []byte // key in libraries of older versions of this program, if it was another one; nil otherwise
	graph   *baduk.Graph
	trace   trace
	unusual error // reason why the game has no trace
	cut     error // reason why the trace lacks the last moves of the game
	turns   int
	result  outcome
	span
	komi *int // komi in half points
	info string
	// The texts below are folded.
	black string
	white string
	event string
	rules string
	text  string
}

// prepare makes a prepared game from a record. It returns an error if p has no record.
func prepare(file string, p Parsed) (*prepared, error) {
	r := p.Record
	if r == nil || r.Graph == nil {
		return nil, errors.New("it has no game")
	}
	info, err := json.Marshal(r.Info)
	if err != nil {
		return nil, err
	}
	g := &prepared{place: p.Index, raw: p.Raw, key: keyOf(r), graph: r.Graph, cut: p.Cut, turns: len(r.Moves),
		result: readResult(r.Info.Result), span: readDate(r.Info.Date), info: string(info),
		black: fold(r.Info.Black), white: fold(r.Info.White),
		event: fold(r.Info.Event + " " + r.Info.Round + " " + r.Info.Name), rules: fold(r.Info.Rules)}
	if len(r.Moves) == 0 || len(p.Whole) > 0 { // board, set-up and moves do not identify the game
		g.key, g.former = keyOf(r, info, p.Whole), g.key
	}
	if r.RulesKnown {
		g.rules += "\n" + fold(r.Rules.Name())
	}
	if r.KomiKnown {
		half := int(r.Rules.Komi)
		g.komi = &half
	}
	i := r.Info
	g.text = fold(strings.Join([]string{i.Black, i.BlackTeam, i.White, i.WhiteTeam, i.Name, i.Event, i.Round, i.Date, i.Place,
		i.Result, i.Rules, i.Opening, i.Annotator, i.Recorder, i.Source, i.Copyright, i.Comment, file}, " / "))
	g.trace, g.unusual = traceOf(r)
	return g, nil
}

// keyOf returns the key by which duplicates are found. It is a hash of the board, the
// set-up, the moves and more data.
func keyOf(r *kifu.Record, more ...[]byte) []byte {
	b := binary.LittleEndian.AppendUint64(nil, r.Graph.Fingerprint())
	b = binary.LittleEndian.AppendUint32(b, uint32(r.Graph.Len()))
	for _, stones := range [2][]baduk.Point{r.Setup.Black, r.Setup.White} {
		stones = slices.Clone(stones)
		slices.Sort(stones)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(stones)))
		for _, p := range stones {
			b = binary.LittleEndian.AppendUint16(b, uint16(p))
		}
	}
	for _, m := range r.Moves {
		b = append(b, byte(m.Color))
		b = binary.LittleEndian.AppendUint16(b, uint16(m.Point))
	}
	for _, data := range more {
		b = append(b, data...)
	}
	sum := sha256.Sum256(b)
	return sum[:16]
}
