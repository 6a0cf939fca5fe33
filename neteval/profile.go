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

// Profile describes the players that a human policy net imitates. They are either the professionals of a year,
// or players of certain ranks, from the time before or after programs became strong. The net predicts the moves
// of these players and the results of their games. The zero value means no profile.
type Profile struct {
	era          era
	black, white int8  // ranks of the players: 1 is 9 dan, 29 is 20 kyu and 39 is 30 kyu
	year         int16 // year of the professionals
}

// era is the kind of a profile.
type era uint8

const (
	noEra         era = iota
	modern            // the time after programs became strong
	early             // the time before programs became strong
	professionals     // the professionals of one year
)

// The limits of the data on which KataGo's nets were trained, and the weakest rank that can be named.
const (
	firstYear, lastYear = 1800, 2023
	lowestRank          = 29 // 20 kyu
	lastHistoricalYear  = 2020
	weakestRank         = 39 // 30 kyu
)

// ParseProfile reads KataGo's names of profiles. Both players have the same rank in "rank_20k" to "rank_9d". In
// "rank_5k_2d" the first rank is Black's and the second is White's. The prefix "preaz_" replaces "rank_" for
// the time before programs became strong. "proyear_1800" to "proyear_2023" are the professionals of a year.
// Every other name is an error.
//
// The ranks from 21k to 30k are an extension of tengen. The inputs of a net distinguish ranks down to 25k; weaker ranks
// have the same inputs as 25k.
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
	if p.black, p.white = rankOf(black), rankOf(white); p.era != noEra && p.black > 0 && p.white > 0 {
		return p, nil
	}
	return Profile{}, fmt.Errorf("%q is not a profile: write \"rank_5k\", \"rank_5k_2d\" for Black and White, \"preaz_5k\", from 30k to 9d, or \"proyear_1950\", from %d to %d",
		clip(name), firstYear, lastYear)
}

// clip shortens a part of the input for a message.
func clip(s string) string { return wording.Clip(s, 40) }

// rankOf reads a rank. It returns 0 if the text is not a rank.
func rankOf(text string) int8 {
	for r := int8(1); r <= weakestRank; r++ {
		if text == rankName(r) {
			return r
		}
	}
	return 0
}

// rankName returns "9d" for 1, "1d" for 9, "1k" for 10 and "20k" for 29.
func rankName(r int8) string {
	if r <= 9 {
		return fmt.Sprintf("%dd", 10-r)
	}
	return fmt.Sprintf("%dk", r-9)
}

// String returns the name that [ParseProfile] reads. It returns "" for no profile.
func (p Profile) String() string {
	kind := "rank"
	switch p.era {
	case noEra:
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

// Profiles lists KataGo's profiles in which both players have the same rank. The profiles "rank_20k" to "rank_9d"
// come first, then "preaz_20k" to "preaz_9d", then the professionals by year.
func Profiles() []Profile {
	var list []Profile
	for _, e := range []era{modern, early} {
		for r := int8(lowestRank); r > 0; r-- {
			list = append(list, Profile{era: e, black: r, white: r})
		}
	}
	for y := firstYear; y <= lastYear; y++ {
		list = append(list, Profile{era: professionals, black: 1, white: 1, year: int16(y)})
	}
	return list
}

// The indices of the metadata inputs, and values of some of them, as in KataGo (SGFMetadata::fillMetadataRow).
// The first six inputs are three pairs, one input for the player and one for the opponent in each pair. The
// pairs tell who is human, who has no rank, and whose rank is unknown.
const (
	metaInputs   = 192
	metaHuman    = 0   // two inputs
	metaRanks    = 6   // 34 inputs for the player, then 34 for the opponent; the rank is the number of ones, at most 34
	metaRated    = 74  // 1 if the game was unrated, 0.5 if unknown
	metaTime     = 75  // seven inputs: the kind of time control, one-hot
	metaTimes    = 82  // five inputs: main time, period, number of periods, moves in a period, the board's area
	metaDate     = 87  // 32 pairs of cosine and sine, with growing periods
	metaSource   = 151 // sixteen inputs: the source of the record, one-hot
	ranksOfOne   = 34
	datePeriods  = 32
	timeUnknown  = 0
	timeByoyomi  = 4
	sourceKGS    = 2
	sourceGoGoD  = 5
	sourceGo4Go  = 6
	longestCycle = 80000 // weeks
)

// AppendInputs appends the metadata inputs for a profile, from the perspective of the player to move. points is
// the number of points of the board. For the zero value all inputs are 0; no net was trained on such inputs.
func (p Profile) AppendInputs(dst []float32, toPlay baduk.Color, points int) []float32 {
	start := len(dst)
	dst = append(dst, make([]float32, metaInputs)...)
	if p.era == noEra {
		return dst
	}
	in := dst[start:]
	in[metaHuman], in[metaHuman+1] = 1, 1
	player, opponent := p.black, p.white
	if toPlay == baduk.White {
		player, opponent = opponent, player
	}
	for i := range min(player, ranksOfOne) {
		in[metaRanks+int(i)] = 1
	}
	for i := range min(opponent, ranksOfOne) {
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
	// KataGo scales the inputs of metaTimes like this (SGFMetadata::fillMetadataRow).
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
