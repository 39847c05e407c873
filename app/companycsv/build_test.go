package companycsv_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"tsunagu/app/apptest"
	"tsunagu/app/companycsv"
	"tsunagu/app/web"
	"tsunagu/store"
)

// counts fails unless an import has this state and these numbers.
func counts(r apptest.Result, state string, created, changed, same, wrong int) apptest.Result {
	r.T.Helper()
	j := r.Want(200).JSON()
	got := fmt.Sprint(j["state"], j["newCount"], j["changedCount"], j["unchangedCount"], j["wrongCount"])
	if want := fmt.Sprint(state, created, changed, same, wrong); got != want {
		r.T.Fatalf("%s, want %s: %s", got, want, web.Truncate(r.Body, 1500))
	}
	return r
}

// issues are an import's issues as "row column", warnings with an exclamation mark.
func issues(r apptest.Result) (out []string) {
	r.T.Helper()
	for _, x := range r.JSON()["errorList"].([]any) {
		m := x.(map[string]any)
		mark := ""
		if m["isWarning"] == true {
			mark = "!"
		}
		out = append(out, fmt.Sprintf("%v %s%s", m["row"], m["column"], mark))
	}
	return out
}

// everything is all data of companies and their first persons as one text, for asserting that nothing
// has changed.
func everything(p *apptest.Platform) string {
	p.T.Helper()
	var b strings.Builder
	p.Read(func(q *store.Q) error {
		institutions, err := q.Institutions("")
		if err != nil {
			return err
		}
		for _, i := range institutions {
			for _, kind := range []int{store.Buyer, store.Seller} {
				if err := companycsv.EachCSVCompany(q, store.Viewer{InstitutionID: i.ID},
					&store.CompanySearch{Kind: kind, IsOwn: true, Sort: store.SortCreated, IsAscending: true}, func(c *companycsv.CSVCompany) error {
						line, err := json.Marshal(c)
						fmt.Fprintf(&b, "%s\n", line)
						return err
					}); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return b.String()
}
