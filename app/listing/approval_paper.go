package listing

import (
	"errors"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/persons"
	"tsunagu/app/web"
	"tsunagu/store"
)

// paperRequestInput goes with the signed paper: a form whose file is the paper.
type paperRequestInput struct {
	SellerBusinessID string                `json:"sellerBusinessId"`
	Version          int                   `json:"version"`
	Justifications   web.JSONText[reasons] `json:"justifications,omitempty" limit:"justification" doc:"匿名化チェックの指摘（key）ごとの理由"`
}

type reasons map[string]string

func paperPending(q *store.Q, by web.Actor, p *store.Paper) (*approvalPending, error) {
	u, err := q.User(p.RequestedBy)
	if err != nil {
		return nil, err
	}
	out := &approvalPending{Kind: "paper", RequestedAt: web.ServerTime(p.Requested), UserName: u.UserName}
	if out.CanConfirm, out.WhyNot, err = web.SecondPair(q, by, p.RequestedBy); err != nil {
		return nil, err
	}
	if p.FileID == nil {
		return out, nil
	}
	f, err := q.File(*p.FileID)
	if err != nil {
		return nil, err
	}
	out.FileName = f.Name
	return out, nil
}

// requestPaperApproval attaches the paper that the seller signed (書面承諾). It stands in the
// place of the link: the same checks, the same freezing, but a second user of the institution
// has to confirm it (domain.md 3.1).
func (a Room) requestPaperApproval(tx *store.Tx, by web.Actor, in *paperRequestInput, f *store.File) (*SavedListing, error) {
	l, err := web.OwnListing(&tx.Q, by, in.SellerBusinessID, nil)
	if err != nil {
		return nil, err
	}
	if l.Version != in.Version {
		return nil, store.ErrStale
	}
	w, err := tx.ListingContent(l.ID, store.Working)
	if err != nil {
		return nil, err
	}
	var c web.Check
	c.Ok(f != nil, "file", "署名済みの承諾書を添付してください。")
	if err := checkApprovable(&tx.Q, &c, l, w, in, in.Justifications.V); err != nil {
		return nil, err
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	e, err := requestMove(tx, l, w)
	if err != nil {
		return nil, err
	}
	if err := a.MoveListing(tx, by, l, e, "request_paper", ""); err != nil {
		return nil, err
	}
	// Whatever waits with the seller is replaced by the paper.
	if err := tx.RevokeLinkKeys(store.LinkListingApproval, l.ID, "paper"); err != nil {
		return nil, err
	}
	if err := tx.CreateFile(f, by.ID()); err != nil {
		return nil, err
	}
	if err := tx.CreatePaper(&store.Paper{Kind: store.PaperListingApproval, SubjectID: l.ID, FileID: &f.ID, ContentHash: contentHash(w),
		RequestedBy: by.ID(), InstitutionID: by.Institution()}); err != nil {
		return nil, err
	}
	return saved(l, false), nil
}

// confirmPaperApproval is the second user's confirmation: it publishes what the paper approved.
func (a Room) confirmPaperApproval(tx *store.Tx, by web.Actor, in *paperConfirmInput) (*SavedListing, error) {
	l, err := web.OwnListing(&tx.Q, by, in.SellerBusinessID, nil)
	if err != nil {
		return nil, err
	}
	if l.Version != in.Version {
		return nil, store.ErrStale
	}
	w, err := tx.ListingContent(l.ID, store.Working)
	if err != nil {
		return nil, err
	}
	f := deal.ListingFacts{Exists: true, Status: deal.ListingStatus(l.Status), Now: tx.Now(), IsPending: l.IsPending, IsStopped: l.IsSuspended}
	p, err := tx.WaitingPaper(store.PaperListingApproval, l.ID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	hash := contentHash(w)
	if err == nil {
		f.PaperWaits = true
		if f.IsSecondUser, f.NotSecond, err = web.SecondPair(&tx.Q, by, p.RequestedBy); err != nil {
			return nil, err
		}
	}
	e, refusal := deal.MoveListing(f, deal.ListingInput{Event: deal.ListingApprove, SameContent: p != nil && p.ContentHash == hash},
		deal.ActorSF)
	if refusal != nil {
		return nil, refusal
	}
	if err := tx.ConfirmPaper(p, by.ID()); err != nil {
		return nil, err
	}
	if err := publish(tx, l, w, hash); err != nil {
		return nil, err
	}
	if err := a.MoveListing(tx, by, l, e, "approve_paper", ""); err != nil {
		return nil, err
	}
	return saved(l, false), persons.In(a.Platform).Mail(tx, mail.ListingApproved, l.InstitutionID, store.InChargeOfListing, l.ID,
		mail.Data{CaseNumber: web.CaseNumber("L", l.ID), Link: a.BaseURL + web.ListingPath(l.ID)})
}

// paperApproval is the signed paper for the second user to read; the reading is audited.
func paperApproval(tx *store.Tx, by web.Actor, id string) (*store.File, error) {
	l, err := web.OwnListing(&tx.Q, by, id, nil)
	if err != nil {
		return nil, err
	}
	p, err := tx.LatestPaper(store.PaperListingApproval, l.ID)
	if err != nil {
		return nil, err
	}
	if p.FileID == nil {
		return nil, store.ErrNotFound
	}
	if err := tx.AddAudit(by.Line("paper_download", "listing", l.ID, "ok", *p.FileID)); err != nil {
		return nil, err
	}
	return tx.File(*p.FileID)
}
