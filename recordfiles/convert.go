package recordfiles

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"tengen/kifu"
	"tengen/store"
)

// Conversion holds the settings of a conversion.
type Conversion struct {
	To       kifu.FormatInfo
	Encoding string       // encoding of the output; "" means UTF-8, and only SGF allows others
	Game     int          // number of the game to convert, from 1; 0 means all games
	Read     kifu.Options // options for reading
}

// Converted is a file in another format, in memory.
type Converted struct {
	bytes.Buffer
	format kifu.Format
	Games  int               // number of games in the file
	Losses []Loss            // data that the format cannot store
	Failed []error           // errors of the games that cannot be converted, if the source has several games
	index  map[kifu.Loss]int // indices of Losses
}

// Loss is data that the format of a converted file cannot store. The same data may be missing from several games.
type Loss struct {
	kifu.Loss
	Games int // number of games in which it is lost
}

// add adds a game. The parameter named many reports whether the source has other games. If it has, add leaves out a
// game that cannot be converted.
func (m *Converted) add(t *kifu.Tree, many bool) error {
	if m.format == kifu.FormatSGF {
		m.Games++
		_, err := kifu.Write(m, kifu.WriteOptions{}, t)
		return err
	}
	data, losses, err := t.Export(m.format)
	if err != nil && many {
		m.Failed = append(m.Failed, fmt.Errorf("game %d: %w", t.Number(), err))
		return nil
	}
	if err != nil {
		return err
	}
	m.Games++
	for _, loss := range losses {
		i, known := m.index[loss]
		if !known {
			if m.index == nil {
				m.index = map[kifu.Loss]int{}
			}
			i, m.Losses = len(m.Losses), append(m.Losses, Loss{Loss: loss})
			m.index[loss] = i
		}
		m.Losses[i].Games++
	}
	m.Write(data)
	return nil
}

// Convert converts games.
func (c Conversion) Convert(trees []*kifu.Tree) (Converted, error) {
	m := Converted{format: c.To.Format}
	if c.Encoding != "" {
		_, err := kifu.Write(&m, kifu.WriteOptions{Encoding: c.Encoding}, trees...)
		return m, err
	}
	for _, t := range trees {
		if err := m.add(t, len(trees) > 1); err != nil {
			return m, err
		}
	}
	return m, nil
}

// Made is a converted file, or the error of the conversion.
type Made struct {
	Converted
	Source string // the source file, for messages
	Path   string // path of the converted file within the folder of all converted files
	// Faults has the messages of [Loaded.Faults]. If the source file becomes several files, only the first has them.
	Faults []string
	Err    error
}

// File converts the games of a file.
func (c Conversion) File(f File, yield func(Made) bool) {
	m := Made{Source: f.Name, Path: c.nameOf(f) + c.To.Extensions[0]}
	if f.Open != nil && c.To.Many && c.Game == 0 && c.Encoding == "" {
		m.Err = m.stream(f, c.Read, c.To.Format)
		yield(m)
		return
	}
	l := f.Load(c.Read)
	if m.Err = l.NoGame(); m.Err != nil {
		yield(m)
		return
	}
	trees := l.Trees
	if c.Game > 0 {
		tree, err := l.Tree(c.Game)
		if err != nil {
			m.Err = err
			yield(m)
			return
		}
		trees = []*kifu.Tree{tree}
	}
	m.Faults = l.Faults()
	parts := [][]*kifu.Tree{trees}
	if !c.To.Many && len(trees) > 1 {
		parts = nil
		for i := range trees {
			parts = append(parts, trees[i:i+1])
		}
	}
	for _, part := range parts {
		if len(parts) > 1 {
			m.Path = c.nameOf(f) + "-" + padded(part[0].Number(), trees[len(trees)-1].Number()) + c.To.Extensions[0]
		}
		if m.Converted, m.Err = c.Convert(part); m.Err != nil && len(parts) > 1 {
			m.Err = fmt.Errorf("game %d: %w", part[0].Number(), m.Err)
		}
		if !yield(m) {
			return
		}
		m.Faults = nil
	}
}

// nameOf returns the name of the converted file, without the extensions of the format and of the compression.
func (c Conversion) nameOf(f File) string {
	name, packed := store.UnpackedName(f.Within)
	extension := filepath.Ext(name)
	if _, err := kifu.ParseFormat(extension); packed && err != nil {
		return name
	}
	return strings.TrimSuffix(name, extension)
}

// stream converts a file of many games one by one.
func (m *Made) stream(f File, o kifu.Options, to kifu.Format) (err error) {
	m.Converted = Converted{format: to}
	f.LoadEach(o, func(l Loaded) bool {
		if err = l.Err; err != nil {
			return false
		}
		m.Faults = append(m.Faults, l.Faults()...)
		for _, t := range l.Trees {
			if err = m.add(t, true); err != nil {
				return false
			}
		}
		return true
	})
	return err
}
