package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"tengen/baduk"
	"tengen/engine"
	"tengen/internal/wording"
	"tengen/kifu"
	"tengen/neteval"
	"tengen/player"
	"tengen/review"
)

// ReviewCmd is `tengen review`.
type ReviewCmd struct {
	recordLimits

	Out     Folder         `short:"o" default:"review" placeholder:"DIR" help:"Write into this folder, which is created if missing (default ${default}). The same command continues a review that stopped." config:"-"`
	Model   player.NetFile `placeholder:"FILE" help:"Net to judge with, or none to judge by rollouts. Default: the bundled net."`
	Visits  Count          `placeholder:"N" help:"Visits per position. Default: 100, or 1000 without a net."`
	Level   *engine.Rank   `placeholder:"RANK" help:"Strength of the players, 30k to 9d. It decides which moves mattered. Default: the ranks in the record, or else 5k."`
	Formats ReviewFormats  `default:"sgf,html,json,pdf,png" placeholder:"LIST" help:"Formats to write, separated by commas: sgf, html, json, pdf, png (default ${default})."`
	Threads Threads        `placeholder:"N" help:"Positions to search at the same time. Default: one per processor."`
	Force   bool           `help:"Also replace files that were not written by a review of the same game." config:"-"`
	JSON    bool           `help:"Print one JSON object per game." config:"-"`
	CrewFlags
	Paths []Path `arg:"" name:"path" placeholder:"PATH" help:"A record in any format, a folder or an archive with records; - is stdin."`
}

// Help describes the reports.
func (ReviewCmd) Help() string {
	return "Every position of the main line is searched. The reports show what each move cost and why, and point out the few moves that mattered at the players' " +
		"level. The record keeps its comments, and analyses are added that Sabaki, Lizzie and KaTrain can read. For several games, index.html is a table of all of them. " +
		"The searches are stored in review.journal in the folder, so that an interrupted review can be continued."
}

// ReviewFormats are the formats of the reports.
type ReviewFormats struct{ list []string }

// UnmarshalText reads formats separated by commas.
func (f *ReviewFormats) UnmarshalText(text []byte) error {
	f.list = nil
	for part := range strings.SplitSeq(string(text), ",") {
		var one string
		if err := oneOf(&one, []byte(strings.TrimSpace(part)), review.Formats()...); err != nil {
			return err
		}
		if !slices.Contains(f.list, one) {
			f.list = append(f.list, one)
		}
	}
	return nil
}

// String is the text that UnmarshalText reads.
func (f ReviewFormats) String() string { return strings.Join(f.list, ",") }

// reviewing is a run of the command.
type reviewing struct {
	*ReviewCmd
	env      *Env
	reviewer *player.Reviewer
	folder   review.Folder
	bar      *meter
	failures []error
	index    review.Index
	warned   bool             // the warning about large boards was printed
	workers  *reviewElsewhere // nil without a cluster
}

// Run reviews the games one after another.
func (c *ReviewCmd) Run(env *Env, cli *CLI, kctx *kong.Context) (err error) {
	if err := c.check(kctx); err != nil {
		return err
	}
	r := &reviewing{ReviewCmd: c, env: env, folder: review.Folder{Dir: string(c.Out), Formats: c.Formats.list, Force: c.Force}}
	net, err := player.Loader{Kernel: cli.Kernel, Log: env.Log}.Load(env.Ctx, c.Model, int(c.Threads))
	if err != nil {
		return err
	}
	r.reviewer = player.NewReviewer(net, int(c.Visits), int(c.Threads), env.Log)
	games, err := r.find()
	if err != nil {
		return err
	}
	if len(games) == 0 {
		return cmp.Or(failAll(env, r.failures), errors.New("no games to review were found"))
	}
	if err := r.folder.Open(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.folder.Close()) }()
	if text := r.folder.Damage(); text != "" {
		fmt.Fprintf(env.Stderr, "tengen: %s\n", text)
	}
	r.bar = r.meter(games)
	if c.NATS != "" {
		crew, err := c.crew(env, cli, c.Model, int(c.Visits))
		if err != nil {
			return err
		}
		defer crew.Cluster.Close()
		r.workers = r.elsewhere(crew, games)
		defer r.workers.close()
	}
	return r.all(games)
}

