// Package boards reads the boards and rules that requests name, and describes boards, rules and scores in answers.
package boards
