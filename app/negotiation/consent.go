package negotiation

import (
	"cmp"
	"slices"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Consent records the buyer's consent to the confidentiality agreement: version and hash of
// the text, user, address, time; of a bank also the signed paper (domain.md 4 Consent).
func (a Room) Consent(tx *store.Tx, by web.Actor, in *ConsentInput, file *store.File) (*MovedNegotiation, error) {
	d, err := own(&tx.Q, by, in.SellerBusinessID, in.CompanyID)
	if err != nil {
		return nil, err
	}
	if store.IsStale(in.Version, d.VersionSeen()) {
		return nil, web.ErrStale
	}
	text, err := tx.NetworkText("nda")
	if err != nil {
		return nil, err
	}
	if store.IsStale(in.AgreementVersion, text.Version) || in.AgreementHash != "" && in.AgreementHash != text.Hash {
		return nil, web.Conflict("stale", "秘密保持契約が改定されました。最新の内容を確認して、もう一度承諾してください。")
	}
	if d.As == deal.ActorBUY && file != nil {
		return nil, web.Invalid(web.FormFile, "買手の利用者は、画面で承諾してください。書面は添付できません。")
	}
	d.ConsentFile = nil
	if file != nil {
		if err := tx.CreateFile(file, by.ID()); err != nil {
			return nil, err
		}
		d.ConsentFile = &file.ID
	}
	d.ConsentVersion, d.ConsentHash = text.Version, text.Hash
	if _, err := a.Move(tx, by, d, deal.MoveInput{Kind: deal.MoveConsent, Expected: &d.Facts.Status, OnPaper: file != nil},
		MoveNote{reason: text.Version}); err != nil {
		return nil, err
	}
	return d.moved(), nil
}

// RealNameConsent is the buyer's own 実名開示同意: online, or a second user of its bank confirms the paper that a colleague attached.
func (a Room) RealNameConsent(tx *store.Tx, by web.Actor, in *RealNameInput) (*MovedNegotiation, error) {
	d, err := byID(&tx.Q, by, in.BuyerNegotiationID, &in.Version)
	if err == nil && d.paper == nil {
		err = d.mustAct(deal.ActorBF)
	}
	if err != nil {
		return nil, err
	}
	if _, err := a.Move(tx, by, d, deal.MoveInput{Kind: deal.MoveRealNameConsent, Expected: &d.Facts.Status}, MoveNote{}); err != nil {
		return nil, err
	}
	if d.paper != nil {
		err = tx.ConfirmPaper(d.paper, by.ID())
	} else {
		err = tx.CancelPapers(store.PaperRealNameConsent, d.ID)
	}
	return d.moved(), err
}

// paperMoves are the moves that a signed paper stands for.
var paperMoves = map[string]deal.MoveKind{store.PaperRealNameConsent: deal.MoveRealNameConsent,
	store.PaperOwnerConsent: deal.MoveOwnerAgree}

// attachPaper keeps a signed paper that another user of the institution will confirm. A newer one replaces the one that waits.
func attachPaper(tx *store.Tx, by web.Actor, in *paperInput, file *store.File) (*MovedNegotiation, error) {
	d, err := byID(&tx.Q, by, in.BuyerNegotiationID, &in.Version)
	if err != nil {
		return nil, err
	}
	kind, ok := paperMoves[in.Kind]
	if !ok {
		return nil, web.Invalid("kind", "書面の種類を選んでください。")
	}
	facts := d.Facts
	facts.PaperWaits = false
	moves := deal.Moves(facts, d.As)
	i := slices.IndexFunc(moves, func(m deal.Move) bool { return m.Kind == kind && m.OnPaper })
	if i < 0 {
		if kind == deal.MoveRealNameConsent && !d.isBF() || kind == deal.MoveOwnerAgree && !d.IsSF() {
			return nil, store.ErrNotFound
		}
		return nil, web.Conflict("not_allowed", "現在の状態（"+d.ShownStatus().Label()+"）では、この書面を登録できません。最新の内容を確認してください。")
	}
	if moves[i].Blocked != "" {
		return nil, web.Conflict("not_allowed", moves[i].Blocked)
	}
	if file == nil {
		return nil, web.Invalid(web.FormFile, "署名済みの書面のファイルを添付してください。")
	}
	if err := tx.CreateFile(file, by.ID()); err != nil {
		return nil, err
	}
	if err := tx.CreatePaper(&store.Paper{Kind: in.Kind, SubjectID: d.ID, FileID: &file.ID, ContentHash: file.SHA256, RequestedBy: by.ID(),
		InstitutionID: by.Institution()}); err != nil {
		return nil, err
	}
	if err := d.Save(tx, by, "attach_"+in.Kind); err != nil {
		return nil, err
	}
	return d.moved(), d.Note(tx, by, sideName(d.As, kind), "attach_"+in.Kind, d.Status, 0, "")
}

// cancelPaper takes back a paper that nobody has confirmed yet.
func cancelPaper(tx *store.Tx, by web.Actor, in *paperIDInput) (*MovedNegotiation, error) {
	p, err := ownPaper(&tx.Q, by, in.PaperID)
	if err != nil {
		return nil, err
	}
	row, err := tx.NegotiationRow(by.Viewer, p.SubjectID)
	if err != nil {
		return nil, err
	}
	d, err := DealingOf(&tx.Q, by, row)
	if err != nil {
		return nil, err
	}
	if !p.Confirmed.IsZero() || !p.Cancelled.IsZero() {
		return nil, web.Conflict("not_allowed", "この書面はすでに確認されたか、取り消されています。最新の内容を確認してください。")
	}
	if err := tx.CancelPapers(p.Kind, p.SubjectID); err != nil {
		return nil, err
	}
	if err := d.Save(tx, by, "cancel_"+p.Kind); err != nil {
		return nil, err
	}
	return d.moved(), d.Note(tx, by, sideName(d.As, paperMoves[p.Kind]), "cancel_"+p.Kind, d.Status, 0, "")
}

// ownPaper is a paper of the actor's institution about a negotiation.
func ownPaper(q *store.Q, by web.Actor, id string) (*store.Paper, error) {
	p, err := q.Paper(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	if paperMoves[p.Kind] == "" {
		return nil, store.ErrNotFound
	}
	if by.Viewer.Team != "" { // of the side on which his team stands
		d, err := byID(q, by, p.SubjectID, nil)
		if err != nil || p.Kind == store.PaperRealNameConsent && !d.isBF() || p.Kind == store.PaperOwnerConsent && !d.IsSF() {
			return nil, cmp.Or(err, store.ErrNotFound)
		}
	}
	return p, nil
}

// downloadPaper opens a signed paper for its own institution; the second user reads what he confirms.
func (a Room) downloadPaper(tx *store.Tx, by web.Actor, id string) (*web.Download, error) {
	p, err := ownPaper(&tx.Q, by, id)
	if err != nil {
		return nil, err
	}
	if p.FileID == nil {
		return nil, store.ErrNotFound
	}
	f, err := tx.File(*p.FileID)
	if err != nil {
		return nil, err
	}
	if err := tx.AddAudit(by.Line("paper.download", "paper", p.ID, "ok", "")); err != nil {
		return nil, err
	}
	return a.SendFile(f)
}

// ConsentGiven is the newest consent that the actor's side gave: its version, who gave it and when; ErrNotFound.
// Those that ended with their negotiation before 2026-11-23 stand in the history alone.
func ConsentGiven(q *store.Q, d *Dealing) (version int, user string, at time.Time, err error) {
	version, user, at = d.ConsentVersion, d.ConsentUser, d.ConsentAt
	if version == 0 {
		last, err := q.LastNegotiationEvent(d.ID, string(deal.MoveConsent))
		if err != nil {
			return 0, "", at, err
		}
		version, user, at = last.Reason, last.Actor, last.At
	}
	if d.As == deal.ActorBUY && at.UnixMilli() < d.BuyerSince.UnixMilli() {
		return 0, "", at, store.ErrNotFound // of the time when the row was none for it
	}
	return version, user, at, nil
}
