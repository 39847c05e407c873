package dutycheck

import (
	"fmt"
	"slices"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/duty"
	"tsunagu/app/listfile"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	fileName   = "DUTY_CHECK.xlsx"
	sheetRows  = "点検表"
	sheetWords = "読み方"
	// batch is how many rows are told at a time, so that memory does not grow with the deals.
	batch = 1000
)

// export writes the whole list of the conditions as a workbook, and its audit line, which is about duties: the office reads no such line.
func (a Room) export(r *web.Request, in *conditions) (*web.Download, error) {
	under := web.StateOf[listfile.UnderWay](a.Platform)
	if !under.Begin() {
		return nil, listfile.ErrBusy
	}
	defer under.End()
	var d *web.Download
	count := 0
	if err := r.Read(func(q *store.Q) error {
		f, err := find(q, r.Actor, in)
		if err != nil {
			return err
		}
		if count = len(f.rows); count > sheet.MaxRows {
			return &web.Problem{Title: "Unprocessable entity", Status: 422, Code: "invalid", Detail: fmt.Sprintf(
				"条件に合うものが%s件あります。一度に書き出せるのは%s件までです。条件を絞り込んでから、もう一度お試しください。",
				web.Grouped(int64(count)), web.Grouped(sheet.MaxRows))}
		}
		about, err := listfile.AboutOf(q, r.Actor, sheetRows)
		if err != nil {
			return err
		}
		words, err := in.words(q, r.Actor, f)
		if err != nil {
			return err
		}
		d, err = listfile.Book(a.Platform, fileName, about, func(b *sheet.Book) error {
			if err := f.write(q, r.Actor, b, about); err != nil {
				return err
			}
			f.writeWords(b, about, r.User.UserName, words)
			return nil
		})
		return err
	}); err != nil {
		return nil, err
	}
	return r.AuditedOf(d, "duty_list_exported", "duty", r.Institution(), fmt.Sprintf("%s %d件 Excel", sheetRows, count))
}

// write writes the list, some rows at a time.
func (f *found) write(q *store.Q, by web.Actor, b *sheet.Book, about sheet.About) error {
	columns := []sheet.Column{{Head: "番号", Width: 13, Look: sheet.Centred}, {Head: "企業の番号", Width: 13, Look: sheet.Centred},
		{Head: "側", Width: 15, Look: sheet.Centred}, {Head: "状況", Width: 24, Look: sheet.Centred}, {Head: "主担当", Width: 18, Look: sheet.Plainly},
		{Head: "次の操作", Width: 28, Look: sheet.Plainly}, {Head: "次の操作の\n可否", Width: 11, Look: sheet.Centred},
		{Head: "足りない\n（件）", Width: 9, Look: sheet.Number}, {Head: "次の操作に足りないもの", Width: 44, Look: sheet.Wrapped},
		{Head: "いちばん早い\n期限", Width: 13, Look: sheet.Day}}
	for _, k := range f.kinds {
		columns = append(columns, sheet.Column{Head: k.Label(), Width: 15, Look: sheet.Centred})
	}
	remark := fmt.Sprintf("%s　%s 現在　%s件", about.Owner, about.At.Format("2006/01/02 15:04"), web.Grouped(int64(len(f.rows))))
	t := b.Table(sheetRows, sheet.Page{TabColor: sheet.Indigo}, sheetRows, remark, columns)
	cells := make([]any, 0, len(columns))
	for some := range slices.Chunk(f.rows, batch) {
		told, err := f.told(q, by, some)
		if err != nil {
			return err
		}
		for i := range told {
			x := &told[i]
			cells = append(cells[:0], x.CaseNumber, x.CompanyNumber, x.SideLabel, x.StatusLabel, x.PersonName, x.NextLabel, ability(x),
				len(x.MissingList), strings.Join(x.MissingList, "、"), listfile.Day(x.Expiry))
			for _, s := range x.StateList {
				cells = append(cells, s.Label)
			}
			if err := t.Row(cells...); err != nil {
				return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
			}
		}
	}
	return nil
}

// ability says whether the next step can be made.
func ability(x *checkRow) string {
	switch {
	case x.NextLabel == "":
		return "―"
	case x.Level == int(deal.GateMust):
		return "できない"
	case x.Level == int(deal.GateWarn):
		return "警告"
	}
	return "できる"
}

