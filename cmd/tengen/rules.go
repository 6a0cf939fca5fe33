package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"tengen/baduk"
	"tengen/lab"
)

// RulesCmd is `tengen rules`.
type RulesCmd struct {
	List    RulesListCmd    `cmd:"" help:"List the rulesets that have a name."`
	Show    RulesShowCmd    `cmd:"" help:"Explain a ruleset in plain words."`
	Compare RulesCompareCmd `cmd:"" help:"Tell where two rulesets part."`
	Score   RulesScoreCmd   `cmd:"" help:"Count the final position of records under several rulesets."`
	Example RulesExampleCmd `cmd:"" help:"Count the worked example of the article on the game in every way, and say why they differ."`
}

// Help tells how rules are written.
func (RulesCmd) Help() string {
	return "Rules are written as a name, with changes if need be (japanese+tax=NONE+komi=5.5), as KataGo's JSON object, " +
		"or as its one-word form (koPOSITIONALscoreAREAtaxNONEsui1komi7.5)."
}

// RulesListCmd is `tengen rules list`.
type RulesListCmd struct {
	JSON bool `help:"Print one JSON object a ruleset." config:"-"`
}

// Run lists the presets.
func (c *RulesListCmd) Run(env *Env) error {
	if c.JSON {
		out := json.NewEncoder(env.Stdout)
		for _, p := range baduk.Presets() {
			if err := out.Encode(p); err != nil {
				return err
			}
		}
		return nil
	}
	out := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	for _, p := range baduk.Presets() {
		fmt.Fprintf(out, "%s\tkomi %v\t%s\n", p.Name, p.Rules.Komi, p.Description)
	}
	return out.Flush()
}

// RulesShowCmd is `tengen rules show`.
type RulesShowCmd struct {
	Name string `arg:"" help:"A ruleset."`
	JSON bool   `help:"Print one JSON object." config:"-"`
}

// Run explains one ruleset.
func (c *RulesShowCmd) Run(env *Env) error {
	r, err := baduk.ParseRules(c.Name)
	if err != nil {
		return usagef("%v", err)
	}
	p := presetOf(c.Name, r)
	sentences := lab.Describe(r)
	if c.JSON {
		return json.NewEncoder(env.Stdout).Encode(struct {
			baduk.Preset
			Sentences []string        `json:"sentences"`
			KataGo    json.RawMessage `json:"katago"`
			Word      string          `json:"word"`
		}{p, sentences, json.RawMessage(r.KataGo()), wordForm(r)})
	}
	var b strings.Builder
	b.WriteString(p.Title)
	if p.Name != "" {
		fmt.Fprintf(&b, " (%s)", strings.Join(append([]string{p.Name}, p.Aliases...), ", "))
	}
	b.WriteString("\n")
	if p.Description != "" {
		b.WriteString(capital(p.Description) + ".\n")
	}
	if p.Source != "" {
		b.WriteString("From " + p.Source + ".\n")
	}
	b.WriteString("\n")
	for _, s := range sentences {
		b.WriteString("  " + s + "\n")
	}
	fmt.Fprintf(&b, "\nFor KataGo   %s\nIn one word  %s\n", r.KataGo(), wordForm(r))
	_, err = env.Stdout.Write([]byte(b.String()))
	return err
}

// presetOf is the preset of that name, else one with the same rules, else the
// rules under the name that they were asked for with.
func presetOf(name string, r baduk.Rules) baduk.Preset {
	var like *baduk.Preset
	for _, p := range baduk.Presets() {
		if p.Rules != r {
			continue
		}
		if strings.EqualFold(p.Name, strings.TrimSpace(name)) {
			return p
		}
		if like == nil {
			like = &p
		}
	}
	if like != nil {
		return *like
	}
	return baduk.Preset{Title: strings.TrimSpace(name), Rules: r}
}

// RulesCompareCmd is `tengen rules compare`.
type RulesCompareCmd struct {
	A    string `arg:"" help:"A ruleset."`
	B    string `arg:"" help:"Another one."`
	JSON bool   `help:"Print one JSON object a difference." config:"-"`
}

// Run tells the differences axis by axis.
func (c *RulesCompareCmd) Run(env *Env) error {
	a, err := baduk.ParseRules(c.A)
	if err != nil {
		return usagef("%v", err)
	}
	b, err := baduk.ParseRules(c.B)
	if err != nil {
		return usagef("%v", err)
	}
	differences := lab.CompareRules(a, b)
	if c.JSON {
		out := json.NewEncoder(env.Stdout)
		for _, d := range differences {
			if err := out.Encode(d); err != nil {
				return err
			}
		}
		return nil
	}
	first, second := presetOf(c.A, a).Title, presetOf(c.B, b).Title
	var text strings.Builder
	switch n := len(differences); n {
	case 0:
		fmt.Fprintf(&text, "%s and %s are the same rules.\n", first, second)
	case 1:
		fmt.Fprintf(&text, "%s and %s differ in one way.\n", first, second)
	default:
		fmt.Fprintf(&text, "%s and %s differ in %d ways.\n", first, second, n)
	}
	width := max(len([]rune(first)), len([]rune(second)))
	for _, d := range differences {
		heading, _, _ := strings.Cut(d.Text, ":")
		fmt.Fprintf(&text, "\n%s\n  %-*s  %s\n  %-*s  %s\n", heading, width, first, meaning(d.A), width, second, meaning(d.B))
	}
	_, err = env.Stdout.Write([]byte(text.String()))
	return err
}

// meaning is a value with its word where that says something.
func meaning(v baduk.Value) string {
	if strings.Trim(v.Word, "-0123456789.") == "" || v.Word == "YES" || v.Word == "NO" {
		return v.Meaning
	}
	return v.Word + ": " + v.Meaning
}

// wordForm is KataGo's one-word form, komi included.
func wordForm(r baduk.Rules) string { return r.Word() + "komi" + r.Komi.String() }

// capital begins a sentence.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
