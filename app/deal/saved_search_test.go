package deal

import (
	"testing"
	"time"
)

func TestSearchNotice(t *testing.T) {
	at := func(text string) time.Time {
		d, err := time.ParseInLocation("2006-01-02 15:04", text, JST)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for now, want := range map[string]string{
		"2026-11-23 00:00": "2026-11-23 00:00", // a Monday
		"2026-11-23 07:40": "2026-11-23 00:00",
		"2026-11-29 23:59": "2026-11-23 00:00", // the Sunday after it
		"2026-11-22 12:00": "2026-11-16 00:00",
		"2027-01-01 08:00": "2026-12-28 00:00",
	} {
		if got := SearchWeekly.Until(at(now)); !got.Equal(at(want)) {
			t.Errorf("%s: the week's mail tells until %s, want %s", now, got.In(JST), want)
		}
		if got := SearchDaily.Until(at(now)); !got.Equal(at(now)) {
			t.Errorf("%s: the day's mail tells until %s", now, got)
		}
	}
	if SearchNotice(3).Known() || SearchNotice(-1).Known() || SearchDaily.Label() != "毎日" {
		t.Error("choices")
	}
}
