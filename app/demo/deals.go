package demo

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/negotiation"
	"tsunagu/app/persons"
	"tsunagu/app/web"
	"tsunagu/store"
)

// demoSeed makes every demo the same except for its dates.
const demoSeed = 20261121

// demoDeal is one negotiation of the demo: how far it comes, and when it began.
type demoDeal struct {
	listing *demoListing
	buyer   *demoCompany
	began   time.Time
	to      deal.NegotiationStatus // the status that it has today
	reason  deal.EndReason         // why it ended
	intent  intentState            // used at RealName
	closing string                 // planned day of closing of a signed deal; "" when it has been closed
}

// intentState is how far the 意向表明 of a deal has come.
type intentState int

const (
	intentNone     intentState = iota
	intentWaits                // recorded by the buyer's bank; the seller's has to confirm it
	intentReturned             // sent back by the seller's bank
)

// tellDeals plans the negotiations: those between the two main banks one by one, with unread
// messages and an offer, and others all over the network.
func (d *demo) tellDeals() error {
	a, b := d.banks[demoBankA], d.banks[demoBankB]
	buyB, buyA := d.fixedBuyer(b), d.fixedBuyer(a)
	ofA, ofB := d.open(a), d.open(b)
	ago := func(days int) time.Time { return d.today.AddDate(0, 0, -days).Add(2 * time.Hour) }
	taken := map[string]bool{}
	var told []*demoDeal // with the dates that they will have
	story := func(l *demoListing, buyer *demoCompany, days int, to deal.NegotiationStatus, reason deal.EndReason) *demoDeal {
		began := ago(days)
		if earliest := l.published.Add(24 * time.Hour); began.Before(earliest) {
			began = earliest
		}
		t := &demoDeal{listing: l, buyer: buyer, began: began, to: to, reason: reason}
		taken[l.row["id"]+buyer.row["id"]] = true
		told = append(told, t)
		return t
	}
	// The buyer with a login of B on A's listings: one negotiation in every status.
	story(ofA[0], buyB, 3, deal.NegotiationNone, 0)
	story(ofA[1], buyB, 12, deal.NegotiationAnonymous, 0)
	story(ofA[2], buyB, 10, deal.NegotiationHope, 0)
	story(ofA[3], buyB, 60, deal.NegotiationRealName, 0).intent = intentWaits
	story(ofA[4], buyB, 90, deal.NegotiationConditions, 0)
	d.finance(ofA[3], buyB, ago(3), 0)
	d.finance(ofA[4], buyB, ago(20), deal.FinancingExamined)
	story(ofA[5], buyB, 70, deal.NegotiationBroken, deal.EndTerms)
	// Other buyers on the same listings: the seller's bank sees them all, a buyer never sees another.
	others := d.buyersOf(b)
	story(ofA[1], others[1], 9, deal.NegotiationAnonymous, 0)
	story(ofA[3], others[2], 9, deal.NegotiationHope, 0)
	story(ofA[4], others[3], 40, deal.NegotiationRealName, 0)
	story(ofB[0], buyA, 20, deal.NegotiationAnonymous, 0)
	story(ofB[1], buyA, 45, deal.NegotiationRealName, 0).intent = intentReturned
	d.offer(ofA[6], buyB, ago(2))
	d.offer(ofB[2], buyA, ago(1))

	// All over the network, from a fixed seed: some in every status.
	rnd := rand.New(rand.NewPCG(demoSeed, 1))
	var open []*demoListing
	for _, l := range d.order {
		if !l.published.IsZero() && l.row["status"] == "1" && l.row["isLimited"] == "0" && l.row["isRest"] == "0" && l != d.ended {
			open = append(open, l)
		}
	}
	all := d.allBuyers()
	spread := []deal.NegotiationStatus{deal.NegotiationNone, deal.NegotiationAnonymous, deal.NegotiationAnonymous, deal.NegotiationHope,
		deal.NegotiationRealName, deal.NegotiationConditions, deal.NegotiationBroken}
	for n := range 90 {
		l, buyer := open[rnd.IntN(len(open))], all[rnd.IntN(len(all))]
		if key := l.row["id"] + buyer.row["id"]; taken[key] || l.seller.bank == buyer.bank || buyer == buyA || buyer == buyB {
			continue
		}
		reason := deal.EndReason(0)
		to := spread[n%len(spread)]
		if to == deal.NegotiationBroken {
			reason = []deal.EndReason{deal.EndBuyerDeclined, deal.EndSellerDeclined, deal.EndTerms, deal.EndFinancing,
				deal.EndDueDiligence}[rnd.IntN(5)]
		}
		days := 8 + rnd.IntN(80)
		switch to { // open questions are recent: a real-name request must be answered within 14 days
		case deal.NegotiationNone, deal.NegotiationHope:
			days = 7 + rnd.IntN(9)
		case deal.NegotiationAnonymous:
			days = 5 + rnd.IntN(25)
		}
		story(l, buyer, days, to, reason)
	}
	for _, t := range told {
		d.tell(t)
	}
	sellers := slices.DeleteFunc(d.sellersOf(a), func(c *demoCompany) bool { return c == d.ended.seller }) // the first clerk has to renew it
	d.share(a, lastOf(sellers), ago(0))
	d.share(b, lastOf(others), ago(0))

	// The concluded ones: one that is not closed yet, some through a negotiation on the platform, the others outside
	// it.
	n, hasOpen := 0, false
	for _, l := range d.order {
		if l.row["status"] != "2" {
			continue
		}
		if !hasOpen && l.seller.bank == a && l.row["isLimited"] == "0" && l.row["isRest"] == "0" {
			hasOpen = true
			d.tell(&demoDeal{listing: l, buyer: others[4], began: l.published.Add(36 * time.Hour), to: deal.NegotiationSigned,
				closing: deal.AddDays(d.today, 12)})
			continue
		}
		n++
		if n%3 == 0 && l.row["isLimited"] == "0" && l.row["isRest"] == "0" {
			buyer := all[rnd.IntN(len(all))]
			if l.seller.bank != buyer.bank {
				t := &demoDeal{listing: l, buyer: buyer, began: l.published.Add(36 * time.Hour), to: deal.NegotiationSigned}
				d.tell(t)
				continue
			}
		}
		d.at(l.published.Add(20*24*time.Hour), "conclude "+l.row["id"], func(tx *store.Tx) error {
			_, err := listing.In(d.a.Platform).ConcludeOutside(tx, l.seller.bank.first,
				&listing.ListingMoveInput{SellerBusinessID: l.id, Version: d.version(tx, l), Comment: "本システム外で成約しました。"})
			return err
		})
	}
	return nil
}

