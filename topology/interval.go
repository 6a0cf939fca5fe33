package topology

import (
	"math"

	"github.com/expr-lang/expr/ast"
)

// interval bounds the values of an expression at the points of a rectangle: all values are between least and most. A
// truth value is 0 or 1. If the expression may be NaN or may fail, the field named vague is true, and least and most
// are infinite.
//
// Rounding to float64 is monotonic: it never reverses the order of two results. So the
// ends of an interval are computed with the same operations as the values.
type interval struct {
	least, most float64
	vague       bool
}

func exactly(v float64) interval { return interval{v, v, false} }

var (
	anything = interval{math.Inf(-1), math.Inf(1), true}
	either   = interval{0, 1, false} // true or false
)

func truth(b bool) interval {
	if b {
		return exactly(1)
	}
	return exactly(0)
}

// spanning returns the smallest interval that contains the values. If one of them is NaN, it
// returns the interval of all values.
func spanning(ends ...float64) interval {
	i := interval{math.Inf(1), math.Inf(-1), false}
	for _, v := range ends {
		if math.IsNaN(v) {
			return anything
		}
		i.least, i.most = min(i.least, v), max(i.most, v)
	}
	return i
}

// wider widens the interval by the relative error of a function. An end that is 0 does not change: a result that is
// too small for a float64 becomes 0.
func (i interval) wider(part float64) interval {
	if i.vague || i.unbounded() {
		return i
	}
	return interval{i.least - part*math.Abs(i.least), i.most + part*math.Abs(i.most), false}
}

// single reports whether the interval has only one value.
func (i interval) single() bool { return i.least == i.most && !i.vague }

// size returns the greatest absolute value.
func (i interval) size() float64 { return max(math.Abs(i.least), math.Abs(i.most)) }

func (i interval) contains(v float64) bool { return i.least <= v && v <= i.most }

func (i interval) unbounded() bool { return math.IsInf(i.least, 0) || math.IsInf(i.most, 0) }

// union returns the smallest interval that contains both intervals.
func (i interval) union(j interval) interval {
	return interval{min(i.least, j.least), max(i.most, j.most), i.vague || j.vague}
}

func (i interval) negative() interval { return interval{-i.most, -i.least, i.vague} }

func (i interval) plus(j interval) interval {
	opposite := math.IsInf(i.most, 1) && math.IsInf(j.least, -1) || math.IsInf(i.least, -1) && math.IsInf(j.most, 1)
	if i.vague || j.vague || opposite {
		return anything
	}
	return spanning(i.least+j.least, i.most+j.most)
}

func (i interval) times(j interval) interval {
	if i.vague || j.vague || i.contains(0) && j.unbounded() || j.contains(0) && i.unbounded() {
		return anything
	}
	return spanning(i.least*j.least, i.least*j.most, i.most*j.least, i.most*j.most)
}

func (i interval) over(j interval) interval {
	if i.vague || j.vague || j.contains(0) || i.unbounded() && j.unbounded() {
		return anything
	}
	return spanning(i.least/j.least, i.least/j.most, i.most/j.least, i.most/j.most)
}

// modulo returns the interval of i modulo j. The results have the sign of i and are at most
// as large as i and j in absolute value.
func (i interval) modulo(j interval) interval {
	switch {
	case i.vague || j.vague || j.contains(0) || i.unbounded():
		return anything
	case i.single() && j.single():
		return exactly(math.Mod(i.least, j.least))
	}
	most := j.size()
	return interval{max(min(i.least, 0), -most), min(max(i.most, 0), most), false}
}

// power returns the interval of i to the j. For a positive base the power is monotonic in both arguments, so its
// extremes are at the ends of the intervals. The same is true for a whole power of negative numbers.
func (i interval) power(j interval) interval {
	const off = 1e-12 // the relative error of pow: at most 2000 units in the last place
	switch {
	case i.vague || j.vague:
		return anything
	case i.single() && j.single() && (i.least != 0 || j.least >= 0):
		return spanning(pow(i.least, j.least))
	case i.least > 0, i.least == 0 && j.least > 0:
		return spanning(pow(i.least, j.least), pow(i.least, j.most), pow(i.most, j.least), pow(i.most, j.most)).wider(off)
	case j.single() && j.least == math.Trunc(j.least) && (j.least >= 0 || !i.contains(0)):
		all := spanning(pow(i.least, j.least), pow(i.most, j.least))
		if i.contains(0) {
			all = all.union(exactly(pow(0, j.least)))
		}
		return all.wider(off)
	}
	return anything
}

