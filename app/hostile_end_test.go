package app_test

import (
	"maps"
	"net/http"
	"net/url"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/web"
	"tsunagu/store"
)

// signedOn is a user with a session of his own and its refresh token.
type signedOn struct {
	*apptest.Caller
	u       *store.User
	refresh string
}

func signOn(p *apptest.Platform, u *store.User) *signedOn {
	p.T.Helper()
	in := p.Sign(u.LoginID, apptest.TestPassword).Want(200).JSON()
	return &signedOn{&apptest.Caller{P: p, Token: in["token"].(string)}, u, in["refreshToken"].(string)}
}

func (s *signedOn) renew() apptest.Result {
	return s.P.Visitor().Form("/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {s.refresh}})
}

// trialUntil puts a company on trial until a time; the zero time ends the trial status.
func trialUntil(p *apptest.Platform, id string, at time.Time) {
	p.T.Helper()
	p.SetCompany(id, func(c *store.Company) { c.IsTrial, c.TrialUntil = !at.IsZero(), at })
}

// TestDrillRightsEnd: after each call that ends rights, the very next request of any kind is
// refused, and nothing renews them (trust.md G10). TestRightsEndAtOnce changes the rows directly.
func TestDrillRightsEnd(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	w.User(deal.RoleFAD, w.BID, "admin@b.example.jp")
	signed := w.Published(nil) // with a contract, which remains when its buyer is disabled
	w.Negotiation(signed, w.BuyerB, w.BID, deal.NegotiationSigned, true)
	office, fad := w.SignInOffice("office@n.example.jp"), w.SignInOffice("admin@b.example.jp")
	row := w.Negotiation(w.Listing, w.BuyerB, w.BID, deal.NegotiationRealName, true)
	document := w.Document(w.Listing, "企業概要書", []byte(apptest.Pdf))
	w.Grant(document, row, map[string]any{"isDownload": true}).Want(200)
	sent := w.FinA.Upload(apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync",
		map[string]any{"buyerNegotiationId": row, "messageType": 2}, "資料.pdf",
		[]byte(apptest.Pdf)).Want(200).JSON()["buyerNegotiationMessageId"].(string)

	probes := map[string]string{
		"a count":               apptest.ProbePath,
		"a list":                "/api/SellerBusiness/SearchSellerBusinessAsync?limit=5",
		"a negotiation by name": apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + row,
		"an attachment":         apptest.NegotiationBase + "DownloadAttachedFile?buyerNegotiationMessageId=" + sent,
		"a document's opening": listing.DocumentPath + "ViewDocument?" +
			url.Values{"documentId": {document}, "buyerNegotiationId": {row}}.Encode(),
		"a document's file": listing.DocumentPath + "DownloadDocument?" +
			url.Values{"documentId": {document}, "buyerNegotiationId": {row}}.Encode(),
		"a document's properties": listing.DocumentPath + "GetGrantedDocumentList?buyerNegotiationId=" + row,
	}
	const betweenBanks = "an attachment" // of a channel that no buyer reads
	other := func(v *signedOn) *signedOn { return signOn(w.Marketplace.Banks.Platform, v.u) }
	deed := func(who *apptest.Caller, call string, more map[string]any) func(*signedOn) {
		return func(v *signedOn) {
			who.Post("/api/Office/"+call, apptest.With(map[string]any{"userId": v.u.ID, "version": v.u.Version}, more)).Want(200)
		}
	}
	change := func(do func(*store.User)) func(*signedOn) {
		return func(v *signedOn) {
			w.Write(func(tx *store.Tx) error {
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
		{"log-out", false, func(v *signedOn) { v.Post("/logout", nil).Want(200) }},
		{"log-out of a buyer", true, func(v *signedOn) { v.Post("/logout", nil).Want(200) }},
		{"disabled by the office", false, deed(office, "DisableUser", nil)},
		{"disabled by the administrator", false, deed(fad, "DisableUser", nil)},
		{"ended by the office", false, deed(office, "EndSessions", nil)},
		{"ended by the administrator", false, deed(fad, "EndSessions", nil)},
		{"another login ID", false, func(v *signedOn) {
			office.Send("PUT", "/api/Office/ChangeUserLoginId", map[string]any{"userId": v.u.ID, "version": v.u.Version,
				"loginId": "moved@b.example.jp", "reason": "異動"}).Want(200)
			fad.Post("/api/Office/ConfirmLoginChange", map[string]any{"userId": v.u.ID, "loginId": "moved@b.example.jp",
				"reason": "内線で確認"}).Want(200)
		}},
		{"blocked by its bank", true, func(v *signedOn) {
			w.FinB.Post("/api/BuyerCompanyUser/RegistUser", apptest.With(apptest.UserBody(w.BuyerB, v.u.LoginID),
				map[string]any{"userId": v.u.ID, "version": v.u.Version, "status": int(deal.UserBlocked)})).Want(200)
		}},
		{"unsubscribed by its bank", true, func(v *signedOn) {
			w.FinB.Post("/api/BuyerCompanyUser/RegistUser", apptest.With(apptest.UserBody(w.BuyerB, v.u.LoginID),
				map[string]any{"userId": v.u.ID, "version": v.u.Version, "status": int(deal.UserUnsubscribed)})).Want(200)
		}},
		{"another role", false, change(func(u *store.User) { u.Role = int(deal.RoleFAD) })},
		{"another institution's door", false, change(func(u *store.User) { u.Role = int(deal.RoleADM) })},
		{"password changed elsewhere", false, func(v *signedOn) {
			other(v).Send("PUT", of+"ChangeUserPassword", map[string]any{"password": apptest.TestPassword,
				"newPassword": "Mizuumi-no-Hotori-5"}).Want(200)
		}},
		{"password set by a link", false, func(v *signedOn) {
			w.Reset(v.u.LoginID).Want(200)
			w.SetByKey(w.MailedKey(v.u.LoginID), "Mizuumi-no-Hotori-6").Want(200)
		}},
		{"ended from another PC", false, func(v *signedOn) { other(v).Post(of+"EndSignIn", map[string]any{}).Want(200) }},
		{"second step set up elsewhere", false, func(v *signedOn) { other(v).Enrol(of) }},
		{"second step reset", false, func(v *signedOn) {
			v.Enrol(of)
			fad.Post("/api/Office/ResetSecondStep", map[string]any{"userId": v.u.ID, "comment": "紛失"}).Want(200)
		}},
		{"passkeys removed by an administrator", false, func(v *signedOn) {
			v.Register(of, "鍵", w.NewDevice()).Want(200)
			fad.Post("/api/Office/RemovePasskeys", map[string]any{"userId": v.u.ID, "comment": "紛失"}).Want(200)
		}},
		{"replay of its refresh token", false, func(v *signedOn) {
			v.renew().Want(200)
			w.Clock.Add(auth.RefreshGrace + time.Second)
			v.renew().Want(401)
		}},
		{"its company disabled by the office", true, func(*signedOn) {
			office.OfficeStatus(w.BuyerB, "disable").Want(200)
			w.MoveCompany(w.BuyerB, deal.CompanyEnabled) // enabling the company brings no session back
		}},
		{"its company out of use by whatever way", true, func(*signedOn) { w.MoveCompany(w.BuyerB, deal.CompanyDisabled) }},
		{"the end of its trial", true, func(*signedOn) { trialUntil(w.Marketplace.Banks.Platform, w.BuyerB, w.Clock.Now()) }},
		{"its institution stopped", false, func(*signedOn) { office.MoveInstitution(w.BID, "stop").Want(200) }},
		{"its bank stopped, of a buyer", true, func(*signedOn) { office.MoveInstitution(w.BID, "stop").Want(200) }},
	}
	for i, d := range deeds {
		if w.IsStopped(w.BID) { // by the call before
			office.MoveInstitution(w.BID, "resume").Want(200)
		}
		w.MoveCompany(w.BuyerB, deal.CompanyEnabled)
		trialUntil(w.Marketplace.Banks.Platform, w.BuyerB, time.Time{})
		w.SetNegotiation(row, func(n *store.Negotiation) { n.Status = int(deal.NegotiationRealName) })
		login, client, role := "victim"+string(rune('a'+i))+"@b.example.jp", w.BID, deal.RoleFIN
		if d.buyer {
			client, role = w.BuyerB, deal.RoleBUY
		}
		v := signOn(w.Marketplace.Banks.Platform, w.User(role, client, login))
		w.Read(func(q *store.Q) (err error) { v.u, err = q.User(v.u.ID); return err })
		probes := maps.Clone(probes)
		probes["a document's page"] = listing.DocumentPath + "ViewDocumentPage?" +
			url.Values{"documentId": {document}, "buyerNegotiationId": {row}, "page": {"1"}, "width": {"640"},
				"viewing": {v.ViewDocument(document, row).Want(200).JSON()["viewing"].(string)}}.Encode()
		for name, path := range probes {
			if r := v.Get(path); r.Status != 200 && !(d.buyer && name == betweenBanks) {
				t.Fatalf("%s: before, %s: %d %s", d.what, name, r.Status, r.Body)
			}
		}
		if d.end(v); t.Failed() {
			t.Fatal(d.what)
		}
		for name, path := range probes {
			if r := v.Get(path); r.Status != 401 || r.Body != apptest.ProblemBody(web.ErrUnauthorized) {
				t.Errorf("after %s, %s answers %d %s", d.what, name, r.Status, web.Truncate(r.Body, 200))
			}
		}
		if r := v.renew(); r.Status != 401 {
			t.Errorf("after %s, the refresh token answers %d", d.what, r.Status)
		}
	}
	// each request opens the document's page anew
	t.Logf("FIGURE rights end: %d deeds, %d kinds of request, the next request of each refused", len(deeds), len(probes)+1)
}

// TestDrillSignInStorm: more sign-ins at once than the machine can check wait in a limited queue;
// those that do not fit are told when to try again, and signed-in users can go on working.
func TestDrillSignInStorm(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.App.Hasher = auth.NewHasher(p.App.Keys, 2, auth.Cost{}) // independent of the machine's cores: with more, more sign-ins fit
	bank := p.Institution("9981", "湊星銀行")
	p.User(deal.RoleFIN, bank, "fin@a.example.jp")
	working := p.SignIn("fin@a.example.jp")
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
			if r := working.Get(apptest.ProbePath); r.Status != http.StatusOK {
				t.Errorf("who is signed in: %d %s", r.Status, r.Body)
				return
			}
			reads++
		}
	}()
	answers := apptest.Together(250, func(int) apptest.Result {
		return p.Sign("fin@a.example.jp", apptest.TestPassword)
	})
	close(stop)
	<-done
	in, busy := 0, 0
	for _, r := range answers {
		switch r.Status {
		case 200:
			in++
		case 503:
			busy++
			if r.Header.Get("Retry-After") == "" || r.JSON()["code"] != "busy" {
				t.Errorf("%v %s", r.Header, r.Body)
			}
		default:
			t.Errorf("%d %s", r.Status, r.Body)
		}
	}
	if in == 0 || busy == 0 || reads == 0 {
		t.Errorf("%d came in, %d were told to come back, %d reads meanwhile", in, busy, reads)
	}
	t.Logf("FIGURE storm of 250 sign-ins at once: %d in, %d answered 503 with Retry-After, %d reads of another user meanwhile, none refused",
		in, busy, reads)
}
