package issued

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"

	"tsunagu/app/disclosure"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Path is that of the room's calls.
const Path = "/api/IssuedPaper/"

// Calls are the calls about papers; the makers of a negotiation's papers are registered with them.
func (a Room) Calls() {
	a.talkMakers()
	a.listingMakers()
	a.companyMakers()
	row := func(method, name string, who web.Callers, records, summary string) web.Call {
		return web.Call{Method: method, Path: Path + name, Area: "issued", Callers: who, Records: records, Summary: summary, Spec: "papers 1, 2"}
	}
	const own = "自社の交渉（BUY）、担当する企業・案件・交渉（FIN）、読める案件"
	web.Add(a.Platform, row("GET", "SearchIssuedPaper", web.FIN|web.BUY, own, "自分の側で作成した書面と、作成できる書面"),
		func(r *web.Request, in *RecordRef) (*issuedList, error) {
			return web.Reading(r, func(q *store.Q) (*issuedList, error) { return a.search(q, r.Actor, in) })
		})
	web.Add(a.Platform, row("POST", "IssuePaper", web.FIN|web.BUY, own, "書面の作成。内容が変わっていなければ、前に作成した書面が返る"),
		func(r *web.Request, in *struct{ Body IssueInput }) (*issuedRow, error) {
			return web.Writing(r, func(tx *store.Tx) (*issuedRow, error) { return a.issue(tx, r.Actor, &in.Body) })
		})
	web.AddFile(a.Platform, row("GET", "DownloadIssuedPaper", web.FIN|web.BUY, "自分の側で作成した、いま読める書面", "書面のダウンロード。作成したときと同じバイト列"),
		func(r *web.Request, in *paperRef) (*web.Download, error) { return a.download(r, in.IssuedPaperID) })
	owner := row("POST", "DownloadOwnerPaperByKey", web.ByKey, "リンクの交渉", "オーナーの書面（ネームクリア依頼、承諾した後は実名開示の承諾書）")
	owner.MaxBody = 16 << 10
	web.AddFile(a.Platform, owner, func(r *web.Request, in *struct{ Body ownerPaperInput }) (*web.Download, error) {
		return a.ownerPaper(r, &in.Body)
	})
}

// subjectsOf are the record that is named, on the sides on which the actor stands; ErrNotFound where he does not work on it.
func subjectsOf(q *store.Q, by web.Actor, in *RecordRef) ([]Subject, error) {
	named := 0
	if in.BuyerNegotiationID == "" && in.SellerBusinessID == "" { // a buyer's user means its own company where it names nothing
		in = &RecordRef{CompanyID: by.CompanyID(in.CompanyID)}
	}
	for _, id := range []string{in.BuyerNegotiationID, in.SellerBusinessID, in.CompanyID} {
		if id != "" {
			named++
		}
	}
	switch {
	case named != 1:
		return nil, web.Invalid("buyerNegotiationId", "どの交渉、案件、企業の書面かを、一つだけ指定してください。")
	case in.SellerBusinessID != "":
		return []Subject{{store.InChargeOfListing, in.SellerBusinessID}}, readsListing(q, by, in.SellerBusinessID)
	case in.CompanyID != "":
		c, err := q.MaintainedCompany(by.Viewer, in.CompanyID)
		if err != nil {
			return nil, err
		}
		return []Subject{{store.InChargeOfCompany, c.ID}}, nil
	}
	d, err := dealing(q, by, in.BuyerNegotiationID)
	if err != nil {
		return nil, err
	}
	var out []Subject
	if d.IsBuyerSide() {
		out = append(out, Subject{store.InChargeOfBF, d.ID})
	}
	if d.IsSF() {
		out = append(out, Subject{store.InChargeOfSF, d.ID})
	}
	return out, nil
}

// search lists what was made and what can be made.
func (a Room) search(q *store.Q, by web.Actor, in *RecordRef) (*issuedList, error) {
	subjects, err := subjectsOf(q, by, in)
	if err != nil {
		return nil, err
	}
	out := &issuedList{PaperList: []issuedRow{}, OfferList: []offerRow{}}
	for _, s := range subjects {
		found, err := readable(q, by, s)
		if err != nil {
			return nil, err
		}
		for i := range found {
			row, err := rowOf(q, &found[i])
			if err != nil {
				return nil, err
			}
			out.PaperList = append(out.PaperList, *row)
		}
		for _, m := range a.makersOf(s.Of) {
			o, err := m.Offer(q, by, s.ID)
			if err != nil {
				return nil, err
			}
			if o != nil {
				out.OfferList = append(out.OfferList, offerRow{int(m.Kind), m.Kind.Label(), int(s.Of), o.Text, o.Blocked})
			}
		}
	}
	return out, nil
}

