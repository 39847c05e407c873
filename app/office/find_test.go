package office_test

import (
	"net/url"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
)

// The console's box finds each record by the number that people outside know it by, and nobody else may ask.
func TestOfficeFind(t *testing.T) {
	x := apptest.NewTalks(apptest.NewPlatform(t))
	office := x.Office()
	request := x.Visitor().Post(apptest.RegistAccountRequest, apptest.AccountRequest()).Want(200).JSON()["caseNumber"].(string)
	inquiry := x.Visitor().Post("/api/Public/SendInquiry", apptest.Inquiry()).Want(200).JSON()["caseNumber"].(string)
	row := web.CaseNumber("N", x.Negotiation(x.Listing, x.BuyerB, x.BID, deal.NegotiationAnonymous, false))
	listing := web.CaseNumber("L", x.Listing)
	find := func(word string) apptest.Result {
		return office.Get("/api/Office/Find?word=" + url.QueryEscape(word)).Want(200)
	}
	for number, kind := range map[string]string{request: "request", inquiry: "inquiry", row: "negotiation", listing: "listing"} {
		for _, word := range []string{number, number[2:], "番号：" + number} {
			found := find(word).Has(number, `"kind":"`+kind+`"`).HasNot(append(apptest.SellerNames, apptest.BuyerNames...)...)
			if n := len(found.JSON()["hitList"].([]any)); n != 1 {
				t.Errorf("%s: %d hits", word, n)
			}
		}
		for _, other := range []string{"A", "Q", "L", "N"} {
			if other != number[:1] {
				find(other + number[1:]).Has(`"hitList":[]`)
			}
		}
	}
	find("").Has(`"hitList":[]`)
	find("カナリア").Has(`"hitList":[]`)
	// The lists that a hit leads to take the number too.
	office.Get("/api/Office/GetInquiryList?word="+inquiry).Want(200).Has(inquiry, `"allCount":1`)
	office.Get("/api/Office/GetInquiryList?word=" + request).Want(200).Has(`"allCount":0`)
	office.Get("/api/Office/GetInquiryList?word=x").Want(200).Has(`"allCount":0`)
	office.Get("/api/Office/GetSellerBusinessList?word="+listing).Want(200).Has(listing, `"allCount":1`)
	office.Get("/api/Office/GetSellerBusinessList?word=L-00000000").Want(200).Has(`"allCount":0`)
	x.FinA.Get("/api/Office/Find?word=" + row).Want(401)
}