// rising applies a function that never decreases for arguments from the parameter from upwards. off is the relative
// error of the function.
func (i interval) rising(f func(float64) float64, from, off float64) interval {
	if i.vague || i.least < from {
		return anything
	}
	if i.single() {
		return spanning(f(i.least))
	}
	return spanning(f(i.least), f(i.most)).wider(off)
}

func (i interval) absolute() interval {
	switch {
	case i.least >= 0:
		return i
	case i.most <= 0:
		return i.negative()
	}
	return interval{0, max(-i.least, i.most), i.vague}
}

// less returns the truth values of i < j, or of i <= j.
func (i interval) less(j interval, orEqual bool) interval {
	switch {
	case i.vague || j.vague:
		return either
	case i.most < j.least || orEqual && i.most == j.least:
		return exactly(1)
	case i.least > j.most || !orEqual && i.least == j.most:
		return exactly(0)
	}
	return either
}

func (i interval) equal(j interval) interval {
	switch {
	case i.vague || j.vague:
		return either
	case i.single() && j.single() && i.least == j.least:
		return exactly(1)
	case i.most < j.least || j.most < i.least:
		return exactly(0)
	}
	return either
}

func (i interval) not() interval { return interval{1 - i.most, 1 - i.least, false} }

// bounds computes the interval of an expression from the intervals of its variables.
func (e *expression) bounds(v *variables) interval { return v.of(e.program.Node()) }

// variables has the intervals of the variables of an expression for weights.
type variables struct{ x, y, i, d interval }

func (v *variables) of(node ast.Node) interval {
	switch n := node.(type) {
	case *ast.FloatNode:
		return exactly(n.Value)
	case *ast.BoolNode:
		return truth(n.Value)
	case *ast.IdentifierNode:
		switch n.Value {
		case "x":
			return v.x
		case "y":
			return v.y
		case "i":
			return v.i
		case "d":
			return v.d
		}
	case *ast.UnaryNode:
		switch a := v.of(n.Node); n.Operator {
		case "-":
			return a.negative()
		case "+":
			return a
		default:
			return a.not()
		}
	case *ast.BinaryNode:
		return operation(n.Operator, v.of(n.Left), v.of(n.Right))
	case *ast.ConditionalNode:
		switch c := v.of(n.Cond); {
		case c == exactly(1):
			return v.of(n.Exp1)
		case c == exactly(0):
			return v.of(n.Exp2)
		default:
			return v.of(n.Exp1).union(v.of(n.Exp2))
		}
	case *ast.CallNode:
		arguments := make([]interval, len(n.Arguments))
		for k, a := range n.Arguments {
			arguments[k] = v.of(a)
		}
		return call(n.Callee.(*ast.IdentifierNode).Value, arguments)
	}
	return anything
}

func operation(operator string, a, b interval) interval {
	switch operator {
	case "+":
		return a.plus(b)
	case "-":
		return a.plus(b.negative())
	case "*":
		return a.times(b)
	case "<":
		return a.less(b, false)
	case "<=":
		return a.less(b, true)
	case ">":
		return b.less(a, false)
	case ">=":
		return b.less(a, true)
	case "==":
		return a.equal(b)
	case "!=":
		return a.equal(b).not()
	case "and", "&&":
		return interval{min(a.least, b.least), min(a.most, b.most), false}
	case "or", "||":
		return interval{max(a.least, b.least), max(a.most, b.most), false}
	}
	return anything
}

func call(name string, a []interval) interval {
	switch name {
	case "/":
		return a[0].over(a[1])
	case "%":
		return a[0].modulo(a[1])
	case "pow":
		return a[0].power(a[1])
	case "exp":
		return a[0].rising(exp, math.Inf(-1), 1e-15)
	case "log":
		return a[0].rising(log, 0, 2e-15)
	case "sqrt":
		return a[0].rising(math.Sqrt, 0, 0)
	case "floor":
		return a[0].rising(math.Floor, math.Inf(-1), 0)
	case "ceil":
		return a[0].rising(math.Ceil, math.Inf(-1), 0)
	case "int":
		return a[0].rising(math.Trunc, math.Inf(-1), 0)
	case "abs":
		return a[0].absolute()
	case "min", "max":
		result := a[0]
		for _, b := range a[1:] {
			if name == "min" {
				result = interval{min(result.least, b.least), min(result.most, b.most), result.vague || b.vague}
			} else {
				result = interval{max(result.least, b.least), max(result.most, b.most), result.vague || b.vague}
			}
		}
		return result
	}
	return anything
}
