package duty

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// The one crossing of a duty between institutions (compliance.md 2): by a deed of its own the buyer's bank tells the seller's bank who
// looked into the buyer, when, into what, and to which class it came. The note, the papers, and what was looked up elsewhere stay.

// ReportText is what is told.
type ReportText struct {
	PerformedOn string       `json:"performedOn" doc:"調べた日"`
	LookedBy    string       `json:"lookedBy" doc:"調べた金融機関と担当者"`
	ResultLabel string       `json:"resultLabel" doc:"全体の結果"`
	IsConcern   bool         `json:"isConcern" doc:"気になる点がある"`
	ItemList    []reportItem `json:"itemList" doc:"調べたこと"`
	Line        string       `json:"line,omitempty" doc:"買手側の金融機関からのひとこと"`
}

type reportItem struct {
	Label       string `json:"label"`
	ResultLabel string `json:"resultLabel"`
	IsConcern   bool   `json:"isConcern"`
}

// reportRow is one that was told.
type reportRow struct {
	ReportID string `json:"reportId"`
	Created  string `json:"created" doc:"報告した日時"`
	ReportText
}

type reportQuery struct {
	BuyerNegotiationID string `query:"buyerNegotiationId"`
}

// reportPreview is what would be told, by a look that its reader may read.
type reportPreview struct {
	ReportText
	DutyID string `json:"dutyId" doc:"報告のもとになる買手調査"`
}

// reportPage is what a side may know of reports; of the buyer's side also whether it could tell now.
type reportPage struct {
	IsBuyerSide bool        `json:"isBuyerSide" doc:"買手側の金融機関として報告する側"`
	NotRelease  string      `json:"notRelease,omitempty" doc:"いま報告できない理由"`
	DutyID      string      `json:"dutyId,omitempty" doc:"報告のもとになる買手調査"`
	ReportList  []reportRow `json:"reportList" doc:"報告したもの、届いたもの。新しい順。売手側には、買手の名前が分かるあいだだけ"`
}

// ReleaseInput is the buyer's bank's deed: to tell what stands in the preview.
type ReleaseInput struct {
	BuyerNegotiationID string `json:"buyerNegotiationId" maxLength:"60"`
	DutyID             string `json:"dutyId" maxLength:"60" doc:"画面に出ていた買手調査。これが最後のものでなければ、だれかが先に記録している"`
	Replaces           string `json:"replaces,omitempty" maxLength:"60" doc:"画面に出ていた最新の報告"`
	LookedBy           string `json:"lookedBy" limit:"100" doc:"調べた金融機関と担当者"`
	Line               string `json:"line,omitempty" limit:"200" doc:"ひとこと"`
	web.FormKey
}

type reportMade struct {
	ReportID string `json:"reportId"`
}

// OwnerReport is what the owner reads beside the buyer's name.
type OwnerReport struct {
	Report     *ReportText `json:"report,omitempty" doc:"なければ「報告なし」"`
	BankLine   string      `json:"bankLine,omitempty" doc:"担当の金融機関からのひとこと"`
	IsReplaced bool        `json:"isReplaced,omitempty" doc:"買手側の金融機関が、この報告のあとに報告し直した"`
}

const (
	notYet       = "買手調査は、実名交渉を申請したあと、交渉が続いているあいだに報告できます。"
	noCheck      = "買手調査がまだ記録されていません。買手企業の「確認事項」で記録してから報告してください。"
	checkOld     = "買手調査の期限が切れています。もう一度調べ、買手企業の「確認事項」に記録してから報告してください。"
	checkOpen    = "買手調査に、まだ調べていない項目があります。すべてを調べ、記録し直してから報告してください。"
	notReader    = "買手調査の内容を読めるのは、記録した人と承認者です。その方が報告してください。"
	notInReports = "反社会的勢力の照会と特定事業者リストのことは、報告に書けません。その部分を消してください。"
)

func (a Room) reportCalls(row func(method, name, records, summary string) web.Call) {
	web.Add(a.Platform, row("GET", "GetBuyerReport", "自機関の交渉。売手側には、報告されたものだけ", "買手調査の報告。買手側には、報告できるか"),
		func(r *web.Request, in *reportQuery) (*reportPage, error) {
			return web.Reading(r, func(q *store.Q) (*reportPage, error) { return reports(q, r.Actor, in.BuyerNegotiationID) })
		})
	web.Add(a.Platform, row("GET", "PreviewBuyerReport", "自機関の買手の交渉。買手調査を読める人だけ", "報告すると、売手側の金融機関と売手に見えるもの。読んだことが記録に残る"),
		func(r *web.Request, in *reportQuery) (*reportPreview, error) {
			return web.Writing(r, func(tx *store.Tx) (*reportPreview, error) { return preview(tx, r.Actor, in.BuyerNegotiationID) })
		})
	web.Add(a.Platform, row("POST", "ReleaseBuyerReport", "自機関の買手の交渉", "買手調査を、売手側の金融機関に報告する"),
		func(r *web.Request, in *struct{ Body ReleaseInput }) (*reportMade, error) {
			return web.Writing(r, func(tx *store.Tx) (*reportMade, error) { return Release(tx, r.Actor, &in.Body) })
		})
}

