package app_test

import (
	"regexp"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/web"
)

// A whole deal is logged at the lowest level, with every statement: the log contains no name,
// address, amount, text or secret of anybody.
func TestLogHoldsNothing(t *testing.T) {
	said, log := apptest.Logged()
	s, clock := apptest.OpenLogged(t, log, nil)
	w := newCanaryWorldOn(t, apptest.NewPlatformOn(t, s, clock, web.Config{Log: log}))
	w.keep, w.isDeaf = func(string) {}, true
	w.tell(t, &scanned{}, nil)
	canaries := w.harvest(apptest.OpenRaw(t, w.App.Store.Dir()))
	if len(canaries) < 500 {
		t.Fatalf("only %d canaries", len(canaries))
	}

	// Text that a visitor invents is not logged either.
	w.Visitor().Get("/api/株式会社ひみつ/" + w.mark.text() + "?freeWord=" + w.mark.text())
	w.Visitor().Get("/seller-business/approve/" + w.mark.text())
	w.Visitor().Get(apptest.ListingBase + "SearchSellerBusinessAsync?freeWord=" + w.mark.text())

	all, text := said.All(t)
	requests, statements, users := 0, 0, 0
	for _, l := range all {
		switch l["msg"] {
		case "request":
			requests++
			if l["user"] != nil {
				users++
			}
			if l["request"] == "" || l["method"] == "" || l["status"] == 0.0 {
				t.Errorf("a line tells too little: %v", l)
			}
		case "slow statement":
			statements++
		}
	}
	if requests < 150 || users < 140 || statements < 2500 {
		t.Errorf("%d requests, %d of them by users, %d statements: this is not the story", requests, users, statements)
	}
	seen := map[string]bool{}
	found(text, func(token string) {
		if k := canaries[token]; k != nil && !seen[token] {
			seen[token] = true
			at := strings.Index(text, token)
			t.Errorf("the log holds %s (%s): …%s…", token, strings.Join(k.where, ", "), text[max(0, at-120):min(len(text), at+60)])
		} else if strings.HasPrefix(token, markPrefix) && len(token) == 7 && !seen[token] {
			seen[token] = true
			t.Errorf("the log holds the canary %s", token)
		}
	})
	for name, p := range w.people {
		for what, secret := range map[string]string{"token": p.Token, "link key": p.key, "passcode": p.code} {
			if secret != "" && regexp.MustCompile(`(^|[^0-9A-Za-z_-])`+regexp.QuoteMeta(secret)+`([^0-9A-Za-z_-]|$)`).MatchString(text) {
				t.Errorf("the log holds the %s of %s", what, name)
			}
		}
	}
	for _, s := range []string{apptest.TestPassword, "株式会社", "Bearer", "@example", "@network", "利用者", "freeWord="} {
		if strings.Contains(text, s) {
			t.Errorf("the log holds %q", s)
		}
	}
}