// open are a bank's listings that everybody can see and whose period has not ended.
func (d *demo) open(b *demoBank) []*demoListing {
	var out []*demoListing
	for _, l := range d.order {
		if l.seller.bank == b && l.row["status"] == "1" && l.row["isLimited"] == "0" && l.row["isRest"] == "0" && l != d.ended &&
			d.moved(l.row["dueDate"]) > d.today.AddDate(0, 1, 0).Format(time.DateOnly) {
			out = append(out, l)
		}
	}
	return out
}

func (d *demo) allBuyers() []*demoCompany {
	var out []*demoCompany
	for n := 1; ; n++ {
		c, ok := d.buyers[fmt.Sprintf("B%04d", n)]
		if !ok {
			return out
		}
		out = append(out, c)
	}
}

func (d *demo) buyersOf(b *demoBank) []*demoCompany {
	var out []*demoCompany
	for _, c := range d.allBuyers() {
		if c.bank == b {
			out = append(out, c)
		}
	}
	return out
}

func (d *demo) sellersOf(b *demoBank) []*demoCompany {
	var out []*demoCompany
	for n := 1; ; n++ {
		c, ok := d.sellers[fmt.Sprintf("S%04d", n)]
		if !ok {
			return out
		}
		if c.bank == b {
			out = append(out, c)
		}
	}
}

