// Package sgf reads and writes SGF, the Smart Game Format, as a tree of
// properties. It is the grammar of FF[4] and knows no Go: what a move, a komi or
// a result means is for others. It imports only the standard library.
//
//   - [Collection] is a file: one or more game trees. [Parse] and [Read] make
//     one, [Write] and [Collection.AppendTo] write it.
//   - [Node] is a node: a list of [Property] and its children. A property is a
//     name and raw values, kept byte for byte, also where nobody knows it.
//   - [Text], [SimpleText], [Escape], [SplitValue] and [Compose] translate
//     between raw values and what they say; [XY] and [ParsePoints] do points.
//   - [SyntaxError] says where a file is wrong.
//
// A file in ten lines:
//
//	games, err := sgf.Parse(data)
//	if err != nil {
//		fmt.Println(err) // line 7, column 3 (offset 120): expected ...
//	}
//	for _, root := range games { // what could be read, also after an error
//		root.Set("C", sgf.Escape("checked [twice]"))
//		for node := range root.MainLine() {
//			move, _ := node.Value("B")
//			fmt.Println(move, node.Text("C"))
//		}
//	}
//	err = sgf.Write(os.Stdout, games)
//
// Caveats: text is taken to be UTF-8 whatever CA says, and bytes that are not
// stay as they are; in encodings such as Shift-JIS or Big5 a character may
// contain the byte of a "\" or a "]", and such files break here. Nodes are plain
// data without a lock and without a link to their parent; they must form a tree.
// Trees may be a million nodes deep: walk them with [Node.All], do not recurse.
//
// Read next: parse.go for what is accepted, text.go for the escapes.
package sgf
