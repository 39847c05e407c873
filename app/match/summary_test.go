package match_test

import (
	"slices"
	"strings"
	"testing"

	"tsunagu/app/match"
	"tsunagu/store"
)

func TestSummary(t *testing.T) {
	w := &store.ListingContent{BusinessName: "秘密の題", Description: "秘密の説明", CompanyName: "株式会社秘密", RepresentativeName: "秘密 太郎",
		PrefectureCode: "23", CityCode: "23202", SalesAmount: 4, OperatingProfitBand: 3, ManagersFrom: new(int64(21)), ManagersTo: new(int64(50)),
		AssignmentReasonAddition: "秘密の理由", SalesAssetOther: "秘密の資産",
		ListingLists: store.ListingLists{PublicRegion: []int{6}, AssignmentReason: []int{11, 12, 13}, NegotiationTarget: []int{1}}}
	got := match.Summary(w, true)
	want := []string{"東海", "売上高 3億円以上5億円未満／営業利益 1,000万円以上3,000万円未満／従業員 21〜50人",
		"譲渡理由 後継者不在、経営者の高齢・健康上の理由など／希望 株式譲渡（全株式）"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if all := strings.Join(got, ""); strings.Contains(all, "秘密") || strings.Contains(all, "愛知") || strings.Contains(all, "岡崎") {
		t.Errorf("tells what is not published or what somebody wrote: %q", got)
	}
	if mailed := strings.Join(match.Summary(w, false), ""); strings.Contains(mailed, "円") || !strings.Contains(mailed, "従業員 21〜50人") {
		t.Errorf("in a mail: %q", mailed)
	}
	w.IsPrefecturePublic, w.ManagersFrom, w.ManagersTo, w.IndustryTypes = true, new(int64(29)), new(int64(29)), []string{"00000"}
	if got := match.Summary(w, false); got[0] != "愛知県" || got[1] != "従業員 21～50人" {
		t.Errorf("%q", got)
	}
	w.IsPrefecturePublic, w.PublicRegion = false, []int{99, 6}
	if got := match.Summary(w, false); got[0] != "全国" {
		t.Errorf("%q", got)
	}
	if got := match.Summary(&store.ListingContent{}, true); len(got) != 0 {
		t.Errorf("of nothing: %q", got)
	}
}
