package topology

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"tengen/internal/wording"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"
)

// The limits of an expression. Expressions have no loops, so with these limits
// an evaluation takes at most a few microseconds.
const (
	MaxExpression = 500 // bytes
	maxNodes      = 200 // numbers, names, operators and calls
)

// pointVariables are the variables of an expression for the weight of a point.
type pointVariables struct {
	X float64 `expr:"x"`
	Y float64 `expr:"y"`
	I float64 `expr:"i"` // the index of the point, from 0; on infinite boards its number by spiral
	D float64 `expr:"d"` // number of neighbours of the point
}

// sumVariables are the variables of a threshold.
type sumVariables struct {
	Z float64 `expr:"z"`
}

// expression is a compiled expression. All its numbers are float64. It is safe for
// concurrent use.
type expression struct {
	text     string
	program  *vm.Program
	machines sync.Pool // of *vm.VM
}

// errDivision is the error of a division by zero.
var errDivision = errors.New("division by zero")

// functions returns the functions that an expression may call. The last two
// implement operators; an expression cannot call them by name.
func functions() map[string]struct {
	like any
	f    func(a []float64) (float64, error)
} {
	type entry = struct {
		like any
		f    func(a []float64) (float64, error)
	}
	of1 := func(f func(float64) float64) entry {
		return entry{new(func(float64) float64), func(a []float64) (float64, error) { return f(a[0]), nil }}
	}
	fold := func(f func(a, b float64) float64) entry {
		return entry{new(func(float64, ...float64) float64), func(a []float64) (float64, error) {
			result := a[0]
			for _, b := range a[1:] {
				result = f(result, b)
			}
			return result, nil
		}}
	}
	return map[string]entry{
		"exp": of1(exp), "log": of1(log), "sqrt": of1(math.Sqrt), "abs": of1(math.Abs),
		"floor": of1(math.Floor), "ceil": of1(math.Ceil), "int": of1(math.Trunc),
		"min": fold(math.Min), "max": fold(math.Max),
		"pow": {new(func(float64, float64) float64), func(a []float64) (float64, error) {
			if a[0] == 0 && a[1] < 0 {
				return 0, errDivision
			}
			return pow(a[0], a[1]), nil
		}},
		"/": {new(func(float64, float64) float64), func(a []float64) (float64, error) {
			if a[1] == 0 {
				return 0, errDivision
			}
			return a[0] / a[1], nil
		}},
		"%": {new(func(float64, float64) float64), func(a []float64) (float64, error) {
			if a[1] == 0 {
				return 0, errDivision
			}
			return math.Mod(a[0], a[1]), nil
		}},
	}
}

// operators lists the allowed operators of the expression language.
const operators = " + - * / % ^ ** < <= > >= == != and or not && || ! "

// words matches names and numbers.
var words = regexp.MustCompile(`[0-9A-Za-z_.]+`)

// asReal appends ".0" to a whole number that may be too large for an integer.
// This does not change the value, because every number is a float64.
func asReal(word string) string {
	if len(word) >= 18 && strings.Trim(word, "0123456789") == "" {
		return word + ".0"
	}
	return word
}

// compile compiles an expression. env is a pointer to a struct whose fields are the
// variables. An expression may contain only numbers, the operators, the functions and the
// variables. compile returns an error if the text is too long or is not such an
// expression.
func compile(text string, env any) (*expression, error) {
	if len(text) > MaxExpression {
		return nil, fmt.Errorf("the expression has %d bytes, at most %d are allowed", len(text), MaxExpression)
	}
	if strings.TrimSpace(text) == "" {
		return nil, errors.New("the expression is empty")
	}
	if strings.ContainsFunc(text, unicode.IsControl) {
		return nil, errors.New("the expression is not written on one line")
	}
	if strings.Contains(text, "//") || strings.Contains(text, "/*") {
		return nil, errors.New("comments and // are not allowed: for a quotient without its fraction write floor(a / b)")
	}
	code := words.ReplaceAllStringFunc(text, asReal)
	guard := &guard{functions: map[string]bool{}}
	options := []expr.Option{expr.Env(env), expr.DisableAllBuiltins(), expr.Optimize(false), expr.MaxNodes(maxNodes), expr.Patch(guard)}
	for name, f := range functions() {
		guard.functions[name] = true
		options = append(options, expr.Function(name, func(args ...any) (any, error) {
			numbers := make([]float64, len(args))
			for i, a := range args {
				n, ok := a.(float64)
				if !ok {
					return nil, fmt.Errorf("%s is applied to something that is not a number", name)
				}
				numbers[i] = n
			}
			return f.f(numbers)
		}, f.like))
	}
	fields := reflect.TypeOf(env).Elem()
	for i := range fields.NumField() {
		guard.variables = append(guard.variables, fields.Field(i).Tag.Get("expr"))
	}
	program, err := expr.Compile(code, options...)
	switch {
	case guard.err != nil:
		return nil, guard.err
	case err != nil:
		return nil, plain(err)
	case guard.bare > 0:
		return nil, errors.New("a function has no arguments: write it like sqrt(2)")
	}
	e := &expression{text: strings.TrimSpace(text), program: program}
	e.machines.New = func() any { return new(vm.VM) }
	return e, nil
}

