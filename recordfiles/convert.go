package recordfiles

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"tengen/kifu"
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
	index  map[kifu.Loss]int // indices of Losses
}

// Loss is data that the format of a converted file cannot store. The same data may be missing from several games.
type Loss struct {
	kifu.Loss
	Games int // number of games in which it is lost
}

// add adds a game. The parameter named many reports whether the file has other games.
func (m *Converted) add(t *kifu.Tree, many bool) error {
	m.Games++
	if m.format == kifu.FormatSGF {
		_, err := kifu.Write(m, kifu.WriteOptions{}, t)
		return err
	}
	data, losses, err := t.Export(m.format)
	if err != nil && many {
		err = fmt.Errorf("game %d: %w", m.Games, err)
	}
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
	return err
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
	// Faults has a message for each error in the source file. If the file becomes several files, only the first has them.
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
			m.Err = fmt.Errorf("the file does not have a game %d", c.Game)
			yield(m)
			return
		}
		trees = []*kifu.Tree{tree}
	}
	m.Faults = l.Errors()
	parts := [][]*kifu.Tree{trees}
	if !c.To.Many && len(trees) > 1 {
		parts = nil
		for i := range trees {
			parts = append(parts, trees[i:i+1])
		}
	}
	for i, part := range parts {
		if len(parts) > 1 {
			m.Path = fmt.Sprintf("%s-%0*d%s", c.nameOf(f), max(3, len(fmt.Sprint(len(parts)))), i+1, c.To.Extensions[0])
		}
		m.Converted, m.Err = c.Convert(part)
		if !yield(m) {
			return
		}
		m.Faults = nil
	}
}

// nameOf returns the name of the converted file, without an extension.
func (c Conversion) nameOf(f File) string {
	return strings.TrimSuffix(f.Within, filepath.Ext(f.Within))
}

// stream converts a file of many games one by one.
func (m *Made) stream(f File, o kifu.Options, to kifu.Format) (err error) {
	m.Converted = Converted{format: to}
	f.LoadEach(o, func(l Loaded) bool {
		if err = l.Err; err != nil {
			return false
		}
		m.Faults = append(m.Faults, l.Errors()...)
		for _, t := range l.Trees {
			if err = m.add(t, true); err != nil {
				return false
			}
		}
		return true
	})
	return err
}
