package draft

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tsunagu/app/docx"
	"tsunagu/app/issued"
)

// The samples are what papers name by version and hash: whoever changes one counts sampleVersion up.
func TestSamples(t *testing.T) {
	for i := range forms {
		kind := forms[i].kind
		b := SampleFile(kind)
		x, err := docx.Read(b)
		if err != nil {
			t.Fatalf("%s: %v", kind.Label(), err)
		}
		if problems := x.Check(known()); len(problems) > 0 {
			t.Errorf("%s: %v", kind.Label(), problems)
		}
		if len(x.Fields()) < 5 {
			t.Errorf("%s: %d fields", kind.Label(), len(x.Fields()))
		}
		sum := sha256.Sum256(b)
		if got := hex.EncodeToString(sum[:]); got != sampleHashes[kind] {
			t.Errorf("%s: another sample: %s", kind.Label(), got)
		}
		filled, err := x.Fill(examples())
		if err != nil {
			t.Errorf("%s: %v", kind.Label(), err)
		}
		if again, err := docx.Read(filled); err != nil || len(again.Fields()) > 0 {
			t.Errorf("%s: what is made: %v", kind.Label(), err)
		}
		text := string(bytes.Join(partsOf(t, filled), nil))
		if !strings.Contains(text, "見本（つなぐに組み込みの書式）") || strings.Contains(text, "{{") {
			t.Errorf("%s: not marked, or not filled: %.300s", kind.Label(), text)
		}
		if dir := os.Getenv("DRAFT_SAMPLES"); dir != "" { // to look at them in Word
			for name, b := range map[string][]byte{"": b, "_例": filled} {
				if err := os.WriteFile(filepath.Join(dir, kind.Label()+name+".docx"), b, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

var sampleHashes = map[issued.Kind]string{
	issued.KindAdvisory:        "63a8f1b97b457bac04bdb1e13ee7745481ccd6a005da2c96415cdcb51fa0df31",
	issued.KindNDA:             "9eb5ffb20259322e4f976e28257b8e9db62f4148ff56db3e8af3c88a2f8e5b58",
	issued.KindMemorandum:      "02b533b7385ec5481594f4e8dbbd77db9e3d05bf887671f7c6fedec5c030a967",
	issued.KindLetterOfIntent:  "41bbdd077bdce49d3f8826801dab8ec7083d6262893b8055ba57a761b49ba3ad",
	issued.KindBasicAgreement:  "83287e7f1769d306077de667915e9d502a668b89ceb2c87e2aee773b69ed5ff3",
	issued.KindFinalChecklist:  "00a11a768c9c5798f542e469eda9c03dcf7a88e2cf4d385fc13286af5a237122",
	issued.KindPowerOfAttorney: "6547be287c8d4a9e0e15c4e52e6d2aa8ca140cb4466ca20e52e03abc55fb9779",
}

func partsOf(t *testing.T, b []byte) (out [][]byte) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		all, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, all)
	}
	return out
}
