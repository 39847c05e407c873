package demo

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/store"
)

// DemoSize is how large a demo network is to be, including the small demo that it contains.
type DemoSize struct{ Companies, Listings, Negotiations int }

// GrowDemo fills the demo network up to a size with companies, listings and negotiations, whose
// values are random mixtures of the demo's. It writes final rows instead of calling the rooms'
// functions: these rows have no history and no mail, and their users cannot sign in. The store is
// open without its search index, which would otherwise have to follow every row.
func (a Room) GrowDemo(ctx context.Context, world fs.FS, size DemoSize, progress func(what string, done, of int)) error {
	g := &growth{a: a, ctx: ctx, r: rand.New(rand.NewPCG(1, 2)), progress: progress, taken: map[[2]int32]bool{}, places: newGrownPlaces()}
	if err := g.learn(world); err != nil {
		return err
	}
	// All users get the same hash, of a random password that is not kept.
	var err error
	if g.password, err = a.Hasher.Hash(ctx, auth.NewSecret()); err != nil {
		return err
	}
	if err := a.Store.Fill(ctx, func() error { return g.grow(size) }); err != nil {
		return err
	}
	if err := a.Store.Optimize(ctx); err != nil {
		return err
	}
	// Jobs are planned as in a network that has run for long. In the small demo they all run at once,
	// to have something to show; here that would take a quarter of an hour.
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		for _, j := range a.Jobs() {
			if err := tx.PutJob(&store.Job{Name: j.Name, Next: j.Next(tx.Now())}); err != nil {
				return err
			}
		}
		return nil
	})
}

func (g *growth) grow(size DemoSize) error {
	if err := g.banksUpTo(size.Companies / 2000); err != nil {
		return err
	}
	// A third of the companies are sellers, if that is enough for one seller per listing.
	have := g.companies
	sellers := max((size.Companies-have)/3, min(size.Listings-g.listed-len(g.sellers), size.Companies-have))
	steps := []struct {
		what string
		n    int
		one  func(tx *store.Tx, part float64) error
	}{
		{"売手企業", sellers, func(tx *store.Tx, part float64) error { return g.company(tx, store.Seller, part) }},
		{"買手企業", size.Companies - have - sellers, func(tx *store.Tx, part float64) error { return g.company(tx, store.Buyer, part) }},
		{"売却案件", size.Listings - g.listed, g.listing},
		{"交渉", size.Negotiations - g.negotiations, g.negotiation},
	}
	for _, s := range steps {
		if err := g.many(s.what, s.n, s.one); err != nil {
			return fmt.Errorf("%s: %w", s.what, err)
		}
	}
	return nil
}

// growth is the state of filling a network.
type growth struct {
	a        Room
	ctx      context.Context
	r        *rand.Rand
	progress func(what string, done, of int)

	// The values that are mixed.
	stems, suffixes []string
	records         [3][]store.CompanyRecord // by kind
	needs           []store.Needs
	contents        []store.ListingContent
	password        string // the hash of all users' password

	places       *grownPlaces
	banks        []grownBank // the large ones first
	buyers       []grown
	sellers      []grown
	listings     []grown
	nextSeller   int
	companies    int // existing companies
	listed       int // existing listings, published or not
	negotiations int
	taken        map[[2]int32]bool // pairs of listing and buyer with a negotiation
}

// grown is a row and the institution in charge of it.
type grown struct {
	id         string
	bank       int32
	prefecture string
}

// grownBank is an institution and the prefecture of most of its companies; "" is none in
// particular.
type grownBank struct{ id, home string }

const (
	grownAtOnce = 2000
	grownDays   = 2 * 365 // the rows' dates lie in this many days
	grownUsers  = 16      // one of so many enabled buyers has a user of its own
)

