//go:build unix

package main

import (
	"fmt"
	"net/url"
	"time"
)

// heavy measures the calls that read very much for one answer.
func (b *bench) heavy(p *program, _ *cards) error {
	a, err := dial(p.address)
	if err != nil {
		return err
	}
	defer a.close()
	token, err := signIn(p.address, sellingLogin)
	if err != nil {
		return err
	}
	office, err := signIn(p.address, officeLogin)
	if err != nil {
		return err
	}
	listings, err := ownListings(a, p.address, token, 20)
	if err != nil {
		return err
	}
	var buyers struct{ CompanyList []struct{ CompanyID string } }
	if err := fetch(a, get(p.address, searchCompanies+"?isOnlyPersonInCharge=true&isPublic=true&limit=20", token), &buyers); err != nil {
		return err
	}
	b.print("\n**多くを見る呼び出し**\n\n| | p50 | 最長 | CPU |\n|---|--:|--:|--:|")
	for _, x := range []struct {
		title string
		one   func(n int) []byte
	}{
		{"k-匿名性の確認（業種・地域・売上高が同じ企業を数える）", func(n int) []byte {
			return post("POST", p.address, "/api/SellerBusiness/CheckAnonymity", token,
				map[string]any{"sellerBusinessId": listings[n%len(listings)], "texts": map[string]string{"description": "東海の会社です。"},
					"industryTypes": []string{[]string{"13006", "14002", "17008", "19001"}[n%4]}, "publicRegion": []int{1 + n%10},
					"location": `{"region":` + fmt.Sprint(1+n%10) + `}`, "salesAmount": 1 + n%6})
		}},
		{"案件に合う買手（ロングリスト、マッチ度の順）", func(n int) []byte {
			return post("POST", p.address, "/api/BuyerCompany/SearchLongCompany", token,
				map[string]any{"sellerBusinessId": listings[n%len(listings)]})
		}},
		{"案件に合う買手（500ページ目）", func(n int) []byte {
			return post("POST", p.address, "/api/BuyerCompany/SearchLongCompany", token,
				map[string]any{"sellerBusinessId": listings[n%len(listings)], "pageNumber": 500})
		}},
		{"買手の検索（案件を選んで、マッチ度の順）", func(n int) []byte {
			return get(p.address, searchCompanies+"?isPublic=true&propertyName=score&limit=10&sellerBusinessId="+listings[n%len(listings)], token)
		}},
		{"買手に合う案件（マッチ度の順）", func(n int) []byte {
			return get(p.address, searchListings+"?propertyName=score&buyerCompanyId="+buyers.CompanyList[n%len(buyers.CompanyList)].CompanyID,
				token)
		}},
		{"おすすめの案件（マッチ度70以上だけ）", func(n int) []byte {
			return get(p.address, searchListings+"?isRecommended=true&buyerCompanyId="+buyers.CompanyList[n%len(buyers.CompanyList)].CompanyID,
				token)
		}},
		{"自機関の買手のどれかに合う案件（マッチ度の順）", func(int) []byte {
			return get(p.address, searchListings+"?propertyName=score", token)
		}},
		{"地域ごとの案件の数", func(int) []byte { return get(p.address, "/api/SellerBusiness/GetRegionFigures", token) }},
		{"公開中の案件の数（だれでも）", func(int) []byte {
			return get(p.address, "/api/NumberToDisplay/GetNumberOfSellerBusiness", token)
		}},
		{"買手交渉案件の一覧（資金支援）", func(int) []byte {
			return get(p.address, "/api/BuyerCompany/SearchFinancialSupport?limit=10", token)
		}},
		{"未読の数", func(int) []byte { return get(p.address, "/api/BuyerNegotiation/GetUnreadCounts", token) }},
		{"マイページ", func(int) []byte { return get(p.address, "/api/MyPage/GetDesk", token) }},
		{"概況（事務局）", func(int) []byte { return get(p.address, "/api/Office/GetSummary", office) }},
		{"月ごとの数値（事務局）", func(int) []byte { return get(p.address, "/api/Office/GetFigures", office) }},
		{"売却案件の一覧（事務局）", func(int) []byte { return get(p.address, "/api/Office/GetSellerBusinessList", office) }},
		{"売却案件の一覧（事務局、案件名で）", func(int) []byte {
			return get(p.address, "/api/Office/GetSellerBusinessList?word="+url.QueryEscape("製造"), office)
		}},
		{"送信メールの一覧（事務局）", func(int) []byte { return get(p.address, "/api/Office/GetMailList", office) }},
		{"監査ログ（事務局）", func(int) []byte { return get(p.address, "/api/Office/GetAuditList", office) }},
	} {
		var m measured
		cpu := cpuTime([]int{p.cmd.Process.Pid})
		for begin, n := time.Now(), 0; n < 1 || n < 40 && time.Since(begin).Seconds() < 2*b.seconds; n++ {
			asked := time.Now()
			if _, err := a.ask(x.one(n)); err != nil {
				return fmt.Errorf("%s: %w", x.title, err)
			}
			m.took = append(m.took, time.Since(asked))
		}
		m.cpu = cpuTime([]int{p.cmd.Process.Pid}) - cpu
		b.print("| %s | %s | %s | %s |", x.title, ms(m.part(0.5)), ms(m.part(1)), ms(m.each()))
	}
	return nil
}
