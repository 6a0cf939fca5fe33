package e2e

import (
	"context"
	"io"
	"log/slog"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"tengen/baduk"
	"tengen/engine"
	"tengen/player"
	"tengen/server"
)

// quitter is a filler that resigns at its third move unless it is asked to play on.
type quitter struct{ filler }

func (q quitter) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error) {
	d, err := q.filler.Genmove(ctx, g, c, limit)
	d.Resign = g.Len() >= 5 && !limit.PlayOn
	return d, err
}

// TestNamedOpponent picks the weakest named opponent and plays a few moves against it, with the bundled nets.
func TestNamedOpponent(t *testing.T) {
	t.Parallel()
	loader := player.Loader{Log: slog.New(slog.NewTextHandler(io.Discard, nil))}
	net, err := loader.Load(t.Context(), "", 0)
	if err != nil {
		t.Fatal(err)
	}
	var rank atomic.Int32
	p := serverTab(t, startBrowser(t), server.Options{NewPlayer: func() (server.Player, error) {
		o, err := player.New(net, player.Options{Threads: 1, Seed: 1, People: loader.People(nil), Log: loader.Log})
		return ranked{o, &rank}, err
	}})
	p.open("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
	if value := eval[string](p, `document.querySelector("#opponent").value`); value != "15k" {
		t.Errorf("the first opponent of a stranger is %s, want 15k", value)
	}
	p.click("label:has(#size-9)")
	p.choose("#opponent", "30k")
	p.says("#opponent-text", "beginner")
	p.click("#start")
	p.says("[data-player=white]", "Wren")
	for i, vertex := range []string{"E5", "C3", "G7"} {
		p.yourTurn(2*i + 1)
		if p.stone(vertex) == "" {
			p.point(vertex)
			continue
		}
		p.press("p") // the opponent has taken the point
	}
	p.yourTurn(7)
	if got := engine.Rank(rank.Load()); got != engine.Kyu30 {
		t.Errorf("the engine played at %v, want 30k", got)
	}
}

// ranked is a player that stores the rank at which it was asked to play.
type ranked struct {
	player.Player
	rank *atomic.Int32
}

func (r ranked) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error) {
	r.rank.Store(int32(limit.Rank))
	return r.Player.Genmove(ctx, g, c, limit)
}

// TestResignationIsAnOffer wins two games against an opponent that resigns: it plays on once, and accepts later. Then
// the page offers the next stronger opponent.
func TestResignationIsAnOffer(t *testing.T) {
	t.Parallel()
	p := newTab(t, startBrowser(t), quitter{})
	begin := func() {
		p.open("/")
		p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
		p.click("label:has(#size-9)")
		p.choose("#opponent", "20k")
		p.click("#start")
		for i, vertex := range []string{"E5", "C3", "G7"} {
			p.yourTurn(2*i + 1)
			p.point(vertex)
		}
		p.says("#status", "White would resign. Play on?")
	}
	begin()
	p.click("#play-on")
	p.yourTurn(7)
	p.point("G3")
	p.yourTurn(9)
	p.count("#accept-win", 0)

	for range 2 {
		begin()
		p.click("#accept-win")
		p.reads("#result-code", "B+R")
	}
	p.says("#change-opponent", "Play Finch, 17 kyu")
	p.click("#change-opponent")
	p.wait(`document.querySelector("#opponent")?.value === "17k"`)
}
