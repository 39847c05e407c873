package agreement

import (
	"errors"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Calls are the calls by which the buyer's side reads again what it agreed to (domain.md 0.15).
func (a Room) Calls() {
	a.inForceCalls()
	type one struct {
		BuyerNegotiationID string `query:"buyerNegotiationId"`
	}
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/BuyerNegotiation/GetAgreement", Area: "negotiation", Callers: web.FIN | web.BUY,
		Records: "秘密保持契約を承諾した自社（BUY）、担当する買手（FIN）の交渉", Summary: "承諾した秘密保持契約（本文、当事者、承諾の記録）", Spec: "domain 0.15",
	},
		func(r *web.Request, in *one) (*signedAgreement, error) {
			// Where the seller's name is open, its reading is a line of the ledger.
			return web.Writing(r, func(tx *store.Tx) (*signedAgreement, error) {
				return a.signedAgreement(tx, r.Actor, in.BuyerNegotiationID)
			})
		})
	web.AddFile(a.Platform, web.Call{
		Method: "GET", Path: "/api/BuyerNegotiation/DownloadAgreementPaper", Area: "negotiation", Callers: web.FIN,
		Records: "自機関が書面で承諾を登録した、担当する買手の交渉", Summary: "署名済みの秘密保持契約のダウンロード", Spec: "domain 0.15",
	},
		func(r *web.Request, in *one) (*web.Download, error) {
			return web.Writing(r, func(tx *store.Tx) (*web.Download, error) { return a.agreementPaper(tx, r.Actor, in.BuyerNegotiationID) })
		})
}

// agreed is a negotiation of the actor's on the side that agreed. To everybody else there is no agreement: the
// seller's bank would read the buyer's name in it before that is open.
func agreed(q *store.Q, by web.Actor, id string) (*negotiation.Dealing, error) {
	row, err := q.NegotiationRow(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	d, err := negotiation.DealingOf(q, by, row)
	if err != nil {
		return nil, err
	}
	if !d.IsBuyerSide() {
		return nil, store.ErrNotFound
	}
	return d, nil
}

// signedAgreement is the agreement, with a line of the ledger where the seller's name stands in it.
func (a Room) signedAgreement(tx *store.Tx, by web.Actor, id string) (*signedAgreement, error) {
	o, d, err := a.Signed(&tx.Q, by, id)
	if err != nil || o.SellerName == "" {
		return o, err
	}
	return o, d.ReadName(tx, by, "秘密保持契約の控え")
}

// Signed is the agreement as it was consented to: the text of that version, and not the one in force
// today. Names are those that are open to the reader now. Who hands out the seller's name writes it down.
func (a Room) Signed(q *store.Q, by web.Actor, id string) (*signedAgreement, *negotiation.Dealing, error) {
	d, err := agreed(q, by, id)
	if err != nil {
		return nil, nil, err
	}
	version, user, at, err := negotiation.ConsentGiven(q, d)
	if err != nil {
		return nil, nil, err
	}
	text, err := q.TextVersion("nda", version)
	if err != nil {
		return nil, nil, err
	}
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, nil, err
	}
	row, err := negotiation.In(a.Platform).RowOf(q, by, d, institutions, 0)
	if err != nil {
		return nil, nil, err
	}
	o := &signedAgreement{CaseNumber: row.CaseNumber, BusinessName: row.BusinessName, Version: text.Version, Title: text.Title,
		HTML: web.ProseHTML(text.Body), Hash: text.Hash, At: web.ServerTime(at), IsCurrent: d.IsConsent, IsPaper: d.ConsentFile != nil,
		BuyerName: disclosure.DisplayName(d.BuyerName, true), BuyerFinancialName: institutions[d.BFID],
		SellerFinancialName: row.SellerFinancialName}
	if o.UserName, err = agreedBy(q, by, d, user); err != nil {
		return nil, nil, err
	}
	if o.IsPaper && d.As != deal.ActorBUY {
		f, err := q.File(*d.ConsentFile)
		if err != nil {
			return nil, nil, err
		}
		o.FileName = f.Name
	}
	if d.Level() >= disclosure.L4 {
		o.SellerName = disclosure.DisplayName(d.PublishedCompany, true)
	}
	return o, d, nil
}

// agreedBy is who agreed: a user of the buyer's, or of its bank where it recorded the signed paper. A bank that
// was in charge before is another institution to the reader; its users have no names then.
func agreedBy(q *store.Q, by web.Actor, d *negotiation.Dealing, userID string) (string, error) {
	u, err := q.User(userID)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	if err != nil || u.ClientID != d.BuyerCompanyID && u.ClientID != d.BFID {
		return "", err
	}
	return u.UserName, nil
}

// agreementPaper opens the signed paper, for the bank that recorded it.
func (a Room) agreementPaper(tx *store.Tx, by web.Actor, id string) (*web.Download, error) {
	d, err := agreed(&tx.Q, by, id)
	if err != nil {
		return nil, err
	}
	if d.As == deal.ActorBUY || d.ConsentFile == nil {
		return nil, store.ErrNotFound
	}
	f, err := tx.File(*d.ConsentFile)
	if err != nil {
		return nil, err
	}
	if err := tx.AddAudit(by.Line("paper.download", "negotiation", d.ID, "ok", "")); err != nil {
		return nil, err
	}
	return a.SendFile(f)
}

// signedAgreement is the confidentiality agreement as the buyer's side agreed to it.
type signedAgreement struct {
	CaseNumber          string `json:"caseNumber"`
	BusinessName        string `json:"businessName" doc:"案件名（匿名の表題）"`
	Version             int    `json:"version" doc:"承諾した契約の版"`
	Title               string `json:"title"`
	HTML                string `json:"html" doc:"承諾した版の本文"`
	Hash                string `json:"hash" doc:"承諾した版の本文のSHA-256"`
	At                  string `json:"at" doc:"承諾した日時"`
	UserName            string `json:"userName" doc:"承諾した人。書面では、登録した担当者。前に担当した金融機関の人は空"`
	IsCurrent           bool   `json:"isCurrent" doc:"いまの交渉での承諾。いいえは、終わった交渉でのもの（義務は、契約の定める期間続く）"`
	IsPaper             bool   `json:"isPaper" doc:"署名済みの書面による"`
	FileName            string `json:"fileName,omitempty" doc:"署名済みの書面。登録した金融機関だけ"`
	BuyerName           string `json:"buyerName" doc:"情報を受け取る側（承諾した会社）"`
	BuyerFinancialName  string `json:"buyerFinancialName"`
	SellerName          string `json:"sellerName,omitempty" doc:"情報を開示する側。実名が開示されるまではない"`
	SellerFinancialName string `json:"sellerFinancialName,omitempty" doc:"見える段階になるまではない"`
}
