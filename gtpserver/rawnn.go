package gtpserver

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/gtp"
	"tengen/katago"
	"tengen/neteval"
)

// rawRequest holds the arguments of kata-raw-nn.
type rawRequest struct {
	color       baduk.Color // Empty for the player to move
	symmetries  []neteval.Symmetry
	optimism    float64
	hasOptimism bool
}

// parseRaw reads "[COLOR] SYMMETRY|all [OPTIMISM]". optimism is the value for a missing OPTIMISM.
func parseRaw(command string, args []string, optimism float64) (rawRequest, error) {
	r := rawRequest{optimism: optimism}
	if len(args) > 0 {
		switch strings.ToLower(args[0]) {
		case "b", "black":
			r.color, args = baduk.Black, args[1:]
		case "w", "white":
			r.color, args = baduk.White, args[1:]
		}
	}
	if len(args) == 0 {
		return r, rawError(command, "Expected a symmetry argument 'all' or index [0-7]")
	}
	n, err := strconv.Atoi(args[0])
	switch {
	case strings.EqualFold(args[0], "all"):
		for s := range neteval.Symmetry(neteval.Symmetries) {
			r.symmetries = append(r.symmetries, s)
		}
	case err == nil && n >= 0 && n < neteval.Symmetries:
		r.symmetries = []neteval.Symmetry{neteval.Symmetry(n)}
	default:
		return r, rawError(command, "Expected a symmetry argument 'all' or index [0-7] but got '%s'", clip(args[0]))
	}
	if args = args[1:]; len(args) > 0 {
		if r.optimism, err = strconv.ParseFloat(args[0], 64); err != nil || !(r.optimism >= 0 && r.optimism <= 1) {
			return r, rawError(command, "Expected an optimism value in [0,1] but got '%s'", clip(args[0]))
		}
		args, r.hasOptimism = args[1:], true
	}
	if len(args) > 0 {
		return r, rawError(command, "Unexpected extra argument '%s'", clip(args[0]))
	}
	return r, nil
}

func rawError(command, format string, args ...any) error {
	takes := "an optional color, a symmetry 'all' or index [0-7], and an optional optimism [0-1]"
	if command != "kata-raw-nn" {
		takes = "an optional color followed by a symmetry 'all' or index [0-7]"
	}
	return gtp.Failf("%s for %s (expected %s)", fmt.Sprintf(format, args...), command, takes)
}

// rawNN answers everything that the net outputs for the position, as KataGo's command of the same name does.
func (e *Engine) rawNN(_ context.Context, args []string) (string, error) {
	r, err := parseRaw("kata-raw-nn", args, e.settings.RootPolicyOptimism)
	if err != nil {
		return "", err
	}
	return e.raw(r, func(g *baduk.Game, s neteval.Symmetry) (neteval.Judgement, error) {
		return e.cfg.Judge(g, s, r.optimism, e.settings.HumanProfile)
	}, false)
}

// rawHumanNN is like rawNN, but uses the net of human games with the current profile.
func (e *Engine) rawHumanNN(_ context.Context, args []string) (string, error) {
	const command = "kata-raw-human-nn"
	r, err := parseRaw(command, args, 0)
	if err != nil {
		return "", err
	}
	if r.hasOptimism {
		return "", rawError(command, "Unexpected extra argument '%s'", clip(args[len(args)-1]))
	}
	if e.cfg.Human == nil {
		return "", gtp.Failf("Cannot run kata-raw-human-nn, -human-model was not provided")
	}
	human, profile := e.cfg.Human, e.settings.HumanProfile
	if profile == "" && human.Imitates {
		return "", gtp.Failf("Cannot run kata-raw-human-nn, humanSLProfile parameter was not set")
	}
	return e.raw(r, func(g *baduk.Game, s neteval.Symmetry) (neteval.Judgement, error) {
		return human.Judge(g, s, 0, profile)
	}, true)
}

