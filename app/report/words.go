package report

import (
	"fmt"
	"strings"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// words are the conditions of a search as Japanese text for the report's readers.
func words(q *store.Q, by web.Actor, in *company.CompanySearchInput) ([]string, error) {
	out := []string{}
	add := func(name, text string) {
		if text != "" {
			out = append(out, name+"："+text)
		}
	}
	add("企業名", in.CompanyName)
	add("ニーズ", in.NeedsName)
	add("業種", industryWords(in.CompanyIndustryTypes))
	add("希望業種", industryWords(in.BusinessIndustryTypes))
	prefectures := []string{}
	for _, code := range web.ListParam(in.Prefecture) {
		if p, ok := master.FindPrefecture(code); ok {
			prefectures = append(prefectures, p.Name)
		}
	}
	add("所在地", joined(prefectures))
	band := func(name, list string, key int, suffix string) {
		if label := master.ItemLabel(list, key); key != 0 && label != "" {
			add(name, label+suffix)
		}
	}
	band("売上高", master.AnnualSalesSearch, in.AnnualSaleF, "以上")
	band("売上高", master.AnnualSalesSearch, in.AnnualSaleT, "未満")
	band("希望価格", master.AcquisitionPrice, in.SalesPrice, "以上")
	band("希望価格", master.SalesPriceTo, in.SalesPriceTo, "")
	states := []string{}
	for _, s := range []struct {
		on    bool
		label string
	}{{in.IsPublic, deal.CompanyEnabled.Label()}, {in.NoApproved, deal.CompanyFinancialNotApproved.Label()}, {in.NoPublic, "非公開"}} {
		if s.on {
			states = append(states, s.label)
		}
	}
	add("登録状況", joined(states))
	if in.IsTrial {
		out = append(out, "体験利用の企業")
	}
	if in.IsLongList {
		out = append(out, "ロングリストに載っている企業")
	}
	if n := max(len(web.ListParam(in.CompanyIDs)), len(web.ListParam(in.TargetCompanyIDs))); n > 0 {
		out = append(out, fmt.Sprintf("選択した企業（%d社）", n))
	}
	person, err := personWord(q, by, in.PersonInCharge)
	add("担当者", person)
	add("次回対応日", daysWord(in.NextActionF, in.NextActionT))
	return out, err
}

// personWord is whose companies are asked for; a user of another bank has no name here.
func personWord(q *store.Q, by web.Actor, of string) (string, error) {
	switch of {
	case "":
		return "", nil
	case "me":
		return by.User.UserName + "（代理をする人を含む）", nil
	case "none":
		return "主担当のいない企業", nil
	}
	us, err := q.UsersOf(by.Institution(), int(deal.RoleFIN))
	for i := range us {
		if us[i].ID == of {
			return us[i].UserName, err
		}
	}
	return "該当なし", err
}

// daysWord is a range of days; a bound that is no day restricts nothing.
func daysWord(from, to string) string {
	bound := func(day string) string {
		if _, ok := deal.ParseDate(day); ok {
			return day
		}
		return ""
	}
	if from, to = bound(from), bound(to); from == "" && to == "" {
		return ""
	}
	return from + "〜" + to
}

// industryWords are the names of the classes in a condition that IndustryFilter has accepted.
func industryWords(text string) string {
	large, small := web.IndustryFilter(&web.Check{}, "", text)
	names := []string{}
	for _, code := range large {
		if l, ok := master.FindLarge(code); ok {
			names = append(names, l.Name)
		}
	}
	for _, code := range small {
		if s, ok := master.FindIndustry(code); ok {
			names = append(names, s.Name)
		}
	}
	return joined(names)
}

func joined(names []string) string { return strings.Join(names, "、") }
