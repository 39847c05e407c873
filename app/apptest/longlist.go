package apptest

import (
	"slices"
	"testing"

	"tsunagu/app/deal"
)

const LongListBase = "/api/BuyerCompany/"

// Candidates searches the buyers that a listing fits.
func (c *Caller) Candidates(listing string, fields map[string]any) Result {
	c.P.T.Helper()
	return c.Post(LongListBase+"SearchLongCompany", With(map[string]any{"sellerBusinessId": listing, "limit": deal.LimitAll}, fields))
}

// CompanyIDs are the buyers' own ids of an answer's rows; it fails if allCount differs from their
// number.
func (r Result) CompanyIDs() []string {
	r.T.Helper()
	v, ids := r.Want(200).JSON(), []string{}
	for _, row := range v["companyList"].([]any) {
		ids = append(ids, r.p.Own(row.(map[string]any)["companyId"].(string)))
	}
	if int(v["allCount"].(float64)) != len(ids) {
		r.T.Errorf("allCount %v for %d rows", v["allCount"], len(ids))
	}
	return ids
}

// Candidate is the row of one buyer.
func (r Result) Candidate(id string) map[string]any {
	r.T.Helper()
	for _, row := range r.Want(200).JSON()["companyList"].([]any) {
		if row := row.(map[string]any); r.p.Own(row["companyId"].(string)) == id {
			return row
		}
	}
	r.T.Fatalf("%s is no candidate: %s", id, r.Body)
	return nil
}

func WantIDs(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// OthersNames are what A must not read of other banks' buyers: names, persons, banks.
var OthersNames = append([]string{"黒潮ライバル", "白嶺キャピタル", "蒼陵信用金庫", "白嶺銀行", "備考です", "23105"}, BuyerNames...)
