package main

import (
	"reflect"
	"strings"

	"github.com/alecthomas/kong"

	"tengen/baduk"
	"tengen/engine"
	"tengen/kifu"
	"tengen/match"
	"tengen/nn"
	"tengen/player"
	"tengen/review"
	"tengen/topology"
	"tengen/train"
)

// valuesOf lists the candidates for the value of a flag or an argument.
func valuesOf(v *kong.Value) []candidate {
	var all []candidate
	words := func(texts ...string) {
		for _, text := range texts {
			all = append(all, candidate{text: text})
		}
	}
	if v.Enum != "" {
		words(v.EnumSlice()...)
		return all
	}
	switch t := single(v.Target.Type()); reflect.New(t).Interface().(type) {
	case *LogLevel:
		words("debug", "info", "warn", "error")
	case *player.Kernel, *KernelList:
		for _, level := range nn.Levels() {
			words(level.String())
		}
		if t == reflect.TypeFor[KernelList]() {
			words(allKernels)
		} else {
			words("auto")
		}
	case *player.NetFile, *PeerNet:
		words(string(player.BuiltIn), string(player.BuiltInHuman), filesToo)
		if t == reflect.TypeFor[player.NetFile]() {
			words(string(player.None))
		}
	case *engine.Rank:
		words("full")
		for rank := engine.Dan1 - 30; rank <= engine.Dan9; rank++ {
			words(rank.String())
		}
	case *Ruleset:
		all = rulesets()
	case *Letters:
		words("gtp", "with-i")
	case *match.Pairings:
		words("all", "first", "neighbours")
	case *train.Method:
		words(train.AdamW.String(), train.Momentum.String(), train.Muon.String())
	case *planesPart:
		words("training", "validation", "all")
	case *Format:
		for _, f := range kifu.Formats() {
			all = append(all, candidate{f.Name, f.Title})
		}
	case *Encoding:
		words(kifu.Encodings()...)
	case *Drawing:
		words(drawings...)
	case *Theme:
		words(themes...)
	case *Winner:
		words(winners...)
	case *Sort:
		words(orders...)
	case *ReviewFormats:
		words(review.Formats()...)
	case *Path, *ExistingFile:
		words(filesToo)
	case *Folder:
		words(foldersToo)
	default:
		return valuesByPlaceholder(v)
	}
	return all
}

// single returns the type of one value: the element of a slice, or the target of a pointer.
func single(t reflect.Type) reflect.Type {
	for t.Name() == "" && (t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer) {
		t = t.Elem()
	}
	return t
}

// valuesByPlaceholder lists the candidates for text whose placeholder or name says what it is.
func valuesByPlaceholder(v *kong.Value) []candidate {
	placeholder := v.Tag.PlaceHolder
	if placeholder == "" {
		placeholder = strings.ToUpper(v.Name)
	}
	kind, _, _ := strings.Cut(placeholder, ".") // FILE.svg is a file
	switch kind {
	case "FILE", "PATH", "OUT":
		return []candidate{{text: filesToo}}
	case "DIR", "FOLDER":
		return []candidate{{text: foldersToo}}
	case "RULESET":
		return rulesets()
	case "BOARD":
		all := []candidate{{text: filesToo}}
		for _, k := range topology.Kinds() {
			if !strings.Contains(k.Example, " ") { // a name with a space would have to be quoted, in each shell in its own way
				all = append(all, candidate{k.Example, k.Description})
			}
		}
		return all
	}
	return nil
}

func rulesets() []candidate {
	var all []candidate
	for _, p := range baduk.Presets() {
		all = append(all, candidate{p.Name, p.Description})
	}
	return all
}
