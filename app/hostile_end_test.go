package app

import (
	"maps"
	"net/http"
	"net/url"
	"testing"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/web"
	"tsunagu/store"
)

// signedOn is a user with a sign-in of his own and what renews it.
type signedOn struct {
	*caller
	u       *store.User
	refresh string
}

func (p *platform) signOn(u *store.User) *signedOn {
	p.t.Helper()
	in := p.sign(u.LoginID, testPassword).want(200).json()
	return &signedOn{&caller{p, in["token"].(string)}, u, in["refreshToken"].(string)}
}

func (s *signedOn) renew() result {
	return s.p.visitor().form("/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {s.refresh}})
}

func (c *caller) officeStatus(companyID, event string) result {
	c.p.t.Helper()
	version := 0
	c.p.read(func(q *store.Q) error {
		x, err := q.CompanyOf(companyID)
		if err == nil {
			version = x.Version
		}
		return err
	})
	return c.send("PUT", "/api/Office/ChangeCompanyStatus", map[string]any{"companyId": companyID, "version": version, "event": event, "reason": "規約への違反"})
}

func (p *platform) moveCompany(id string, s deal.CompanyStatus) {
	p.t.Helper()
	p.setCompany(id, func(c *store.Company) { c.Status = int(s) })
}

// trialUntil makes a company one on trial, until a moment that is over then; the zero time takes it back.
func (p *platform) trialUntil(id string, at time.Time) {
	p.t.Helper()
	p.setCompany(id, func(c *store.Company) { c.IsTrial, c.TrialUntil = !at.IsZero(), at })
}

// TestDrillRightsEnd: after each deed that ends rights, the very next request of whatever kind is
// refused, and nothing renews them (trust.md G10). TestRightsEndAtOnce changes the rows themselves.
func TestDrillRightsEnd(t *testing.T) {
	w := newTalks(newPlatform(t))
	w.user(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	w.user(deal.RoleFAD, w.bID, "admin@b.example.jp")
	signed := w.published(nil) // of a contract, which stands when its buyer is gone
	w.negotiation(signed, w.buyerB, w.bID, deal.NegotiationSigned, true)
	office, fad := w.signInOffice("office@n.example.jp"), w.signInOffice("admin@b.example.jp")
	row := w.negotiation(w.listing, w.buyerB, w.bID, deal.NegotiationRealName, true)
	document := w.document(w.listing, "企業概要書", []byte(pdf))
	w.grant(document, row, map[string]any{"isDownload": true}).want(200)
	sent := w.finA.upload(negotiationBase+"CreateBuyerNegotiationMessageAsync", map[string]any{"buyerNegotiationId": row, "messageType": 2}, "資料.pdf", []byte(pdf)).want(200).json()["buyerNegotiationMessageId"].(string)

	probes := map[string]string{
		"a count":                 probePath,
		"a list":                  "/api/SellerBusiness/SearchSellerBusinessAsync?limit=5",
		"a negotiation by name":   negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + row,
		"an attachment":           negotiationBase + "DownloadAttachedFile?buyerNegotiationMessageId=" + sent,
		"a document's opening":    listing.DocumentPath + "ViewDocument?" + url.Values{"documentId": {document}, "buyerNegotiationId": {row}}.Encode(),
		"a document's file":       listing.DocumentPath + "DownloadDocument?" + url.Values{"documentId": {document}, "buyerNegotiationId": {row}}.Encode(),
		"a document's properties": listing.DocumentPath + "GetGrantedDocumentList?buyerNegotiationId=" + row,
	}
	const betweenBanks = "an attachment" // which no buyer reads
	other := func(v *signedOn) *signedOn { return w.signOn(v.u) }
	deed := func(who *caller, call string, more map[string]any) func(*signedOn) {
		return func(v *signedOn) {
			who.post("/api/Office/"+call, with(map[string]any{"userId": v.u.ID, "version": v.u.Version}, more)).want(200)
		}
	}
	change := func(do func(*store.User)) func(*signedOn) {
		return func(v *signedOn) {
			w.write(func(tx *store.Tx) error {
				u, err := tx.User(v.u.ID)
				if err != nil {
					return err
				}
				do(u)
				return tx.UpdateUser(u, "")
			})
		}
	}
	const of = "/api/FinancialUser/"
	deeds := []struct {
		what  string
		buyer bool
		end   func(*signedOn)
	}{
		{"log-out", false, func(v *signedOn) { v.post("/logout", nil).want(200) }},
		{"log-out of a buyer", true, func(v *signedOn) { v.post("/logout", nil).want(200) }},
		{"disabled by the office", false, deed(office, "DisableUser", nil)},
		{"disabled by the administrator", false, deed(fad, "DisableUser", nil)},
		{"ended by the office", false, deed(office, "EndSessions", nil)},
		{"ended by the administrator", false, deed(fad, "EndSessions", nil)},
		{"another login ID", false, func(v *signedOn) {
			office.send("PUT", "/api/Office/ChangeUserLoginId", map[string]any{"userId": v.u.ID, "version": v.u.Version, "loginId": "moved@b.example.jp", "reason": "異動"}).want(200)
			fad.post("/api/Office/ConfirmLoginChange", map[string]any{"userId": v.u.ID, "loginId": "moved@b.example.jp", "reason": "内線で確認"}).want(200)
		}},
		{"blocked by its bank", true, func(v *signedOn) {
			w.finB.post("/api/BuyerCompanyUser/RegistUser", with(userBody(w.buyerB, v.u.LoginID), map[string]any{"userId": v.u.ID, "version": v.u.Version, "status": int(deal.UserBlocked)})).want(200)
		}},
		{"unsubscribed by its bank", true, func(v *signedOn) {
			w.finB.post("/api/BuyerCompanyUser/RegistUser", with(userBody(w.buyerB, v.u.LoginID), map[string]any{"userId": v.u.ID, "version": v.u.Version, "status": int(deal.UserUnsubscribed)})).want(200)
		}},
		{"another role", false, change(func(u *store.User) { u.Role = int(deal.RoleFAD) })},
		{"another institution's door", false, change(func(u *store.User) { u.Role = int(deal.RoleADM) })},
		{"password changed elsewhere", false, func(v *signedOn) {
			other(v).send("PUT", of+"ChangeUserPassword", map[string]any{"password": testPassword, "newPassword": "Mizuumi-no-Hotori-5"}).want(200)
		}},
		{"password set by a link", false, func(v *signedOn) {
			w.reset(v.u.LoginID).want(200)
			w.setByKey(w.mailedKey(v.u.LoginID), "Mizuumi-no-Hotori-6").want(200)
		}},
		{"ended from another PC", false, func(v *signedOn) { other(v).post(of+"EndSignIn", map[string]any{}).want(200) }},
		{"second step set up elsewhere", false, func(v *signedOn) { other(v).enrol(of) }},
		{"second step reset", false, func(v *signedOn) {
			v.enrol(of)
			fad.post("/api/Office/ResetSecondStep", map[string]any{"userId": v.u.ID, "comment": "紛失"}).want(200)
		}},
		{"replay of its refresh token", false, func(v *signedOn) {
			v.renew().want(200)
			w.clock.Add(auth.RefreshGrace + time.Second)
			v.renew().want(401)
		}},
		{"its company disabled by the office", true, func(*signedOn) {
			office.officeStatus(w.buyerB, "disable").want(200)
			w.moveCompany(w.buyerB, deal.CompanyEnabled) // nothing of it comes back
		}},
		{"its company out of use by whatever way", true, func(*signedOn) { w.moveCompany(w.buyerB, deal.CompanyDisabled) }},
		{"the end of its trial", true, func(*signedOn) { w.trialUntil(w.buyerB, w.clock.Now()) }},
		{"its institution stopped", false, func(*signedOn) { office.moveInstitution(w.bID, "stop").want(200) }},
		{"its bank stopped, of a buyer", true, func(*signedOn) { office.moveInstitution(w.bID, "stop").want(200) }},
	}
	for i, d := range deeds {
		if w.isStopped(w.bID) { // by the deed before
			office.moveInstitution(w.bID, "resume").want(200)
		}
		w.moveCompany(w.buyerB, deal.CompanyEnabled)
		w.trialUntil(w.buyerB, time.Time{})
		w.setNegotiation(row, func(n *store.Negotiation) { n.Status = int(deal.NegotiationRealName) })
		login, client, role := "victim"+string(rune('a'+i))+"@b.example.jp", w.bID, deal.RoleFIN
		if d.buyer {
			client, role = w.buyerB, deal.RoleBUY
		}
		v := w.signOn(w.user(role, client, login))
		w.read(func(q *store.Q) (err error) { v.u, err = q.User(v.u.ID); return err })
		probes := maps.Clone(probes)
		probes["a document's page"] = listing.DocumentPath + "ViewDocumentPage?" + url.Values{"documentId": {document}, "buyerNegotiationId": {row}, "page": {"1"}, "width": {"640"},
			"viewing": {v.viewDocument(document, row).want(200).json()["viewing"].(string)}}.Encode()
		for name, path := range probes {
			if r := v.get(path); r.status != 200 && !(d.buyer && name == betweenBanks) {
				t.Fatalf("%s: before, %s: %d %s", d.what, name, r.status, r.body)
			}
		}
		if d.end(v); t.Failed() {
			t.Fatal(d.what)
		}
		for name, path := range probes {
			if r := v.get(path); r.status != 401 || r.body != problemBody(web.ErrUnauthorized) {
				t.Errorf("after %s, %s answers %d %s", d.what, name, r.status, web.Truncate(r.body, 200))
			}
		}
		if r := v.renew(); r.status != 401 {
			t.Errorf("after %s, the refresh token answers %d", d.what, r.status)
		}
	}
	t.Logf("FIGURE rights end: %d deeds, %d kinds of request, the next request of each refused", len(deeds), len(probes)+1) // the document's page is opened anew for each
}

// TestDrillSignInStorm: more sign-ins at once than the machine can check wait in a queue that has an
// end; who does not get into it is told when to come back, and who is signed in goes on working.
func TestDrillSignInStorm(t *testing.T) {
	p := newPlatform(t)
	p.a.Hasher = auth.NewHasher(p.a.Keys, 2) // however many cores this machine has: with more, more come in
	bank := p.institution("9981", "湊星銀行")
	p.user(deal.RoleFIN, bank, "fin@a.example.jp")
	working := p.signIn("fin@a.example.jp")
	stop := make(chan struct{})
	reads := 0
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
			}
			if r := working.get(probePath); r.status != http.StatusOK {
				t.Errorf("who is signed in: %d %s", r.status, r.body)
				return
			}
			reads++
		}
	}()
	answers := together(250, func(int) result {
		return p.sign("fin@a.example.jp", testPassword)
	})
	close(stop)
	<-done
	in, busy := 0, 0
	for _, r := range answers {
		switch r.status {
		case 200:
			in++
		case 503:
			busy++
			if r.header.Get("Retry-After") == "" || r.json()["code"] != "busy" {
				t.Errorf("%v %s", r.header, r.body)
			}
		default:
			t.Errorf("%d %s", r.status, r.body)
		}
	}
	if in == 0 || busy == 0 || reads == 0 {
		t.Errorf("%d came in, %d were told to come back, %d reads meanwhile", in, busy, reads)
	}
	t.Logf("FIGURE storm of 250 sign-ins at once: %d in, %d answered 503 with Retry-After, %d reads of another user meanwhile, none refused", in, busy, reads)
}
