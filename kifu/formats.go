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

// The formats. docs/formats.md says which data each of them can store.
const (
	FormatSGF   Format = iota
	FormatNGF          // Cyberoro and wBaduk
	FormatGIB          // Tygem
	FormatUGF          // PandaNet, also UGI
	FormatJGOF         // Online-Go, JSON
	FormatTygem        // the collections of Tygem and TOM, one game per line
	FormatLines        // tengen's own format, one game per line
	FormatGTP          // a list of commands that replays a game
)

// FormatInfo describes a format for users who choose one.
type FormatInfo struct {
	Format     Format
	Name       string   // a single word, as [ParseFormat] reads it
	Title      string   // the servers and programs that use it
	Extensions []string // file extensions with their dot, the usual one first
	Read       bool     // this package reads it
	Write      bool     // this package writes it
	Many       bool     // a file may have many games
}

// Formats returns all formats, in the order of their constants.
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
// the dot.
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

// sniffed is the number of bytes at the beginning of a file that [Detect] examines.
const sniffed = 1 << 16

// Detect finds the format of a file by its content and, if that is not enough, by its
// name. For a file in an unknown format it returns SGF, so that the reader of SGF
// reports the fault.
func Detect(name string, data []byte) Format {
	text := string(data[:min(len(data), sniffed)])
	if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") || strings.Count(text, "\x00") > len(text)/4 {
		text = strings.ReplaceAll(text[min(2, len(text)):], "\x00", "") // UTF-16: the ASCII characters are enough
	}
	text = strings.TrimPrefix(text, "\ufeff")
	first := firstGameLine(text)
	text = strings.TrimLeft(text, " \t\r\n\x00")
	switch {
	case hasSize(first): // its first column may begin like a file in another format
		return FormatLines
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
			return FormatSGF // a game may follow other text, for example in mail
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

// firstGameLine returns the first line that is neither empty nor a comment. It keeps
// the tabs of the line.
func firstGameLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); strings.TrimSpace(line) != "" && line[0] != '#' {
			return line
		}
	}
	return ""
}

// hasSize reports whether a line has the columns of tengen's own format, and a size in its second column.
func hasSize(line string) bool {
	columns := strings.Split(line, "\t")
	if len(columns) != lineColumns {
		return false
	}
	_, _, err := sgf.ParseSize(columns[1])
	return err == nil
}

// looksLikeIndex reports whether a line is from the index of a collection, which has a
// date and a result.
func looksLikeIndex(line string) bool {
	fields := strings.Split(line, "\t")
	if n := len(fields); n != 8 && n != 11 && n != 12 {
		return false
	}
	_, ok := isoDate(fields[1])
	return ok && len(fields[1]) >= 10
}

// imported has the trees of a file in any format and the findings about it.
type imported struct {
	trees       sgf.Collection
	numbers     []int // number of each tree in the file, from 1; nil if all games of the file have trees
	encoding    string
	diagnostics []sgf.Diagnostic
	omitted     int           // number of diagnostics that were not kept
	notes       []string      // notes about assumptions and ignored data, each with its line
	noted       []int         // number of the game that each note is about; nil if the notes are about the whole file
	cuts        map[int]error // reason why a game lacks moves or stones, by the number of the game from 1
}

// Limits of files in formats other than SGF. A game takes a few kilobytes.
const (
	maxForeign = 16 << 20 // bytes of a file with one game
	maxMany    = 32 << 20 // bytes of a file with one game per line, read as a whole
)

// importTrees reads a file in the given format. It reads SGF with [sgf.LoadBytes]. In
// other formats it reports faults as notes. It returns errFormat if the file is not in
// the format at all. It returns [sgf.ErrTooLarge] if the file exceeds maxForeign or
// maxMany, or the limit of the options. importLines, in contrast, reads files of any
// size.
//
// The trees take at most 40 times as much memory as the file. In JSON, and in files
// with one game per line, a move may have two bytes; the trees of such a file take at
// most 80 times as much. Each game takes 2 KiB more.
func importTrees(name string, data []byte, format Format, o sgf.Options) (*imported, error) {
	in, err := importerOf(format)
	if err != nil {
		return &imported{}, err
	}
	if format != FormatSGF {
		return in.trees(name, data, o)
	}
	file, err := sgf.LoadBytes(data, o)
	return &imported{trees: file.Trees, encoding: file.Encoding, diagnostics: file.Diagnostics, omitted: file.Omitted}, err
}

// importer reads the files of one format.
type importer struct {
	format   Format
	game     func(text string) (*foreign, error) // reads one game; nil for SGF, which sgf reads
	encoding func(head string) string            // the encoding that the header of a file implies, or nil
}

