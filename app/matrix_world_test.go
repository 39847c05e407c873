package app_test

import (
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// object is a record of the matrix's world in one relation to its callers: which callers may do
// what with it. The sets are written by hand from domain.md 3.4, 3.5 and 4; the answers are
// compared with them.
type object struct {
	relation string
	id       string
	sets     map[string]string // set → callers' names, separated by blanks
}

func (o object) in(set, caller string) bool {
	for name := range strings.FieldsSeq(o.sets[set]) {
		if name == caller {
			return true
		}
	}
	return false
}

// accessWorld is a marketplace with every noun in every relation to the callers. It is built by the
// product's own calls and then stored, so that each call of the matrix starts from the same state.
type accessWorld struct {
	*apptest.Talks
	tokens  map[string]string   // by caller's name
	objects map[string][]object // by noun
	company map[string]string   // the buyer for which a caller acts
	user    map[string]string   // user ids by caller's name
	key     [2]string           // key and passcode of a valid link of an owner

	dutyFile    string            // a file of sellerDuty
	buyerLook   string            // what B recorded of its buyer
	documentRow map[string]string // by document's id: the negotiation in which it was granted
	picture     string            // of A's 企業概要書
	glassFile   string            // a document of the listing that the office has opened
	files       map[string][]byte // the files of the data folder
	calm        *calmCopies       // of these files
	options     store.Options     // of the copies' stores
}

// accessCallers are the columns of the matrix. A is the institution in charge of the sellers, B
// that of the buyer who negotiates, C a third one.
var accessCallers = []string{"none", "SEL", "blocked", "mustFIN", "mustBUY", "FAD", "ADM", "finC", "buyC", "rival", "buyA", "buyB",
	"lenB", "finB",
	"finA2", "finA"}

const (
	allFIN = "finA finA2 finB finC "
	allBUY = "buyA buyB buyC rival "
	inA    = "finA finA2 "
)

func newAccessWorld(t testing.TB) *accessWorld {
	p := apptest.NewPlatform(t)
	w := &accessWorld{Talks: apptest.NewTalks(p), tokens: map[string]string{}, objects: map[string][]object{}, company: map[string]string{},
		user: map[string]string{}, documentRow: map[string]string{}}
	w.people()
	w.listings()
	w.companies()
	w.office()
	apptest.FrozenNumbers.Store(w.Platform, w.Numbers())
	t.Cleanup(func() { apptest.FrozenNumbers.Delete(w.Platform) })
	w.freeze()
	return w
}

// session signs a token for a user without checking a password; whether it is valid for a call is
// what the matrix tests.
func session(p *apptest.Platform, u *store.User, role auth.Role, audience auth.Audience) string {
	p.T.Helper()
	s := &store.Session{UserID: u.ID, Aud: string(audience), IP: "192.0.2.1", Expires: p.Clock.Now().Add(auth.SessionAbsolute)}
	p.Write(func(tx *store.Tx) error { return tx.CreateSession(s) })
	token, err := p.App.Keys.Sign(auth.Claims{Audience: audience, Role: role, UserID: u.ID, ClientID: u.ClientID, SessionID: s.ID},
		p.Clock.Now())
	if err != nil {
		p.T.Fatal(err)
	}
	return token
}

func (w *accessWorld) people() {
	w.T.Helper()
	cID := w.Talks.InstitutionOf(w.FinC)
	for name, c := range map[string]*apptest.Caller{"finA": w.FinA, "finA2": w.SecondA, "finB": w.FinB, "finC": w.FinC, "buyA": w.BuyA,
		"buyB": w.BuyB, "rival": w.Rival} {
		w.tokens[name], w.user[name] = c.Token, w.UserOf(c).ID
	}
	w.user["finB2"] = w.UserOf(w.SecondB).ID // makes no calls
	hash := w.UserOf(w.FinA).PasswordHash
	add := func(name string, role deal.Role, client string, set func(*store.User)) *store.User {
		u := &store.User{Role: int(role), ClientType: map[deal.Role]int{deal.RoleBUY: 1, deal.RoleFIN: 3, deal.RoleFAD: 3, deal.RoleADM: 9}[role],
			ClientID: client,
			LoginID:  name + "@x.example.jp", LoginFolded: auth.FoldLoginID(name + "@x.example.jp"), UserName: "利用者 " + name,
			Status: int(deal.UserEnabled), PasswordHash: hash, Approver: int(deal.ApproverConfirmed)}
		if set != nil {
			set(u)
		}
		w.Write(func(tx *store.Tx) error { return tx.CreateUser(u, "") })
		w.user[name] = u.ID
		return u
	}
	w.tokens["buyC"] = session(w.Talks.Marketplace.Banks.Platform, add("buyC", deal.RoleBUY, w.BuyerC, nil), auth.BUY, auth.Platform)
	w.tokens["lenB"] = session(w.Talks.Marketplace.Banks.Platform,
		add("lenB", deal.RoleFIN, w.BID, func(u *store.User) { u.Business = int(deal.BusinessLending) }), auth.FIN, auth.Platform)
	// Users who would have every right if their status or role were another one.
	w.tokens["blocked"] = session(w.Talks.Marketplace.Banks.Platform,
		add("blocked", deal.RoleFIN, w.AID, func(u *store.User) { u.Status = int(deal.UserBlocked) }), auth.FIN, auth.Platform)
	w.tokens["mustFIN"] = session(w.Talks.Marketplace.Banks.Platform,
		add("mustFIN", deal.RoleFIN, w.AID, func(u *store.User) { u.IsNeedPasswordChange = true }), auth.FIN, auth.Platform)
	w.tokens["mustBUY"] = session(w.Talks.Marketplace.Banks.Platform,
		add("mustBUY", deal.RoleBUY, w.BuyerB, func(u *store.User) { u.IsNeedPasswordChange = true }), auth.BUY, auth.Platform)
	w.tokens["FAD"] = session(w.Talks.Marketplace.Banks.Platform, add("FAD", deal.RoleFAD, w.AID, nil), auth.FAD, auth.Office)
	w.tokens["ADM"] = session(w.Talks.Marketplace.Banks.Platform, add("ADM", deal.RoleADM, web.OfficeClient, nil), auth.ADM, auth.Office)
	var person *store.User
	w.Read(func(q *store.Q) (err error) { person, err = q.User(w.PersonID); return err })
	w.tokens["SEL"] = session(w.Talks.Marketplace.Banks.Platform, person, auth.FIN, auth.Platform)
	for name, id := range map[string]string{"finA": w.BuyerA, "finA2": w.BuyerA, "buyA": w.BuyerA, "finB": w.BuyerB, "buyB": w.BuyerB,
		"finC": w.BuyerC, "buyC": w.BuyerC, "rival": w.RivalBuyer, "mustFIN": w.BuyerA} {
		w.company[name] = id
	}
	w.objects["institution"] = []object{
		{"own", w.AID, map[string]string{"own": inA, "see": allFIN, "users": "ADM FAD", "office": "ADM"}},
		{"other institution's", cID, map[string]string{"own": "finC", "see": allFIN, "users": "ADM", "office": "ADM"}},
	}
	w.objects["bankUser"] = []object{{"own", w.user["finA"], map[string]string{"see": inA, "managed": "ADM FAD", "audited": "ADM FAD",
		"office": "ADM"}}, {"colleague's", w.user["finA2"], map[string]string{"see": inA, "managed": "ADM FAD", "audited": "ADM FAD",
		"office": "ADM"}},
		{"other institution's", w.user["finB"], map[string]string{"see": "finB", "managed": "ADM", "audited": "ADM", "office": "ADM"}},
		{"other institution's buyer's", w.user["buyB"], map[string]string{"managed": "ADM", "audited": "ADM", "office": "ADM"}},
		{"a seller's", w.PersonID, nil}, {"the office's", w.user["ADM"], map[string]string{"managed": "ADM", "audited": "ADM", "office": "ADM"}}}
	w.objects["buyerUser"] = []object{{"counterparty's buyer's", w.user["buyB"], map[string]string{"see": "finB buyB", "bank": "finB"}},
		{"rival buyer's", w.user["rival"], map[string]string{"see": "finB rival", "bank": "finB"}},
		{"own buyer's", w.user["buyA"], map[string]string{"see": inA + "buyA", "bank": inA}}, {"a bank's", w.user["finA"], nil}}
	w.objects["sellerUser"] = []object{{"own seller's", w.PersonID, map[string]string{"see": inA}}, {"a bank's", w.user["finA"], nil}}
}

// on runs a function that builds a negotiation with another listing instead of the usual one.
func (w *accessWorld) on(listing string, do func() string) string {
	w.T.Helper()
	public := w.Listing
	defer func() { w.Listing = public }()
	w.Listing = listing
	return do()
}

// narrow restricts a published listing to its own institution's buyers.
func (w *accessWorld) narrow(id string) string {
	w.T.Helper()
	w.FinA.Post(apptest.ListingBase+"ChangeAudience", map[string]any{"sellerBusinessId": id, "version": w.Version(id),
		"isLimited": true}).Want(200)
	return id
}

func (w *accessWorld) listings() {
	w.T.Helper()
	cID := w.InstitutionOf(w.FinC)
	// Sets of a listing: see can read it; listed finds it by search; own has or may have a negotiation
	// of its own buyer's; charge is SF; rows and sfRows have a negotiation to list.
	add := func(relation, id, see, listed, own string, more map[string]string) {
		sets := map[string]string{"see": inA + see, "listed": listed, "own": own, "charge": inA, "office": "ADM"}
		for k, v := range more {
			sets[k] = v
		}
		w.objects["listing"] = append(w.objects["listing"], object{relation, id, sets})
	}
	draft, _ := w.Draft(nil)
	w.FinA.Upload(apptest.ListingBase+"RequestPaperApproval", map[string]any{"sellerBusinessId": draft, "version": w.Version(draft)},
		"承諾書.pdf", []byte("%PDF-1.7 x")).Want(200)
	add("own draft", draft, "", "", "", map[string]string{"paper": inA})
	o := w.SecondA.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync",
		apptest.With(apptest.ListingOverviewBody, map[string]any{"companyId": w.Seller})).Want(200).JSON()
	add("colleague's draft", o["sellerBusinessId"].(string), "", "", "", nil)
	add("public; counterparty's buyer is interested", w.Listing, "finB finC "+allBUY, allFIN+allBUY, allFIN+allBUY,
		map[string]string{"rows": "finB buyB", "bfRows": "finB"})
	row0 := w.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": w.Listing}).Want(200).JSON()["buyerNegotiationId"].(string)
	restricted := w.Published(map[string]any{"isRest": true, "restFinancial": []string{cID}})
	offered := map[string]string{}
	for _, buyer := range []string{w.BuyerB, w.RivalBuyer} {
		offered[buyer] = w.FinA.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync",
			map[string]any{"sellerBusinessId": restricted, "companyId": w.Candidate(restricted, buyer), "offerSendStatus": 1,
				"offerMessage": "ご検討ください。"}).Want(200).JSON()["buyerNegotiationId"].(string)
	}
	add("excluded by 限定", w.Published(map[string]any{"isLimited": true}), "buyA", inA+"buyA", inA+"buyA", nil)
	add("excluded by 制限", restricted, "finB buyA buyB rival", inA+"finB buyA buyB rival", inA+"finB buyA buyB rival",
		map[string]string{"rows": "finB", "bfRows": "finB", "sfRows": inA})
	dealing := func(relation string, make func() string) string {
		listing := w.Published(nil)
		id := w.on(listing, make)
		w.narrow(listing)
		see := "finB buyB buyA"
		if strings.Contains(relation, "over") {
			see = "buyA"
		}
		add(relation, listing, see, inA+see, inA+"buyA finB buyB", map[string]string{"rows": "finB buyB", "bfRows": "finB", "sfRows": inA})
		return id
	}
	row1 := dealing("counterparty before the names", w.Started)
	row3 := dealing("counterparty after the names", func() string {
		id := w.Named()
		w.documents("granted to the counterparty", id, true, true, inA+"finB buyB")
		w.documents("granted for viewing", id, true, false, inA+"finB buyB")
		w.Revoke(w.documents("revoked", id, true, true, inA), id).Want(200)
		w.documents("granted to nobody", id, false, false, inA)
		return id
	})
	row9 := dealing("counterparty, over", func() string {
		id := w.Named()
		w.documents("granted, over", id, true, true, inA)
		w.FinB.To(id, 3, 9, map[string]any{"endReason": 1}).Want(200)
		return id
	})
	row2 := dealing("counterparty asks for the names", w.Hoped)
	refused := dealing("counterparty, refused the names", func() string {
		id := w.Hoped()
		w.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": false, "status": 1, "comment": "時期が合いません。",
			"ownerReason": "同業のため。"}).Want(200)
		return id
	})
	w.FinA.Upload(apptest.NegotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": row2, "version": w.FinA.RowVersion(row2),
		"kind": "owner_consent"}, "同意書.pdf", []byte("%PDF-1.7 x")).Want(200)
	rivals := w.Published(nil)
	rivalRow := w.Rival.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": rivals}).Want(200).JSON()["buyerNegotiationId"].(string)
	w.FinB.Deed("StartNegotiation", rivalRow, nil).Want(200)
	cRow := w.FinC.Post(apptest.NegotiationBase+"StartNegotiation",
		map[string]any{"sellerBusinessId": rivals, "companyId": w.BuyerC}).Want(200).JSON()["buyerNegotiationId"].(string)
	aRow := w.FinA.Post(apptest.NegotiationBase+"StartNegotiation",
		map[string]any{"sellerBusinessId": rivals, "companyId": w.BuyerA}).Want(200).JSON()["buyerNegotiationId"].(string)
	add("public; rivals negotiate", rivals, "finB finC "+allBUY, allFIN+allBUY, allFIN+allBUY,
		map[string]string{"rows": "finB rival finC buyC buyA " + inA, "bfRows": "finB finC " + inA, "sfRows": inA})
	other := w.FinB.Seller("蒼陵の売手株式会社")
	foreign := w.FinB.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync",
		apptest.With(apptest.ListingOverviewBody, map[string]any{"companyId": other})).Want(200).JSON()["sellerBusinessId"].(string)
	w.objects["listing"] = append(w.objects["listing"], object{"other institution's draft", foreign,
		map[string]string{"see": "finB", "charge": "finB", "office": "ADM"}})

	// Sets of a negotiation: party can read it; buyer is the buyer's side; sf and bf the two banks.
	row := func(relation, id, buyer, bf, sf string) {
		agreed := "" // who agreed to confidentiality reads the agreement again
		if slices.Contains([]string{row1, row2, row3, row9, refused}, id) || strings.Contains(relation, "contract") {
			agreed = buyer + " " + bf
		}
		w.objects["negotiation"] = append(w.objects["negotiation"], object{relation, id, map[string]string{
			"party": buyer + " " + bf + " " + sf, "self": buyer, "agreed": agreed,
			"buyer": buyer + " " + bf, "bf": bf, "sf": sf, "banks": bf + " " + sf,
			"office": "ADM"}})
	}
	row("counterparty's interest, not begun", row0, "buyB", "finB", "")
	w.FinB.Deed("UpdateFinancialSupportStatus", row1, map[string]any{"fromFinancialSupportStatus": 0, "financialSupportStatus": 2,
		"financingConsent": true}).Want(200)
	row("counterparty before the names", row1, "buyB", "finB", inA)
	w.objects["negotiation"][len(w.objects["negotiation"])-1].sets["lending"] = "lenB"
	row("counterparty asks for the names", row2, "buyB", "finB", inA)
	row("counterparty after the names", row3, "buyB", "finB", inA)
	row("counterparty, over", row9, "buyB", "finB", inA)
	row("counterparty, refused the names", refused, "buyB", "finB", inA)
	row("counterparty has an offer, not begun", offered[w.BuyerB], "", "finB", inA) // its bank has not passed it on
	row("rival buyer's", rivalRow, "rival", "finB", inA)
	row("other institution's", cRow, "buyC", "finC", inA)
	row("own on both sides", aRow, "buyA", inA, inA)

	w.FinB.Upload(apptest.NegotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": row1, "version": w.FinB.RowVersion(row1),
		"kind": "realname_consent"}, "同意書.pdf", []byte("%PDF-1.7 x")).Want(200)
	paper := func(c *apptest.Caller, row string) string {
		return c.Row(row)["papers"].([]any)[0].(map[string]any)["paperId"].(string)
	}
	w.objects["paper"] = []object{{"own", paper(w.FinA, row2), map[string]string{"own": inA}},
		{"counterparty's", paper(w.FinB, row1), map[string]string{"own": "finB"}}}
	say := func(relation string, c *apptest.Caller, row string, channel int, readers string) {
		id := c.Upload(apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync",
			map[string]any{"buyerNegotiationId": row, "messageType": channel, "messageBody": "添付します"}, "資料.pdf",
			[]byte("%PDF-1.7 x")).Want(200).JSON()["buyerNegotiationMessageId"].(string)
		w.objects["message"] = append(w.objects["message"], object{relation, id, map[string]string{"read": readers}})
	}
	say("between buyer and its bank", w.BuyB, row1, 1, "buyB finB")
	say("between the banks", w.FinB, row1, 2, "finB "+inA)
	say("of a rival", w.FinB, rivalRow, 2, "finB "+inA)
	w.held(row1)
	w.objects["seller"] = []object{{"own", w.Seller, map[string]string{"charge": inA, "persons": inA, "office": "ADM", "admin": "FAD"}},
		{"other institution's", other, map[string]string{"charge": "finB", "persons": "finB", "office": "ADM"}},
		{"a buyer", w.BuyerB, map[string]string{"persons": "finB", "office": "ADM"}}}
	signed := w.Published(nil)
	id := w.on(signed, func() string {
		id := w.Proposed()
		w.FinA.To(id, 4, 5, nil).Want(200)
		return id
	})
	add("counterparty, contract", signed, "finB finC "+allBUY, allFIN+allBUY, "finB buyB finC buyC rival buyA "+inA,
		map[string]string{"rows": "finB buyB", "bfRows": "finB", "sfRows": inA})
	row("counterparty, contract", id, "buyB", "finB", inA)
	// A valid link, for a negotiation of its own.
	listing := w.Published(nil)
	w.on(listing, func() string {
		id := w.Hoped()
		w.key[0], w.key[1] = w.OwnerKey(id)
		return id
	})
}

