package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A source is the commit that a release is made from.
type source struct {
	Version  string // the tag, such as v1.2.3, or a version of the form that Go gives to commits without a tag
	Commit   string // the whole hash
	Time     time.Time
	Modified bool     // the files differ from the commit
	tracked  []string // names of all files, relative to the repository, sorted
}

// describe asks git. SOURCE_DATE_EPOCH, if set, replaces the time of the commit.
func describe(root string) (source, error) {
	git := func(args ...string) (string, error) {
		out, err := exec.Command("git", append([]string{"-C", root}, args...)...).Output()
		if err != nil {
			return "", fmt.Errorf("git %s: %w", args[0], err)
		}
		return strings.TrimSpace(string(out)), nil
	}
	var s source
	head, err := git("show", "-s", "--format=%H %ct", "HEAD")
	if err != nil {
		return s, fmt.Errorf("a release is made from a commit of a git repository: %w", err)
	}
	hash, seconds, _ := strings.Cut(head, " ")
	if given := os.Getenv("SOURCE_DATE_EPOCH"); given != "" {
		seconds = given
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return s, fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	s.Commit, s.Time = hash, time.Unix(n, 0).UTC()
	changes, err := git("status", "--porcelain")
	if err != nil {
		return s, err
	}
	s.Modified = changes != ""
	s.Version = fmt.Sprintf("v0.0.0-%s-%.12s", s.Time.Format("20060102150405"), s.Commit)
	if tag, err := git("describe", "--tags", "--exact-match", "--match", "v[0-9]*"); err == nil {
		s.Version = tag
	}
	if s.Modified {
		s.Version += "+dirty"
	}
	names, err := git("ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return s, err
	}
	for name := range strings.SplitSeq(strings.Trim(names, "\x00"), "\x00") {
		if _, err := os.Stat(filepath.Join(root, name)); err == nil { // a deleted file is still listed until the next commit
			s.tracked = append(s.tracked, name)
		}
	}
	return s, nil
}
