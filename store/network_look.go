package store

import (
	"errors"
	"time"
)

// Logo is the network's logo as a PNG, and its hash; ErrNotFound without one.
func (q *Q) Logo() (picture []byte, hash string, err error) {
	err = q.scan1([]any{&picture, &hash}, "SELECT picture, hash FROM network_logo")
	return picture, hash, err
}

// LogoHash is Logo without the picture, "" for none.
func (q *Q) LogoHash() (hash string, err error) {
	err = q.scan1([]any{&hash}, "SELECT hash FROM network_logo")
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	return hash, err
}

// PutLogo replaces the logo; an empty picture deletes it.
func (t *Tx) PutLogo(picture []byte, hash string) error {
	if _, err := t.exec("DELETE FROM network_logo"); err != nil || len(picture) == 0 {
		return err
	}
	_, err := t.exec("INSERT INTO network_logo (id, picture, hash, modified) VALUES (1, ?, ?, ?)", picture, hash, ms(t.now))
	return err
}

// ScoreWeight is the weight of one item of the match score in one version (domain.md 8).
type ScoreWeight struct {
	Version int       `db:"version"`
	Item    string    `db:"item"`
	Weight  int       `db:"weight"`
	Creator string    `db:"creator"`
	Created time.Time `db:"created"`
}

// ScoreWeights are those of the newest version; none where the office never changed them.
func (q *Q) ScoreWeights() ([]ScoreWeight, error) {
	return Keep(q, weightsKey{}, func() (Kept[[]ScoreWeight], error) {
		weights, err := list[ScoreWeight](q, "SELECT "+names[ScoreWeight]("w")+" FROM score_weight w WHERE w.version = (SELECT max(version) "+
			"FROM score_weight)")
		return Kept[[]ScoreWeight]{weights, []Source{OfNetwork()}, 100 * len(weights)}, err
	})
}

type weightsKey struct{}

// AddScoreWeights writes the version after the one that the caller saw; ErrStale.
func (t *Tx) AddScoreWeights(seen int, weights map[string]int, by string) error {
	var last int
	if err := t.scan1([]any{&last}, "SELECT coalesce(max(version), 1) FROM score_weight"); err != nil {
		return err
	}
	if last != seen {
		return ErrStale
	}
	for item, weight := range weights {
		if _, err := t.exec("INSERT INTO score_weight (version, item, weight, creator, created) VALUES (?, ?, ?, ?, ?)", seen+1, item, weight,
			by, ms(t.now)); err != nil {
			return err
		}
	}
	return nil
}
