package app_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tsunagu/app"
	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/demo"
	"tsunagu/app/score"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
	"tsunagu/store/storetest"
)

// searchWorld is the demo network with random changes.
type searchWorld struct {
	*apptest.Platform
	r         *rand.Rand
	banks     []string
	viewers   []store.Viewer
	teams     []store.Viewer // those of a bank that shows its records to their teams alone
	companies []store.Company
	listings  []store.Listing
	bankUsers []*apptest.Caller
	persons   []string // users of banks
	buyers    []*apptest.Caller
	signedIn  time.Time
	working   []string              // institutions whose users make calls
	signing   []string              // companies whose users make calls
	answers   int                   // compared answers with rows
	scored    [2]int                // listings and buyers with a score
	compared  [3]int                // pairs: neighbouring classes, words that meet, limited
	bargains  int                   // negotiations that were found
	said      int                   // number of times that an index was read from its file
	asked     []negotiationQuestion // the latest searches
}

func newDemoWorld(t testing.TB) *apptest.Platform {
	clock := &storetest.Clock{}
	s := storetest.New(t, clock)
	keys, err := auth.LoadKeys(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	p := &apptest.Platform{T: t, App: app.New(web.Config{Store: s, Keys: keys, BaseURL: "http://localhost:8080",
		MailFrom: "office@demo.example.jp", Demo: true, PasswordCost: apptest.PasswordCost}), Clock: clock}
	p.App.ResetAnswerTime = -1
	if err := demo.In(p.App.Platform).BuildDemo(context.Background(), os.DirFS("../testdata/demo")); err != nil {
		t.Fatal(err)
	}
	return p
}

func newSearchWorld(t *testing.T, seed uint64) *searchWorld {
	w := &searchWorld{Platform: newDemoWorld(t), r: newSource(seed)}
	w.look()
	w.Write(func(tx *store.Tx) error { return tx.SetTeamOnly(w.working[0], true) })
	w.look()
	return w
}

// look reads the users and records that exist now.
func (w *searchWorld) look() {
	w.T.Helper()
	w.banks, w.viewers, w.companies, w.listings, w.persons, w.teams = nil, nil, nil, nil, nil, nil
	w.Read(func(q *store.Q) error {
		q = q.Plain()
		var err error
		if w.working, err = clientsOf(q, "fin-a@demo.example.jp", "fin-b@demo.example.jp"); err != nil {
			return err
		}
		if w.signing, err = clientsOf(q, "buy-a@demo.example.jp", "buy-b@demo.example.jp"); err != nil {
			return err
		}
		institutions, err := q.InstitutionNames()
		if err != nil {
			return err
		}
		for id := range institutions {
			w.banks = append(w.banks, id)
		}
		for _, id := range w.banks {
			v := store.Viewer{UserID: "user of " + id, InstitutionID: id}
			w.viewers = append(w.viewers, v)
			users, err := q.UsersOf(id, int(deal.RoleFIN))
			if err != nil {
				return err
			}
			for i := range users {
				if err := w.person(q, id, users[i].ID); err != nil {
					return err
				}
			}
			for _, kind := range []int{store.Buyer, store.Seller} {
				found, _, err := q.SearchCompanies(v, &store.CompanySearch{Kind: kind, IsOwn: true, Limit: deal.LimitAll})
				if err != nil {
					return err
				}
				for _, c := range found {
					w.companies = append(w.companies, c.Company)
					if kind == store.Buyer {
						w.viewers = append(w.viewers, store.Viewer{UserID: "user of " + c.ID, InstitutionID: id, BuyerID: c.ID})
					}
				}
			}
			found, _, err := q.SearchListings(v, &store.ListingSearch{IsOwn: true, Limit: deal.LimitAll})
			if err != nil {
				return err
			}
			for _, l := range found {
				w.listings = append(w.listings, l.Listing)
			}
		}
		return nil
	})
}

// some draws a few of the values, sometimes none (nil).
func some[T any](r *rand.Rand, of []T, upTo int) []T {
	if r.IntN(4) > 0 {
		return nil
	}
	out := []T{}
	for range r.IntN(upTo + 1) {
		out = append(out, demo.One(r, of))
	}
	return out
}

func (w *searchWorld) chance(of int) bool { return w.r.IntN(of) == 0 }

func (w *searchWorld) prefecture() string { return demo.One(w.r, master.Prefectures()).Code }

func (w *searchWorld) industry() string {
	return demo.One(w.r, []string{w.nearClass(), demo.One(w.r, demo.One(w.r, master.Industries()).Small).Code})
}

func (w *searchWorld) industries() []string {
	seen, out := map[string]bool{}, []string{}
	for range w.r.IntN(4) {
		if code := w.industry(); !seen[code] {
			seen[code], out = true, append(out, code)
		}
	}
	return out
}

func (w *searchWorld) day() string {
	return w.Clock.Now().In(store.JST).AddDate(0, 0, w.r.IntN(120)-60).Format(time.DateOnly)
}

func (w *searchWorld) number() *int64 {
	if w.chance(3) {
		return nil
	}
	n := int64(w.r.IntN(60))
	return &n
}

// Words that are in the demo's texts, and some that are nowhere.
var wordsSought = []string{"製造", "老人ホーム", "プレス", "レストラン",
	"東海", "加工", "介", "の", "%", "_", "a", "ないことば", "社", "食品", "部品の加工", "-", " ", "運送業", "ばいおまいくろ", "承継を", "。"}

func (w *searchWorld) text() string {
	return master.Fold(demo.One(w.r, wordsSought) + demo.One(w.r, wordsSought) + fmt.Sprint(w.r.IntN(30)) + demo.One(w.r, wordsSought))
}

// word is one of them, or a few characters of an existing text.
func (w *searchWorld) word() string {
	if w.chance(2) {
		return master.Fold(demo.One(w.r, wordsSought))
	}
	text := []rune(w.text())
	from := w.r.IntN(len(text))
	return strings.TrimSpace(string(text[from:min(len(text), from+1+w.r.IntN(6))]))
}

var errThrownAway = errors.New("thrown away")

// happen makes a few random changes in one transaction, which sometimes fails at its end.
func (w *searchWorld) happen() {
	w.T.Helper()
	fails := w.chance(5)
	err := w.App.Store.Write(context.Background(), func(tx *store.Tx) error {
		if w.chance(6) { // with a time in the past
			tx = tx.At(tx.Now().Add(-time.Duration(w.r.IntN(1000)) * time.Hour))
		}
		for range 1 + w.r.IntN(4) {
			if err := w.write1(tx); err != nil && !errors.Is(err, store.ErrNotFound) && !errors.Is(err, store.ErrStale) &&
				!errors.Is(err, store.ErrDuplicate) {
				return err
			}
		}
		if fails {
			return errThrownAway
		}
		return nil
	})
	if fails != errors.Is(err, errThrownAway) || err != nil && !fails {
		w.T.Fatal(err)
	}
}

func (w *searchWorld) write1(tx *store.Tx) error {
	c, err := tx.CompanyOf(demo.One(w.r, w.companies).ID)
	if err != nil {
		return err
	}
	own := demo.One(w.r, w.listings)
	l, err := tx.Listing(store.Viewer{InstitutionID: own.InstitutionID}, own.ID)
	if err != nil {
		return err
	}
	switch w.r.IntN(19) {
	case 18:
		return w.changeWords(tx)
	case 17:
		return w.moveTeam(tx, c, l)
	case 0:
		c = &store.Company{Kind: 1 + w.r.IntN(2), InstitutionID: demo.One(w.r, w.banks)}
		w.shape(c)
		if err := tx.CreateCompany(c, ""); err != nil {
			return err
		}
		w.companies = append(w.companies, *c)
		return tx.PutCompanyDetails(&store.CompanyDetails{CompanyID: c.ID, CompanyName: "会社", NameFolded: w.text()}, "")
	case 1:
		w.shape(c)
		if slices.Contains(w.signing, c.ID) { // to disable it would sign its user out
			c.Status, c.IsTrial, c.TrialUntil = int(deal.CompanyEnabled), false, time.Time{}
		}
		return tx.UpdateCompany(c, "")
	case 2:
		// Moved to another bank, but not if its user makes calls: a stopped bank would sign that user
		// out.
		if w.chance(3) && !slices.Contains(w.signing, c.ID) {
			c.InstitutionID = demo.One(w.r, w.banks)
		}
		return tx.UpdateCompany(c, "")
	case 3:
		d, err := tx.CompanyDetails(c.ID)
		if err != nil {
			return err
		}
		d.NameFolded = w.text()
		return tx.PutCompanyDetails(d, "")
	case 4:
		if c.Kind != store.Buyer { // a seller has none
			return nil
		}
		n := &store.Needs{ClientID: c.ID, ClientType: 1, Title: "求む", FreeTextFolded: w.text() + master.Fold(w.about()), Status: 1}
		w.wish(n)
		return tx.CreateNeeds(n, "")
	case 5:
		ns, err := tx.NeedsOfCompany(store.Viewer{InstitutionID: c.InstitutionID}, c.ID)
		if err != nil || len(ns) == 0 {
			return err
		}
		n := demo.One(w.r, ns)
		n.Status, n.FreeTextFolded = w.r.IntN(2), w.text()+master.Fold(w.about())
		w.wish(&n)
		return tx.UpdateNeeds(&n, "")
	case 6, 7:
		l.Status, l.IsSuspended = w.r.IntN(5), w.chance(3)
		l.ConcludedAt = time.Time{}
		if l.Status == 2 {
			l.ConcludedAt = tx.Now().AddDate(0, -w.r.IntN(8), w.r.IntN(9)-4)
		}
		if w.chance(2) {
			l.PublishedAt = tx.Now()
		}
		return tx.UpdateListing(l, "")
	case 8, 9:
		side := 1 + w.r.IntN(2)
		p, err := tx.ListingContent(l.ID, store.Working)
		if err != nil {
			return err
		}
		p.BusinessName, p.FreeTextFolded, p.SalesAmount, p.OperatingProfitBand, p.SalesPrice, p.SalesPriceTo = w.text(), w.searchable(), w.r.IntN(9), w.r.IntN(6), w.r.IntN(8), w.r.IntN(10)
		p.Description = w.about()
		p.ManagersFrom, p.ManagersTo, p.StartDate, p.DueDate = w.number(), w.number(), w.day(), w.day()
		p.PrefectureCode, p.Region, p.IsPrefecturePublic, p.IsLimited, p.IsRest, p.IndustryTypes = w.prefecture(), w.r.IntN(10), w.chance(2), w.chance(4), w.chance(3), w.industries()
		if w.chance(6) { // only the region, without a prefecture
			p.PrefectureCode = ""
		}
		p.PublicRegion, p.RestFinancial = nil, nil
		if w.chance(3) {
			p.PublicRegion = w.keys(w.regions())
		}
		p.WillingnessToSell, p.SalesAsset, p.NegotiationTarget, p.AssignmentReason = w.r.IntN(4), w.keys([]int{1, 2, 3}), w.keys([]int{1, 2, 3,
			score.SchemeOpen}), w.keys([]int{1, 2})
		if p.IsRest {
			p.RestFinancial = []string{demo.One(w.r, w.banks)}
		}
		if side == store.Published && w.chance(2) {
			l.PublishedAt = tx.Now()
			if err := tx.UpdateListing(l, ""); err != nil {
				return err
			}
		}
		return tx.PutListingContent(l.ID, side, p)
	case 15: // whom the listing's owner wants to be avoided, and no more
		d, err := tx.CompanyDetails(c.ID)
		if err != nil {
			return err
		}
		on, err := tx.AvoidedCompanies(store.Viewer{InstitutionID: l.InstitutionID}, l.CompanyID, false, 100)
		if err != nil {
			return err
		}
		for i := range on {
			if on[i].NameFolded == d.NameFolded {
				return tx.RemoveAvoidedCompany(&on[i], "", "")
			}
		}
		return tx.CreateAvoidedCompany(&store.AvoidedCompany{CompanyID: l.CompanyID, Name: "会社", NameFolded: d.NameFolded}, "")
	case 16: // when its bank turns to the company next
		a, err := tx.CompanyNextAction(store.Viewer{InstitutionID: c.InstitutionID}, c.ID)
		if err != nil {
			return err
		}
		a.Day = demo.One(w.r, []string{"", deal.AddDays(tx.Now(), w.r.IntN(9)-4), deal.AddDays(tx.Now(), w.r.IntN(9)-4)})
		return tx.PutCompanyNextAction(a, "")
	case 10:
		if c.Kind != store.Buyer {
			return nil
		}
		n, err := tx.NegotiationOf(l.ID, c.ID)
		if errors.Is(err, store.ErrNotFound) {
			return tx.CreateNegotiation(&store.Negotiation{ListingID: l.ID, BuyerCompanyID: c.ID, BFID: c.InstitutionID, SFID: l.InstitutionID,
				Status: w.r.IntN(6), OfferSendStatus: w.r.IntN(5)}, "")
		}
		if err != nil {
			return err
		}
		n.Status, n.OfferSendStatus = demo.One(w.r, []int{0, 1, 2, 3, 4, 5, 9}), w.r.IntN(5)
		w.changeNegotiation(tx, n)
		if err := tx.UpdateNegotiation(n, "", store.SideBF); err != nil {
			return err
		}
		if w.chance(2) {
			return tx.MarkRead(n.ID, demo.One(w.r, []string{store.SideBuyer, store.SideBF, store.SideSF}), 0, "", "u")
		}
		return tx.CreateMessage(&store.Message{NegotiationID: n.ID, MessageType: 1 + w.r.IntN(2), OriginatorType: 1 + w.r.IntN(3), Body: "伝言"})
	case 12:
		n, err := tx.NegotiationOf(l.ID, c.ID)
		if err != nil {
			return err
		}
		n.InterestStatus, n.IsConsent = w.r.IntN(3), w.chance(2)
		if w.changeNegotiation(tx, n); w.chance(12) {
			return tx.ForgetNegotiation(n.ID)
		}
		if w.chance(3) {
			p := &store.Paper{Kind: demo.One(w.r, []string{store.PaperRealNameConsent, store.PaperOwnerConsent}), SubjectID: n.ID,
				InstitutionID: demo.One(w.r, []string{n.BFID, n.SFID}), RequestedBy: "user of " + n.BFID}
			if err := tx.CreatePaper(p); err != nil {
				return err
			}
		}
		if err := tx.UpdateNegotiation(n, "", store.SideBF); err != nil {
			return err
		}
		return tx.PutMilestone(&store.Milestone{NegotiationID: n.ID, Kind: 1 + w.r.IntN(6), Date: w.day(), Side: store.SideBF}, "u")
	case 13:
		if !w.chance(4) { // not often, as it clears every cache
			return nil
		}
		i, err := tx.Institution(demo.One(w.r, w.banks))
		if err != nil {
			return err
		}
		i.ShortName = "銀行" + strconv.Itoa(w.r.IntN(99))
		stopped, err := tx.StoppedInstitutions()
		if err != nil {
			return err
		}
		switch { // one at a time, and not for long: something must remain to be found
		case len(stopped) > 0:
			if i, err = tx.Institution(stopped[0]); err != nil {
				return err
			}
			i.Status = int(deal.InstitutionRunning)
		case !slices.Contains(w.working, i.ID):
			i.Status = int(deal.InstitutionStopped)
		}
		return tx.UpdateInstitution(i, "")
	case 11:
		v := demo.One(w.r, w.viewers)
		if v.IsBuyer() || w.chance(2) {
			return tx.AddUserAction(v.UserID, l.ID, 2, 0)
		}
		list := &store.LongList{InstitutionID: l.InstitutionID, ListingID: l.ID, Name: "候補"}
		if err := tx.CreateLongList(list, ""); err != nil {
			return err
		}
		return tx.PutLongListCompanies(list.ID, []string{c.ID})
	}
	if w.chance(2) {
		return tx.HandOverAudience(l.ID, demo.One(w.r, w.banks), demo.One(w.r, w.banks))
	}
	return tx.KeepOut(demo.One(w.r, w.banks))
}

// changeNegotiation changes values of a negotiation on which no listing depends; sometimes its parties.
func (w *searchWorld) changeNegotiation(tx *store.Tx, n *store.Negotiation) {
	day := func() string { return demo.One(w.r, []string{"", deal.AddDays(tx.Now(), w.r.IntN(9)-4)}) }
	sometimes := func() time.Time { return demo.One(w.r, []time.Time{{}, tx.Now(), tx.Now().Add(-time.Hour)}) }
	n.InterestStatus, n.FinancialSupportStatus, n.SellerApprovalStatus, n.ContractProposedBy = w.r.IntN(3), w.r.IntN(10), w.r.IntN(4), demo.One(w.r, []string{"", "bf", "sf"})
	n.NextActionBF, n.NextActionSF, n.EndedFrom, n.IsDisposalDone = day(), day(), w.r.IntN(3), w.chance(2)
	n.StartedAt, n.OfferedAt, n.ReopenAskedAt, n.StatusAt = sometimes(), sometimes(), sometimes(), tx.Now()
	if w.chance(4) {
		n.BFID = demo.One(w.r, w.banks)
	}
	if w.chance(4) {
		n.SFID = demo.One(w.r, w.banks)
	}
}

// wish changes the values of a need.
func (w *searchWorld) wish(n *store.Needs) {
	n.AcquisitionPrice, n.AcquisitionPriceTo, n.AcquisitionAnnualSales, n.AcquisitionDeadline = w.r.IntN(8), w.r.IntN(10), w.r.IntN(9), w.r.IntN(7)
	n.ManagersFrom, n.ManagersTo = w.number(), w.number()
	n.NeedsLists = store.NeedsLists{AcquisitionIndustry: w.classes(), NegotiationTarget: w.keys([]int{1, 2, 3, score.SchemeOpen}),
		AcquisitionAsset: w.keys([]int{1, 2, 3}), AcquisitionRegionArea: w.keys(w.regions())}
	for range w.r.IntN(3) {
		if code := w.prefecture(); !slices.Contains(n.AcquisitionRegion, code) {
			n.AcquisitionRegion = append(n.AcquisitionRegion, code)
		}
	}
}

// keys are some keys of a master's items.
func (w *searchWorld) keys(of []int) (out []int) {
	for range w.r.IntN(3) {
		if k := demo.One(w.r, of); !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

func (w *searchWorld) regions() []int { return []int{1, 2, 3, 4, 5, 6, 7, 8, 9, deal.RegionAnywhere} }

// shape changes the values of a company.
func (w *searchWorld) shape(c *store.Company) {
	c.Status, c.SalesAmount, c.PrefectureCode, c.IsTrial, c.IndustryTypes = w.r.IntN(5), w.r.IntN(10), w.prefecture(), w.chance(5), w.industries()
	c.TrialUntil = time.Time{}
	if c.IsTrial {
		c.TrialUntil = w.Clock.Now().Add(time.Duration(w.r.IntN(40)-20) * time.Hour)
	}
}

// deed makes one of the product's own calls over HTTP; a refused one changes nothing.
func (w *searchWorld) deed() {
	if now := w.Clock.Now(); now.Sub(w.signedIn) > time.Minute {
		w.signedIn, w.bankUsers, w.buyers = now, nil, nil
		for _, login := range []string{"fin-a@demo.example.jp", "fin-b@demo.example.jp"} {
			w.bankUsers = append(w.bankUsers, &apptest.Caller{P: w.Platform, Token: benchToken(w.T, w.App, login)})
		}
		for _, login := range []string{"buy-a@demo.example.jp", "buy-b@demo.example.jp"} {
			w.buyers = append(w.buyers, &apptest.Caller{P: w.Platform, Token: benchToken(w.T, w.App, login)})
		}
	}
	bank, buyer := demo.One(w.r, w.bankUsers), demo.One(w.r, w.buyers)
	listing, company := demo.One(w.r, w.listings).ID, demo.One(w.r, w.companies).ID
	switch w.r.IntN(7) {
	case 0:
		bank.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync",
			apptest.With(apptest.OverviewBody, map[string]any{"salesAmount": 1 + w.r.IntN(6)})).Want(200)
	case 1:
		bank.Post("/api/Needs/RegistNeeds", apptest.With(apptest.NeedsBody, map[string]any{"clientId": company, "title": "譲受け" + strconv.Itoa(w.r.IntN(99))}))
	case 2:
		buyer.Post("/api/UserAction/Regist", map[string]any{"actionTypes": []int{2}, "sellerBusinessId": listing})
	case 3:
		buyer.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": listing})
	case 4:
		bank.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
			map[string]any{"sellerBusinessId": listing, "buyerCompanyId": company})
	case 5:
		bank.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync",
			apptest.With(apptest.ListingOverviewBody, map[string]any{"companyId": company}))
	case 6:
		buyer.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + listing)
	}
}

func newSource(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, seed)) }
