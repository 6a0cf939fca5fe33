package kifu

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"tengen/sgf"
)

// Format is a format of files with game records.
type Format uint8

// The formats. docs/formats.md says what each keeps and loses.
const (
	FormatSGF   Format = iota
	FormatNGF          // Cyberoro and wBaduk
	FormatGIB          // Tygem
	FormatUGF          // PandaNet, also UGI
	FormatJGOF         // Online-Go, JSON
	FormatTygem        // the collections of Tygem and TOM, one game a line
	FormatLines        // our own, one game a line
	FormatGTP          // a list of commands that replays a game
)

// FormatInfo is what a program says about a format to those who choose one.
type FormatInfo struct {
	Format     Format
	Name       string   // of one word, as [ParseFormat] reads it
	Title      string   // whose it is
	Extensions []string // of files, the usual one first, with their dot
	Read       bool     // games can be read from it
	Write      bool     // a game can be written in it
	Many       bool     // a file may have many games
}

// Formats are all formats, in the order of their constants.
func Formats() []FormatInfo {
	return []FormatInfo{
		{FormatSGF, "sgf", "Smart Game Format", []string{".sgf"}, true, true, true},
		{FormatNGF, "ngf", "Cyberoro and wBaduk", []string{".ngf"}, true, false, false},
		{FormatGIB, "gib", "Tygem", []string{".gib"}, true, true, false},
		{FormatUGF, "ugf", "PandaNet", []string{".ugf", ".ugi"}, true, true, false},
		{FormatJGOF, "jgof", "Online-Go", []string{".jgof", ".json"}, true, true, false},
		{FormatTygem, "tygem", "collections of Tygem and TOM, one game a line", []string{".index", ".kifu"}, true, false, true},
		{FormatLines, "lines", "tengen, one game a line", []string{".tsv"}, true, true, true},
		{FormatGTP, "gtp", "commands of the Go Text Protocol", []string{".gtp"}, false, true, false},
	}
}

// String is the name of the format.
func (f Format) String() string {
	if all := Formats(); int(f) < len(all) {
		return all[f].Name
	}
	return fmt.Sprintf("Format(%d)", uint8(f))
}

// ParseFormat reads the name of a format or one of its extensions, with or without
// its dot.
func ParseFormat(text string) (Format, error) {
	s := strings.ToLower(strings.TrimSpace(text))
	var names []string
	for _, info := range Formats() {
		if s == info.Name || slices.Contains(info.Extensions, "."+strings.TrimPrefix(s, ".")) {
			return info.Format, nil
		}
		names = append(names, info.Name)
	}
	return FormatSGF, fmt.Errorf("%q is not a format; there are %s", clip(text), strings.Join(names, ", "))
}

// sniffed is how much of a file [Detect] looks at.
const sniffed = 1 << 16

// Detect says which format a file is in, by its content and, where that says
// nothing, by its name. What is in none of the formats is SGF, whose reader says
// what is wrong.
func Detect(name string, data []byte) Format {
	text := string(data[:min(len(data), sniffed)])
	if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") || strings.Count(text, "\x00") > len(text)/4 {
		text = strings.ReplaceAll(text[min(2, len(text)):], "\x00", "") // UTF-16: its ASCII is enough
	}
	text = strings.TrimPrefix(text, "\ufeff")
	first := firstGameLine(text)
	text = strings.TrimLeft(text, " \t\r\n\x00")
	switch {
	case strings.HasPrefix(text, "("):
		return FormatSGF
	case strings.HasPrefix(text, `\HS`) || strings.HasPrefix(text, `\[`) || strings.HasPrefix(text, `\GS`):
		return FormatGIB
	case strings.HasPrefix(text, "{"):
		return FormatJGOF
	case strings.Count(first, "\t") == lineColumns-1 && !looksLikeIndex(first):
		return FormatLines
	case strings.Contains(first, "\t;B[") || strings.Contains(first, "\t;W[") || looksLikeIndex(first):
		return FormatTygem
	}
	for _, line := range textLines(text) {
		switch {
		case strings.EqualFold(line, "[Header]"):
			return FormatUGF
		case strings.HasPrefix(line, "(") && strings.HasPrefix(strings.TrimLeft(line[1:], " \t"), ";"):
			return FormatSGF // behind text, as in mail
		case len(line) == 9 && isNGFMove(line) && line[5] == line[8] && line[6] == line[7]:
			return FormatNGF
		case strings.HasPrefix(line, `\[GIBOKIND`) || strings.HasPrefix(line, "STO 0 "):
			return FormatGIB
		}
	}
	if strings.Contains(text, "(;") {
		return FormatSGF
	}
	if f, err := ParseFormat(filepath.Ext(name)); err == nil && f != FormatGTP {
		return f
	}
	return FormatSGF
}

// firstGameLine is the first line, with its tabs, that is neither empty nor a remark.
func firstGameLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); strings.TrimSpace(line) != "" && line[0] != '#' {
			return line
		}
	}
	return ""
}

// looksLikeIndex recognises the index of a collection by its date and result.
func looksLikeIndex(line string) bool {
	fields := strings.Split(line, "\t")
	if n := len(fields); n != 8 && n != 11 && n != 12 {
		return false
	}
	_, ok := isoDate(fields[1])
	return ok && len(fields[1]) >= 10
}

// imported are the trees of a file in any format, with what was found on reading.
type imported struct {
	trees       sgf.Collection
	encoding    string
	diagnostics []sgf.Diagnostic
	omitted     int           // diagnostics
	notes       []string      // what was assumed and ignored, with the line
	cuts        map[int]error // why a game lacks moves or stones, by its number from 1
}

