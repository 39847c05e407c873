package app

import (
	"slices"

	"tsunagu/store"
)

const maxLongListName = 60

func (a *App) longListCalls() {
	const own, base = "担当する案件と公開中の買手", "/api/BuyerCompany/"
	add(a.Platform, call{
		method: "POST", path: base + "SearchLongCompany", area: "longlist", callers: fin,
		records: own, summary: "案件に合う買手（ロングリストの候補）", spec: "SPEC 7, domain 8",
	},
		func(r *request, in *struct{ Body longCompanyQuery }) (*longCompanyList, error) {
			return glancing(r, func(q *store.Q) (*longCompanyList, error) { return a.searchLongCompany(q, r.actor, &in.Body) })
		})
	const lists = "自機関のロングリスト"
	add(a.Platform, call{
		method: "GET", path: base + "GetLongListList", area: "longlist", callers: fin,
		records: lists, summary: "保存したロングリストの一覧", spec: "SPEC 3, domain 9",
	},
		func(r *request, in *struct {
			SellerBusinessID string `query:"sellerBusinessId" doc:"この案件のものだけ"`
		}) (*longListLists, error) {
			return reading(r, func(q *store.Q) (*longListLists, error) { return a.longLists(q, r.actor, in.SellerBusinessID) })
		})
	add(a.Platform, call{
		method: "GET", path: base + "GetLongList", area: "longlist", callers: fin,
		records: lists, summary: "保存したロングリスト", spec: "SPEC 3, domain 9",
	},
		func(r *request, in *struct {
			LongListID string `query:"longListId"`
		}) (*longListView, error) {
			return reading(r, func(q *store.Q) (*longListView, error) { return a.longList(q, r.actor, in.LongListID) })
		})
	add(a.Platform, call{
		method: "POST", path: base + "RegistLongList", area: "longlist", callers: fin,
		records: own + "、" + lists, summary: "ロングリストの保存と変更", spec: "SPEC 3, domain 9",
	},
		func(r *request, in *struct{ Body longListInput }) (*longListView, error) {
			return writing(r, func(tx *store.Tx) (*longListView, error) { return a.saveLongList(tx, r.actor, &in.Body) })
		})
	add(a.Platform, call{
		method: "POST", path: base + "DeleteLongList", area: "longlist", callers: fin,
		records: lists, summary: "ロングリストの削除", spec: "SPEC 3, domain 9",
	},
		func(r *request, in *struct{ Body longListRef }) (nothing, error) {
			return nothing{}, r.write(func(tx *store.Tx) error { return a.deleteLongList(tx, r.actor, &in.Body) })
		})
}

func longListSummaryOf(l *store.LongListRow) longListSummary {
	return longListSummary{LongListID: l.ID, Version: l.Version, Name: l.Name, SellerBusinessID: l.ListingID, BusinessName: l.BusinessName, CompanyCount: l.CompanyCount, Modified: serverTime(l.Modified)}
}

func (a *App) longLists(q *store.Q, by actor, listingID string) (*longListLists, error) {
	if listingID != "" {
		if _, err := ownListing(q, by, listingID, 0); err != nil {
			return nil, err
		}
	}
	found, err := q.LongLists(by.viewer, listingID)
	if err != nil {
		return nil, err
	}
	out := &longListLists{LongListList: make([]longListSummary, len(found)), AllCount: len(found)}
	for i := range found {
		out.LongListList[i] = longListSummaryOf(&found[i])
	}
	return out, nil
}

func (a *App) longList(q *store.Q, by actor, id string) (*longListView, error) {
	l, err := q.LongList(by.viewer, id)
	if err != nil {
		return nil, err
	}
	at, err := a.searchIDs(q, by, l.ListingID)
	if err != nil {
		return nil, err
	}
	found, err := q.LongListCompanies(by.viewer, id)
	ids := make([]string, len(found))
	for i := range found {
		c := &found[i]
		ids[i] = at.company(c.ID, c.Seq, by.viewOf(&store.Company{Kind: store.Buyer, InstitutionID: c.InstitutionID}))
	}
	slices.Sort(ids) // their order tells nothing of who they are
	return &longListView{LongListSummary: longListSummaryOf(l), CompanyIDs: ids}, err
}

// saveLongList creates a list, renames it or gives it other companies. One id that is not a buyer
// that the caller may know of refuses the whole call.
func (a *App) saveLongList(tx *store.Tx, by actor, in *longListInput) (*longListView, error) {
	isNew := in.LongListID == ""
	var l *store.LongList
	if isNew {
		listing, err := ownListing(&tx.Q, by, in.SellerBusinessID, 0)
		if err != nil {
			return nil, err
		}
		l = &store.LongList{InstitutionID: by.institution(), ListingID: listing.ID}
	} else {
		row, err := tx.LongList(by.viewer, in.LongListID)
		if err != nil {
			return nil, err
		}
		if in.SellerBusinessID != "" && in.SellerBusinessID != row.ListingID {
			return nil, store.ErrNotFound // a list stays with its listing
		}
		l = &row.LongList
	}
	var c check
	c.text("name", "リストの名前", &in.Name, true, maxLongListName)
	ids := slices.Compact(slices.Sorted(slices.Values(in.CompanyIDs)))
	keep := !isNew && in.CompanyIDs == nil
	c.ok(keep || len(ids) > 0, "companyIds", "リストに載せる買手を選んでください。")
	c.ok(len(ids) <= maxLongList, "companyIds", "1つのリストに載せられるのは1,000社までです。")
	if err := c.err(); err != nil {
		return nil, err
	}
	at, err := a.searchIDs(&tx.Q, by, l.ListingID)
	if err != nil {
		return nil, err
	}
	if ids, err = a.buyersAt(&tx.Q, by, ids, at); err != nil {
		return nil, err
	}
	if known, err := tx.CountBuyers(by.viewer, ids); err != nil {
		return nil, err
	} else if known != len(ids) {
		return nil, store.ErrNotFound
	}
	if in.Version != l.Version {
		return nil, errStale
	}
	l.Name = in.Name
	save := tx.UpdateLongList
	if isNew {
		save = tx.CreateLongList
	}
	if err := save(l, by.id()); err != nil {
		return nil, err
	}
	if !keep {
		if err := tx.PutLongListCompanies(l.ID, ids); err != nil {
			return nil, err
		}
	}
	if err := tx.AddAudit(by.line("long_list.save", "long_list", l.ID, "ok", "")); err != nil {
		return nil, err
	}
	return a.longList(&tx.Q, by, l.ID)
}

func (a *App) deleteLongList(tx *store.Tx, by actor, in *longListRef) error {
	l, err := tx.LongList(by.viewer, in.LongListID)
	if err != nil {
		return err
	}
	if in.Version != l.Version {
		return errStale
	}
	if err := tx.DeleteLongList(&l.LongList); err != nil {
		return err
	}
	return tx.AddAudit(by.line("long_list.delete", "long_list", l.ID, "ok", ""))
}
