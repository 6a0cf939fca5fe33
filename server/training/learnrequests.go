package training

import (
	"net/http"

	"tengen/baduk"
	"tengen/learn"
	"tengen/server/boards"
	"tengen/server/wire"
)

// learnRoutes are the requests about runs of tengen learn.
func (t *Training) learnRoutes() []wire.Route {
	return []wire.Route{
		{Pattern: "GET /api/learning", Handler: wire.Answer(t.service, t.getLearning)},
		{Pattern: "GET /api/learning/events", Handler: wire.Handle(t.service, t.getLearningEvents)},
		{Pattern: "GET /api/learning/positions", Handler: wire.Answer(t.service, t.getPositions)},
		{Pattern: "GET /api/learning/thoughts", Handler: wire.Answer(t.service, t.getThoughts)},
		{Pattern: "GET /api/learning/games", Handler: wire.Answer(t.service, t.getGames)},
		{Pattern: "GET /api/learning/sgf", Handler: wire.Handle(t.service, t.getSGF)},
		{Pattern: "POST /api/learning/pause", Handler: wire.Take(t.service, t.postPause)},
		{Pattern: "POST /api/learning/resume", Handler: wire.Take(t.service, t.postResume)},
	}
}

// getLearning answers with the state of a run.
func (t *Training) getLearning(r *http.Request) (*learnNews, error) {
	name := r.URL.Query().Get("run")
	if _, _, err := t.stateOf(name); err != nil {
		return nil, err
	}
	return t.learned(name).news(t), nil
}

// getLearningEvents streams the state of a run as Server-Sent Events, whenever it changes. The run need not exist yet.
func (t *Training) getLearningEvents(w http.ResponseWriter, r *http.Request) error {
	name := r.URL.Query().Get("run")
	if err := t.mayFollow([]string{name}); err != nil {
		return err
	}
	leave, err := t.service.TakeStream()
	if err != nil {
		return err
	}
	defer leave()
	e, end := t.service.Events(w, r)
	defer end()
	for sent := -1; e.Open(); {
		if run, version := t.refreshed(name); version != sent {
			if !wire.Send(e, "learning", run.news(t)) {
				return nil
			}
			sent = version
		}
		if !e.KeepAlive() || !e.Sleep(lookAgain) {
			return nil
		}
	}
	return nil
}

// refreshed returns a run, and the version of its state after a look at its file.
func (t *Training) refreshed(name string) (*learnRun, int) {
	var run *learnRun
	if root, err := t.open(); err != nil {
		run = t.learned(name)
		run.mu.Lock()
		defer run.mu.Unlock()
		if !run.gone {
			run.gone = true
			run.version++
		}
		return run, run.version
	} else {
		defer root.Close()
		run = t.lookLearn(root, name)
	}
	run.mu.Lock()
	defer run.mu.Unlock()
	return run, run.version
}

// positionList has the positions about which the nets of a run are asked: the empty board of each board of the run, and
// then the fixed positions.
type positionList struct {
	Positions []position `json:"positions"`
}

// position is a position about which the nets of a run are asked.
type position struct {
	Number   int           `json:"number"` // 0 for an empty board
	Board    string        `json:"board"`
	Graph    *boards.Graph `json:"graph"`
	Stones   []int8        `json:"stones"`
	ToPlay   string        `json:"toPlay"`
	LastMove string        `json:"lastMove"`
	Komi     float64       `json:"komi"`
	Turn     int           `json:"turn"` // number of moves before the position
	// Generation and Game say where the position comes from; both are 0 for an empty board.
	Generation int `json:"generation"`
	Game       int `json:"game"`
}