// hasLogin says that the buyer is one of those with a fixed login.
func (d *demo) hasLogin(c *demoCompany) bool {
	return c == d.fixedBuyer(d.banks[demoBankA]) || c == d.fixedBuyer(d.banks[demoBankB])
}

func (d *demo) fixedBuyer(b *demoBank) *demoCompany { return d.buyersOf(b)[0] }

// offer plans an offer of the seller's bank, which the buyer's bank passes on.
func (d *demo) offer(l *demoListing, buyer *demoCompany, at time.Time) {
	if earliest := l.published.Add(24 * time.Hour); at.Before(earliest) {
		at = earliest
	}
	d.at(at, "offer", func(tx *store.Tx) error {
		ids, err := company.In(d.a.Platform).SearchIDs(&tx.Q, l.seller.bank.first, l.id)
		if err != nil {
			return err
		}
		c, err := tx.CompanyOf(buyer.id)
		if err != nil {
			return err
		}
		_, err = negotiation.In(d.a.Platform).SendOffer(tx, l.seller.bank.first,
			&negotiation.OfferInput{RowInput: negotiation.RowInput{SellerBusinessID: l.id,
				CompanyID: ids.Company(c.ID, c.Seq, company.ViewOf(l.seller.bank.first, c))}, OfferSendStatus: int(deal.OfferWaiting),
				OfferMessage: "貴社の買収ニーズに近い案件です。ぜひ一度ご検討ください。"})
		return err
	})
	d.at(at.Add(3*time.Hour), "forward offer", func(tx *store.Tx) error {
		id, version := seenBy(tx, &buyer.bank.first, l.id, buyer.id)
		_, err := negotiation.In(d.a.Platform).SendOffer(tx, buyer.bank.first,
			&negotiation.OfferInput{RowInput: negotiation.RowInput{BuyerNegotiationID: id, Version: new(version)},
				FromOfferSendStatus: int(deal.OfferWaiting), OfferSendStatus: int(deal.OfferSent)})
		return err
	})
}

// finance plans the way of a buyer's financing to the lending desk, and what that has answered, if anything (team.md 2).
func (d *demo) finance(l *demoListing, buyer *demoCompany, at time.Time, answer deal.FinancialSupportStatus) {
	move := func(by *web.Actor, from, to deal.FinancialSupportStatus, in negotiation.FinancingInput) func(*store.Tx) error {
		return func(tx *store.Tx) error {
			n, err := tx.NegotiationOf(l.id, buyer.id)
			if err != nil {
				return err
			}
			in.BuyerNegotiationID, in.FromFinancialSupportStatus, in.FinancialSupportStatus = n.ID, int(from), int(to)
			return negotiation.In(d.a.Platform).UpdateFinancing(tx, *by, &in)
		}
	}
	d.at(at, "financing asked for", move(&buyer.bank.first, deal.FinancingUnchecked, deal.FinancingConsulted,
		negotiation.FinancingInput{FinancingConsent: new(true), DesiredAmount: new(int64(120_000)), OwnFunds: new(int64(30_000)),
			FundsPurpose: new("株式の取得資金")}))
	if answer != 0 {
		d.at(at.Add(26*time.Hour), "financing examined", move(&buyer.bank.lender, deal.FinancingConsulted, answer, negotiation.FinancingInput{}))
	}
}

// lastOf are a few companies, none of which the stories with logins are about.
func lastOf(all []*demoCompany) []*demoCompany { return all[len(all)-4:] }

