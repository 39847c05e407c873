package store_test

import (
	"fmt"
	"reflect"
	"testing"

	"tsunagu/store"
	"tsunagu/store/storetest"
)

// An export goes through the same companies as the search shows page by page, in the same order,
// with the whole record, and nothing of another institution.
func TestEachMaintainedIsTheSearchWithoutPages(t *testing.T) {
	s := storetest.New(t, &storetest.Clock{})
	const many = 1203 // two whole batches and a short one
	var own, other store.Institution
	if err := s.Write(ctx, func(tx *store.Tx) error {
		own, other = store.Institution{Code: "9981", Name: "甲", Status: 1}, store.Institution{Code: "9982", Name: "乙", Status: 1}
		for _, i := range []*store.Institution{&own, &other} {
			if err := tx.CreateInstitution(i, ""); err != nil {
				return err
			}
		}
		for i := range many {
			institution := own.ID
			if i%7 == 0 {
				institution = other.ID
			}
			c := &store.Company{Kind: store.Buyer, InstitutionID: institution, Status: 1, PrefectureCode: fmt.Sprintf("%02d", 1+i%47),
				SalesAmount:   1 + i%9,
				IndustryTypes: []string{fmt.Sprintf("130%02d", 1+i%20), "12005"}, MAReasons: []int{1 + i%3}}
			if err := tx.CreateCompany(c, ""); err != nil {
				return err
			}
			if i%5 == 0 {
				continue // this company has an overview only
			}
			amount := int64(i)
			if err := tx.PutCompanyDetails(&store.CompanyDetails{CompanyID: c.ID, CompanyName: fmt.Sprintf("会社%04d", (i*389)%many),
				NameFolded: fmt.Sprintf("会社%04d", (i*389)%many),
				PostalCode: "0600001", CapitalAmount: &amount}, ""); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	v := store.Viewer{UserID: "u", InstitutionID: own.ID}
	read(t, s, func(q *store.Q) error {
		for _, search := range []store.CompanySearch{
			{Sort: store.SortModified}, {Sort: store.SortCompanyName, IsAscending: true}, {Sort: store.SortSalesAmount},
			{Sort: store.SortPrefecture, IsAscending: true},
			{Prefectures: []string{"01", "13"}}, {SalesAmounts: []int{2, 3}, LargeClasses: []string{"13"}}, {Prefectures: []string{"99"}},
		} {
			search.Kind, search.IsOwn, search.Limit = store.Buyer, true, many
			want, count, err := q.SearchCompanies(v, &search)
			if err != nil {
				return err
			}
			n := 0
			if err := q.EachMaintained(v, &search, func(batch []store.CompanyRecord) error {
				for _, got := range batch {
					if n >= count || got.ID != want[n].ID {
						t.Fatalf("%+v: row %d is another company", search, n)
					}
					if got.InstitutionID != own.ID {
						t.Fatalf("%+v: row %d is another institution's", search, n)
					}
					if !reflect.DeepEqual(got.Company, want[n].Company) {
						t.Fatalf("%+v: row %d\n got %+v\nwant %+v", search, n, got.Company, want[n].Company)
					}
					if got.HasDetails != (want[n].CompanyName != "") || got.HasDetails && (got.Details.CompanyName != want[n].CompanyName ||
						got.Details.CapitalAmount == nil || got.Details.PostalCode != "0600001") {
						t.Fatalf("%+v: row %d has the details %+v", search, n, got.Details)
					}
					n++
				}
				return nil
			}); err != nil {
				return err
			}
			if n != count {
				t.Errorf("%+v: %d rows of %d", search, n, count)
			}
		}
		// A search for other banks' companies exports nothing: only own companies can be exported.
		all := store.CompanySearch{Kind: store.Buyer, IsNotOwn: true}
		return q.EachMaintained(v, &all, func(batch []store.CompanyRecord) error {
			t.Errorf("%d companies of others", len(batch))
			return nil
		})
	})
}
