package analysis

import (
	"fmt"
	"math"
)

// fieldError is an error in a field of a query, in KataGo's words.
type fieldError struct{ field, text string }

func (e *fieldError) Error() string { return e.field + ": " + e.text }

func wrong(field, format string, args ...any) error {
	return &fieldError{field, fmt.Sprintf(format, args...)}
}

// errorAnswer returns the answer that refuses a query. The field may be empty. The id is nil if the line did not
// have an id.
func errorAnswer(id *string, field, text string) object {
	o := object{"error": text}
	if field != "" {
		o["field"] = field
	}
	if id != nil {
		o["id"] = *id
	}
	return o
}

// warningAnswer returns a warning about a query. The client gets it before the answers to the query.
func warningAnswer(id, field, text string) object {
	return object{"warning": text, "field": field, "id": id}
}

// integer reads a number written without point and exponent.
func integer(o object, field string, least, most int64, say string) (int64, error) {
	if i, ok := o[field].(int64); ok && i >= least && i <= most {
		return i, nil
	}
	return 0, wrong(field, "%s", say)
}

// number reads a number of any form.
func number(o object, field string, least, most float64, say string) (float64, error) {
	x, ok := asFloat(o[field])
	if !ok || x < least || x > most {
		return 0, wrong(field, "%s", say)
	}
	return x, nil
}

func asFloat(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case uint64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

func boolean(o object, field string) (bool, error) {
	v, ok := o[field].(bool)
	if !ok {
		return false, wrong(field, "Must be a boolean")
	}
	return v, nil
}

// integers reads a list of numbers. Fractions are cut off. If booleans is set, the list may contain true and
// false, which count as 1 and 0. KataGo does this for some fields.
func integers(v any, booleans bool) ([]int64, bool) {
	list, ok := v.([]any)
	if !ok {
		return nil, false
	}
	numbers := make([]int64, 0, len(list))
	for _, v := range list {
		if yes, ok := v.(bool); ok && booleans {
			n := int64(0)
			if yes {
				n = 1
			}
			numbers = append(numbers, n)
			continue
		}
		if i, ok := v.(int64); ok {
			numbers = append(numbers, i)
			continue
		}
		x, ok := asFloat(v)
		if !ok {
			return nil, false
		}
		numbers = append(numbers, int64(min(max(math.Trunc(x), -1<<62), 1<<62)))
	}
	return numbers, true
}
