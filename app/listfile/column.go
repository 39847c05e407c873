package listfile

import (
	"encoding/json"
	"time"

	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Col is a column by its heading, width, look and cell.
func Col[R any](head string, width float64, look sheet.Look, cell func(row *R) any) Column[R] {
	return Column[R]{sheet.Column{Head: head, Width: width, Look: look}, cell}
}

// Day is a date of an answer; the zero time for none.
func Day(date string) time.Time {
	t, err := time.ParseInLocation(time.DateOnly, date, store.JST)
	if err != nil {
		return time.Time{}
	}
	return t
}

// ServerDay is the day in Japan of a time of an answer.
func ServerDay(at string) time.Time {
	t, err := time.Parse(web.ServerLayout, at)
	if err != nil {
		return time.Time{}
	}
	return web.Day(t)
}

// ServerTime is a time of an answer, in Japan and to the minute; "" for none.
func ServerTime(at string) string {
	t, err := time.Parse(web.ServerLayout, at)
	if err != nil {
		return ""
	}
	return t.In(store.JST).Format("2006-01-02 15:04")
}

// answered is an answer whose rows are encoded anew.
type answered struct {
	name  string
	rows  [][]byte
	count int
}

func (a *answered) EncodedList() (string, [][]byte, int) { return a.name, a.rows, a.count }

// Of encodes the rows of a screen's answer one by one.
func Of[R any](name string, rows []R, count int) (Encoded, error) {
	out := &answered{name: name, rows: make([][]byte, len(rows)), count: count}
	for i := range rows {
		var err error
		if out.rows[i], err = json.Marshal(&rows[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}
