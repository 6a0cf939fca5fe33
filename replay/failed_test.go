package replay

import (
	"context"
	"errors"
	"io"
	"maps"
	"strings"
	"testing"
	"testing/iotest"
)

// broken returns a file that gives text and then an error. Its size is that of the complete file.
func broken(name, text string, size int, err error) File {
	return File{Name: name, Size: int64(size), Passed: int64(size), Read: func() ([]byte, error) { return []byte(text), err }}
}

// lines returns games with consecutive seeds, one in each line.
func lines(t testing.TB, seed uint64, games int) string {
	t.Helper()
	var b strings.Builder
	for n := range uint64(games) {
		b.WriteString(line(t, seed+n, 30))
	}
	return b.String()
}

// TestImportTriesAgain checks that a file that failed is imported once it can be read, even with the
// same name and size. While the file fails, its games are not counted twice. After it was imported, it
// is not read again.
func TestImportTriesAgain(t *testing.T) {
	first, torn, last := lines(t, 1, 5), lines(t, 100, 6), lines(t, 200, 3)
	record := "(;GM[1]SZ[9];B[aa];W[bb];B[cc];W[dd];B[ee];W[ff];B[gg];W[hh];B[ii];W[ac])"
	reads := 0
	file := func(name, text string) File {
		f := fileOf(name, text)
		read := f.Read
		f.Read = func() ([]byte, error) { reads++; return read() }
		return f
	}
	sum := errors.New("gzip: invalid checksum")
	damaged := []File{
		file("1.tsv", first), broken("2.tsv.gz", torn, len(torn), sum), {Name: "3.sgf", Size: int64(len(record)), Err: errors.New("no permission")},
		file("4.sgf", strings.Repeat("x", len(record))), file("5.tsv", last),
	}
	whole := []File{file("1.tsv", first), file("2.tsv.gz", torn), file("3.sgf", record), file("4.sgf", strings.Replace(record, "aa", "ai", 1)), file("5.tsv", last)}
	o := importOptions(t, inputOf("in", damaged...))
	for run := range 3 {
		m := imported(t, o)
		if m.Games != 8 || m.Counts.Read != 11 || m.Counts.Rejected[reasonUnreadable] != 3 || len(m.Sources[0].Failed) != 3 {
			t.Fatalf("run %d: got %+v, %+v, want 8 games and 3 failed files", run, m.Counts, m.Sources)
		}
		if f := m.Sources[0].Failed[0]; f.File != "2.tsv.gz" || f.Place != 2 || f.Wrong != sum.Error() {
			t.Errorf("got failure %+v, want place 2 with the checksum's error", f)
		}
	}
	o.Inputs = []Input{inputOf("in", damaged[0], whole[1], damaged[2], damaged[3], damaged[4])}
	if m := imported(t, o); m.Games != 14 || m.Counts.Read != 17 || len(m.Counts.Rejected) != 1 || len(m.Sources[0].Failed) != 2 {
		t.Errorf("one file is repaired: got %+v, %+v, want 14 games and 2 failed files", m.Counts, m.Sources)
	}
	o.Inputs = []Input{inputOf("in", whole...)}
	if m := imported(t, o); m.Games != 16 || len(m.Sources[0].Failed) != 0 || m.Sources[0].Files != 5 || !m.Sources[0].Done {
		t.Errorf("all files are repaired: got %+v, %+v, want 16 games and no failed file", m.Counts, m.Sources)
	}
	gamesOf(t, o.Dir)
	reads = 0
	if m := imported(t, o); m.Games != 16 || reads != 0 {
		t.Errorf("%d files were read though none was new, want 0", reads)
	}
}

