package yearreport

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"tsunagu/app/listfile"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

// writer writes the sheets of a workbook.
type writer func(*counting, *sheet.Book, sheet.About) error

// export writes a workbook of a year, and its audit line, which the institution reads.
func (a Room) export(r *web.Request, in *yearQuery, name, title, event string, write writer) (*web.Download, error) {
	under := web.StateOf[listfile.UnderWay](a.Platform)
	if !under.Begin() {
		return nil, listfile.ErrBusy
	}
	defer under.End()
	var c *counting
	var about sheet.About
	if err := r.Read(func(q *store.Q) (err error) {
		if c, err = read(q, r.Actor, in); err != nil {
			return err
		}
		about, err = listfile.AboutOf(q, r.Actor, title)
		return err
	}); err != nil {
		return nil, err
	}
	name = fmt.Sprintf("%s_%d.xlsx", name, c.Year)
	d, err := listfile.Book(a.Platform, name, about, func(b *sheet.Book) error { return write(c, b, about) })
	if err != nil {
		return nil, err
	}
	return r.AuditedOf(d, event, auditKind, r.Institution(), fmt.Sprintf("%s %d年度", title, c.Year))
}

// askedFor marks the cell beside it as one that the product has no figure for.
const askedFor = "入力してください。"

// page writes a sheet's one page from top to bottom.
type page struct {
	*sheet.Board
	row, last int
	widths    []float64
}

func (c *counting) page(b *sheet.Book, about sheet.About, widths ...float64) *page {
	p := &page{Board: b.Board(about.Title, sheet.Page{OnOnePage: true, TabColor: sheet.Indigo}, widths...), last: len(widths), widths: widths}
	p.Span(1, p.last, 1, fmt.Sprintf("%d年度　%s", c.Year, about.Title), sheet.Title)
	p.Height(1, 34)
	remark := fmt.Sprintf("%s から %s まで", c.from.Format("2006年1月2日"), c.end.AddDate(0, 0, -1).Format("2006年1月2日"))
	if !c.IsOver {
		remark += "（年度の途中）"
	}
	p.Span(1, p.last, 2, fmt.Sprintf("%s　　%s　　%s 現在", about.Owner, remark, about.At.Format("2006年1月2日 15:04")), sheet.Subtitle)
	p.row = 3
	return p
}

// head begins a block, after an empty row.
func (p *page) head(section string, heads ...string) {
	p.row++
	p.Span(1, p.last, p.row, section, sheet.Section)
	p.row++
	for i, h := range heads {
		look := sheet.HeadRight
		if i == 0 || i == p.last-1 {
			look = sheet.HeadLeft
		}
		p.Put(i+1, p.row, h, look)
	}
	if len(heads) > 0 {
		p.row++
	}
}

// line is a name, its value, and from what it comes.
func (p *page) line(name string, v any, look sheet.Look, from string) {
	p.Put(1, p.row, name, sheet.Plainly)
	p.Put(2, p.row, v, look)
	p.prose(3, from)
	p.row++
}

// prose writes a text over the rest of the row, which becomes as high as it needs. A Japanese letter takes two widths.
func (p *page) prose(col int, text string) {
	width := -2.0 // of the cell's edges
	for _, w := range p.widths[col-1:] {
		width += w
	}
	look := sheet.Note
	if lines := math.Ceil(2 * float64(utf8.RuneCountInString(text)) / width); lines > 1 {
		look = sheet.Wrapped
		p.Height(p.row, 6+14*lines)
	}
	p.Span(col, p.last, p.row, text, look)
}

// asks is a line whose value is typed by its reader.
func (p *page) asks(name, why string) { p.line(name, "", sheet.Input, askedFor+why) }

func (p *page) notes(notes ...string) {
	p.row++
	for _, n := range notes {
		p.prose(1, n)
		p.row++
	}
	p.Close()
}

