package app_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
)

// hush is a call whose effect some people must not notice: every answer to them must stay the same
// to the byte, in contents, order, counts, times and versions (domain.md, the two hard rules).
type hush struct {
	what   string
	do     func(w *canaryWorld)
	unseen string // people for whom nothing may change
	seen   string // a person who must notice, so that the test can fail both ways
}

// bystanders are not parties of the negotiation of B's buyer about A's listing.
const bystanders = "finC buyA buyC rival finD buyD"

// hushedBefore1 are calls while SF does not know of the negotiation yet.
var hushedBefore1 = []hush{
	{"another buyer is interested", func(w *canaryWorld) {
		w.people["buyA"].Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": w.x}).Want(200)
	}, "finB buyB rival finC buyC finD buyD", "buyA"},
	{"B's buyer takes its interest back", func(w *canaryWorld) {
		w.people["buyB"].Post(apptest.NegotiationBase+"UpdateBuyerNegotiationInterestStatusAsync",
			map[string]any{"buyerNegotiationId": w.row, "version": w.people["buyB"].RowVersion(w.row), "interestStatus": 1}).Want(200)
	}, "finA " + bystanders, "finB"},
	{"a buyer and its bank talk before the beginning", func(w *canaryWorld) { w.say("buyB", w.row, 1, 0); w.say("finB", w.row, 1, 0) },
		"finA " + bystanders, "buyB"},
	{"a buyer agrees to confidentiality before the beginning", func(w *canaryWorld) { w.signs() }, "finA " + bystanders, "buyB"},
	{"SF offers to a rival", func(w *canaryWorld) {
		w.people["finA"].Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync",
			map[string]any{"sellerBusinessId": w.x, "companyId": w.Candidate(w.x, w.buyerC), "offerSendStatus": 1, "offerMessage": "御検討"}).Want(200)
	}, "finB buyB rival buyA buyC finD", "finC"},
	{"SF edits what is not approved yet", func(w *canaryWorld) { w.fill(w.x, "finA", w.sellerA) }, "finB buyB " + bystanders, "finA"},
	{"SF sends the edited content to the seller", func(w *canaryWorld) { w.fill(w.x, "finA", w.sellerA); w.ask(w.x) },
		"finB buyB " + bystanders, "finA"},
	{"SF's seller changes", func(w *canaryWorld) {
		w.rewrite("finA", "SellerCompany", w.sellerA, map[string]any{"financialMemo": "覚え"})
	}, "finB buyB " + bystanders, "finA"},
	{"B notes something of its buyer", func(w *canaryWorld) {
		w.rewrite("finB", "BuyerCompany", w.buyerB, map[string]any{"financialMemo": "覚え"})
	}, "finA finC finD buyA buyC rival", "finB"},
	{"B's buyer's details change", func(w *canaryWorld) { w.detail("finB", "BuyerCompany", w.buyerB, "23104", 1) },
		"finA finC finD buyA buyC rival", "finB"},
	{"A keeps a long list", func(w *canaryWorld) {
		w.people["finA"].Post("/api/BuyerCompany/RegistLongList", map[string]any{"sellerBusinessId": w.x, "name": "候補",
			"companyIds": w.CandidatesOf(w.x, w.buyerB, w.rival)}).Want(200)
	}, "finB buyB " + bystanders, "finA"},
	{"somebody reads a listing", func(w *canaryWorld) {
		for _, name := range []string{"rival", "finC"} {
			apptest.SeeOverview(w.people[name].Caller, w.x).Want(200)
			w.people[name].Post("/api/UserAction/Regist", map[string]any{"sellerBusinessId": w.x, "actionTypes": 2}).Want(200)
		}
	}, "finA finB buyB buyA buyC finD", "rival"},
	{"a rival talks with its bank and its bank with SF", func(w *canaryWorld) {
		w.say("rival", w.rivalRow, 1, 1)
		w.say("finB", w.rivalRow, 2, 1)
		w.say("finA", w.rivalRow, 2, 1)
	}, "buyB buyA buyC finC finD buyD", "rival"},
	{"a rival agrees to confidentiality and asks for the names", func(w *canaryWorld) {
		row, buyer := w.row, w.buyerB
		w.row, w.buyerB = w.rivalRow, w.rival
		w.signs()
		w.people["rival"].Deed("RealNameConsent", w.rivalRow, nil).Want(200)
		w.people["finB"].To(w.rivalRow, 1, 2, nil).Want(200)
		w.row, w.buyerB = row, buyer
	}, "buyB buyA buyC finC finD buyD", "rival"},
	{"a rival's talks end", func(w *canaryWorld) { w.people["finB"].To(w.rivalRow, 1, 9, map[string]any{"endReason": 1}).Want(200) },
		"buyB buyA buyC finC finD buyD", "rival"},
	{"a name of A's waits for its approver, and is sent back", func(w *canaryWorld) {
		h := w.holds("finA", w.rivalRow, w.sellerA)
		w.people["finA2"].Post(apptest.NegotiationBase+"DecideHeldText",
			map[string]any{"heldTextId": h, "version": 1, "isApproval": false, "reason": w.mark.text()}).Want(200)
	}, "finB buyB rival finC buyC finD buyD buyA", "finA"},
	{"a name of B's buyer waits for its approver", func(w *canaryWorld) { w.holds("finB", w.rivalRow, w.rival) },
		"finA buyB rival finC buyC finD buyD buyA", "finB"},
	{"another bank's buyer starts", func(w *canaryWorld) { w.people["finC"].Deed("StartNegotiation", w.rowC, nil).Want(200) },
		"finB buyB rival buyA finD buyD", "finA"},
}

