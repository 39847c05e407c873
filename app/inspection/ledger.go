package inspection

import (
	"slices"
	"strconv"

	"github.com/google/uuid"

	"tsunagu/app/disclosure"
	"tsunagu/app/listing"
	"tsunagu/app/stamp"
	"tsunagu/app/web"
	"tsunagu/store"
)

// readLedger reads the ledger as the seller's bank's screen has it, oldest first; in a negotiation's file its lines alone. The buyer's
// number is the one of the screen.
func (c *contents) readLedger(q *store.Q, by web.Actor) error {
	told, err := listing.ReadLedger(q, by, c.listingID)
	if err != nil {
		return err
	}
	lines, err := q.LedgerOfListing(c.listingID)
	if err != nil {
		return err
	}
	for i, x := range slices.Backward(told.LedgerList) { // a row for each line
		l := &lines[i]
		if c.negotiation != nil && l.NegotiationID != c.negotiation.ID {
			continue
		}
		c.ledger.add(ledgerCells(&x)...)
		open := []string{stamp.PartListing, stamp.PartCompany}
		if x.Reader != listing.ReaderOffice {
			open = append(open, stamp.PartInstitution)
		}
		if x.Basis == l.Basis {
			open = append(open, stamp.PartBasis)
		}
		if x.DocumentID != "" || x.Subject == l.Subject || l.Subject == "overview" || l.Subject == "details" {
			open = append(open, stamp.PartSubject)
		}
		if x.Reader == listing.ReaderOwn && l.ClientID == by.Institution() {
			open = append(open, stamp.PartUser, stamp.PartClient, stamp.PartMethod)
		}
		c.ledger.lines = append(c.ledger.lines, stamp.Line{Chain: store.ChainLedger, Seq: l.Seq, Open: open})
	}
	return nil
}

// readOwnReadings reads the lines of the ledger that the buyer's bank's own users made. Its screens show it no ledger: what others read,
// and what the seller's bank gave to whom, is not its to know.
func (c *contents) readOwnReadings(q *store.Q, by web.Actor, names map[string]string) error {
	lines, err := q.OwnReadings(by.Institution(), c.listingID, c.negotiation.ID)
	if err != nil {
		return err
	}
	for i := range lines {
		l := &lines[i]
		if c.isOwnDeedsOf && l.UserID != by.ID() {
			continue
		}
		row := listing.LedgerRow{At: web.ServerTime(l.At), InstitutionName: names[l.InstitutionID], KindLabel: listing.LedgerKindLabel(l.Kind),
			LevelLabel: disclosure.Level(l.Level).Label(), Basis: l.Basis, Subject: readingOf(l.Subject)}
		c.ledger.add(ledgerCells(&row)...)
		c.ledger.lines = append(c.ledger.lines, stamp.Line{Chain: store.ChainLedger, Seq: l.Seq, Open: []string{stamp.PartListing,
			stamp.PartBuyer, stamp.PartNegotiation, stamp.PartUser, stamp.PartClient, stamp.PartInstitution, stamp.PartBasis, stamp.PartSubject,
			stamp.PartMethod}})
	}
	return nil
}

// readingOf is what was opened, in words: of a file only that it was one, since its name may have been taken back.
func readingOf(subject string) string {
	if uuid.Validate(subject) == nil {
		return "資料・添付ファイル"
	}
	switch subject {
	case "overview":
		return "概要"
	case "details":
		return "詳細"
	}
	return subject
}

func ledgerCells(row *listing.LedgerRow) []string {
	number := ""
	if row.BuyerNumber != 0 {
		number = strconv.Itoa(row.BuyerNumber)
	}
	return []string{japanTime(row.At), number, row.BuyerName, row.InstitutionName, row.KindLabel, row.LevelLabel, row.Subject, row.Basis}
}

// proofWords are what the files say of a line's proof.
var proofWords = map[stamp.LineState]string{stamp.LineProven: "タイムスタンプまで済み", stamp.LineWaitsStamp: "記録済み（タイムスタンプ待ち）",
	stamp.LineWaitsForDay: "その日の終わりを待っています", stateAltered: "記録が、証明したときと異なります"}

// stateAltered is of a line that is not as it was proven.
const stateAltered stamp.LineState = "altered"
