package kifu

import (
	"archive/tar"
	packed "archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestNotText checks that a file that is clearly not text is refused, and that the error
// names its kind, whatever the name of the file. A file that may be a record is accepted.
func TestNotText(t *testing.T) {
	game := []byte("(;GM[1]SZ[9];B[ee])")
	made := func(write func(*bytes.Buffer) error) []byte {
		t.Helper()
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	picture := image.NewGray(image.Rect(0, 0, 30, 30))
	rng := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 5000)
	for i := range noise {
		noise[i] = byte(rng.Uint32())
	}
	for what, data := range map[string][]byte{
		"zip archive": made(func(b *bytes.Buffer) error {
			z := packed.NewWriter(b)
			f, err := z.CreateHeader(&packed.FileHeader{Name: "a.sgf"}) // stored: the record is in it as it is
			if err == nil {
				_, err = f.Write(game)
			}
			return errors.Join(err, z.Close())
		}),
		"gzip": made(func(b *bytes.Buffer) error {
			z := gzip.NewWriter(b)
			_, err := z.Write(game)
			return errors.Join(err, z.Close())
		}),
		"tar archive": made(func(b *bytes.Buffer) error {
			z := tar.NewWriter(b)
			err := z.WriteHeader(&tar.Header{Name: "a.sgf", Size: int64(len(game)), Mode: 0o644})
			if err == nil {
				_, err = z.Write(game)
			}
			return errors.Join(err, z.Close())
		}),
		"JPEG":   made(func(b *bytes.Buffer) error { return jpeg.Encode(b, picture, nil) }),
		"PNG":    made(func(b *bytes.Buffer) error { return png.Encode(b, picture) }),
		"GIF":    made(func(b *bytes.Buffer) error { return gif.Encode(b, picture, nil) }),
		"PDF":    []byte("%PDF-1.4\n(;GM[1];B[aa])"),
		"xz":     []byte("\xfd7zXZ\x00\x00\x04"),
		"binary": noise,
	} {
		for _, name := range []string{"a.sgf", "a.bin", "a.tsv"} {
			file, err := LoadBytes(data, Options{Name: name})
			if !errors.Is(err, ErrNotText) || !strings.Contains(err.Error(), what) || len(file.Trees) > 0 {
				t.Errorf("%s as %s: got %v, want an error that names the kind", what, name, err)
			}
			for _, err := range Games(data, Options{Name: name}) {
				if !errors.Is(err, ErrNotText) {
					t.Errorf("%s as %s, game by game: got %v, want %v", what, name, err, ErrNotText)
				}
			}
		}
	}
	wide := func(text string, mark bool) []byte {
		var b []byte
		if mark {
			text = "\ufeff" + text
		}
		for _, u := range utf16.Encode([]rune(text)) {
			b = append(b, byte(u), byte(u>>8))
		}
		return b
	}
	for _, data := range [][]byte{
		game, wide(string(game), true), wide(string(game), false), wide("(;GM[1]PB[\u5434\u6e05\u6e90]SZ[9];B[ee])", false),
		append(bytes.Repeat([]byte{0}, 500), game...), []byte("(;GM[1]C[\x1b$B$\"\x1b(B];B[aa])"), []byte("BZh is my name (;GM[1];B[aa])"),
	} {
		if file, err := LoadBytes(data, Options{}); err != nil || len(file.Trees) != 1 {
			t.Errorf("%q: got %d games, %v, want 1", data, len(file.Trees), err)
		}
	}
}