// raw answers a net's outputs for the position in all requested symmetries.
func (e *Engine) raw(r rawRequest, judge func(*baduk.Game, neteval.Symmetry) (neteval.Judgement, error), human bool) (string, error) {
	g := e.withoutCleanup()
	if r.color != baduk.Empty && r.color != g.ToPlay() {
		var err error
		if g, err = katago.Restarted(g, r.color); err != nil {
			return "", gtp.Failf("%s", oneLine(err))
		}
	}
	var b strings.Builder
	for _, s := range r.symmetries {
		j, err := judge(g, s)
		if err != nil {
			return "", gtp.Failf("%s", oneLine(err))
		}
		writeRaw(&b, g.Graph(), s, &j, human)
	}
	return b.String(), nil
}

// withoutCleanup returns the game under rules in which two passes do not begin a clean-up. If a command has asked for
// a clean-up, or if a move of the game is legal only in a clean-up, withoutCleanup returns the game unchanged.
func (e *Engine) withoutCleanup() *baduk.Game {
	r := e.game.Rules()
	if r.Dead != baduk.DeadCleanup || e.cleanup > 0 && e.game.Len() >= e.cleanup {
		return e.game.Clone()
	}
	r.Dead = baduk.DeadNone
	g, err := baduk.NewGameFrom(e.game.Graph(), r, e.game.Setup())
	if err != nil {
		return e.game.Clone()
	}
	for _, m := range e.game.Moves() {
		if force(g, m) != nil {
			return e.game.Clone()
		}
	}
	if c := e.game.ToPlay(); c != g.ToPlay() {
		g.SetToPlay(c)
	}
	return g
}

// writeRaw writes one judgement from White's perspective. For a net of human games the score has other keys, as
// in KataGo, because it is the score of games between humans.
func writeRaw(b *strings.Builder, g *baduk.Graph, s neteval.Symmetry, j *neteval.Judgement, human bool) {
	fmt.Fprintf(b, "symmetry %d\n", s)
	fmt.Fprintf(b, "whiteWin %.6f\nwhiteLoss %.6f\nnoResult %.6f\n", j.Loss, j.Win, j.NoResult)
	if human {
		fmt.Fprintf(b, "whiteScore %.3f\nwhiteScoreSq %.3f\n", 0-j.ScoreMean, j.ScoreSquare)
	} else {
		fmt.Fprintf(b, "whiteLead %.3f\nwhiteScoreSelfplay %.3f\nwhiteScoreSelfplaySq %.3f\nvarTimeLeft %.3f\n", 0-j.Lead, 0-j.ScoreMean, j.ScoreSquare, j.VarTimeLeft)
	}
	fmt.Fprintf(b, "shorttermWinlossError %.3f\nshorttermScoreError %.3f\n", j.WinError, j.ScoreError)
	b.WriteString("policy\n")
	width := lineWidth(g)
	for p := range g.Len() {
		writePrior(b, j.Policy[p])
		b.WriteString(after(p, width))
	}
	b.WriteString("policyPass ")
	writePrior(b, j.Policy[g.Len()])
	b.WriteString("\nwhiteOwnership\n")
	for p := range g.Len() {
		fmt.Fprintf(b, "%9.7f", 0-float64(j.Ownership[p]))
		b.WriteString(after(p, width))
	}
}

// writePrior writes the prior of a move, or says that the move is illegal.
func writePrior(b *strings.Builder, v float32) {
	if v < 0 {
		b.WriteString("    NAN")
	} else {
		fmt.Fprintf(b, "%8.6f", v)
	}
}

// lineWidth is the number of points in a line of output: a row, or all points if the board has no rows.
func lineWidth(g *baduk.Graph) int {
	if grid, ok := g.Rows(); ok {
		return grid.Width
	}
	return g.Len()
}

// after returns the separator after point p when points are written row by row from the top.
func after(p, width int) string {
	if (p+1)%width == 0 {
		return "\n"
	}
	return " "
}
