package app

import (
	"errors"
	"fmt"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// listingEventLabels are the history's words.
var listingEventLabels = map[string]string{
	"create": "登録", string(deal.ListingSave): "編集", string(deal.ListingRequestApproval): "売手への承認依頼", string(deal.ListingApprove): "売手の承認・公開", string(deal.ListingSendBack): "売手の差戻し",
	string(deal.ListingNarrow): "公開先を狭めた", string(deal.ListingWiden): "公開先を広げる変更", string(deal.ListingShorten): "公開期間の短縮", string(deal.ListingExtend): "公開期間の延長",
	string(deal.ListingStop): "受付停止", string(deal.ListingResume): "受付再開", string(deal.ListingConclude): "成約", string(deal.ListingConcludeOutside): "本システム外での成約",
	string(deal.ListingDisable): "無効にした", string(deal.ListingRestore): "承認前に戻した", string(deal.ListingReopen): "成約の取消し", string(deal.ListingExpire): "期間終了による無効",
	"request_paper": "承諾書の登録（確認待ち）", "approve_paper": "承諾書の確認・公開", "key_killed": "パスコードの誤りによる承認依頼の失効", "key_expired": "承認依頼の期限切れ", eventChangeCharge: "担当金融機関の変更",
	eventBreakGlass: "事務局の緊急閲覧",
}

// listingHistory is what happened to a listing, for SF. Names are of the own institution's users.
func (a *App) listingHistory(q *store.Q, by actor, id string) (*listingHistory, error) {
	l, err := ownListing(q, by, id, 0)
	if err != nil {
		return nil, err
	}
	lines, err := q.ListingHistory(l.ID)
	if err != nil {
		return nil, err
	}
	us, err := q.UsersOf(by.institution(), int(deal.RoleFIN))
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, u := range us {
		names[u.ID] = u.UserName
	}
	out := &listingHistory{HistoryList: []listingHistoryRow{}}
	for _, h := range lines {
		out.HistoryList = append(out.HistoryList, listingHistoryRow{At: serverTime(h.At), Side: h.Side, Event: h.Event, Label: listingEventLabels[h.Event], FromStatus: h.FromStatus, ToStatus: h.ToStatus,
			Comment: h.Comment, UserName: names[h.Actor]})
	}
	return out, nil
}

// ledgerKinds are the ledger's words.
var ledgerKinds = map[string]string{"view": "閲覧", "download": "資料の取得", "grant": "資料の開示", "revoke": "資料の開示の取消し", "nameclear": "ネームクリア", eventChangeCharge: "担当金融機関の変更", ledgerBreakGlass: "事務局の緊急閲覧"}

// disclosureLedger is who was shown what of a listing, and on which consent (domain.md 3.5). A
// buyer whose name SF was never entitled to is 匿名.
func (a *App) disclosureLedger(q *store.Q, by actor, id string) (*disclosureLedger, error) {
	l, err := ownListing(q, by, id, 0)
	if err != nil {
		return nil, err
	}
	lines, err := q.LedgerOfListing(l.ID)
	if err != nil {
		return nil, err
	}
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	documents, err := q.DocumentNames(l.ID)
	if err != nil {
		return nil, err
	}
	names, numbers := map[string]string{}, map[string]int{}
	for i := len(lines) - 1; i >= 0; i-- { // the newest line comes first
		if id := lines[i].BuyerCompanyID; id != "" && numbers[id] == 0 {
			numbers[id] = len(numbers) + 1
		}
	}
	out := &disclosureLedger{LedgerList: []ledgerRow{}}
	for _, x := range lines {
		if _, ok := names[x.BuyerCompanyID]; !ok && x.BuyerCompanyID != "" {
			if names[x.BuyerCompanyID], err = ledgerName(q, by, l.ID, x.BuyerCompanyID); err != nil {
				return nil, err
			}
		}
		label := ledgerKinds[x.Kind]
		if label == "" {
			label = x.Kind
		}
		subject, document := x.Subject, documents[x.Subject]
		if document.FileID != "" {
			subject = fmt.Sprintf("%s（第%d版）", document.Title, document.Edition)
			if x.Kind == "view" {
				label = "資料の閲覧"
			}
		}
		who := institutions[x.InstitutionID]
		if x.Kind == ledgerBreakGlass {
			who = auditOffice
		}
		out.LedgerList = append(out.LedgerList, ledgerRow{At: serverTime(x.At), Kind: x.Kind, KindLabel: label, Level: x.Level, LevelLabel: deal.Level(x.Level).Label(),
			BuyerName: names[x.BuyerCompanyID], BuyerNumber: numbers[x.BuyerCompanyID], IsAnonymous: names[x.BuyerCompanyID] == deal.NameAnonymous, InstitutionName: who, Basis: x.Basis, Subject: subject, DocumentID: document.DocumentID})
	}
	return out, nil
}

// ledgerName is the buyer's name where SF may have it now, or had it when the names were
// opened to each other.
func ledgerName(q *store.Q, by actor, listingID, buyerID string) (string, error) {
	n, err := q.NegotiationOf(listingID, buyerID)
	if err != nil {
		return "", err
	}
	c, err := q.CompanyOf(buyerID)
	if err != nil {
		return "", err
	}
	view := deal.BuyerViewOf(deal.BuyerViewFacts{IsInCharge: c.InstitutionID == by.institution(), HasRow: true, Status: deal.NegotiationStatus(n.Status)})
	isEntitled := view >= deal.BuyerStatus2 || !n.ApprovedAt.IsZero()
	d, err := q.CompanyDetails(buyerID)
	if errors.Is(err, store.ErrNotFound) {
		return deal.DisplayName("", isEntitled), nil
	}
	if err != nil {
		return "", err
	}
	return deal.DisplayName(d.CompanyName, isEntitled), nil
}
