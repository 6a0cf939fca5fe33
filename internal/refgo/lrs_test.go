package refgo

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// lrsExample is the end of the beginners' game of the article, top row first; H2 is dead.
const lrsExample = `
	.X..XXXO.
	X.X.XOO.O
	...XXO.O.
	X..XO.O.O
	X.XOOO...
	.XXXOO...
	...XXOO..
	....XXOX.
	....XOOO.`

func TestLRSExample(t *testing.T) {
	g, b, width := draw(t, lrsExample)
	h2 := 7*width + 7
	ending := Ending{g, b, []int{h2}, map[Color]int{Black: 9, White: 6}, 5.5}
	for _, test := range []struct {
		name                 string
		count                func() (black, white float64)
		wantBlack, wantWhite float64
	}{
		{"read literally", ending.JapaneseToTheLetter, 32, 17.5},
		{"as in the article's example", ending.JapaneseAsCounted, 32, 28.5},
		{"Japanese", ending.Japanese, 32, 29.5},
		{"area", ending.Chinese, 44, 42.5},
	} {
		black, white := test.count()
		if black != test.wantBlack || white != test.wantWhite {
			t.Errorf("%s: %v to %v, want %v to %v", test.name, black, white, test.wantBlack, test.wantWhite)
		}
		if black <= white {
			t.Errorf("%s: Black does not win with %v to %v", test.name, black, white)
		}
	}

	count := func(colors []Color) map[Color]int {
		counts := map[Color]int{}
		for _, c := range colors {
			counts[c]++
		}
		return counts
	}
	lifted := ending.Lifted()
	stones, standing := count(b), count(lifted)
	if b[h2] != Black || stones[Black] != 22 || stones[White] != 20 || standing[Black] != 21 || standing[White] != 20 {
		t.Errorf("stones by colour: %v on the board and %v without the dead stones, want 22 and 20 on the board, 21 and 20 without", stones, standing)
	}
	printed, territory := count(g.Territory(b)), count(g.Territory(lifted))
	if printed[Black] != 23 || printed[White] != 5 || territory[Black] != 23 || territory[White] != 17 {
		t.Errorf("territory by colour: %v with the dead stone and %v without it, want 23 and 5 with it, 23 and 17 without", printed, territory)
	}
	black, white, neutral := g.AreaScore(lifted)
	if black != 44 || white != 37 || neutral != 0 {
		t.Errorf("area: Black has %d points, White has %d, and %d are neutral; want 44, 37 and 0", black, white, neutral)
	}
	// Area and territory differ by the stones that each player has placed: those
	// on the board and those that the opponent captured.
	placed := (stones[Black] + 6) - (stones[White] + 9)
	if lead := territory[Black] + 9 - (territory[White] + 1 + 6); black-white != 7 || lead != 8 || lead+placed != 7 {
		t.Errorf("Black leads by %d in area, by %d in territory, and placed %d stones more, want 7, 8 and -1", black-white, lead, placed)
	}
}

func TestLRSTerritory(t *testing.T) {
	for _, test := range []struct{ picture, want string }{
		{"... ... ...", "... ... ..."}, // no stone can be reached: neutral
		{"... .X. ...", "XXX X.X XXX"},
		{".X. .X. .XO", "X.. X.. X.."},
		{".XO. XXOO OOOO OOO.", "X..O .... .... ...O"},
	} {
		g, b, width := draw(t, test.picture)
		var got strings.Builder
		for p, c := range g.Territory(b) {
			if p > 0 && p%width == 0 {
				got.WriteByte(' ')
			}
			got.WriteByte("O.X"[c+1])
		}
		if got.String() != test.want {
			t.Errorf("%s: territory %s, want %s", test.picture, &got, test.want)
		}
	}
}

// TestLRSMovesAreThoseOfTheBasicKo checks that the printed rules of the article refuse
// the same moves as the ko rule Basic with suicide forbidden, as long as the players
// alternate. The ko rule Simple refuses the same moves until the game ends.
func TestLRSMovesAreThoseOfTheBasicKo(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 0))
	banned := 0
	for i := range 600 {
		ko := Basic
		if i%2 == 1 {
			ko = Simple
		}
		game := NewGame(Grid(2+rng.IntN(2), 2+rng.IntN(3)), Rules{Ko: ko, Suicide: Forbidden})
		for range 40 {
			boards, player := game.Boards(), game.ToPlay()
			var legal []int
			for p := range game.Graph {
				reason := game.Check(Turn{player, p})
				if got := game.Graph.MayPlace(boards, p, player); got != (reason == OK) {
					t.Fatalf("%v: %d at %d is allowed: %v, want %v", game.Turns, player, p, got, reason)
				}
				switch reason {
				case OK:
					legal = append(legal, p)
				case KoBan:
					banned++
				}
			}
			point := Pass
			if len(legal) > 0 && rng.IntN(8) > 0 {
				point = legal[rng.IntN(len(legal))]
			}
			if game.Play(Turn{player, point}); game.Over() {
				if ko == Basic && (game.NoResult() || point != Pass) {
					t.Fatalf("%v: the basic ko ends the game by repetition", game.Turns)
				}
				break
			}
		}
	}
	if banned < 50 {
		t.Errorf("the ko rule was needed %d times, want more", banned)
	}
}

