package baduk

// Preset is a ruleset with a name that players know.
type Preset struct {
	Name        string   `json:"name"`    // such as "chinese"
	Aliases     []string `json:"aliases"` // other names that ParseRules accepts
	Title       string   `json:"title"`   // such as "Chinese"; records contain this text
	Group       string   `json:"-"`       // usual, other or specification
	Description string   `json:"description"`
	Source      string   `json:"source"` // the document or the program that defines the ruleset
	Rules       Rules    `json:"rules"`
}

// The values of Preset.Group.
const (
	groupUsual         = "usual"         // widely known
	groupOther         = "other"         // played by few
	groupSpecification = "specification" // from a document of the specification
)

const fromKataGo = "as KataGo plays it under this name"

// Presets lists the rulesets that have a name, beginning with the most usual
// ones. A name that KataGo uses means exactly what it means in KataGo.
func Presets() []Preset {
	chinese, japanese := Chinese(), Japanese()
	return []Preset{
		{"chinese", []string{"cn"}, "Chinese", groupUsual,
			"area, simple ko, no suicide, dead stones by agreement, White gets a point for each handicap stone",
			"Chinese tournament practice, " + fromKataGo, chinese},
		{"japanese", []string{"jp", "korean", "kr"}, "Japanese", groupUsual,
			"territory and prisoners, simple ko, no suicide, no points in seki; disagreement about dead stones is played out",
			"Japanese rules of 1989 and Korean rules, " + fromKataGo, japanese},
		{"tromp-taylor", []string{"tt"}, "Tromp-Taylor", groupUsual,
			"area, positional superko, suicide of several stones allowed; stones that could not be saved even if the opponent always passed are dead",
			"John Tromp and Bill Taylor, " + fromKataGo, TrompTaylor()},
		{"chinese-superko", []string{"chinese-ogs", "chinese-kgs"}, "Chinese-OGS", groupUsual,
			"Chinese with positional superko", "the servers OGS and KGS, " + fromKataGo,
			Rules{Ko: KoPositional, Dead: DeadUnconditional, HandicapBonus: BonusEachGets, FriendlyPass: true, Komi: 15}},
		{"aga", []string{"bga", "french"}, "AGA", groupUsual,
			"area, situational superko, no suicide, dead stones by agreement, White gets a point for each handicap stone but the first",
			"American, British and French associations, " + fromKataGo,
			Rules{Ko: KoSituational, Dead: DeadUnconditional, HandicapBonus: BonusLessOne, FriendlyPass: true, Komi: 15}},
		{"aga-pass-stones", nil, "AGA pass stones", groupUsual,
			"AGA counted by territory: every pass gives the opponent a prisoner, and White passes last",
			"American Go Association, concise rules",
			Rules{Ko: KoSituational, Scoring: ScoringTerritory, End: EndWhiteLast, PassStones: true, FriendlyPass: true, Komi: 15}},
		{"aga-button", nil, "AGA with button", groupUsual,
			"AGA with a button of half a point for the player who passes first; komi 7", "Button Go, " + fromKataGo,
			Rules{Ko: KoSituational, Dead: DeadUnconditional, Button: true, HandicapBonus: BonusLessOne, FriendlyPass: true, Komi: 14}},
		{"new-zealand", []string{"nz"}, "NZ", groupUsual,
			"area, situational superko, suicide allowed, dead stones by agreement, komi 7",
			"New Zealand Go Society, " + fromKataGo,
			Rules{Ko: KoSituational, Suicide: SuicideMulti, Dead: DeadUnconditional, FriendlyPass: true, Komi: 14}},
		{"ing", []string{"goe", "ing-goe"}, "GOE", groupUsual,
			"area, positional superko in place of Ing's ko rule, suicide of several stones allowed, dead stones by agreement",
			"Ing Chang-ki, " + fromKataGo,
			Rules{Ko: KoPositional, Suicide: SuicideMulti, Dead: DeadUnconditional, FriendlyPass: true, Komi: 15}},
		{"ing-sst", nil, "Ing SST", groupOther,
			"area, positional superko in place of Ing's ko rule, suicide of several stones allowed, four passes, komi 8, Black wins ties",
			"Ing's SST laws of 1991, with another ko rule",
			Rules{Ko: KoPositional, Suicide: SuicideMulti, End: EndFourPasses, FriendlyPass: true, Komi: 16, Ties: TieBlack}},
		{"jasiek", []string{"simplified-japanese"}, "Simplified Japanese", groupOther,
			"territory and prisoners, positional superko, no suicide; no clean-up: stones that could not be saved even if the opponent always passed are dead, and all others are alive",
			"Robert Jasiek, Simplified Japanese Rules, version 3; independent life read as unconditional life",
			Rules{Ko: KoPositional, Scoring: ScoringTerritory, Dead: DeadUnconditional, Komi: 13}},
		{"stone-scoring", []string{"ancient-area"}, "Stone scoring", groupOther,
			"area with a group tax, which gives the same result as counting stones; simple ko, no suicide, dead stones by agreement",
			"ancient Chinese rules, " + fromKataGo,
			Rules{Ko: KoSimple, Tax: TaxAll, Dead: DeadUnconditional, FriendlyPass: true, Komi: 15}},
		{"stones-literal", nil, "Stones", groupOther,
			"only stones on the board count; simple ko, no suicide, komi 0", "ancient Chinese rules, counted as they say",
			Rules{Ko: KoSimple, Scoring: ScoringStones}},
		{"ancient-territory", nil, "Ancient territory", groupOther,
			"territory and prisoners with a group tax, simple ko, no suicide", "ancient Chinese rules, " + fromKataGo,
			Rules{Ko: KoSimple, Scoring: ScoringTerritory, Tax: TaxAll, Dead: DeadCleanup, Komi: 13}},
		{"tromp-taylor-000", nil, "tromp-taylor-000", groupSpecification,
			"area, positional superko, suicide as written, every stone on the board counts, draws",
			"the ten sentences of the Tromp-Taylor document, to the letter, with the komi of its formal description",
			Rules{Ko: KoPositional, Suicide: SuicideLiteral, Komi: 15}},
		{"chinese-000", nil, "chinese-000", groupSpecification,
			"area, situational superko, no suicide, dead stones by agreement",
			"the nine Chinese articles of the Tromp-Taylor document, with the komi of its formal description",
			Rules{Ko: KoSituational, FriendlyPass: true, Komi: 15}},
		{"logical-001", nil, "logical-001", groupSpecification,
			"area and prisoners both, positional superko, suicide allowed, no komi",
			"the logical rules, with paths of one point and passes exempt from superko",
			Rules{Ko: KoPositional, Suicide: SuicideLiteral, Scoring: ScoringAreaPrisoners}},
		{"logical-001-literal", nil, "logical-001-literal", groupSpecification,
			"a lone stone or empty point belongs to no group and reaches nothing: every move takes all lone stones off, and on an empty board no stone can be played",
			"the logical rules with paths of at least two points, as printed; but each point of a path is next to the one before it, not to all others, and passes, which the document forbids too, are legal",
			Rules{Ko: KoPositional, Suicide: SuicideLone, Scoring: ScoringAreaPrisoners}},
		{"mango-002", []string{"mango"}, "mango-002", groupSpecification,
			"weighted area on any board, positional superko, suicide as written, no komi",
			"the MANGO document; weights, threshold and initial scores belong to the board",
			Rules{Ko: KoPositional, Suicide: SuicideLiteral}},
		{"alphago-003", nil, "alphago-003", groupSpecification,
			"area, natural situational superko, no suicide, every stone counts, Black wins ties",
			"the AlphaGo document",
			Rules{Ko: KoNatural, Ties: TieBlack, Komi: 15}},
		{"lrs-004", nil, "lrs-004", groupSpecification,
			"area, the basic ko and no other ban on repetition, no suicide, dead stones by agreement, komi 6.5",
			"the article, with its Chinese scoring",
			Rules{Ko: KoBasic, FriendlyPass: true, Komi: 13}},
		{"lrs-004-japanese", nil, "lrs-004-japanese", groupSpecification,
			"territory and prisoners, the basic ko and no other ban on repetition, no suicide, dead stones by agreement, points in seki count, komi 6.5",
			"the article, with its Japanese scoring; the point under a dead stone counts, as in Japanese rules",
			Rules{Ko: KoBasic, Scoring: ScoringTerritory, FriendlyPass: true, Komi: 13}},
	}
}
