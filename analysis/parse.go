package analysis

import (
	"fmt"
	"math"
)

// object is a JSON object. Values are nil, bool, int64 (uint64 for larger numbers), float64, string, []any
// and object.
type object = map[string]any

// deepest is the largest depth of nested lists and objects.
const deepest = 500

// parse reads a JSON text strictly. Its errors have the same text as KataGo's. If there is an error, parse also
// returns the part of the object that it has read, or nil if the text is not an object.
func parse(text string) (any, error) {
	p := &parser{scanner: scanner{data: text}}
	p.next()
	v, err := p.value(0)
	if err != nil {
		if p.top == nil {
			return nil, err
		}
		return p.top, err
	}
	if p.next(); p.kind != tokenEnd {
		return v, p.unexpected("value", tokenEnd)
	}
	return v, nil
}

type parser struct {
	scanner
	top object // the outermost object
}

// value reads the value that begins with the current token.
func (p *parser) value(depth int) (any, error) {
	if depth > deepest {
		return nil, fmt.Errorf("more than %d nested lists and objects", deepest)
	}
	switch p.kind {
	case tokenTrue, tokenFalse:
		return p.kind == tokenTrue, nil
	case tokenNull:
		return nil, nil
	case tokenString:
		return p.text, nil
	case tokenNumber:
		if f, ok := p.number.(float64); ok && math.IsInf(f, 0) {
			return nil, fmt.Errorf("[json.exception.out_of_range.406] number overflow parsing '%s'", p.read())
		}
		return p.number, nil
	case tokenOpenList:
		return p.list(depth)
	case tokenOpenObject:
		return p.object(depth)
	case tokenWrong:
		return nil, p.unexpected("value", tokenWrong)
	}
	return nil, p.unexpected("value", tokenValue)
}

func (p *parser) list(depth int) (any, error) {
	list := []any{}
	if p.next(); p.kind == tokenCloseList {
		return list, nil
	}
	for {
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		switch p.next(); p.kind {
		case tokenComma:
			p.next()
		case tokenCloseList:
			return list, nil
		default:
			return nil, p.unexpected("array", tokenCloseList)
		}
	}
}

func (p *parser) object(depth int) (any, error) {
	o := object{}
	if depth == 0 {
		p.top = o
	}
	if p.next(); p.kind == tokenCloseObject {
		return o, nil
	}
	for {
		if p.kind != tokenString {
			return nil, p.unexpected("object key", tokenString)
		}
		key := p.text
		if p.next(); p.kind != tokenColon {
			return nil, p.unexpected("object separator", tokenColon)
		}
		p.next()
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		o[key] = v
		switch p.next(); p.kind {
		case tokenComma:
			p.next()
		case tokenCloseObject:
			return o, nil
		default:
			return nil, p.unexpected("object", tokenCloseObject)
		}
	}
}