// held lets A's and B's users write texts that contain a name before its time, both in the same
// negotiation.
func (w *accessWorld) held(row string) {
	w.T.Helper()
	for _, x := range []struct {
		relation, text, own string
		by                  *apptest.Caller
	}{{"own, waits", "カナリア製作所です。", inA, w.FinA}, {"counterparty's, waits", "霧晴環境です。", "finB", w.FinB}} {
		id := x.by.Upload(apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync",
			map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": x.text, "isApprovalAsked": true},
			"資料.pdf", []byte("%PDF-1.7 x")).Want(200).JSON()["heldTextId"].(string)
		w.objects["heldText"] = append(w.objects["heldText"], object{x.relation, id, map[string]string{"own": x.own}})
	}
	for noun, id := range map[string]string{"negotiation": row, "listing": w.listingOf(row)} {
		for i := range w.objects[noun] {
			if w.objects[noun][i].id == id {
				w.objects[noun][i].sets["held"] = inA + "finB"
			}
		}
	}
}

func (w *accessWorld) listingOf(row string) (listing string) {
	w.T.Helper()
	w.Read(func(q *store.Q) error {
		n, err := q.NegotiationRowOf(row)
		if err == nil {
			listing = n.ListingID
		}
		return err
	})
	return listing
}

