package valuation

import (
	"fmt"
	"strings"
	"time"

	"tsunagu/app/issued"
	"tsunagu/app/listfile"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	bookTitle = "簡易株価（参考）"
	reference = "【参考】入力した数字から機械的に計算した目安です。鑑定や評価の結果ではなく、売買の価格を約束するものではありません。"
)

// form is the version of the workbook's form. It is raised with every change of what the workbook says.
const form = 1

// export makes the workbook of a version, keeps it (papers.md 1), and hands it out. It is made once for a version.
func (a Room) export(r *web.Request, in *valuationExport) (*web.Download, error) {
	under := web.StateOf[listfile.UnderWay](a.Platform)
	if !under.Begin() {
		return nil, listfile.ErrBusy
	}
	defer under.End()
	return r.HandOut(func(tx *store.Tx) (*web.Download, error) {
		w, err := read(&tx.Q, r.Actor, in)
		if err != nil {
			return nil, err
		}
		p, err := issued.In(a.Platform).Keep(tx, r.Actor, &issued.Paper{Kind: issued.KindValuation, Form: form, Of: store.InChargeOfListing,
			ListingID: w.listing.ID, CompanyID: w.listing.CompanyID, Recipient: "自機関の担当者", Source: w.source,
			Write: func(number string, at time.Time) ([]byte, error) {
				w.number, w.about.At = number, at.In(store.JST)
				return listfile.BookBytes(a.Platform, w.about, w.write)
			}})
		if err != nil {
			return nil, err
		}
		f, err := tx.File(p.FileID)
		if err != nil {
			return nil, err
		}
		if err := tx.AddAudit(r.Line("valuation_exported", auditKind, w.listing.ID, "ok", fmt.Sprintf("version=%d", in.Version))); err != nil {
			return nil, err
		}
		return a.SendFile(f)
	})
}

func read(q *store.Q, by web.Actor, in *valuationExport) (*writer, error) {
	l, err := web.OwnListing(q, by, in.SellerBusinessID, nil)
	if err != nil {
		return nil, err
	}
	x, err := q.Valuation(by.Viewer, l.ID, in.Version)
	if err != nil {
		return nil, err
	}
	row, err := rowOf(q, by, x)
	if err != nil {
		return nil, err
	}
	c, err := contentOf(q, l)
	if err != nil {
		return nil, err
	}
	w := &writer{valuationVersion: row, business: c.BusinessName, listing: l}
	w.source = issued.SourceOf([]byte(strings.Join([]string{x.ID, c.BusinessName, w.UserName, by.Institution()}, "\n")))
	w.about, err = listfile.AboutOf(q, by, bookTitle)
	return w, err
}

// writer writes the calculation from top to bottom.
type writer struct {
	*valuationVersion
	listing  *store.Listing
	business string
	source   string // the hash of what it is made from
	number   string
	about    sheet.About
	g        *sheet.Grid
}

// The columns: what it is, its amounts, and how it is worked out.
var widths = []float64{36, 18, 18, 18, 62}

const (
	height     = 18
	last       = 5
	colLow     = 2
	colHigh    = 3
	colChange  = 4
	headHeight = 22
)

func (w *writer) write(b *sheet.Book) error {
	w.g = b.Grid("簡易株価", sheet.Page{OnOnePage: true, TabColor: sheet.Indigo}, widths...)
	w.g.Row(34, sheet.Cell{Value: bookTitle, Look: sheet.Title, Span: last})
	by := w.about.Owner + "　　第" + fmt.Sprint(w.Version) + "版　" + listfile.ServerTime(w.Created)
	if w.UserName != "" {
		by += "　" + w.UserName
	}
	w.g.Row(height, sheet.Cell{Value: "番号 " + w.number + "　　" + w.about.At.Format("2006/01/02 15:04") + " 作成", Look: sheet.Subtitle,
		Span: last})
	w.g.Row(height, sheet.Cell{Value: w.business + "　　" + by, Look: sheet.Subtitle, Span: last})
	w.note(reference)
	w.note("金額は千円。色の付いたセルが入力です。入力を書き換えると、下の金額も変わります。")
	market := w.netAsset()
	profit, ebitda := w.profit()
	w.goodwill(market, profit)
	w.multiple(ebitda)
	w.rules()
	return nil
}