// share plans that the second user of a bank takes over some of its customers, with all that belongs to them (team.md 1).
func (d *demo) share(b *demoBank, customers []*demoCompany, at time.Time) {
	d.at(at, "second user", func(tx *store.Tx) error {
		in := &persons.HandOverInput{PersonInCharge: b.other.ID()}
		for _, c := range customers {
			charges, err := persons.ChargesOf(&tx.Q, b.first, c.id)
			if err != nil {
				return err
			}
			in.ChargeList = append(in.ChargeList, charges...)
		}
		_, err := persons.In(d.a.Platform).HandOver(tx, b.first, in)
		return err
	})
}

// seenBy is a negotiation's id and version as a user sees it; "" and 0 where there is none yet.
func seenBy(tx *store.Tx, as *web.Actor, listingID, buyerID string) (id string, version int) {
	n, err := tx.NegotiationOf(listingID, buyerID)
	if err != nil {
		return "", 0
	}
	side, err := negotiation.StandsIn(&tx.Q, *as, n)
	if err != nil {
		return "", 0
	}
	d := &negotiation.Dealing{NegotiationRow: &store.NegotiationRow{Negotiation: *n}, As: side}
	return n.ID, d.VersionSeen()
}

// tell plans the steps of one negotiation, a day or a few apart, until its last status.
func (d *demo) tell(t *demoDeal) {
	l, buyer := t.listing, t.buyer
	bf, sf := &buyer.bank.first, &l.seller.bank.first // pointers: a buyer's user is created only while events are played
	at := t.began
	step := func(what string, hours int, do func(tx *store.Tx) error) {
		d.at(at, what+" "+l.row["id"]+" "+buyer.row["id"], do)
		at = at.Add(time.Duration(hours) * time.Hour)
	}
	row := func(tx *store.Tx, as *web.Actor) (id string, version int) { return seenBy(tx, as, l.id, buyer.id) }
	say := func(by *web.Actor, channel int, body string) func(*store.Tx) error {
		return func(tx *store.Tx) error {
			id, _ := row(tx, by)
			_, err := negotiation.In(d.a.Platform).CreateMessage(tx, *by,
				&negotiation.MessageInput{BuyerNegotiationID: id, MessageType: channel, MessageBody: body}, nil)
			return err
		}
	}
	read := func(by *web.Actor, channel int) func(*store.Tx) error {
		return func(tx *store.Tx) error {
			id, _ := row(tx, by)
			return negotiation.AlreadyRead(tx, *by, &negotiation.AlreadyReadInput{BuyerNegotiationID: id, MessageType: channel})
		}
	}
	status := func(by *web.Actor, to deal.NegotiationStatus, move deal.MoveKind, reason deal.EndReason) func(*store.Tx) error {
		return func(tx *store.Tx) error {
			n, err := tx.NegotiationOf(l.id, buyer.id)
			if err != nil {
				return err
			}
			id, version := row(tx, by)
			_, err = negotiation.In(d.a.Platform).ChangeStatus(tx, *by,
				&negotiation.StatusInput{BuyerNegotiationID: id, Version: new(version), FromStatus: n.Status, Status: int(to), Move: string(move),
					EndReason: int(reason)})
			return err
		}
	}
	milestone := func(by *web.Actor, kind deal.Milestone, days int, price *int64) func(*store.Tx) error {
		return func(tx *store.Tx) error {
			id, version := row(tx, by)
			_, err := negotiation.In(d.a.Platform).RecordMilestone(tx, *by,
				&negotiation.MilestoneInput{BuyerNegotiationID: id, Version: version, Kind: int(kind), Date: deal.AddDays(tx.Now(), days),
					Amount: price})
			return err
		}
	}
	confirm := func(by *web.Actor) func(*store.Tx) error {
		return func(tx *store.Tx) error {
			id, version := row(tx, by)
			waiting, err := tx.MilestoneProposals(id)
			if err != nil {
				return err
			}
			in := &negotiation.ConfirmMilestoneInput{BuyerNegotiationID: id, Version: version}
			for _, p := range waiting {
				in.ProposalIDs = append(in.ProposalIDs, p.ID)
			}
			_, err = negotiation.In(d.a.Platform).ConfirmMilestone(tx, *by, in)
			return err
		}
	}
	skip := func(by *web.Actor, kind deal.Milestone) func(*store.Tx) error {
		return func(tx *store.Tx) error {
			id, version := row(tx, by)
			_, err := negotiation.In(d.a.Platform).RecordMilestone(tx, *by,
				&negotiation.MilestoneInput{BuyerNegotiationID: id, Version: version, Kind: int(kind), IsSkipped: true})
			return err
		}
	}
	last := t.to
	if last == deal.NegotiationBroken {
		last = deal.NegotiationAnonymous
	}

	step("interest", 20, func(tx *store.Tx) error {
		_, err := negotiation.In(d.a.Platform).ExpressInterest(tx, buyer.who,
			&negotiation.StartInput{RowInput: negotiation.RowInput{SellerBusinessID: l.id}})
		return err
	})
	if last == deal.NegotiationNone {
		return
	}
	step("consent", 4, func(tx *store.Tx) error {
		text, err := tx.NetworkText("nda")
		if err != nil {
			return err
		}
		_, version := row(tx, &buyer.who)
		_, err = negotiation.In(d.a.Platform).Consent(tx, buyer.who,
			&negotiation.ConsentInput{SellerBusinessID: l.id, AgreementVersion: new(text.Version), AgreementHash: text.Hash,
				Version: new(version)},
			nil)
		return err
	})
	step("start", 18, func(tx *store.Tx) error {
		id, version := row(tx, bf)
		_, err := negotiation.In(d.a.Platform).StartNegotiation(tx, *bf,
			&negotiation.StartInput{RowInput: negotiation.RowInput{BuyerNegotiationID: id, SellerBusinessID: l.id, CompanyID: buyer.id,
				Version: new(version)}})
		return err
	})
	step("message", 5, say(bf, int(deal.MessageBFtoSF), "お世話になっております。弊行のお客さまが関心を持たれています。主な取引先の構成と、従業員の年齢構成を教えていただけますでしょうか。"))
	step("read", 1, read(sf, int(deal.MessageBFtoSF)))
	step("answer", 2, say(sf, int(deal.MessageBFtoSF), "ご連絡ありがとうございます。取引先は上位3社で売上の約4割です。年齢構成は確認のうえ、来週お伝えします。"))
	if last == deal.NegotiationAnonymous {
		if t.to == deal.NegotiationBroken {
			step("end", 1, status(bf, deal.NegotiationBroken, deal.MoveEnd, t.reason))
			return
		}
		step("question", 1, say(&buyer.who, int(deal.MessageBUYtoBF), "代表者の引継ぎ期間は、どのくらいを想定されていますか。"))
		return
	}
	step("read", 20, read(bf, int(deal.MessageBFtoSF)))
	step("realname consent", 20, func(tx *store.Tx) error {
		id, version := row(tx, &buyer.who)
		_, err := negotiation.In(d.a.Platform).RealNameConsent(tx, buyer.who,
			&negotiation.RealNameInput{BuyerNegotiationID: id, Version: version})
		return err
	})
	step("request", 24, status(bf, deal.NegotiationHope, deal.MoveRequestRealName, 0))
	if last == deal.NegotiationHope {
		return
	}
	step("ask owner", 24, func(tx *store.Tx) error {
		id, version := row(tx, sf)
		_, err := negotiation.In(d.a.Platform).RequestOwnerConsent(tx, *sf,
			&negotiation.OwnerRequestInput{BuyerNegotiationID: id, Version: version, UserID: l.seller.user.ID,
				PpapMailaddress: "passcode." + l.seller.row["mail"]})
		return err
	})
	step("owner agrees", 8, func(tx *store.Tx) error {
		id, _ := row(tx, sf)
		k, err := tx.LatestLinkKey(store.LinkOwnerConsent, id)
		if err != nil {
			return err
		}
		_, err = negotiation.In(d.a.Platform).DecideOwnerConsent(tx, atHome, k,
			&negotiation.OwnerDecisionInput{IsApproval: true, UserName: l.seller.row["representativeName"]})
		return err
	})
	step("approve", 30, func(tx *store.Tx) error {
		id, version := row(tx, sf)
		_, err := negotiation.In(d.a.Platform).ApproveNegotiation(tx, *sf,
			&negotiation.ApproveInput{BuyerNegotiationID: id, Version: new(version), IsApproval: true})
		return err
	})
	if d.hasLogin(buyer) { // so that a visitor of the demo finds documents to open
		step("documents", 3, d.disclose(t))
		step("read documents", 2, d.browse(t, &buyer.who))
		step("read documents", 1, d.browse(t, bf))
	}
	step("thanks", 20, say(bf, int(deal.MessageBFtoSF), "実名交渉のご承認をありがとうございます。トップ面談の候補日をお送りします。"))
	price := int64(150_000)
	if last == deal.NegotiationRealName {
		step("interview", 48, milestone(sf, deal.MilestoneTopInterview, 7, nil))
		if t.intent == intentNone {
			return
		}
		step("intent", 24, milestone(bf, deal.MilestoneIntent, 0, &price))
		if t.intent == intentReturned {
			step("intent sent back", 1, func(tx *store.Tx) error {
				id, version := row(tx, sf)
				waiting, err := tx.MilestoneProposals(id)
				if err != nil {
					return err
				}
				_, err = negotiation.In(d.a.Platform).ReturnMilestone(tx, *sf,
					&negotiation.ProposalInput{BuyerNegotiationID: id, Version: version, ProposalID: waiting[0].ID,
						Comment: "意向表明書の金額と異なるようです。役員退職慰労金を含む金額か、ご確認ください。"})
				return err
			})
		}
		return
	}
	step("interview", 72, milestone(sf, deal.MilestoneTopInterview, 1, nil))
	step("intent", 24, milestone(bf, deal.MilestoneIntent, 0, &price))
	step("intent confirmed", 24, confirm(sf))
	step("conditions", 48, status(sf, deal.NegotiationConditions, deal.MoveConditions, 0))
	step("no basic agreement", 6, skip(sf, deal.MilestoneBasicAgreement))
	step("no basic agreement confirmed", 6, confirm(bf))
	step("DD", 24, milestone(bf, deal.MilestoneDDStart, 0, nil))
	if last == deal.NegotiationConditions {
		return
	}
	step("DD", 24, milestone(bf, deal.MilestoneDDEnd, 0, nil))
	contract := 3
	closing := deal.AddDays(at.AddDate(0, 0, contract), 17)
	if t.closing != "" {
		closing = t.closing
	}
	step("contract day", 1, milestone(sf, deal.MilestoneContract, contract, nil))
	step("closing day", 12, func(tx *store.Tx) error {
		id, version := row(tx, sf)
		_, err := negotiation.In(d.a.Platform).RecordMilestone(tx, *sf,
			&negotiation.MilestoneInput{BuyerNegotiationID: id, Version: version, Kind: int(deal.MilestoneClosing), Date: closing})
		return err
	})
	step("days confirmed", 12, confirm(bf))
	step("propose", 20, status(sf, deal.NegotiationSigned, deal.MoveProposeContract, 0))
	step("confirm", 21*24, status(bf, deal.NegotiationSigned, deal.MoveConfirmContract, 0))
	if t.closing != "" || !at.AddDate(0, 0, 2).Before(d.today) {
		return
	}
	step("closed", 24, milestone(bf, deal.MilestoneClosed, -1, &price))
	step("closing confirmed", 1, confirm(sf))
}
