package kifu

import "slices"

// PropertyKind is the kind of a property of SGF: what it says about its node.
type PropertyKind uint8

// The kinds of properties.
const (
	KindOther     PropertyKind = iota
	KindMove                   // a move
	KindMoveRule               // how a move is played and counted: KO and MN
	KindSetup                  // stones that are placed or removed, and the next player
	KindComment                // C
	KindName                   // N
	KindJudgement              // a judgement of the move or the position; see [Node.Judgements]
	KindClock                  // a player's remaining time; see [Node.Clock]
	KindMark                   // markup on the board; see [Node.Markup]
	KindAnalysis               // a program's analysis of the position
	KindInfo                   // game info; see [Info]
	KindBoard                  // the size or the shape of the board
	KindFile                   // the format of the file: FF, GM and CA
)

// KindOf returns the kind of a property.
func KindOf(property string) PropertyKind {
	switch property {
	case "B", "W", propBlack, propWhite:
		return KindMove
	case "KO", "MN":
		return KindMoveRule
	case "AB", "AW", "AE", "PL", propSetB, propSetW, propClear:
		return KindSetup
	case "C":
		return KindComment
	case "N":
		return KindName
	case "BL", "WL", "OB", "OW":
		return KindClock
	case propTengen, propKaTrain, propLizzie, propLizzieRoot, propLizzie2, propLizzieRoot2, propSabakiWin, propSabakiLead:
		return KindAnalysis
	case "AP", "RU", "KM", "HA", "TM", "OT", "PB", "BR", "BT", "PW", "WR", "WT", "GN", "EV", "RO", "DT", "PC", "RE", "ON", "AN", "US", "SO", "CP", "GC":
		return KindInfo
	case oldLetters, oldCrosses:
		return KindMark
	case "SZ", propBoard:
		return KindBoard
	case "FF", "GM", "CA":
		return KindFile
	}
	if judgementGroup(property) != nil {
		return KindJudgement
	}
	for _, names := range markNames {
		if property != "" && slices.Contains(names[:], property) {
			return KindMark
		}
	}
	return KindOther
}

// judgementGroups has the properties that judge the move, those that judge the position, and the hotspot. A node has
// at most one property of each group (FF[4], "Move annotation properties" and "Node annotation properties").
var judgementGroups = [...][]string{{"BM", "TE", "DO", "IT"}, {"GB", "GW", "DM", "UC"}, {"HO"}}

// judgementGroup returns the group of a judgement, or nil if the property is not a judgement.
func judgementGroup(property string) []string {
	for _, group := range judgementGroups {
		if slices.Contains(group, property) {
			return group
		}
	}
	return nil
}
