package listing

import (
	"errors"

	"tsunagu/app/disclosure"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// Titled is a listing as the search box shows it: what its title is to the actor, and where it stands.
type Titled struct {
	ID          string
	CaseNumber  string
	Title       string
	StatusLabel string
	Company     string // the seller, to its own bank
	IsOwn       bool   // in charge of the actor's bank
}

// FindNumbered are the listings that the actor may know of whose case number ends so.
func FindNumbered(q *store.Q, by web.Actor, end string, limit int) ([]Titled, error) {
	found, err := q.ListingsNumbered(by.Viewer, end, limit)
	if err != nil {
		return nil, err
	}
	return titled(q, by, found)
}

// FindTitled are the listings that the actor's searches find and whose titles have all of the folded words, and whether
// there may be more.
func FindTitled(q *store.Q, by web.Actor, words []string, limit int) ([]Titled, bool, error) {
	found, err := q.ListingsTitled(by.Viewer, words, master.Fold, limit)
	if err != nil {
		return nil, false, err
	}
	out, err := titled(q, by, found)
	return out, found.IsMore, err
}

func titled(q *store.Q, by web.Actor, found *store.FoundTitles) ([]Titled, error) {
	out := []Titled{}
	for _, part := range []struct {
		found []*store.FoundListing
		isOwn bool
	}{{found.Own, true}, {found.Others, false}} {
		vs, err := views(q, Viewers{by.Viewer, ""}, part.found, part.isOwn)
		if err != nil {
			return nil, err
		}
		for _, v := range vs {
			if v.Level == disclosure.Hidden {
				continue
			}
			t := Titled{v.Listing.ID, web.CaseNumber("L", v.Listing.ID), v.Content.BusinessName, v.shown.Label(), "", part.isOwn}
			if part.isOwn {
				d, err := q.CompanyDetails(v.Listing.CompanyID)
				if err != nil && !errors.Is(err, store.ErrNotFound) {
					return nil, err
				}
				if err == nil {
					t.Company = d.CompanyName
				}
			}
			out = append(out, t)
		}
	}
	return out, nil
}
