package tactics

import (
	"slices"
	"testing"

	"tengen/baduk"
)

// TestKnownStatuses reads well-known shapes. The walls around them are pass-alive.
func TestKnownStatuses(t *testing.T) {
	for _, test := range []struct {
		name string
		rows []string
		want map[string]Status
	}{
		{"seki without eyes", []string{
			".OOX.OXX.",
			"OOOX.OXXX",
			".OOXOOXX.",
			"OOOOXXXXX",
		}, map[string]Status{"D4": Seki, "F4": Seki, "C4": PassAlive, "G4": PassAlive, "E4": Unread}},
		{"seki with an eye each", []string{
			".OX.X.O.OX.",
			"OOXXXOOOOXX",
			".OOOOXXXXX.",
			"OOOOOXXXXXX",
		}, map[string]Status{"C4": Seki, "E4": Seki, "G4": Seki, "J4": Seki, "B4": PassAlive, "K4": PassAlive}},
		{"an eye against no eye is not a seki", []string{
			".OX.X.OOOX.",
			"OOXXXOOOOXX",
			".OOOOXXXXX.",
			"OOOOOXXXXXX",
		}, map[string]Status{"B4": PassAlive, "G4": Dead}},
		{"two eyes", []string{
			".X.XO.O",
			"XXXXOOO",
			"OOOOO.O",
			"OOOOOOO",
		}, map[string]Status{"B4": PassAlive, "E4": PassAlive}},
		{"straight three", []string{
			"...XO.O",
			"XXXXOOO",
			"OOOOO.O",
			"OOOOOOO",
		}, map[string]Status{"D4": Unsettled}},
		{"straight four", []string{
			"....XO.O",
			"XXXXXOOO",
			"OOOOOO.O",
			"OOOOOOOO",
		}, map[string]Status{"E4": Alive}},
		{"two points", []string{
			"..XO.O",
			"XXXOOO",
			"OOOO.O",
			"OOOOOO",
		}, map[string]Status{"C4": Dead}},
		{"square four", []string{
			"..XO.O",
			"..XOOO",
			"XXXO.O",
			"OOOOOO",
		}, map[string]Status{"C4": Dead}},
		{"bulky five", []string{
			"...XO.O",
			"..XXOOO",
			"XXXOO.O",
			"OOOOOOO",
		}, map[string]Status{"D4": Unsettled}},
		{"bent four in the corner", []string{
			"XXXXXX",
			"X.XX.X",
			"XXXXXX",
			"OOXXXX",
			".OOOOX",
			"XXX.OX",
		}, map[string]Status{"A3": Dead, "E1": Dead, "A6": PassAlive}},
	} {
		b := draw(t, test.rows...)
		for _, suicide := range []bool{false, true} {
			got := Statuses(b, suicide, StatusBudget)
			for vertex, want := range test.want {
				p := at(t, b, vertex)
				if got[p] != want {
					t.Errorf("%s, suicide %v: %s is %v, want %v", test.name, suicide, vertex, got[p], want)
				}
				if c := b.At(p); c != baduk.Empty {
					for _, q := range b.AppendChain(nil, p) {
						if got[q] != got[p] {
							t.Errorf("%s: one chain is %v and %v, want one status", test.name, got[p], got[q])
						}
					}
				}
			}
		}
	}
}

// TestUndecided checks that a chain stays undecided only if reading it exceeds the
// budget.
func TestUndecided(t *testing.T) {
	b := draw(t, ".OOX.OXX.", "OOOX.OXXX", ".OOXOOXX.", "OOOOXXXXX")
	got := Statuses(b, false, 3)
	if got[at(t, b, "D4")] != Unread || got[at(t, b, "C4")] != PassAlive {
		t.Errorf("D4 is %v, C4 %v, want %v, %v", got[at(t, b, "D4")], got[at(t, b, "C4")], Unread, PassAlive)
	}
	large := baduk.NewBoard(baduk.MustRectangle(19, 19))
	large.Place(baduk.Move{Color: baduk.Black, Point: 0})
	if got := Statuses(large, false, StatusBudget); got[0] != Unread {
		t.Errorf("a stone on an empty board is %v, want %v", got[0], Unread)
	}
}

// TestReadingEnds reads a position in which the cheapest proofs are equally cheap, and some of them lead back to where
// they began. The reading once went round in circles for ever.
func TestReadingEnds(t *testing.T) {
	b := draw(t,
		".O.OO",
		"OXOO.",
		"XXXXO",
		".XOOO",
		"XXXX.")
	for p, s := range Statuses(b, false, 20_000) {
		if b.At(baduk.Point(p)) != baduk.Empty && s == Unread {
			t.Errorf("%s is unread", b.Graph().Vertex(baduk.Point(p)))
		}
	}
}

// TestStatusesUntil checks that reading ends soon after it is told to stop, and that the stones are then unread.
func TestStatusesUntil(t *testing.T) {
	b := draw(t, ".O.OO", "OXOO.", "XXXXO", ".XOOO", "XXXX.")
	asked := 0
	ask := func(most int) func() bool {
		asked = 0
		return func() bool {
			asked++
			return asked > most
		}
	}
	want := Statuses(b, false, StatusBudget)
	if got := StatusesUntil(b, false, StatusBudget, ask(1<<30)); !slices.Equal(got, want) || asked < 100 {
		t.Fatalf("got %v after %d questions, want %v after at least 100", got, asked, want)
	}
	for _, most := range []int{0, 10, asked / 2} {
		got := StatusesUntil(b, false, StatusBudget, ask(most))
		unread := 0
		for p, s := range got {
			if b.At(baduk.Point(p)) != baduk.Empty && s == Unread {
				unread++
			} else if s != want[p] {
				t.Errorf("stopped after %d questions: got %v for the point %d, want %v or Unread", most, s, p, want[p])
			}
		}
		if unread == 0 || asked > most+20 {
			t.Errorf("stopped after %d questions: %d stones are unread, and stop was called %d times", most, unread, asked)
		}
	}
}
