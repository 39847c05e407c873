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
	issued.KindAdvisory:        "8d1918d71bf50ef8443f7c3b034c2d5f455cb981fb5ff6335c41915a67737a60",
	issued.KindNDA:             "cd254640f5396c71e935e686715c69adbbfa63d013e6c0ec53af7a2bdb62692a",
	issued.KindMemorandum:      "02b533b7385ec5481594f4e8dbbd77db9e3d05bf887671f7c6fedec5c030a967",
	issued.KindLetterOfIntent:  "41bbdd077bdce49d3f8826801dab8ec7083d6262893b8055ba57a761b49ba3ad",
	issued.KindBasicAgreement:  "99bdbb589d3721aa320615efa0f7bc74d9ae8f4cd85b4e4191aa4d798f1b3e19",
	issued.KindFinalChecklist:  "00a11a768c9c5798f542e469eda9c03dcf7a88e2cf4d385fc13286af5a237122",
	issued.KindPowerOfAttorney: "0bfc2fb61b9c3b19a072587aa3b8dee4ec0444884aaaa2fd754e6d5363b0b7b9",
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
