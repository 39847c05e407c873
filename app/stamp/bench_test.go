package stamp_test

import (
	"fmt"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/stamp"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// BenchmarkEvidence is of one deal: 300 lines over 90 days of a network that writes 5,000 lines a day. Proving a day is measured, too.
func BenchmarkEvidence(b *testing.B) {
	clock := &storetest.Clock{}
	d := &desk{Platform: apptest.NewPlatformOn(b, storetest.New(b, clock), clock, web.Config{})}
	var lines []stamp.Line
	var proving time.Duration
	for range 90 {
		d.Write(func(tx *store.Tx) error {
			for i := range 5000 {
				if err := tx.AddAudit(store.AuditLine{Event: "listing_view", UserID: "6f1c1d6a-6f0b-4f0a-9a52-0d7a1c2b3d4e", Role: 3,
					ClientID: "6f1c1d6a-6f0b-4f0a-9a52-0d7a1c2b3d4f", InstitutionID: "6f1c1d6a-6f0b-4f0a-9a52-0d7a1c2b3d50", SubjectKind: "listing",
					SubjectID: fmt.Sprint("s", i), Result: "ok", Detail: "案件の詳細", IP: "192.0.2.7"}); err != nil {
					return err
				}
			}
			return nil
		})
		last := d.lastLine(store.ChainAudit)
		for i := range int64(3) {
			lines = append(lines, stamp.Line{Chain: store.ChainAudit, Seq: last - i*1500, Open: stamp.AuditParts})
		}
		d.Clock.Add(24 * time.Hour)
		from := time.Now()
		d.Job("proof")
		proving += time.Since(from)
	}
	for i := range int64(300 - len(lines)) {
		lines = append(lines, stamp.Line{Chain: store.ChainAudit, Seq: 17 + i*5000, Open: stamp.AuditParts})
	}
	var bytes int
	for b.Loop() {
		e := d.evidence(lines...)
		bytes = 0
		for _, f := range e.Files {
			bytes += len(f.Data)
		}
	}
	b.ReportMetric(float64(bytes)/1e6, "MB")
	b.ReportMetric(float64(proving.Milliseconds())/90, "prove-ms/day")
	from := time.Now()
	if r := checked(d); len(r.Broken) != 0 {
		b.Fatal(r.Broken)
	}
	b.ReportMetric(float64(time.Since(from).Milliseconds())/90, "check-ms/day")
}
