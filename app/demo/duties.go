package demo

import (
	"maps"
	"slices"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/duty"
	"tsunagu/app/web"
	"tsunagu/store"
)

// What the demo's banks wrote of each kind of duty.
var demoDuties = map[deal.DutyKind]map[string]string{
	deal.DutyAntisocial: {"sources": "police,own,press", "result": "clear"},
	deal.DutyIdentity:   {"owner": "yes", "note": "本店の保管庫に記録あり。"},
	deal.DutyBuyerCheck: {"finance": "good", "law": "good", "business": "good", "owner": "good", "funds": "concern", "record": "good",
		"note": "譲受資金の半分は借入れの予定。融資の担当に確認する。"},
	deal.DutyListedBuyer: {"takesPart": "looked", "lookedUp": "number,name,person", "result": "clear"},
	deal.DutyExplanation: {"role": "broker", "text": "重要事項説明書 第3版", "handedOver": "paper", "by": "M&Aシニアエキスパート、経験8年、成約5件",
		"toWhom": "representative", "toName": "代表取締役"},
	deal.DutyMandate: {"role": "broker", "exclusive": "no", "tail": "24", "tailScope": "cleared", "secondOpinion": "yes"},
	deal.DutyFee: {"way": "manual", "base": "price", "rates": "5億円まで 5％\n5億円を超え10億円まで 4％\n10億円を超える部分 3％", "minimum": "5000", "retainer": "0",
		"otherSide": "yes"},
	deal.DutyContactStop:  {"request": "stop", "toName": "代表取締役", "how": "phone", "note": "当分は考えていないとのこと。窓口の担当者にも伝えた。"},
	deal.DutyContractRisk: {"toWhom": "representative", "toName": "代表取締役"},
	deal.DutyGuarantee: {"count": "2", "wish": "yes", "bank1": "メインバンク（自機関）", "kind1": "revolving", "band1": "3", "askedWhom1": "融資部",
		"plan1": "release", "bank2": "駿南信用金庫 本店営業部", "kind2": "personal", "band2": "1", "askedWhom2": "融資課", "plan2": "transfer",
		"clause": "duty"},
	deal.DutyAftercare: {"guarantee": "yet", "instalments": "none", "pensions": "kept", "heard": "代表者に電話で確認",
		"note": "解除の手続きは、金融機関の審査を待っている。"},
}

// tellDuties plans what the main banks recorded of their desks' duties (確認事項): of companies whose deals have come differently far, most
// of it, some of it and nothing; one that lapses soon, and one that waits for a second user.
func (d *demo) tellDuties() error {
	a, b := d.banks[demoBankA], d.banks[demoBankB]
	ofA, buyA, buyB, others := d.open(a), d.fixedBuyer(a), d.fixedBuyer(b), d.buyersOf(b)
	looked := []deal.DutyKind{deal.DutyAntisocial, deal.DutyIdentity}
	agreed := []deal.DutyKind{deal.DutyExplanation, deal.DutyMandate, deal.DutyFee}
	checked := []deal.DutyKind{deal.DutyBuyerCheck, deal.DutyListedBuyer}
	company := func(by *web.Actor, of *demoCompany, days int, kinds ...deal.DutyKind) {
		for _, k := range kinds {
			d.duty(by, days, k, func(*store.Tx) duty.RecordOf { return duty.RecordOf{CompanyID: of.id} }, store.InChargeOfCompany, nil)
		}
	}
	company(&b.first, buyB, 9, append(looked, deal.DutyExplanation, deal.DutyMandate, deal.DutyListedBuyer)...)
	company(&b.first, others[1], 6, deal.DutyAntisocial)
	company(&b.other, others[2], 8, append(looked, checked...)...)
	company(&b.first, others[3], 7, append(looked, deal.DutyBuyerCheck)...)
	d.duty(&b.first, 5, deal.DutyListedBuyer, func(*store.Tx) duty.RecordOf { return duty.RecordOf{CompanyID: others[3].id} },
		store.InChargeOfCompany, map[string]string{"result": "hit", "approval": "稟議 2026-0118", "note": "代表者の過去の役員歴による該当。内容を確かめ、進める。"})
	company(&b.other, others[4], 1, deal.DutyContactStop)
	company(&a.first, buyA, 172, deal.DutyAntisocial)
	company(&a.first, buyA, 30, deal.DutyIdentity, deal.DutyFee)
	for i, l := range ofA[1:5] {
		company(&a.first, l.seller, 40-i, looked...)
		switch {
		case i == 3:
			company(&a.first, l.seller, 35-i, agreed[:2]...)
			d.duty(&a.first, 35-i, deal.DutyFee, func(*store.Tx) duty.RecordOf { return duty.RecordOf{CompanyID: l.seller.id} },
				store.InChargeOfCompany, feeByTable)
		case i > 0:
			company(&a.first, l.seller, 35-i, agreed...)
		}
	}
	for i, kinds := range [][]deal.DutyKind{{deal.DutyListedBuyer}, {deal.DutyListedBuyer, deal.DutyContractRisk}} {
		for _, k := range kinds {
			d.duty(&a.first, 3, k, func(tx *store.Tx) duty.RecordOf {
				id, _ := seenBy(tx, &a.first, ofA[3+i].id, buyB.id)
				return duty.RecordOf{BuyerNegotiationID: id}
			}, store.InChargeOfSF, nil)
		}
	}
	guaranteeOf := func(l *demoListing, days int, changes map[string]string) {
		d.duty(&a.first, days, deal.DutyGuarantee, func(*store.Tx) duty.RecordOf { return duty.RecordOf{SellerBusinessID: l.id} },
			store.InChargeOfListing, changes)
	}
	guaranteeOf(ofA[2], 12, nil)
	guaranteeOf(ofA[3], 4, map[string]string{"count": "1", "wish": "no", "bank1": "駿南信用金庫 本店営業部", "plan1": "keep", "askedWhom1": "",
		"note": "買手の信用が分かるまで、保証を残したいとのオーナーの意向。"})
	guaranteeOf(ofA[4], 2, map[string]string{"count": "0"})
	// Of two deals that were signed, one is to be looked at again, and in the other a promise is not kept.
	aftercareOf := func(i, days int, changes map[string]string) {
		d.duty(&a.first, days, deal.DutyAftercare, func(tx *store.Tx) duty.RecordOf {
			return duty.RecordOf{BuyerNegotiationID: signedBy(tx, &a.first, i)}
		}, store.InChargeOfSF, changes)
	}
	aftercareOf(1, 148, nil)
	aftercareOf(0, 78, map[string]string{"guarantee": "broken",
		"note": "成約から6か月以内に保証を外すと約束したが、金融機関への申込みがまだ行われていない。買手に二度、書面で催促した。"})
	d.tellReports(ofA[3], others[2], ofA[2], buyB)
	return nil
}

