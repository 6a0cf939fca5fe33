// Package ogs gets public games from Online-Go (OGS) by the server's HTTP interface: a game by its address, and the
// finished games of a player by name. It needs no account.
//
// The interface is not documented in full. The requests are those that other programs make: GET /api/v1/games/ID/sgf,
// GET /api/v1/games/ID, GET /api/v1/players/?username=NAME and GET /api/v1/players/ID/games.
package ogs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Home is the address of the server.
const Home = "https://online-go.com"

// maxAnswer is the largest answer that is read, in bytes.
const maxAnswer = 16 << 20

// pageSize is the number of games in a page of a player's games.
const pageSize = 50

// Client asks a server. The zero value asks [Home]. A Client is not safe for concurrent use.
type Client struct {
	Server string       // address without a slash at the end; "" means Home
	HTTP   *http.Client // nil means a client with a timeout
	Agent  string       // the name of the program, for the header User-Agent
	// Pause is the time between two requests, so that many games do not burden the server; 0 means half a second.
	Pause time.Duration

	last time.Time // of the last request
}

// addresses finds the number of a game in an address.
var addresses = regexp.MustCompile(`^(?:https?://)?(?:www\.)?online-go\.com/(?:game|game/view|api/v1/games)/(\d{1,18})(?:[/?#].*)?$`)

// GameOf returns the number of the game at an address such as https://online-go.com/game/123.
func GameOf(address string) (id int64, ok bool) {
	found := addresses.FindStringSubmatch(strings.TrimSpace(address))
	if found == nil {
		return 0, false
	}
	id, err := strconv.ParseInt(found[1], 10, 64)
	return id, err == nil
}

// ErrNotFound means that the server does not have a game or a player, or does not show it without an account.
var ErrNotFound = errors.New("Online-Go does not have it, or does not show it without an account")

// Game returns a game as a file: in SGF or, if the server refuses that, in JSON. Package kifu reads both.
func (c *Client) Game(ctx context.Context, id int64) ([]byte, error) {
	data, err := c.get(ctx, fmt.Sprintf("/api/v1/games/%d/sgf", id))
	if errors.Is(err, ErrNotFound) {
		data, err = c.get(ctx, fmt.Sprintf("/api/v1/games/%d", id))
	}
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", id, err)
	}
	return data, nil
}

// Player is a player of the server.
type Player struct {
	ID   int64  `json:"id"`
	Name string `json:"username"`
}

// Player finds a player by name. If no player has exactly this name, Player ignores case.
func (c *Client) Player(ctx context.Context, name string) (Player, error) {
	var answer struct {
		Results []Player `json:"results"`
	}
	if err := c.read(ctx, "/api/v1/players/?username="+url.QueryEscape(name), &answer); err != nil {
		return Player{}, fmt.Errorf("player %q: %w", name, err)
	}
	found := Player{}
	for _, p := range answer.Results {
		if p.Name == name || found.ID == 0 && strings.EqualFold(p.Name, name) {
			found = p
		}
	}
	if found.ID == 0 {
		return Player{}, fmt.Errorf("player %q: %w", name, ErrNotFound)
	}
	return found, nil
}

// Games returns the numbers of a player's finished games, the latest first, at most the given number.
func (c *Client) Games(ctx context.Context, player Player, most int) ([]int64, error) {
	var all []int64
	for page := 1; len(all) < most; page++ {
		var answer struct {
			Next    *string `json:"next"`
			Results []struct {
				ID    int64   `json:"id"`
				Ended *string `json:"ended"`
			} `json:"results"`
		}
		path := fmt.Sprintf("/api/v1/players/%d/games?ended__isnull=false&ordering=-ended&page_size=%d&page=%d", player.ID, pageSize, page)
		if err := c.read(ctx, path, &answer); err != nil {
			return all, fmt.Errorf("the games of %q: %w", player.Name, err)
		}
		for _, g := range answer.Results {
			if g.Ended != nil && len(all) < most {
				all = append(all, g.ID)
			}
		}
		if answer.Next == nil || len(answer.Results) == 0 {
			break
		}
	}
	return all, nil
}

// read reads an answer in JSON.
func (c *Client) read(ctx context.Context, path string, into any) error {
	data, err := c.get(ctx, path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("the answer of Online-Go is not as expected: %w", err)
	}
	return nil
}

// retries is the largest number of repetitions of a request that the server refused with the status 429 or 503.
const retries = 3

// get returns the answer to a request. It waits if the server asks for that and the context allows it.
func (c *Client) get(ctx context.Context, path string) ([]byte, error) {
	for attempt := 0; ; attempt++ {
		data, wait, err := c.once(ctx, path)
		deadline, limited := ctx.Deadline()
		if wait == 0 || attempt == retries || limited && time.Until(deadline) < wait {
			return data, err
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// once makes a request. wait is the time that the server asks for, or 0.
func (c *Client) once(ctx context.Context, path string) (data []byte, wait time.Duration, err error) {
	if err := sleep(ctx, time.Until(c.last.Add(cmp.Or(c.Pause, 500*time.Millisecond)))); err != nil {
		return nil, 0, err
	}
	defer func() { c.last = time.Now() }()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, cmp.Or(c.Server, Home)+path, nil)
	if err != nil {
		return nil, 0, err
	}
	request.Header.Set("User-Agent", cmp.Or(c.Agent, "tengen"))
	client := c.HTTP
	if client == nil {
		client = &http.Client{Timeout: 30 * time.Second}
	}
	answer, err := client.Do(request)
	if err != nil {
		if ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		return nil, 0, fmt.Errorf("Online-Go cannot be reached: %w", err)
	}
	defer answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusForbidden, http.StatusUnauthorized:
		return nil, 0, ErrNotFound
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return nil, waitOf(answer.Header), fmt.Errorf("Online-Go is too busy (%s): try again in a minute", answer.Status)
	default:
		return nil, 0, fmt.Errorf("Online-Go answers %s", answer.Status)
	}
	data, err = io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	if err == nil && len(data) > maxAnswer {
		err = fmt.Errorf("the answer of Online-Go is larger than %d MiB", maxAnswer>>20)
	}
	return data, 0, err
}

// waitOf returns the time for which a server asks to wait: from a second to a minute, by default five seconds.
func waitOf(h http.Header) time.Duration {
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil {
		return 5 * time.Second
	}
	return time.Duration(min(max(seconds, 1), 60)) * time.Second
}

// sleep waits, or returns the error of the context.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
