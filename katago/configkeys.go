package katago

import (
	"math"
	"strconv"
	"strings"
)

// configKeys are settings of configuration files that have a meaning here and cannot change while the program runs.
var configKeys = []param{
	{name: "analysisPVLen", kind: whole, min: 1, max: 1000, standard: "13", analysis: "15", apply: func(s *Settings, v value) { s.PVLen = v.whole() }},
	{name: "assumeMultipleStartingBlackMovesAreHandicap", kind: truth, standard: "true"},
	{name: "cleanupBeforePass", kind: tri, standard: "auto"},
	{name: "defaultBoardSize", kind: whole, min: 2, max: maxSide, standard: "0", read: true},
	{name: "defaultBoardXSize", kind: whole, min: 2, max: maxSide, standard: "0", read: true},
	{name: "defaultBoardYSize", kind: whole, min: 2, max: maxSide, standard: "0", read: true},
	{name: "dynamicPlayoutDoublingAdvantageCapPerOppLead", kind: number, max: 0.5, standard: "0.045"},
	{name: "friendlyPass", kind: tri, standard: "auto"},
	{name: "friendlyPassOk", kind: truth, standard: "false", read: true},
	{name: "hasButton", kind: truth, standard: "false", read: true},
	{name: "ignoreGTPAndForceKomi", kind: single, min: -400, max: 400, standard: "0", read: true},
	{name: "koRule", kind: text, standard: "", read: true},
	{name: "logAllGTPCommunication", kind: truth, standard: "false", read: true},
	{name: "logAllRequests", kind: truth, standard: "false", apply: func(s *Settings, v value) { s.LogAllRequests = v.truth }},
	{name: "logAllResponses", kind: truth, standard: "false", apply: func(s *Settings, v value) { s.LogAllResponses = v.truth }},
	{name: "multiStoneSuicideLegal", kind: truth, standard: "true", read: true},
	{name: "numAnalysisThreads", kind: whole, min: 1, max: 16384, standard: "0", apply: func(s *Settings, v value) { s.AnalysisThreads = v.whole() }},
	{name: "ogsChatToStderr", kind: truth, standard: "false", apply: func(s *Settings, v value) { s.OGSChat = v.truth }},
	{name: "preventCleanupPhase", kind: truth, standard: "true", apply: func(s *Settings, v value) { s.PreventCleanup = v.truth }},
	{name: "reportAnalysisWinratesAs", kind: winner, standard: "sidetomove", apply: func(s *Settings, v value) { s.Perspective = Perspective(v.number) }},
	{name: "resignConsecTurns", kind: whole, min: 1, max: 100, standard: "3", apply: func(s *Settings, v value) { s.Resign.Turns = v.whole() }},
	{name: "resignMinMovesPerBoardArea", kind: number, max: 1, standard: "0", apply: func(s *Settings, v value) { s.Resign.Area = v.number }},
	{name: "resignMinScoreDifference", kind: number, max: 1000, standard: "-1", apply: func(s *Settings, v value) { s.Resign.Points = v.number }},
	{name: "resignThreshold", kind: number, min: -1, max: 0, standard: "-1", apply: func(s *Settings, v value) { s.Resign.Threshold = v.number }},
	{name: "rules", kind: text, standard: "", read: true},
	{name: "scoringRule", kind: text, standard: "", read: true},
	{name: "searchFactorWhenWinning", kind: number, min: 0.01, max: 1, standard: "1"},
	{name: "searchFactorWhenWinningThreshold", kind: number, max: 1, standard: "1"},
	{name: "startupPrintMessageToStderr", kind: truth, standard: "true", apply: func(s *Settings, v value) { s.StartupMessage = v.truth }},
	{name: "taxRule", kind: text, standard: "", read: true},
	{name: "warnUnusedFields", kind: truth, standard: "true", apply: func(s *Settings, v value) { s.WarnUnusedFields = v.truth }},
	{name: "whiteBonusPerHandicapStone", kind: whole, max: 1, standard: "0", read: true},
	{name: "whiteHandicapBonus", kind: text, standard: "", read: true},
}

// maxSide is the largest side of the initial board. GTP cannot name the points of larger boards.
const maxSide = 25