// documents adds a document to the listing and says who can read it. row is the negotiation by
// which the buyer's side would read it, granted or not.
func (w *accessWorld) documents(relation, row string, isGranted, isDownload bool, read string) string {
	w.T.Helper()
	id := w.Document(w.Listing, relation, []byte(apptest.Pdf))
	save := inA
	if isDownload {
		save = read
	}
	if isGranted {
		w.Grant(id, row, map[string]any{"isDownload": isDownload}).Want(200)
	}
	w.documentRow[id] = row
	w.objects["document"] = append(w.objects["document"], object{relation, id, map[string]string{"own": inA, "read": read, "save": save}})
	return id
}

func (w *accessWorld) companies() {
	w.T.Helper()
	hidden := w.FinB.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", apptest.OverviewBody).Want(200).Text()
	// Sets of a buyer: see can read its overview; maintain is its own side; bank the institution in charge;
	// named can read its details; offerable can get A's offers; listed can be in a long list of A's, and
	// exported in its file; rows and sfRows have a negotiation with it.
	add := func(relation, id string, sets map[string]string) {
		w.objects["buyer"] = append(w.objects["buyer"], object{relation, id, sets})
	}
	add("own", w.BuyerA, map[string]string{"see": inA + "buyA", "maintain": inA + "buyA", "bank": inA, "named": inA + "buyA", "offerable": inA,
		"listed": inA, "exported": inA, "rows": inA + "buyA", "sfRows": inA, "office": "ADM"})
	add("counterparty's, names open to A", w.BuyerB, map[string]string{"see": inA + "finB buyB", "maintain": "finB buyB", "bank": "finB",
		"named": inA + "finB buyB", "exported": "finB", "rows": "finB buyB", "sfRows": inA, "office": "ADM"})
	add("other institution's, public", w.BuyerC, map[string]string{"see": "finC buyC", "maintain": "finC buyC", "bank": "finC",
		"named": "finC buyC", "exported": "finC", "rows": "finC buyC", "office": "ADM"})
	restricted, anonymous, named := w.object("listing", "excluded by 制限"), w.object("listing",
		"counterparty before the names"), w.object("listing", "counterparty after the names")
	add("other institution's, in A's search", w.Searched(w.AID, w.BuyerC), map[string]string{"see": inA, "exported": inA})
	add("other institution's, a candidate of A's listing", w.Candidate(w.Listing, w.BuyerC),
		map[string]string{"see": inA, "offerable": inA, "listed": inA, "exported": inA})
	add("other institution's, a candidate of another listing of A's", w.Candidate(restricted, w.BuyerC),
		map[string]string{"see": inA, "exported": inA})
	add("counterparty's, anonymous in A's negotiation", w.Partner(anonymous, w.BuyerB), map[string]string{"see": inA, "sfRows": inA})
	add("counterparty's, once anonymous in A's negotiation", w.Partner(named, w.BuyerB),
		map[string]string{"see": inA, "named": inA, "sfRows": inA})
	add("other institution's, in a negotiation that is not", w.Partner(restricted, w.BuyerC), nil)
	add("counterparty's, offered to by A", w.Candidate(restricted, w.BuyerB), map[string]string{"see": inA, "exported": inA, "sfRows": inA})
	add("other institution's, in B's search", w.Searched(w.BID, w.BuyerC), map[string]string{"see": "finB", "exported": "finB"})
	// it has no details yet
	add("other institution's, not public", hidden, map[string]string{"see": "finB", "maintain": "finB", "bank": "finB", "exported": "finB",
		"office": "ADM"})
	add("a seller", w.Seller, map[string]string{"office": "ADM"})
	invited, key := w.FinB.Invited("invited@x.example.jp")
	w.Register(key, "株式会社 登録待ち", "invited@x.example.jp").Want(200)
	w.objects["registration"] = []object{{"other institution's", invited, map[string]string{"bank": "finB"}},
		{"a buyer that has none", w.BuyerA, nil}, {"a seller", w.Seller, nil}}
	imports := func(c *apptest.Caller, file string) string {
		return c.Imports("BuyerCompany", apptest.Messy(w.T, file), true).Want(200).JSON()["importId"].(string)
	}
	w.objects["import"] = []object{{"own", imports(w.FinA, "28_validation_errors.csv"), map[string]string{"own": "finA"}},
		{"colleague's", imports(w.SecondA, "28_validation_errors.csv"), map[string]string{"own": "finA2"}},
		{"other institution's", imports(w.FinB, "28_validation_errors.csv"), map[string]string{"own": "finB"}}}
	w.objects["needs"] = []object{
		{"own", w.FinA.Needs(w.BuyerA), map[string]string{"see": inA + "buyA", "maintain": inA + "buyA"}},
		{"counterparty's", w.FinB.Needs(w.BuyerB), map[string]string{"see": inA + "finB buyB", "maintain": "finB buyB"}},
		{"of a buyer not public", w.FinB.Needs(hidden), map[string]string{"see": "finB", "maintain": "finB"}},
	}
}

