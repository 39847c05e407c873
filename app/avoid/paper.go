package avoid

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"tsunagu/app/listfile"
	"tsunagu/app/longlist"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// paperFile is the file's name.
const paperFile = "OWNER_LONGLIST.xlsx"

// candidate is what the owner is shown of a buyer: of the row that the screen has, these fields and no other.
type candidate struct {
	DisplayName  string   `json:"displayName"`
	IsInCharge   bool     `json:"isInCharge"`
	IndustryType []string `json:"industryType"`
	Location     struct {
		PrefectureCode string `json:"prefectureCode"`
	} `json:"location"`
	SalesAmount     int    `json:"salesAmount"`
	MAndAExperience int    `json:"mAndAExperience"`
	NeedsID         string `json:"needsId"`
	NeedsList       []struct {
		NeedsID string `json:"needsId"`
		Title   string `json:"title"`
	} `json:"needsList"`
	Score   *int `json:"score"`
	Reasons []struct {
		Text string `json:"text"`
	} `json:"reasons"`
}

// paper is the long list for the owner, as it was read.
type paper struct {
	about    sheet.About
	user     string
	business string
	isNamed  bool
	rows     [][]byte // the screen's
	avoided  []store.AvoidedCompany
	audience *listingAudience
}

// export makes the long list for the owner. Its rows are the candidates of the screen, the best first.
func (a Room) export(r *web.Request, in *ownerListInput) (*web.Download, error) {
	var c web.Check
	web.Codes(&c, "companyIds", "買手", (*[]string)(&in.CompanyIDs), true, func(string) bool { return true })
	c.Ok(len(in.CompanyIDs) <= web.MaxLongList, "companyIds", "一度に載せられるのは1,000社までです。")
	if err := c.Err(); err != nil {
		return nil, err
	}
	under := web.StateOf[listfile.UnderWay](a.Platform)
	if !under.Begin() {
		return nil, listfile.ErrBusy
	}
	defer under.End()
	p := &paper{user: r.User.UserName, isNamed: in.IsNamed}
	if err := r.Read(func(q *store.Q) error { return a.read(q, r.Actor, in, p) }); err != nil {
		return nil, err
	}
	d, err := listfile.Book(a.Platform, paperFile, p.about, p.write)
	if err != nil {
		return nil, err
	}
	named := "買手は匿名"
	if in.IsNamed {
		named = "自機関の買手は実名"
	}
	return r.AuditedOf(d, "owner_longlist_exported", "listing", in.SellerBusinessID, fmt.Sprintf("%d社 %s", len(p.rows), named))
}

func (a Room) read(q *store.Q, by web.Actor, in *ownerListInput, p *paper) error {
	l, err := web.OwnListing(q, by, in.SellerBusinessID, nil)
	if err != nil {
		return err
	}
	found, err := longlist.In(a.Platform).SearchLongCompany(q, by, &longlist.LongCompanyQuery{SellerBusinessID: l.ID,
		CompanyIDs: in.CompanyIDs, Limit: web.MaxLongList})
	if err != nil {
		return err
	}
	if _, p.rows, _ = found.EncodedList(); len(p.rows) == 0 {
		return web.Invalid("companyIds", "選んだ買手は、いまはこの案件の候補ではありません。候補の一覧を読み込み直して、選び直してください。")
	}
	if p.avoided, err = q.AvoidedCompanies(by.Viewer, l.CompanyID, false, maxAvoided); err != nil {
		return err
	}
	if p.audience, err = audienceOf(q, l.ID); err != nil {
		return err
	}
	p.business = p.audience.BusinessName
	p.about, err = listfile.AboutOf(q, by, "ロングリスト（オーナー確認用）")
	return err
}

var candidateColumns = []sheet.Column{
	{Head: "No.", Width: 6, Look: sheet.Number}, {Head: "買手", Width: 22, Look: sheet.Wrapped}, {Head: "業種", Width: 24, Look: sheet.Wrapped},
	{Head: "地域", Width: 10, Look: sheet.Centred}, {Head: "年間売上高", Width: 16, Look: sheet.Wrapped},
	{Head: "M&A経験", Width: 10, Look: sheet.Centred}, {Head: "希望", Width: 30, Look: sheet.Wrapped},
	{Head: "一致度\n（100点満点）", Width: 12, Look: sheet.Number}, {Head: "一致の理由", Width: 44, Look: sheet.Wrapped},
	{Head: "打診してよい／\n打診しない", Width: 18, Look: sheet.Centred}, {Head: "備考", Width: 24, Look: sheet.Wrapped},
}

