package report

import (
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/listfile"
	"tsunagu/app/listing"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// The queries of the lists are those of the screens: what is on the screen is in the file.
type (
	buyerCases struct {
		negotiation.FinancialSupportQuery
		listfile.Choice
	}
	sellerCases struct {
		negotiation.SellerPartnerQuery
		listfile.Choice
	}
	listings struct {
		listing.ListingSearchQuery
		listfile.Choice
	}
	companies struct {
		company.CompanySearchInput
		listfile.Choice
	}
	users struct {
		listfile.Choice
		page web.Paging // the list has none
	}
)

func (a Room) listCalls() {
	const own = "自機関の担当する買手の交渉"
	addList(a, buyerCaseFile, own, "買手交渉案件の一覧のファイル（CSV、Excel）。条件は SearchFinancialSupport と同じ",
		func(in *buyerCases) (*listfile.Choice, *web.Paging) { return &in.Choice, &in.Paging },
		func(q *store.Q, by web.Actor, in *buyerCases) (listfile.Encoded, error) {
			found, err := negotiation.In(a.Platform).SearchFinancialSupport(q, by, &in.FinancialSupportQuery)
			if err != nil {
				return nil, err
			}
			return withPersons(q, by, store.InChargeOfBF, found)
		})
	addList(a, sellerCaseFile, "担当する案件の、始まった交渉とオファーした買手", "売手交渉案件の一覧のファイル（CSV、Excel）。条件は PartnerListBySellerFinancial と同じ",
		func(in *sellerCases) (*listfile.Choice, *web.Paging) { return &in.Choice, &in.Paging },
		func(q *store.Q, by web.Actor, in *sellerCases) (listfile.Encoded, error) {
			found, err := negotiation.In(a.Platform).PartnersBySellerSide(q, by, &in.SellerPartnerQuery)
			if err != nil {
				return nil, err
			}
			return withPersons(q, by, store.InChargeOfSF, found)
		})
	addList(a, listingFile, "検索で見える案件", "売却案件の一覧のファイル（CSV、Excel）。条件は SearchSellerBusinessAsync と同じ",
		func(in *listings) (*listfile.Choice, *web.Paging) { return &in.Choice, &in.Paging },
		func(q *store.Q, by web.Actor, in *listings) (listfile.Encoded, error) {
			found, err := listing.SearchListings(q, by, &in.ListingSearchQuery)
			if err != nil {
				return nil, err
			}
			return withPersons(q, by, store.InChargeOfListing, found)
		})
	addList(a, userFile, "自機関の利用者", "利用者の一覧のファイル（CSV、Excel）。FinancialUser の GetUsersList と同じ利用者",
		func(in *users) (*listfile.Choice, *web.Paging) { return &in.Choice, &in.page },
		func(q *store.Q, by web.Actor, _ *users) (listfile.Encoded, error) {
			l, err := company.UsersOfBank(q, by)
			if err != nil {
				return nil, err
			}
			return listfile.Of("userList", l.UserList, len(l.UserList))
		})
	for _, x := range []struct {
		kind    int
		f       listfile.File[companyRow]
		records string
	}{{store.Buyer, buyerFile, "担当の買手企業と公開中の買手"}, {store.Seller, sellerFile, "担当の売手企業"}} {
		addList(a, x.f, x.records, x.f.Title+"の一覧のファイル（CSV、Excel）。条件は SearchCompanyAsync と同じ",
			func(in *companies) (*listfile.Choice, *web.Paging) { return &in.Choice, &in.Paging },
			func(q *store.Q, by web.Actor, in *companies) (listfile.Encoded, error) {
				s, err := in.Search(x.kind)
				if err != nil {
					return nil, err
				}
				if s.ChargeFilter, err = in.Conditions(q, by); err != nil {
					return nil, err
				}
				listingID := in.SellerBusinessID
				if x.kind == store.Seller { // it has no match score
					listingID = ""
				}
				found, err := company.In(a.Platform).FoundCompanies(q, by, s, listingID)
				if err != nil {
					return nil, err
				}
				return withPersons(q, by, store.InChargeOfCompany, found)
			})
	}
}

// addList registers the call that writes a list into a file. format gives the parts of its query, list asks as the
// screen's call does.
func addList[I, R any](a Room, f listfile.File[R], records, summary string, parts func(in *I) (*listfile.Choice, *web.Paging),
	list func(q *store.Q, by web.Actor, in *I) (listfile.Encoded, error)) {
	c := web.Call{Method: "GET", Path: f.Path, Area: "report", Callers: web.FIN, Records: records, Summary: summary, Spec: "domain 9"}
	if f.Path == buyerFile.Path || f.Path == sellerFile.Path { // all customers by name
		c = c.Freshly()
	}
	web.AddFile(a.Platform, c,
		func(r *web.Request, in *I) (*web.Download, error) {
			format, page := parts(in)
			if page.PageNumber >= 1 && page.Limit >= 1 && page.Limit <= deal.LimitAll { // others the list refuses
				page.PageNumber, page.Limit = 1, listfile.MaxRows
			}
			return listfile.Write(a.Platform, r, f, format, func(q *store.Q) (listfile.Encoded, error) { return list(q, r.Actor, in) })
		})
}
