package demo

import (
	"tsunagu/app/adviser"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// feeByTable are the changes by which a fee was told by bank A's table in place of by hand.
var feeByTable = map[string]string{"way": "table", "table": "標準（第1版）", "from": "100000", "to": "300000", "base": "",
	"rates": "", "minimum": "", "retainer": ""}

// tellAdvisers plans what the administrator of bank A wrote of its users and of its fees.
func (d *demo) tellAdvisers() error {
	a := d.banks[demoBankA]
	d.at(d.today.AddDate(0, 0, -60), "advisers", func(tx *store.Tx) error {
		u, err := tx.UserByLogin(auth.FoldLoginID("admin-a@demo.example.jp"))
		if err != nil {
			return err
		}
		by, err := d.actorOf(tx, u)
		if err != nil {
			return err
		}
		for _, in := range []adviser.ProfileInput{
			{UserID: a.first.ID(), Qualification: "M&Aシニアエキスパート", RegistrationNumber: "デモ第0012号", Since: "2018-04", DealCount: new(int64(5)),
				Training: "M&A支援の実務研修（デモ）"},
			{UserID: a.other.ID(), Qualification: "なし", Since: "2024-10", DealCount: new(int64(1)), Training: "事業承継の基礎研修（デモ）"},
		} {
			in.TrainedOn = deal.AddMonths(tx.Now(), -4)
			if err := adviser.SaveProfile(tx, by, &in); err != nil {
				return err
			}
		}
		return tellFeeTables(tx, by)
	})
	return nil
}

func tellFeeTables(tx *store.Tx, by web.Actor) error {
	step := func(upTo, rate int64) adviser.FeeStep {
		if upTo == 0 {
			return adviser.FeeStep{Rate: rate}
		}
		return adviser.FeeStep{UpTo: &upTo, Rate: rate}
	}
	for _, terms := range []adviser.FeeTerms{
		{Name: "標準", Base: 1, Minimum: 20_000, Retainer: 1000, InterimShare: 10, IsRetainerDeducted: true, IsInterimDeducted: true,
			StepList: []adviser.FeeStep{step(500_000, 500), step(1_000_000, 400), step(5_000_000, 300), step(10_000_000, 200), step(0, 100)}},
		{Name: "小規模", Base: 1, Minimum: 5000, StepList: []adviser.FeeStep{step(100_000, 500), step(0, 400)},
			DeductedNote: "着手金と中間金はいただきません。"},
	} {
		if err := adviser.SaveFeeTable(tx, by, &adviser.FeeTableInput{FeeTerms: terms}); err != nil {
			return err
		}
	}
	return nil
}