// TestImportTriesAgainInterrupted checks that no game is lost if the first or the second attempt is
// interrupted.
func TestImportTriesAgainInterrupted(t *testing.T) {
	torn, last := lines(t, 1, 40), lines(t, 100, 40)
	bad := broken("1.tsv.gz", "", len(torn), io.ErrUnexpectedEOF)
	o := importOptions(t, inputOf("in", bad, fileOf("2.tsv", last)))
	o.ShardGames = 8
	interrupt := func(after int) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		o.Progress = func(Progress) {
			if after--; after == 0 {
				stop()
			}
		}
		if _, err := Import(ctx, o); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		o.Progress = nil
	}
	interrupt(11)
	had, err := ReadManifest(o.Dir)
	if err != nil || had.Games == 0 || had.Games > 20 || had.Sources[0].Files != 1 || len(had.Sources[0].Failed) != 1 {
		t.Fatalf("after the interrupted import: got %v, %+v, want 1 to 20 games and a failed file", err, had)
	}
	o.Inputs = []Input{inputOf("in", fileOf("1.tsv.gz", torn), fileOf("2.tsv", last))}
	interrupt(11)
	if m, err := ReadManifest(o.Dir); err != nil || m.Games <= had.Games || m.Sources[0].File != "2.tsv" || m.Sources[0].Within != had.Sources[0].Within || len(m.Sources[0].Failed) != 1 {
		t.Errorf("got %v, %+v, want the place that the first attempt reached", err, m.Sources)
	}
	m := imported(t, o)
	if m.Games != 80 || len(m.Sources[0].Failed) != 0 || !m.Sources[0].Done {
		t.Errorf("got %d games, %+v, want 80 and no failed file", m.Games, m.Sources)
	}
	gamesOf(t, o.Dir)
}

// TestImportGoesOnBehindFailures checks that an import with unreadable files gives the same result when
// it is cancelled several times.
func TestImportGoesOnBehindFailures(t *testing.T) {
	a, b := lines(t, 1, 40), lines(t, 100, 30)
	in := inputOf("in", broken("1.tsv", a[:len(a)-30], len(a), io.ErrUnexpectedEOF), broken("2.tsv", "", 9, errors.New("the disk says no")), fileOf("3.sgf", "no record"), fileOf("4.tsv", b),
		fileOf("5.sgf", "(;SZ[9];B[aa];W[bb];B[cc];W[dd];B[ee];W[ff];B[gg];W[hh];B[ii];W[ac])(;SZ[9];B[a"))
	whole := importOptions(t, in)
	if m := imported(t, whole); m.Games != 70 || m.Counts.Rejected[reasonUnreadable] != 3 || m.Counts.Rejected[reasonCutOff] != 1 {
		t.Fatalf("got %+v, %v, want another number of games", m.Counts, m.Examples)
	}
	o := importOptions(t, in)
	o.ShardGames = 7
	runs := 0
	for {
		ctx, stop := context.WithCancel(t.Context())
		seen := 0
		o.Progress = func(Progress) {
			if seen++; seen == 9 {
				stop()
			}
		}
		_, err := Import(ctx, o)
		stop()
		if err == nil {
			break
		}
		if runs++; runs > 100 {
			t.Fatal(err)
		}
	}
	if runs < 5 {
		t.Errorf("got %d runs, want more", runs)
	}
	sameImport(t, o.Dir, whole.Dir)
}

