package monthend

import (
	"time"

	"tsunagu/app/listfile"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

// export writes the report of a month as a workbook, and its audit line.
func (a Room) export(r *web.Request, in *monthQuery) (*web.Download, error) {
	var m *monthEnd
	about := sheet.About{Title: "月末の報告", Mark: "取扱注意"}
	if err := r.Read(func(q *store.Q) (err error) {
		if m, err = read(q, r.Actor, in); err != nil {
			return err
		}
		about.At = q.Now().In(store.JST)
		about.Origin, err = q.Setting(store.SettingNetworkName)
		return err
	}); err != nil {
		return nil, err
	}
	if about.Owner = m.FinancialName; about.Owner == "" {
		about.Owner = about.Origin
	}
	d, err := listfile.Book(a.Platform, "MONTH_END_"+m.Month+".xlsx", about, func(b *sheet.Book) error {
		m.write(b, about)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return r.Audited(d, "report_exported", "月末の報告 "+m.Month)
}

// page writes the report's one page from top to bottom.
type page struct {
	*sheet.Board
	row     int
	amounts bool
}

const (
	nameColumn = 1 + iota
	countColumn
	recordedColumn
	amountColumn
)

func (m *monthEnd) write(b *sheet.Book, about sheet.About) {
	p := &page{Board: b.Board("月末の報告", sheet.Page{OnOnePage: true, TabColor: sheet.Indigo}, 36, 12, 16, 20), amounts: m.FinancialName != ""}
	day, _ := time.ParseInLocation("2006-01", m.Month, store.JST)
	p.Span(nameColumn, amountColumn, 1, day.Format("2006年1月")+"　月末の報告", sheet.Title)
	p.Height(1, 34)
	remark := day.AddDate(0, 1, -1).Format("2006年1月2日") + " 現在"
	if !m.IsOver {
		remark = about.At.Format("2006年1月2日 15:04") + " 現在（月の途中）"
	}
	p.Span(nameColumn, amountColumn, 2, about.Owner+"　　"+remark, sheet.Subtitle)
	p.row = 3
	name := "担当する売却案件"
	if !p.amounts {
		name = "売却案件"
	}
	p.head(name, "", "")
	p.line("その月に公開", m.Listings.New, nil)
	p.line("月末に公開中", m.Listings.Showing, nil)
	p.line("その月に成約", m.Listings.Concluded, nil)
	p.line("その月に無効（取下げなど）", m.Listings.Ended, nil)
	for _, s := range m.Sides {
		p.head(s.Label, "金額の記録（件）", "成約金額（千円）")
		for _, stage := range s.Stages {
			p.line("月末に「"+stage.Label+"」", stage.Count, nil)
		}
		p.line("その月に開始", s.Started, nil)
		p.line("その月に終了（成約を除く）", s.Ended, nil)
		p.line("その月に成約", s.Signed, s.SignedAmount)
		p.line("その月にクロージング完了", s.Closed, s.ClosedAmount)
	}
	for _, kind := range []struct {
		head, amount string
		of           func(f *monthFinancing) *monthAmount
	}{
		{"買手の資金支援（希望額）", "希望額（千円）", func(f *monthFinancing) *monthAmount { return f.Desired }},
		{"買手の資金支援（承認額）", "承認額（千円）", func(f *monthFinancing) *monthAmount { return f.Approved }},
	} {
		head := kind.head
		if !p.amounts {
			head = "買手の資金支援"
		}
		p.head(head, "金額の記録（件）", kind.amount)
		for i := range m.Financing {
			p.line("月末に「"+m.Financing[i].Label+"」", m.Financing[i].Count, kind.of(&m.Financing[i]))
		}
		if !p.amounts {
			break
		}
	}
	p.row++
	for _, note := range m.notes() {
		p.Span(nameColumn, amountColumn, p.row, note, sheet.Note)
		p.row++
	}
	p.Close()
}

// notes say what the figures count.
func (m *monthEnd) notes() []string {
	if m.FinancialName == "" {
		return []string{"件数だけです。金額は、各金融機関の報告にあります。"}
	}
	return []string{"案件と交渉は、いま担当しているものを数えています。売手と買手の両方を担当する交渉は、両方の側で数えます。",
		"成約金額は、クロージング完了のときに双方で確認した金額です。記録のない成約は、金額に入りません。",
		"資金支援の金額は、いまの記録によります。"}
}

// head begins a block, after an empty row.
func (p *page) head(section, recorded, amount string) {
	p.row++
	p.Span(nameColumn, amountColumn, p.row, section, sheet.Section)
	p.Put(nameColumn, p.row+1, "区分", sheet.HeadLeft)
	p.Put(countColumn, p.row+1, "件数", sheet.HeadRight)
	if p.amounts && recorded != "" {
		p.Put(recordedColumn, p.row+1, recorded, sheet.HeadRight)
		p.Put(amountColumn, p.row+1, amount, sheet.HeadRight)
	}
	p.row += 2
}

func (p *page) line(name string, count int, of *monthAmount) {
	p.Put(nameColumn, p.row, name, sheet.Plainly)
	p.Put(countColumn, p.row, count, sheet.Number)
	if of != nil {
		p.Put(recordedColumn, p.row, of.Count, sheet.Number)
		p.Put(amountColumn, p.row, of.Amount, sheet.Number)
	}
	p.row++
}
