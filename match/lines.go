package match

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
)

// Each result is one line of JSON. Its last key is a checksum over the rest of the line, so other
// programs can still read the line as JSON:
//
//	{"game":1,"black":"A",...,"crc":"1c291ca3"}

// crcHead is the text before the checksum, and crcTail is the text after it.
const crcHead, crcTail = `,"crc":"`, `"}`

// encodeLine returns a result as a line, with its newline.
func encodeLine(g *GameResult) ([]byte, error) {
	data, err := json.Marshal(g)
	if err != nil {
		return nil, err
	}
	data = data[:len(data)-1]
	return fmt.Appendf(data, "%s%08x%s\n", crcHead, crc32.ChecksumIEEE(data), crcTail), nil
}

// decodeLine reads a line that encodeLine returned, without the newline.
func decodeLine(line []byte) (GameResult, error) {
	var g GameResult
	i := bytes.LastIndex(line, []byte(crcHead))
	if i < 0 {
		return g, fmt.Errorf("it has no checksum")
	}
	if want := fmt.Sprintf("%s%08x%s", crcHead, crc32.ChecksumIEEE(line[:i]), crcTail); string(line[i:]) != want {
		return g, fmt.Errorf("its checksum is wrong")
	}
	err := json.Unmarshal(line, &g)
	return g, err
}

// decodeResults reads a file of results. A crash or a full disk may have left an incomplete last line without a
// newline. The result named good is the number of bytes in complete lines. Any other damage is an error.
func decodeResults(data []byte) (games []GameResult, good int, err error) {
	for number := 1; good < len(data); number++ {
		line, _, ended := bytes.Cut(data[good:], []byte("\n"))
		if !ended {
			if bytes.Count(line, []byte(crcHead)) > 1 {
				return nil, 0, fmt.Errorf("line %d is damaged: it contains several results", number)
			}
			break
		}
		g, err := decodeLine(line)
		if err != nil {
			return nil, 0, fmt.Errorf("line %d is damaged: %w; if you delete the line, the game is played again", number, err)
		}
		games = append(games, g)
		good += len(line) + 1
	}
	return games, good, nil
}

// checkResults returns an error if a result does not belong to the schedule. games has the results in the order of the
// lines in the file.
func checkResults(games []GameResult, o *Options, s *schedule) error {
	lines := map[int]int{} // line number by game
	for i, g := range games {
		switch before := lines[g.Game]; {
		case g.Game < 1 || g.Game > s.total():
			return fmt.Errorf("line %d is the result of game %d, but the match has only %d games", i+1, g.Game, s.total())
		case before > 0:
			return fmt.Errorf("lines %d and %d are both the result of game %d; delete one of them", before, i+1, g.Game)
		}
		lines[g.Game] = i + 1
		_, pairing, swapped := s.locate(g.Game)
		pair := s.pairings[pairing]
		if swapped {
			pair[0], pair[1] = pair[1], pair[0]
		}
		if black, white := o.Players[pair[0]].Name, o.Players[pair[1]].Name; g.Black != black || g.White != white {
			return fmt.Errorf("line %d is a game of %s against %s, but game %d of this match is %s against %s", i+1, g.Black, g.White, g.Game, black, white)
		}
		if err := g.checkWinner(); err != nil {
			return fmt.Errorf("line %d, game %d: %w", i+1, g.Game, err)
		}
	}
	return nil
}

// sorted reports whether games are in the order of their numbers.
func sorted(games []GameResult) bool {
	for i := 1; i < len(games); i++ {
		if games[i].Game < games[i-1].Game {
			return false
		}
	}
	return true
}
