package replay

import "fmt"

// EncodeGame returns a game with its samples as bytes, for another process. [DecodeGame] reads them.
func EncodeGame(g *Game) ([]byte, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	data, err := appendGame(nil, g)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errGame, err)
	}
	return data, nil
}

// DecodeGame reads what [EncodeGame] has written. The moves may be illegal.
func DecodeGame(data []byte) (*Game, error) {
	if len(data) > maxBlock {
		return nil, fmt.Errorf("%w: it has %d bytes, and the limit is %d", errGame, len(data), maxBlock)
	}
	games, err := decodeGames(data, &boardCache{})
	if err != nil {
		return nil, err
	}
	if len(games) != 1 {
		return nil, fmt.Errorf("%w: the bytes have %d games, not one", errGame, len(games))
	}
	return games[0], nil
}
