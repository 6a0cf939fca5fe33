package main

// WebCmd is `tengen web`, and `tengen` alone.
type WebCmd struct {
	Addr      string       `default:"127.0.0.1:8017" placeholder:"HOST:PORT" help:"Listen here (${default}); the next free port when it is taken."`
	Data      string       `default:"${data_dir}" placeholder:"DIR" help:"Keep games here (${default})."`
	NoBrowser bool         `help:"Do not open the browser."`
	File      ExistingFile `arg:"" optional:"" placeholder:"FILE.sgf" help:"A record to open."`
}

// Run serves the board until it is interrupted.
func (c *WebCmd) Run(env *Env) error { return notBuilt("web") }
