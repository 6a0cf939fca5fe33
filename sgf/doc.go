// Package sgf reads and writes SGF, the Smart Game Format, as a tree of
// properties. It implements the grammar of FF[4] and its predecessors. It does not
// know the game: the caller decides what a move, a komi or a result means. Apart
// from the tables of text encodings, golang.org/x/text, it imports only the
// standard library.
//
//   - [Load] and [LoadBytes] read a file: its trees, its encoding and a list of
//     [Diagnostic], each with its place, what is wrong and what was assumed.
//     [Options] make them strict, force an encoding and set limits. [Parse] and
//     [Read] return either the trees or an error, without diagnostics.
//   - [Scan] reads a file of any size one game tree at a time.
//   - [Collection] is the content of a file: one or more game trees. [Write] writes
//     a collection in UTF-8 and keeps the order of the properties;
//     [Collection.Encode] offers other encodings and a canonical order.
//   - [Node] has a list of [Property] and its child nodes. A property is a name with
//     raw values. Unknown properties are kept unchanged.
//   - [Text], [SimpleText], [Escape], [SplitValue] and [Compose] translate
//     between raw values and their contents.
//   - [ParseNumber], [ParseReal], [ParseDouble], [ParseColor] and [ParsePair] read a
//     value of that type. [Node.Number] and the like read it from a property.
//     [ParsePoint] and [ParsePoints] read points.
//   - [SyntaxError] says where a file is wrong.
//
// A file in a few lines:
//
//	file, err := sgf.Load(r, sgf.Options{})
//	if err != nil {
//		return err // the file has nothing that can be read
//	}
//	for _, d := range file.Diagnostics {
//		fmt.Println(d) // line 7, column 3 (offset 120): warning: ...; it was ...
//	}
//	for _, root := range file.Trees {
//		root.Set("C", sgf.Escape("checked [twice]"))
//		for node := range root.MainLine() {
//			move, _ := node.Value("B")
//			fmt.Println(move, node.Text("C"))
//		}
//	}
//	err = sgf.Write(os.Stdout, file.Trees)
//
// Text is decoded before it is parsed, so the trees are always in UTF-8. The second byte
// of a character in Shift-JIS or Big5 may be "\" or "]" in ASCII. Such a character is
// read correctly. The comment at the top of detect.go says how the encoding of a file is
// found.
//
// Caveats:
//
//   - A file has one encoding, even if its trees name several.
//   - Nodes are plain data: they have no lock and no link to their parent. The caller
//     must keep them a tree.
//   - Trees may be a million nodes deep. Walk them with [Node.All] instead of by
//     recursion.
//   - The nodes of a file share blocks of memory, so a reference to one node keeps
//     its neighbours in memory.
//
// Read next: load.go lists what is accepted, parse.go parses, detect.go and
// judge.go find encodings, text.go handles escapes.
package sgf