func (w *writer) note(text string) {
	w.g.Row(float64(6+14*sheet.Lines(text, 152)), sheet.Cell{Value: text, Look: sheet.Wrapped, Span: last})
}

func (w *writer) section(name string, heads ...string) {
	w.g.Row(8, sheet.Cell{Value: "", Look: sheet.Note})
	w.g.Row(headHeight, sheet.Cell{Value: name, Look: sheet.Section, Span: last})
	var cells []sheet.Cell
	for i, h := range heads {
		look := sheet.HeadRight
		if i == 0 || i == last-1 {
			look = sheet.HeadLeft
		}
		cells = append(cells, sheet.Cell{Value: h, Look: look})
	}
	w.g.Row(height, cells...)
}

// line is a name, one amount, and how it comes about; it says where the amount stands.
func (w *writer) line(name string, amount sheet.Cell, how string) sheet.At {
	text := sheet.Plainly
	if amount.Look == sheet.TotalNumber {
		text = sheet.Total
	}
	blank := sheet.Cell{Value: "", Look: text}
	return sheet.At{Col: colLow, Row: w.g.Row(height, sheet.Cell{Value: name, Look: text}, amount, blank, blank,
		sheet.Cell{Value: how, Look: text})}
}

func (w *writer) input(name string, v *int64, how string) sheet.At {
	return w.line(name, sheet.Cell{Value: *v, Look: sheet.Input}, how)
}

func (w *writer) netAsset() (market sheet.At) {
	w.section("1　時価純資産", "項目", "簿価", "時価", "純資産の増減", "計算")
	net := w.input("純資産（簿価）", w.Inputs.NetAsset, "入力")
	var first, end sheet.At
	for i, l := range w.Inputs.LineList {
		at := w.g.Next()
		book, worth := sheet.At{Col: colLow, Row: at}, sheet.At{Col: colHigh, Row: at}
		change, how := sheet.Calc(w.Result.LineList[i], sheet.Number, "{2}-{1}", book, worth), "資産：時価 − 簿価"
		if l.IsDebt {
			change, how = sheet.Calc(w.Result.LineList[i], sheet.Number, "{1}-{2}", book, worth), "負債：簿価 − 時価"
		}
		w.g.Row(height, sheet.Cell{Value: l.Name, Look: sheet.Plainly}, sheet.Cell{Value: *l.Book, Look: sheet.Input},
			sheet.Cell{Value: *l.Market, Look: sheet.Input}, change, sheet.Cell{Value: how, Look: sheet.Plainly})
		if end = (sheet.At{Col: colChange, Row: at}); i == 0 {
			first = end
		}
	}
	sum := sheet.Cell{Value: int64(0), Look: sheet.Number}
	if len(w.Inputs.LineList) > 0 {
		sum = sheet.Calc(w.Result.Adjusted, sheet.Number, "SUM({1}:{2})", first, end)
	}
	adjusted := w.line("時価への修正の合計", sum, "純資産の増減の合計")
	rate := w.line("含み益にかかる税率", sheet.Cell{Value: float64(*w.Inputs.TaxRate) / 10_000, Look: sheet.InputRate}, "入力。考えないときは 0％")
	tax := w.line("含み益にかかる税", sheet.Calc(w.Result.Tax, sheet.Number, "ROUNDDOWN(MAX(0,{1})*ROUND({2}*10000,0)/10000,0)", adjusted, rate),
		"修正の合計がプラスのときだけ、合計 × 税率（千円未満は切捨て）")
	return w.line("時価純資産", sheet.Calc(w.Result.MarketNetAsset, sheet.TotalNumber, "{1}+{2}-{3}", net, adjusted, tax),
		"純資産（簿価） ＋ 修正の合計 − 税")
}

