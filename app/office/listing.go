package office

import (
	"errors"

	"tsunagu/app/company"
	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/mail"
	"tsunagu/app/negotiation"
	"tsunagu/app/persons"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officeListingRow is a sale listing as the office sees it: metadata and the published title (L1),
// no other content.
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
	CanReopen        bool   `json:"canReopen" doc:"成約を取り消して公開中に戻せる"`
	Version          int    `json:"version"`
}

type officeListingList struct {
	ListingList []officeListingRow `json:"listingList"`
	AllCount    int                `json:"allCount"`
}

type officeListingsQuery struct {
	Word        string `query:"word" maxLength:"100" doc:"公開された案件名、または案件番号"`
	Status      string `query:"status" enum:"0,1,2,3,4," doc:"保存された状態。空はすべて"`
	FinancialID string `query:"financialId"`
	web.OfficePaging
}

// officeDeed is an act of the office on a listing. The reason is written into the listing's
// history, which the institution in charge reads.
type officeDeed struct {
	SellerBusinessID string `json:"sellerBusinessId"`
	Version          int    `json:"version"`
	Comment          string `json:"comment" limit:"1000" doc:"理由。担当の金融機関に見える"`
}

func (a Room) officeListingCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetSellerBusinessList", web.ADM, "すべての案件の概況と公開された案件名", "売却案件の一覧"),
		func(r *web.Request, in *officeListingsQuery) (*officeListingList, error) {
			return web.Reading(r, func(q *store.Q) (*officeListingList, error) { return Listings(q, in) })
		})
	type body struct{ Body officeDeed }
	web.Add(a.Platform, web.OfficeCall("POST", "StopSellerBusiness", web.ADM, "承認前・公開中・差戻しの案件", "案件を無効にする。交渉は売却中止で終了"),
		func(r *web.Request, in *body) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.stopListing(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, web.OfficeCall("POST", "ReopenSellerBusiness", web.ADM, "成約済みの案件", "成約を取り消す。案件は公開中、成約した交渉は条件交渉に戻る"),
		func(r *web.Request, in *body) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.reopenListing(tx, r.Actor, &in.Body) })
		})
}

// Listings are the listings that a search of the office finds, as metadata and published titles.
func Listings(q *store.Q, in *officeListingsQuery) (*officeListingList, error) {
	s := store.OfficeListingSearch{Word: in.Word, Status: console.OptionalInt(in.Status), Institution: in.FinancialID, Page: in.Page()}
	if prefix, end := company.ReadCaseNumber(in.Word); prefix == "L" {
		s.Word, s.End = "", end
	}
	ls, n, err := q.SearchOfficeListings(s)
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
		can := func(e deal.ListingEvent) bool {
			_, refusal := deal.MoveListing(deal.ListingFacts{Exists: true, Status: stored}, deal.ListingInput{Event: e, Comment: "-"},
				deal.ActorOffice)
			return refusal == nil
		}
		out.ListingList = append(out.ListingList, officeListingRow{
			SellerBusinessID: l.ID, CaseNumber: web.CaseNumber("L", l.ID), BusinessName: l.BusinessName, FinancialID: l.InstitutionID,
			FinancialName: names[l.InstitutionID],
			Status:        int(deal.ShownStatus(stored, l.StartDate, l.DueDate, q.Now())), IsSuspended: l.IsSuspended &&
				stored != deal.ListingConcluded, StartDate: l.StartDate, DueDate: l.DueDate,
			PublishedAt: web.ServerTime(l.PublishedAt), CanStop: can(deal.ListingDisable), CanReopen: can(deal.ListingReopen), Version: l.Version,
		})
	}
	return out, nil
}

// listing is the listing that the office chose, in the version that it saw; the reason must be
// given and not be too long.
func (in *officeDeed) listing(tx *store.Tx) (*store.Listing, error) {
	l, err := tx.OfficeListing(in.SellerBusinessID)
	if err != nil {
		return nil, err
	}
	if l.Version != in.Version {
		return nil, store.ErrStale
	}
	var c web.Check
	c.Prose(in, "comment", "理由", &in.Comment, false)
	return l, c.Err()
}

func (a Room) stopListing(tx *store.Tx, by web.Actor, in *officeDeed) error {
	l, err := in.listing(tx)
	if err != nil {
		return err
	}
	e, _, err := listing.Event(tx, by, l, deal.ListingInput{Event: deal.ListingDisable, Comment: in.Comment}, deal.ActorOffice)
	if err != nil {
		return err
	}
	l.StopReason = in.Comment
	return listing.In(a.Platform).MoveListing(tx, by, l, e, string(deal.ListingDisable), in.Comment)
}

// reopenListing takes a contract back (domain.md 3.1: 2 → 1, negotiation 5 → 4). Negotiations that
// the contract ended as 募集終了 stay ended, and withdrawn offers stay withdrawn.
func (a Room) reopenListing(tx *store.Tx, by web.Actor, in *officeDeed) error {
	l, err := in.listing(tx)
	if err != nil {
		return err
	}
	e, _, err := listing.Event(tx, by, l, deal.ListingInput{Event: deal.ListingReopen, Comment: in.Comment}, deal.ActorOffice)
	if err != nil {
		return err
	}
	e.IsStopped = l.IsSuspended && l.ExclusiveUntil != "" // an agreed exclusivity holds until its last day
	l.ConcludedAt, l.IsConcludedOutside = web.ZeroTime, false
	if err := listing.In(a.Platform).MoveListing(tx, by, l, e, string(deal.ListingReopen), in.Comment); err != nil {
		return err
	}
	row, err := tx.SignedNegotiation(l.ID)
	if errors.Is(err, store.ErrNotFound) { // the contract was made outside the platform
		return persons.In(a.Platform).Mail(tx, mail.ListingReopened, l.InstitutionID, store.InChargeOfListing, l.ID,
			mail.Data{CaseNumber: web.CaseNumber("L", l.ID), Link: a.BaseURL + web.ListingPath(l.ID)})
	}
	if err != nil {
		return err
	}
	d, err := negotiation.DealingOf(&tx.Q, by, row)
	if err != nil {
		return err
	}
	d.As = deal.ActorOffice
	_, err = negotiation.In(a.Platform).Move(tx, by, d, deal.MoveInput{Kind: deal.MoveUndoContract, Expected: &d.Facts.Status,
		Comment: in.Comment}, negotiation.MoveNote{Comment: in.Comment})
	return err
}
