package wiretest

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Schema is the subset of JSON Schema that docs/openapi.yaml uses. An object with properties may not have further ones.
type Schema struct {
	Ref                  string `yaml:"$ref"`
	Type                 any    // a string or a list
	Format, Description  string
	Properties           map[string]*Schema
	Required             []string
	AdditionalProperties *Schema `yaml:"additionalProperties"`
	Items                *Schema
	PrefixItems          []*Schema `yaml:"prefixItems"`
	MinItems             int       `yaml:"minItems"`
	MaxItems             *int      `yaml:"maxItems"`
	Enum                 []any
	Const                any
	OneOf                []*Schema `yaml:"oneOf"`
	Minimum, Maximum     *float64
	Pattern              string
}

// types returns the types that a value may have; an empty list allows any type.
func (s *Schema) types() []string {
	switch t := s.Type.(type) {
	case string:
		return []string{t}
	case []any:
		var all []string
		for _, one := range t {
			all = append(all, fmt.Sprint(one))
		}
		return all
	}
	return nil
}

func (s *Schema) is(kind string) bool { return slices.Contains(s.types(), kind) }

// validate returns an error if a value does not match a schema. The value has the types of encoding/json.
func (d *Description) validate(s *Schema, v any, at string) error {
	if s == nil {
		return fmt.Errorf("%s: the schema is missing", at)
	}
	if s.Ref != "" {
		name, _ := strings.CutPrefix(s.Ref, "#/components/schemas/")
		return d.validate(d.Components.Schemas[name], v, at)
	}
	if len(s.OneOf) > 0 {
		return d.validateOneOf(s.OneOf, v, at)
	}
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, v) {
		return fmt.Errorf("%s: %v is not one of %v", at, v, s.Enum)
	}
	if s.Const != nil && !reflect.DeepEqual(s.Const, v) {
		return fmt.Errorf("%s: %v is not %v", at, v, s.Const)
	}
	if types := s.types(); len(types) > 0 && !slices.ContainsFunc(types, func(t string) bool { return hasType(v, t) }) {
		return fmt.Errorf("%s: %.80v (%T) is not of the type %v", at, v, v, types)
	}
	switch v := v.(type) {
	case map[string]any:
		return d.validateObject(s, v, at)
	case []any:
		return d.validateArray(s, v, at)
	case float64:
		if s.Minimum != nil && v < *s.Minimum || s.Maximum != nil && v > *s.Maximum {
			return fmt.Errorf("%s: %v is out of bounds", at, v)
		}
	case string:
		if s.Pattern != "" && !regexp.MustCompile(s.Pattern).MatchString(v) {
			return fmt.Errorf("%s: %q does not match %s", at, v, s.Pattern)
		}
	}
	return nil
}

func (d *Description) validateOneOf(choices []*Schema, v any, at string) error {
	var last error
	for _, choice := range choices {
		if last = d.validate(choice, v, at); last == nil {
			return nil
		}
	}
	return fmt.Errorf("%s: none of %d schemas fits; of the last: %w", at, len(choices), last)
}

func (d *Description) validateObject(s *Schema, v map[string]any, at string) error {
	for _, name := range s.Required {
		if _, ok := v[name]; !ok {
			return fmt.Errorf("%s: %s is missing in the value", at, name)
		}
	}
	for name, value := range v {
		property := s.Properties[name]
		if property == nil {
			property = s.AdditionalProperties
		}
		if property == nil && s.Properties != nil {
			return fmt.Errorf("%s: %s is missing in the schema", at, name)
		}
		if property != nil {
			if err := d.validate(property, value, at+"."+name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *Description) validateArray(s *Schema, v []any, at string) error {
	if len(v) < s.MinItems || s.MaxItems != nil && len(v) > *s.MaxItems {
		return fmt.Errorf("%s: %d elements", at, len(v))
	}
	for i, value := range v {
		item := s.Items
		if i < len(s.PrefixItems) {
			item = s.PrefixItems[i]
		}
		if item == nil {
			continue
		}
		if err := d.validate(item, value, fmt.Sprintf("%s[%d]", at, i)); err != nil {
			return err
		}
	}
	return nil
}

// hasType reports whether a decoded value has a type of JSON Schema.
func hasType(v any, kind string) bool {
	switch v := v.(type) {
	case nil:
		return kind == "null"
	case bool:
		return kind == "boolean"
	case string:
		return kind == "string"
	case float64:
		return kind == "number" || kind == "integer" && v == float64(int64(v))
	case []any:
		return kind == "array"
	case map[string]any:
		return kind == "object"
	}
	return false
}
