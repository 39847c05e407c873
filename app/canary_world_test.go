package app_test

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// canaryWorld is a network in which every field of every entity has a canary of its own. Bank A has
// a seller and its listing; B has the buyer who negotiates for it and a second one who does so,
// too; C is another member; D is excluded by the listing.
type canaryWorld struct {
	*apptest.Platform
	mark  *marks
	rules []fieldRule
	keep  func(string) // called with each field in which a canary was found
	hash  string       // of everybody's password

	people     map[string]*person
	order      []string
	banks      map[string]string // institution ids by letter
	charge     map[string]string // listing → institution
	bankOf     map[string]string // company → institution
	seller     map[string]string // listing → seller
	public     map[string]bool   // buyers that are public
	said       map[string]said   // messages
	now        expected
	lent       map[string]bool // institution and id of what its lending desk may know of (casesOf)
	rowSides   map[string]sides
	rowListing map[string]string

	sellerA, sellerB, personID                    string
	buyerA, buyerB, rival, buyerC, buyerD, hidden string
	x, draft, y                                   string          // listings: A's in the story, A's draft, B's
	guarantee                                     string          // what A recorded of x's guarantees
	row, rivalRow, rowC, rowY                     string          // negotiations: B's buyer, its rival, C's buyer, all for x; A's buyer for y
	sfKnows                                       map[string]bool // negotiations of which SF may know
	spoken                                        []spoken
	ids                                           worldIDs
	since                                         time.Time // earlier mails went to those who were in charge then
	parameters                                    map[string][]string
	isShort                                       bool // in this state only the ids of the story are searched
	isDeaf                                        bool // runs the story without searching
}

// expected are the rights in a state of the world, written by hand: levels of listings by person;
// views of buyers by institution; offers that have reached their buyers; closed messages by
// institution; buyers whose names are in a bank's ledger for good; the receivers of granted
// documents.
type expected struct {
	levels  map[string]map[string]int
	views   map[string]map[string]int
	offered map[string]bool
	closed  map[string][]string
	named   map[string]string
	granted map[string][]string
}

// said is a message: its channel, its writer and the state of the world when it was sent.
type said struct {
	channel int
	by      string
	at      int
}

// spoken is an answer to a call of the story.
type spoken struct{ who, what, body string }

func newCanaryWorld(t testing.TB) *canaryWorld { return newCanaryWorldOn(t, apptest.NewPlatform(t)) }

func newCanaryWorldOn(t testing.TB, p *apptest.Platform) *canaryWorld {
	w := &canaryWorld{Platform: p, mark: &marks{}, rules: readFieldRules(t), people: map[string]*person{}, banks: map[string]string{},
		charge: map[string]string{}, bankOf: map[string]string{}, seller: map[string]string{}, public: map[string]bool{}, said: map[string]said{},
		sfKnows: map[string]bool{},
		now: expected{levels: map[string]map[string]int{}, views: map[string]map[string]int{}, offered: map[string]bool{},
			closed: map[string][]string{}, named: map[string]string{}, granted: map[string][]string{}}}
	hash, err := w.App.Hasher.Hash(context.Background(), apptest.TestPassword)
	if err != nil {
		t.Fatal(err)
	}
	w.hash = hash
	w.listen()
	w.people["none"] = &person{Caller: w.Visitor(), name: "none"}
	w.order = []string{"none"}
	for _, letter := range []string{"A", "B", "C", "D"} {
		w.bank(letter)
	}
	w.add("ADM", deal.RoleADM, web.OfficeClient, "")
	w.companies()
	w.asides()
	return w
}

// listen records the answer to every call of the story.
func (w *canaryWorld) listen() {
	apptest.Heard.Store(w.Platform, func(c *apptest.Caller, what string, r apptest.Result) {
		for _, p := range w.people {
			if p.Caller == c && !strings.HasPrefix(what, "GET ") { // reads before a call belong to the previous state
				w.spoken = append(w.spoken, spoken{p.name, what, apptest.AnswerText(r)})
			}
		}
	})
	w.T.Cleanup(func() { apptest.Heard.Delete(w.Platform) })
}

var invitationKey = regexp.MustCompile(`/buyer-company-register/([A-Za-z0-9_-]{43})`)

