package games

import (
	"bytes"
	"encoding/json"

	"tengen/baduk"
)

// storedRules are the rules in a game's file. They are KataGo's JSON object, or the numbers of older files.
type storedRules baduk.Rules

// MarshalJSON writes the rules as KataGo's object.
func (r storedRules) MarshalJSON() ([]byte, error) { return baduk.Rules(r).MarshalJSON() }

// UnmarshalJSON reads KataGo's object or the numbers of older files.
func (r *storedRules) UnmarshalJSON(data []byte) error {
	if !bytes.Contains(data, []byte(`"handicapBonus"`)) {
		return (*baduk.Rules)(r).UnmarshalJSON(data)
	}
	var old struct {
		Ko            baduk.KoRule
		Suicide       baduk.SuicideRule
		Scoring       baduk.ScoringRule
		Tax           baduk.TaxRule
		Dead          baduk.DeadRule
		End           baduk.EndRule
		HandicapBonus baduk.HandicapBonus
		Ties          baduk.TieRule
		FriendlyPass  bool
		Button        bool
		PassStones    bool
		Komi          baduk.Komi
	}
	if err := json.Unmarshal(data, &old); err != nil {
		return err
	}
	*r = storedRules{Ko: old.Ko, Suicide: old.Suicide, Scoring: old.Scoring, Tax: old.Tax, Dead: old.Dead, End: old.End,
		HandicapBonus: old.HandicapBonus, Ties: old.Ties, FriendlyPass: old.FriendlyPass, Button: old.Button,
		PassStones: old.PassStones, Komi: old.Komi}
	return nil
}