// office adds the records that only the office uses.
func (w *accessWorld) office() {
	w.T.Helper()
	list := w.FinA.Post("/api/BuyerCompany/RegistLongList", map[string]any{"sellerBusinessId": w.Listing, "name": "候補",
		"companyIds": w.CandidatesOf(w.Listing, w.BuyerC)}).Want(200).JSON()
	w.objects["longList"] = []object{{"own", list["longListId"].(string), map[string]string{"own": inA}}}
	w.objects["avoided"] = w.avoided()
	w.objects["valued"] = w.valued()
	w.objects["written"] = w.written()
	w.activities()
	w.duties()
	w.dutyTexts()
	w.draftTemplates()
	w.advisers()
	w.vocabulary()
	w.papers()
	w.signedCopies()
	w.proofs()
	saved := w.FinA.Post("/api/SavedSearch/RegistSavedSearch", map[string]any{"area": "seller-business", "name": "東海",
		"conditions": "location=23"}).Want(200).JSON()
	w.objects["savedSearch"] = []object{{"finA's own", saved["savedSearchId"].(string), map[string]string{"own": "finA"}}}
	w.Visitor().Post("/api/Public/SendInquiry", apptest.Inquiry()).Want(200)
	w.Visitor().Post(apptest.RegistAccountRequest, apptest.AccountRequest()).Want(200)
	adm := &apptest.Caller{P: w.Platform, Token: w.tokens["ADM"]}
	topic := adm.Post("/api/Office/SaveTopic", map[string]any{"title": "題名", "body": "本文", "startDate": "2026-11-21", "endDate": "",
		"isPublic": false}).Want(200).Text()
	notice := adm.Post("/api/Office/SaveTopic", map[string]any{"title": "題名", "body": "本文", "startDate": "2026-11-21", "audience": 3,
		"financialId": w.AID, "isPublic": true}).Want(200).Text()
	one := func(noun, path, list, id string) {
		row := adm.Get("/api/Office/" + path).Want(200).JSON()[list].([]any)[0].(map[string]any)
		w.objects[noun] = []object{{"there is", row[id].(string), map[string]string{"office": "ADM"}}}
	}
	one("inquiry", "GetInquiryList", "inquiryList", "inquiryId")
	one("request", "GetAccountRequestList", "requestList", "accountRequestId")
	one("faq", "GetFaqList", "faqList", "faqId")
	w.objects["topic"] = []object{{"there is", topic, map[string]string{"office": "ADM"}},
		{"a bank's", notice, map[string]string{"office": "ADM", "readers": inA}}}
	own := apptest.Inquiry()
	own["body"] = "自分の問い合わせ"
	w.FinA.Post("/api/Public/SendInquiry", own).Want(200)
	sent := ""
	w.SQLScan("SELECT id FROM inquiry WHERE user_id IS NOT NULL AND user_id <> ''", &sent)
	w.objects["inquiry"] = append(w.objects["inquiry"], object{"finA's own", sent, map[string]string{"office": "ADM", "sent": "finA"}})
	opened, document := "", " FROM document WHERE id = '"+w.objects["document"][0].id+"'"
	w.SQLScan("SELECT listing_id"+document, &opened)
	w.SQLScan("SELECT file_id"+document, &w.glassFile)
	w.objects["glass"] = []object{{"the office's own, open", adm.Glass(deal.BreakGlassListing, opened).GlassID(),
		map[string]string{"office": "ADM"}}}
	w.objects["mail"] = []object{{"not dead", store.NewID(), nil}}
	merger := adm.Post("/api/Office/ProposeMerger", mergerOf(w.CID(), w.AID)).Want(200).JSON()["mergerId"].(string)
	w.objects["merger"] = []object{{"waits for both sides", merger, map[string]string{"parties": "ADM FAD"}}}
}

// mergerOf is a proposal to merge two institutions.
func mergerOf(absorbed, surviving string) map[string]any {
	return map[string]any{"absorbedId": absorbed, "survivingId": surviving, "date": "2026-12-31", "mark": "1-", "reason": "届出"}
}
