package app

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// object is a record of the matrix's world as one relation to its callers: who may know of it in
// which way. The sets are written by hand from domain.md 3.4, 3.5 and 4; the answers are compared
// with them.
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

// accessWorld is a marketplace in which every noun stands in every relation to the callers. It is
// made by the product's own deeds and frozen, so that each call of the matrix meets it untouched.
type accessWorld struct {
	*talks
	tokens  map[string]string   // by caller's name
	objects map[string][]object // by noun
	company map[string]string   // the buyer for which a caller acts
	user    map[string]string   // user ids by caller's name
	key     [2]string           // a living owner's link and its passcode

	documentRow map[string]string // by document's id: the row in which it was granted
	glassFile   string            // a document of the listing that the office has open
	files       map[string][]byte // the data folder
}

// accessCallers are the columns of the matrix. A is the institution in charge of the sellers, B
// that of the buyer who negotiates, C a rival one.
var accessCallers = []string{"none", "SEL", "blocked", "mustFIN", "mustBUY", "FAD", "ADM", "finC", "buyC", "rival", "buyA", "buyB", "finB", "finA2", "finA"}

const (
	allFIN = "finA finA2 finB finC "
	allBUY = "buyA buyB buyC rival "
	inA    = "finA finA2 "
)

func newAccessWorld(t testing.TB) *accessWorld {
	p := newPlatform(t)
	w := &accessWorld{talks: newTalks(p), tokens: map[string]string{}, objects: map[string][]object{}, company: map[string]string{}, user: map[string]string{}, documentRow: map[string]string{}}
	w.people()
	w.listings()
	w.companies()
	w.office()
	frozenNumbers.Store(w.platform, w.numbers())
	t.Cleanup(func() { frozenNumbers.Delete(w.platform) })
	w.freeze()
	return w
}

// session signs a token for a user without the cost of a password: right or wrong is what the
// call makes of it.
func (p *platform) session(u *store.User, role auth.Role, audience auth.Audience) string {
	p.t.Helper()
	s := &store.Session{UserID: u.ID, Aud: string(audience), IP: "192.0.2.1", Expires: p.clock.Now().Add(auth.SessionAbsolute)}
	p.write(func(tx *store.Tx) error { return tx.CreateSession(s) })
	token, err := p.a.Keys.Sign(auth.Claims{Audience: audience, Role: role, UserID: u.ID, ClientID: u.ClientID, SessionID: s.ID}, p.clock.Now())
	if err != nil {
		p.t.Fatal(err)
	}
	return token
}