// TestImportBreaksOff reads a file that fails in the middle. Exactly the games before the failure are
// imported.
func TestImportBreaksOff(t *testing.T) {
	const games = 900 // more than a stream reads before the first game
	text := lines(t, 1, games)
	cut := len(text) - 40 // within the moves of the last game
	stream := func(err error) File {
		return File{Name: "a.tsv", Size: int64(len(text)), Passed: 1, Open: func() (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(strings.NewReader(text[:cut]), iotest.ErrReader(err))), nil
		}}
	}
	other := errors.New("xz: checksum error")
	for name, at := range map[string]struct {
		file  File
		games int
		wrong string
	}{
		"at once":               {broken("a.tsv", text[:cut], len(text), io.ErrUnexpectedEOF), games - 1, "it ends too early, in line 900: unexpected EOF"},
		"at once, packed":       {broken("a.kifu.xz", text[:cut], len(text), io.ErrUnexpectedEOF), games - 1, "it ends too early, in line 900: unexpected EOF"},
		"as a stream":           {stream(io.ErrUnexpectedEOF), games - 1, "it ends too early, in line 900: unexpected EOF"},
		"after the last":        {broken("a.tsv", text, len(text), io.ErrUnexpectedEOF), games, "it ends too early, in line 901: unexpected EOF"},
		"in the first":          {broken("a.tsv", text[:60], len(text), io.ErrUnexpectedEOF), 0, "it ends too early, in line 1: unexpected EOF"},
		"wrong at once":         {broken("a.tsv", text[:cut], len(text), other), 0, other.Error()},
		"wrong as a stream":     {stream(other), 0, other.Error()},
		"a record that is torn": {broken("a.sgf.gz", "(;SZ[9];B[aa];W[bb];B[cc];W[dd];B[ee];W[ff];B[gg];W[hh];B[ii];W[ac];B[ad]", 90, io.ErrUnexpectedEOF), 0, "unexpected EOF"},
	} {
		o := importOptions(t, inputOf("in", at.file))
		o.PerGame = 1
		m := imported(t, o)
		if m.Games != at.games || m.Counts.Rejected[reasonUnreadable] != 1 || len(m.Counts.Rejected) != 1 {
			t.Errorf("%s: got %d games, %+v, want %d and one unreadable file", name, m.Games, m.Counts, at.games)
		}
		if f := m.Sources[0].Failed; len(f) != 1 || f[0].Wrong != at.wrong || m.Examples[0].Wrong != at.wrong || m.Examples[0].Game != 0 {
			t.Errorf("%s: got %+v, %+v, want one failed file: %s", name, f, m.Examples, at.wrong)
		}
		repaired := fileOf(at.file.Name, text)
		repaired.Size = at.file.Size
		o.Inputs = []Input{inputOf("in", repaired)}
		if m := imported(t, o); m.Games != games || len(m.Sources[0].Failed) != 0 {
			t.Errorf("%s, repaired: got %d games, %+v, want %d and no failed file", name, m.Games, m.Sources, games)
		}
	}
}

// TestImportStreamFails checks that a stream that fails only at its second reading is read again by the
// next import.
func TestImportStreamFails(t *testing.T) {
	const games = 900
	text := lines(t, 1, games)
	opened := 0
	o := importOptions(t, inputOf("in", File{Name: "a.tsv", Size: int64(len(text)), Passed: 1, Open: func() (io.ReadCloser, error) {
		if opened++; opened == 2 {
			return io.NopCloser(io.MultiReader(strings.NewReader(text[:len(text)*3/4]), iotest.ErrReader(errors.New("the disk says no")))), nil
		}
		return io.NopCloser(strings.NewReader(text)), nil
	}}))
	o.PerGame = 1
	if m := imported(t, o); m.Games == 0 || m.Games >= games || len(m.Sources[0].Failed) != 1 || !strings.Contains(m.Sources[0].Failed[0].Wrong, "the disk says no") {
		t.Errorf("got %d games, %+v, want fewer than %d and a failed file", m.Games, m.Sources, games)
	}
	if m := imported(t, o); m.Games != games || len(m.Sources[0].Failed) != 0 {
		t.Errorf("again: got %d games, %+v, want %d and no failed file", m.Games, m.Sources, games)
	}
}

