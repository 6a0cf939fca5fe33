package neteval

import (
	"regexp"
	"strconv"
	"strings"

	"tengen/baduk"
)

// firstModernYear is the first year whose games count as played after programs became strong: Master's games were
// published in January 2017.
const firstModernYear = 2017

// ProfileOf returns the profile of the players of a game record. The arguments are the name of the collection, the
// ranks of Black and of White, and the date, as they are written in the record. Two professionals get the profile of
// the year. In other games, a professional counts as 9 dan. A game without a year counts as old.
//
// ProfileOf returns false if a rank is missing or unclear, such as a rating, or if professionals have no year. It also
// returns false if the name of the collection ends in "-bot", because a program plays one side of its games.
func ProfileOf(source, black, white, date string) (Profile, bool) {
	b, blackPro := recordRank(black)
	w, whitePro := recordRank(white)
	year := yearOf(date)
	switch pros := blackPro && whitePro; {
	case b == 0 || w == 0 || strings.HasSuffix(source, "-bot") || pros && year == 0:
		return Profile{}, false
	case pros:
		return Profile{era: professionals, black: 1, white: 1, year: int16(min(max(year, firstYear), lastYear))}, true
	case year >= firstModernYear:
		return Profile{era: modern, black: b, white: w}, true
	}
	return Profile{era: early, black: b, white: w}, true
}

// Modern returns the profile of players of the same ranks after programs became strong. It returns the profile of
// professionals unchanged.
func (p Profile) Modern() Profile {
	if p.era == early {
		p.era = modern
	}
	return p
}

// Professional reports whether p describes the professionals of a year.
func (p Profile) Professional() bool { return p.era == professionals }

// Rank returns the rank of a player: 1 is 9 dan, 9 is 1 dan, 10 is 1 kyu, and 39 is 30 kyu. It is 0 for no profile.
func (p Profile) Rank(c baduk.Color) int {
	if c == baduk.White {
		return int(p.white)
	}
	return int(p.black)
}

// rankPattern matches ranks as records write them: "5k", "5 kyu", "3d?", "9段", "16级", "9p" and "P9段".
var rankPattern = regexp.MustCompile(`^(p?)([1-9][0-9]?) ?(k|kyu|级|級|d|dan|段|p)\??$`)

// recordRank reads the rank of a record. The rank is 0 if it is missing or unclear.
func recordRank(text string) (rank int8, professional bool) {
	m := rankPattern.FindStringSubmatch(strings.ToLower(strings.TrimSpace(text)))
	if m == nil {
		return 0, false
	}
	n, _ := strconv.Atoi(m[2])
	switch kind := m[3]; {
	case kind == "k" || kind == "kyu" || kind == "级" || kind == "級":
		if n <= weakestRank-9 && m[1] == "" {
			return int8(9 + n), false
		}
	case n > 9:
	case kind == "p" || m[1] != "":
		return 1, true
	default:
		return int8(10 - n), false
	}
	return 0, false
}

var yearPattern = regexp.MustCompile(`\b(1[5-9]|20)[0-9][0-9]`)

// yearOf returns the first year in the date of a record, or 0.
func yearOf(date string) int {
	year, _ := strconv.Atoi(yearPattern.FindString(date))
	return year
}
