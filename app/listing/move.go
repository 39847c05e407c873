package listing

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"tsunagu/app/anonymity"
	"tsunagu/app/deal"
	"tsunagu/app/duty"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// contentHash is what the seller approves and only what is published: the hash of a content
// with everything in it, lists in their stored order.
func contentHash(c *store.ListingContent) string {
	sum := sha256.Sum256(snapshotOf(c))
	return hex.EncodeToString(sum[:])
}

func snapshotOf(c *store.ListingContent) []byte {
	b, err := json.Marshal(c)
	if err != nil {
		panic(err) // strings, numbers and lists always marshal
	}
	return b
}

// published is the published content, nil where there is none.
func published(q *store.Q, id string) (*store.ListingContent, error) {
	p, err := q.ListingContent(id, store.Published)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return p, err
}

// listingFacts are what deal asks of a listing whose working content is w.
func listingFacts(q *store.Q, l *store.Listing, w *store.ListingContent) (deal.ListingFacts, error) {
	f := deal.ListingFacts{Exists: true, Status: deal.ListingStatus(l.Status), StartDate: w.StartDate, DueDate: w.DueDate, Now: q.Now(),
		HasChanges: true,
		IsPending:  l.IsPending, WorkingDueDate: w.DueDate, ApprovedAt: l.ApprovedAt, IsStopped: l.IsSuspended}
	if l.IsSoldHidden { // by a merger, which widened whom it would show to: its owner has not approved that
		f.ApprovedAt = time.Time{}
	}
	var err error
	if f.Periods, err = web.PeriodsOf(q); err != nil {
		return f, err
	}
	p, err := published(q, l.ID)
	if err != nil {
		return f, err
	}
	if p != nil {
		f.HasChanges = contentHash(p) != contentHash(w)
		if f.Status == deal.ListingShowing || f.Status == deal.ListingConcluded {
			f.StartDate, f.DueDate = p.StartDate, p.DueDate
		}
	}
	var c web.Check
	missingFields(&c, w)
	f.IsComplete = c.Err() == nil
	hits, err := ListingHits(q, l.CompanyID, w)
	if err != nil {
		return f, err
	}
	f.AnonymityPassed = len(anonymity.Unjustified(hits, l.Justifications)) == 0
	f.Owed, err = duty.OwedBy(q, l, f.Periods)
	return f, err
}

// MoveListing stores what deal decided: status, flags, revoked keys, ended negotiations, history
// and audit. comment is shown to SF alone.
func (a Room) MoveListing(tx *store.Tx, by web.Actor, l *store.Listing, e deal.ListingEffects, event, comment string) error {
	from := l.Status
	if e.KillsKey {
		if err := tx.RevokeLinkKeys(store.LinkListingApproval, l.ID, event); err != nil {
			return err
		}
		if err := tx.CancelPapers(store.PaperListingApproval, l.ID); err != nil {
			return err
		}
	}
	if l.IsSuspended != e.IsStopped {
		l.ExclusiveUntil = "" // by hand, whatever an exclusivity said
	}
	l.Status, l.IsPending, l.IsSuspended = int(e.Status), e.IsPending, e.IsStopped
	if e.Status == deal.ListingConcluded && from != l.Status {
		l.ConcludedAt, l.IsConcludedOutside = tx.Now(), e.ConcludedOutside
	}
	if err := tx.UpdateListing(l, by.ID()); err != nil {
		return err
	}
	if e.EndsNegotiations != 0 {
		if err := negotiation.In(a.Platform).EndNegotiationsOf(tx, by, l.ID, "", e.EndsNegotiations); err != nil {
			return err
		}
	}
	return ListingDeed(tx, by, l, event, from, comment)
}

// ListingDeed writes the history's and the audit's line of what was done.
func ListingDeed(tx *store.Tx, by web.Actor, l *store.Listing, event string, from int, comment string) error {
	side := "sf"
	switch {
	case by.User == nil && by.IP == "":
		side = "system"
	case by.User == nil:
		side = "seller"
	case by.Role == deal.RoleADM:
		side = "office"
	}
	if err := tx.AddListingHistory(store.ListingHistory{ListingID: l.ID, Actor: by.ID(), Side: side, Event: event, FromStatus: from,
		ToStatus: l.Status, Comment: comment}); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("listing_"+event, "listing", l.ID, "ok", ""))
}

// Event makes a listing event happen that needs no content: it reads the facts, lets deal
// decide and stores the effects.
func Event(tx *store.Tx, by web.Actor, l *store.Listing, in deal.ListingInput, as deal.Actor) (deal.ListingEffects, *store.ListingContent,
	error) {
	w, err := tx.ListingContent(l.ID, store.Working)
	if err != nil {
		return deal.ListingEffects{}, nil, err
	}
	f, err := listingFacts(&tx.Q, l, w)
	if err != nil {
		return deal.ListingEffects{}, nil, err
	}
	e, refusal := deal.MoveListing(f, in, as)
	if refusal != nil {
		return deal.ListingEffects{}, nil, refusal
	}
	return e, w, nil
}

