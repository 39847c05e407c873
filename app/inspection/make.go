package inspection

import (
	"errors"
	"io"
	"slices"
	"sync"

	"tsunagu/app/disclosure"
	"tsunagu/app/issued"
	"tsunagu/app/listfile"
	"tsunagu/app/web"
	"tsunagu/store"
)

// EventMade is the audit line of a file for an inspector. Its number and the hash of its list of hashes stand in it, and are so proven with
// the other lines of their day.
const EventMade = "inspection_made"

// makings are the files that are made now, by user and deal: a second click waits for none.
type makings struct {
	sync.Mutex
	now map[string]bool
}

var errMaking = &web.Problem{Title: "Conflict", Status: 409, Code: "busy",
	Detail: "この検査用ファイルは、いま作成しています。終わるまで、そのままお待ちください。"}

// errMoved is the answer where what the maker may see is not what it was when the file was begun.
var errMoved = &web.Problem{Title: "Conflict", Status: 409, Code: "stale",
	Detail: "作成している間に、この案件・交渉の状況が変わりました。画面を読み込み直して、もう一度作成してください。"}

// make makes a file and hands it out. It is kept nowhere: who loses it makes another one, under a number of its own. What is kept is that
// it was made, with its hash.
func (a Room) make(r *web.Request, in *makeInput) (_ *web.Download, err error) {
	s := web.StateOf[makings](a.Platform)
	key := r.ID() + " " + in.BuyerNegotiationID + in.SellerBusinessID
	s.Lock()
	if s.now == nil {
		s.now = map[string]bool{}
	}
	isTwice := s.now[key]
	s.now[key] = true
	s.Unlock()
	if isTwice {
		return nil, errMaking
	}
	defer func() { s.Lock(); delete(s.now, key); s.Unlock() }()
	under := web.StateOf[listfile.UnderWay](a.Platform)
	if !under.Begin() {
		return nil, listfile.ErrBusy
	}
	defer under.End()
	f, err := a.Spool()
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	var c *contents
	var p *pack
	if err := a.Store.Read(r.Context, func(q *store.Q) error {
		var err error
		if c, err = a.gather(q, r.Actor, in); err != nil {
			return err
		}
		p, err = a.write(r.Context, q, c, f)
		return err
	}); err != nil {
		return nil, err
	}
	if err := r.Write(func(tx *store.Tx) error { return a.record(tx, r.Actor, in, c, p) }); err != nil {
		return nil, err
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	return &web.Download{Name: "KENSA_" + c.caseNumber + "_" + p.number + ".zip", MediaType: "application/zip", Size: size, Body: f}, err
}

// record writes down that the file was made, once more from what the maker may see: what closed meanwhile does not go out.
func (a Room) record(tx *store.Tx, by web.Actor, in *makeInput, c *contents, p *pack) error {
	now, err := a.gather(&tx.Q, by, in)
	if err != nil {
		return err
	}
	if now.level < c.level || !slices.Equal(now.heads, c.heads) {
		return errMoved
	}
	if c.level >= disclosure.L3 {
		l := store.LedgerLine{Kind: issued.LedgerIssue, ListingID: c.listingID, CompanyID: c.sellerID, Level: int(c.level), UserID: by.ID(),
			ClientID: by.User.ClientID, InstitutionID: by.Institution(), Basis: c.basis, Subject: "案件" + ledgerSubject, IP: by.IP}
		if c.negotiation != nil {
			l.NegotiationID, l.Subject = c.negotiation.ID, "交渉"+ledgerSubject
		}
		if c.subject.Of == store.InChargeOfBF {
			l.BuyerCompanyID = c.negotiation.BuyerCompanyID
		}
		if err := tx.AddLedger(l); err != nil {
			return err
		}
	}
	for _, x := range p.altered {
		if err := tx.AddAudit(by.Line(x.event, x.subject, x.id, "refused", "altered")); err != nil {
			return err
		}
	}
	return tx.AddAudit(by.Line(EventMade, store.AuditInspection, c.auditOf, "ok", p.number+" "+p.sums))
}

// ledgerSubject is what the seller's bank reads of it in its ledger: that what the other side may see was written down, and not why.
const ledgerSubject = "の記録の控え"
