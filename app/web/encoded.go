package web

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"tsunagu/store"
)

// Lists that are asked for all the time are made of rows that are encoded once: what was composed for one viewer is kept in memory for
// all whose disclosure.Sight is the same, until something changes that it was read from.

// listAnswer is an answer with a list of encoded rows; as a struct it says the same of itself.
type listAnswer interface {
	EncodedList() (name string, rows [][]byte, allCount int)
}

// headedAnswer tells something of the whole list first.
type headedAnswer interface {
	listAnswer
	Head() (name string, value any)
}

// answerRoom is memory in which answers of lists are put together. The writer of an answer keeps nothing of it (io.Writer).
var answerRoom = sync.Pool{New: func() any { return new([]byte) }}

// largestRoom is the largest answer whose memory is kept, in bytes.
const largestRoom = 1 << 20

// WriteJSON is how answers are written.
func WriteJSON(w io.Writer, v any) error {
	list, ok := v.(listAnswer)
	if !ok {
		return huma.DefaultJSONFormat.Marshal(w, v)
	}
	name, rows, allCount := list.EncodedList()
	size := 512
	for _, row := range rows {
		size += len(row) + 1
	}
	room := answerRoom.Get().(*[]byte)
	if size <= largestRoom { // who asks for everything does so rarely
		defer answerRoom.Put(room)
	}
	*room = slices.Grow((*room)[:0], size)
	b := append(*room, '{')
	if l, ok := v.(headedAnswer); ok {
		name, value := l.Head()
		head, err := Encode(value)
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
	b = strconv.AppendInt(append(b, `],"allCount":`...), int64(allCount), 10)
	if l, ok := v.(interface{ Tail() []byte }); ok { // what it tells behind the rows
		b = append(b, l.Tail()...)
	}
	_, err := w.Write(append(b, "}\n"...))
	return err
}

// Encode is one row of a list.
func Encode(row any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(row)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// KeptRows is the longest list whose rows are kept: who asks for more asks for everything.
const KeptRows = 200

// EncodedRow is a row as one of this sight sees it.
func EncodedRow(q *store.Q, key any, of []store.Source, compose func() (any, error)) ([]byte, error) {
	return store.Keep(q, key, func() (store.Kept[[]byte], error) {
		row, err := compose()
		if err != nil {
			return store.Kept[[]byte]{}, err
		}
		b, err := Encode(row)
		return store.Kept[[]byte]{Value: b, Of: of, Bytes: cap(b)}, err
	})
}