func (w *writer) profit() (profit, ebitda sheet.At) {
	w.section("2　利益", "項目", "金額", "", "", "計算")
	operating := w.input("営業利益", w.Inputs.OperatingProfit, "入力")
	pay := w.input("役員報酬の調整", w.Inputs.Remuneration, "入力。多すぎる分はプラス、足りない分はマイナス")
	other := w.input("その他の調整", w.Inputs.OtherAdjustment, "入力。一時の費用はプラス、一時の収益はマイナス")
	profit = w.line("修正営業利益", sheet.Calc(w.Result.Profit, sheet.TotalNumber, "{1}+{2}+{3}", operating, pay, other), "営業利益 ＋ 調整")
	depreciation := w.input("減価償却費", w.Inputs.Depreciation, "入力")
	ebitda = w.line("EBITDA", sheet.Calc(w.Result.Ebitda, sheet.TotalNumber, "{1}+{2}", profit, depreciation), "修正営業利益 ＋ 減価償却費")
	return profit, ebitda
}

// both is a line with a low and a high amount.
func (w *writer) both(name string, low, high sheet.Cell, how string) (sheet.At, sheet.At) {
	text := sheet.Plainly
	if low.Look == sheet.TotalNumber {
		text = sheet.Total
	}
	at := w.g.Row(height, sheet.Cell{Value: name, Look: text}, low, high, sheet.Cell{Value: "", Look: text}, sheet.Cell{Value: how,
		Look: text})
	return sheet.At{Col: colLow, Row: at}, sheet.At{Col: colHigh, Row: at}
}

func (w *writer) goodwill(market, profit sheet.At) {
	r := w.Result
	w.section("3　株価の目安（時価純資産 ＋ 営業権）", "項目", "低い方", "高い方", "", "計算")
	y1, y2 := w.both("営業権の年数", sheet.Cell{Value: *w.Inputs.YearsFrom, Look: sheet.Input}, sheet.Cell{Value: *w.Inputs.YearsTo,
		Look: sheet.Input},
		"入力")
	g1, g2 := w.both("営業権", sheet.Calc(r.GoodwillFrom, sheet.Number, "MAX(0,{1})*{2}", profit, y1),
		sheet.Calc(r.GoodwillTo, sheet.Number, "MAX(0,{1})*{2}", profit, y2), "修正営業利益 × 年数（赤字のときは 0）")
	w.both("株価（参考）", sheet.Calc(r.NetFrom, sheet.TotalNumber, "{1}+{2}", market, g1),
		sheet.Calc(r.NetTo, sheet.TotalNumber, "{1}+{2}", market, g2), "時価純資産 ＋ 営業権")
}

func (w *writer) multiple(ebitda sheet.At) {
	r, in := w.Result, w.Inputs
	w.section("4　株価の目安（EBITDA倍率）", "項目", "低い方", "高い方", "", "計算")
	tenths := func(v *int64) sheet.Cell { return sheet.Cell{Value: float64(*v) / 10, Look: sheet.InputTenths} }
	m1, m2 := w.both("倍率", tenths(in.MultipleFrom), tenths(in.MultipleTo), "入力。0.1倍まで")
	const business = "IF({1}>0,ROUNDDOWN({1}*ROUND({2}*10,0)/10,0),0)"
	b1, b2 := w.both("事業価値", sheet.Calc(r.BusinessFrom, sheet.Number, business, ebitda, m1),
		sheet.Calc(r.BusinessTo, sheet.Number, business, ebitda, m2), "EBITDA × 倍率（千円未満は切捨て）")
	debt := w.input("有利子負債", in.InterestBearingDebt, "入力")
	cash := w.input("現預金", in.CashDeposit, "入力")
	const price = "IF({1}>0,{2}-{3}+{4},0)"
	w.both("株価（参考）", sheet.Calc(r.MultipleFrom, sheet.TotalNumber, price, ebitda, b1, debt, cash),
		sheet.Calc(r.MultipleTo, sheet.TotalNumber, price, ebitda, b2, debt, cash), "事業価値 − 有利子負債 ＋ 現預金（EBITDAが0以下のときは計算できず、0）")
	if !r.IsMultiple {
		w.note("EBITDAが0以下のため、倍率では計算できません。上の0は株価が0という意味ではありません。")
	}
}

func (w *writer) rules() {
	w.section("メモと約束", "内容")
	if w.Inputs.Note != "" {
		w.note(w.Inputs.Note)
	}
	w.note("株価は、発行済株式の全部の金額です。税率と倍率をかけたものは千円未満を切り捨て、ほかは足し引きと整数の掛け算だけです。")
	w.note("マイナスの金額は ▲ で表します。時価純資産がマイナスのときは、時価で債務超過です。")
	w.note(reference)
}
