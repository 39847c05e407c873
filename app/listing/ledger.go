package listing

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/duty"
	"tsunagu/app/negotiation"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

// ledgerKinds are the ledger's words.
var ledgerKinds = map[string]string{
	"view": "閲覧", "download": "資料の取得", "grant": "資料の開示", "revoke": "資料の開示の取消し", "nameclear": "ネームクリア",
	negotiation.LedgerRelease: "承認者の判断による開示", web.EventChangeCharge: "担当金融機関の変更", web.LedgerBreakGlass: "事務局の緊急閲覧",
	EventMerger: "金融機関の合併による承継", ledgerIssue: "書面の作成", duty.LedgerGuarantee: "保証先の金融機関への開示",
}

// ReadLedger is who was shown what of a listing, and on which consent (domain.md 3.5). A
// buyer whose name SF was never entitled to is 匿名.
func ReadLedger(q *store.Q, by web.Actor, id string) (*disclosureLedger, error) {
	l, err := web.OwnListing(q, by, id, nil)
	if err != nil {
		return nil, err
	}
	lines, err := q.LedgerOfListing(l.ID)
	if err != nil {
		return nil, err
	}
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	documents, err := q.DocumentNames(l.ID)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	numbers, err := buyerNumbersOf(q, l.ID, lines)
	if err != nil {
		return nil, err
	}
	out := &disclosureLedger{LedgerList: []LedgerRow{}}
	for i := range lines {
		x := &lines[i]
		if _, ok := names[x.BuyerCompanyID]; !ok && x.BuyerCompanyID != "" {
			if names[x.BuyerCompanyID], err = ledgerName(q, by, l.ID, x.BuyerCompanyID); err != nil {
				return nil, err
			}
		}
		name := names[x.BuyerCompanyID]
		if numbers.notes[x.NegotiationID] {
			name = disclosure.NameAnonymous
		}
		label := LedgerKindLabel(x.Kind)
		subject, basis, err := duty.LedgerTold(q, by, x)
		if err != nil {
			return nil, err
		}
		document := documents[x.Subject]
		if document.FileID != "" && x.Kind == "view" {
			label = "資料の閲覧"
		}
		who := institutions[x.InstitutionID]
		if x.Kind == web.LedgerBreakGlass {
			who = web.AuditOffice
		}
		out.LedgerList = append(out.LedgerList, LedgerRow{At: web.ServerTime(x.At), Kind: x.Kind, KindLabel: label, Level: x.Level,
			LevelLabel: disclosure.Level(x.Level).Label(),
			BuyerName:  name, BuyerNumber: numbers.of(x), IsAnonymous: name == disclosure.NameAnonymous, InstitutionName: who,
			Reader: ReaderOf(x), Basis: basis,
			Subject: ledgerSubject(subject, document), DocumentID: document.DocumentID})
	}
	return out, nil
}

// LedgerKindLabel is what a line of the ledger tells of.
func LedgerKindLabel(kind string) string { return cmp.Or(ledgerKinds[kind], kind) }

// The sides that read, as lines of the ledger tell them.
const (
	ledgerIssue  = "issue" // issued.LedgerIssue, a room above
	ReaderBuyer  = "buyer"
	ReaderBank   = "bank" // the buyer's
	ReaderOwn    = "own"  // the seller's bank
	ReaderOffice = "office"
	ReaderSurety = "surety" // the bank of a guarantee, which was told the name
)

// ReaderOf is who read by a line; "" for a line of another kind, such as of a grant.
func ReaderOf(x *store.LedgerLine) string {
	switch {
	case x.Kind == web.LedgerBreakGlass:
		return ReaderOffice
	case x.Kind == duty.LedgerGuarantee:
		return ReaderSurety
	case x.Kind != "view" && x.Kind != "download" && x.Kind != ledgerIssue:
		return ""
	case x.BuyerCompanyID == "":
		return ReaderOwn
	case x.ClientID == x.BuyerCompanyID:
		return ReaderBuyer
	}
	return ReaderBank
}

