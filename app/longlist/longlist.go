package longlist

import (
	"slices"

	"tsunagu/app/company"
	"tsunagu/app/web"
	"tsunagu/store"
)

func (a Room) Calls() {
	const own, base = "担当する案件と公開中の買手", "/api/BuyerCompany/"
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: base + "SearchLongCompany", Area: "longlist", Callers: web.FIN,
		Records: own, Summary: "案件に合う買手（ロングリストの候補）", Spec: "SPEC 7, domain 8",
	},
		func(r *web.Request, in *struct{ Body LongCompanyQuery }) (*longCompanyList, error) {
			return web.ReadingLazily(r, func(q *store.Q) (*longCompanyList, error) { return a.SearchLongCompany(q, r.Actor, &in.Body) })
		})
	const lists = "自機関のロングリスト"
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: base + "GetLongListList", Area: "longlist", Callers: web.FIN,
		Records: lists, Summary: "保存したロングリストの一覧", Spec: "SPEC 3, domain 9",
	},
		func(r *web.Request, in *struct {
			SellerBusinessID string `query:"sellerBusinessId" doc:"この案件のものだけ"`
		}) (*longListLists, error) {
			return web.Reading(r, func(q *store.Q) (*longListLists, error) { return longLists(q, r.Actor, in.SellerBusinessID) })
		})
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: base + "GetLongList", Area: "longlist", Callers: web.FIN,
		Records: lists, Summary: "保存したロングリスト", Spec: "SPEC 3, domain 9",
	},
		func(r *web.Request, in *struct {
			LongListID string `query:"longListId"`
		}) (*longListView, error) {
			return web.Reading(r, func(q *store.Q) (*longListView, error) { return a.longList(q, r.Actor, in.LongListID) })
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: base + "RegistLongList", Area: "longlist", Callers: web.FIN,
		Records: own + "、" + lists, Summary: "ロングリストの保存と変更", Spec: "SPEC 3, domain 9",
	},
		func(r *web.Request, in *struct{ Body longListInput }) (*longListView, error) {
			return web.Writing(r, func(tx *store.Tx) (*longListView, error) { return a.saveLongList(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: base + "DeleteLongList", Area: "longlist", Callers: web.FIN,
		Records: lists, Summary: "ロングリストの削除", Spec: "SPEC 3, domain 9",
	},
		func(r *web.Request, in *struct{ Body longListRef }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return deleteLongList(tx, r.Actor, &in.Body) })
		})
}

func longListSummaryOf(l *store.LongListRow) longListSummary {
	return longListSummary{LongListID: l.ID, Version: l.Version, Name: l.Name, SellerBusinessID: l.ListingID, BusinessName: l.BusinessName,
		CompanyCount: l.CompanyCount, Modified: web.ServerTime(l.Modified)}
}

func longLists(q *store.Q, by web.Actor, listingID string) (*longListLists, error) {
	if listingID != "" {
		if _, err := web.OwnListing(q, by, listingID, nil); err != nil {
			return nil, err
		}
	}
	found, err := q.LongLists(by.Viewer, listingID)
	if err != nil {
		return nil, err
	}
	out := &longListLists{LongListList: make([]longListSummary, len(found)), AllCount: len(found)}
	for i := range found {
		out.LongListList[i] = longListSummaryOf(&found[i])
	}
	return out, nil
}

func (a Room) longList(q *store.Q, by web.Actor, id string) (*longListView, error) {
	l, err := q.LongList(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	at, err := company.In(a.Platform).SearchIDs(q, by, l.ListingID)
	if err != nil {
		return nil, err
	}
	found, err := q.LongListCompanies(by.Viewer, id)
	ids := make([]string, len(found))
	for i := range found {
		c := &found[i]
		ids[i] = at.Company(c.ID, c.Seq, company.ViewOf(by, &store.Company{Kind: store.Buyer, InstitutionID: c.InstitutionID}))
	}
	slices.Sort(ids) // so that their order tells nothing about the companies
	return &longListView{LongListSummary: longListSummaryOf(l), CompanyIDs: ids}, err
}

// saveLongList creates a list, renames it or replaces its companies. One id that is not a buyer
// that the caller may know of makes the whole call fail.
func (a Room) saveLongList(tx *store.Tx, by web.Actor, in *longListInput) (*longListView, error) {
	isNew := in.LongListID == ""
	var l *store.LongList
	if isNew {
		listing, err := web.OwnListing(&tx.Q, by, in.SellerBusinessID, nil)
		if err != nil {
			return nil, err
		}
		l = &store.LongList{InstitutionID: by.Institution(), ListingID: listing.ID}
	} else {
		row, err := tx.LongList(by.Viewer, in.LongListID)
		if err != nil {
			return nil, err
		}
		if in.SellerBusinessID != "" && in.SellerBusinessID != row.ListingID {
			return nil, store.ErrNotFound // a list cannot move to another listing
		}
		l = &row.LongList
	}
	var c web.Check
	c.Text(in, "name", "リストの名前", &in.Name, true)
	ids := slices.Compact(slices.Sorted(slices.Values(in.CompanyIDs)))
	keep := !isNew && in.CompanyIDs == nil
	c.Ok(keep || len(ids) > 0, "companyIds", "リストに載せる買手を選んでください。")
	c.Ok(len(ids) <= web.MaxLongList, "companyIds", "1つのリストに載せられるのは1,000社までです。")
	if err := c.Err(); err != nil {
		return nil, err
	}
	at, err := company.In(a.Platform).SearchIDs(&tx.Q, by, l.ListingID)
	if err != nil {
		return nil, err
	}
	if ids, err = company.In(a.Platform).BuyersAt(&tx.Q, by, ids, at); err != nil {
		return nil, err
	}
	if known, err := tx.CountBuyers(by.Viewer, ids); err != nil {
		return nil, err
	} else if known != len(ids) {
		return nil, store.ErrNotFound
	}
	if in.Version != l.Version {
		return nil, web.ErrStale
	}
	l.Name = in.Name
	save := tx.UpdateLongList
	if isNew {
		save = tx.CreateLongList
	}
	if err := save(l, by.ID()); err != nil {
		return nil, err
	}
	if !keep {
		if err := tx.PutLongListCompanies(l.ID, ids); err != nil {
			return nil, err
		}
	}
	if err := tx.AddAudit(by.Line("long_list.save", "long_list", l.ID, "ok", "")); err != nil {
		return nil, err
	}
	return a.longList(&tx.Q, by, l.ID)
}

func deleteLongList(tx *store.Tx, by web.Actor, in *longListRef) error {
	l, err := tx.LongList(by.Viewer, in.LongListID)
	if err != nil {
		return err
	}
	if in.Version != l.Version {
		return web.ErrStale
	}
	if err := tx.DeleteLongList(&l.LongList); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("long_list.delete", "long_list", l.ID, "ok", ""))
}