// signedBy is one of the deals that a seller's bank signed and still looks at, the oldest first; "" for none.
func signedBy(tx *store.Tx, by *web.Actor, i int) string {
	found, err := tx.Aftercares(by.Viewer)
	if err != nil || i >= len(found) {
		return ""
	}
	slices.SortFunc(found, func(x, y store.Aftercare) int { return x.Signed.Compare(y.Signed) })
	return found[i].ID
}

// tellReports plans that B tells A of its look into a buyer that asks for the names, and that of another there is no report.
func (d *demo) tellReports(of *demoListing, buyer *demoCompany, without *demoListing, unseen *demoCompany) {
	a, b := d.banks[demoBankA], d.banks[demoBankB]
	record := func(days int, l *demoListing, c *demoCompany, values map[string]string) {
		d.duty(&a.first, days, deal.DutyBuyerReport, func(tx *store.Tx) duty.RecordOf {
			id, _ := seenBy(tx, &a.first, l.id, c.id)
			return duty.RecordOf{BuyerNegotiationID: id}
		}, store.InChargeOfSF, values)
	}
	d.at(d.today.AddDate(0, 0, -2), "report", func(tx *store.Tx) error {
		banks, err := tx.InstitutionNames()
		if err != nil {
			return err
		}
		records, err := tx.RecordsOfSide(&store.Negotiation{}, store.InChargeOfBF, buyer.id)
		if err != nil {
			return err
		}
		told, err := tx.Duties(b.id, records)
		if err != nil {
			return err
		}
		in := duty.ReleaseInput{LookedBy: banks[b.id] + " " + b.other.User.UserName,
			Line: "決算書3期分と登記を確かめ、代表者に話を聞きました。資金は半分が借入れの予定です。"}
		in.BuyerNegotiationID, _ = seenBy(tx, &b.other, of.id, buyer.id)
		for _, x := range told {
			if x.Kind == int(deal.DutyBuyerCheck) {
				in.DutyID = x.ID
			}
		}
		_, err = duty.Release(tx, b.other, &in)
		return err
	})
	record(1, of, buyer, map[string]string{"shown": "show", "line": "資金のことは、次にお会いするときに説明します。"})
	record(1, without, unseen, map[string]string{"shown": "none", "line": "買手側の金融機関に、調査の結果を問い合わせています。"})
}

// duty plans one duty that a user records some days before today, with changes to what the demo's banks write.
func (d *demo) duty(by *web.Actor, days int, k deal.DutyKind, of func(*store.Tx) duty.RecordOf, record store.InCharge,
	changes map[string]string) {
	d.at(d.today.AddDate(0, 0, -days), "duty", func(tx *store.Tx) error {
		values := map[string]string{}
		maps.Copy(values, demoDuties[k])
		maps.Copy(values, changes)
		switch k {
		case deal.DutyListedBuyer:
			values["listDate"] = deal.Date(tx.Now())
		case deal.DutyMandate:
			values["until"] = deal.AddMonths(tx.Now(), 12)
		case deal.DutyGuarantee:
			values = guaranteesOn(values, tx.Now())
		case deal.DutyExplanation, deal.DutyContractRisk:
			if err := allOf(tx, by, k, values); err != nil {
				return err
			}
		}
		_, err := duty.Record(tx, *by, &duty.RecordInput{RecordOf: of(tx), Kind: int(k), Record: int(record), PerformedOn: deal.Date(tx.Now()),
			Values: values})
		return err
	})
}

// guaranteesOn are what was written of guarantees on a day, without those that are not there; who was asked was asked the day before.
func guaranteesOn(values map[string]string, now time.Time) map[string]string {
	count, out := values["count"], map[string]string{"count": values["count"]}
	for key, text := range values {
		if last := key[len(key)-1:]; count != "0" && (last > "9" || last <= count) {
			out[key] = text
		}
	}
	for _, n := range []string{"1", "2"} {
		if n > count {
			break
		}
		out["until"+n] = deal.AddMonths(now, 6)
		if out["askedWhom"+n] != "" {
			out["askedOn"+n] = deal.AddDays(now, -1)
		}
	}
	return out
}
