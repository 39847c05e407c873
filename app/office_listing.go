package app

import (
	"tsunagu/app/deal"
	"tsunagu/store"
)

// officeListingRow is a sale listing as the office sees it: metadata, the published title (L1)
// and nothing that stands behind it.
type officeListingRow struct {
	SellerBusinessID string `json:"sellerBusinessId"`
	CaseNumber       string `json:"caseNumber" doc:"案件のメールにある番号"`
	BusinessName     string `json:"businessName" doc:"公開された匿名の案件名。公開前は空"`
	FinancialID      string `json:"financialId" doc:"担当の金融機関"`
	FinancialName    string `json:"financialName"`
	Status           int    `json:"status" doc:"GetEnumerations の listingStatus"`
	IsSuspended      bool   `json:"isSuspended" doc:"受付停止中"`
	StartDate        string `json:"startDate"`
	DueDate          string `json:"dueDate"`
	PublishedAt      string `json:"publishedAt" doc:"UTC"`
	CanStop          bool   `json:"canStop" doc:"今の状態から無効にできる"`
	Version          int    `json:"version"`
}

type officeListingList struct {
	ListingList []officeListingRow `json:"listingList"`
	AllCount    int                `json:"allCount"`
}

type officeListingsQuery struct {
	Word        string `query:"word" maxLength:"100" doc:"公開された案件名"`
	Status      string `query:"status" enum:"0,1,2,3,4," doc:"保存された状態。空はすべて"`
	FinancialID string `query:"financialId"`
	OfficePaging
}

// officeStop takes a listing off the market. The reason stands in its history, which the
// institution in charge reads.
type officeStop struct {
	SellerBusinessID string `json:"sellerBusinessId"`
	Version          int    `json:"version"`
	Comment          string `json:"comment" doc:"理由。担当の金融機関に見える"`
}

func (a *App) officeListingCalls() {
	add(a, officeCall("GET", "GetSellerBusinessList", adm, "すべての案件の概況と公開された案件名", "売却案件の一覧"),
		func(r *request, in *officeListingsQuery) (out *officeListingList, err error) {
			return out, r.read(func(q *store.Q) error { out, err = officeListings(q, in); return err })
		})
	type body struct{ Body officeStop }
	add(a, officeCall("POST", "StopSellerBusiness", adm, "承認前・公開中・差戻しの案件", "案件を無効にする。交渉は売却中止で終了"),
		func(r *request, in *body) (nothing, error) {
			return nothing{}, r.write(func(tx *store.Tx) error { return a.stopListing(tx, r.actor, &in.Body) })
		})
}

func officeListings(q *store.Q, in *officeListingsQuery) (*officeListingList, error) {
	ls, n, err := q.SearchOfficeListings(store.OfficeListingSearch{Word: in.Word, Status: optionalInt(in.Status), Institution: in.FinancialID, Page: in.page()})
	if err != nil {
		return nil, err
	}
	names, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	out := &officeListingList{ListingList: []officeListingRow{}, AllCount: n}
	for _, l := range ls {
		stored := deal.ListingStatus(l.Status)
		_, refusal := deal.MoveListing(deal.ListingFacts{Exists: true, Status: stored}, deal.ListingInput{Event: deal.ListingDisable, Comment: "-"}, deal.ActorOffice)
		out.ListingList = append(out.ListingList, officeListingRow{
			SellerBusinessID: l.ID, CaseNumber: caseNumber("L", l.ID), BusinessName: l.BusinessName, FinancialID: l.InstitutionID, FinancialName: names[l.InstitutionID],
			Status: int(deal.ShownStatus(stored, l.StartDate, l.DueDate, q.Now())), IsSuspended: l.IsSuspended, StartDate: l.StartDate, DueDate: l.DueDate,
			PublishedAt: serverTime(l.PublishedAt), CanStop: refusal == nil, Version: l.Version,
		})
	}
	return out, nil
}

func (a *App) stopListing(tx *store.Tx, by actor, in *officeStop) error {
	l, err := tx.OfficeListing(in.SellerBusinessID)
	if err != nil {
		return err
	}
	if l.Version != in.Version {
		return store.ErrStale
	}
	var c check
	c.prose("comment", "理由", &in.Comment, false, 1000)
	if err := c.err(); err != nil {
		return err
	}
	e, _, err := a.event(tx, by, l, deal.ListingInput{Event: deal.ListingDisable, Comment: in.Comment}, deal.ActorOffice)
	if err != nil {
		return err
	}
	l.StopReason = in.Comment
	return a.moveListing(tx, by, l, e, string(deal.ListingDisable), in.Comment)
}
