package inspection

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tsunagu/app/audit"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/duty"
	"tsunagu/app/issued"
	"tsunagu/app/listing"
	"tsunagu/app/negotiation"
	"tsunagu/app/signed"
	"tsunagu/app/stamp"
	"tsunagu/app/typeset"
	"tsunagu/app/web"
	"tsunagu/store"
)

// linesMost is how many lines of one log a file takes: a hundred times what a deal has, and what a reader can still check line by line.
const linesMost = 20_000

// table is a list of the file, as a CSV.
type table struct {
	name, about string // the file without its ending, and what it is called
	head        []string
	rows        [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// log is a table of lines of one of the two logs, with what proves them.
type log struct {
	table
	lines []stamp.Line // in the order of the rows
}

// text is an agreement as it was agreed to.
type text struct {
	name, title, body, hash string
}

// contents is what stands in a file but for its number and its time.
type contents struct {
	subject               issued.Subject
	caseNumber            string
	bank, maker           string
	heads                 typeset.Fields // of the index: what deal it is
	timeline, duties      table
	ledger, audit         log
	papers                []store.IssuedPaper
	signed                map[string][]signed.Kept // by paper
	texts                 []text
	level                 disclosure.Level // what the file carries of the listing
	basis                 string
	negotiation           *store.Negotiation // nil where the file is of a listing
	listingID, sellerID   string
	auditKind, auditOf    string
	isHouse, isOwnDeedsOf bool
}

var sideNames = map[store.InCharge]string{store.InChargeOfListing: "売手側（案件）", store.InChargeOfBF: "買手側", store.InChargeOfSF: "売手側"}

// sides are who did something, as histories tell it.
var sides = map[string]string{negotiation.SideBuyer: "買手企業", negotiation.SideBF: "買手側金融機関", negotiation.SideSF: "売手側金融機関",
	negotiation.SideBoth: "自機関", "seller": "オーナー", "office": web.AuditOffice, "system": "システム（自動処理）"}

// gather reads what the actor may see of a deal on one of his sides. store.ErrNotFound where he stands on none, or not on that one.
func (a Room) gather(q *store.Q, by web.Actor, in *makeInput) (*contents, error) {
	subjects, err := issued.Subjects(q, by, &in.RecordRef)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(subjects, func(s issued.Subject) bool { return s.Of == store.InCharge(in.RecordKind) })
	if i < 0 || subjects[i].Of == store.InChargeOfCompany {
		return nil, store.ErrNotFound
	}
	c := &contents{subject: subjects[i]}
	names, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	c.bank, c.maker = names[by.Institution()], by.User.UserName
	c.timeline = table{name: "timeline", about: "経過", head: []string{"日時（日本時間）", "できごと", "だれが", "前の状況", "後の状況", "理由", "前の値", "後の値", "覚書",
		"自機関の担当者"}}
	c.duties = table{name: "duties", about: "確認事項", head: []string{"何について", "種類", "状況", "行った日", "有効期限", "記録した人", "記録した日時（日本時間）", "確認した人",
		"内容", "書面の名前"}}
	c.ledger.table = table{name: "ledger", about: "開示台帳", head: append(slices.Clone(listing.LedgerHeader), proofHead...)}
	c.audit.table = table{name: "audit", about: "操作の記録（監査ログ）"}
	c.audit.head = append([]string{"日時（日本時間）", "操作", "操作した人", "利用者の番号", "対象", "結果", "本人確認の方法"}, proofHead...)
	if c.subject.Of == store.InChargeOfListing {
		err = a.ofListing(q, by, c)
	} else {
		err = a.ofNegotiation(q, by, c, names)
	}
	if err != nil {
		return nil, err
	}
	if c.papers, err = issued.In(a.Platform).PapersOf(q, by, c.subject); err != nil {
		return nil, err
	}
	c.signed = map[string][]signed.Kept{}
	for i := range c.papers {
		if c.signed[c.papers[i].ID], err = signed.KeptOf(q, by, c.papers[i].ID); err != nil {
			return nil, err
		}
		if l := disclosure.Level(c.papers[i].Level); l > c.level {
			c.level = l
		}
	}
	if c.level >= disclosure.L3 && c.basis == "" {
		c.basis = "秘密保持契約の承諾"
	}
	if err := c.readAudit(q, by); err != nil {
		return nil, err
	}
	if n := max(len(c.ledger.rows), len(c.audit.rows)); n > linesMost {
		return nil, &web.Problem{Title: "Unprocessable entity", Status: 422, Code: "invalid", Detail: fmt.Sprintf(
			"記録が%s行あります。一つのファイルに入れられるのは%s行までです。案件ではなく、交渉ごとに作成してください。", web.Grouped(int64(n)), web.Grouped(linesMost))}
	}
	return c, nil
}

var proofHead = []string{"証明", "証明の行", "証明のページ"}

// ofListing reads what the seller's bank sees of its listing.
func (a Room) ofListing(q *store.Q, by web.Actor, c *contents) error {
	l, err := web.OwnListing(q, by, c.subject.ID, nil)
	if err != nil {
		return err
	}
	c.caseNumber, c.listingID, c.sellerID, c.auditKind, c.auditOf = web.CaseNumber("L", l.ID), l.ID, l.CompanyID, "listing", l.ID
	c.level, c.basis = disclosure.L4, "担当する金融機関"
	content, err := q.ListingContent(l.ID, store.Working)
	if err != nil {
		return err
	}
	d, err := q.CompanyDetails(l.CompanyID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	company := ""
	if d != nil {
		company = d.CompanyName
	}
	c.heads = filled(typeset.Field{Label: "案件番号", Value: c.caseNumber}, typeset.Field{Label: "案件名", Value: content.BusinessName},
		typeset.Field{Label: "売手企業", Value: disclosure.DisplayName(company, true)}, typeset.Field{Label: "側", Value: sideNames[c.subject.Of]},
		typeset.Field{Label: "いまの状況", Value: deal.ListingStatus(l.Status).Label()})
	h, err := listing.ReadHistory(q, by, l.ID)
	if err != nil {
		return err
	}
	for _, x := range slices.Backward(h.HistoryList) {
		c.timeline.add(japanTime(x.At), cmp.Or(x.Label, x.Event), cmp.Or(sides[x.Side], x.Side), deal.ListingStatus(x.FromStatus).Label(),
			deal.ListingStatus(x.ToStatus).Label(), "", "", "", x.Comment, x.UserName)
	}
	if err := c.readDuties(q, by, duty.RecordOf{SellerBusinessID: l.ID}); err != nil {
		return err
	}
	return c.readLedger(q, by)
}

// ofNegotiation reads what the actor sees of a negotiation on one side; where his bank is on both, of that one alone.
func (a Room) ofNegotiation(q *store.Q, by web.Actor, c *contents, names map[string]string) error {
	row, err := q.NegotiationRow(by.Viewer, c.subject.ID)
	if err != nil {
		return err
	}
	d, err := negotiation.DealingOf(q, by, row)
	if err != nil {
		return err
	}
	c.isHouse, c.isOwnDeedsOf = d.BFID == d.SFID, d.BFID == d.SFID && d.As != deal.ActorBoth
	isBF := c.subject.Of == store.InChargeOfBF
	if d.As = deal.ActorSF; isBF {
		d.As = deal.ActorBF
	}
	c.negotiation, c.caseNumber, c.auditKind, c.auditOf = &d.Negotiation, web.CaseNumber("N", d.ID), "negotiation", d.ID
	c.listingID, c.sellerID = d.ListingID, d.SellerCompanyID
	if err := c.aboutNegotiation(d, names); err != nil {
		return err
	}
	lines, err := negotiation.Timeline(q, by, d)
	if err != nil {
		return err
	}
	for _, x := range slices.Backward(lines) {
		from, to := "", ""
		if x.FromStatus != x.ToStatus {
			from, to = deal.NegotiationStatus(x.FromStatus).Label(), deal.NegotiationStatus(x.ToStatus).Label()
		}
		c.timeline.add(japanTime(x.At), cmp.Or(x.Label, x.Event), cmp.Or(sides[x.Side], x.Side), from, to, cmp.Or(x.Reason, x.OwnerReason),
			x.OldValue, x.NewValue, x.Comment, x.UserName)
	}
	if err := c.readDuties(q, by, duty.RecordOf{BuyerNegotiationID: d.ID}); err != nil {
		return err
	}
	if err := c.readTexts(q, d, isBF); err != nil {
		return err
	}
	if isBF {
		return c.readOwnReadings(q, by, names)
	}
	return c.readLedger(q, by)
}

// aboutNegotiation says which deal it is, by the names that are open to the side now.
func (c *contents) aboutNegotiation(d *negotiation.Dealing, names map[string]string) error {
	var title, seller, buyer, sellerBank string
	if c.subject.Of == store.InChargeOfBF {
		buyer = disclosure.DisplayName(d.BuyerName, true)
		if d.Level() >= disclosure.L1 {
			title = d.BusinessName
		}
		if disclosure.KnowsSF(d.Level(), true) {
			sellerBank = names[d.SFID]
		}
		if d.Level() >= disclosure.L4 {
			seller, c.level, c.basis = disclosure.DisplayName(d.PublishedCompany, true), disclosure.L4, "実名交渉の承認"
		}
	} else {
		title, sellerBank, seller = d.BusinessName, names[d.SFID], disclosure.DisplayName(d.PublishedCompany, true)
		buyer, c.level, c.basis = disclosure.BuyerName(d.BuyerName, issued.ViewOf(d)), disclosure.L4, "担当する金融機関"
	}
	c.heads = filled(typeset.Field{Label: "交渉の番号", Value: c.caseNumber}, typeset.Field{Label: "案件名", Value: title},
		typeset.Field{Label: "売手企業", Value: cmp.Or(seller, "実名が開示されていないため、記載しません")},
		typeset.Field{Label: "売手側金融機関", Value: sellerBank}, typeset.Field{Label: "買手企業", Value: buyer},
		typeset.Field{Label: "買手側金融機関", Value: names[d.BFID]}, typeset.Field{Label: "側", Value: sideNames[c.subject.Of]},
		typeset.Field{Label: "いまの状況", Value: d.ShownStatus().Label()})
	return nil
}

// readTexts reads the confidentiality agreement that stands, or to the buyer's side the one that still binds.
func (c *contents) readTexts(q *store.Q, d *negotiation.Dealing, isBF bool) error {
	version := d.ConsentVersion
	if isBF {
		var err error
		if version, _, _, err = negotiation.ConsentGiven(q, d); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	if !isBF && !d.IsConsent || version == 0 {
		return nil
	}
	t, err := q.TextVersion("nda", version)
	if err != nil {
		return err
	}
	c.texts = append(c.texts, text{fmt.Sprintf("agreements/nda-v%d.txt", version), fmt.Sprintf("%s　第%d版", t.Title, version),
		t.Title + "\n" + t.Body, t.Hash})
	return nil
}

// readDuties reads the side's duties. Of kinds that are read by a deed of its own it is told whether they are done, and no more.
func (c *contents) readDuties(q *store.Q, by web.Actor, of duty.RecordOf) error {
	found, err := duty.Inspected(q, by, of, c.subject.Of)
	if err != nil {
		return err
	}
	for i := range found {
		x := &found[i]
		var contents, files string
		for _, r := range x.Rows {
			contents += r[0] + "：" + r[1] + "\n"
		}
		for _, f := range x.Files {
			files += f.Name + "\n"
		}
		switch {
		case x.IsClosed:
			contents = "（記録した人と承認者だけが読む種類のため、内容は載せません）"
		case x.IsErased:
			contents = "（保存期間を過ぎたため、内容は消えています）"
		}
		c.duties.add(x.Record, x.Kind, x.State, x.PerformedOn, x.ValidUntil, x.UserName, japanTime(x.Created), x.ConfirmedBy, trimmed(contents),
			trimmed(files))
	}
	return nil
}

// readAudit reads the deeds of the institution's own users about the record, and its papers. Where the bank is on both sides and the actor
// sees one, those of others are not told apart by sides: his own alone.
func (c *contents) readAudit(q *store.Q, by web.Actor) error {
	var papers []string
	for i := range c.papers {
		papers = append(papers, c.papers[i].ID)
	}
	user := ""
	if c.isOwnDeedsOf {
		user = by.ID()
	}
	lines, err := q.InspectedAudit(by.Institution(), c.auditKind, c.auditOf, papers, user, linesMost+1)
	if err != nil {
		return err
	}
	names := map[string]string{}
	for i := range lines {
		x := &lines[i]
		name, known := names[x.UserID]
		if !known {
			if name, err = issued.Name(q, x.UserID, by.Institution()); err != nil {
				return err
			}
			names[x.UserID] = name
		}
		c.audit.add(x.At.In(store.JST).Format(time.DateTime), audit.Label(x.Event), cmp.Or(name, "いまは所属していない人"), x.UserID,
			auditSubjects[x.SubjectKind], auditResults[x.Result], auth.MethodLabel(x.Method))
		c.audit.lines = append(c.audit.lines, stamp.Line{Chain: store.ChainAudit, Seq: x.Seq, Open: []string{stamp.PartUser, stamp.PartClient,
			stamp.PartMethod, stamp.PartInstitution, stamp.PartAbout, stamp.PartSubject}})
	}
	return nil
}

var (
	auditSubjects = map[string]string{"listing": "案件", "negotiation": "交渉", "document": "資料", "message": "メッセージ", "issued_paper": "書面",
		"signed_copy": "署名済みの控え", store.AuditInspection: "検査用ファイル"}
	auditResults = map[string]string{"ok": "成功", "refused": "拒否"}
)

func filled(rows ...typeset.Field) (out typeset.Fields) {
	for _, r := range rows {
		if r.Value != "" {
			out = append(out, r)
		}
	}
	return out
}

// japanTime is a time of an answer as the files have it; "" stays so.
func japanTime(s string) string {
	t, err := time.Parse(web.ServerLayout, s)
	if err != nil {
		return s
	}
	return t.In(store.JST).Format(time.DateTime)
}

func trimmed(s string) string { return strings.TrimSuffix(s, "\n") }
