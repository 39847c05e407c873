package issued

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math/big"
	"time"

	"tsunagu/app/disclosure"
	"tsunagu/app/web"
	"tsunagu/store"
)

// LedgerIssue is the ledger's word for a paper that was made and carries L3 or L4 of a listing (papers.md 1).
const LedgerIssue = "issue"

// EventMade is the audit line of a paper that was made, EventFetched that of one that was handed out again.
const (
	EventMade    = "issued_paper.made"
	EventFetched = "issued_paper.download"
)

// subjectKind is what audit lines call a paper.
const subjectKind = "issued_paper"

// Paper is what a room wants to be kept. The rooms that make papers fill it from stored facts alone: from no clock and no random number, so
// that the same data are the same paper.
type Paper struct {
	Kind Kind
	Form int // version of its form, from 1
	// Level is what the paper carries of the listing, and View what it carries of the buyer, by the allow-lists of disclosure: who may not
	// read that any more does not get the paper either. 0 for nothing.
	Level disclosure.Level
	View  disclosure.BuyerView

	Of             store.InCharge // the record it is about, and on which side
	NegotiationID  string         // where Of is a side of a negotiation
	ListingID      string         // where it is about a listing, and also of a negotiation
	CompanyID      string         // the company; of a listing or a negotiation the seller's
	BuyerCompanyID string         // of a negotiation
	Basis          string         // on which consent and approval, for the ledger; where Level is L3 or L4
	Recipient      string         // for whom, in words without a name
	// Source is a hash of all that the bytes are made from but number, date and maker (SourceOf). The newest paper of the same kind and
	// record with the same source is handed out in place of a new one. "" makes each anew.
	Source string
	Name   string // what a download is called, without number and ending; the kind's label where it is empty. No name of a customer
	// Write makes the bytes. number and at are printed on the paper; nothing else may differ between two calls.
	Write func(number string, at time.Time) ([]byte, error)
}

// SourceOf is the hash of what a paper is made from.
func SourceOf(contents []byte) string {
	sum := sha256.Sum256(contents)
	return hex.EncodeToString(sum[:])
}

// Keep makes a paper, unless the newest one of its kind was made from the same data in the same form: then that one is the answer. The
// file is kept as every other file; row, audit line and, where the paper carries L3 or L4, the line of the ledger are written in the
// caller's transaction. by is a user: the paper is his institution's, or his buyer company's.
func (a Room) Keep(tx *store.Tx, by web.Actor, p *Paper) (*store.IssuedPaper, error) {
	client := by.Institution()
	if by.User != nil && by.Viewer.IsBuyer() {
		client = by.Viewer.BuyerID
	}
	return a.keepFor(tx, by, client, by.Institution(), p)
}

func (a Room) keepFor(tx *store.Tx, by web.Actor, client, institution string, p *Paper) (*store.IssuedPaper, error) {
	row := &store.IssuedPaper{Kind: int(p.Kind), Form: p.Form, Level: int(p.Level), BuyerView: int(p.View), Of: p.Of,
		NegotiationID: p.NegotiationID, ListingID: p.ListingID, CompanyID: p.CompanyID, BuyerCompanyID: p.BuyerCompanyID,
		InstitutionID: institution, ClientID: client, Recipient: p.Recipient, Source: p.Source}
	if p.Source != "" {
		switch last, err := tx.LastIssued(row); {
		case err == nil && last.Source == p.Source && last.Form == p.Form:
			return last, nil
		case err != nil && !errors.Is(err, store.ErrNotFound):
			return nil, err
		}
	}
	var err error
	if row.Number, err = newNumber(tx.Now()); err != nil {
		return nil, err
	}
	b, err := p.Write(row.Number, tx.Now())
	if err != nil {
		return nil, err
	}
	name := p.Name
	if name == "" {
		name = p.Kind.Label()
	}
	f, err := a.KeepFile(name+"_"+row.Number, bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	if err := tx.CreateFile(f, by.ID()); err != nil {
		return nil, err
	}
	row.FileID, row.SHA256 = f.ID, f.SHA256
	if err := tx.CreateIssued(row, by.ID()); err != nil {
		return nil, err
	}
	if err := a.record(tx, by, row, LedgerIssue, p.Basis); err != nil {
		return nil, err
	}
	return row, tx.AddAudit(by.Line(EventMade, Kind(row.Kind).subject(), row.ID, "ok", row.Number+" "+row.SHA256))
}

// record writes the line of the ledger of a paper that carries L3 or L4.
func (a Room) record(tx *store.Tx, by web.Actor, p *store.IssuedPaper, kind, basis string) error {
	if disclosure.Level(p.Level) < disclosure.L3 {
		return nil
	}
	l := store.LedgerLine{Kind: kind, ListingID: p.ListingID, CompanyID: p.CompanyID, NegotiationID: p.NegotiationID, Level: p.Level,
		UserID: by.ID(), ClientID: p.ClientID, InstitutionID: p.InstitutionID, Basis: basis, IP: by.IP,
		Subject: Kind(p.Kind).Label() + "（" + p.Number + "）"}
	if p.Of == store.InChargeOfBF { // SF reads what is its own
		l.BuyerCompanyID = p.BuyerCompanyID
	}
	return tx.AddLedger(l)
}

// letters are those of a number: none that is taken for another one when it is read out or typed from paper.
const letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

// newNumber is a paper's number: the day in Japan, and eight random letters.
func newNumber(at time.Time) (string, error) {
	out := []byte(at.In(store.JST).Format("20060102-"))
	for range 8 {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(letters))))
		if err != nil {
			return "", err
		}
		out = append(out, letters[n.Int64()])
	}
	return string(out), nil
}
