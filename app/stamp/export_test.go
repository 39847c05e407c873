package stamp

import (
	"slices"
	"time"

	"tsunagu/store"
)

// WriteOnce is tested by itself, in a process that is killed or has no room.
var WriteOnce = writeOnce

// Content is the file of the day that ends at a moment, made of what a transaction sees.
func Content(a Room, q *store.Q, day string, over time.Time) (string, error) {
	p, err := a.nextProof(q, day, over, "")
	if err != nil {
		return "", err
	}
	b, err := dailyFile(q, p, a.publicKey())
	return string(b), err
}

// Batch is what would be sent next, and what the screen says of it.
func Batch(a Room, q *store.Q) (text string, waiting int, err error) {
	s, err := settingOf[siem](q, store.SettingSIEM)
	if err != nil {
		return "", 0, err
	}
	b, err := nextBatch(q, s, a.host())
	if err != nil {
		return "", 0, err
	}
	var shown siemShown
	err = a.showSIEM(q, &shown)
	return b.text.String(), shown.WaitingCount, err
}

// Frame is one event.
var Frame = frame

// Page is a page of a proof as it is handed out.
type Page struct{ Name, Text string }

// PagesOf lays leaves into pages, and gives each page's text as it is made again from what is kept, and the list of them.
func PagesOf(salt string, of [][32]byte) (out []Page, list string, err error) {
	leaves := make([]leaf, len(of))
	for i := range of {
		leaves[i] = of[i]
	}
	slices.SortFunc(leaves, byBytes)
	pages, count, err := salts(salt).pagesOf(leaves)
	if err != nil {
		return nil, "", err
	}
	bits := bitsOf(&store.Proof{PageCount: count})
	for page := range count {
		out = append(out, Page{pageName(page, bits), string(salts(salt).filler(bits).page(page, leavesIn(pages, page, bits)))})
	}
	return out, string(pageList(pages, bits)), nil
}

// AuditLeaf and LedgerLeaf are the forms of lines.
func AuditLeaf(salt string, l *store.AuditLine) (text string, parts []string) {
	w := salts(salt).write(ofAudit(l))
	return w.text, w.parts
}

func LedgerLeaf(salt string, l *store.LedgerLine) (text string, parts []string) {
	w := salts(salt).write(ofLedger(l))
	return w.text, w.parts
}
