package count

import (
	"errors"
	"fmt"
	"io/fs"

	"tengen/internal/usage"
)

// Join makes the result of a count that was divided by moduli or by machines, from the folders of its parts. If the
// folders are to blame, the error text is one line for the user.
func Join(dirs []string) (Result, error) {
	var parts []*checkpoint
	for _, dir := range dirs {
		machine := 0
		c, err := readCheckpoint(dir, machine)
		for err == nil {
			parts = append(parts, c)
			if machine++; machine >= c.Machines {
				break
			}
			c, err = readCheckpoint(dir, machine)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return Result{}, usage.Errorf("%s does not exist: the folder does not have this part of the count", checkpointFile(dir, machine))
		}
		if err != nil {
			return Result{}, err
		}
	}
	moduli := moduliFor(parts[0].Points)
	r := Result{Board: parts[0].Board, Points: parts[0].Points, First: 1, Residues: make([]uint64, len(moduli))}
	shares := make([]int, len(moduli))         // by modulus: how many machines share it
	added := make([]map[int]bool, len(moduli)) // by modulus: the machines whose shares are added
	for i := range added {
		added[i] = map[int]bool{}
	}
	for _, c := range parts {
		if c.Board != r.Board || c.Graph != parts[0].Graph {
			return Result{}, usage.Errorf("the folders have counts of different boards: %s and %s", r.Board, c.Board)
		}
		r.Visits += c.Visits
		r.Seconds += c.Seconds
		for i, share := range c.Residues {
			m := c.First + i
			if m >= len(moduli) || moduli[m].prime() != c.Moduli[i] {
				return Result{}, damaged(fmt.Errorf("%s does not have the modulus %d", c.Board, c.Moduli[i]))
			}
			if added[m][c.Machine] || shares[m] != 0 && shares[m] != c.Machines {
				return Result{}, usage.Errorf("modulus %d of %s is in more than one folder", m+1, r.Board)
			}
			added[m][c.Machine] = true
			shares[m] = c.Machines
			r.Residues[m] = moduli[m].add(r.Residues[m], share) % moduli[m].prime()
		}
	}
	for i, m := range moduli {
		r.Moduli = append(r.Moduli, m.prime())
		if len(added[i]) == 0 || len(added[i]) != shares[i] {
			return Result{}, usage.Errorf("modulus %d of the %d moduli of %s is not finished: %d of its %d parts are there", i+1, len(moduli), r.Board, len(added[i]), max(1, shares[i]))
		}
	}
	var err error
	if r.Number, err = number(r.Points, moduli, r.Residues); err != nil {
		return Result{}, err
	}
	return r, nil
}
