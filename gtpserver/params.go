package gtpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tengen/engine"
	"tengen/gtp"
	"tengen/katago"
)

// paramLevel is a setting that KataGo does not have. Its values are a rank from 30k to 9d, full, visits=N and
// time=SECONDS.
const paramLevel = "level"

// begin sets the initial settings, including the limits of Config.Limit.
func (e *Engine) begin() error {
	e.settings = katago.Default(katago.ForGTP)
	if e.cfg.Settings != nil {
		e.settings = *e.cfg.Settings
	}
	seconds := func(s float64) string { return strconv.FormatFloat(s, 'g', -1, 64) }
	l := e.cfg.Limit
	for name, text := range map[string]string{
		"maxVisits": strconv.Itoa(l.Visits), "maxPlayouts": strconv.Itoa(l.Playouts),
		"maxTime": seconds(l.Time.Seconds()), "lagBuffer": seconds(l.Lag.Seconds()),
	} {
		if text != "0" && !e.settings.Given(name) {
			if err := e.settings.Set(name, text); err != nil {
				return err
			}
		}
	}
	e.warnVisits()
	return e.tune(false)
}

// warnVisits warns once if visits are set together with a rank, which determines the visits.
func (e *Engine) warnVisits() {
	const both = "maxVisits and a rank"
	if e.rank != 0 && e.settings.Max.Visits < katago.NoLimit && !e.warned[both] {
		e.warned[both] = true
		e.cfg.Log.Warn("a rank determines the visits: --visits and maxVisits are ignored", "level", e.rank.String())
	}
}

// tune passes the settings to the player.
func (e *Engine) tune(analysis bool) error {
	if e.cfg.Tune == nil {
		return nil
	}
	e.tuned = analysis
	return e.cfg.Tune(e.settings, analysis)
}

// limit bounds the search for a move, without the clock.
func (e *Engine) limit() engine.Limit {
	l, most := e.cfg.Limit, e.settings.Max
	l.Visits, l.Playouts, l.Time = 0, 0, 0
	if most.Visits < katago.NoLimit {
		l.Visits = int(most.Visits)
	}
	if most.Playouts < katago.NoLimit {
		l.Playouts = int(most.Playouts)
	}
	if most.Time < katago.NoTime {
		l.Time = max(most.Time, 1) // 0 means no bound
	}
	l.Lag, l.Rank = e.settings.Lag, e.rank
	if e.settings.Given("lagBuffer") {
		l.Lag = max(l.Lag, 1) // 0 means the player's own lag
	}
	return l
}

func (e *Engine) listParams(context.Context, []string) (string, error) {
	return strings.Join(katago.Names(), " "), nil
}

func (e *Engine) getParam(_ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", gtp.Failf("Expected one arguments for kata-get-param but got '%s'", got(args))
	}
	if args[0] == paramLevel {
		if e.level != "" {
			return e.level, nil
		}
		return e.rank.String(), nil
	}
	value, ok := e.settings.Value(args[0])
	if !ok {
		return "", gtp.Failf("Invalid parameter: %s", clip(args[0]))
	}
	return value, nil
}

func (e *Engine) getParams(context.Context, []string) (string, error) {
	return e.settings.JSON(), nil
}

func (e *Engine) setParam(_ context.Context, args []string) (string, error) {
	if len(args) != 1 && len(args) != 2 {
		return "", gtp.Failf("Expected one or two arguments for kata-set-param but got '%s'", got(args))
	}
	value := ""
	if len(args) == 2 {
		value = args[1]
	}
	return "", couldNotSet(e.override(map[string]string{args[0]: value}))
}

func (e *Engine) setParams(ctx context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return "", gtp.Failf("Expected argument for kata-set-param but got ''")
	}
	var object map[string]any
	in := json.NewDecoder(bytes.NewReader([]byte(gtp.Text(ctx))))
	in.UseNumber()
	if err := in.Decode(&object); err != nil {
		if _, wrong := errors.AsType[*json.UnmarshalTypeError](err); wrong {
			err = gtp.Failf("Argument to kata-set-params must be a json object")
		}
		return "", couldNotSet(err)
	}
	values := make(map[string]string)
	for name, v := range object {
		switch v := v.(type) {
		case string:
			values[name] = v
		case json.Number:
			values[name] = v.String()
		default:
			data, _ := json.Marshal(v) // cannot fail: v was decoded from JSON
			values[name] = string(data)
		}
	}
	return "", couldNotSet(e.override(values))
}

// couldNotSet converts an error of a setting to a failure. If err is nil, the result is nil.
func couldNotSet(err error) error {
	if err == nil {
		return nil
	}
	return gtp.Failf("Could not set params: %s", clipped(strings.ReplaceAll(err.Error(), "\n", "; ")))
}

