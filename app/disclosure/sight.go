package disclosure

import "tsunagu/app/deal"

// Sight is all that decides what a viewer without any dealings of its own is told in a list of one
// record: two viewers of the same sight read the same bytes, and nobody else does. It can be
// compared, so that what was composed once can be kept under it; and only this package makes one,
// from the facts that decide the disclosure, so that nothing can be kept under a guess.
type Sight struct {
	level     Level
	view      BuyerView
	isFIN     bool
	isOwn     bool // in charge of the viewer's institution
	isOwnList bool
	isOpened  bool
	isNew     bool
	isStopped bool
	shown     deal.ListingStatus
}

// ListingSightFacts are what a listing's row depends on besides the listing.
type ListingSightFacts struct {
	Level     Level
	IsFIN     bool
	IsOwn     bool // the listing is in charge of the viewer's institution
	IsOwnList bool
	IsOpened  bool // by the viewer's user
	IsNew     bool
	IsStopped bool // today
	Shown     deal.ListingStatus
	// Whoever has any of these sees what is nobody else's.
	HasRow, HasMilestone, HasScore, IsOffered bool
}

// ListingSight is the sight of a listing's row; false where the row is the viewer's alone.
func ListingSight(f ListingSightFacts) (Sight, bool) {
	if f.Level == Hidden || f.HasRow || f.HasMilestone || f.HasScore || f.IsOffered {
		return Sight{}, false
	}
	return Sight{level: f.Level, isFIN: f.IsFIN, isOwn: f.IsOwn, isOwnList: f.IsOwnList, isOpened: f.IsOpened, isNew: f.IsNew,
		isStopped: f.IsStopped, shown: f.Shown}, true
}

// Listing gives the facts back, to compose from them and from nothing else.
func (s Sight) Listing() ListingSightFacts {
	return ListingSightFacts{Level: s.level, IsFIN: s.isFIN, IsOwn: s.isOwn, IsOwnList: s.isOwnList, IsOpened: s.isOpened, IsNew: s.isNew,
		IsStopped: s.isStopped, Shown: s.shown}
}

// BuyerSight is the sight of a company's row in a search; false where the row holds what changes
// by itself or belongs to this very answer: days of a trial, the name of a contact. A score is told
// beside it, to the bank of the listing that it is for.
func BuyerSight(view BuyerView, isTrial, hasContact bool) (Sight, bool) {
	if view == BuyerHidden || isTrial && view == BuyerInCharge || hasContact {
		return Sight{}, false
	}
	return Sight{view: view}, true
}

// Buyer is the view of a company's sight.
func (s Sight) Buyer() BuyerView { return s.view }
