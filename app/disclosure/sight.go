package disclosure

import "tsunagu/app/deal"

// Sight is everything that decides how one record is shown in a list to a viewer who has no
// negotiation or other data of its own with it: viewers with equal sights get the same bytes,
// others get different ones. It is comparable, so that a composed row can be cached under it. Only
// this package makes a Sight, from the facts that decide the disclosure, so that no row is cached
// under wrong facts.
type Sight struct {
	level     Level
	view      BuyerView
	isFIN     bool
	isOwn     bool // in the charge of the viewer's institution
	isOwnList bool
	isOpened  bool
	isNew     bool
	isStopped bool
	shown     deal.ListingStatus
}

// ListingSightFacts are what a listing's row in a list depends on besides the listing.
type ListingSightFacts struct {
	Level     Level
	IsFIN     bool
	IsOwn     bool // the listing is in the charge of the viewer's institution
	IsOwnList bool
	IsOpened  bool // by the viewer's user
	IsNew     bool
	IsStopped bool // today
	Shown     deal.ListingStatus
	// A row with any of these is the viewer's alone and has no Sight.
	HasRow, HasMilestone, HasScore, IsOffered bool
}

// ListingSight is the sight of a listing's row; false where the row is for this viewer alone.
func ListingSight(f ListingSightFacts) (Sight, bool) {
	if f.Level == Hidden || f.HasRow || f.HasMilestone || f.HasScore || f.IsOffered {
		return Sight{}, false
	}
	return Sight{level: f.Level, isFIN: f.IsFIN, isOwn: f.IsOwn, isOwnList: f.IsOwnList, isOpened: f.IsOpened, isNew: f.IsNew,
		isStopped: f.IsStopped, shown: f.Shown}, true
}

// Listing returns the facts; the row must be composed from these and from nothing else.
func (s Sight) Listing() ListingSightFacts {
	return ListingSightFacts{Level: s.level, IsFIN: s.isFIN, IsOwn: s.isOwn, IsOwnList: s.isOwnList, IsOpened: s.isOpened, IsNew: s.isNew,
		IsStopped: s.isStopped, Shown: s.shown}
}

// BuyerSight is the sight of a company's row in a search; false where the row contains data that
// changes by itself (days left of a trial) or belongs to this answer alone (the name of a contact).
// A score is not part of the row: it is added for the bank of the listing that it is for.
func BuyerSight(view BuyerView, isTrial, hasContact bool) (Sight, bool) {
	if view == BuyerHidden || isTrial && view == BuyerInCharge || hasContact {
		return Sight{}, false
	}
	return Sight{view: view}, true
}

// Buyer is the view of a company's sight.
func (s Sight) Buyer() BuyerView { return s.view }