// hushedAt2 are calls that one side keeps from the other at status 2, while the names are being
// asked for.
var hushedAt2 = []hush{
	{"BF plans", func(w *canaryWorld) {
		w.people["finB"].Deed("UpdateNextAction", w.row, map[string]any{"date": "2026-12-24"}).Want(200)
	}, "finA buyB " + bystanders, "finB"},
	{"SF plans", func(w *canaryWorld) {
		w.people["finA"].Deed("UpdateNextAction", w.row, map[string]any{"date": "2026-12-24"}).Want(200)
	}, "finB buyB " + bystanders, "finA"},
	{"BF records what stops its buyer", func(w *canaryWorld) {
		w.people["finB"].Post("/api/Duty/RecordDuty", map[string]any{"companyId": w.buyerB, "kind": 1, "record": 1, "performedOn": "2026-11-20",
			"values": map[string]any{"sources": "police", "result": "hit", "note": "断る"}}).Want(200)
	}, "finA buyB " + bystanders, "finB"},
	{"SF records that it looked the buyer up", func(w *canaryWorld) {
		w.people["finA"].Post("/api/Duty/RecordDuty", map[string]any{"buyerNegotiationId": w.row, "kind": 4, "record": 4,
			"performedOn": "2026-11-20", "values": map[string]any{"takesPart": "outside", "note": "参加していない"}}).Want(200)
	}, "finB buyB " + bystanders, "finA"},
	{"BF looks into its buyer again", func(w *canaryWorld) { w.looks(w.looked()) }, "finA buyB " + bystanders, "finB"},
	{"BF tells SF what it came to", func(w *canaryWorld) { w.tells(w.looked()) }, "buyB " + bystanders, "finA"},
	{"SF says to the owner that there is no report", func(w *canaryWorld) { w.says("none"); w.asksOwner() }, "finB buyB " + bystanders,
		"finA"},
	{"SF records that it asked the bank of a guarantee", func(w *canaryWorld) {
		w.people["finA"].Post("/api/Duty/RecordDuty", map[string]any{"buyerNegotiationId": w.row, "kind": 12, "record": 2,
			"replaces": w.guarantee, "performedOn": "2026-11-20",
			"values": map[string]any{"count": "1", "wish": "yes", "bank1": "港湾信用金庫", "askedWhom1": "融資部",
				"askedOn1": "2026-11-19"}}).Want(200)
	}, "finB buyB " + bystanders, "finA"},
	{"BF's financing, as sure as before", func(w *canaryWorld) {
		w.people["finB"].Deed("UpdateFinancialSupportStatus", w.row,
			map[string]any{"fromFinancialSupportStatus": 5, "financialSupportStatus": 5, "fundsPurpose": "設備"}).Want(200)
	}, "finA buyB " + bystanders, "finB"},
	{"SF asks the owner", func(w *canaryWorld) { w.asksOwner() }, "finB buyB " + bystanders, "finA"},
	{"the owner refuses", func(w *canaryWorld) { w.asksOwner(); w.ownerSays(false) }, "finB buyB " + bystanders, "finA"},
	{"the owner agrees", func(w *canaryWorld) { w.asksOwner(); w.ownerSays(true) }, "finB buyB " + bystanders, "finA"},
	{"a paper of SF's is taken back", func(w *canaryWorld) {
		paper := w.people["finA"].Row(w.row)["papers"].([]any)[0].(map[string]any)["paperId"]
		w.people["finA"].Post(apptest.NegotiationBase+"CancelPaper", map[string]any{"paperId": paper}).Want(200)
	}, "finB buyB " + bystanders, "finA"},
	{"the buyer and its bank talk", func(w *canaryWorld) { w.say("buyB", w.row, 1, 2); w.say("finB", w.row, 1, 2) }, "finA " + bystanders,
		"buyB"},
	{"the banks talk", func(w *canaryWorld) { w.say("finA", w.row, 2, 2); w.say("finB", w.row, 2, 2) }, "buyB " + bystanders, "finB"},
	{"the seller's name waits for SF's approver", func(w *canaryWorld) { w.holds("finA", w.row, w.sellerA) }, "finB buyB " + bystanders,
		"finA"},
	{"SF reads the buyer's name", func(w *canaryWorld) { w.people["finA"].Row(w.row) }, "finB buyB " + bystanders, ""},
}