func (t *Training) getPositions(r *http.Request) (*positionList, error) {
	state, _, err := t.stateOf(r.URL.Query().Get("run"))
	if err != nil {
		return nil, err
	}
	rules, err := baduk.ParseRules(state.Settings.Rules)
	if err != nil {
		return nil, wire.FailWith(http.StatusUnprocessableEntity, "run", err)
	}
	all := make([]learn.Position, 0, len(state.Settings.Boards)+len(state.Positions))
	for i := range state.Settings.Boards {
		all = append(all, learn.Position{Board: i, Komi: state.Settings.Komi})
	}
	list := &positionList{Positions: []position{}}
	for i, p := range append(all, state.Positions...) {
		g, err := t.boards.Graph(state.Settings.Boards[p.Board], 0, 0)
		if err != nil {
			return nil, wire.FailWith(http.StatusUnprocessableEntity, "run", err)
		}
		at, err := p.Play(g, rules)
		if err != nil {
			return nil, wire.FailWith(http.StatusUnprocessableEntity, "run", err)
		}
		one := position{Number: max(0, i+1-len(state.Settings.Boards)), Board: g.String(), Graph: boards.NewGraph(g), Stones: at.Position().Numbers(nil),
			ToPlay: at.ToPlay().String(), Komi: p.Komi, Turn: at.Len(), Generation: p.Generation, Game: p.Game}
		if n := at.Len(); n > 0 {
			one.LastMove = g.Vertex(at.Turn(n - 1).Point)
		}
		list.Positions = append(list.Positions, one)
	}
	return list, nil
}

// thoughtList has what the net of a generation thinks of the positions, in the order of positionList. A net that was
// not asked about a position has null there.
type thoughtList struct {
	Generation int        `json:"generation"`
	Thoughts   []*thought `json:"thoughts"`
}

// thought is what a net thinks of a position without a search.
type thought struct {
	Win    figure `json:"win"`    // probability that Black wins
	Lead   figure `json:"lead"`   // Black's lead in points
	Policy column `json:"policy"` // by point, for the player to move
	Pass   figure `json:"pass"`
}

func (t *Training) getThoughts(r *http.Request) (*thoughtList, error) {
	state, _, err := t.stateOf(r.URL.Query().Get("run"))
	if err != nil {
		return nil, err
	}
	g, err := generationOf(r, state)
	if err != nil {
		return nil, err
	}
	boards := len(state.Settings.Boards)
	list := &thoughtList{Generation: g.Number, Thoughts: make([]*thought, boards+len(state.Positions))}
	empty := 0
	for _, one := range g.Thoughts {
		at := empty
		if one.Position == 0 {
			empty++
		} else {
			at = boards + one.Position - 1
		}
		if at < 0 || at >= len(list.Thoughts) || len(one.Policy) == 0 {
			continue
		}
		said := &thought{Win: figure(one.Win), Lead: figure(one.Lead), Policy: column{}, Pass: figure(one.Policy[len(one.Policy)-1])}
		for _, p := range one.Policy[:len(one.Policy)-1] {
			said.Policy = append(said.Policy, figure(p))
		}
		list.Thoughts[at] = said
	}
	return list, nil
}

// generationOf returns the generation that a request names.
func generationOf(r *http.Request, state *learn.State) (*learn.Generation, error) {
	n, err := wire.IntOf(r, "generation", len(state.Generations)-1)
	if err != nil {
		return nil, err
	}
	return generationAt(state, n)
}

func generationAt(state *learn.State, n int) (*learn.Generation, error) {
	if n < 0 || n >= len(state.Generations) {
		return nil, wire.Fail(http.StatusNotFound, "generation", "the run has the generations 0 to %d, not %d", len(state.Generations)-1, n)
	}
	return &state.Generations[n], nil
}

// learnRequest names a run.
type learnRequest struct {
	Run string `json:"run"`
}

func (t *Training) postPause(_ *http.Request, req learnRequest) (*learnNews, error) {
	state, dir, err := t.stateOf(req.Run)
	if err != nil {
		return nil, err
	}
	if !state.Running {
		return nil, wire.Fail(http.StatusConflict, "run", "no process is learning in %s now, so there is nothing to pause", dir)
	}
	return t.changed(req.Run, dir, learn.Pause(dir))
}

func (t *Training) postResume(_ *http.Request, req learnRequest) (*learnNews, error) {
	_, dir, err := t.stateOf(req.Run)
	if err != nil {
		return nil, err
	}
	return t.changed(req.Run, dir, learn.Resume(dir))
}

// changed answers with the state after a run was paused or resumed.
func (t *Training) changed(name, dir string, err error) (*learnNews, error) {
	if err != nil {
		return nil, wire.Fail(http.StatusUnprocessableEntity, "run", "the file %s in %s cannot be changed: %v", learn.PauseFile, dir, err)
	}
	run, _ := t.refreshed(name)
	return run.news(t), nil
}
