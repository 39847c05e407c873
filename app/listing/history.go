package listing

import (
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Events of a merger of institutions: the listing's was absorbed; it would have been shown to more than its owner agreed
// to; it is kept from the surviving institution, too.
const (
	EventMerger, EventMergerEnd, EventMergerOut = "merger", "merger_unshown", "merger_audience"
)

// ListingEventLabels are the history's words.
var ListingEventLabels = map[string]string{
	"create": "登録", string(deal.ListingSave): "編集", string(deal.ListingRequestApproval): "売手への承認依頼", string(deal.ListingApprove): "売手の承認・公開",
	string(deal.ListingSendBack): "売手の差戻し",
	string(deal.ListingNarrow):   "公開先を狭めた", string(deal.ListingWiden): "公開先を広げる変更", string(deal.ListingShorten): "公開期間の短縮",
	string(deal.ListingExtend): "公開期間の延長",
	string(deal.ListingStop):   "受付停止", string(deal.ListingResume): "受付再開", string(deal.ListingConclude): "成約",
	string(deal.ListingConcludeOutside): "本システム外での成約",
	string(deal.ListingDisable):         "無効にした", string(deal.ListingRestore): "承認前に戻した", string(deal.ListingReopen): "成約の取消し",
	string(deal.ListingExpire): "期間終了による無効",
	"request_paper":            "承諾書の登録（確認待ち）", "approve_paper": "承諾書の確認・公開", "key_killed": "パスコードの誤りによる承認依頼の失効", "key_expired": "承認依頼の期限切れ",
	web.EventChangeCharge: "担当金融機関の変更",
	web.EventBreakGlass:   "事務局の緊急閲覧",
	EventMerger:           "金融機関の合併による承継", EventMergerEnd: "合併による公開の停止", EventMergerOut: "合併による公開先の変更",
}

// ReadHistory is what happened to a listing, for SF. Names are of the own institution's users.
func ReadHistory(q *store.Q, by web.Actor, id string) (*listingHistory, error) {
	l, err := web.OwnListing(q, by, id, nil)
	if err != nil {
		return nil, err
	}
	lines, err := q.ListingHistory(l.ID)
	if err != nil {
		return nil, err
	}
	us, err := q.UsersOf(by.Institution(), int(deal.RoleFIN))
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, u := range us {
		names[u.ID] = u.UserName
	}
	out := &listingHistory{HistoryList: []listingHistoryRow{}}
	for _, h := range lines {
		out.HistoryList = append(out.HistoryList, listingHistoryRow{At: web.ServerTime(h.At), Side: h.Side, Event: h.Event,
			Label: ListingEventLabels[h.Event], FromStatus: h.FromStatus, ToStatus: h.ToStatus,
			Comment: h.Comment, UserName: names[h.Actor]})
	}
	return out, nil
}
