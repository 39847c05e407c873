package store

import (
	"strconv"
	"strings"
	"time"
)

// DutiesToErase are records of some kinds whose contents have been kept long enough, the oldest first: they were replaced by another one,
// which has taken effect, before a moment, or ceased to count before that day. What still stops a company is kept.
func (q *Q) DutiesToErase(kinds []int, before time.Time, day string, limit int) ([]Duty, error) {
	var of []string
	for _, k := range kinds {
		of = append(of, strconv.Itoa(k))
	}
	w, at := &where{}, ms(before)
	w.add("d.kind IN (" + strings.Join(of, ", ") + ") AND d.erased IS NULL")
	w.add("d.created < ?", at)
	w.add("(d.result <> 3 AND d.valid_until <> '' AND d.valid_until < ? OR EXISTS (SELECT 1 FROM duty s WHERE "+
		"s.institution_id = d.institution_id AND s.record_kind = d.record_kind AND s.record_seq = d.record_seq AND "+
		"s.kind = d.kind AND s.seq > d.seq AND (s.needs_second = 0 AND s.created < ? OR s.confirmed < ?)))", day, at, at)
	return list[Duty](q, "SELECT "+names[Duty]("d")+" FROM duty d INDEXED BY duty_kept WHERE "+w.String()+" ORDER BY d.created LIMIT ?",
		append(w.args, limit)...)
}

// EraseDuty takes away what a record says, what it came to, and its papers; ErrStale where that is done.
func (t *Tx) EraseDuty(id string) error {
	files, err := codes[string](&t.Q, "SELECT file_id FROM duty_file WHERE duty_id = ?", id)
	if err != nil {
		return err
	}
	if err := t.execOne("UPDATE duty SET content = '{}', salt = '', result = 1, erased = ? WHERE id = ? AND erased IS NULL", ms(t.now),
		id); err != nil {
		return err
	}
	if _, err := t.exec("DELETE FROM duty_file WHERE duty_id = ?", id); err != nil {
		return err
	}
	for _, f := range files {
		if _, err := t.exec("DELETE FROM file WHERE id = ?", f); err != nil {
			return err
		}
	}
	return nil
}