// Limits of files in other formats than SGF. A game has some kilobytes.
const (
	maxForeign = 16 << 20 // bytes of a file with one game
	maxMany    = 32 << 20 // bytes of a file with a game a line, read at once
)

// importTrees reads a file in a format. SGF is read as [sgf.LoadBytes] does it. Of
// the others the text is decoded, and what is wrong in it becomes a note; the error
// says that it is not in this format at all (errFormat), or too large
// ([sgf.ErrTooLarge]): with the options, with more than 16 MiB for one game, or 32
// MiB for a game a line, which importLines reads without a limit. The trees need at
// most 40 times the size of the file, or 80 times where a move may have two bytes
// (JSON and a game a line), and besides 2 KiB for each game.
func importTrees(name string, data []byte, format Format, o sgf.Options) (*imported, error) {
	if format == FormatSGF {
		file, err := sgf.LoadBytes(data, o)
		return &imported{trees: file.Trees, encoding: file.Encoding, diagnostics: file.Diagnostics, omitted: file.Omitted}, err
	}
	result := &imported{}
	parse, many, err := importerOf(format)
	if err != nil {
		return result, err
	}
	limit := int64(maxForeign)
	if many {
		limit = maxMany
	}
	if o.MaxBytes > 0 {
		limit = min(limit, o.MaxBytes)
	}
	if int64(len(data)) > limit {
		return result, fmt.Errorf("%s: %w: it has more than %d bytes", name, sgf.ErrTooLarge, limit)
	}
	text, encoding, diagnostics, err := sgf.Decode(data, sgf.DecodeOptions{Encoding: o.Encoding, Expected: expectedEncoding(format, data)})
	result.encoding, result.diagnostics = encoding, diagnostics
	if err != nil {
		return result, err
	}
	if many {
		return result, result.addLines(name, text, format, o)
	}
	game, err := parse(text)
	if err != nil {
		return result, fmt.Errorf("%s, read as %s: %w", name, format, err)
	}
	result.notes = game.notes
	return result, result.add(game, o)
}

// importerOf is the function that reads one game, or says that there are many.
func importerOf(format Format) (parse func(string) (*foreign, error), many bool, err error) {
	switch format {
	case FormatNGF:
		return importNGF, false, nil
	case FormatGIB:
		return importGIB, false, nil
	case FormatUGF:
		return importUGF, false, nil
	case FormatJGOF:
		return importJGOF, false, nil
	case FormatTygem:
		return importTygemLine, true, nil
	case FormatLines:
		return importLine, true, nil
	}
	return nil, false, fmt.Errorf("the format %v cannot be read", format)
}

// expectedEncoding is what the header of a file says of its country.
func expectedEncoding(format Format, data []byte) string {
	head := string(data[:min(len(data), 4096)])
	value := func(key string) string {
		_, rest, _ := strings.Cut(head, key)
		rest, _, _ = strings.Cut(rest, "\n")
		return strings.ToLower(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), `\]`)))
	}
	switch format {
	case FormatGIB:
		return map[string]string{"korea": "EUC-KR", "china": "GB18030", "japan": "Shift_JIS"}[value("GIBOKIND=")]
	case FormatUGF:
		return value("Lang=")
	}
	return ""
}

// add takes a game within the limits of the options.
func (r *imported) add(game *foreign, o sgf.Options) error {
	count := 0
	for range game.root.All() { // a line, as deep as it is long
		count++
	}
	if o.MaxNodes > 0 && count > o.MaxNodes || o.MaxDepth > 0 && count > o.MaxDepth {
		return fmt.Errorf("%w: a game has %d nodes", sgf.ErrTooLarge, count)
	}
	r.trees = append(r.trees, game.root)
	if game.cut != nil {
		if r.cuts == nil {
			r.cuts = map[int]error{}
		}
		r.cuts[len(r.trees)] = game.cut
	}
	return nil
}

// addLines reads all games of a file with a game a line.
func (r *imported) addLines(name, text string, format Format, o sgf.Options) error {
	var firstBad error
	left := o.MaxNodes
	for game, err := range importLines(strings.NewReader(text), format, 0) {
		if err != nil {
			return err
		}
		if game.err != nil {
			if firstBad == nil {
				firstBad = game.err
			}
			r.note("%v; the line was left out", game.err)
			continue
		}
		if err := r.add(game.foreign, sgf.Options{MaxNodes: left, MaxDepth: o.MaxDepth}); err != nil {
			return fmt.Errorf("line %d: %w", game.line, err)
		}
		if o.MaxNodes > 0 {
			for range game.root.MainLine() {
				left--
			}
			if left <= 0 || len(r.trees) > max(1, o.MaxNodes/nodesOfTree) {
				return fmt.Errorf("line %d: %w: more than %d nodes", game.line, sgf.ErrTooLarge, o.MaxNodes)
			}
		}
		for _, n := range game.notes {
			r.note("line %d: %s", game.line, n)
		}
	}
	if len(r.trees) == 0 {
		if firstBad == nil {
			firstBad = errors.New("the file is empty")
		}
		return fmt.Errorf("%s, read as %s: no line is a game: %w", name, format, firstBad)
	}
	return nil
}

// note keeps as many notes as there are diagnostics at most.
func (r *imported) note(format string, args ...any) {
	if len(r.notes) >= sgf.MaxDiagnostics {
		r.omitted++
		return
	}
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}
