package match

import (
	"errors"
	"io/fs"
	"maps"
	"strconv"

	"tengen/internal/usage"
)

// Recipe is the command that began a match. The plan stores it as a table of texts. With a recipe the match can be
// continued from any folder, even if the user's settings have changed. The seed and the pairings are in other fields of
// the plan.
type Recipe struct {
	Players []string          // the players as the user wrote them
	Dir     string            // names of files and programs are relative to this folder
	Kernel  string            // kernel that computes the nets
	Flags   map[string]string // by name: the text of a flag that decides what is played
}

// The keys of the table that are not names of flags.
const (
	recipeDir    = "folder"
	recipeKernel = "kernel"
)

// recipePlayer returns the key of player i, counted from 0.
func recipePlayer(i int) string { return "player " + strconv.Itoa(i+1) }

// Table returns the recipe as a table for [Options.Command].
func (r Recipe) Table() map[string]string {
	table := map[string]string{recipeDir: r.Dir, recipeKernel: r.Kernel}
	for i, text := range r.Players {
		table[recipePlayer(i)] = text
	}
	maps.Copy(table, r.Flags)
	return table
}

// ReadRecipe reads the plan of the match in a folder, and the recipe in it.
func ReadRecipe(dir string) (Recipe, Plan, error) {
	plan, err := readPlan(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return Recipe{}, plan, usage.Errorf("%v", err)
	}
	if err != nil {
		return Recipe{}, plan, err
	}
	r := Recipe{Dir: plan.Command[recipeDir], Kernel: plan.Command[recipeKernel], Flags: maps.Clone(plan.Command)}
	delete(r.Flags, recipeDir)
	delete(r.Flags, recipeKernel)
	for i := 0; plan.Command[recipePlayer(i)] != ""; i++ {
		r.Players = append(r.Players, plan.Command[recipePlayer(i)])
		delete(r.Flags, recipePlayer(i))
	}
	if len(r.Players) == 0 {
		return r, plan, usage.Errorf("the plan in %s does not have the command that began the match: run that command again", dir)
	}
	return r, plan, nil
}

// Finished returns the plan of the match in a folder if all games were played, and nil otherwise.
func Finished(dir string) *Plan {
	if dir == "" {
		return nil
	}
	plan, s, err := Report(dir)
	if err != nil || s.Unfinished {
		return nil // [Run] reports errors of the folder when it opens it
	}
	return &plan
}
