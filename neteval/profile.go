package neteval

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/internal/wording"
)

// Profile says whom a net that imitates people is to imitate: players of certain
// ranks, before or after programs changed how people play, or the professionals of
// a year. Such a net judges what they would do and how their game would end. The
// zero value is nobody.
type Profile struct {
	era          era
	black, white int8  // ranks from 9 dan, 1, to 20 kyu, 29
	year         int16 // of professionals
}

// era is what a profile says besides the ranks.
type era uint8

const (
	nobody        era = iota
	modern            // after programs
	early             // before them
	professionals     // of a year
)

// What the nets were trained on.
const (
	firstYear, lastYear = 1800, 2023
	weakest             = 29 // 20 kyu
	lastHistoricalYear  = 2020
)

// ParseProfile reads the names that KataGo has for profiles: "rank_20k" to
// "rank_9d" for both players, "rank_5k_2d" for Black and White, "preaz_" instead of
// "rank_" for the years before programs were stronger, and "proyear_1800" to
// "proyear_2023". It errs on everything else.
func ParseProfile(name string) (Profile, error) {
	kind, rest, _ := strings.Cut(name, "_")
	p := Profile{}
	switch kind {
	case "proyear":
		if year, err := strconv.Atoi(rest); err == nil && year >= firstYear && year <= lastYear && len(rest) == 4 {
			return Profile{era: professionals, black: 1, white: 1, year: int16(year)}, nil
		}
	case "rank":
		p.era = modern
	case "preaz":
		p.era = early
	}
	black, white, two := strings.Cut(rest, "_")
	if !two {
		white = black
	}
	if p.black, p.white = rankOf(black), rankOf(white); p.era != nobody && p.black > 0 && p.white > 0 {
		return p, nil
	}
	return Profile{}, fmt.Errorf("%q is no profile: write \"rank_5k\", \"rank_5k_2d\" for Black and White, \"preaz_5k\", from 20k to 9d, or \"proyear_1950\", from %d to %d",
		clip(name), firstYear, lastYear)
}

// clip keeps a quoted piece of input short.
func clip(s string) string { return wording.Clip(s, 40) }

// rankOf reads a rank; 0 is none.
func rankOf(text string) int8 {
	for r := int8(1); r <= weakest; r++ {
		if text == rankName(r) {
			return r
		}
	}
	return 0
}

// rankName is "9d" for 1, "1d" for 9, "1k" for 10, "20k" for 29.
func rankName(r int8) string {
	if r <= 9 {
		return fmt.Sprintf("%dd", 10-r)
	}
	return fmt.Sprintf("%dk", r-9)
}

// String is the name that [ParseProfile] reads; "" for nobody.
func (p Profile) String() string {
	kind := "rank"
	switch p.era {
	case nobody:
		return ""
	case professionals:
		return fmt.Sprintf("proyear_%d", p.year)
	case early:
		kind = "preaz"
	}
	if p.black == p.white {
		return kind + "_" + rankName(p.black)
	}
	return kind + "_" + rankName(p.black) + "_" + rankName(p.white)
}

// Profiles lists all whose players have the same rank: from 20 kyu to 9 dan today
// and before programs, then the professionals by year.
func Profiles() []Profile {
	var list []Profile
	for _, e := range []era{modern, early} {
		for r := int8(weakest); r > 0; r-- {
			list = append(list, Profile{era: e, black: r, white: r})
		}
	}
	for y := firstYear; y <= lastYear; y++ {
		list = append(list, Profile{era: professionals, black: 1, white: 1, year: int16(y)})
	}
	return list
}

// The inputs about players and game that a net with a metadata encoder has. First
// comes, of the player and of the opponent, whether they are people, are without a
// rank, or with an unknown one.
const (
	metaInputs   = 192
	metaPeople   = 0   // two
	metaRanks    = 6   // 34 of the player, 34 of the opponent: as many ones as the rank's number
	metaRated    = 74  // whether the game was not rated; one half: unknown
	metaTime     = 75  // seven, one of which says the kind of time control
	metaTimes    = 82  // five: main time, period, number of periods, moves of a period, the board's area
	metaDate     = 87  // 32 cosines and sines of growing periods
	metaSource   = 151 // sixteen, one of which says where the record comes from
	ranksOfOne   = 34
	datePeriods  = 32
	timeUnknown  = 0
	timeByoyomi  = 4
	sourceKGS    = 2
	sourceGoGoD  = 5
	sourceGo4Go  = 6
	longestCycle = 80000 // weeks
)

// AppendInputs appends what a net with a metadata encoder wants to know besides the
// position: the profile as the player to move sees it, on a board of so many
// points. The zero value gives zeros, which no net was trained on.
func (p Profile) AppendInputs(dst []float32, toPlay baduk.Color, points int) []float32 {
	start := len(dst)
	dst = append(dst, make([]float32, metaInputs)...)
	if p.era == nobody {
		return dst
	}
	in := dst[start:]
	in[metaPeople], in[metaPeople+1] = 1, 1
	player, opponent := p.black, p.white
	if toPlay == baduk.White {
		player, opponent = opponent, player
	}
	for i := range player {
		in[metaRanks+int(i)] = 1
	}
	for i := range opponent {
		in[metaRanks+ranksOfOne+int(i)] = 1
	}
	control, seconds, period, periods, source := timeByoyomi, 1200.0, 30.0, 5.0, sourceKGS
	date := time.Date(2020, time.March, 1, 0, 0, 0, 0, time.UTC)
	switch {
	case p.era == early:
		date = time.Date(2016, time.September, 1, 0, 0, 0, 0, time.UTC)
	case p.era == professionals:
		control, seconds, period, periods, source = timeUnknown, 0, 0, 0, sourceGoGoD
		date = time.Date(int(p.year), time.June, 1, 0, 0, 0, 0, time.UTC)
		if p.year > lastHistoricalYear {
			source = sourceGo4Go
		}
	}
	if p.era != professionals {
		in[metaRated] = 0.5
	}
	in[metaTime+control] = 1
	for i, v := range [...]float64{
		0.4 * (math.Log(seconds+60) - 6.5), 0.3 * (math.Log(period+1) - 3),
		0.5 * (math.Log(periods+2) - 1.5), 0.25 * (math.Log(2) - 1.5), 0.5 * math.Log(float64(points)/361),
	} {
		in[metaTimes+i] = float32(v)
	}
	const day = 24 * 60 * 60
	days, cycle := float64(date.Unix()/day), 7.0
	for i := range datePeriods {
		sin, cos := math.Sincos(days / cycle * 2 * math.Pi)
		in[metaDate+2*i], in[metaDate+2*i+1] = float32(cos), float32(sin)
		cycle *= math.Pow(longestCycle, 1.0/(datePeriods-1))
	}
	in[metaSource+source] = 1
	return dst
}