// itoa is a number as a text.
func itoa(n int) string { return strconv.Itoa(n) }

func (w *canaryWorld) bank(letter string) {
	w.T.Helper()
	m := w.mark
	city := map[string]string{"A": "27102", "B": "27103", "C": "27104", "D": "27106"}[letter]
	i := &store.Institution{Code: "998" + string('1'+letter[0]-'A'), Name: m.text() + "銀行", NameKana: m.text(), ShortName: m.text(), Type: 2,
		RepresentativeName: m.text() + " 太郎",
		Postcode:           itoa(m.number()), Prefecture: "27", City: city, Address: m.text(), BuildingName: m.text(), Phone: m.phone(),
		Fax:             m.phone(),
		WebsiteURL:      m.link(),
		ResponsibleName: m.text(), ResponsibleDept: m.text(), ResponsiblePosition: m.text(), ResponsibleTel: m.phone(), ResponsibleMail: m.mail(),
		Status: 1}
	w.Write(func(tx *store.Tx) error { return tx.CreateInstitution(i, "") })
	w.banks[letter] = i.ID
	w.add("fin"+letter, deal.RoleFIN, i.ID, i.ID)
	if letter == "A" || letter == "B" {
		w.add("fin"+letter+"2", deal.RoleFIN, i.ID, i.ID)
	}
	if letter == "A" || letter == "B" {
		w.add("len"+letter, deal.RoleLEN, i.ID, i.ID)
	}
	w.add("fad"+letter, deal.RoleFAD, i.ID, i.ID)
	if letter == "A" { // who works on nothing there, behind the wall of teams; B shows everything to all its users
		w.add("outA", deal.RoleFIN, i.ID, i.ID).isOutside = true
		w.Write(func(tx *store.Tx) error { return tx.SetTeamOnly(i.ID, true) })
	}
}

// company registers a company with a canary in every field.
func (w *canaryWorld) company(by, noun, city string) string {
	w.T.Helper()
	m, p := w.mark, w.people[by]
	overview := map[string]any{"memberType": 2, "industryType": []string{"13003", "12005"}, "industryOtherText": m.text(),
		"industryOtherText12005": m.text(), "location": map[string]any{"region": 6, "prefecturecode": "23", "citycode": city},
		"salesAmount": 3, "mAndAExperience": 1, "mAndAReason": []int{reasonOther(noun)}, "mAndAReasonOthers": m.text(), "remark": m.text(),
		"registrationId": m.text(), "financialMemo": m.text()}
	id := p.Post("/api/"+noun+"/CreateUpdateCompanyOverviewAsync", overview).Want(200).Text()
	w.detail(by, noun, id, city, 0)
	w.public[id], w.bankOf[id] = noun == "BuyerCompany", p.institution
	if by == "finA" { // the second eyes of the team
		w.Write(func(tx *store.Tx) error {
			return tx.AddTeamMember(id, w.people["finA2"].id(), store.TeamApprover, p.id())
		})
	}
	return id
}

func (w *canaryWorld) detail(by, noun, id, city string, version int) {
	w.T.Helper()
	m := w.mark
	w.people[by].Post("/api/"+noun+"/CreateUpdateCompanyDetailsAsync",
		map[string]any{"companyId": id, "version": version, "companyName": m.text() + "株式会社", "businessFormType": 1,
			"representativeName": m.text() + " 一郎", "postalCode": itoa(m.number()),
			"prefectureCode": "23", "cityCode": city, "townName": m.text(), "buildingName": m.text(), "representativePhoneNumber": m.phone(),
			"representativeFaxNumber": m.phone(), "homePageUrl": m.link(),
			"corporateRegistrationNumber": m.corporate(), "listType": 1, "securityCode": itoa(m.year()), "establishmentNumber": m.text(),
			"capitalAmount": m.number(), "lastYearSalesAmount": m.number(),
			"operatingProfit": m.number(), "totalAssets": m.number(), "numberOfEmployees": m.number(), "establishedYear": m.year()}).Want(200)
}

