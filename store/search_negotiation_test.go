package store

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tsunagu/store/index"
)

// facetsOf is all that the index says of each row of a table.
func facetsOf(t *index.Table, ints int, fields uint8) (out []string) {
	t.Rows().Each(func(slot uint32) {
		of := fmt.Sprint(slot)
		for column := range ints {
			of += fmt.Sprint(" ", t.Int(column, slot))
		}
		for field := uint8(1); field <= fields; field++ {
			for _, v := range slices.Sorted(slices.Values(t.Values(field))) {
				if t.Set(field, v).Has(slot) {
					of += fmt.Sprint(" ", field, "=", v)
				}
			}
		}
		out = append(out, of)
	})
	return out
}

// An index that is built says of negotiations, and of the listings that they are about, what one says that followed
// each write: also of rows beside a note, which are read twice.
func TestBuiltNegotiations(t *testing.T) {
	s, bank, buyers := memory(t)
	for range 4 {
		buyers = append(buyers, newBuyer(t, s, bank))
	}
	other := &Institution{Name: "売手銀行", Status: 1}
	seller := &Company{Kind: Seller, Status: 1}
	listing := &Listing{Status: 1}
	if err := s.Write(t.Context(), func(tx *Tx) error {
		if err := tx.CreateInstitution(other, ""); err != nil {
			return err
		}
		seller.InstitutionID, listing.InstitutionID = other.ID, other.ID
		if err := tx.CreateCompany(seller, ""); err != nil {
			return err
		}
		listing.CompanyID = seller.ID
		if err := tx.CreateListing(listing, &ListingContent{BusinessName: "金属加工業"}, ""); err != nil {
			return err
		}
		for i, buyer := range buyers {
			n := Negotiation{ListingID: listing.ID, BuyerCompanyID: buyer, BFID: bank, SFID: other.ID, Status: i % 3}
			if err := tx.CreateNegotiation(&n, ""); err != nil {
				return err
			}
			if i%2 == 0 { // waiting, and answered
				note := Negotiation{ListingID: listing.ID, BuyerCompanyID: buyer, BFID: bank, SFID: other.ID, IsNote: true,
					OfferSendStatus: 1 + i/4, OfferedAt: time.Unix(1_700_000_000, 0)}
				if err := tx.CreateNegotiation(&note, ""); err != nil {
					return err
				}
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	followed := s.search.head
	if n := followed.negotiations.Set(negotiationWaits, "").Count(); n < 2 || n > 5 {
		t.Fatalf("%d rows wait", n)
	}
	if err := s.buildIndex(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		of     table
		ints   int
		fields uint8
	}{{negotiationTable, negotiationInts, negotiationWaits}, {listingTable, listingInts, contentPriceTo + workingFields}} {
		built, want := facetsOf(s.search.head.table(x.of), x.ints, x.fields), facetsOf(followed.table(x.of), x.ints, x.fields)
		if len(want) == 0 || !slices.Equal(built, want) {
			t.Errorf("built:\n%q\nfollowed:\n%q", built, want)
		}
	}
}
