package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"tengen/internal/durable"
	"tengen/internal/wording"
	"tengen/kifu"
	"tengen/ogs"
)

// SGFFetchCmd is `tengen sgf fetch`.
type SGFFetchCmd struct {
	Dir    string   `short:"d" default:"." placeholder:"DIR" help:"Write into this folder, which is created if missing (default ${default})." config:"-"`
	Player string   `placeholder:"NAME" help:"Get the finished games of this player, the latest first." config:"-"`
	Most   Count    `default:"50" placeholder:"N" help:"Maximum number of games (default ${default})." config:"-"`
	Server string   `default:"https://online-go.com" placeholder:"URL" help:"Address of the server (default ${default})." config:"-"`
	Games  []string `arg:"" optional:"" placeholder:"GAME" help:"Address of a game, such as https://online-go.com/game/123, or its number."`
}

// Help explains the files.
func (SGFFetchCmd) Help() string {
	return "Gets public games from Online-Go (OGS). Each game becomes a file ogs-NUMBER.sgf. Games that the folder has already are " +
		"skipped, so the same command later gets the new games. To put the games into the library, run tengen sgf index DIR."
}

// Run gets the games.
func (c *SGFFetchCmd) Run(env *Env) error {
	var ids []int64
	for _, text := range c.Games {
		id, ok := ogs.GameOf(text)
		if number, err := strconv.ParseInt(text, 10, 64); err == nil && number > 0 {
			id, ok = number, true
		}
		if !ok {
			return usagef("%q is neither the number of a game nor an address such as https://online-go.com/game/123", text)
		}
		ids = append(ids, id)
	}
	if len(ids) == 0 && c.Player == "" {
		return usagef("name games, or a player with --player")
	}
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return fmt.Errorf("%s: %w", c.Dir, wording.WithoutPath(err))
	}
	client := &ogs.Client{Server: c.Server, Agent: "tengen/" + thisBuild().Version}
	if c.Player != "" {
		player, err := client.Player(env.Ctx, c.Player)
		if err != nil {
			return cmp.Or(env.interrupted("no game was fetched"), err)
		}
		of, err := client.Games(env.Ctx, player, int(c.Most))
		if err != nil {
			return cmp.Or(env.interrupted("no game was fetched"), err)
		}
		ids = append(ids, of...)
	}
	return c.fetch(env, client, ids)
}

// fetch writes a file for each game that the folder does not have, and reports the games that cannot be had.
func (c *SGFFetchCmd) fetch(env *Env, client *ogs.Client, ids []int64) error {
	bar := newCounter(env, len(ids), "games")
	written, had := 0, 0
	var faults []error
	for i, id := range ids {
		path := filepath.Join(c.Dir, ogsFile(id))
		if _, err := os.Stat(path); err == nil {
			had++
		} else if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: %w", path, wording.WithoutPath(err))
		} else if err := c.one(env, client, id, path); err == nil {
			written++
		} else if env.Ctx.Err() != nil {
			break
		} else {
			faults = append(faults, err)
		}
		bar.at(int64(i + 1))
	}
	bar.clear()
	_, err := fmt.Fprintf(env.Stdout, "%s written to %s, %d there already\n", wording.Counted(written, "game"), c.Dir, had)
	interrupted := env.interrupted(fmt.Sprintf("%d of %s were fetched: the same command gets the rest", written+had, wording.Counted(len(ids), "game")))
	if interrupted != nil {
		faults = append(faults, interrupted)
	}
	return errors.Join(failAll(env, faults), err)
}

// one writes a game as a file.
func (c *SGFFetchCmd) one(env *Env, client *ogs.Client, id int64, path string) error {
	data, err := client.Game(env.Ctx, id)
	if err != nil {
		return err
	}
	file, err := kifu.LoadBytes(data, kifu.Options{})
	if err != nil {
		return fmt.Errorf("game %d cannot be read: %w", id, err)
	}
	return durable.ReplaceHidden(path, func(to *os.File) error {
		_, err := kifu.Write(to, kifu.WriteOptions{}, file.Trees...)
		return err
	})
}

// fetchGame gets the game at an address of Online-Go, for the page.
func fetchGame(ctx context.Context, address string) (name string, data []byte, err error) {
	id, ok := ogs.GameOf(address)
	if !ok {
		return "", nil, fmt.Errorf("%s is not the address of a game, such as %s/game/123", wording.Shorten(address, 80), ogs.Home)
	}
	client := &ogs.Client{Agent: "tengen/" + thisBuild().Version}
	data, err = client.Game(ctx, id)
	return ogsFile(id), data, err
}

// ogsFile returns the name of the file of a game.
func ogsFile(id int64) string { return fmt.Sprintf("ogs-%d.sgf", id) }
