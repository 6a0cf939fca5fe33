package main

import (
	"bufio"
	_ "embed"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// CompletionCmd is `tengen completion`.
type CompletionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// Help says where the script belongs.
func (CompletionCmd) Help() string {
	return "The completion works in this shell after one of these lines, and in every shell with the line in its start file:\n\n" +
		"  source <(tengen completion bash)     in ~/.bashrc\n" +
		"  source <(tengen completion zsh)      in ~/.zshrc, after compinit\n" +
		"  tengen completion fish | source      in ~/.config/fish/config.fish"
}

var (
	//go:embed completion/tengen.bash
	bashCompletion string
	//go:embed completion/_tengen
	zshCompletion string
	//go:embed completion/tengen.fish
	fishCompletion string
)

// Run prints the script.
func (c *CompletionCmd) Run(env *Env) error {
	script := map[string]string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}[c.Shell]
	_, err := io.WriteString(env.Stdout, script)
	return err
}

// CompleteCmd is `tengen complete`, which the completion scripts call.
type CompleteCmd struct {
	Words []string `arg:"" help:"The command line up to the cursor, after --. The last word is the one to complete, and may be empty."`
}

// These lines of `tengen complete` ask the shell to add the names of files and folders.
const (
	filesToo   = ":files"
	foldersToo = ":folders"
)

// Run prints a candidate per line. A tab separates a candidate from its description.
func (c *CompleteCmd) Run(env *Env, kctx *kong.Context) error {
	out := bufio.NewWriter(env.Stdout)
	for _, each := range complete(kctx.Model, c.Words) {
		out.WriteString(each.text)
		if each.help != "" {
			out.WriteString("\t" + each.help)
		}
		out.WriteByte('\n')
	}
	return out.Flush()
}

// A candidate is a word that the command line may continue with, or [filesToo] or [foldersToo].
type candidate struct{ text, help string }

// complete lists the candidates for the last word of a command line.
func complete(app *kong.Application, words []string) []candidate {
	words, typed := joinFlags(words)
	last := len(words) - 1
	at := position{app: app, node: app.Node}
	for _, word := range words[min(1, last):last] {
		at.read(word)
	}
	current := words[last]
	all, prefix := at.candidates(current)
	var fit []candidate
	for _, each := range all {
		switch {
		case each.text == filesToo, each.text == foldersToo:
			fit = append(fit, each)
		case strings.HasPrefix(prefix+each.text, current):
			each.text = strings.TrimPrefix(prefix+each.text, typed)
			fit = append(fit, each)
		}
	}
	return fit
}

// joinFlags joins the words of --flag=value, which bash separates at the sign. It returns the part of the last word
// that bash does not replace, such as --flag=.
func joinFlags(words []string) (joined []string, typed string) {
	for i := 0; i < len(words); i++ {
		last := len(joined) - 1
		if words[i] != "=" || last < 0 || !strings.HasPrefix(joined[last], "--") {
			joined = append(joined, words[i])
			continue
		}
		joined[last] += "="
		if i >= len(words)-2 {
			typed = joined[last]
		}
		if i+1 < len(words) {
			i++
			joined[last] += words[i]
		}
	}
	return joined, typed
}

// A position is a place on the command line.
type position struct {
	app       *kong.Application
	node      *kong.Node
	arguments int        // read since the name of the command
	flag      *kong.Flag // a flag whose value comes next, or nil
	onlyArgs  bool       // after --
}

// read moves the position behind a word.
func (p *position) read(word string) {
	name, _, hasValue := strings.Cut(word, "=")
	switch {
	case p.flag != nil:
		p.flag = nil
	case p.onlyArgs:
		p.arguments++
	case word == "--":
		p.onlyArgs = true
	case strings.HasPrefix(word, "-") && word != "-":
		if flag := p.find(name); flag != nil && !flag.IsBool() && !hasValue {
			p.flag = flag
		}
	default:
		if child := p.child(word); child != nil {
			p.node, p.arguments = child, 0
		} else if p.node != p.app.Node || word != "help" { // "tengen help match" is "tengen match --help"
			p.arguments++
		}
	}
}

func (p *position) child(name string) *kong.Node {
	if i := slices.IndexFunc(p.node.Children, func(n *kong.Node) bool { return n.Name == name }); i >= 0 {
		return p.node.Children[i]
	}
	return nil
}

// command is the command that gets flags and arguments here: the node, or its default command.
func (p *position) command() *kong.Node {
	if p.node == p.app.Node {
		return p.child("web") // see normalise
	}
	if p.node.DefaultCmd != nil {
		return p.node.DefaultCmd
	}
	return p.node
}

// flags lists the flags that may stand here.
func (p *position) flags() []*kong.Flag {
	return slices.DeleteFunc(slices.Concat(p.command().AllFlags(true)...), func(f *kong.Flag) bool { return f.Hidden })
}

// find returns the flag with a name such as --out or -o, or nil.
func (p *position) find(name string) *kong.Flag {
	for _, f := range p.flags() {
		if name == "--"+f.Name || f.Short != 0 && name == "-"+string(f.Short) {
			return f
		}
	}
	return nil
}

// candidates lists what may stand here, and the text in front of each candidate in the same word.
func (p *position) candidates(current string) (all []candidate, prefix string) {
	name, _, hasValue := strings.Cut(current, "=")
	switch {
	case p.flag != nil:
		return valuesOf(p.flag.Value), ""
	case strings.HasPrefix(current, "-") && !p.onlyArgs && hasValue:
		if flag := p.find(name); flag != nil && !flag.IsBool() {
			return valuesOf(flag.Value), name + "="
		}
		return nil, ""
	case strings.HasPrefix(current, "-") && !p.onlyArgs:
		for _, f := range p.flags() {
			all = append(all, candidate{"--" + f.Name, firstSentence(f.Help)})
			if f.Tag.Negatable != "" {
				all = append(all, candidate{"--no-" + f.Name, firstSentence(f.Help)})
			}
		}
		return all, ""
	}
	if p.arguments == 0 && !p.onlyArgs {
		for _, child := range p.node.Children {
			if !child.Hidden {
				all = append(all, candidate{child.Name, firstSentence(child.Help)})
			}
		}
	}
	if args := p.command().Positional; len(args) > 0 {
		last := args[len(args)-1]
		if p.arguments < len(args) {
			all = append(all, valuesOf(args[p.arguments])...)
		} else if last.IsCumulative() {
			all = append(all, valuesOf(last)...)
		}
	}
	return all, ""
}

// firstSentence returns the beginning of a help text without its full stop.
func firstSentence(text string) string {
	first, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(first, ".")
}
