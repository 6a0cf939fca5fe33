package boardtest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tengen/baduk"
)

// This file has the claims about the count of the present board. The dead
// stones are those that the players agreed on, or without agreement those that
// the rules find.

func (p *player) area(args []string) error {
	s := p.Score(p.dead)
	return claims(args, map[string]int{"X": s.Area(baduk.Black), "O": s.Area(baduk.White), "neutral": s.Neutral})
}

func (p *player) territory(args []string) error {
	s := p.Score(p.dead)
	return claims(args, map[string]int{"X": s.Territory[baduk.Black], "O": s.Territory[baduk.White], "neutral": s.Neutral})
}

func (p *player) stones(args []string) error {
	s := p.Score(p.dead)
	return claims(args, map[string]int{"X": s.Stones[baduk.Black], "O": s.Stones[baduk.White]})
}

func (p *player) total(args []string) error {
	s := p.Score(p.dead)
	return claims(args, map[string]float64{"X": s.Total(baduk.Black), "O": s.Total(baduk.White)})
}

func (p *player) score(args []string) error {
	s := p.Score(p.dead)
	return text(args, s.Result())
}

func (p *player) winner(args []string) error {
	s := p.Score(p.dead)
	return someone(args, s.Winner())
}

// account compares one item of a player's account. It finds the item by words
// of its description. The number 0 claims that the account has no item with
// these words.
func (p *player) account(args []string) error {
	c, err := readColor(args, 0)
	if err != nil {
		return err
	}
	if len(args) < 3 {
		return errors.New("write a colour, points and words of the item, such as: account O 7.5 komi")
	}
	s := p.Score(p.dead)
	what := strings.Join(args[2:], " ")
	var all []string
	for _, item := range s.Account(c) {
		all = append(all, short(item.Points)+" "+item.String())
		if strings.Contains(item.String(), what) {
			return points(args[1], item.Points)
		}
	}
	if points(args[1], 0) != nil {
		return fmt.Errorf("the account is %s", strings.Join(all, ", "))
	}
	return nil
}

// reasons has the words of a claim for the reasons why a point counts.
var reasons = map[string]baduk.Reason{
	"neutral": baduk.ReasonDame, "stone": baduk.ReasonStone, "surrounded": baduk.ReasonTerritory, "dead": baduk.ReasonDead,
	"seki": baduk.ReasonSeki, "played": baduk.ReasonPlayed, "uncounted": baduk.ReasonUncounted, "late": baduk.ReasonLate,
}

// owner compares the player for whom points count, and the reason.
func (p *player) owner(args []string) error {
	end := slices.IndexFunc(args, func(s string) bool { return s == "X" || s == "O" || s == "nobody" })
	if end < 1 || len(args) > end+2 {
		return errors.New("write points, X, O or nobody, and perhaps why")
	}
	s := p.Score(p.dead)
	why := args[end+1:]
	if len(why) > 0 {
		if _, known := reasons[why[0]]; !known {
			var all []string
			for word := range reasons {
				all = append(all, word)
			}
			slices.Sort(all)
			return fmt.Errorf("%q is not a reason: %s", why[0], strings.Join(all, ", "))
		}
	}
	for i := range args[:end] {
		q, err := p.point(args, i)
		if err != nil {
			return err
		}
		if q < 0 {
			return fmt.Errorf("%q is not a point", args[i])
		}
		if err := someone(args[end:end+1], s.Points[q].Owner); err != nil {
			return fmt.Errorf("%s: %w", args[i], err)
		}
		if got := s.Points[q].Reason; len(why) > 0 && reasons[why[0]] != got {
			return fmt.Errorf("%s: the reason is: %v", args[i], got)
		}
	}
	return nil
}

// inStones compares the count as Chinese players write it.
func (p *player) inStones(args []string) error {
	if len(args) != 3 && len(args) != 4 || args[0] != "stones" {
		return errors.New("write: in stones, Black's, White's and perhaps half of the board")
	}
	s := p.Score(p.dead)
	black, white, half, ok := s.InStones()
	if !ok {
		return errors.New("these rules are not counted in stones")
	}
	for i, got := range []float64{black, white, half}[:len(args)-1] {
		if err := points(args[i+1], got); err != nil {
			return err
		}
	}
	return nil
}

// reward compares Black's reward in both of its forms.
func (p *player) reward(args []string) error {
	return claims(args, map[string]float64{"difference": p.Reward(baduk.RewardDifference), "halves": p.Reward(baduk.RewardHalves)})
}