// all reviews every game and then writes the index.
func (r *reviewing) all(games []gameToReview) error {
	for i, g := range games {
		if err := r.workers.wait(i); err != nil && r.env.Ctx.Err() == nil {
			r.bar.clear()
			return failAll(r.env, append(r.failures, fmt.Errorf("%d of %s are reviewed: %w", i, wording.Counted(len(games), "game"), err)))
		}
		if err := r.one(g); err != nil {
			if r.env.Ctx.Err() != nil {
				r.bar.clear()
				err = fmt.Errorf("%w: %d of %s are reviewed; run the same command again to continue", errInterrupted, i, wording.Counted(len(games), "game"))
				return failAll(r.env, append(r.failures, err))
			}
			r.fail(g.name(), err)
		}
	}
	r.bar.clear()
	if len(games) > 1 && slices.Contains(r.Formats.list, "html") {
		for _, err := range r.failures {
			r.index.Failures = append(r.index.Failures, wording.OneLine(err.Error()))
		}
		if err := r.folder.WriteIndex(r.index); err != nil {
			r.fail("index.html", err)
		}
	}
	return failAll(r.env, r.failures)
}

func (r *reviewing) fail(name string, err error) {
	r.failures = append(r.failures, fmt.Errorf("%s: %w", wording.FileName(name), err))
}

// one reviews a game.
func (r *reviewing) one(g gameToReview) error {
	line, err := g.line()
	if err != nil {
		return err
	}
	for _, note := range line.Faults() {
		r.bar.clear()
		fmt.Fprintf(r.env.Stderr, "tengen: %s\n", wording.OneLine(g.name()+": "+note))
	}
	var judged []*kifu.Analysis
	o := r.options(line)
	if o.Model != "" && neteval.LargerThanTrained(line.Graph) && !r.warned {
		r.warned = true
		r.bar.clear()
		fmt.Fprintf(r.env.Stderr, "tengen: %s\n", wording.OneLine(fmt.Sprintf("%s: nets are made for boards up to %dx%[2]d; on larger boards their judgement is less reliable", g.name(), neteval.TrainedSide)))
	}
	o.Each = func(_ int, a *kifu.Analysis) error { judged = append(judged, a); return nil }
	o.Done = func(searched bool) {
		if searched {
			r.bar.add()
		}
	}
	if err := review.Run(r.env.Ctx, line, o); err != nil {
		return err
	}
	s := review.Settings{Visits: o.Visits, Judge: o.Judge}
	if r.Level != nil {
		s.Levels = [3]engine.Rank{baduk.Black: *r.Level, baduk.White: *r.Level}
	}
	made := review.New(line, judged, s)
	files, err := r.folder.Write(g.base, made)
	if errors.Is(err, review.ErrOtherGame) {
		err = fmt.Errorf("%w: choose another folder with --out, or replace the file with --force", err)
	}
	if err != nil {
		return err
	}
	entry := made.Entry(files)
	r.index.By = "Judged by " + made.By() + "."
	r.index.Games = append(r.index.Games, entry)
	return r.print(g, made, files)
}

// print prints the outcome of a game.
func (r *reviewing) print(g gameToReview, made *review.Review, files []string) error {
	black, white := made.Players[baduk.Black], made.Players[baduk.White]
	moments := []int{}
	for _, i := range made.Moments {
		moments = append(moments, made.Moves[i].Number)
	}
	if r.JSON {
		return json.NewEncoder(r.env.Stdout).Encode(struct {
			File    string   `json:"file"`
			Game    int      `json:"game"`
			Moves   int      `json:"moves"`
			Black   float64  `json:"blackAccuracy"`
			White   float64  `json:"whiteAccuracy"`
			Moments []int    `json:"moments"`
			Files   []string `json:"files"`
		}{g.file.Name, g.number, len(made.Moves), black.Accuracy, white.Accuracy, moments, files})
	}
	r.bar.clear()
	mattered := "no move stands out"
	if len(moments) > 0 {
		mattered = "moves that mattered: " + strings.Trim(strings.ReplaceAll(fmt.Sprint(moments), " ", ", "), "[]")
	}
	_, err := fmt.Fprintf(r.env.Stdout, "%s: %s, accuracy of Black %s and of White %s, %s\n", wording.FileName(g.name()), wording.Counted(len(made.Moves), "move"),
		accuracyText(black), accuracyText(white), mattered)
	return err
}

// accuracyText is a player's accuracy in words.
func accuracyText(p review.Player) string {
	if p.Moves == 0 {
		return "unknown"
	}
	return fmt.Sprintf("%.0f %%", 100*p.Accuracy)
}

// options are the options for judging the positions of a line, with the journal.
func (r *reviewing) options(line *review.Line) review.Options {
	o := r.reviewer.On(line.Graph)
	o.Journal = r.folder.Journal()
	return o
}

// meter returns a progress bar for the positions that remain to be searched.
func (r *reviewing) meter(games []gameToReview) *meter {
	if !r.env.Progress {
		return nil
	}
	left := 0
	for _, g := range games {
		if line, err := g.line(); err == nil && r.env.Ctx.Err() == nil {
			left += len(review.Missing(line, r.options(line)))
		}
	}
	return newCounter(r.env, left, "positions")
}