func (w *accessWorld) people() {
	w.t.Helper()
	cID := w.talks.institutionOf(w.finC)
	for name, c := range map[string]*caller{"finA": w.finA, "finA2": w.secondA, "finB": w.finB, "finC": w.finC, "buyA": w.buyA, "buyB": w.buyB, "rival": w.rival} {
		w.tokens[name], w.user[name] = c.token, w.userOf(c).ID
	}
	hash := w.userOf(w.finA).PasswordHash
	add := func(name string, role deal.Role, client string, set func(*store.User)) *store.User {
		u := &store.User{Role: int(role), ClientType: map[deal.Role]int{deal.RoleBUY: 1, deal.RoleFIN: 3, deal.RoleFAD: 3, deal.RoleADM: 9}[role], ClientID: client,
			LoginID: name + "@x.example.jp", LoginFolded: auth.FoldLoginID(name + "@x.example.jp"), UserName: "利用者 " + name, Status: int(deal.UserEnabled), PasswordHash: hash, Approver: int(deal.ApproverConfirmed)}
		if set != nil {
			set(u)
		}
		w.write(func(tx *store.Tx) error { return tx.CreateUser(u, "") })
		w.user[name] = u.ID
		return u
	}
	w.tokens["buyC"] = w.session(add("buyC", deal.RoleBUY, w.buyerC, nil), auth.BUY, auth.Platform)
	// They would have every right if they were not what they are.
	w.tokens["blocked"] = w.session(add("blocked", deal.RoleFIN, w.aID, func(u *store.User) { u.Status = int(deal.UserBlocked) }), auth.FIN, auth.Platform)
	w.tokens["mustFIN"] = w.session(add("mustFIN", deal.RoleFIN, w.aID, func(u *store.User) { u.IsNeedPasswordChange = true }), auth.FIN, auth.Platform)
	w.tokens["mustBUY"] = w.session(add("mustBUY", deal.RoleBUY, w.buyerB, func(u *store.User) { u.IsNeedPasswordChange = true }), auth.BUY, auth.Platform)
	w.tokens["FAD"] = w.session(add("FAD", deal.RoleFAD, w.aID, nil), auth.FAD, auth.Office)
	w.tokens["ADM"] = w.session(add("ADM", deal.RoleADM, web.OfficeClient, nil), auth.ADM, auth.Office)
	var person *store.User
	w.read(func(q *store.Q) (err error) { person, err = q.User(w.personID); return err })
	w.tokens["SEL"] = w.session(person, auth.FIN, auth.Platform)
	for name, id := range map[string]string{"finA": w.buyerA, "finA2": w.buyerA, "buyA": w.buyerA, "finB": w.buyerB, "buyB": w.buyerB, "finC": w.buyerC, "buyC": w.buyerC, "rival": w.rivalBuyer, "mustFIN": w.buyerA} {
		w.company[name] = id
	}
	w.objects["institution"] = []object{
		{"own", w.aID, map[string]string{"own": inA, "see": allFIN, "users": "ADM FAD", "office": "ADM"}}, {"other institution's", cID, map[string]string{"own": "finC", "see": allFIN, "users": "ADM", "office": "ADM"}},
	}
	w.objects["bankUser"] = []object{{"own", w.user["finA"], map[string]string{"see": inA, "managed": "ADM FAD", "audited": "ADM FAD", "office": "ADM"}}, {"colleague's", w.user["finA2"], map[string]string{"see": inA, "managed": "ADM FAD", "audited": "ADM FAD", "office": "ADM"}},
		{"other institution's", w.user["finB"], map[string]string{"see": "finB", "managed": "ADM", "audited": "ADM", "office": "ADM"}}, {"other institution's buyer's", w.user["buyB"], map[string]string{"managed": "ADM", "audited": "ADM", "office": "ADM"}},
		{"a seller's", w.personID, nil}, {"the office's", w.user["ADM"], map[string]string{"managed": "ADM", "audited": "ADM", "office": "ADM"}}}
	w.objects["buyerUser"] = []object{{"counterparty's buyer's", w.user["buyB"], map[string]string{"see": "finB buyB", "bank": "finB"}},
		{"rival buyer's", w.user["rival"], map[string]string{"see": "finB rival", "bank": "finB"}}, {"own buyer's", w.user["buyA"], map[string]string{"see": inA + "buyA", "bank": inA}}, {"a bank's", w.user["finA"], nil}}
	w.objects["sellerUser"] = []object{{"own seller's", w.personID, map[string]string{"see": inA}}, {"a bank's", w.user["finA"], nil}}
}

// userOf and institutionOf read who signed in as a caller.
func (p *platform) userOf(c *caller) *store.User {
	p.t.Helper()
	var u *store.User
	p.read(func(q *store.Q) error {
		claims, err := p.a.Keys.Parse(c.token, auth.Platform, q.Now())
		if err != nil {
			return err
		}
		u, err = q.User(claims.UserID)
		return err
	})
	return u
}

func (p *platform) institutionOf(c *caller) string { p.t.Helper(); return p.userOf(c).ClientID }

// on makes a deal's builders work on another listing.
func (w *accessWorld) on(listing string, do func() string) string {
	w.t.Helper()
	public := w.listing
	defer func() { w.listing = public }()
	w.listing = listing
	return do()
}

// narrow publishes a listing to its own institution alone from now on.
func (w *accessWorld) narrow(id string) string {
	w.t.Helper()
	w.finA.post(listingBase+"ChangeAudience", map[string]any{"sellerBusinessId": id, "version": w.version(id), "isLimited": true}).want(200)
	return id
}

