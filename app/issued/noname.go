package issued

import (
	"errors"
	"fmt"
	"strings"

	"tsunagu/app/disclosure"
	"tsunagu/app/listing"
	"tsunagu/app/typeset"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

func offerNoName(q *store.Q, by web.Actor, id string) (*Offer, error) {
	switch _, _, err := listing.Anonymous(q, by, id); {
	case errors.Is(err, store.ErrNotFound): // nothing of it is published
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &Offer{Text: "公開中の内容だけの、会社の名前も担当の金融機関の名前も載らない概要です。買手企業に渡せます。"}, nil
}

// makeNoName is ノンネームシート: what is published at L1, the same words for every reader. It names neither the seller's bank, which buyers learn
// at L3, nor who made it: a sheet is passed on, and its maker would tell who is in charge.
func makeNoName(tx *store.Tx, by web.Actor, id string) (*Paper, error) {
	o, d, err := listing.Anonymous(&tx.Q, by, id)
	if err != nil {
		return nil, err
	}
	l, err := tx.Listing(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	c := &contents{whom: "案件の公開先"}
	c.add(noName(o, d)...)
	p := c.ofListing(KindNoName, formNoName, l, "本システム（公開中の内容から作成）")
	p.Level, p.Recipient = disclosure.L1, "案件の公開先"
	p.BuyerCompanyID = by.Viewer.BuyerID // of a buyer's user: it is found among the company's papers
	return p, nil
}

func noName(o *listing.ListingOverview, d *listing.ListingDetails) []typeset.Block {
	field := func(label, value string) typeset.Field {
		if value == "" {
			value = "―"
		}
		return typeset.Field{Label: label, Value: value}
	}
	return []typeset.Block{typeset.Heading(o.BusinessName), typeset.Fields{
		field("案件番号", web.CaseNumber("L", o.SellerBusinessID)),
		field("業種", industries(o.IndustryTypes)), field("地域", o.FormattedLocation),
		field("売上高", master.ItemLabel(master.SalesAmount, o.SalesAmount)),
		field("営業利益", master.ItemLabel(master.OperatingProfit, o.OperatingProfit)),
		field("希望価格", between(master.ItemLabel(master.AcquisitionPrice, o.SalesPrice), master.ItemLabel(master.SalesPriceTo, o.SalesPriceTo))),
		field("従業員数", between(people(o.NumberOfManagersFrom), people(o.NumberOfManagersTo))),
		field("譲渡対象資産", itemLabels(master.SalesAssets, o.SalesAsset)),
		field("交渉対象", itemLabels(master.NegotiationTargets, o.NegotiationTarget)),
		field("譲渡の理由", itemLabels(master.MAReasons, d.AssignmentReason)),
		field("譲渡意思", master.ItemLabel(master.WillingnessToSell, o.WillingnessToSell)),
		field("公開期限", japanDate(o.DueDate)),
	}, typeset.Heading("案件の説明"), typeset.Text(o.Description),
		typeset.Note("この資料は匿名の概要です。企業の特定につながる詮索や、関係者への問い合わせはお控えください。" +
			"内容の正確性・完全性を保証するものではありません。詳しい情報は、秘密保持契約の承諾と所定の手続きの後に開示されます。")}
}

func people(n *int64) string {
	if n == nil {
		return ""
	}
	return fmt.Sprintf("%d人", *n)
}

// between is a range, one of whose ends may be open.
func between(from, to string) string {
	if from == to || to == "" && from == "" {
		return from
	}
	return from + "〜" + to
}

func itemLabels(list string, keys []int) string {
	var out []string
	for _, k := range keys {
		out = append(out, master.ItemLabel(list, k))
	}
	return strings.Join(out, "、")
}