// readable are the papers of a record that the actor may read now, the newest first.
func readable(q *store.Q, by web.Actor, s Subject) ([]store.IssuedPaper, error) {
	find := q.IssuedPapers
	if s.Of == store.InChargeOfCompany {
		find = func(v store.Viewer, _ store.InCharge, id string) ([]store.IssuedPaper, error) {
			return q.IssuedOfCompany(v, id)
		}
	}
	found, err := find(by.Viewer, s.Of, s.ID)
	if err != nil {
		return nil, err
	}
	out := found[:0]
	for i := range found {
		switch err := mayRead(q, by, &found[i]); {
		case err == nil:
			out = append(out, found[i])
		case !errors.Is(err, store.ErrNotFound):
			return nil, err
		}
	}
	return out, nil
}

// ReadableOf are the papers that the actor may read now of the record that is named, on his sides; ErrNotFound where he does not work on
// it.
func ReadableOf(q *store.Q, by web.Actor, in *RecordRef) ([]store.IssuedPaper, error) {
	subjects, err := subjectsOf(q, by, in)
	if err != nil {
		return nil, err
	}
	var out []store.IssuedPaper
	for _, s := range subjects {
		found, err := readable(q, by, s)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// Readable is a paper that the actor may read now; ErrNotFound.
func Readable(q *store.Q, by web.Actor, id string) (*store.IssuedPaper, error) {
	p, err := q.IssuedPaper(by.Viewer, id)
	if err == nil {
		err = mayRead(q, by, p)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

func rowOf(q *store.Q, p *store.IssuedPaper) (*issuedRow, error) {
	row := &issuedRow{IssuedPaperID: p.ID, Number: p.Number, Kind: p.Kind, KindLabel: Kind(p.Kind).Label(), RecordKind: int(p.Of),
		Form: p.Form, Recipient: p.Recipient, Created: web.ServerTime(p.Created), IsByOwner: p.Creator == "", SHA256: p.SHA256}
	switch {
	case p.NegotiationID != "":
		row.CaseNumber = web.CaseNumber("N", p.NegotiationID)
	case p.ListingID != "":
		row.CaseNumber = web.CaseNumber("L", p.ListingID)
	}
	var err error
	row.UserName, err = nameOf(q, p.Creator, p.ClientID)
	return row, err
}

// nameOf is a user's name as long as he is of one of the clients: to another side he has none.
func nameOf(q *store.Q, userID string, clients ...string) (string, error) {
	if userID == "" {
		return "", nil
	}
	u, err := q.User(userID)
	if errors.Is(err, store.ErrNotFound) || err == nil && !slices.Contains(clients, u.ClientID) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return u.UserName, nil
}

// mayRead says whether the actor may have one of his own side's papers now: he works on its record, and may still read all that stands
// in it; else ErrNotFound, as for one that is not there.
func mayRead(q *store.Q, by web.Actor, p *store.IssuedPaper) error {
	switch p.Of {
	case store.InChargeOfCompany:
		_, err := q.MaintainedCompany(by.Viewer, p.CompanyID)
		return err
	case store.InChargeOfListing:
		return mayReadOfListing(q, by, p)
	}
	d, err := dealing(q, by, p.NegotiationID)
	if err != nil {
		return err
	}
	if p.Of == store.InChargeOfBF && d.IsBuyerSide() && d.Level() >= disclosure.Level(p.Level) ||
		p.Of == store.InChargeOfSF && d.IsSF() && viewOf(d) >= disclosure.BuyerView(p.BuyerView) {
		return nil
	}
	return store.ErrNotFound
}

// issue makes a paper, or gives the one that is there already.
func (a Room) issue(tx *store.Tx, by web.Actor, in *IssueInput) (*issuedRow, error) {
	subjects, err := subjectsOf(&tx.Q, by, &in.RecordRef)
	if err != nil {
		return nil, err
	}
	made, err := in.Made(tx, by)
	if err != nil {
		return nil, err
	}
	if made != "" {
		p, err := Readable(&tx.Q, by, made)
		if err != nil {
			return nil, err
		}
		return rowOf(&tx.Q, p)
	}
	i := slices.IndexFunc(subjects, func(s Subject) bool { return s.Of == store.InCharge(in.RecordKind) })
	if i < 0 {
		return nil, store.ErrNotFound
	}
	m, err := a.offered(&tx.Q, by, subjects[i], Kind(in.Kind))
	if err != nil {
		return nil, err
	}
	paper, err := m.Make(tx, by, subjects[i].ID)
	if err != nil {
		return nil, err
	}
	p, err := a.Keep(tx, by, paper)
	if err != nil {
		return nil, err
	}
	if err := in.FormKey.Keep(tx, by, p.ID); err != nil {
		return nil, err
	}
	return rowOf(&tx.Q, p)
}

// offered is the maker of a kind that the actor may have made now; ErrNotFound.
func (a Room) offered(q *store.Q, by web.Actor, s Subject, kind Kind) (*Maker, error) {
	for _, m := range a.makersOf(s.Of) {
		if m.Kind != kind {
			continue
		}
		o, err := m.Offer(q, by, s.ID)
		if err != nil {
			return nil, err
		}
		if o == nil {
			return nil, store.ErrNotFound
		}
		if o.Blocked != "" {
			return nil, web.Conflict("not_allowed", o.Blocked)
		}
		return &m, nil
	}
	return nil, store.ErrNotFound
}

// errAltered is the answer where a file is not what was kept: it is not handed out.
var errAltered = &web.Problem{Title: "File altered", Status: 500, Code: "file_altered",
	Detail: "保管している書面のファイルが、作成したときと異なるため、お渡しできません。事務局へお知らせください。書面は、もう一度作成できます。"}

// download hands a paper out byte for byte.
func (a Room) download(r *web.Request, id string) (*web.Download, error) {
	return a.handOut(r, func(tx *store.Tx) (*store.IssuedPaper, error) { return Readable(&tx.Q, r.Actor, id) })
}

// Handed is a file that is handed out because its reader may have a paper: the paper's own, or one that belongs to it.
type Handed struct {
	Paper              *store.IssuedPaper
	FileID, SHA256     string // of what the file was when it was kept
	Event, Subject, ID string // of the audit line
}

// handOut hands out a paper.
func (a Room) handOut(r *web.Request, find func(*store.Tx) (*store.IssuedPaper, error)) (*web.Download, error) {
	return a.HandOut(r, func(tx *store.Tx) (*Handed, error) {
		p, err := find(tx)
		if p == nil || err != nil {
			return nil, err
		}
		return &Handed{Paper: p, FileID: p.FileID, SHA256: p.SHA256, Event: EventFetched, Subject: Kind(p.Kind).subject(), ID: p.ID}, nil
	})
}

// HandOut opens a file once its lines are committed, with a line of the ledger where its paper carries L3 or L4: the same line for whatever
// belongs to the paper, since the other side may read it. What is kept must be what was kept first: its hash is compared, and an altered
// file is refused, with a line in both logs.
func (a Room) HandOut(r *web.Request, find func(*store.Tx) (*Handed, error)) (*web.Download, error) {
	var refused error
	out, err := r.HandOut(func(tx *store.Tx) (*web.Download, error) {
		refused = nil
		h, err := find(tx)
		if h == nil || err != nil {
			return nil, err
		}
		f, err := tx.File(h.FileID)
		if err != nil {
			return nil, err
		}
		body, err := a.bytesOf(f, h.SHA256)
		if errors.Is(err, errAltered) {
			refused = err
			a.Log.Error("issued paper altered", "paper", h.ID, "file", f.ID)
			return nil, tx.AddAudit(r.Line(h.Event, h.Subject, h.ID, "refused", "altered"))
		}
		if err != nil {
			return nil, err
		}
		if err := a.record(tx, r.Actor, h.Paper, "download", ""); err != nil {
			return nil, err
		}
		if err := tx.AddAudit(r.Line(h.Event, h.Subject, h.ID, "ok", h.Paper.Number)); err != nil {
			return nil, err
		}
		return &web.Download{Name: f.Name, MediaType: f.MediaType, Size: int64(len(body)), Body: io.NopCloser(bytes.NewReader(body))}, nil
	})
	if err != nil || refused == nil {
		return out, err
	}
	return nil, refused
}

// bytesOf reads a kept file whole, and compares it.
func (a Room) bytesOf(f *store.File, want string) ([]byte, error) {
	d, err := a.SendFile(f)
	if err != nil {
		return nil, errors.Join(errAltered, err) // it is missing, or shorter
	}
	defer d.Body.Close()
	b, err := io.ReadAll(d.Body)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != want {
		return nil, errAltered
	}
	return b, nil
}

// dealing is a negotiation as the actor stands in it; ErrNotFound.
func dealing(q *store.Q, by web.Actor, id string) (*negotiation.Dealing, error) {
	row, err := q.NegotiationRow(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	return negotiation.DealingOf(q, by, row)
}