func (w *accessWorld) listings() {
	w.t.Helper()
	cID := w.institutionOf(w.finC)
	// Sets of a listing: see reads it; listed finds it by search; own has or may have a row of its
	// own buyer's; charge is SF; rows and sfRows have a row to list.
	add := func(relation, id, see, listed, own string, more map[string]string) {
		sets := map[string]string{"see": inA + see, "listed": listed, "own": own, "charge": inA, "office": "ADM"}
		for k, v := range more {
			sets[k] = v
		}
		w.objects["listing"] = append(w.objects["listing"], object{relation, id, sets})
	}
	draft, _ := w.draft(nil)
	w.finA.upload(listingBase+"RequestPaperApproval", map[string]any{"sellerBusinessId": draft, "version": w.version(draft)}, "承諾書.pdf", []byte("%PDF-1.7 x")).want(200)
	add("own draft", draft, "", "", "", map[string]string{"paper": inA})
	o := w.secondA.post(listingBase+"CreateUpdateSellerBusinessOverviewAsync", with(listingOverviewBody, map[string]any{"companyId": w.seller})).want(200).json()
	add("colleague's draft", o["sellerBusinessId"].(string), "", "", "", nil)
	add("public; counterparty's buyer is interested", w.listing, "finB finC "+allBUY, allFIN+allBUY, allFIN+allBUY, map[string]string{"rows": "finB buyB", "bfRows": "finB"})
	row0 := w.buyB.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": w.listing}).want(200).json()["buyerNegotiationId"].(string)
	restricted := w.published(map[string]any{"isRest": true, "restFinancial": []string{cID}})
	offered := map[string]string{}
	for _, buyer := range []string{w.buyerB, w.rivalBuyer} {
		offered[buyer] = w.finA.post(negotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", map[string]any{"sellerBusinessId": restricted, "companyId": w.candidate(restricted, buyer), "offerSendStatus": 1, "offerMessage": "ご検討ください。"}).want(200).json()["buyerNegotiationId"].(string)
	}
	add("excluded by 限定", w.published(map[string]any{"isLimited": true}), "buyA", inA+"buyA", inA+"buyA", nil)
	add("excluded by 制限", restricted, "finB buyA buyB rival", inA+"finB buyA buyB rival", inA+"finB buyA buyB rival", map[string]string{"rows": "finB", "bfRows": "finB", "sfRows": inA})
	dealing := func(relation string, make func() string) string {
		listing := w.published(nil)
		id := w.on(listing, make)
		w.narrow(listing)
		see := "finB buyB buyA"
		if strings.Contains(relation, "over") {
			see = "buyA"
		}
		add(relation, listing, see, inA+see, inA+"buyA finB buyB", map[string]string{"rows": "finB buyB", "bfRows": "finB", "sfRows": inA})
		return id
	}
	row1 := dealing("counterparty before the names", w.started)
	row3 := dealing("counterparty after the names", func() string {
		id := w.named()
		w.documents("granted to the counterparty", id, true, true, inA+"finB buyB")
		w.documents("granted for viewing", id, true, false, inA+"finB buyB")
		w.revoke(w.documents("revoked", id, true, true, inA), id).want(200)
		w.documents("granted to nobody", id, false, false, inA)
		return id
	})
	row9 := dealing("counterparty, over", func() string {
		id := w.named()
		w.documents("granted, over", id, true, true, inA)
		w.finB.to(id, 3, 9, map[string]any{"endReason": 1}).want(200)
		return id
	})
	row2 := dealing("counterparty asks for the names", w.hoped)
	refused := dealing("counterparty, refused the names", func() string {
		id := w.hoped()
		w.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": false, "status": 1, "comment": "時期が合いません。", "ownerReason": "同業のため。"}).want(200)
		return id
	})
	w.finA.upload(negotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": row2, "version": w.finA.rowVersion(row2), "kind": "owner_consent"}, "同意書.pdf", []byte("%PDF-1.7 x")).want(200)
	rivals := w.published(nil)
	rivalRow := w.rival.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": rivals}).want(200).json()["buyerNegotiationId"].(string)
	w.finB.deed("StartNegotiation", rivalRow, nil).want(200)
	cRow := w.finC.post(negotiationBase+"StartNegotiation", map[string]any{"sellerBusinessId": rivals, "companyId": w.buyerC}).want(200).json()["buyerNegotiationId"].(string)
	aRow := w.finA.post(negotiationBase+"StartNegotiation", map[string]any{"sellerBusinessId": rivals, "companyId": w.buyerA}).want(200).json()["buyerNegotiationId"].(string)
	add("public; rivals negotiate", rivals, "finB finC "+allBUY, allFIN+allBUY, allFIN+allBUY, map[string]string{"rows": "finB rival finC buyC buyA " + inA, "bfRows": "finB finC " + inA, "sfRows": inA})
	other := w.finB.seller("蒼陵の売手株式会社")
	foreign := w.finB.post(listingBase+"CreateUpdateSellerBusinessOverviewAsync", with(listingOverviewBody, map[string]any{"companyId": other})).want(200).json()["sellerBusinessId"].(string)
	w.objects["listing"] = append(w.objects["listing"], object{"other institution's draft", foreign, map[string]string{"see": "finB", "charge": "finB", "office": "ADM"}})

	// Sets of a negotiation: party reads it; buyer is the buyer's side; sf and bf the two banks.
	row := func(relation, id, buyer, bf, sf string) {
		w.objects["negotiation"] = append(w.objects["negotiation"], object{relation, id, map[string]string{
			"party": buyer + " " + bf + " " + sf, "self": buyer, "buyer": buyer + " " + bf, "bf": bf, "sf": sf, "banks": bf + " " + sf, "office": "ADM"}})
	}
	row("counterparty's interest, not begun", row0, "buyB", "finB", "")
	row("counterparty before the names", row1, "buyB", "finB", inA)
	row("counterparty asks for the names", row2, "buyB", "finB", inA)
	row("counterparty after the names", row3, "buyB", "finB", inA)
	row("counterparty, over", row9, "buyB", "finB", inA)
	row("counterparty, refused the names", refused, "buyB", "finB", inA)
	row("counterparty has an offer, not begun", offered[w.buyerB], "", "finB", inA) // which its bank has not passed on
	row("rival buyer's", rivalRow, "rival", "finB", inA)
	row("other institution's", cRow, "buyC", "finC", inA)
	row("own on both sides", aRow, "buyA", inA, inA)

	w.finB.upload(negotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": row1, "version": w.finB.rowVersion(row1), "kind": "realname_consent"}, "同意書.pdf", []byte("%PDF-1.7 x")).want(200)
	paper := func(c *caller, row string) string {
		return c.row(row)["papers"].([]any)[0].(map[string]any)["paperId"].(string)
	}
	w.objects["paper"] = []object{{"own", paper(w.finA, row2), map[string]string{"own": inA}}, {"counterparty's", paper(w.finB, row1), map[string]string{"own": "finB"}}}
	say := func(relation string, c *caller, row string, channel int, readers string) {
		id := c.upload(negotiationBase+"CreateBuyerNegotiationMessageAsync", map[string]any{"buyerNegotiationId": row, "messageType": channel, "messageBody": "添付します"}, "資料.pdf", []byte("%PDF-1.7 x")).want(200).json()["buyerNegotiationMessageId"].(string)
		w.objects["message"] = append(w.objects["message"], object{relation, id, map[string]string{"read": readers}})
	}
	say("between buyer and its bank", w.buyB, row1, 1, "buyB finB")
	say("between the banks", w.finB, row1, 2, "finB "+inA)
	say("of a rival", w.finB, rivalRow, 2, "finB "+inA)
	w.held(row1)
	w.objects["seller"] = []object{{"own", w.seller, map[string]string{"charge": inA, "office": "ADM"}}, {"other institution's", other, map[string]string{"charge": "finB", "office": "ADM"}}, {"a buyer", w.buyerB, map[string]string{"office": "ADM"}}}
	signed := w.published(nil)
	id := w.on(signed, func() string {
		id := w.proposed()
		w.finA.to(id, 4, 5, nil).want(200)
		return id
	})
	add("counterparty, contract", signed, "finB finC "+allBUY, allFIN+allBUY, "finB buyB finC buyC rival buyA "+inA, map[string]string{"rows": "finB buyB", "bfRows": "finB", "sfRows": inA})
	row("counterparty, contract", id, "buyB", "finB", inA)
	// A link that lives, on a row of its own.
	listing := w.published(nil)
	w.on(listing, func() string {
		id := w.hoped()
		w.key[0], w.key[1] = w.ownerKey(id)
		return id
	})
}

// held has A's and B's users write what bears a name before its time, each in the same row.
func (w *accessWorld) held(row string) {
	w.t.Helper()
	for _, x := range []struct {
		relation, text, own string
		by                  *caller
	}{{"own, waits", "カナリア製作所です。", inA, w.finA}, {"counterparty's, waits", "霧晴環境です。", "finB", w.finB}} {
		id := x.by.upload(negotiationBase+"CreateBuyerNegotiationMessageAsync", map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": x.text, "isApprovalAsked": true},
			"資料.pdf", []byte("%PDF-1.7 x")).want(200).json()["heldTextId"].(string)
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
	w.t.Helper()
	w.read(func(q *store.Q) error {
		n, err := q.NegotiationRowOf(row)
		if err == nil {
			listing = n.ListingID
		}
		return err
	})
	return listing
}

// documents puts a document on the listing and says who reads it. It stands with the row by which
// the buyer's side would read it, granted or not.
func (w *accessWorld) documents(relation, row string, isGranted, isDownload bool, read string) string {
	w.t.Helper()
	id := w.document(w.listing, relation, []byte(pdf))
	save := inA
	if isDownload {
		save = read
	}
	if isGranted {
		w.grant(id, row, map[string]any{"isDownload": isDownload}).want(200)
	}
	w.documentRow[id] = row
	w.objects["document"] = append(w.objects["document"], object{relation, id, map[string]string{"own": inA, "read": read, "save": save}})
	return id
}

func (w *accessWorld) companies() {
	w.t.Helper()
	hidden := w.finB.post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", overviewBody).want(200).text()
	// Sets of a buyer: see reads its overview; maintain its own side; bank the institution in charge;
	// named reads its details; offerable gets A's offers; listed goes into a long list of A's, and exported
	// into its file; rows and sfRows have a negotiation with it.
	add := func(relation, id string, sets map[string]string) {
		w.objects["buyer"] = append(w.objects["buyer"], object{relation, id, sets})
	}
	add("own", w.buyerA, map[string]string{"see": inA + "buyA", "maintain": inA + "buyA", "bank": inA, "named": inA + "buyA", "offerable": inA, "listed": inA, "exported": inA, "rows": inA + "buyA", "sfRows": inA, "office": "ADM"})
	add("counterparty's, names open to A", w.buyerB, map[string]string{"see": inA + "finB buyB", "maintain": "finB buyB", "bank": "finB", "named": inA + "finB buyB", "exported": "finB", "rows": "finB buyB", "sfRows": inA, "office": "ADM"})
	add("other institution's, public", w.buyerC, map[string]string{"see": "finC buyC", "maintain": "finC buyC", "bank": "finC", "named": "finC buyC", "exported": "finC", "rows": "finC buyC", "office": "ADM"})
	restricted, anonymous, named := w.object("listing", "excluded by 制限"), w.object("listing", "counterparty before the names"), w.object("listing", "counterparty after the names")
	add("other institution's, in A's search", w.searched(w.aID, w.buyerC), map[string]string{"see": inA, "exported": inA})
	add("other institution's, a candidate of A's listing", w.candidate(w.listing, w.buyerC), map[string]string{"see": inA, "offerable": inA, "listed": inA, "exported": inA})
	add("other institution's, a candidate of another listing of A's", w.candidate(restricted, w.buyerC), map[string]string{"see": inA, "exported": inA})
	add("counterparty's, anonymous in A's negotiation", w.partner(anonymous, w.buyerB), map[string]string{"see": inA, "sfRows": inA})
	add("counterparty's, once anonymous in A's negotiation", w.partner(named, w.buyerB), map[string]string{"see": inA, "named": inA, "sfRows": inA})
	add("other institution's, in a negotiation that is not", w.partner(restricted, w.buyerC), nil)
	add("counterparty's, offered to by A", w.candidate(restricted, w.buyerB), map[string]string{"see": inA, "exported": inA, "sfRows": inA})
	add("other institution's, in B's search", w.searched(w.bID, w.buyerC), map[string]string{"see": "finB", "exported": "finB"})
	add("other institution's, not public", hidden, map[string]string{"see": "finB", "maintain": "finB", "bank": "finB", "exported": "finB", "office": "ADM"}) // it has no details yet
	add("a seller", w.seller, map[string]string{"office": "ADM"})
	invited, key := w.finB.invited("invited@x.example.jp")
	w.register(key, "株式会社 登録待ち", "invited@x.example.jp").want(200)
	w.objects["registration"] = []object{{"other institution's", invited, map[string]string{"bank": "finB"}}, {"a buyer that has none", w.buyerA, nil}, {"a seller", w.seller, nil}}
	imports := func(c *caller, file string) string {
		return c.imports("BuyerCompany", messy(w.t, file), true).want(200).json()["importId"].(string)
	}
	w.objects["import"] = []object{{"own", imports(w.finA, "28_validation_errors.csv"), map[string]string{"own": "finA"}}, {"colleague's", imports(w.secondA, "28_validation_errors.csv"), map[string]string{"own": "finA2"}},
		{"other institution's", imports(w.finB, "28_validation_errors.csv"), map[string]string{"own": "finB"}}}
	w.objects["needs"] = []object{
		{"own", w.finA.needs(w.buyerA), map[string]string{"see": inA + "buyA", "maintain": inA + "buyA"}},
		{"counterparty's", w.finB.needs(w.buyerB), map[string]string{"see": inA + "finB buyB", "maintain": "finB buyB"}},
		{"of a buyer not public", w.finB.needs(hidden), map[string]string{"see": "finB", "maintain": "finB"}},
	}
}

// office adds what only the office works on.
func (w *accessWorld) office() {
	w.t.Helper()
	list := w.finA.post("/api/BuyerCompany/RegistLongList", map[string]any{"sellerBusinessId": w.listing, "name": "候補", "companyIds": w.candidatesOf(w.listing, w.buyerC)}).want(200).json()
	w.objects["longList"] = []object{{"own", list["longListId"].(string), map[string]string{"own": inA}}}
	saved := w.finA.post("/api/SavedSearch/RegistSavedSearch", map[string]any{"area": "seller-business", "name": "東海", "conditions": "location=23"}).want(200).json()
	w.objects["savedSearch"] = []object{{"finA's own", saved["savedSearchId"].(string), map[string]string{"own": "finA"}}}
	w.visitor().post("/api/Public/SendInquiry", inquiry()).want(200)
	w.visitor().post(registAccountRequest, accountRequest()).want(200)
	adm := &caller{w.platform, w.tokens["ADM"]}
	topic := adm.post("/api/Office/SaveTopic", map[string]any{"title": "題名", "body": "本文", "startDate": "2026-11-21", "endDate": "", "isPublic": false}).want(200).text()
	one := func(noun, path, list, id string) {
		row := adm.get("/api/Office/" + path).want(200).json()[list].([]any)[0].(map[string]any)
		w.objects[noun] = []object{{"there is", row[id].(string), map[string]string{"office": "ADM"}}}
	}
	one("inquiry", "GetInquiryList", "inquiryList", "inquiryId")
	one("request", "GetAccountRequestList", "requestList", "accountRequestId")
	one("faq", "GetFaqList", "faqList", "faqId")
	w.objects["topic"] = []object{{"there is", topic, map[string]string{"office": "ADM"}}}
	opened, document := "", " FROM document WHERE id = '"+w.objects["document"][0].id+"'"
	w.sqlScan("SELECT listing_id"+document, &opened)
	w.sqlScan("SELECT file_id"+document, &w.glassFile)
	w.objects["glass"] = []object{{"the office's own, open", adm.glass(deal.BreakGlassListing, opened).glassID(), map[string]string{"office": "ADM"}}}
	w.objects["mail"] = []object{{"not dead", store.NewID(), nil}}
}

// freeze keeps the data folder as it is now; the platform it was made on is closed.
func (w *accessWorld) freeze() {
	w.t.Helper()
	dir := w.a.Store.Dir()
	if err := w.a.Store.Close(); err != nil {
		w.t.Fatal(err)
	}
	w.files = readFolder(w.t, dir)
}

func readFolder(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err == nil && !strings.HasSuffix(name, ".lock") {
			files[name], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func (w *accessWorld) writeFiles(t testing.TB, dir string) {
	t.Helper()
	for name, content := range w.files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// thaw opens the world anew in a folder of its own.
func (w *accessWorld) thaw(t testing.TB) *platform {
	t.Helper()
	dir := t.TempDir()
	w.writeFiles(t, dir)
	return w.reopen(t, dir)
}

// reopen serves what lies in a folder, at the time of the platform that it was copied from.
func (w *platform) reopen(t testing.TB, dir string) *platform {
	t.Helper()
	clock := &storetest.Clock{}
	clock.Add(w.clock.Now().Sub(storetest.Start))
	s, err := store.Open(context.Background(), dir, store.Options{Clock: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	keys, err := auth.LoadKeys(dir)
	if err != nil {
		t.Fatal(err)
	}
	return &platform{t, New(web.Config{Store: s, Keys: keys, BaseURL: w.a.BaseURL, MailFrom: w.a.MailFrom, FreeCode: w.a.FreeCode, Log: w.a.Log, Render: testRender}), clock}
}