// needless are settings that tengen does not need: those of graphics cards, cache sizes, log files and KataGo's
// own tests.
var needless = []string{
	"autoAvoidRepeatDir", "debugSkipNeuralNet", "deviceToUse", "forDeterministicTesting", "gpuToUse", "gtpForceMaxNNSize",
	"homeDataDir", "inputsUseNHWC", "maxBoardSizeForNNBuffer", "maxBoardXSizeForNNBuffer", "maxBoardYSizeForNNBuffer",
	"numBots", "numEigenThreadsPerModel", "numNNServerThreadsPerModel", "requireMaxBoardSize", "searchRandSeed", "useFP16", "useNHWC",
	"http_proxy", "https_proxy", "switchNetsMidGame",
}

var needlessPrefixes = []string{"cuda", "trt", "opencl", "metal", "coreml", "onnx", "eigen", "dummybackend", "deviceToUseThread", "gpuToUseThread", "log", "nn", "mutexPool"}

// withoutEffectPrefixes are prefixes of settings without effect whose names end with numbers or board sizes.
var withoutEffectPrefixes = []string{"autoAvoidRepeat", "avoidSgf", "avoidMYTDaggerHack"}

// boards sets the board size from its settings.
func (s *Settings) boards() {
	both := int(s.number("defaultBoardSize"))
	s.Width, s.Height = both, both
	if w := int(s.number("defaultBoardXSize")); w > 0 {
		s.Width = w
	}
	if h := int(s.number("defaultBoardYSize")); h > 0 {
		s.Height = h
	}
	if s.Width == 0 || s.Height == 0 { // a width without a height is ignored, and a height without a width
		s.Width, s.Height = 0, 0
	}
	if s.Given("ignoreGTPAndForceKomi") {
		komi := s.number("ignoreGTPAndForceKomi")
		s.ForcedKomi = &komi
	}
	s.LogAllRequests = s.LogAllRequests || s.use == ForGTP && s.truth("logAllGTPCommunication")
}

// ruleKeys are the settings for parts of the rules.
var ruleKeys = []string{"koRule", "scoringRule", "taxRule", "multiStoneSuicideLegal", "hasButton", "whiteHandicapBonus", "whiteBonusPerHandicapStone", "friendlyPassOk"}

// rules sets the text of the rules. It comes either from the setting "rules", which names them, or from the settings
// for parts of the rules.
func (s *Settings) rules() {
	s.Rules = s.given["rules"]
	if s.Rules != "" {
		return
	}
	var members []string
	add := func(key, value string) { members = append(members, quote(key)+":"+value) }
	for _, part := range []struct{ name, key string }{{"koRule", "ko"}, {"scoringRule", "scoring"}, {"taxRule", "tax"}} {
		if text := s.given[part.name]; text != "" {
			add(part.key, quote(text))
		}
	}
	for _, part := range []struct{ name, key string }{{"multiStoneSuicideLegal", "suicide"}, {"hasButton", "hasButton"}, {"friendlyPassOk", "friendlyPassOk"}} {
		if s.Given(part.name) {
			add(part.key, strconv.FormatBool(s.truth(part.name)))
		}
	}
	switch {
	case s.given["whiteHandicapBonus"] != "":
		add("whiteHandicapBonus", quote(s.given["whiteHandicapBonus"]))
	case s.number("whiteBonusPerHandicapStone") == 1:
		add("whiteHandicapBonus", quote("N"))
	}
	if len(members) > 0 {
		s.Rules = "{" + strings.Join(members, ",") + "}"
	}
}

// checkRules returns an error if parts of the rules contradict each other, or if the komi is impossible.
func (s *Settings) checkRules() error {
	if komi := s.number("ignoreGTPAndForceKomi"); komi*2 != math.Trunc(komi*2) {
		return refusef("ignoreGTPAndForceKomi must be an integer or half-integer")
	}
	if s.Given("whiteBonusPerHandicapStone") && s.Given("whiteHandicapBonus") {
		return refusef("May specify only one of whiteBonusPerHandicapStone and whiteHandicapBonus in config")
	}
	return nil
}