// many writes n rows, several per transaction; part is the share of the rows written so far.
func (g *growth) many(what string, n int, one func(tx *store.Tx, part float64) error) error {
	for done := 0; done < n; {
		if err := g.ctx.Err(); err != nil {
			return err
		}
		g.progress(what, done, n)
		// WithoutCancel: with a context that can end, every statement would need a goroutine that waits
		// for it.
		if err := g.a.Store.Write(context.WithoutCancel(g.ctx), func(tx *store.Tx) error {
			for range min(grownAtOnce, n-done) {
				part := float64(done) / float64(n)
				past := time.Duration((1-part)*grownDays*24*float64(time.Hour)) + time.Duration(g.r.IntN(12*60))*time.Minute
				if err := one(tx.At(tx.Now().Add(-past)), part); err != nil {
					return err
				}
				done++
			}
			return nil
		}); err != nil {
			return err
		}
	}
	if n > 0 {
		g.progress(what, n, n)
	}
	return nil
}

// learn reads the values of the small demo.
func (g *growth) learn(world fs.FS) error {
	stems, err := column(world, "company_stems.csv", "stem")
	if err != nil {
		return err
	}
	suffixes, err := column(world, "industry_profiles.csv", "name_suffixes")
	if err != nil {
		return err
	}
	g.stems = stems
	for _, s := range suffixes {
		g.suffixes = append(g.suffixes, strings.Split(s, ";")...)
	}
	return g.a.Store.Read(g.ctx, func(q *store.Q) error {
		names, err := q.InstitutionNames()
		if err != nil {
			return err
		}
		for id := range names {
			g.banks = append(g.banks, grownBank{id: id})
		}
		// Those whose users have logins are among the large ones.
		slices.SortFunc(g.banks, func(x, y grownBank) int { return cmp.Compare(names[x.id], names[y.id]) })
		for bank, b := range g.banks {
			if err := g.learnBank(q, int32(bank), store.Viewer{InstitutionID: b.id}); err != nil {
				return err
			}
		}
		return nil
	})
}

// banksUpTo adds institutions until there are n.
func (g *growth) banksUpTo(n int) error {
	return g.many("金融機関", max(min(n, 600)-len(g.banks), 0), func(tx *store.Tx, _ float64) error {
		i, home := len(g.banks), g.places.prefecture(g.r)
		name := g.stems[i%len(g.stems)] + One(g.r, []string{"銀行", "信用金庫", "信用組合"})
		x := &store.Institution{Code: fmt.Sprintf("G%03d", i), Name: name, ShortName: name, Type: One(g.r, []int{2, 6}), Status: 1,
			HandlingBusiness: []int{1, 2, 3}, SalesRegion: []int{}, ResponsibleDept: "事業承継支援部"}
		err := tx.CreateInstitution(x, "")
		g.banks = append(g.banks, grownBank{x.ID, home})
		return err
	})
}

func (g *growth) learnBank(q *store.Q, bank int32, v store.Viewer) error {
	for kind, into := range map[int]*[]grown{store.Buyer: &g.buyers, store.Seller: &g.sellers} {
		if err := q.EachMaintained(v, &store.CompanySearch{Kind: kind, IsOwn: true}, func(batch []store.CompanyRecord) error {
			g.companies += len(batch)
			for _, c := range batch {
				if !c.IsTrial && c.HasDetails {
					g.records[kind] = append(g.records[kind], c)
				}
				if kind == store.Seller || c.Status == int(deal.CompanyEnabled) && !c.IsTrial {
					*into = append(*into, grown{c.ID, bank, c.PrefectureCode})
				}
				needs, err := q.NeedsOfCompany(v, c.ID)
				if err != nil {
					return err
				}
				g.needs = append(g.needs, needs...)
			}
			return nil
		}); err != nil {
			return err
		}
	}
	found, _, err := q.SearchListings(v, &store.ListingSearch{IsOwn: true, Limit: deal.LimitAll})
	if err != nil {
		return err
	}
	g.listed += len(found)
	for _, l := range found {
		g.contents = append(g.contents, l.Content)
		if !l.PublishedAt.IsZero() { // nobody can have asked for an unpublished one
			g.listings = append(g.listings, grown{l.ID, bank, l.Content.PrefectureCode})
		}
	}
	rows, err := q.CountNegotiations(v)
	g.negotiations += rows
	return err
}

// bank draws an institution: the first ones are large, the many others small.
func (g *growth) bank() int32 {
	x := g.r.Float64()
	return int32(float64(len(g.banks)) * x * x * x)
}

