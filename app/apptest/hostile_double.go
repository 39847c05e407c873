package apptest

import (
	"testing"

	"tsunagu/store"
)

// MailKinds counts the outbox's mails by kind and receiver.
func (p *Platform) MailKinds() map[string]int {
	p.T.Helper()
	out := map[string]int{}
	p.Read(func(q *store.Q) error {
		ms, err := q.Mails(10_000)
		for _, m := range ms {
			out[m.Kind+" to "+m.Address]++
		}
		return err
	})
	return out
}

func TableRows(t *testing.T, w *Watcher, table string) (n int) {
	t.Helper()
	if err := w.Db.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
