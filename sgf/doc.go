// Package sgf reads and writes SGF, the Smart Game Format, as a tree of
// properties. It is the grammar of FF[4] and its predecessors and knows no Go:
// what a move, a komi or a result means is for others. Apart from the tables of
// text encodings, golang.org/x/text, it imports only the standard library.
//
//   - [Load] and [LoadBytes] read a file: its trees, its encoding and a list of
//     [Diagnostic], each with its place, what is wrong and what was assumed.
//     [Options] make them strict, force an encoding and set limits. [Parse] and
//     [Read] are for those who want trees or an error.
//   - [Collection] is a file: one or more game trees. [Write] writes it in UTF-8
//     with everything in the order it has; [Collection.Encode] knows other
//     encodings and a canonical order.
//   - [Node] is a node: a list of [Property] and its children. A property is a
//     name and raw values, kept as they are, also where nobody knows it.
//   - [Text], [SimpleText], [Escape], [SplitValue] and [Compose] translate
//     between raw values and what they say; [ParseNumber], [ParseReal],
//     [ParseDouble], [ParseColor], [ParsePair] and the methods of Node with these
//     names read values of a type; [XY] and [ParsePoints] do points.
//   - [SyntaxError] says where a file is wrong.
//
// A file in a few lines:
//
//	file, err := sgf.Load(r, sgf.Options{})
//	if err != nil {
//		return err // nothing in it can be read
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
// Text is decoded before it is parsed, so the trees are in UTF-8 whatever the file
// was in, and a character of Shift-JIS or Big5 that contains the byte of a "\" or
// a "]" is just a character. Which encoding a file is in is found as detect.go
// says.
//
// Caveats: a file has one encoding, also where its trees name several. Nodes are
// plain data without a lock and without a link to their parent; they must form a
// tree. Trees may be a million nodes deep: walk them with [Node.All], do not
// recurse. The nodes of a file lie together in memory, so one that is kept keeps
// its neighbours.
//
// Read next: load.go for what is accepted, parse.go for how, detect.go and
// judge.go for encodings, text.go for the escapes.
package sgf
