package recordfiles

import (
	"bytes"
	"errors"
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
	games  int
	Lost   []string       // notes about data that the format cannot store
	times  map[string]int // number of games with each note
}

// add adds a game. The parameter many reports whether the file has other games.
func (m *Converted) add(t *kifu.Tree, many bool) error {
	m.games++
	if m.format == kifu.FormatSGF {
		_, err := kifu.Write(m, kifu.WriteOptions{}, t)
		return err
	}
	data, lost, err := t.Export(m.format)
	if err != nil && many {
		err = fmt.Errorf("game %d: %w", m.games, err)
	}
	for _, note := range lost {
		if m.times == nil {
			m.times = map[string]int{}
		}
		if m.times[note]++; m.times[note] == 1 {
			m.Lost = append(m.Lost, note)
		}
	}
	m.Write(data)
	return err
}

// end adds the name of the file and the number of affected games to each note.
func (m *Converted) end(name string) {
	for i, note := range m.Lost {
		if m.games > 1 {
			note = fmt.Sprintf("%s (in %d of %d games)", note, m.times[note], m.games)
		}
		m.Lost[i] = name + ": " + note
	}
}

// Convert converts games.
func (c Conversion) Convert(name string, trees []*kifu.Tree) (Converted, error) {
	m := Converted{format: c.To.Format}
	if c.Encoding != "" {
		if _, err := kifu.Write(&m, kifu.WriteOptions{Encoding: c.Encoding}, trees...); err != nil {
			return m, fmt.Errorf("%s: %w", name, err)
		}
		return m, nil
	}
	for _, t := range trees {
		if err := m.add(t, len(trees) > 1); err != nil {
			return m, fmt.Errorf("%s: %w", name, err)
		}
	}
	m.end(name)
	return m, nil
}

// Made is a converted file, or the error of the conversion.
type Made struct {
	Converted
	Source string // the source file, for messages
	Path   string // path of the converted file within the folder of all converted files
	Err    error
}

// WithoutNumber removes the number from a note such as "12 comments were left out". Notes about
// the same kind of lost data then become equal for all games, and can be counted.
func WithoutNumber(note string) string {
	note = strings.TrimLeft(note, "0123456789 ")
	one, _ := strings.CutSuffix(note, " was left out")
	for _, words := range [...][2]string{{"variation", "variations"}, {"comment", "comments"}, {"node with marks", "nodes with marks"}, {"time of a move", "times of moves"}} {
		if one == words[0] {
			return words[1] + " were left out"
		}
	}
	return note
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
		if m.Converted, m.Err = c.Convert(f.Name, part); m.Err != nil {
			m.Err = errors.New(strings.TrimPrefix(m.Err.Error(), f.Name+": "))
		}
		if !yield(m) {
			return
		}
	}
}

// nameOf returns the name of the converted file, without an extension.
func (c Conversion) nameOf(f File) string {
	name := strings.ReplaceAll(f.Within, "!", string(filepath.Separator))
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// stream converts a file of many games one by one.
func (m *Made) stream(f File, o kifu.Options, to kifu.Format) (err error) {
	m.Converted = Converted{format: to}
	f.LoadEach(o, func(l Loaded) bool {
		if err = l.Err; err != nil {
			return false
		}
		for _, t := range l.Trees {
			if err = m.add(t, true); err != nil {
				return false
			}
		}
		return true
	})
	m.end(f.Name)
	return err
}
