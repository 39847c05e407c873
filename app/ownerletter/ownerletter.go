package ownerletter

import (
	"cmp"
	"errors"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

func (a Room) Calls() {
	const listing, talk = "/api/SellerBusiness/", "/api/BuyerNegotiation/"
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: listing + "GetApprovalDelivery", Area: "listing", Callers: web.FIN,
		Records: "自機関の案件", Summary: "承認依頼が売手に届いたか。招待状なら、だれが作り、パスコードをだれが受け持つか", Spec: "domain 3.2, 7",
	},
		func(r *web.Request, in *listingRef) (*delivery, error) {
			return web.Reading(r, func(q *store.Q) (*delivery, error) {
				s, err := ofListing(q, r.Actor, in.SellerBusinessID)
				if err != nil {
					return nil, err
				}
				return readDelivery(q, r.Actor, s)
			})
		})
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: talk + "GetOwnerDelivery", Area: "negotiation", Callers: web.FIN,
		Records: "自機関の案件の交渉", Summary: "オーナーへの依頼が届いたか。招待状なら、だれが作り、パスコードをだれが受け持つか", Spec: "domain 3.2, 4, 7",
	},
		func(r *web.Request, in *talkRef) (*delivery, error) {
			return web.Reading(r, func(q *store.Q) (*delivery, error) {
				s, err := ofNegotiation(q, r.Actor, in.BuyerNegotiationID)
				if err != nil {
					return nil, err
				}
				return readDelivery(q, r.Actor, s)
			})
		})
	const summary = "招待状のパスコードの表示。招待状を作った担当者とは別の承認者が、売手に伝える。前に表示したものは使えなくなる"
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: listing + "DrawApprovalPasscode", Area: "listing", Callers: web.FIN, Fresh: web.FIN,
		Records: "自機関の案件。招待状を作った担当者とは別の承認者", Summary: summary, Spec: "domain 3.2; team 3",
	},
		func(r *web.Request, in *struct{ Body listingDraw }) (*passcode, error) {
			return web.Writing(r, func(tx *store.Tx) (*passcode, error) {
				s, err := ofListing(&tx.Q, r.Actor, in.Body.SellerBusinessID)
				if err != nil {
					return nil, err
				}
				return a.draw(tx, r.Actor, s, in.Body.LetterID)
			})
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: talk + "DrawOwnerPasscode", Area: "negotiation", Callers: web.FIN, Fresh: web.FIN,
		Records: "自機関の案件の交渉。招待状を作った担当者とは別の承認者", Summary: summary, Spec: "domain 3.2, 4; team 3",
	},
		func(r *web.Request, in *struct{ Body talkDraw }) (*passcode, error) {
			return web.Writing(r, func(tx *store.Tx) (*passcode, error) {
				s, err := ofNegotiation(&tx.Q, r.Actor, in.Body.BuyerNegotiationID)
				if err != nil {
					return nil, err
				}
				return a.draw(tx, r.Actor, s, in.Body.LetterID)
			})
		})
}

// subject is what an owner is asked about, by the side of the seller's bank.
type subject struct {
	noun, id, caseNumber string
	link                 string    // the kind of its links
	mail                 mail.Kind // of the mail that carries one
}

func ofListing(q *store.Q, by web.Actor, id string) (*subject, error) {
	l, err := web.OwnListing(q, by, id, nil)
	if err != nil {
		return nil, err
	}
	return &subject{"listing", l.ID, web.CaseNumber("L", l.ID), store.LinkListingApproval, mail.ListingApprovalRequest}, nil
}