func TestLRSReturnsToPrevious(t *testing.T) {
	g, b, width := draw(t, "..... .XO.. XO.O. .XO.. .....")
	game := NewGameFrom(g, Rules{Ko: Simple}, b, Black)
	retake := turn(t, "O B3", width, 5)
	if !g.MayPlace(game.Boards(), turn(t, "X C3", width, 5).Point, Black) {
		t.Error("the ko cannot be taken")
	}
	record(t, game, width, "X C3")
	if g.MayPlace(game.Boards(), retake.Point, White) {
		t.Error("the ko is retaken at once")
	}
	record(t, game, width, "O E5, X E1")
	if !g.MayPlace(game.Boards(), retake.Point, White) {
		t.Error("the ko is not retaken a round later")
	}
}

func TestLRSPackedBytes(t *testing.T) {
	for points, want := range map[int]int{19 * 19: 91, 13 * 13: 43, 9 * 9: 21, 4: 1, 1: 1, 0: 0} {
		if got := PackedBytes(points); got != want || got != int(math.Ceil(float64(2*points)/8)) {
			t.Errorf("%d points take %d bytes, want %d", points, got, want)
		}
	}
}

func number(t *testing.T, digits string) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		t.Fatalf("%q is not a number", digits)
	}
	return n
}

// TestLRSLongestGame checks the number that the article calls "The longest possible game
// without passes". The article is wrong: longer games are possible, and the number is a
// wrongly computed product. Tromp and Farnebäck construct a long game of (103 + 155/2) *
// 2^154 = 361 * 2^153 moves. In the article 155/2 was cut to 77: (103 + 77) * 2^154 = 360
// * 2^153. Even the right product only says that a game of that length exists.
func TestLRSLongestGame(t *testing.T) {
	power := func(factor, exponent int64) *big.Int {
		return new(big.Int).Lsh(big.NewInt(factor), uint(exponent))
	}
	printed := number(t, "4110473354993164457447863592014545992782310277120")
	if printed.Cmp(power(360, 153)) != 0 || printed.Cmp(power(103+155/2, 154)) != 0 {
		t.Errorf("360 * 2^153 is %v, want the printed %v", power(360, 153), printed)
	}
	meant := number(t, "4121891336534812136496329879770141953873372250112")
	if meant.Cmp(power(361, 153)) != 0 || meant.Cmp(power(2*103+155, 153)) != 0 {
		t.Errorf("361 * 2^153 is %v, want %v", power(361, 153), meant)
	}
}

// TestLRSLegalPositions checks that the figures of the article are the first
// twelve digits of the exact numbers, rounded. It compares the exact numbers
// with the known formula of their growth, and the largest with its prime
// factors.
func TestLRSLegalPositions(t *testing.T) {
	const legal19 = "208168199381979984699478633344862770286522453884530548425639456820927419612738015378525648451698519643907259916015628128546089888314427129715319317557736620397247064840935"
	for _, test := range []struct {
		size          int
		figure, exact string
	}{
		{19, "2.08168199382e+170", legal19},
		{13, "3.72497923077e+79", "37249792307686396442294904767024517674249157948208717533254799550970595875237705"},
		{9, "1.03919148791e+38", "103919148791293834318983090438798793469"},
	} {
		exact := new(big.Float).SetInt(number(t, test.exact))
		if got := fmt.Sprintf("%.11e", exact); got != test.figure {
			t.Errorf("%dx%d: %s, want %s", test.size, test.size, got, test.figure)
		}
		n := float64(test.size)
		logarithm := math.Log(0.8506399258457) + 2*n*math.Log(0.965535059338374) + n*n*math.Log(2.9757341920433572493)
		value, _ := exact.Float64()
		if got := math.Exp(logarithm - math.Log(value)); !near(got, 1, 1e-7) {
			t.Errorf("%dx%d: the formula divided by the exact number is %v, want about 1 (the article prints %s)", test.size, test.size, got, test.figure)
		}
	}
	product := big.NewInt(1)
	for _, factor := range []string{"5", "401", "4821637", "964261621", "2824211368611548437",
		"2198466965002376001759613307922757", "65948646836807567941440434317404197",
		"54536540603346595211722061421378072820459376985314707345317470047"} {
		product.Mul(product, number(t, factor))
	}
	if product.Cmp(number(t, legal19)) != 0 {
		t.Errorf("the factors of the number for 19x19 make %v, want %s", product, legal19)
	}
}