// reporting is one negotiation, as somebody of the buyer's bank can tell of it.
type reporting struct {
	n       *store.NegotiationRow
	check   *store.Duty // the look into the buyer that would be told; nil for none that can be
	refused string      // why it cannot be told now
	told    []store.BuyerReport
}

// reportingOf is for the buyer's side; ErrNotFound for everybody else.
func reportingOf(q *store.Q, by web.Actor, r *reader, n *store.NegotiationRow) (*reporting, error) {
	if _, err := q.OwnRecord(by.Viewer, store.InChargeOfBF, n.ID); err != nil {
		return nil, err
	}
	told, err := q.BuyerReports(n.ID)
	if err != nil {
		return nil, err
	}
	out := &reporting{n: n, told: told}
	records, err := q.RecordsOfSide(&n.Negotiation, store.InChargeOfBF, n.BuyerCompanyID)
	if err != nil {
		return nil, err
	}
	all, err := q.Duties(by.Institution(), records)
	if err != nil {
		return nil, err
	}
	stops, err := q.DutyStops(by.Institution())
	if err != nil {
		return nil, err
	}
	d := newest(all, deal.DutyBuyerCheck, records[0])
	status, at := deal.NegotiationStatus(n.Status), standingOf(d, q.Today())
	switch {
	case !status.Live() || !deal.BuyerNameOpen(status):
		out.refused = notYet
	case len(stops[n.BuyerCompanyID]) > 0:
		out.refused = stopText(stops[n.BuyerCompanyID])
	case at == missing:
		out.refused = noCheck
	case at == expired:
		out.refused = checkOld
	case at != fulfilled:
		out.refused = checkOpen
	case !r.mayRead(kindOf(deal.DutyBuyerCheck), d):
		out.refused = notReader
	default:
		out.check = d
	}
	return out, nil
}

// itemsOf are what a look into a buyer was into, and to which class each came: nothing else of what was recorded.
func itemsOf(d *store.Duty) (map[string]string, error) {
	v, err := contentOf(d)
	out := map[string]string{}
	for _, f := range buyerItems() {
		if class := v[f.key]; class == "good" || class == "concern" {
			out[f.key] = class
		}
	}
	return out, err
}

const classGood, classConcern = "問題なし", "気になる点あり"

// textOf is a report in words.
func textOf(performedOn, lookedBy, line string, items map[string]string) ReportText {
	out := ReportText{PerformedOn: performedOn, LookedBy: lookedBy, ResultLabel: classGood, ItemList: []reportItem{}, Line: line}
	for _, f := range buyerItems() {
		switch items[f.key] {
		case "good":
			out.ItemList = append(out.ItemList, reportItem{f.label, classGood, false})
		case "concern":
			out.ItemList = append(out.ItemList, reportItem{f.label, classConcern, true})
			out.ResultLabel, out.IsConcern = classConcern, true
		}
	}
	return out
}

func toldText(r *store.BuyerReport) (ReportText, error) {
	var items map[string]string
	err := json.Unmarshal([]byte(r.Items), &items)
	return textOf(r.PerformedOn, r.LookedBy, r.Line, items), err
}

