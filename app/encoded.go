package app

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// Lists that are asked for all the time are made of rows that are encoded once: what was composed
// for one viewer is kept in memory for all whose deal.Sight is the same, until something changes
// that it was read from.

// listAnswer is an answer with a list of encoded rows; as a struct it says the same of itself.
type listAnswer interface {
	encodedList() (name string, rows [][]byte, allCount int)
}

// headedAnswer tells something of the whole list first.
type headedAnswer interface {
	listAnswer
	head() (name string, value any)
}

// writeJSON is how answers are written.
func writeJSON(w io.Writer, v any) error {
	list, ok := v.(listAnswer)
	if !ok {
		return huma.DefaultJSONFormat.Marshal(w, v)
	}
	name, rows, allCount := list.encodedList()
	size := 512
	for _, row := range rows {
		size += len(row) + 1
	}
	b := append(make([]byte, 0, size), '{')
	if l, ok := v.(headedAnswer); ok {
		name, value := l.head()
		head, err := encode(value)
		if err != nil {
			return err
		}
		b = append(append(append(b, `"`+name+`":`...), head...), ',')
	}
	b = append(b, `"`+name+`":[`...)
	for i, row := range rows {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, row...)
	}
	b = append(strconv.AppendInt(append(b, `],"allCount":`...), int64(allCount), 10), "}\n"...)
	_, err := w.Write(b)
	return err
}

// MarshalJSON is the list as a part of another answer.
func (l *listingList) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	err := writeJSON(&b, l)
	return b.Bytes(), err
}

// encode is one row of a list.
func encode(row any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(row)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// keptRows is the longest list whose rows are kept: who asks for more asks for everything.
const keptRows = 200

// encodedKey is what rows are kept under: the record, which of its sides, the sight, for whom the row has
// a score, and the place that its ids are of.
type encodedKey struct {
	id     string
	side   int
	sight  deal.Sight
	scored scoredFor
	place  idPlace
}

// scoredFor is an own listing that buyers are scored for, on a day; it is zero where none is.
type scoredFor struct{ institution, listing, today string }

// sources are what scores for the listing, and what stands between it and a buyer, are read from
// besides the buyer.
func (s scoredFor) sources() []store.Source {
	return []store.Source{store.OfListing(s.listing), store.OfDealing(s.listing), store.OfNetwork()}
}

// encodedRow is a row as one of this sight sees it.
func encodedRow(q *store.Q, key any, of []store.Source, compose func() (any, error)) ([]byte, error) {
	return store.Keep(q, key, func() (store.Kept[[]byte], error) {
		row, err := compose()
		if err != nil {
			return store.Kept[[]byte]{}, err
		}
		b, err := encode(row)
		return store.Kept[[]byte]{Value: b, Of: of, Bytes: cap(b)}, err
	})
}
