package demo

import (
	"strings"
	"testing"

	"tsunagu/app/deal"
	"tsunagu/app/dutytext"
)

// What bank A wrote into the sample leaves nothing to be filled in.
func TestDemoTextsAreFilledIn(t *testing.T) {
	for _, x := range dutytext.Sample(deal.DutyExplanation).Items {
		text := ownWords[x.Key]
		if text == "" {
			text = filled.Replace(x.Text)
		}
		if strings.ContainsAny(text, "【】") || strings.Contains(text, "当機関") {
			t.Errorf("%s: %s", x.Heading, text)
		}
	}
	for key := range revised {
		if ownWords[key] == "" {
			t.Errorf("%s is revised, and was not written", key)
		}
	}
}