// override changes all of the given settings or none. If a level and limits are given, the level is set first.
// Pondering stops, because it uses the old settings.
func (e *Engine) override(values map[string]string) error {
	rank, level := e.rank, e.level
	own := values
	if text, set := values[paramLevel]; set {
		l := engine.Limit{Rank: e.cfg.Limit.Rank} // the initial level
		if text != "" {
			var err error
			if l, err = engine.ParseLevel(text); err != nil {
				return err
			}
		}
		if rank, level = l.Rank, ""; l.Visits > 0 || l.Time > 0 {
			level = strings.ToLower(strings.TrimSpace(text))
		}
		values = levelParams(l)
		maps.Copy(values, own)
		delete(values, paramLevel)
	}
	for name := range levelParams(engine.Limit{}) {
		if _, set := own[name]; set {
			level = ""
		}
	}
	next := e.settings
	if err := next.Override(values); err != nil {
		return err
	}
	if err := e.needsHumanNet(values); err != nil {
		return err
	}
	if err := e.change(next); err != nil {
		return err
	}
	e.rank, e.level = rank, level
	e.warnVisits()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if e.settings.Idle(name) {
			e.warnNoEffect(name)
		}
	}
	return nil
}

// warnNoEffect logs once that a setting has no effect. The client's answer does not mention this.
func (e *Engine) warnNoEffect(name string) {
	if !e.warned[name] {
		e.warned[name] = true
		e.cfg.Log.Warn("settings", "note", "'"+name+"' has no effect here")
	}
}

// change changes the settings, or keeps the old ones if the player refuses the new ones.
func (e *Engine) change(next katago.Settings) error {
	before := e.settings
	e.stopPondering()
	e.settings = next
	if err := e.tune(false); err != nil {
		e.settings = before
		_ = e.tune(false) // cannot fail: the player has already accepted the old settings
		return err
	}
	return nil
}

// models lists the nets, the net of human games last.
func (e *Engine) models() []Model {
	if e.cfg.Human == nil {
		return e.cfg.Models
	}
	return append(slices.Clone(e.cfg.Models), e.cfg.Human.Model)
}

// needsHumanNet returns KataGo's failure for settings that require a net of human games.
func (e *Engine) needsHumanNet(values map[string]string) error {
	imitates := func(m Model) bool { return m.Imitates }
	for name, text := range values {
		if name == "humanSLProfile" {
			text = katago.Profile(text)
		}
		switch {
		case name == "humanSLProfile" && text == "" && slices.ContainsFunc(e.cfg.Models, imitates):
			return gtp.Failf("the net of -model imitates human players: set humanSLProfile to a profile such as rank_5k")
		case text == "" || !strings.HasPrefix(name, "humanSL"):
		case name == "humanSLProfile" && !slices.ContainsFunc(e.models(), imitates):
			var names []string
			for _, m := range e.models() {
				names = append(names, m.Name)
			}
			return gtp.Failf("WARNING: humanSLProfile is specified as config param but model(s) don't use it: %s", strings.Join(names, " and "))
		case name != "humanSLProfile" && e.cfg.Human == nil:
			return gtp.Failf("Provided parameter %s but no human model was specified (e.g -human-model b18c384nbt-humanv0.bin.gz)", name)
		}
	}
	return nil
}

// levelParams returns the limits of a level, with KataGo's names as keys. An empty value means no limit.
func levelParams(l engine.Limit) map[string]string {
	values := map[string]string{"maxVisits": "", "maxPlayouts": "", "maxTime": ""}
	if l.Visits > 0 {
		values["maxVisits"] = strconv.Itoa(l.Visits)
	}
	if l.Time > 0 {
		values["maxTime"] = strconv.FormatFloat(l.Time.Seconds(), 'g', -1, 64)
	}
	return values
}

func (e *Engine) getModels(context.Context, []string) (string, error) {
	type model struct {
		Internal string `json:"internalName"`
		Batch    int    `json:"maxBatchSize"`
		Name     string `json:"name"`
		Human    bool   `json:"usesHumanSLProfile"`
		FP16     string `json:"usingFP16"`
		Version  int    `json:"version"`
	}
	list := []model{}
	for _, m := range e.models() {
		list = append(list, model{Internal: m.Internal, Batch: 1, Name: m.Name, Human: m.Imitates, FP16: "false", Version: m.Version})
	}
	var b strings.Builder
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	if err := out.Encode(list); err != nil {
		return "", err
	}
	return b.String(), nil
}

func (e *Engine) clearCache(context.Context, []string) (string, error) {
	e.stopPondering()
	if p, can := e.cfg.Player.(analyzer); can {
		p.Forget()
	}
	return "", nil
}