// guard rejects every part of an expression that is not arithmetic, and
// converts integers to float64. It also replaces some operators by calls of the
// functions above, because the results of these operators depend on the machine
// or on the type of the numbers.
type guard struct {
	functions map[string]bool
	variables []string
	bare      int   // number of names of functions that are not part of a call
	err       error // the first error
}

// Visit is called for every part of the expression, for inner parts first.
func (g *guard) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.FloatNode, *ast.BoolNode, *ast.ConditionalNode:
	case *ast.IntegerNode:
		ast.Patch(node, &ast.FloatNode{Value: float64(n.Value)})
	case *ast.IdentifierNode:
		if g.functions[n.Value] {
			g.bare++ // the visit of a call around the name subtracts 1
		} else if !slices.Contains(g.variables, n.Value) {
			g.refuse(*node, fmt.Sprintf("unknown name %q: there are %s and functions such as sqrt", clip(n.Value), strings.Join(g.variables, ", ")))
		}
	case *ast.UnaryNode:
		if !strings.Contains(operators, " "+n.Operator+" ") {
			g.refuse(*node, fmt.Sprintf("%q is not allowed", n.Operator))
		}
	case *ast.BinaryNode:
		if !strings.Contains(operators, " "+n.Operator+" ") {
			g.refuse(*node, fmt.Sprintf("%q is not allowed", n.Operator))
		}
		name := map[string]string{"/": "/", "%": "%", "^": "pow", "**": "pow"}[n.Operator]
		if name != "" {
			callee := &ast.IdentifierNode{Value: name}
			callee.SetLocation((*node).Location())
			ast.Patch(node, &ast.CallNode{Callee: callee, Arguments: []ast.Node{n.Left, n.Right}})
		}
	case *ast.CallNode:
		if f, ok := n.Callee.(*ast.IdentifierNode); !ok || !g.functions[f.Value] {
			g.refuse(*node, "this is not a function")
		}
		g.bare--
	default:
		g.refuse(*node, "only numbers, comparisons and arithmetic are allowed")
	}
}

func (g *guard) refuse(node ast.Node, why string) {
	if g.err == nil {
		g.err = fmt.Errorf("%s (character %d)", why, node.Location().From+1)
	}
}

// plain converts an error of the expression language to a single line.
func plain(err error) error {
	var e *file.Error
	if !errors.As(err, &e) {
		return errors.New(strings.Join(strings.Fields(err.Error()), " "))
	}
	if errors.Is(err, errDivision) {
		return errDivision
	}
	if strings.Contains(e.Message, "maximum allowed nodes") {
		return fmt.Errorf("the expression has more than %d parts", maxNodes)
	}
	return fmt.Errorf("%s (character %d)", strings.Join(strings.Fields(e.Message), " "), e.Column+1)
}

// value evaluates the expression. The type of env must be the one for which the
// expression was compiled. The result named truth says whether the value is a truth
// value; v is then 1 for true and 0 for false.
func (e *expression) value(env any) (v float64, truth bool, err error) {
	machine := e.machines.Get().(*vm.VM)
	result, err := machine.Run(e.program, env)
	e.machines.Put(machine)
	if err != nil {
		return 0, false, plain(err)
	}
	switch r := result.(type) {
	case float64:
		return r, false, nil
	case bool:
		if r {
			return 1, true, nil
		}
		return 0, true, nil
	}
	return 0, false, fmt.Errorf("the result is a %T, not a number", result)
}

// weight returns the weight of a point, or an error if the result is not a
// finite number.
func (e *expression) weight(v *pointVariables) (float64, error) {
	w, truth, err := e.value(v)
	switch {
	case err != nil:
		return 0, err
	case truth:
		return 0, errors.New("the result is true or false, not a number: write (...) ? 1 : 0")
	}
	return w, checkWeight(w)
}

// maxWeight is the largest absolute weight. With this limit the sum of all weights is far
// below the largest float64.
const maxWeight = 1e30

func checkWeight(w float64) error {
	switch {
	case math.IsNaN(w) || math.IsInf(w, 0):
		return fmt.Errorf("the weight is %v, not a finite number", w)
	case math.Abs(w) > maxWeight:
		return fmt.Errorf("the weight is %v, beyond %v", w, maxWeight)
	}
	return nil
}

// alive reports whether T(z) = 1. It is false if T(z) cannot be computed.
func (e *expression) alive(z float64) bool {
	v, _, err := e.value(&sumVariables{z})
	return err == nil && v == 1
}

// try returns an error if the expression cannot be computed for z or its result
// is NaN.
func (e *expression) try(z float64) error {
	v, _, err := e.value(&sumVariables{z})
	if err == nil && math.IsNaN(v) {
		err = errors.New("the result is not a number")
	}
	if err != nil {
		return fmt.Errorf("for z = %v: %w", z, err)
	}
	return nil
}

// clip shortens a quoted piece of input.
func clip(s string) string { return wording.Clip(s, 40) }
