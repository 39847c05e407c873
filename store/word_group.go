package store

import (
	"time"

	"tsunagu/store/master"
	"tsunagu/store/words"
)

// WordGroup is a group of words that the network's office adds to the dictionary of searches. Same and Narrower are lists as words.Split
// reads them.
type WordGroup struct {
	ID         string    `db:"id"`
	Version    int       `db:"version"`
	Head       string    `db:"head"`
	HeadFolded string    `db:"head_folded"`
	Same       string    `db:"same"`
	Narrower   string    `db:"narrower"`
	Creator    string    `db:"creator"`
	Created    time.Time `db:"created"`
	Modifier   string    `db:"modifier"`
	Modified   time.Time `db:"modified"`
}

// Words is the group as the dictionary has it.
func (g *WordGroup) Words() words.Group {
	return words.Group{Head: g.Head, Same: words.Split(g.Same), Narrower: words.Split(g.Narrower)}
}

// WordGroups are the office's groups, by their heads.
func (q *Q) WordGroups() ([]WordGroup, error) {
	return list[WordGroup](q, "SELECT "+names[WordGroup]("g")+" FROM word_group g ORDER BY g.head_folded")
}

// CreateWordGroup writes a new group; ErrDuplicate where there is one with its head.
func (t *Tx) CreateWordGroup(g *WordGroup, by string) error {
	g.ID, g.Version, g.HeadFolded = NewID(), 1, master.Fold(g.Head)
	g.Creator, g.Modifier, g.Created, g.Modified = by, by, t.now, t.now
	return insert(t, "word_group", g)
}

// UpdateWordGroup changes a group of which the caller saw g.Version; ErrStale, and ErrDuplicate where another has its head.
func (t *Tx) UpdateWordGroup(g *WordGroup, by string) error {
	return t.execOne("UPDATE word_group SET version = version + 1, head = ?, head_folded = ?, same = ?, narrower = ?, modifier = ?, "+
		"modified = ? WHERE id = ? AND version = ?", g.Head, master.Fold(g.Head), g.Same, g.Narrower, by, ms(t.now), g.ID, g.Version)
}

// DeleteWordGroup removes a group of which the caller saw a version; ErrStale.
func (t *Tx) DeleteWordGroup(id string, version int) error {
	return t.execOne("DELETE FROM word_group WHERE id = ? AND version = ?", id, version)
}

type dictionaryKey struct{}

// Dictionary are the words by which searches are widened: the built-in groups and the office's.
func (q *Q) Dictionary() (*words.Dictionary, error) {
	return Keep(q, dictionaryKey{}, func() (Kept[*words.Dictionary], error) {
		own, err := q.WordGroups()
		d := words.Default()
		if len(own) > 0 {
			var groups []words.Group
			for i := range own {
				groups = append(groups, own[i].Words())
			}
			d = d.With(groups)
		}
		return Kept[*words.Dictionary]{Value: d, Of: []Source{OfNetwork()}, Bytes: 1 << 20}, err
	})
}

// terms are the words of a question with what they are widened by.
func (q *Q) terms(asked []words.Asked, without []string) ([]words.Term, error) {
	if len(asked) == 0 {
		return nil, nil
	}
	d, err := q.Dictionary()
	if err != nil {
		return nil, err
	}
	return d.Terms(asked, without), nil
}

// sortScore is an order by score, which is worked out elsewhere: what is equal there is in the usual order.
const sortScore = "score"

// isNewestFirst says that an order is the one in force where nobody asks for another.
func isNewestFirst(sort string, isAscending bool) bool {
	return !isAscending && (sort == "" || sort == SortModified)
}

// exactFirst are the words of a question, each with itself alone, where the rows that have all of these come first: any of the words is
// widened, and the order is the one in force where nobody asks for another, the newest first. Else nil.
func (q *Q) exactFirst(asked []words.Asked, without []string, sort string, isAscending bool) ([]words.Term, error) {
	if !isNewestFirst(sort, isAscending) {
		return nil, nil
	}
	terms, err := q.terms(asked, without)
	if err != nil || !words.IsWidened(terms) {
		return nil, err
	}
	return terms, nil
}