// words are the conditions as a reader wants to see them.
func (in *conditions) words(q *store.Q, by web.Actor, f *found) (out [][2]string, err error) {
	add := func(name, value string) {
		if value != "" {
			out = append(out, [2]string{name, value})
		}
	}
	add("側", map[string]string{"bf": "買手側", "sf": "売手側（売却案件を含む）"}[in.Side])
	add("状況", map[string]string{store.DealLive: "進行中（開始の前を含む）", store.DealSigned: "成約", store.DealEnded: "終了"}[in.State])
	if in.Kind != 0 {
		add("済んでいない種類", deal.DutyKind(in.Kind).Label())
	}
	add("次の操作に足りないもの", map[string]string{"must": "必須が足りない", "any": "必須か警告が足りない"}[in.Lack])
	add("期限", map[string]string{"soon": "今日から30日以内", "past": "期限切れがある"}[in.Expiry])
	switch in.PersonInCharge {
	case "":
	case "none":
		add("担当者", "主担当のいないもの")
	default:
		users, err := q.UsersOf(by.Institution(), int(deal.RoleFIN))
		if err != nil {
			return nil, err
		}
		name := "自機関にいない人" // of whom there is nothing
		for i := range users {
			if users[i].ID == in.PersonInCharge {
				name = users[i].UserName
			}
		}
		add("担当者", name)
	}
	add("番号", in.Word)
	add("並び順", map[string]string{"": "足りないものが多い順", "lack": "足りないものが多い順", "expiry": "期限の早い順", "new": "新しい順"}[in.Order])
	return out, nil
}

// meanings are the words of the list.
var meanings = [][2]string{
	{"済み", "記録があり、期限の内で、必要な二人目の確認も済んでいます。"},
	{"未実施", "求められていますが、記録がありません。"},
	{"確認中", "記録がありますが、まだ確かめることが残っています。"},
	{"二人目の確認待ち", "記録がありますが、二人目の承認者の確認が済んでいません。"},
	{"期限切れ", "記録の期限が過ぎています。行い直して、記録します。"},
	{"未完了", "済んでいません。理由は表示しません。"},
	{"次の確認の時期", "成約のあとの次の確認の時期が来ています。"},
	{"申出なし、申出により停止中、取下げ済み", "営業停止の申出です。お客さまの申出があったときだけ記録します。"},
	{"―", "この側では、求められていません。次の操作がないときも同じ印です。"},
	{"次の操作", "この側が次に行う操作です。相手方の操作は含みません。売却案件の行は、公開（売手への承認依頼）です。"},
	{"できない、警告", "「できない」は、必須の記録が足りません。「警告」は、足りなくても進められます。二人目が省略を認めたものは「警告」です。"},
	{"いちばん早い期限", "記録のどれかが最初に切れる日か、成約のあとの次の確認の日です。過ぎた日も含みます。"},
}

// writeWords writes what the list's words mean, who made it of what, and when.
func (f *found) writeWords(b *sheet.Book, about sheet.About, who string, conditions [][2]string) {
	p := b.Board(sheetWords, sheet.Page{TabColor: sheet.Indigo}, 34, 96)
	line := 1
	put := func(name, text string) {
		p.Put(1, line, name, sheet.Wrapped)
		p.Put(2, line, text, sheet.Wrapped)
		line++
	}
	head := func(text string) {
		p.Span(1, 2, line, text, sheet.Section)
		line++
	}
	p.Span(1, 2, line, sheetRows+"の読み方", sheet.Title)
	p.Height(line, 34)
	line += 2
	head("この表")
	put("金融機関", about.Owner)
	put("作成した人", who)
	put("作成した日時", about.At.Format("2006/01/02 15:04"))
	put("件数", web.Grouped(int64(len(f.rows)))+"件（うち、必須が足りないもの "+web.Grouped(int64(f.must))+"件）")
	line++
	head("条件")
	for _, c := range conditions {
		put(c[0], c[1])
	}
	line++
	head("言葉")
	for _, m := range meanings {
		put(m[0], m[1])
	}
	poisonous := []string{}
	for _, k := range f.kinds {
		if duty.IsPoisonous(k) {
			poisonous = append(poisonous, k.Label())
		}
	}
	line++
	head("ご注意")
	put("内容を表示しない種類", strings.Join(poisonous, "、")+"は、「済み」か「未完了」かだけです。")
	put("お客さまの名前", "番号だけを書き出します。お客さまの名前や記録の内容は、管理画面とこの表には表示されません。")
	put("この表の範囲", "記録があるかどうかの表です。法令や規則が守られていることを示すものではありません。")
	p.Close()
}
