package store

import (
	"context"
	"testing"

	"tsunagu/store/index"
	"tsunagu/store/master"
	"tsunagu/store/words"
)

// A search among a bank's negotiations runs once, is cached for that bank alone, and becomes stale
// with a change of a negotiation, of a listing, of a company, or of whether an institution takes
// part.
func TestChosenNegotiationsEnd(t *testing.T) {
	ctx := context.Background()
	s, bank, buyers := memory(t)
	write := func(f func(tx *Tx) error) {
		t.Helper()
		if err := s.Write(ctx, f); err != nil {
			t.Fatal(err)
		}
	}
	other := &Institution{Name: "売手銀行", Status: 1}
	seller := &Company{Kind: Seller, Status: 1}
	listing := &Listing{Status: 1}
	content := &ListingContent{BusinessName: "金属加工業", StartDate: "2000-01-01", DueDate: "2999-12-31"}
	rows := []*Negotiation{{}, {}}
	write(func(tx *Tx) error { return tx.CreateInstitution(other, "") })
	seller.InstitutionID, listing.InstitutionID = other.ID, other.ID
	write(func(tx *Tx) error { return tx.CreateCompany(seller, "") })
	listing.CompanyID = seller.ID
	write(func(tx *Tx) error {
		if err := tx.CreateListing(listing, content, ""); err != nil {
			return err
		}
		for i, n := range rows {
			n.ListingID, n.BuyerCompanyID, n.BFID, n.SFID = listing.ID, buyers[i], bank, other.ID
			if err := tx.CreateNegotiation(n, ""); err != nil {
				return err
			}
		}
		return tx.PutListingContent(listing.ID, Published, content)
	})
	asked := &NegotiationSearch{Side: SideBF, Statuses: []int{0}, BusinessName: "加工", Buyers: &CompanySearch{Kind: Buyer,
		Statuses: []int{1}}, Limit: 10}
	// ask returns how many rows a bank finds, and how many selections are cached then.
	ask := func(institution string) (count, kept int) {
		t.Helper()
		if err := s.Read(ctx, func(q *Q) (err error) {
			if has, err := q.HasIndex(); err != nil || !has {
				t.Fatal("no index", err)
			}
			_, count, err = q.SearchNegotiations(Viewer{InstitutionID: institution}, asked)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return count, len(s.search.memo.rows.young.by[allTables])
	}
	expect := func(what, institution string, count, kept int) {
		t.Helper()
		if n, k := ask(institution); n != count || k != kept {
			t.Errorf("%s: %d rows, %d selections are kept; want %d and %d", what, n, k, count, kept)
		}
	}
	only := func() *remembered {
		for _, x := range s.search.memo.rows.young.by[allTables] {
			return x
		}
		return nil
	}
	expect("first", bank, 2, 1)
	first := only()
	asked.Descending, asked.Offset, asked.Limit = true, 1, 1
	expect("another page", bank, 2, 1)
	expect("the other bank", other.ID, 0, 2)
	expect("again", bank, 2, 2)
	write(func(tx *Tx) error { _, err := tx.exec("UPDATE user SET modified = modified"); return err })
	expect("nothing that decides", bank, 2, 2)
	write(func(tx *Tx) error { rows[0].Status = 1; return tx.UpdateNegotiation(rows[0], "", SideBF) })
	expect("a negotiation", bank, 1, 1)
	if only() == first {
		t.Error("what was kept of another edition is used")
	}
	write(func(tx *Tx) error {
		content.BusinessName = "食品"
		return tx.PutListingContent(listing.ID, Published, content)
	})
	expect("a listing", bank, 0, 1)
	write(func(tx *Tx) error {
		content.BusinessName = "精密加工業"
		return tx.PutListingContent(listing.ID, Published, content)
	})
	expect("a listing again", bank, 1, 1)
	setBuyer := func(status int) {
		t.Helper()
		write(func(tx *Tx) error {
			c, err := tx.Company(Viewer{InstitutionID: bank}, buyers[1])
			if err != nil {
				return err
			}
			c.Status = status
			return tx.UpdateCompany(c, "")
		})
	}
	setBuyer(2)
	expect("a company", bank, 0, 1)
	setBuyer(1)
	expect("a company again", bank, 1, 1)
	// When a bank no longer takes part, none of these rows changes, and yet its listings are shown to
	// nobody.
	write(func(tx *Tx) error {
		i, err := tx.Institution(other.ID)
		if err != nil {
			return err
		}
		i.Status = 2
		return tx.UpdateInstitution(i, "")
	})
	expect("a bank that stops", bank, 0, 2)
	// Who works on a buyer is in no table of the index: a search by it is not kept.
	clerk := &User{Role: 3, ClientType: 3, ClientID: bank, LoginID: "clerk", LoginFolded: "clerk", Status: 2}
	write(func(tx *Tx) error { return tx.CreateUser(clerk, "") })
	asked = &NegotiationSearch{Side: SideBF, Buyers: &CompanySearch{Kind: Buyer, ChargeFilter: ChargeFilter{PersonIDs: []string{clerk.ID}}},
		Limit: 10}
	expect("nobody's buyers", bank, 0, 2)
	write(func(tx *Tx) error {
		v := Viewer{InstitutionID: bank}
		seq, err := tx.InChargeSeq(v, InChargeOfCompany, buyers[0])
		if err != nil {
			return err
		}
		return tx.SetPersonsInCharge(v, InChargeOfCompany, seq, clerk.ID, nil)
	})
	expect("a clerk's buyer", bank, 1, 2)
	// What a word is widened by is in no table of the index either.
	needs := &Needs{ClientID: buyers[0], ClientType: 2, Title: "デイサービス", FreeTextFolded: master.Fold("デイサービス"), Status: 1}
	write(func(tx *Tx) error { return tx.CreateNeeds(needs, "") })
	asked = &NegotiationSearch{Side: SideBF, Limit: 10, Buyers: &CompanySearch{Kind: Buyer,
		Needs: []words.Asked{{Text: master.Fold("見守りの仕事")}}}}
	expect("a word that nobody uses", bank, 0, 1)
	write(func(tx *Tx) error {
		return tx.CreateWordGroup(&WordGroup{Head: "見守りの仕事", Same: "デイサービス"}, "")
	})
	expect("a word of the same meaning", bank, 1, 2)
}

// A failed search is not cached and does not stop others from trying; when the cache is full all is
// dropped; and an older snapshot searches for itself.
func TestTriedIsTriedAgain(t *testing.T) {
	m := newMemo()
	q := alone(t, m)
	later := &edition{n: 2, companies: index.New(companySchema)}
	m.follow(&edition{n: 1, companies: index.New(companySchema)})
	m.follow(later)
	found := 0
	try := func(ed *edition, asked string, rows int, err error) (int, error) {
		x := lookup[[]uint32]{cache: cacheDealings, key: negotiationsKey{asked: asked}, of: allTables, isRows: true}
		x.find = func() (Kept[[]uint32], error) {
			found++
			return Kept[[]uint32]{Value: make([]uint32, rows), Bytes: 4 * rows}, err
		}
		got, failed := remember(q, ed, x)
		return len(got), failed
	}
	if _, err := try(later, "a", 0, context.Canceled); err == nil {
		t.Error("a failure was not told")
	}
	for range 2 {
		if n, err := try(later, "a", 7, nil); n != 7 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
	if found != 2 {
		t.Errorf("found %d times", found)
	}
	for range 2 {
		if n, err := try(&edition{n: 1, companies: index.New(companySchema)}, "a", 3, nil); n != 3 || err != nil {
			t.Errorf("behind: %d, %v", n, err)
		}
	}
	if n, _ := try(later, "a", 8, nil); n != 7 || found != 4 {
		t.Errorf("%d rows, found %d times", n, found)
	}
	for _, asked := range []string{"b", "c"} { // each fills half of the memo
		if _, err := try(later, asked, (memoRowBytes/2-bookkeeping)/4, nil); err != nil {
			t.Error(err)
		}
	}
	if n, _ := try(later, "a", 9, nil); n != 9 || found != 7 {
		t.Errorf("%d rows, found %d times: kept beyond the bound", n, found)
	}
	if n, _ := try(later, "d", memoRowBytes/8+1, nil); n != memoRowBytes/8+1 ||
		m.rows.young.by[allTables][negotiationsKey{asked: "d"}] != nil {
		t.Errorf("%d rows: what fills more than half is kept", n)
	}
}
