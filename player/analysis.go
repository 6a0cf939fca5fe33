package player

import (
	"log/slog"
	"strconv"

	"tengen/analysis"
	"tengen/eval"
	"tengen/katago"
	"tengen/solve"
)

// AnalysisOptions returns the options of an analysis engine. The engine judges by the net, or by
// rollouts if net is nil. human is the human SL net, or nil. Every position is searched with the
// given number of visits, unless the query or KataGo's settings set another one.
func AnalysisOptions(net, human *Net, s katago.Settings, visits int, log *slog.Logger) (analysis.Options, error) {
	if !s.Given("maxVisits") && !s.Given("maxPlayouts") && !s.Given("maxTime") {
		if err := s.Set("maxVisits", strconv.Itoa(visits)); err != nil {
			return analysis.Options{}, err
		}
	}
	opt := analysis.Options{Evaluator: func(string) eval.Factory { return solve.Evaluators(Rollouts) }, Judge: "rollouts", Settings: s, Log: log}
	if net != nil {
		m := net.Model()
		opt.Evaluator = func(profile string) eval.Factory { return solve.Evaluators(net.Imitating(profile, 1)) }
		opt.Judge = m.SHA256 + " " + net.Level().String()
		if m.Version >= 9 { // older nets do not predict how long a game will last
			opt.TimeLeft = net.timeLeft()
		}
		opt.Models = []analysis.Model{net.analysisModel()}
	}
	if human != nil {
		m := human.Model()
		opt.Human = func(profile string) eval.Factory { return human.HumanPolicy(profile, 1) }
		opt.Judge += " among people of " + m.SHA256 + " " + human.Level().String()
		opt.Models = append(opt.Models, human.analysisModel())
	}
	return opt, nil
}
