package listing

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"tsunagu/app/anonymity"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/duty"
	"tsunagu/app/mail"
	"tsunagu/app/persons"
	"tsunagu/app/web"
	"tsunagu/store"
)

// approvalPath is the page of the seller's link.
const approvalPath = "/seller-business/approve"

// ReadApprovalState says to SF whether the working content is the published one and where an
// approval request stands (domain.md 3.1).
func ReadApprovalState(q *store.Q, by web.Actor, id string) (*ApprovalState, error) {
	l, err := web.OwnListing(q, by, id, nil)
	if err != nil {
		return nil, err
	}
	w, err := q.ListingContent(l.ID, store.Working)
	if err != nil {
		return nil, err
	}
	p, err := published(q, l.ID)
	if err != nil {
		return nil, err
	}
	out := &ApprovalState{SellerBusinessID: l.ID, IsPending: l.IsPending, ApprovedAt: web.ServerTime(l.ApprovedAt),
		ReturnComment:  l.ReturnComment,
		IsApprovedData: p != nil && contentHash(p) == contentHash(w)}
	k, err := q.LatestLinkKey(store.LinkListingApproval, l.ID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err == nil && k.Decision == decisionApproved {
		out.ApprovedName = k.DecidedName
	}
	if !l.IsPending {
		return out, nil
	}
	paper, err := q.WaitingPaper(store.PaperListingApproval, l.ID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err == nil {
		out.Pending, err = paperPending(q, by, paper)
		return out, err
	}
	if k == nil {
		return out, nil
	}
	u, err := q.User(k.UserID)
	if err != nil {
		return nil, err
	}
	out.Pending = &approvalPending{Kind: "link", RequestedAt: web.ServerTime(k.Created), Expires: web.ServerTime(k.Expires),
		IsExpired: !k.Alive(q.Now()), IsLetter: k.LetterBy != "", SentTo: u.LoginID, UserName: u.UserName}
	return out, nil
}

// checkApprovable is what stands before any request to the seller: all that is missing and
// every hit of the anonymity check without a reason, at once. It keeps the reasons.
func checkApprovable(q *store.Q, c *web.Check, l *store.Listing, w *store.ListingContent, in any, justifications map[string]string) error {
	missingFields(c, w)
	if l.Justifications == nil {
		l.Justifications = map[string]string{}
	}
	for key, why := range justifications {
		why = strings.TrimSpace(why)
		if most := web.MaxLength(in, "justifications"); utf8.RuneCountInString(why) > most {
			c.Fail("justifications."+key, fmt.Sprintf("理由は%d文字以内で入力してください。", most))
			continue
		}
		l.Justifications[key] = why
	}
	hits, err := ListingHits(q, l.CompanyID, w)
	if err != nil {
		return err
	}
	open := map[string]bool{}
	for _, h := range hits {
		open[h.Key()] = true
	}
	for key := range l.Justifications { // of texts that are gone
		if !open[key] {
			delete(l.Justifications, key)
		}
	}
	for _, h := range anonymity.Unjustified(hits, l.Justifications) {
		c.Fail("justifications."+h.Key(), fmt.Sprintf("「%s」は企業の特定につながるおそれがあります。%s%s 残す場合は、理由を入力してください。", h.Text, h.Why, h.Suggestion))
	}
	return nil
}

// requestMove lets deal decide on a request whose content was checked.
func requestMove(tx *store.Tx, l *store.Listing, w *store.ListingContent) (deal.ListingEffects, error) {
	f := deal.ListingFacts{Exists: true, Status: deal.ListingStatus(l.Status), StartDate: w.StartDate, DueDate: w.DueDate, Now: tx.Now(),
		HasChanges: true,
		IsPending:  l.IsPending, IsComplete: true, AnonymityPassed: true, WorkingDueDate: w.DueDate, ApprovedAt: l.ApprovedAt,
		IsStopped: l.IsSuspended}
	var err error
	if f.Periods, err = web.PeriodsOf(&tx.Q); err != nil {
		return deal.ListingEffects{}, err
	}
	p, err := published(&tx.Q, l.ID)
	if err != nil {
		return deal.ListingEffects{}, err
	}
	if p != nil {
		f.HasChanges = contentHash(p) != contentHash(w)
	}
	if f.Owed, err = duty.OwedBy(&tx.Q, l, f.Periods); err != nil {
		return deal.ListingEffects{}, err
	}
	e, refusal := deal.MoveListing(f, deal.ListingInput{Event: deal.ListingRequestApproval}, deal.ActorSF)
	if refusal != nil {
		return e, refusal
	}
	return e, nil
}

// SendApprovalRequest freezes the working content and gives the seller's person a link, by mail or
// printed, and the passcode by a second way (domain.md 3.1, 3.2).
func (a Room) SendApprovalRequest(tx *store.Tx, by web.Actor, in *ApprovalRequestInput) (*approvalRequested, error) {
	l, err := web.OwnListing(&tx.Q, by, in.SellerBusinessID, in.Version)
	if err != nil {
		return nil, err
	}
	w, err := tx.ListingContent(l.ID, store.Working)
	if err != nil {
		return nil, err
	}
	var c web.Check
	company.CheckPasscodeWay(&c, &in.PasscodeBy, &in.PpapMailaddress)
	isLetter := in.PasscodeBy == company.PasscodeOfLetter
	person, err := sellersPerson(&tx.Q, &c, l.CompanyID, in.UserID, isLetter)
	if err != nil {
		return nil, err
	}
	if err := checkApprovable(&tx.Q, &c, l, w, in, in.Justifications); err != nil {
		return nil, err
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	e, err := requestMove(tx, l, w)
	if err != nil {
		return nil, err
	}
	way := "送付先：" + person.LoginID + "、パスコード：" + cmp.Or(in.PpapMailaddress, "電話または書面")
	if isLetter {
		way = "招待状：" + person.UserName
	}
	if err := a.MoveListing(tx, by, l, e, string(deal.ListingRequestApproval), way); err != nil {
		return nil, err
	}
	r := &company.OwnerRequest{Kind: mail.ListingApprovalRequest, Path: approvalPath, Noun: "listing", BankID: l.InstitutionID,
		Key: &store.LinkKey{Kind: store.LinkListingApproval, SubjectID: l.ID, UserID: person.ID, ContentHash: contentHash(w),
			Snapshot: string(snapshotOf(w))},
		Person: person, CaseNumber: web.CaseNumber("L", l.ID), PasscodeBy: in.PasscodeBy, Address: in.PpapMailaddress}
	asked, err := company.In(a.Platform).AskOwner(tx, by, r)
	if err != nil {
		return nil, err
	}
	out := &approvalRequested{CaseNumber: r.CaseNumber, Passcode: asked.Passcode, Letter: asked.Letter, SavedListing: *saved(l, false),
		Expires: web.ServerTime(r.Key.Expires), SentTo: person.LoginID, UserName: person.UserName}
	if asked.IsSameAddress {
		out.Warning = "リンクとパスコードの宛先が同じアドレスです。別の方のアドレスに分けると、より安全です。"
	}
	return out, nil
}

// sellersPerson is the seller's person in charge to whom the link goes: the one named, else
// the first enabled one. A letter needs no mail address.
func sellersPerson(q *store.Q, c *web.Check, companyID, userID string, isLetter bool) (*store.User, error) {
	us, err := q.UsersOf(companyID, int(deal.RoleSEL))
	if err != nil {
		return nil, err
	}
	for i := range us {
		if us[i].Status != int(deal.UserEnabled) || userID != "" && us[i].ID != userID {
			continue
		}
		if _, err := mail.ParseAddress(us[i].LoginID); err == nil || isLetter {
			return &us[i], nil
		}
	}
	switch {
	case isLetter:
		c.Fail("userId", "招待状を渡す、有効な売手の担当者を選んでください。")
	case userID != "":
		c.Fail("userId", "この担当者には送れません。メールアドレスのある、有効な売手の担当者を選ぶか、招待状を印刷してください。")
	default:
		c.Fail("userId", "売手の担当者が登録されていません。売手の「担当者」で、メールアドレスのある担当者を登録してください。")
	}
	return &store.User{}, nil
}

// sheetOf is what buyers would see of a content, and the frame in which the seller approves it.
// It is composed by the same view as every buyer's.
func sheetOf(q *store.Q, l *store.Listing, c *store.ListingContent) (*approvalSheet, error) {
	names, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	p, err := published(q, l.ID)
	if err != nil {
		return nil, err
	}
	as := *l // as it will be once it is published
	as.Status, as.PublishedAt, as.IsSuspended = int(deal.ListingShowing), q.Now(), false
	v := &ListingView{Listing: &as, Content: c, Level: disclosure.L1}
	v.At(q.Now())
	out := &approvalSheet{Overview: *v.Overview(), Details: *v.Details(), Opens: openings(), IsLimited: c.IsLimited, IsRest: c.IsRest &&
		!c.IsLimited, RestFinancial: []string{},
		StartDate: c.StartDate, DueDate: c.DueDate, CompanyName: c.CompanyName, InstitutionName: names[l.InstitutionID],
		IsReplacing: p != nil && deal.ListingStatus(l.Status) == deal.ListingShowing}
	if out.IsRest {
		for _, id := range c.RestFinancial {
			out.RestFinancial = append(out.RestFinancial, names[id])
		}
	}
	out.HasWiderAudience = out.IsReplacing && audienceOf(p).Widens(audienceOf(c))
	return out, nil
}

// openings say to the seller which fields open to a buyer at which level (domain.md 3.5).
func openings() []approvalOpening {
	byLevel := map[disclosure.Level][]string{}
	seen := map[string]bool{}
	for _, part := range []struct {
		part disclosure.Part
		t    reflect.Type
	}{{disclosure.Overview, reflect.TypeFor[ListingOverview]()}, {disclosure.Details, reflect.TypeFor[ListingDetails]()}} {
		for _, f := range jsonFields(part.t, "") {
			at := disclosure.OpensAt(part.part, f)
			if name := fmt.Sprint(at, f); at > disclosure.L1 && at < disclosure.InCharge && !seen[name] {
				seen[name] = true
				byLevel[at] = append(byLevel[at], f)
			}
		}
	}
	out := []approvalOpening{}
	for _, l := range []disclosure.Level{disclosure.L2, disclosure.L3, disclosure.L4} {
		if len(byLevel[l]) > 0 {
			out = append(out, approvalOpening{int(l), l.Label(), byLevel[l]})
		}
	}
	return out
}

// listingPreview shows SF its working content as buyers would see it.
func listingPreview(q *store.Q, by web.Actor, id string) (*approvalSheet, error) {
	l, err := web.OwnListing(q, by, id, nil)
	if err != nil {
		return nil, err
	}
	c, err := q.ListingContent(l.ID, store.Working)
	if err != nil {
		return nil, err
	}
	return sheetOf(q, l, c)
}

// openApproval opens the seller's link of an approval request. A key that this try revoked ends the
// request, and SF is told.
func (a Room) openApproval(tx *store.Tx, by web.Actor, key, passcode string) (*store.LinkKey, *store.Listing, *store.ListingContent,
	error) {
	k, died, err := a.OpenLink(tx, by, store.LinkListingApproval, key, passcode)
	if died {
		l, err := tx.ListingOfKey(k)
		if err != nil {
			return nil, nil, nil, err
		}
		l.IsPending = false
		if err := tx.UpdateListing(l, ""); err != nil {
			return nil, nil, nil, err
		}
		if err := ListingDeed(tx, by, l, "key_killed", l.Status, ""); err != nil {
			return nil, nil, nil, err
		}
		if err := persons.In(a.Platform).RequestExpired(tx, l); err != nil {
			return nil, nil, nil, err
		}
		return nil, nil, nil, web.ErrLink
	}
	if err != nil {
		return nil, nil, nil, err
	}
	l, err := tx.ListingOfKey(k)
	if err != nil {
		return nil, nil, nil, err
	}
	c, err := Frozen(k)
	return k, l, c, err
}

// Frozen is the content that a request froze.
func Frozen(k *store.LinkKey) (*store.ListingContent, error) {
	c := &store.ListingContent{}
	if err := json.Unmarshal([]byte(k.Snapshot), c); err != nil {
		return nil, err
	}
	c.OverviewSaved, c.DetailsStatus = true, int(deal.CompanyEnabled)
	return c, nil
}

// approvalByKey shows the seller what is asked.
func (a Room) approvalByKey(tx *store.Tx, by web.Actor, in *approvalKeyInput) (*approvalSheet, error) {
	k, l, c, err := a.openApproval(tx, by, in.Key, in.Passcode)
	if err != nil {
		return nil, err
	}
	out, err := sheetOf(&tx.Q, l, c)
	if err != nil {
		return nil, err
	}
	u, err := tx.User(k.UserID)
	if err != nil {
		return nil, err
	}
	out.UserName, out.Expires = u.UserName, web.ServerTime(k.Expires)
	return out, tx.AddAudit(by.Line("approval_view", "listing", l.ID, "ok", ""))
}

// Decisions as a key keeps them.
const (
	decisionApproved = "approved"
	decisionReturned = "returned"
)

// approveByKey is the seller's one decision.
func (a Room) approveByKey(tx *store.Tx, by web.Actor, in *ApprovalDecisionInput) (*approvalDecided, error) {
	k, l, c, err := a.openApproval(tx, by, in.Key, in.Passcode)
	if err != nil {
		return nil, err
	}
	if err := a.DecideApproval(tx, by, k, l, c, in); err != nil {
		return nil, err
	}
	return &approvalDecided{in.IsApproval, c.DueDate}, nil
}

// DecideApproval stores the decision on an opened key: who by the name typed, on which hash,
// from where and when; then publishes or sends back. The demo network decides with it too
// (LatestLinkKey of the listing, ListingOfKey, frozen).
func (a Room) DecideApproval(tx *store.Tx, by web.Actor, k *store.LinkKey, l *store.Listing, c *store.ListingContent,
	in *ApprovalDecisionInput) error {
	var ck web.Check
	ck.Text(in, "name", "お名前", &in.Name, true)
	ck.Prose(in, "comment", "コメント", &in.Comment, !in.IsApproval)
	if err := ck.Err(); err != nil {
		return err
	}
	f := deal.ListingFacts{Exists: true, Status: deal.ListingStatus(l.Status), Now: tx.Now(), IsPending: l.IsPending, IsStopped: l.IsSuspended}
	event, decision, kind := deal.ListingSendBack, decisionReturned, mail.ListingReturned
	if in.IsApproval {
		event, decision, kind = deal.ListingApprove, decisionApproved, mail.ListingApproved
	}
	e, refusal := deal.MoveListing(f, deal.ListingInput{Event: event, Comment: in.Comment, SameContent: contentHash(c) == k.ContentHash},
		deal.ActorSeller)
	if refusal != nil {
		return refusal
	}
	k.Used, k.Decision, k.DecidedName, k.DecidedComment, k.DecidedIP = tx.Now(), decision, in.Name, in.Comment, by.IP
	if err := tx.UpdateLinkKey(k); err != nil {
		return err
	}
	if e.Publishes {
		if err := publish(tx, l, c, k.ContentHash); err != nil {
			return err
		}
	} else {
		l.ReturnComment = in.Comment
	}
	if err := a.MoveListing(tx, by, l, e, string(event), in.Comment); err != nil {
		return err
	}
	return persons.In(a.Platform).Mail(tx, kind, l.InstitutionID, store.InChargeOfListing, l.ID,
		mail.Data{CaseNumber: web.CaseNumber("L", l.ID), Link: a.BaseURL + web.ListingPath(l.ID)})
}

// publish puts the approved content on the published side. An institution that was admitted
// since the request stays kept out (domain.md 3.4).
func publish(tx *store.Tx, l *store.Listing, c *store.ListingContent, hash string) error {
	if c.IsRest {
		w, err := tx.ListingContent(l.ID, store.Working)
		if err != nil {
			return err
		}
		for _, id := range w.RestFinancial {
			if w.IsRest && !slices.Contains(c.RestFinancial, id) {
				c.RestFinancial = append(c.RestFinancial, id)
			}
		}
	}
	rest, err := tx.Continued(c.RestFinancial)
	if err != nil {
		return err
	}
	c.RestFinancial, l.IsSoldHidden = rest, false
	l.ApprovedHash, l.ApprovedAt, l.PublishedAt, l.ReturnComment = hash, tx.Now(), tx.Now(), ""
	return putContent(tx, l.ID, store.Published, c)
}
