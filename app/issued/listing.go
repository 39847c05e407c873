package issued

import (
	"errors"
	"fmt"
	"time"

	"tsunagu/app/listing"
	"tsunagu/app/typeset"
	"tsunagu/app/web"
	"tsunagu/store"
)

// The versions of the forms, as in talk.go.
const (
	formNoName   = 2
	formLedger   = 1
	formApproach = 1
)

// listingMakers are the papers of a listing (papers.md 2). The sheet without names is for everybody who may read the listing; the
// others are its own bank's.
func (a Room) listingMakers() {
	a.Makes(Maker{KindNoName, store.InChargeOfListing, offerNoName, makeNoName})
	a.Makes(Maker{KindLedger, store.InChargeOfListing, offerOwn(
		"この案件の内容を、だれが、いつ、何を根拠に知ったかの報告です。自機関の控えとオーナーへの報告に使い、買手側には渡しません。"), makeLedger})
	a.Makes(Maker{KindApproach, store.InChargeOfListing, offerOwn(
		"どの買手に打診し、どうなったかの、オーナーへの報告です。実名交渉を承認していない買手は、番号だけで載ります。"), makeApproach})
}

// readsListing is whether papers of a listing may be asked for: by its own bank, or by who may read it; else ErrNotFound.
func readsListing(q *store.Q, by web.Actor, id string) error {
	_, err := web.OwnListing(q, by, id, nil)
	if errors.Is(err, store.ErrNotFound) {
		_, _, err = listing.Anonymous(q, by, id)
	}
	return err
}

// mayReadOfListing: the sheet without names as long as the listing is read, any other paper as long as it is the own bank's.
func mayReadOfListing(q *store.Q, by web.Actor, p *store.IssuedPaper) error {
	if Kind(p.Kind) == KindNoName {
		return readsListing(q, by, p.ListingID)
	}
	_, err := web.OwnListing(q, by, p.ListingID, nil)
	return err
}

// offerOwn offers a paper to the listing's own bank, and says nothing of it to others.
func offerOwn(text string) func(*store.Q, web.Actor, string) (*Offer, error) {
	return func(q *store.Q, by web.Actor, id string) (*Offer, error) {
		switch _, err := web.OwnListing(q, by, id, nil); {
		case errors.Is(err, store.ErrNotFound):
			return nil, nil
		case err != nil:
			return nil, err
		}
		return &Offer{Text: text}, nil
	}
}

// titled are the number and title of a listing, and nothing by which its company is known.
func titled(q *store.Q, l *store.Listing) (typeset.Fields, error) {
	c, err := q.ListingContent(l.ID, store.Published)
	if errors.Is(err, store.ErrNotFound) {
		c, err = q.ListingContent(l.ID, store.Working)
	}
	if err != nil {
		return nil, err
	}
	return filled(typeset.Field{Label: "案件番号", Value: web.CaseNumber("L", l.ID)}, typeset.Field{Label: "案件名", Value: c.BusinessName}), nil
}

// ofListing makes of contents what Keep takes. maker is printed; it is not part of the source, so that a colleague gets the same paper.
func (c *contents) ofListing(kind Kind, form int, l *store.Listing, maker string) *Paper {
	p := &Paper{Kind: kind, Form: form, Of: store.InChargeOfListing, ListingID: l.ID, CompanyID: l.CompanyID,
		Source: SourceOf(fmt.Appendf(nil, "%s\n%#v", c.whom, c.blocks))}
	p.Write = func(number string, at time.Time) ([]byte, error) {
		b, err := typeset.Write(&typeset.Paper{Title: kind.Label(), Number: number, At: at, Blocks: c.blocks,
			Heads: []typeset.Field{{Label: "だれのために", Value: c.whom}, {Label: "だれが", Value: maker}, {Label: "いつ", Value: japanTime(at)},
				{Label: "書式", Value: fmt.Sprintf("%s　第%d版", kind.Label(), form)}},
			Foot: web.CaseNumber("L", l.ID)})
		return b, unwritable(err)
	}
	return p
}

// bankMaker is who of the listing's own bank makes a paper.
func bankMaker(q *store.Q, by web.Actor) (bank, maker string, err error) {
	names, err := q.InstitutionNames()
	bank = names[by.Institution()]
	return bank, bank + "　" + by.User.UserName, err
}

// approvedBuyers are the names that stay open to the listing's bank, by the number under which a buyer is told: those of an approved
// real-name negotiation. A name that a request opens closes again with it, but a paper does not.
func approvedBuyers(q *store.Q, id string) (map[int]string, error) {
	rows, err := q.Approaches(id)
	if err != nil {
		return nil, err
	}
	out := map[int]string{}
	for i, row := range rows {
		n, err := q.NegotiationRowOf(row)
		if err != nil {
			return nil, err
		}
		if !n.ApprovedAt.IsZero() && !n.IsNote {
			out[i+1] = n.BuyerName
		}
	}
	return out, nil
}

// opening is what the two reports on a listing begin with, and whom they may name.
type opening struct {
	approved    map[int]string
	bank, maker string
	head        typeset.Fields
}

func openingOf(q *store.Q, by web.Actor, l *store.Listing) (o opening, err error) {
	if o.approved, err = approvedBuyers(q, l.ID); err != nil {
		return o, err
	}
	if o.bank, o.maker, err = bankMaker(q, by); err != nil {
		return o, err
	}
	o.head, err = titled(q, l)
	return o, err
}

// buyerNumbered is a buyer in a paper of a listing.
func buyerNumbered(number int, names map[int]string) string {
	switch name, ok := names[number]; {
	case number == 0:
		return ""
	case ok && name != "":
		return fmt.Sprintf("買手%d　%s", number, name)
	}
	return fmt.Sprintf("買手%d　匿名", number)
}

// answerTime is a time of an answer as papers have it; "" stays so.
func answerTime(s string) string {
	t, err := time.Parse(web.ServerLayout, s)
	if err != nil {
		return s
	}
	return t.In(store.JST).Format("2006年1月2日 15時04分")
}
