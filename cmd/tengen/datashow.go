package main

import (
	"tengen/replay"
	"tengen/rowtext"
)

// DataShowCmd is `tengen data show`.
type DataShowCmd struct {
	Dir string `arg:"" name:"folder" help:"The folder of rows."`
	Row int    `arg:"" name:"n" help:"Number of the row, from 0 in the order of the files. Damaged rows keep their numbers."`
}

// Run shows the row.
func (c *DataShowCmd) Run(env *Env) error {
	f, err := replay.OpenFolder(c.Dir)
	if err != nil {
		return rowsError(err)
	}
	for _, d := range f.Damage {
		env.Log.Warn("the folder is damaged", "where", d.Error())
	}
	row, err := f.Row(c.Row)
	if err != nil {
		return err
	}
	out := newResults(env)
	return out.end(rowtext.WriteRow(out, c.Row, row))
}
