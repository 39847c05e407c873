package master

import (
	"slices"
	"strings"
	"testing"
)

func TestIndustries(t *testing.T) {
	large, small := Industries(), 0
	var freeText []string
	for _, l := range large {
		if len(l.Small) == 0 || l.Kana == "" {
			t.Errorf("%+v", l)
		}
		if found, ok := FindLarge(l.Code); !ok || found.Name != l.Name {
			t.Errorf("FindLarge(%s) = %+v, %v", l.Code, found, ok)
		}
		for _, s := range l.Small {
			small++
			if !strings.HasPrefix(s.Code, l.Code) || s.Name == "" || s.Examples == "" {
				t.Errorf("%s lists %+v", l.Name, s)
			}
			if found, ok := FindIndustry(s.Code); !ok || found != s {
				t.Errorf("FindIndustry(%s) = %+v, %v", s.Code, found, ok)
			}
			if of, ok := LargeOf(s.Code); !ok || of.Code != l.Code {
				t.Errorf("LargeOf(%s) = %s, %v", s.Code, of.Code, ok)
			}
			if s.HasFreeText {
				freeText = append(freeText, s.Code)
			}
		}
	}
	if len(large) != 13 || small != 87 {
		t.Errorf("%d large and %d small classes, want 13 and 87", len(large), small)
	}
	if !slices.Equal(freeText, FreeTextCodes[:]) {
		t.Errorf("free text for %v, want %v", freeText, FreeTextCodes)
	}
	for _, code := range []string{"", "11", "11000", "24001", "11001 "} {
		if s, ok := FindIndustry(code); ok {
			t.Errorf("FindIndustry(%q) = %+v", code, s)
		}
		if l, ok := LargeOf(code); ok {
			t.Errorf("LargeOf(%q) = %+v", code, l)
		}
	}
	if l, ok := FindLarge("11001"); ok {
		t.Errorf("FindLarge of a small class = %+v", l)
	}
}
