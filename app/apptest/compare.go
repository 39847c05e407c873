package apptest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// MailKinds counts the outbox's mails, by kind and receiver.
func (p *Platform) MailKinds() map[string]int {
	p.T.Helper()
	out := map[string]int{}
	p.Read(func(q *store.Q) error {
		ms, err := q.Mails(10_000)
		for _, m := range ms {
			for _, kind := range Tells(p.T, &m) {
				out[string(kind)+" to "+m.Address]++
			}
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

// Difference shows the place where two answers begin to differ.
func Difference(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(0, i-120)
	return fmt.Sprintf("  …%s\n  …%s", strings.ToValidUTF8(a[from:min(len(a), i+120)], ""),
		strings.ToValidUTF8(b[from:min(len(b), i+120)], ""))
}

// Orders are the names of all orders that any list knows; a list answers every other name in the same
// way.
func Orders() []string {
	all := append(slices.Clone(store.NegotiationSorts), company.CompanySorts...)
	all = append(all, store.SortSalesPrice, store.SortDueDate, store.SortOperatingProfit, store.SortBusinessName, web.SortScore)
	slices.Sort(all)
	return slices.Compact(all)
}

func (c *Caller) OfficeStatus(companyID, event string) Result {
	c.P.T.Helper()
	version := 0
	c.P.Read(func(q *store.Q) error {
		x, err := q.CompanyOf(companyID)
		if err == nil {
			version = x.Version
		}
		return err
	})
	return c.Send("PUT", "/api/Office/ChangeCompanyStatus", map[string]any{"companyId": companyID, "version": version, "event": event,
		"reason": "規約への違反"})
}

func (p *Platform) MoveCompany(id string, s deal.CompanyStatus) {
	p.T.Helper()
	p.SetCompany(id, func(c *store.Company) { c.Status = int(s) })
}
