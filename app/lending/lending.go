package lending

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	listings "tsunagu/app/listing"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// caseStatuses are those in which the lending desk has to do with a case, in the order of the work (team.md 2).
var caseStatuses = []deal.FinancialSupportStatus{deal.FinancingConsulted, deal.FinancingExamined, deal.FinancingLikely,
	deal.FinancingApproved, deal.FinancingExecuted, deal.FinancingDeclined, deal.FinancingInterrupted}

func (a Room) Calls() {
	const cases = "自機関の買手のうち、融資の担当者への情報共有に同意し、相談を受け付けたもの"
	row := func(method, name, records, summary string) web.Call {
		return web.Call{Method: method, Path: "/api/Lending/" + name, Area: "lending", Callers: web.LEN, Records: records, Summary: summary,
			Spec: "team 2; domain 5"}
	}
	web.Add(a.Platform, row("GET", "SearchCases", cases, "資金支援の案件の一覧"),
		func(r *web.Request, in *casesQuery) (*caseList, error) {
			return web.Reading(r, func(q *store.Q) (*caseList, error) { return searchCases(q, r.Actor, in) })
		})
	web.Add(a.Platform, row("GET", "GetCase", cases, "買手、資金支援、案件の公開情報"),
		func(r *web.Request, in *struct {
			BuyerNegotiationID string `query:"buyerNegotiationId" maxLength:"60"`
		}) (*lendingCase, error) {
			return web.Reading(r, func(q *store.Q) (*lendingCase, error) { return caseOf(q, r.Actor, in.BuyerNegotiationID) })
		})
	web.Add(a.Platform, row("POST", "UpdateCase", cases, "資金支援の状況と内容"),
		func(r *web.Request, in *struct{ Body caseInput }) (*lendingCase, error) {
			return web.Writing(r, func(tx *store.Tx) (*lendingCase, error) { return a.update(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, row("GET", "GetOwnSettings", "自分のもの", "氏名とメールの受け取り"),
		func(r *web.Request, _ *struct{}) (*ownSettings, error) {
			return web.Reading(r, func(q *store.Q) (*ownSettings, error) { return settingsOf(q, r.Actor) })
		})
	web.Add(a.Platform, row("POST", "SaveOwnSettings", "自分のもの", "お知らせメールを受け取るか"),
		func(r *web.Request, in *struct{ Body ownInput }) (*ownSettings, error) {
			return web.Writing(r, func(tx *store.Tx) (*ownSettings, error) {
				u, err := tx.User(r.ID())
				if err != nil {
					return nil, err
				}
				if u.RegistSendMail != in.Body.RegistSendMail {
					u.RegistSendMail = in.Body.RegistSendMail
					if err := tx.UpdateUser(u, r.ID()); err != nil {
						return nil, err
					}
				}
				return settingsOf(&tx.Q, r.Actor)
			})
		})
}

func settingsOf(q *store.Q, by web.Actor) (*ownSettings, error) {
	u, err := q.User(by.ID())
	if err != nil {
		return nil, err
	}
	return &ownSettings{UserName: u.UserName, LoginID: u.LoginID, Department: u.Department, RegistSendMail: u.RegistSendMail}, nil
}

func searchCases(q *store.Q, by web.Actor, in *casesQuery) (*caseList, error) {
	s := &store.LendingSearch{Word: strings.TrimSpace(in.Word), ListingID: in.SellerBusinessID, Page: in.Page()}
	s.NameFolded = company.SearchedName(s.Word)
	var c web.Check
	for _, code := range web.ListParam([]string{in.SearchStatus}) {
		n, err := strconv.Atoi(code)
		c.Ok(err == nil && slices.Contains(caseStatuses, deal.FinancialSupportStatus(n)), "searchStatus",
			"資金支援の状況の選択肢にない値です。選び直してください。")
		s.Statuses = append(s.Statuses, n)
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	found, n, err := q.LendingCases(by.Viewer, s)
	if err != nil {
		return nil, err
	}
	out := &caseList{CaseList: []caseRow{}, AllCount: n, StatusCounts: []statusCount{}}
	for _, x := range found {
		out.CaseList = append(out.CaseList, caseRow{BuyerNegotiationID: x.ID, SellerBusinessID: x.ListingID,
			CaseNumber: web.CaseNumber("N", x.ID), BuyerName: x.BuyerName, BusinessName: x.BusinessName, FinancialSupportStatus: x.Status,
			StatusLabel: deal.FinancialSupportStatus(x.Status).Label(), DesiredAmount: x.DesiredAmount, ApprovedAmount: x.ApprovedAmount})
	}
	counts, err := q.LendingCounts(by.Viewer)
	for _, status := range caseStatuses {
		out.StatusCounts = append(out.StatusCounts, statusCount{int(status), status.Label(), counts[int(status)]})
	}
	return out, err
}

// caseOf composes a case field by field: what is not named here, above all the negotiation's own state, times and messages, does not
// cross the wall.
func caseOf(q *store.Q, by web.Actor, id string) (*lendingCase, error) {
	n, err := q.LendingCase(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	out := &lendingCase{BuyerNegotiationID: n.ID, CaseNumber: web.CaseNumber("N", n.ID), Financing: financingOf(n), MoveList: []moved{}}
	if out.Buyer, err = buyerOf(q, n.BuyerCompanyID); err != nil {
		return nil, err
	}
	if out.Listing, err = listingOf(q, n); err != nil {
		return nil, err
	}
	us, err := q.UsersOf(by.Institution(), int(deal.RoleFIN))
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for i := range us {
		names[us[i].ID] = us[i].UserName
	}
	persons, err := q.MailedPersons(by.Institution(), store.InChargeOfBF, n.ID)
	if err != nil {
		return nil, err
	}
	if len(persons) > 0 { // the main one first
		out.PersonInCharge = names[persons[0]]
	}
	moves, err := q.FinancingMoves(by.Viewer, n.ID)
	for _, m := range slices.Backward(movesSinceAsked(moves)) {
		out.MoveList = append(out.MoveList, moved{web.ServerTime(m.At), deal.FinancialSupportStatus(m.Status).Label(), names[m.Actor]})
	}
	return out, err
}

// financingOf is the financing with the moves that there are. What hinders a move is said when it is tried: most of it is of the
// negotiation.
func financingOf(n *store.Negotiation) financing {
	status := deal.FinancialSupportStatus(n.FinancialSupportStatus)
	out := financing{FinancialSupportStatus: n.FinancialSupportStatus, StatusLabel: status.Label(), Moves: []move{},
		DesiredAmount: n.DesiredAmount, OwnFunds: n.OwnFunds, FundsPurpose: n.FundsPurpose, ApprovalNumber: n.ApprovalNumber,
		ApprovalDate: n.ApprovalDate, ApprovedAmount: n.ApprovedAmount}
	for _, to := range deal.FinancingMoves(status) {
		out.Moves = append(out.Moves, move{int(to), to.Label(), negotiation.FinancingNeeds[to]})
	}
	text, _ := json.Marshal(out)
	sum := sha256.Sum256(text)
	out.Revision = hex.EncodeToString(sum[:12])
	return out
}

func buyerOf(q *store.Q, companyID string) (buyer, error) {
	d, err := q.CompanyDetails(companyID)
	if errors.Is(err, store.ErrNotFound) {
		return buyer{}, nil
	}
	if err != nil {
		return buyer{}, err
	}
	return buyer{CompanyName: d.CompanyName, RepresentativeName: d.RepresentativeName,
		CorporateRegistrationNumber: d.CorporateRegistrationNumber, Address: d.PrefectureName + d.CityName + d.TownName + d.BuildingName,
		PhoneNumber: d.RepresentativePhoneNumber, HomePageURL: d.HomePageURL, CapitalAmount: d.CapitalAmount, SalesAmount: d.SalesAmount,
		OperatingProfit: d.OperatingProfit, TotalAssets: d.TotalAssets, NumberOfEmployees: d.NumberOfEmployees,
		EstablishedYear: d.EstablishedYear}, nil
}

// movesSinceAsked are the moves from the last 相談受付 on, without saves of the contents: what was before is not the lending desk's.
func movesSinceAsked(all []store.FinancingMove) (out []store.FinancingMove) {
	was := -1
	for _, m := range all {
		if m.Status == was {
			continue
		}
		if was = m.Status; deal.FinancialSupportStatus(m.Status) == deal.FinancingConsulted {
			out = nil
		}
		out = append(out, m)
	}
	return out
}

// listingOf is the published listing, cut by the allow-list as for anybody at L1 (domain.md 3.5); empty where the bank's M&A desk does
// not see it any more.
func listingOf(q *store.Q, n *store.Negotiation) (listing, error) {
	id := n.ListingID
	c, err := q.LendingListing(n.ID)
	if errors.Is(err, store.ErrNotFound) {
		return listing{SellerBusinessID: id, IndustryTypes: []string{}, SalesAsset: []int{}}, nil
	}
	if err != nil {
		return listing{}, err
	}
	out := listing{SellerBusinessID: id, BusinessName: c.BusinessName, Description: c.Description, IndustryTypes: c.IndustryTypes,
		FormattedLocation: listings.PublishedPlace(c), SalesAsset: c.SalesAsset, SalesAmount: c.SalesAmount,
		OperatingProfit: c.OperatingProfitBand, SalesPrice: c.SalesPrice, SalesPriceTo: c.SalesPriceTo,
		NumberOfManagersFrom: c.ManagersFrom, NumberOfManagersTo: c.ManagersTo}
	disclosure.Cut(&out, disclosure.ListingFilter(disclosure.Overview, disclosure.L1, false, c.IsPrefecturePublic))
	return out, nil
}

// update is one deed of the lending desk on a case.
func (a Room) update(tx *store.Tx, by web.Actor, in *caseInput) (*lendingCase, error) {
	n, err := tx.LendingCase(by.Viewer, in.BuyerNegotiationID)
	if err != nil {
		return nil, err
	}
	if cmp.Or(in.Revision, "-") != financingOf(n).Revision {
		return nil, web.ErrStale
	}
	if err := negotiation.In(a.Platform).UpdateFinancing(tx, by, &negotiation.FinancingInput{BuyerNegotiationID: n.ID,
		FromFinancialSupportStatus: in.FromFinancialSupportStatus, FinancialSupportStatus: in.FinancialSupportStatus,
		DesiredAmount: in.DesiredAmount, OwnFunds: in.OwnFunds, FundsPurpose: in.FundsPurpose, ApprovalNumber: in.ApprovalNumber,
		ApprovalDate: in.ApprovalDate, ApprovedAmount: in.ApprovedAmount}); err != nil {
		return nil, err
	}
	return caseOf(&tx.Q, by, n.ID)
}