func ofNegotiation(q *store.Q, by web.Actor, id string) (*subject, error) {
	row, err := q.NegotiationRow(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	d, err := negotiation.DealingOf(q, by, row)
	if err != nil {
		return nil, err
	}
	if !d.IsSF() {
		return nil, store.ErrNotFound
	}
	return &subject{"negotiation", d.ID, web.CaseNumber("N", d.ID), store.LinkOwnerConsent, mail.OwnerConsentRequest}, nil
}

// readDelivery says how the newest request went to the owner, and whether it left the house.
func readDelivery(q *store.Q, by web.Actor, s *subject) (*delivery, error) {
	k, err := q.LatestLinkKey(s.link, s.id)
	if errors.Is(err, store.ErrNotFound) || err == nil && !k.Used.IsZero() {
		return &delivery{}, nil
	}
	if err != nil {
		return nil, err
	}
	if k.RevokeReason == web.EventChangeCharge { // by people of the bank that was in charge before
		return &delivery{}, nil
	}
	u, err := q.User(k.UserID)
	if err != nil {
		return nil, err
	}
	out := &delivery{UserName: u.UserName, Expires: web.ServerTime(k.Expires), IsAlive: k.Alive(q.Now())}
	if k.LetterBy == "" {
		out.Text, err = mailState(q, s, u)
		return out, err
	}
	out.IsLetter, out.LetterID, out.Made, out.Text = true, k.ID, web.ServerTime(k.Created), "招待状を作成済み"
	if out.MadeBy, err = nameOf(q, k.LetterBy); err != nil {
		return nil, err
	}
	if !out.IsAlive {
		out.Text = "招待状は、使えなくなりました"
		if k.RevokeReason == "passcode" {
			out.Text = "パスコードの誤りが続き、招待状は無効"
		}
		return out, nil
	}
	if out.CodeBy, err = nameOf(q, k.CodeBy); err != nil {
		return nil, err
	}
	out.CodeAt = web.ServerTime(k.CodeAt)
	out.WhyNot, err = whyNot(q, by, k)
	out.CanDraw = err == nil && out.WhyNot == ""
	return out, err
}

// mailState says in words whether the mail with the link left the house.
func mailState(q *store.Q, s *subject, u *store.User) (string, error) {
	address, err := mail.ParseAddress(u.LoginID)
	if err != nil {
		return "メールは未送信", nil
	}
	state, err := q.LatestMailState([]string{string(s.mail)}, address, s.id)
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && state == store.MailSent:
		return "メールを送付済み", nil
	case err == nil && state == store.MailWaiting:
		return "メールは送信待ち", nil
	}
	return "メールを送れませんでした", err
}

// nameOf is the name of a colleague; "" of nobody.
func nameOf(q *store.Q, id string) (string, error) {
	if id == "" {
		return "", nil
	}
	u, err := q.User(id)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return u.UserName, nil
}

// ownLetter is said to who printed the letter: with link and passcode he could answer for the owner.
const ownLetter = "招待状を作った方には、パスコードを表示しません。リンクとパスコードの両方があると、オーナーに代わって答えられてしまうためです。ほかの承認者に、この画面からオーナーへ伝えるよう依頼してください。"

// whyNot says why the actor is not shown a living letter's passcode; "" where he is.
func whyNot(q *store.Q, by web.Actor, k *store.LinkKey) (string, error) {
	if by.ID() == k.LetterBy {
		return ownLetter, nil
	}
	ok, why, err := web.SecondPair(q, by, k.LetterBy)
	if err != nil || ok {
		return "", err
	}
	return cmp.Or(why, web.NotApprover), nil
}

// draw makes the passcode of a living letter, in the presence of an approver who is not its printer. It is
// in no row: only its hash is stored, and drawing again ends the one before. The count of wrong tries
// goes on, so that five end the letter however often it was drawn.
func (a Room) draw(tx *store.Tx, by web.Actor, s *subject, letterID string) (*passcode, error) {
	k, err := tx.LatestLinkKey(s.link, s.id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, errNoLetter
	}
	if err != nil {
		return nil, err
	}
	switch {
	case k.LetterBy == "" || !k.Alive(tx.Now()):
		return nil, errNoLetter
	case k.ID != letterID:
		return nil, web.ErrStale
	}
	why, err := whyNot(&tx.Q, by, k)
	if err != nil {
		return nil, err
	}
	if why != "" {
		return nil, web.Conflict(deal.NotAllowed, why)
	}
	u, err := tx.User(k.UserID)
	if err != nil {
		return nil, err
	}
	code := auth.NewPasscode()
	k.PasscodeHash, k.CodeBy, k.CodeAt = a.Keys.HashPasscode(k.KeyHash, code), by.ID(), tx.Now()
	if err := tx.UpdateLinkKey(k); err != nil {
		return nil, err
	}
	if err := tx.AddAudit(by.Line("owner_letter.passcode", s.noun, s.id, "ok", "")); err != nil {
		return nil, err
	}
	out := &passcode{Passcode: code, CaseNumber: s.caseNumber, UserName: u.UserName, Expires: web.ServerTime(k.Expires)}
	// A number that the maker of the letter wrote, or that changed about when it was made, may be his own: then the second
	// approver takes it from elsewhere.
	if by := k.LetterBy; u.Creator != by && u.Modifier != by && u.Modified.Before(k.Created.Add(-phoneSettled)) {
		out.Phone = u.Phone1
	}
	return out, nil
}

// phoneSettled is for how long before a letter a contact must not have changed, for its telephone number to be shown with
// the passcode.
const phoneSettled = 3 * 24 * time.Hour

// errNoLetter answers where no letter waits for its passcode.
var errNoLetter = web.Conflict(deal.NotAllowed,
	"使える招待状がありません。オーナーが答えたか、期限が切れたか、別の方法で依頼し直されています。画面を読み込み直して、確認してください。")
