package diligence

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/issued"
	"tsunagu/app/listfile"
	"tsunagu/app/negotiation"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

// form is the version of the list's form: raised with every change of an item or a column.
const form = 1

// Makers registers the list with the papers of a negotiation (app/issued): of the buyer's bank, and of the seller's.
func (a Room) Makers() {
	for _, of := range []store.InCharge{store.InChargeOfBF, store.InChargeOfSF} {
		issued.In(a.Platform).Makes(issued.Maker{Kind: issued.KindDiligenceList, Of: of, Offer: offer(of), Make: a.make(of)})
	}
}

// standing is a negotiation in which documents are exchanged, as a bank's user stands in it; nil where there is none for him.
func standing(q *store.Q, by web.Actor, id string, of store.InCharge) (*negotiation.Dealing, error) {
	if by.Role != deal.RoleFIN {
		return nil, nil
	}
	row, err := q.NegotiationRow(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	d, err := negotiation.DealingOf(q, by, row)
	if err != nil {
		return nil, err
	}
	isOn := of == store.InChargeOfBF && d.IsBuyerSide() && d.Level() >= disclosure.L4 || of == store.InChargeOfSF && d.IsSF()
	if !isOn || !d.NegotiationStatus().NamesOpen() {
		return nil, nil
	}
	return d, nil
}

func offer(of store.InCharge) func(*store.Q, web.Actor, string) (*issued.Offer, error) {
	text := "デューデリジェンスで依頼する資料の標準の一覧（Excel）です。開示を受けた資料には印が付きます。売手側へ送る前に、案件に合わせて直してください。"
	if of == store.InChargeOfSF {
		text = "デューデリジェンスで求められる資料の標準の一覧（Excel）です。登録した資料と、この買手に開示した資料に印が付きます。自機関の準備用で、買手側には渡しません。"
	}
	return func(q *store.Q, by web.Actor, id string) (*issued.Offer, error) {
		d, err := standing(q, by, id, of)
		if d == nil || err != nil {
			return nil, err
		}
		return &issued.Offer{Text: text}, nil
	}
}

// document is one that the reader knows of.
type document struct {
	kind  deal.DocumentKind
	title string
	state string
}

// list is the list as it was read.
type list struct {
	about     sheet.About
	business  string
	user      string
	number    string
	caseNo    string
	isSF      bool
	documents []document
}

func (a Room) make(of store.InCharge) func(*store.Tx, web.Actor, string) (*issued.Paper, error) {
	return func(tx *store.Tx, by web.Actor, id string) (*issued.Paper, error) {
		q := &tx.Q
		d, err := standing(q, by, id, of)
		if err != nil {
			return nil, err
		}
		if d == nil {
			return nil, store.ErrNotFound
		}
		l, err := read(q, by, d, of)
		if err != nil {
			return nil, err
		}
		p := &issued.Paper{Kind: issued.KindDiligenceList, Form: form, Of: of, NegotiationID: d.ID, ListingID: d.ListingID,
			CompanyID: d.SellerCompanyID, BuyerCompanyID: d.BuyerCompanyID, Recipient: "自機関の担当者"}
		// Titles of documents are L4 (domain.md 3.5). Without one it says nothing of the seller but what everybody reads.
		if len(l.documents) > 0 {
			p.Level, p.Basis = disclosure.L4, "実名交渉の承認"
		}
		p.Source = issued.SourceOf(fmt.Appendf(nil, "%q %q %q %q %v %#v", l.about.Owner, l.business, l.user, l.caseNo, l.isSF, l.documents))
		p.Write = func(number string, at time.Time) ([]byte, error) {
			l.number, l.about.At = number, at.In(store.JST)
			return listfile.BookBytes(a.Platform, l.about, l.write)
		}
		return p, nil
	}
}

// read finds what of the listing's documents the reader knows: SF its own and whether they are open to this buyer, the buyer's
// bank those that
// are open to it now.
func read(q *store.Q, by web.Actor, d *negotiation.Dealing, of store.InCharge) (*list, error) {
	l := &list{user: by.User.UserName, caseNo: web.CaseNumber("N", d.ID), isSF: of == store.InChargeOfSF}
	c, err := q.KnownContent(d.ListingID, store.Published)
	if err != nil {
		return nil, err
	}
	l.business = c.BusinessName
	if l.about, err = listfile.AboutOf(q, by, issued.KindDiligenceList.Label()); err != nil {
		return nil, err
	}
	if !l.isSF {
		found, err := q.GrantedDocuments(by.Viewer, d.ID)
		for i := range found {
			l.documents = append(l.documents, document{deal.DocumentKind(found[i].Kind), found[i].Title, "開示あり"})
		}
		return l, err
	}
	found, err := q.Documents(by.Viewer, d.ListingID)
	if err != nil {
		return nil, err
	}
	grants, err := q.LiveGrants(d.ListingID)
	for i := range found {
		x := document{deal.DocumentKind(found[i].Kind), found[i].Title, "登録済み（未開示）"}
		if slices.ContainsFunc(grants, func(g store.LiveGrant) bool { return g.DocumentID == found[i].ID && g.NegotiationID == d.ID }) {
			x.state = "この買手に開示"
		}
		l.documents = append(l.documents, x)
	}
	return l, err
}

var columns = []sheet.Column{
	{Head: "No.", Width: 6, Look: sheet.Number}, {Head: "分類", Width: 14, Look: sheet.Centred}, {Head: "依頼する資料", Width: 46,
		Look: sheet.Wrapped},
	{Head: "対象・補足", Width: 30, Look: sheet.Wrapped}, {Head: "優先度", Width: 8, Look: sheet.Centred},
	{Head: "関連する資料の\n有無", Width: 16, Look: sheet.Centred}, {Head: "関連する資料の名前", Width: 34, Look: sheet.Wrapped},
	{Head: "依頼日", Width: 12, Look: sheet.Centred}, {Head: "回答予定日", Width: 12, Look: sheet.Centred}, {Head: "状況", Width: 12,
		Look: sheet.Centred},
	{Head: "備考", Width: 28, Look: sheet.Wrapped},
}

var documentColumns = []sheet.Column{
	{Head: "No.", Width: 6, Look: sheet.Number}, {Head: "種類", Width: 22, Look: sheet.Centred}, {Head: "資料の名前", Width: 50,
		Look: sheet.Wrapped},
	{Head: "状態", Width: 22, Look: sheet.Centred},
}

// write writes the list, and all documents that the reader knows of beside it: one of a kind that no item has is found there.
func (l *list) write(b *sheet.Book) error {
	remark := func(what string) string {
		return strings.Join([]string{l.business, l.caseNo, "番号 " + l.number, what, l.about.Owner + "　担当 " + l.user,
			l.about.At.Format("2006/01/02 15:04") + " 現在", l.about.Mark}, "　　")
	}
	what := "優先度 A：価格の検討に要る　B：最終契約までに要る　C：当てはまるとき"
	if l.isSF {
		what += "　　自機関の準備用"
	}
	t := b.Table("資料依頼リスト", sheet.Page{TabColor: sheet.Indigo}, l.about.Title, remark(what), columns)
	no := 0
	for _, g := range groups {
		for _, x := range g.items {
			no++
			state, titles := l.of(x.kind)
			if err := t.Row(no, g.name, x.what, x.note, x.priority, state, titles, "", "", "", ""); err != nil {
				return fmt.Errorf("%w: %w", store.ErrUnavailable, err) // only the disk can fail here
			}
		}
	}
	t = b.Table("資料", sheet.Page{TabColor: sheet.Indigo}, "この案件の資料", remark("つなぐに登録された資料のうち、作成した人が見られるもの"), documentColumns)
	for i, x := range l.documents {
		if err := t.Row(i+1, x.kind.Label(), x.title, x.state); err != nil {
			return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
	}
	return nil
}

// of says which documents of a kind there are. Whether one holds what an item asks for only a reader can say.
func (l *list) of(kind deal.DocumentKind) (state, titles string) {
	var found []string
	for _, x := range l.documents {
		if kind != 0 && x.kind == kind {
			found = append(found, x.title)
			if state == "" || x.state != "登録済み（未開示）" {
				state = x.state
			}
		}
	}
	return state, strings.Join(found, "\n")
}