// writeReport writes the 実績報告: what the product holds, and a cell to type what it does not.
func (c *counting) writeReport(b *sheet.Book, about sheet.About) error {
	p := c.page(b, about, 34, 18, 12, 12, 12, 14, 56)
	p.head("M&A支援機関の登録")
	r := &c.Registration
	recorded := "管理画面の「実績報告」で記録したもの"
	if r.Number == "" {
		p.asks("登録番号", "管理画面の「実績報告」で記録すると、次から入ります。")
	} else {
		p.line("登録番号", r.Number, sheet.Centred, recorded)
	}
	if r.ExpiresOn == "" {
		p.asks("登録の有効期限", "管理画面の「実績報告」で記録すると、次から入ります。")
	} else {
		p.line("登録の有効期限", listfile.Day(r.ExpiresOn), sheet.Day, recorded)
	}
	if r.Qualified == nil {
		p.asks("資格者数", "管理画面の「実績報告」で記録すると、次から入ります。")
	} else {
		p.line("資格者数", *r.Qualified, sheet.Number, recorded+"（"+listfile.ServerTime(r.Created)+" の記録）")
	}
	p.head("成約件数", "自機関の側", "成約件数", "仲介", "FA", "仲介とFA", "契約の記録なし")
	for _, row := range c.DealList {
		name, number := sheet.Plainly, sheet.Number
		if row.Side == "all" {
			name, number = sheet.Total, sheet.TotalNumber
		}
		p.Put(1, p.row, row.SideLabel, name)
		for i, n := range []int{row.SignedCount, row.BrokerCount, row.AdvisorCount, row.MixedCount, row.UnwrittenCount} {
			p.Put(i+2, p.row, n, number)
		}
		p.row++
	}
	p.line("本システム外での成約", c.OutsideCount, sheet.Number, "担当する案件のうち、本システム外での成約を記録したもの。上の件数には入りません。契約の種類の記録はありません。")
	p.head("成約金額と手数料")
	p.line("成約金額（千円）", c.Closed.Amount, sheet.Number, fmt.Sprintf("クロージング完了のときに双方で確認した金額。成約%d件のうち%d件の合計",
		len(c.deals), c.Closed.Count))
	p.asks("受け取った手数料（千円）", "受け取った手数料の額は、本システムに記録がありません。「成約の一覧」に案件ごとの入力欄があります。")
	if c.Fees.Count == 0 {
		p.asks("最低手数料（千円）", "成約したお客さまについて、確認事項「手数料」の記録がありません。")
	} else {
		from := fmt.Sprintf("確認事項「手数料」の記録から。成約のお客さま、のべ%d人の記録。ほかに記録なし、のべ%d人", c.Fees.Count, c.Fees.UnwrittenCount)
		p.line("最低手数料（千円）　最も低いもの", c.Fees.Lowest, sheet.Number, from)
		p.line("最低手数料（千円）　最も高いもの", c.Fees.Highest, sheet.Number, from)
	}
	p.head("補助金")
	p.asks("補助金を使った成約の件数", "補助金の利用は、本システムに記録がありません。")
	p.asks("補助金の額（千円）", "補助金の額は、本システムに記録がありません。")
	p.notes("案件と交渉は、いま担当しているものを数えています。成約のあとで事務局が成約を取り消したものは、数えていません。",
		"成約の日は、本システムで成約になった日（日本時間）です。契約の種類と最低手数料は、その日までに行った契約と説明のうち、最後の記録によります。",
		"この表は、報告の下書きです。提出する前に、自機関の記録と照らして確かめてください。")
	return c.writeDeals(b, about)
}

var dealColumns = []sheet.Column{
	{Head: "No.", Width: 6, Look: sheet.Number}, {Head: "交渉番号", Width: 16, Look: sheet.Centred},
	{Head: "自機関の側", Width: 12, Look: sheet.Centred},
	{Head: "成約日", Width: 14, Look: sheet.Day}, {Head: "クロージング日", Width: 16, Look: sheet.Day}, {Head: "契約の種類", Width: 14, Look: sheet.Centred},
	{Head: "成約金額\n（千円）", Width: 16, Look: sheet.Number}, {Head: "最低手数料\n（千円）", Width: 20, Look: sheet.Centred},
	{Head: "受け取った手数料（千円）\n入力してください", Width: 26, Look: sheet.Input}, {Head: "補助金の額（千円）\n入力してください", Width: 22, Look: sheet.Input},
}

// writeDeals lists the deals of the year by their numbers, without a name.
func (c *counting) writeDeals(b *sheet.Book, about sheet.About) error {
	t := b.Table("成約の一覧", sheet.Page{TabColor: sheet.Indigo}, fmt.Sprintf("%d年度　成約の一覧", c.Year),
		about.Owner+"　"+about.At.Format("2006/01/02 15:04")+" 現在　企業の名前は載せていません", dealColumns)
	labels := map[string]string{}
	for _, s := range dealSides {
		labels[s[0]] = s[1]
	}
	for i := range c.deals {
		d := &c.deals[i]
		var closed time.Time
		if d.closed != "" {
			closed = listfile.Day(d.closed)
		}
		minimums := []string{}
		for _, n := range d.minimums {
			minimums = append(minimums, web.Grouped(n))
		}
		if len(minimums) == 0 {
			minimums = []string{unwritten}
		}
		if err := t.Row(i+1, d.number, labels[d.side], d.day, closed, d.roleLabel(), d.amount, strings.Join(minimums, "／"), "", ""); err != nil {
			return fmt.Errorf("%w: %w", store.ErrUnavailable, err) // only the disk can fail here
		}
	}
	return nil
}

// writeBenchmark writes what the product can count of the benchmarks, and what each figure is counted from.
func (c *counting) writeBenchmark(b *sheet.Book, about sheet.About) error {
	p := c.page(b, about, 40, 14, 14, 90)
	p.head("事業承継・M&Aの支援", "項目", "件数")
	for _, i := range c.Benchmark.ItemList {
		p.line(i.Label, i.Count, sheet.Number, i.From)
	}
	for _, block := range []struct {
		section, head string
		bands         []benchmarkBand
	}{
		{"支援した企業の業種（大分類）", "業種", c.Benchmark.IndustryList}, {"支援した企業の年間売上高", "年間売上高", c.Benchmark.SalesList},
	} {
		p.head(block.section, block.head, "売手企業", "買手企業")
		if len(block.bands) == 0 {
			p.Span(1, 3, p.row, "該当なし", sheet.Plainly)
			p.row++
		}
		for _, band := range block.bands {
			p.Put(1, p.row, band.Label, sheet.Plainly)
			p.Put(2, p.row, band.SellerCount, sheet.Number)
			p.Put(3, p.row, band.BuyerCount, sheet.Number)
			p.row++
		}
	}
	p.notes("案件と企業と交渉は、いま担当しているものを数えています。業種が二つ以上ある企業は、それぞれの業種で数えます。業種と年間売上高は、いまの登録によります。",
		"項目の名前は、本システムのものです。公表されているベンチマークの項目と番号は、自機関で照らし合わせてください。")
	return nil
}