// changeAudience narrows at once and widens after the seller's approval (domain.md 3.1, 3.4).
func (a Room) changeAudience(tx *store.Tx, by web.Actor, in *listingAudienceInput) (*SavedListing, error) {
	l, err := web.OwnListing(&tx.Q, by, in.SellerBusinessID, nil)
	if err != nil {
		return nil, err
	}
	if l.Version != in.Version {
		return nil, store.ErrStale
	}
	var c web.Check
	rest := []string(in.RestFinancial)
	if err := readRest(tx, &c, by, in.IsRest && !in.IsLimited, &rest); err != nil {
		return nil, err
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	next := deal.Audience{IsLimited: in.IsLimited, IsRest: in.IsRest, Rest: rest}
	p, err := published(&tx.Q, l.ID)
	if err != nil {
		return nil, err
	}
	event := deal.ListingNarrow
	if p != nil && audienceOf(p).Widens(next) {
		event = deal.ListingWiden
	}
	e, w, err := Event(tx, by, l, deal.ListingInput{Event: event}, deal.ActorSF)
	if err != nil {
		return nil, err
	}
	w.IsLimited, w.IsRest, w.RestFinancial = next.IsLimited, next.IsRest, next.Rest
	if err := putContent(tx, l.ID, store.Working, w); err != nil {
		return nil, err
	}
	if e.PublishesAudience && p != nil {
		p.IsLimited, p.IsRest, p.RestFinancial = next.IsLimited, next.IsRest, next.Rest
		if err := putContent(tx, l.ID, store.Published, p); err != nil {
			return nil, err
		}
	}
	if err := a.MoveListing(tx, by, l, e, string(event), ""); err != nil {
		return nil, err
	}
	return saved(l, e.NeedsApprovalAgain), nil
}

// changePeriod shortens at once; it extends at once while the seller's last approval is
// recent, else after a new one (domain.md 3.1).
func (a Room) changePeriod(tx *store.Tx, by web.Actor, in *listingPeriodInput) (*SavedListing, error) {
	l, err := web.OwnListing(&tx.Q, by, in.SellerBusinessID, nil)
	if err != nil {
		return nil, err
	}
	if l.Version != in.Version {
		return nil, store.ErrStale
	}
	p, err := published(&tx.Q, l.ID)
	if err != nil {
		return nil, err
	}
	w, err := tx.ListingContent(l.ID, store.Working)
	if err != nil {
		return nil, err
	}
	due := w.DueDate
	if p != nil && deal.ListingStatus(l.Status) == deal.ListingShowing {
		due = p.DueDate
	}
	event := deal.ListingShorten
	if in.DueDate > due {
		event = deal.ListingExtend
	}
	e, w, err := Event(tx, by, l, deal.ListingInput{Event: event, NewDueDate: in.DueDate}, deal.ActorSF)
	if err != nil {
		return nil, err
	}
	w.DueDate = in.DueDate
	if err := putContent(tx, l.ID, store.Working, w); err != nil {
		return nil, err
	}
	if e.PublishesDueDate && p != nil {
		p.DueDate = in.DueDate
		if err := putContent(tx, l.ID, store.Published, p); err != nil {
			return nil, err
		}
	}
	if err := a.MoveListing(tx, by, l, e, string(event), ""); err != nil {
		return nil, err
	}
	return saved(l, e.NeedsApprovalAgain), nil
}

// changeSuspension stops or resumes the taking of new negotiations (受付停止).
func (a Room) changeSuspension(tx *store.Tx, by web.Actor, in *listingSuspensionInput) (*SavedListing, error) {
	event := deal.ListingResume
	if in.IsStopped {
		event = deal.ListingStop
	}
	return a.simpleMove(tx, by, &ListingMoveInput{SellerBusinessID: in.SellerBusinessID, Version: in.Version}, event, func(*store.Listing) {})
}

// DisableListing takes a listing off the market (→ 3); live negotiations end with 売却中止.
func (a Room) DisableListing(tx *store.Tx, by web.Actor, in *ListingMoveInput) (*SavedListing, error) {
	return a.simpleMove(tx, by, in, deal.ListingDisable, func(l *store.Listing) { l.StopReason = in.Comment })
}

// restoreListing brings a disabled listing back to 0, which shows nothing to others: what was
// published comes up again only by a new approval.
func (a Room) restoreListing(tx *store.Tx, by web.Actor, in *ListingMoveInput) (*SavedListing, error) {
	return a.simpleMove(tx, by, in, deal.ListingRestore, func(l *store.Listing) { l.StopReason = "" })
}

// ConcludeOutside records that the sale was made outside (本システム外で成約).
func (a Room) ConcludeOutside(tx *store.Tx, by web.Actor, in *ListingMoveInput) (*SavedListing, error) {
	return a.simpleMove(tx, by, in, deal.ListingConcludeOutside, func(*store.Listing) {})
}

func (a Room) simpleMove(tx *store.Tx, by web.Actor, in *ListingMoveInput, event deal.ListingEvent,
	set func(*store.Listing)) (*SavedListing, error) {
	l, err := web.OwnListing(&tx.Q, by, in.SellerBusinessID, nil)
	if err != nil {
		return nil, err
	}
	if l.Version != in.Version {
		return nil, store.ErrStale
	}
	var c web.Check
	c.Prose(in, "comment", "理由", &in.Comment, false)
	if err := c.Err(); err != nil {
		return nil, err
	}
	e, _, err := Event(tx, by, l, deal.ListingInput{Event: event, Comment: in.Comment}, deal.ActorSF)
	if err != nil {
		return nil, err
	}
	set(l)
	if err := a.MoveListing(tx, by, l, e, string(event), in.Comment); err != nil {
		return nil, err
	}
	return saved(l, e.NeedsApprovalAgain), nil
}