// reasonOther is the reason of a buyer or a seller that requires a text.
func reasonOther(noun string) int {
	side := map[string]string{"BuyerCompany": "buy", "SellerCompany": "sell"}[noun]
	for _, k := range master.FreeTextKeys(master.MAReasons) {
		if i, ok := master.FindItem(master.MAReasons, k); ok && i.Side == side {
			return k
		}
	}
	return 0
}

func (w *canaryWorld) needs(by, buyer string) {
	w.T.Helper()
	m := w.mark
	w.people[by].Post("/api/Needs/RegistNeeds", apptest.With(apptest.NeedsBody,
		map[string]any{"clientId": buyer, "title": m.text(), "detail": m.text(), "acquisitionAsset": []int{99}, "acquisitionAssetOther": m.text(),
			"acquisitionIndustry": []string{"13003", "12005"}, "industryOtherText": m.text(), "industryOtherText12005": m.text()})).Want(200)
}

func (w *canaryWorld) companies() {
	w.T.Helper()
	w.sellerA, w.sellerB = w.company("finA", "SellerCompany", "23101"), w.company("finB", "SellerCompany", "23102")
	w.personID = w.addUser(deal.RoleSEL, w.sellerA).ID
	w.addUser(deal.RoleSEL, w.sellerB)
	buyer := func(name, bank, city string) string {
		id := w.company("fin"+bank, "BuyerCompany", city)
		w.add(name, deal.RoleBUY, id, w.banks[bank])
		w.needs("fin"+bank, id)
		return id
	}
	w.buyerA, w.buyerB, w.rival = buyer("buyA", "A", "23103"), buyer("buyB", "B", "23104"), buyer("rival", "B", "23106")
	w.buyerC, w.buyerD = buyer("buyC", "C", "23107"), buyer("buyD", "D", "23108")
	// A buyer that was invited and has not registered yet: the holder of its link is a caller of its
	// own.
	m := w.mark
	w.hidden = w.people["finB"].Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync",
		apptest.With(apptest.OverviewBody, map[string]any{"remark": m.text(), "financialMemo": m.text(),
			"registrationId": m.text()})).Want(200).Text()
	w.bankOf[w.hidden] = w.banks["B"]
	login := m.mail()
	w.people["finB"].Post("/api/BuyerCompanyUser/RegistUser", map[string]any{"clientId": w.hidden, "loginId": login, "userName": m.text(),
		"userNameKana": m.text(), "department": m.text(), "position": m.text(), "phone1": m.phone()}).Want(200)
	w.needs("finB", w.hidden)
	for _, mail := range w.Mails(login) {
		if k := invitationKey.FindStringSubmatch(mail.Text); k != nil {
			w.byLink("invited", k[1], "", w.hidden)
		}
	}
}

// byLink adds the holder of a mailed link as a person.
func (w *canaryWorld) byLink(name, key, code, opens string) {
	if _, ok := w.people[name]; !ok {
		w.order = append(w.order, name)
	}
	w.people[name] = &person{Caller: w.Visitor(), name: name, key: key, code: code, opens: opens}
}