// TestStillness makes each hushed call in a copy of the world, and compares all that the others
// read there with what they read without it.
func TestStillness(t *testing.T) {
	slots := make(chan struct{}, 3)
	w := newCanaryWorld(t)
	w.keep = func(string) {}
	w.prepare()
	w.ask(w.x)
	w.decides("key", true)
	w.level(w.x, 1, audience)
	w.others()
	w.interested()
	w.hushed(t, append(hushedBefore1, hushedSignIns...), slots)
	w.offers()
	w.people["finB"].Deed("UpdateBuyerNegotiationOfferSendStatusAsync", w.row,
		map[string]any{"fromOfferSendStatus": 1, "offerSendStatus": 2}).Want(200)
	w.people["buyB"].Row(w.row)
	w.starts()
	w.consents()
	w.hopes()
	w.hushed(t, hushedAt2, slots)
}

func (w *canaryWorld) hushed(t *testing.T, deeds []hush, slots chan struct{}) {
	w.Clock.Add(time.Minute)
	db := apptest.OpenRaw(t, w.App.Store.Dir())
	w.ids, w.parameters, w.isShort = w.withAliases(readIDs(t, db)), parametersOf(w.App), true
	known, data := w.known(), w.taken(t)
	before := map[string]map[string]string{}
	for _, name := range w.order {
		before[name] = known.quietly(t, data, name)
	}
	for _, h := range deeds {
		t.Run(h.what, func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			c := known.known()
			c.on(data.open(t))
			h.do(c)
			done := c.taken(t)
			for name := range strings.FieldsSeq(h.unseen + " outA " + h.seen) { // nobody tells who is in no team of anything
				now := known.quietly(t, done, name)
				if name == h.seen {
					if maps.Equal(before[name], now) {
						t.Errorf("%s notices nothing either: the test looks in the wrong place", name)
					}
					continue
				}
				told := 0
				for what, answer := range before[name] {
					if now[what] == answer {
						continue
					}
					if told++; told <= 2 {
						t.Errorf("%s notices in %s:\n%s", name, what, apptest.Difference(answer, now[what]))
					}
				}
			}
		})
	}
}

// quietly is all that one person reads in a copy of his own, as one person's reading can be visible to another. The copy
// is closed after that: hundreds that stand open are gigabytes.
func (w *canaryWorld) quietly(t *testing.T, data *taken, name string) map[string]string {
	p := data.opened(t)
	defer data.close(t, p)
	p.Clock.Add(time.Minute) // all answers are read at a later time than all calls
	return w.heardBy(p, name)
}

// heardBy are all answers that one person gets by reading.
func (w *canaryWorld) heardBy(p *apptest.Platform, name string) map[string]string {
	out := map[string]string{}
	w.reading(p, w.people[name], func(what string, r apptest.Result) { out[what] = apptest.AnswerText(r) })
	return out
}

// rewrite saves a company's overview again with changes.
func (w *canaryWorld) rewrite(by, noun, id string, changes map[string]any) {
	w.T.Helper()
	p := w.people[by]
	o := p.Get("/api/" + noun + "/GetCompanyOverViewAsync?companyId=" + id).Want(200).JSON()
	in := map[string]any{}
	for _, f := range []string{"companyId", "version", "memberType", "industryType", "location", "salesAmount", "mAndAExperience",
		"mAndAReason", "mAndAReasonOthers", "registrationId", "remark", "financialMemo", "industryOtherText", "industryOtherText12005"} {
		if v, ok := o[f]; ok {
			in[f] = v
		}
	}
	p.Post("/api/"+noun+"/CreateUpdateCompanyOverviewAsync", apptest.With(in, changes)).Want(200)
}
