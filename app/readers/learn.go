package readers

import (
	"fmt"
	"slices"

	"tsunagu/app/disclosure"
	"tsunagu/app/listing"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
)

// entry is what a line of the ledger says of a name: that it was opened to somebody, or that somebody read it.
type entry struct {
	at, kind, label, basis, subject string
	reader                          string // who read; "" for an opening
	buyer                           int    // the buyer's number, 0 where the line is of no buyer
	buyerName, institution          string
}

// nameReader is one who learned the name, or may read it: a buyer company, its bank, a bank that came to be in charge, the
// office.
type nameReader struct {
	Reader       string        `json:"reader" enum:"buyer,bank,own,surety,office"`
	ReaderLabel  string        `json:"readerLabel"`
	ReaderName   string        `json:"readerName" doc:"買手の名前（担当する売手の金融機関に開示されているとき）、金融機関の名前、事務局"`
	BuyerName    string        `json:"buyerName" doc:"買手側の金融機関では、その買手の名前。事務局には返らない"`
	BuyerNumber  int           `json:"buyerNumber,omitempty" doc:"案件ごとの買手の番号"`
	Institution  string        `json:"institutionName" doc:"所属または担当の金融機関"`
	OpenedAt     string        `json:"openedAt" doc:"名前が開示された日時（UTC）。開示の記録がなければ空"`
	OpenedLabel  string        `json:"openedLabel" doc:"何によって開示されたか"`
	LearnedAt    string        `json:"learnedAt" doc:"名前を初めて知った日時（UTC）。開示されて、まだ読んでいなければ空"`
	LastAt       string        `json:"lastAt" doc:"最後に読んだ日時（UTC）。読んでいなければ空"`
	ReadingCount int           `json:"readingCount" doc:"台帳にある閲覧の数"`
	ReadingList  []nameReading `json:"readingList" doc:"新しい順"`
}

// nameReading is one line of the ledger by which somebody read content with the name.
type nameReading struct {
	At        string `json:"at" doc:"UTC"`
	KindLabel string `json:"kindLabel"`
	Subject   string `json:"subject" doc:"開いたもの。事務局には返らない"`
	Basis     string `json:"basis" doc:"どの同意・承認によるか。事務局には返らない"`
}

var readerLabels = map[string]string{listing.ReaderBuyer: "買手企業", listing.ReaderBank: "買手側の金融機関", listing.ReaderOwn: "担当の金融機関",
	listing.ReaderSurety: "保証先の金融機関", listing.ReaderOffice: web.AuditOffice}

// learned makes of entries, oldest first, who learned the name, in the order in which it was opened to them or read.
// An opening to a buyer is one to its bank, too. Who is told the name by a text that an approver let pass knows it then;
// else who reads it.
func learned(entries []entry) []nameReader {
	out, at := []nameReader{}, map[string]int{}
	of := func(e *entry, reader string) *nameReader {
		key := fmt.Sprint(reader, " ", e.buyer)
		if reader == listing.ReaderOwn || reader == listing.ReaderBank {
			key += " " + e.institution
		}
		if reader == listing.ReaderSurety { // outside the network, known by what the line says of it
			key += " " + e.subject
		}
		i, known := at[key]
		if !known {
			i, at[key] = len(out), len(out)
			name := e.institution
			if reader == listing.ReaderBuyer {
				name = e.buyerName
			}
			if reader == listing.ReaderSurety {
				name = e.subject
			}
			out = append(out, nameReader{Reader: reader, ReaderLabel: readerLabels[reader], ReaderName: name, BuyerName: e.buyerName,
				BuyerNumber: e.buyer,
				Institution: e.institution, ReadingList: []nameReading{}})
		}
		return &out[i]
	}
	for i := range entries {
		e := &entries[i]
		if e.reader != "" {
			r := of(e, e.reader)
			if r.LearnedAt == "" {
				r.LearnedAt = e.at
			}
			r.LastAt = e.at
			r.ReadingCount++
			r.ReadingList = append(r.ReadingList, nameReading{e.at, e.label, e.subject, e.basis})
			continue
		}
		for _, reader := range openedTo(e) {
			r := of(e, reader)
			if r.OpenedAt == "" {
				r.OpenedAt, r.OpenedLabel = e.at, e.label
			}
			if r.LearnedAt == "" && e.kind == negotiation.LedgerRelease {
				r.LearnedAt = e.at
			}
		}
	}
	for i := range out {
		slices.Reverse(out[i].ReadingList)
	}
	return out
}

// openedTo are those to whom a line opens the name.
func openedTo(e *entry) []string {
	switch e.kind {
	case "nameclear", negotiation.LedgerRelease:
		return []string{listing.ReaderBuyer, listing.ReaderBank}
	case web.EventChangeCharge, listing.EventMerger:
		if e.buyer != 0 {
			return []string{listing.ReaderBank}
		}
		return []string{listing.ReaderOwn}
	}
	return nil
}

// hasName says that a line is of content with the name, and of somebody who is not in charge of it anyway.
func hasName(level int) bool { return level == int(disclosure.L4) }
