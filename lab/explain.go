package lab

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"tengen/baduk"
)

// Explain describes a ruleset in plain words. name is the name that the user gave.
func Explain(name string, r baduk.Rules) string {
	p := PresetOf(name, r)
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
	for _, s := range Describe(r) {
		b.WriteString("  " + s + "\n")
	}
	fmt.Fprintf(&b, "\nFor KataGo   %s\nIn one word  %s\n", r.KataGo(), WordForm(r))
	return b.String()
}

// ExplainDifferences says in plain words where two rulesets differ.
func ExplainDifferences(nameA string, a baduk.Rules, nameB string, b baduk.Rules) string {
	first, second := PresetOf(nameA, a).Title, PresetOf(nameB, b).Title
	differences := CompareRules(a, b)
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
	return text.String()
}

// PresetOf returns a preset with these rules, preferably the one with the given name. If no preset has these
// rules, it makes one from the name and the rules.
func PresetOf(name string, r baduk.Rules) baduk.Preset {
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

// meaning returns the meaning of a value. If the word of the value adds information, the word
// comes first.
func meaning(v baduk.Value) string {
	if strings.Trim(v.Word, "-0123456789.") == "" || v.Word == "YES" || v.Word == "NO" {
		return v.Meaning
	}
	return v.Word + ": " + v.Meaning
}

// WordForm is KataGo's one-word form, komi included.
func WordForm(r baduk.Rules) string { return r.Word() + "komi" + r.Komi.String() }

// ExplainExample returns a drawing of the board of the article's worked example and explains each way of counting it.
func ExplainExample(board string, countings []Counting) string {
	var b strings.Builder
	b.WriteString("The worked example of the article on the game: komi 5.5, Black has taken 9 stones\nand White 6, and both agree that the black stone on H2 is dead.\n\n")
	b.WriteString(board)
	b.WriteString("\n")
	w := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	fmt.Fprintln(w, "counted by\tBlack\tWhite\tresult")
	for _, k := range countings {
		fmt.Fprintf(w, "%s\t%v\t%v\t%s\n", k.Name, k.Black, k.White, k.Result)
	}
	_ = w.Flush() // a Builder never fails
	b.WriteString("\nWhy they differ:\n")
	for _, k := range countings {
		fmt.Fprintf(&b, "  %s: %s\n", k.Name, k.Why)
	}
	return b.String()
}