// TestImportCutOff checks that a record with missing moves is rejected as cut off, and that its file is
// listed as failed if the file ends too early. Other games of the file are imported, and so are games
// that lack only comments.
func TestImportCutOff(t *testing.T) {
	moves := func(seed uint64) (points []string) {
		m := randomMoves(t, seed, 24)
		for n := 0; n < len(m); n += 2 {
			points = append(points, m[n:n+2])
		}
		return points
	}
	// written writes the moves of a game in a format, with bad after twenty of them.
	written := func(seed uint64, bad string, move func(number int, color, point string) string) string {
		var b strings.Builder
		for n, point := range moves(seed) {
			if n == 20 {
				b.WriteString(bad)
			}
			b.WriteString(move(n, "BW"[n%2:n%2+1], point))
		}
		return b.String()
	}
	sgf := func(seed uint64) string {
		return "(;GM[1]SZ[9]RE[B+R]" + written(seed, "", func(_ int, color, point string) string { return ";" + color + "[" + point + "]" }) + ")"
	}
	ngf := func(seed uint64, bad string) string {
		return "x\n9\nb\na\n\n0\n0\n6\n\n\nBlack wins by resign!\n24\n" + written(seed, bad, func(_ int, color, point string) string {
			x, y := string(point[0]-'a'+'B'), string(point[1]-'a'+'B')
			return "PMAA" + color + x + y + y + x + "\n"
		})
	}
	gib := func(seed uint64, bad string) string {
		return "\\HS\n\\[GAMERESULT=white wins by resignation\\]\n\\HE\n\\GS\nINI 0 1 0 &4\n" + written(seed, bad, func(n int, color, point string) string {
			return "STO 0 2 " + string("12"[n%2]) + " " + string('0'+point[0]-'a') + " " + string('0'+point[1]-'a') + "\n"
		}) + "\\GE\n"
	}
	ugf := func(seed uint64, bad string) string {
		return "[Header]\nSize=9\nCoordinateType=JPN\nWinner=W,C\nPtime=N;60;30;1\n[Data]\n" + written(seed, bad, func(n int, color, point string) string {
			return strings.ToUpper(point) + "," + color + "1," + string("123456789"[n%9]) + ",0\n"
		}) + "[Figure]\n.Text,99\nnowhere\n.EndText\n"
	}
	jgof := func(seed uint64, bad string) string {
		text := written(seed, bad, func(_ int, _, point string) string { return point })
		return `{"width":9,"height":9,"winner":"black","outcome":"Resignation","moves":"` + text + `","move_tree":{"x":1},"ai_reviews":{"x":1}}`
	}
	o := importOptions(t, inputOf("whole", fileOf("a.ngf", ngf(1, "")), fileOf("a.gib", gib(2, "nothing known\n")), fileOf("a.ugf", ugf(3, "")), fileOf("a.jgof", jgof(4, "")),
		fileOf("a.sgf", "Hello "+strings.Replace(sgf(5), ";W", ";]N[odd]W", 1)+")\n\nbye")))
	if m := imported(t, o); m.Games != 5 || len(m.Counts.Rejected) != 0 {
		t.Fatalf("whole files: got %+v, %v, want 5 games", m.Counts, m.Examples)
	}
	o = importOptions(t, inputOf("cut", fileOf("a.ngf", ngf(1, "PMAABZZZZ\n")), fileOf("a.gib", gib(2, "STO 0 2 1 19 3\n")), fileOf("a.ugf", ugf(3, "TT,B1,21,0\n")), fileOf("a.jgof", jgof(4, "pp"))))
	m := imported(t, o)
	if m.Games != 0 || !maps.Equal(m.Counts.Rejected, map[Reason]int{reasonCutOff: 4}) || len(m.Sources[0].Failed) != 0 {
		t.Errorf("moves off the board: got %+v, %v, want 4 records that are cut off", m.Counts, m.Examples)
	}
	whole := sgf(5) + sgf(6)
	for _, lost := range []int{1, 3, 60} {
		torn := fileOf("a.sgf", whole[:len(whole)-lost])
		torn.Size = int64(len(whole))
		o = importOptions(t, inputOf("torn", torn))
		for run := range 2 {
			m := imported(t, o)
			if m.Games != 1 || m.Counts.Read != 2 || !maps.Equal(m.Counts.Rejected, map[Reason]int{reasonCutOff: 1}) || len(m.Examples) != 1 || m.Examples[0].Game != 2 {
				t.Errorf("without %d bytes, run %d: got %+v, %+v, want one game and one that is cut off", lost, run, m.Counts, m.Examples)
			}
			if f := m.Sources[0].Failed; len(f) != 1 || f[0].File != "a.sgf" || !strings.HasPrefix(f[0].Wrong, "it breaks off in line 1, column ") {
				t.Errorf("without %d bytes, run %d: got failed files %+v, want a.sgf", lost, run, f)
			}
		}
		o.Inputs = []Input{inputOf("torn", fileOf("a.sgf", whole))}
		if m := imported(t, o); m.Games != 2 || len(m.Sources[0].Failed) != 0 || !m.Sources[0].Done {
			t.Errorf("without %d bytes, repaired: got %+v, %+v, want 2 games", lost, m.Counts, m.Sources)
		}
	}
}