func (g *growth) company(tx *store.Tx, kind int, _ float64) error {
	record, bank := One(g.r, g.records[kind]), g.bank()
	place := g.places.of(g.r, g.banks[bank].home)
	c, d := record.Company, record.Details
	c.ID, c.InstitutionID, c.Stamp = "", g.banks[bank].id, store.Stamp{}
	c.Region, c.PrefectureCode, c.CityCode = place.region, place.PrefectureCode, place.CityCode
	if g.r.IntN(3) == 0 {
		c.SalesAmount = One(g.r, g.records[kind]).SalesAmount
	}
	c.Status = int(deal.CompanyEnabled)
	if g.r.IntN(8) == 0 {
		c.Status = int(deal.CompanyDisabled)
	}
	if err := tx.CreateCompany(&c, ""); err != nil {
		return err
	}
	d.CompanyID, d.Stamp = c.ID, store.Stamp{}
	d.CompanyName = One(g.r, g.stems) + One(g.r, g.suffixes) + "株式会社"
	d.NameFolded, d.CorporateRegistrationNumber = company.FoldCompanyName(d.CompanyName), ""
	d.PostalCode, d.PrefectureCode, d.PrefectureName, d.CityCode, d.CityName, d.TownCode, d.TownName = place.postalCode, place.PrefectureCode, place.PrefectureName, place.CityCode, place.CityName, place.TownCode, place.TownName
	if err := tx.PutCompanyDetails(&d, ""); err != nil {
		return err
	}
	if kind == store.Seller {
		g.sellers = append(g.sellers, grown{c.ID, bank, c.PrefectureCode})
		return nil
	}
	if c.Status == int(deal.CompanyEnabled) {
		g.buyers = append(g.buyers, grown{c.ID, bank, c.PrefectureCode})
		if len(g.buyers)%grownUsers == 0 {
			if err := g.user(tx, &c, d.RepresentativeName); err != nil {
				return err
			}
		}
	}
	for range []int{0, 1, 1, 1, 2}[g.r.IntN(5)] {
		n, other := One(g.r, g.needs), One(g.r, g.needs)
		n.ID, n.ClientID, n.Status, n.Stamp = "", c.ID, 1, store.Stamp{}
		n.AcquisitionPrice, n.AcquisitionPriceTo, n.AcquisitionRegion, n.AcquisitionRegionArea = other.AcquisitionPrice, other.AcquisitionPriceTo, other.AcquisitionRegion, other.AcquisitionRegionArea
		if err := tx.CreateNeeds(&n, ""); err != nil {
			return err
		}
	}
	return nil
}

// user creates a buyer's user, who receives the mails that a buyer gets.
func (g *growth) user(tx *store.Tx, c *store.Company, name string) error {
	login := fmt.Sprintf("grown-%06d@buyers.example.jp", len(g.buyers))
	return tx.CreateUser(&store.User{Role: int(deal.RoleBUY), ClientType: 1, ClientID: c.ID, LoginID: login,
		LoginFolded: auth.FoldLoginID(login), UserName: name, Position: "代表取締役",
		Status: int(deal.UserEnabled), SystemType: int(deal.SystemUser), UserType: int(deal.UserTypeBUY), MemberType: c.MemberType,
		RegistType: int(deal.RegistFinancialInstitution), RegistSendMail: true,
		PasswordHash: g.password, PasswordChanged: tx.Now()}, "")
}

