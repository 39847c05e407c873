package office

import (
	"errors"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

type officeFindQuery struct {
	Word string `query:"word" limit:"100" doc:"番号（L-、N-、A-、Q-）。番号を含むメールの一行でもよい"`
}

// officeFound is what the console's search box finds: records by the numbers that applicants, senders and institutions know.
type officeFound struct {
	CaseNumber string      `json:"caseNumber,omitempty" doc:"入力の中に読み取った番号"`
	HitList    []officeHit `json:"hitList"`
}

// officeHit is one record, with no more than its list in the console shows.
type officeHit struct {
	Key         string `json:"key"`
	Kind        string `json:"kind" enum:"request,inquiry,listing,negotiation"`
	Name        string `json:"name" doc:"申請した金融機関、お問い合わせの送信者、公開された案件名。なければ空"`
	CaseNumber  string `json:"caseNumber"`
	StatusLabel string `json:"statusLabel"`
}

func (a Room) officeFindCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "Find", web.ADM, "番号が一致する利用申請、お問い合わせ、案件、交渉の概況", "画面上部の検索欄: 番号から一件へ"),
		func(r *web.Request, in *officeFindQuery) (*officeFound, error) {
			return web.Reading(r, func(q *store.Q) (*officeFound, error) { return officeFind(q, in) })
		})
}

func officeFind(q *store.Q, in *officeFindQuery) (*officeFound, error) {
	var c web.Check
	c.Text(in, "word", "番号", &in.Word, false)
	if err := c.Err(); err != nil {
		return nil, err
	}
	out := &officeFound{HitList: []officeHit{}}
	prefix, end := company.ReadCaseNumber(in.Word)
	if end == "" {
		return out, nil
	}
	if out.CaseNumber = end; prefix != "" {
		out.CaseNumber = prefix + "-" + end
	}
	for _, kind := range []struct {
		prefix string
		find   func(*store.Q, string) ([]officeHit, error)
	}{{"A", requestHits}, {"Q", inquiryHits}, {"L", listingHits}, {"N", negotiationHits}} {
		if prefix != "" && prefix != kind.prefix {
			continue
		}
		hits, err := kind.find(q, end)
		if err != nil {
			return nil, err
		}
		out.HitList = append(out.HitList, hits...)
	}
	return out, nil
}

func requestHits(q *store.Q, end string) (out []officeHit, err error) {
	found, err := q.RequestsNumbered(end)
	for i := range found {
		of, err := found[i].Institution()
		if err != nil {
			return nil, err
		}
		out = append(out, officeHit{found[i].ID, "request", of.Name, web.CaseNumber("A", found[i].ID),
			deal.AccountRequestStatus(found[i].Status).Label()})
	}
	return out, err
}

func inquiryHits(q *store.Q, end string) (out []officeHit, err error) {
	found, _, err := q.SearchInquiries(nil, end, store.Page{Limit: deal.LimitAll})
	for _, i := range found {
		out = append(out, officeHit{i.ID, "inquiry", i.Name, web.CaseNumber("Q", i.ID), deal.InquiryStatus(i.Status).Label()})
	}
	return out, err
}

func listingHits(q *store.Q, end string) (out []officeHit, err error) {
	found, _, err := q.SearchOfficeListings(store.OfficeListingSearch{End: end, Page: store.Page{Limit: deal.LimitAll}})
	for i := range found {
		l := &found[i]
		out = append(out, officeHit{l.ID, "listing", l.BusinessName, web.CaseNumber("L", l.ID),
			deal.ShownStatus(deal.ListingStatus(l.Status), l.StartDate, l.DueDate, q.Now()).Label()})
	}
	return out, err
}

func negotiationHits(q *store.Q, end string) (out []officeHit, err error) {
	ids, err := q.NegotiationsByNumber(end)
	for _, id := range ids {
		row, err := q.NegotiationRowOf(id)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, officeHit{id, "negotiation", row.BusinessName, web.CaseNumber("N", id), deal.NegotiationStatus(row.Status).Label()})
	}
	return out, err
}
