package specdoc

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// An index contains the declared names of a source tree, written as a reader of the code would: baduk.Board.Place for a
// method or a field, baduk.Pass for other names. A package is named by the last element of its folder.
type index struct {
	symbols map[string]bool // of files that are not tests
	tests   map[string]bool // functions that `go test` runs
}

// proof matches the functions that `go test` runs.
var proof = regexp.MustCompile(`^(Test|Fuzz|Example|Benchmark)`)

func newIndex(tree fs.FS) (*index, error) {
	x := &index{symbols: map[string]bool{}, tests: map[string]bool{}}
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go"):
			return nil
		}
		source, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		room := path.Base(path.Dir(name))
		isTest := strings.HasSuffix(name, "_test.go")
		for _, decl := range file.Decls {
			for _, declared := range declaredNames(decl) {
				switch {
				case !isTest:
					x.symbols[room+"."+declared] = true
				case proof.MatchString(declared):
					x.tests[room+"."+declared] = true
				}
			}
		}
		return nil
	})
	return x, err
}

// declaredNames lists what one declaration declares: Func, Type, Type.Method,
// Type.Field, Const and Var.
func declaredNames(decl ast.Decl) []string {
	if f, ok := decl.(*ast.FuncDecl); ok {
		if f.Recv == nil {
			return []string{f.Name.Name}
		}
		return []string{receiver(f.Recv.List[0].Type) + "." + f.Name.Name}
	}
	var all []string
	for _, spec := range decl.(*ast.GenDecl).Specs {
		switch s := spec.(type) {
		case *ast.ValueSpec:
			for _, name := range s.Names {
				all = append(all, name.Name)
			}
		case *ast.TypeSpec:
			all = append(all, s.Name.Name)
			for _, field := range members(s.Type) {
				for _, name := range field.Names {
					all = append(all, s.Name.Name+"."+name.Name)
				}
			}
		}
	}
	return all
}

func members(t ast.Expr) []*ast.Field {
	switch t := t.(type) {
	case *ast.StructType:
		return t.Fields.List
	case *ast.InterfaceType:
		return t.Methods.List
	}
	return nil
}

func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}
