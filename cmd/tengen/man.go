package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// ManCmd is `tengen man`.
type ManCmd struct {
	Dir      Folder `arg:"" help:"The folder, which is created if missing."`
	Settings string `default:"~/.config" placeholder:"DIR" help:"The user's folder of settings in the text of the pages (default ${default})." config:"-"`
}

// Run writes a page for the program and each command.
func (c *ManCmd) Run(m *Main) error {
	described := *m
	described.ConfigDir = func() (string, error) { return c.Settings, nil }
	if err := os.MkdirAll(string(c.Dir), 0o755); err != nil {
		return err
	}
	var write func(node *kong.Node) error
	write = func(node *kong.Node) error {
		if node.Hidden {
			return nil
		}
		for _, child := range node.Children {
			if err := write(child); err != nil {
				return err
			}
		}
		return os.WriteFile(filepath.Join(string(c.Dir), pageName(node)+".1"), []byte(manPage(node)), 0o644)
	}
	return write(described.newParser(&CLI{}).Model.Node)
}

// pageName is the name of a command's page, such as tengen-sgf-convert.
func pageName(node *kong.Node) string { return strings.ReplaceAll(node.FullPath(), " ", "-") }

// manPage writes the page of a command in the language of man(7).
func manPage(node *kong.Node) string {
	p := &manWriter{}
	b := thisBuild()
	p.line(".TH %s 1 \"%s\" %s %s", quoted(strings.ToUpper(pageName(node))), b.date(), quoted("tengen "+b.Version), quoted("tengen"))
	p.section("name")
	p.line(`%s \- %s`, roff(pageName(node)), roff(lowerFirst(firstSentence(node.Help))))
	p.section("synopsis")
	p.line(".B %s", roff(node.FullPath()))
	p.line("%s", roff(synopsis(node)))
	p.section("description")
	p.text(node.Help)
	p.text(node.Detail)
	if len(node.Positional) > 0 {
		p.section("arguments")
		for _, arg := range node.Positional {
			p.item(argumentName(arg), arg.Help)
		}
	}
	p.flags("options", node)
	for above := node.Parent; above != nil && above.Parent != nil; above = above.Parent {
		p.flags("options of "+above.FullPath(), above)
	}
	if len(node.Children) > 0 {
		p.section("commands")
		for _, leaf := range node.Leaves(true) {
			p.item(pageName(leaf)+"(1)", leaf.Help)
		}
	}
	if node.Parent == nil {
		p.section("settings")
		p.text(ConfigCmd{}.Help())
		p.section("exit status")
		p.item(fmt.Sprint(exitSuccess), "Success.")
		p.item(fmt.Sprint(exitFailure), "Failure. A message on stderr gives the reason.")
		p.item(fmt.Sprint(exitUsage), "A mistake in the command line or in a setting.")
		p.item(fmt.Sprint(exitInterrupted), "An interrupt ended the command before its work was complete.")
		p.item(fmt.Sprint(exitUnread), "The reader of the output closed the pipe.")
	} else {
		p.section("see also")
		if node.Parent.Parent != nil {
			p.line(".BR %s (1),", roff(pageName(node.Parent)))
		}
		p.line(".BR tengen (1)")
		p.fill("for the options of all commands, settings, and exit statuses.")
	}
	return p.b.String()
}

// synopsis is what follows the name of a command.
func synopsis(node *kong.Node) string {
	var parts []string
	for _, arg := range node.Positional {
		parts = append(parts, argumentName(arg))
	}
	if len(node.Children) > 0 {
		parts = append(parts, "COMMAND")
	}
	return strings.Join(append(parts, "[OPTION...]"), " ")
}

// argumentName is the name of an argument, in brackets if it is optional, with dots if it may be repeated.
func argumentName(arg *kong.Positional) string {
	name := cmp.Or(arg.Tag.PlaceHolder, strings.ToUpper(arg.Name))
	if arg.IsCumulative() {
		name += "..."
	}
	if !arg.Required {
		name = "[" + name + "]"
	}
	return name
}

// A manWriter writes a page.
type manWriter struct {
	b         strings.Builder
	separated bool // nothing follows the heading of a section yet, so a paragraph needs no space above it
}

func (p *manWriter) line(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

func (p *manWriter) section(title string) {
	p.line(".SH %s", quoted(strings.ToUpper(title)))
	p.separated = true
}

// item writes a name and its explanation.
func (p *manWriter) item(name, help string) {
	p.line(".TP\n.B %s", roff(name))
	p.separated = false
	p.fill(help)
}

// flags writes the flags of a command without those of its parents.
func (p *manWriter) flags(title string, node *kong.Node) {
	shown := slices.DeleteFunc(slices.Clone(node.Flags), func(f *kong.Flag) bool { return f.Hidden })
	if len(shown) == 0 {
		return
	}
	p.section(title)
	for _, f := range shown {
		name := f.String()
		if f.Tag.Negatable != "" {
			name += ", --no-" + f.Name
		}
		p.item(name, f.Help)
	}
}

// text writes paragraphs, which an empty line separates. Indented lines keep their form.
func (p *manWriter) text(text string) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if paragraph = strings.Trim(paragraph, "\n"); paragraph == "" {
			continue
		}
		if !p.separated {
			p.line(".PP")
		}
		p.separated = false
		if !strings.HasPrefix(paragraph, " ") {
			p.fill(paragraph)
			continue
		}
		p.line(".nf")
		for line := range strings.SplitSeq(paragraph, "\n") {
			p.line("%s", roff(line))
		}
		p.line(".fi")
	}
}

// manWidth is the width of the lines of the source. Its readers fill them again.
const manWidth = 72

// fill writes words in lines. A sentence begins on a line of its own, as is the habit for manual pages.
func (p *manWriter) fill(text string) {
	line := ""
	end := func() {
		if line != "" {
			p.line("%s", roff(line))
		}
		line = ""
	}
	for _, word := range strings.Fields(text) {
		if len(line)+len(word) > manWidth {
			end()
		}
		line = strings.TrimPrefix(line+" "+word, " ")
		if strings.HasSuffix(word, ".") || strings.HasSuffix(word, "?") {
			end()
		}
	}
	end()
}

// roff escapes a line of text.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`, "~", `\(ti`, "^", `\(ha`, "`", `\(ga`, "'", `\(aq`, `"`, `\(dq`).Replace(line)
	if strings.HasPrefix(line, ".") {
		line = `\&` + line
	}
	return line
}

// quoted escapes an argument of a macro.
func quoted(text string) string { return `"` + roff(text) + `"` }

func lowerFirst(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToLower(text[:1]) + text[1:]
}