// asides adds what is not part of a deal: applications, inquiries, topics, saved searches.
func (w *canaryWorld) asides() {
	w.T.Helper()
	m := w.mark
	request := apptest.AccountRequest()
	for field := range request {
		if s, ok := request[field].(string); ok && !slices.Contains([]string{"financialCode", "prefecture", "city", "salesRegion"}, field) {
			switch {
			case strings.HasSuffix(field, "Mail"):
				request[field] = m.mail()
			case strings.HasPrefix(s, "054"):
				request[field] = m.phone()
			case field == "postcode":
				request[field] = itoa(m.number())
			case field == "websiteUrl":
				request[field] = m.link()
			default:
				request[field] = m.text()
			}
		}
	}
	request["financialCode"] = "9989"
	w.people["none"].Post(apptest.RegistAccountRequest, request).Want(200)
	adm := w.people["ADM"]
	id := adm.Get("/api/Office/GetAccountRequestList").Want(200).JSON()["requestList"].([]any)[0].(map[string]any)["accountRequestId"]
	adm.Post("/api/Office/RejectAccountRequest", map[string]any{"accountRequestId": id, "reason": m.text()}).Want(200)
	w.people["none"].Post("/api/Public/SendInquiry", map[string]any{"kind": 1, "name": m.text(), "nameKana": m.text(),
		"organisation": m.text(), "mailAddress": m.mail(), "phone": m.phone(), "body": m.text()}).Want(200)
	inquiry := adm.Get("/api/Office/GetInquiryList").Want(200).JSON()["inquiryList"].([]any)[0].(map[string]any)["inquiryId"]
	adm.Post("/api/Office/MarkInquiry", map[string]any{"inquiryId": inquiry, "expectedStatus": 0, "status": 1, "note": m.text()}).Want(200)
	adm.Post("/api/Office/AnswerInquiry", map[string]any{"inquiryId": inquiry, "expectedStatus": 1, "messageCount": 0, "status": 1,
		"body": m.text()}).Want(200)
	for _, audience := range []map[string]any{{"isPublic": false}, {"isPublic": true, "audience": 1},
		{"isPublic": true, "audience": 3, "financialId": w.banks["A"]}} {
		adm.Post("/api/Office/SaveTopic", apptest.With(map[string]any{"title": m.text(), "body": m.text(), "startDate": "2026-11-21",
			"endDate": ""}, audience)).Want(200)
	}
	for _, name := range []string{"finA", "finB", "buyB"} {
		own := m.text() // a name that its user alone may read
		w.people[name].Post("/api/SavedSearch/RegistSavedSearch", map[string]any{"area": "seller-business", "name": own,
			"conditions": "freeWord=" + m.text()}).Want(200)
		w.Write(func(tx *store.Tx) error {
			return tx.CreatePasskey(&store.Passkey{UserID: w.people[name].id(), Host: "localhost", CredentialID: []byte("of " + name),
				PublicKey: []byte(w.secret()), Name: own})
		})
	}
}

// fork is a copy of the world in a folder of its own, for an alternative from here on.
func (w *canaryWorld) fork(t testing.TB) *canaryWorld {
	t.Helper()
	c := w.known()
	c.on(w.taken(t).open(t))
	c.listen()
	return c
}

// on puts what is known of a world onto a copy of its data.
func (w *canaryWorld) on(p *apptest.Platform) {
	w.Platform = p
	for _, one := range w.people {
		one.Caller = &apptest.Caller{P: p, Token: one.Token}
	}
}

// known is all that the test knows of the world, which stays as it is while the world goes on.
func (w *canaryWorld) known() *canaryWorld {
	c := *w
	c.people = map[string]*person{}
	for name, p := range w.people {
		q := *p
		c.people[name] = &q
	}
	c.order, c.spoken = slices.Clone(w.order), nil
	c.charge, c.bankOf, c.seller, c.public, c.said, c.sfKnows = maps.Clone(w.charge), maps.Clone(w.bankOf), maps.Clone(w.seller), maps.Clone(w.public), maps.Clone(w.said), maps.Clone(w.sfKnows)
	c.mark = &marks{w.mark.n}
	c.now = expected{map[string]map[string]int{}, map[string]map[string]int{}, maps.Clone(w.now.offered), maps.Clone(w.now.closed),
		maps.Clone(w.now.named), maps.Clone(w.now.granted)}
	for k, v := range w.now.levels {
		c.now.levels[k] = maps.Clone(v)
	}
	for k, v := range w.now.views {
		c.now.views[k] = maps.Clone(v)
	}
	return &c
}

// level records that people have a level of a listing from now on.
func (w *canaryWorld) level(listing string, level int, names string) {
	if w.now.levels[listing] == nil {
		w.now.levels[listing] = map[string]int{}
	}
	for name := range strings.FieldsSeq(names) {
		w.now.levels[listing][name] = level
	}
}

// view records that a bank sees a buyer as at a status from now on.
func (w *canaryWorld) view(buyer, bank string, view int) {
	if w.now.views[buyer] == nil {
		w.now.views[buyer] = map[string]int{}
	}
	w.now.views[buyer][w.banks[bank]] = view
}

// close records that a bank can no longer read what another wrote from a status on.
func (w *canaryWorld) close(bank, saidBy string, from int) {
	for id, m := range w.said {
		if m.channel == 2 && m.by == saidBy && m.at >= from {
			w.now.closed[id] = append(slices.Clone(w.now.closed[id]), w.banks[bank])
		}
	}
}