// ledgerParts are the words for the parts of a listing that a line names.
var ledgerParts = map[string]string{"overview": "概要", "details": "詳細"}

// ledgerSubject is what was opened, in words. The file of a message has no name here: what the
// buyer and its bank send each other is not for SF to know.
func ledgerSubject(subject string, document store.DocumentName) string {
	if document.FileID != "" {
		return fmt.Sprintf("%s（第%d版）", document.Title, document.Edition)
	}
	if uuid.Validate(subject) == nil {
		return "添付ファイル"
	}
	return cmp.Or(ledgerParts[subject], subject)
}

// ledgerName is the buyer's name where SF may have it now, or had it when the names were
// opened to each other.
func ledgerName(q *store.Q, by web.Actor, listingID, buyerID string) (string, error) {
	n, err := q.NegotiationOf(listingID, buyerID)
	if err != nil {
		return "", err
	}
	c, err := q.CompanyOf(buyerID)
	if err != nil {
		return "", err
	}
	isOwn, err := q.Maintains(by.Viewer, c)
	if err != nil {
		return "", err
	}
	view := disclosure.BuyerViewOf(disclosure.BuyerViewFacts{IsInCharge: isOwn, HasRow: true,
		Status: deal.NegotiationStatus(n.Status)})
	isEntitled := view >= disclosure.BuyerStatus2 || !n.ApprovedAt.IsZero()
	d, err := q.CompanyDetails(buyerID)
	if errors.Is(err, store.ErrNotFound) {
		return disclosure.DisplayName("", isEntitled), nil
	}
	if err != nil {
		return "", err
	}
	return disclosure.DisplayName(d.CompanyName, isEntitled), nil
}

// ledgerFile is the name of the ledger as a file.
const ledgerFile = "DISCLOSURE_LEDGER.csv"

// LedgerHeader is what the screen shows. The chain's numbers and hashes are not in it: they run
// through the ledger of the whole network, and would tell when others disclosed something.
var LedgerHeader = []string{"日時（日本時間）", "買手の番号", "買手", "金融機関", "できごと", "開示の段階", "内容", "根拠"}

type LedgerExport struct {
	SellerBusinessID string `query:"sellerBusinessId" required:"true"`
	web.CSVEncoding
}

// ExportLedger writes the lines of one listing as SF sees them (domain.md 3.5), oldest first: as
// one files them. It leaves an audit line.
func (a Room) ExportLedger(r *web.Request, in *LedgerExport) (*web.Download, error) {
	count := 0
	d, err := a.WriteSheet(ledgerFile, in.CSVEncoding, func(w *sheet.Writer) error {
		return r.Read(func(q *store.Q) error {
			ledger, err := ReadLedger(q, r.Actor, in.SellerBusinessID)
			if err != nil {
				return err
			}
			if err := w.Header(LedgerHeader); err != nil {
				return err
			}
			count = len(ledger.LedgerList)
			for _, row := range slices.Backward(ledger.LedgerList) {
				if err := w.Write(ledgerCells(&row)); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	return r.AuditedOf(d, "ledger_exported", "listing", in.SellerBusinessID, fmt.Sprintf("%d件 %s", count, in.CSVEncoding.Coded()))
}

func ledgerCells(row *LedgerRow) []string {
	number := ""
	if row.BuyerNumber != 0 {
		number = strconv.Itoa(row.BuyerNumber)
	}
	return []string{japanTime(row.At), number, row.BuyerName, row.InstitutionName, row.KindLabel, row.LevelLabel, row.Subject, row.Basis}
}

// japanTime is a time of an answer as a file has it.
func japanTime(at string) string {
	t, err := time.Parse(web.ServerLayout, at)
	if err != nil {
		panic(err) // ServerTime wrote it
	}
	return t.In(store.JST).Format(time.DateTime)
}