// reports is what the asker's side may know.
func reports(q *store.Q, by web.Actor, id string) (*reportPage, error) {
	n, err := q.NegotiationRow(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	r, err := readerOf(q, by)
	if err != nil {
		return nil, err
	}
	out := &reportPage{ReportList: []reportRow{}}
	var told []store.BuyerReport
	switch x, err := reportingOf(q, by, r, n); {
	case err == nil:
		out.IsBuyerSide, out.NotRelease, told = true, x.refused, x.told
		if x.check != nil {
			out.DutyID = x.check.ID
		}
	case !errors.Is(err, store.ErrNotFound):
		return nil, err
	default:
		if _, err := q.OwnRecord(by.Viewer, store.InChargeOfSF, id); err != nil {
			return nil, err
		}
		if deal.BuyerNameOpen(deal.NegotiationStatus(n.Status)) {
			if told, err = q.BuyerReports(id); err != nil {
				return nil, err
			}
		}
	}
	for i := range told {
		text, err := toldText(&told[i])
		if err != nil {
			return nil, err
		}
		out.ReportList = append(out.ReportList, reportRow{told[i].ID, web.ServerTime(told[i].Created), text})
	}
	return out, nil
}

// preview is what would be told, with the bank and the person who recorded it as a proposal. It reads of a look what only some may, so that
// it leaves a line.
func preview(tx *store.Tx, by web.Actor, id string) (*reportPreview, error) {
	n, err := tx.NegotiationRow(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	r, err := readerOf(&tx.Q, by)
	if err != nil {
		return nil, err
	}
	x, err := reportingOf(&tx.Q, by, r, n)
	if err != nil {
		return nil, err
	}
	if x.check == nil { // GetBuyerReport says why
		return nil, store.ErrNotFound
	}
	items, err := itemsOf(x.check)
	if err != nil {
		return nil, err
	}
	banks, err := tx.InstitutionNames()
	if err != nil {
		return nil, err
	}
	who := []rune(strings.TrimSpace(banks[by.Institution()] + " " + r.names[x.check.Creator]))
	out := &reportPreview{textOf(x.check.PerformedOn, string(who[:min(len(who), textMax)]), "", items), x.check.ID}
	return out, tx.AddAudit(readLine(by, x.check))
}

// Release tells the seller's bank what the look into the buyer came to.
func Release(tx *store.Tx, by web.Actor, in *ReleaseInput) (*reportMade, error) {
	n, err := tx.NegotiationRow(by.Viewer, in.BuyerNegotiationID)
	if err != nil {
		return nil, err
	}
	reader, err := readerOf(&tx.Q, by)
	if err != nil {
		return nil, err
	}
	x, err := reportingOf(&tx.Q, by, reader, n)
	if err != nil {
		return nil, err
	}
	switch made, err := in.Made(tx, by); {
	case err != nil:
		return nil, err
	case made != "":
		return &reportMade{made}, nil
	}
	if err := in.check(); err != nil {
		return nil, err
	}
	last := ""
	if len(x.told) > 0 {
		last = x.told[0].ID
	}
	switch {
	case x.refused != "":
		return nil, web.Conflict(deal.NotAllowed, x.refused)
	case x.check.ID != in.DutyID || last != in.Replaces:
		return nil, web.ErrStale
	}
	items, err := itemsOf(x.check)
	if err != nil {
		return nil, err
	}
	told, err := json.Marshal(items)
	if err != nil {
		return nil, err
	}
	r := &store.BuyerReport{NegotiationID: n.ID, PerformedOn: x.check.PerformedOn, LookedBy: in.LookedBy, Items: string(told),
		Line: in.Line, Salt: rand.Text()}
	if last != "" {
		r.Replaces = &last
	}
	r.Hash = hashOf("report", r.Salt, n.ID, r.PerformedOn, r.LookedBy, r.Items, r.Line, last, by.ID(), tx.Now().UnixMilli())
	switch err := tx.CreateBuyerReport(r, by.ID()); {
	case errors.Is(err, store.ErrDuplicate):
		return nil, web.ErrStale
	case err != nil:
		return nil, err
	}
	if err := in.Keep(tx, by, r.ID); err != nil {
		return nil, err
	}
	return &reportMade{r.ID}, tx.AddAudit(by.Line("buyer_report_released", "buyer_report", r.ID, "ok", "hash="+r.Hash))
}

// check checks what the bank writes: a line each, and nothing of what no report may hold.
func (in *ReleaseInput) check() error {
	var c web.Check
	c.Text(in, "lookedBy", "調べた金融機関と担当者", &in.LookedBy, true)
	c.Text(in, "line", "ひとこと", &in.Line, false)
	for _, x := range []struct{ field, text string }{{"lookedBy", in.LookedBy}, {"line", in.Line}} {
		for _, word := range []string{"反社", "暴力団", "特定事業者"} {
			if strings.Contains(x.text, word) {
				c.Fail(x.field, notInReports)
				break
			}
		}
	}
	return c.Err()
}

// ReportToOwner is what stands beside the buyer's name on the page on which the owner agrees to the names: the report that his bank
// shows him, or nothing, which the page calls 「報告なし」. It is read while his bank knows the buyer's name, and not after.
func ReportToOwner(q *store.Q, n *store.NegotiationRow) (out OwnerReport, err error) {
	if !deal.BuyerNameOpen(deal.NegotiationStatus(n.Status)) {
		return out, nil
	}
	records, err := q.RecordsOfSide(&n.Negotiation, store.InChargeOfSF, n.SellerCompanyID)
	if err != nil {
		return out, err
	}
	all, err := q.Duties(n.SFID, records)
	if err != nil {
		return out, err
	}
	d := newest(all, deal.DutyBuyerReport, records[1])
	if d == nil {
		return out, nil
	}
	v, err := contentOf(d)
	if err != nil {
		return out, err
	}
	out.BankLine = v["line"]
	told, err := q.BuyerReports(n.ID)
	for i := range told {
		if told[i].ID == v[reportBound] {
			text, err := toldText(&told[i])
			out.Report, out.IsReplaced = &text, i > 0
			return out, err
		}
	}
	return out, err
}
