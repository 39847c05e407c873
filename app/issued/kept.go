package issued

import (
	"errors"

	"tsunagu/app/web"
	"tsunagu/store"
)

// ErrAltered says that a kept file is missing or not what was kept, of which no byte is handed out.
var ErrAltered error = errAltered

// PapersOf are the own side's papers of a record that the actor may read now, the oldest first. The caller has found that he works on it.
func (a Room) PapersOf(q *store.Q, by web.Actor, s Subject) (out []store.IssuedPaper, err error) {
	found, err := q.IssuedPapers(by.Viewer, s.Of, s.ID)
	if err != nil {
		return nil, err
	}
	for i := len(found) - 1; i >= 0; i-- {
		switch err := mayRead(q, by, &found[i]); {
		case err == nil:
			out = append(out, found[i])
		case !errors.Is(err, store.ErrNotFound):
			return nil, err
		}
	}
	return out, nil
}

// FileOf is a kept file with its bytes, whose hash stands in its record; ErrAltered.
func (a Room) FileOf(q *store.Q, fileID, sha256 string) (*store.File, []byte, error) {
	f, err := q.File(fileID)
	if err != nil {
		return nil, nil, err
	}
	b, err := a.bytesOf(f, sha256)
	return f, b, err
}

// Subjects are the record that is named, on the sides on which the actor stands; ErrNotFound where he does not work on it.
func Subjects(q *store.Q, by web.Actor, in *RecordRef) ([]Subject, error) {
	return subjectsOf(q, by, in)
}

// NewNumber is a number as papers have it, for what is made and not kept.
var NewNumber = newNumber

// Name is a user's name as long as he is of one of the clients.
var Name = nameOf

// ViewOf is what the seller's bank may read of the buyer in papers.
var ViewOf = viewOf
