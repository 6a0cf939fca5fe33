package player

import (
	"log/slog"
	"slices"
	"testing"

	"tengen/baduk"
)

// TestBundledNames reads the bundled nets by their names, as programs do that do not call UnmarshalText.
func TestBundledNames(t *testing.T) {
	usual, err := NetFile("").Read()
	if err != nil {
		t.Fatal(err)
	}
	content, err := NetFile("").Data()
	if err != nil {
		t.Fatal(err)
	}
	m, err := BuiltIn.Read()
	if err != nil || m.SHA256 != usual.SHA256 {
		t.Errorf("built-in: got %v, %v, want the bundled net", m, err)
	}
	if data, err := BuiltIn.Data(); err != nil || !slices.Equal(data, content) {
		t.Errorf("built-in: got %d bytes, %v, want the content of the bundled net", len(data), err)
	}
	if d, err := netDigest(BuiltIn); err != nil || d != digestOf(content) {
		t.Errorf("built-in: got the digest %s, %v, want that of the bundled net", d, err)
	}
	if n, err := (Loader{}).Load(t.Context(), BuiltIn, 1); err != nil || n.Model().SHA256 != usual.SHA256 || n.File.String() != "built-in" {
		t.Errorf("built-in: got %v, %v, want the bundled net", n, err)
	}
	if data, err := BuiltInHuman.Data(); err != nil || len(data) == 0 || slices.Equal(data, content) {
		t.Errorf("built-in-human: got %d bytes, %v, want the content of the human SL net", len(data), err)
	}
	if n, err := (Loader{}).LoadAny(t.Context(), BuiltInHuman, 1); err != nil || !n.Imitates() {
		t.Errorf("built-in-human: got %v, %v, want the human SL net", n, err)
	}
}

// TestZeroLoader loads a file, and other nets that cause warnings, without a logger.
func TestZeroLoader(t *testing.T) {
	file := writeRandomNet(t, 8)
	if n, err := (Loader{}).Load(t.Context(), NetFile(file), 1); err != nil || n == nil {
		t.Errorf("got %v, %v, want a net", n, err)
	}
	n, err := Loader{}.LoadHuman(t.Context(), file, "", 1)
	if err != nil || n.Imitates() {
		t.Errorf("got %v, %v, want a net", n, err)
	}
	Loader{}.WarnOfProfile("rank_1d", n)
	logged := slog.New(slog.DiscardHandler)
	if l := (Loader{Log: logged}).logger(); l != logged {
		t.Error("the loader does not use its logger")
	}
}

// TestNoNet makes evaluators of a nil net. They are rollouts.
func TestNoNet(t *testing.T) {
	g := baduk.MustRectangle(5, 5)
	want, err := Rollouts(g, baduk.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	e, err := (*Net)(nil).Evaluators(1)(g, baduk.Chinese())
	if err != nil || e.Info() != want.Info() {
		t.Errorf("got %v, %v, want rollouts", e, err)
	}
}