var avoidedColumns = []sheet.Column{
	{Head: "No.", Width: 6, Look: sheet.Number}, {Head: "区分", Width: 12, Look: sheet.Centred}, {Head: "名前", Width: 40, Look: sheet.Wrapped},
	{Head: "法人番号", Width: 18, Look: sheet.Centred}, {Head: "メモ", Width: 44, Look: sheet.Wrapped},
	{Head: "登録・変更日", Width: 14, Look: sheet.Day}, {Head: "備考", Width: 24, Look: sheet.Wrapped},
}

func (p *paper) write(b *sheet.Book) error {
	remark := func(what string) string {
		return strings.Join([]string{p.business, what, p.about.Owner + "　担当 " + p.user,
			p.about.At.Format("2006/01/02 15:04") + " 現在", p.about.Mark}, "　　")
	}
	t := b.Table("ロングリスト", sheet.Page{TabColor: sheet.Indigo}, p.about.Title,
		remark(web.Grouped(int64(len(p.rows)))+"社　匿名の買手の名前は、実名交渉の申請まで開示されません"), candidateColumns)
	for i, encoded := range p.rows {
		var c candidate
		if err := json.Unmarshal(encoded, &c); err != nil {
			return err
		}
		if err := t.Row(c.cells(i+1, p.isNamed)...); err != nil {
			return fmt.Errorf("%w: %w", store.ErrUnavailable, err) // only the disk can fail here
		}
	}
	t = b.Table("打診しない先", sheet.Page{TabColor: sheet.Indigo}, "打診しない先", remark("オーナーのご希望により、オファーを送らない会社と、案件を公開しない金融機関"),
		avoidedColumns)
	for i, row := range p.avoidedRows() {
		if err := t.Row(append([]any{i + 1}, row...)...); err != nil {
			return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
	}
	return nil
}

// cells are a candidate's. The last two are the owner's to fill in.
func (c *candidate) cells(no int, isNamed bool) []any {
	name := "匿名"
	if isNamed && c.IsInCharge {
		name = c.DisplayName
	}
	var industries, needs, reasons []string
	for _, code := range c.IndustryType {
		small, _ := master.FindIndustry(code)
		industries = append(industries, small.Name)
	}
	for _, n := range c.NeedsList {
		if c.NeedsID == "" || n.NeedsID == c.NeedsID { // the one that fits best
			needs = append(needs, n.Title)
		}
	}
	for _, r := range c.Reasons {
		reasons = append(reasons, r.Text)
	}
	prefecture, _ := master.FindPrefecture(c.Location.PrefectureCode)
	var points any = ""
	if c.Score != nil {
		points = *c.Score
	}
	return []any{no, name, strings.Join(industries, "、"), prefecture.Name, master.ItemLabel(master.AnnualSales, c.SalesAmount),
		master.ItemLabel(master.MAExperience, c.MAndAExperience), strings.Join(needs, "\n"), points, strings.Join(reasons, "\n"), "", ""}
}

// avoidedRows are the lines of the list, and the institutions that the listing's audience keeps out.
func (p *paper) avoidedRows() [][]any {
	var out [][]any
	for i := range p.avoided {
		x := &p.avoided[i]
		out = append(out, []any{"会社", x.Name, x.CorporateRegistrationNumber, x.Note, web.Day(x.Modified), ""})
	}
	if p.audience.IsLimited {
		out = append(out, []any{"金融機関", p.about.Owner + " 以外のすべての金融機関", "", "公開先：自機関限定", time.Time{}, ""})
	}
	for _, name := range p.audience.FinancialNames {
		out = append(out, []any{"金融機関", name, "", "公開先から外しています（この金融機関の買手にも公開しません）", time.Time{}, ""})
	}
	return out
}