// listing creates a listing of the next seller: most are public and of the last months.
func (g *growth) listing(tx *store.Tx, part float64) error {
	seller := g.sellers[g.nextSeller%len(g.sellers)]
	g.nextSeller++
	c, other := One(g.r, g.contents), One(g.r, g.contents)
	l := &store.Listing{CompanyID: seller.id, InstitutionID: g.banks[seller.bank].id, Status: int(deal.ListingShowing)}
	switch x := g.r.Float64(); {
	case x < 0.08:
		l.Status = int(deal.ListingUnapproved)
	case x < 0.13:
		l.Status = int(deal.ListingDisabled)
	case x < 0.15+0.35*(1-part):
		l.Status = int(deal.ListingConcluded)
	}
	now := g.a.Store.Now()
	c.SalesPrice, c.SalesPriceTo, c.ManagersFrom, c.ManagersTo, c.IsLimited, c.IsRest, c.RestFinancial = other.SalesPrice, other.SalesPriceTo, other.ManagersFrom, other.ManagersTo, g.r.IntN(20) == 0, g.r.IntN(12) == 0, nil
	if sentences := strings.SplitAfterN(other.Description, "。", 2); len(sentences) == 2 {
		if first, _, ok := strings.Cut(c.Description, "。"); ok {
			c.Description = first + "。" + sentences[1]
		}
	}
	g.places.move(&c, g.places.of(g.r, seller.prefecture))
	c.StartDate = tx.Now().In(store.JST).Format(time.DateOnly)
	c.DueDate = now.In(store.JST).AddDate(0, 0, g.r.IntN(400)-60).Format(time.DateOnly)
	if c.IsRest {
		for range 1 + g.r.IntN(4) {
			if id := g.banks[g.bank()].id; id != l.InstitutionID && !slices.Contains(c.RestFinancial, id) {
				c.RestFinancial = append(c.RestFinancial, id)
			}
		}
	}
	c.FreeTextFolded = listing.SearchText(&c)
	if l.Status != int(deal.ListingUnapproved) {
		l.PublishedAt, l.ApprovedAt = tx.Now(), tx.Now()
	}
	if l.Status == int(deal.ListingConcluded) {
		l.ConcludedAt = tx.Now().Add(time.Duration(g.r.Float64() * float64(now.Sub(tx.Now()))))
	}
	if err := tx.CreateListing(l, &c, ""); err != nil {
		return err
	}
	if l.Status == int(deal.ListingUnapproved) {
		return nil
	}
	g.listings = append(g.listings, grown{l.ID, seller.bank, c.PrefectureCode})
	return tx.PutListingContent(l.ID, store.Published, &c)
}

// negotiation creates a negotiation between a listing and a buyer; some listings have far more than
// others.
func (g *growth) negotiation(tx *store.Tx, _ float64) error {
	var l, b int32
	for {
		x := g.r.Float64()
		l, b = int32(float64(len(g.listings))*x*x), int32(g.r.IntN(len(g.buyers)))
		if !g.taken[[2]int32{l, b}] {
			break
		}
	}
	g.taken[[2]int32{l, b}] = true
	listing, buyer, status := g.listings[l], g.buyers[b], One(g.r, []int{0, 0, 0, 0, 1, 1, 1, 2, 3, 3, 4, 5, 9, 9, 9})
	if status >= 1 && status <= 4 { // moved recently: otherwise the first job would send a reminder for each
		tx = tx.At(g.a.Store.Now().Add(-time.Duration(g.r.IntN(12*24)) * time.Hour))
	}
	if _, err := tx.NegotiationOf(listing.id, buyer.id); err == nil {
		return nil // the small demo has this pair already
	}
	n := &store.Negotiation{ListingID: listing.id, BuyerCompanyID: buyer.id, SFID: g.banks[listing.bank].id, BFID: g.banks[buyer.bank].id,
		Status: status}
	if g.r.IntN(4) == 0 {
		n.OfferSendStatus, n.OfferedAt = 1+g.r.IntN(3), tx.Now()
	}
	if n.Status > 0 {
		n.StartedAt, n.IsConsent, n.ConsentAt = tx.Now(), true, tx.Now()
	}
	if s := deal.NegotiationStatus(n.Status); s.NamesOpen() {
		n.RealNameConsentAt, n.RealNameRequestedAt, n.SellerApprovalAt, n.ApprovedAt = tx.Now(), tx.Now(), tx.Now(), tx.Now()
	}
	if n.Status == 9 {
		n.EndedAt, n.EndedFrom, n.EndReason = tx.Now(), 1, 1
	}
	return tx.CreateNegotiation(n, "")
}

// One draws one of the values.
func One[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// column reads one column of a CSV file of the demo's world.
func column(world fs.FS, file, name string) ([]string, error) {
	f, err := world.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	rows[0][0] = strings.TrimPrefix(rows[0][0], "\ufeff")
	at := slices.Index(rows[0], name)
	if at < 0 {
		return nil, fmt.Errorf("%s: %s", file, name)
	}
	var out []string
	for _, r := range rows[1:] {
		out = append(out, r[at])
	}
	return out, nil
}