func importerOf(format Format) (importer, error) {
	switch format {
	case FormatSGF:
		return importer{format: format}, nil
	case FormatNGF:
		return importer{format: format, game: importNGF}, nil
	case FormatGIB:
		return importer{format: format, game: importGIB, encoding: encodingOfGIB}, nil
	case FormatUGF:
		return importer{format: format, game: importUGF, encoding: encodingOfUGF}, nil
	case FormatJGOF:
		return importer{format: format, game: importJGOF}, nil
	case FormatTygem:
		return importer{format: format, game: importTygemLine}, nil
	case FormatLines:
		return importer{format: format, game: importLine}, nil
	}
	return importer{}, fmt.Errorf("the format %v cannot be read", format)
}

// trees decodes the text of a file and reads its games.
func (in importer) trees(name string, data []byte, o sgf.Options) (*imported, error) {
	result := &imported{}
	limit := int64(maxForeign)
	if in.format.hasLines() {
		limit = maxMany
	}
	if o.MaxBytes > 0 {
		limit = min(limit, o.MaxBytes)
	}
	if int64(len(data)) > limit {
		return result, fmt.Errorf("%s: %w: it has more than %d bytes", name, sgf.ErrTooLarge, limit)
	}
	expected := ""
	if in.encoding != nil {
		expected = in.encoding(string(data[:min(len(data), 4096)]))
	}
	text, encoding, diagnostics, err := sgf.Decode(data, sgf.DecodeOptions{Encoding: o.Encoding, Expected: expected})
	result.encoding, result.diagnostics = encoding, diagnostics
	if err != nil {
		return result, err
	}
	if in.format.hasLines() {
		return result, result.addLines(name, text, in, o)
	}
	game, err := in.game(text)
	if err != nil {
		return result, fmt.Errorf("%s, read as %s: %w", name, in.format, err)
	}
	result.notes = game.notes
	return result, result.add(game, 1, o)
}

// encodingOfGIB derives the encoding from the country in the header of a file.
func encodingOfGIB(head string) string {
	country := strings.TrimSpace(strings.TrimSuffix(headerValue(head, "GIBOKIND="), `\]`))
	return map[string]string{"korea": "EUC-KR", "china": "GB18030", "japan": "Shift_JIS"}[country]
}

// encodingOfUGF returns the encoding that the header of a file names.
func encodingOfUGF(head string) string { return headerValue(head, "Lang=") }

// headerValue returns the rest of the line after the key, in lower case.
func headerValue(head, key string) string {
	_, rest, _ := strings.Cut(head, key)
	rest, _, _ = strings.Cut(rest, "\n")
	return strings.ToLower(strings.TrimSpace(rest))
}

// checkSize returns an error if a game exceeds the limits of nodes.
func checkSize(game *foreign, o sgf.Options) error {
	count := 0
	for range game.root.All() { // the tree is a single line of nodes, so its depth is its length
		count++
	}
	if o.MaxNodes > 0 && count > o.MaxNodes || o.MaxDepth > 0 && count > o.MaxDepth {
		return fmt.Errorf("%w: a game has %d nodes", sgf.ErrTooLarge, count)
	}
	return nil
}

// add adds a game with its number in the file, or returns an error if it exceeds the limits of the options.
func (r *imported) add(game *foreign, number int, o sgf.Options) error {
	if err := checkSize(game, o); err != nil {
		return err
	}
	r.trees, r.numbers = append(r.trees, game.root), append(r.numbers, number)
	if game.cut != nil {
		if r.cuts == nil {
			r.cuts = map[int]error{}
		}
		r.cuts[number] = game.cut
	}
	return nil
}

// addLines reads all games of a file with one game per line.
func (r *imported) addLines(name, text string, in importer, o sgf.Options) error {
	var firstBad error
	left, number := o.MaxNodes, 0
	for game, err := range importLines(strings.NewReader(text), in.game, 0) {
		if err != nil {
			return err
		}
		number++
		if game.err != nil {
			if firstBad == nil {
				firstBad = game.err
			}
			r.note(number, "%v; the line was left out", game.err)
			continue
		}
		if err := r.add(game.foreign, number, sgf.Options{MaxNodes: left, MaxDepth: o.MaxDepth}); err != nil {
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
			r.note(number, "line %d: %s", game.line, n)
		}
	}
	if len(r.trees) == 0 {
		if firstBad == nil {
			firstBad = errors.New("the file is empty")
		}
		return fmt.Errorf("%s, read as %s: no line is a game: %w", name, in.format, firstBad)
	}
	return nil
}

// note keeps a note about a game. Above sgf.MaxDiagnostics it only counts the note.
func (r *imported) note(game int, format string, args ...any) {
	if len(r.notes) >= sgf.MaxDiagnostics {
		r.omitted++
		return
	}
	r.notes, r.noted = append(r.notes, fmt.Sprintf(format, args...)), append(r.noted, game)
}
