package demo

import (
	"tsunagu/app/activity"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// tellNotes plans what the main banks' users noted of calls and visits: about a seller with when to turn to it next, and on both
// sides of the negotiation about its listing that has come furthest.
func (d *demo) tellNotes() error {
	a, b := d.banks[demoBankA], d.banks[demoBankB]
	l, buyer := d.open(a)[4], d.fixedBuyer(b)
	for _, x := range []struct {
		by    *web.Actor
		isRow bool
		days  int // ago
		means deal.ActivityMeans
		who   string
		text  string
		next  string // what the bank does for the seller next
		ahead int    // days from today on which it does
	}{
		{&a.first, false, 30, 2, "社長", "工場を見せていただいた。設備は新しく、従業員の平均年齢は40代。\n後継者は親族にいないとのこと。", "", 0},
		{&a.other, false, 6, 1, "社長", "譲渡後も2年は顧問として残る意向。株主名簿を用意してくださる。", "株主名簿を受け取る", 9},
		{&a.first, true, 5, 4, "買手側金融機関の担当者", "基本条件について打ち合わせた。退職金の扱いが残っている。", "", 0},
		{&b.first, true, 4, 2, "社長、経理部長", "買収後の体制を伺った。現社長に残っていただきたいとのこと。", "", 0},
	} {
		d.at(d.today.AddDate(0, 0, -x.days), "note", func(tx *store.Tx) error {
			in := &activity.ActivityInput{Date: deal.Date(tx.Now()), Means: int(x.means), Counterpart: x.who, Body: x.text}
			if x.isRow {
				in.BuyerNegotiationID, _ = seenBy(tx, x.by, l.id, buyer.id)
			} else {
				in.CompanyID = l.seller.id
			}
			if x.next != "" {
				in.NextAction = &activity.NextActionSet{Date: deal.AddDays(d.today, x.ahead), Body: x.next}
			}
			_, err := activity.Save(tx, *x.by, in)
			return err
		})
	}
	return nil
}
