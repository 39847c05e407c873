package avoid

import (
	"errors"
	"strings"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

const (
	maxAvoided = 200 // of one seller
	maxRemoved = 200 // on the screen
)

func (a Room) Calls() {
	row := func(method, name, summary string) web.Call {
		return web.Call{Method: method, Path: "/api/SellerCompany/" + name, Area: "avoid", Callers: web.FIN, Records: "担当の売手企業",
			Summary: summary, Spec: "papers 2"}
	}
	web.Add(a.Platform, row("GET", "GetAvoidedCompanies", "オーナーの打診しない先"),
		func(r *web.Request, in *companyRef) (*avoidedView, error) {
			return web.Reading(r, func(q *store.Q) (*avoidedView, error) {
				c, err := ownSeller(q, r.Actor, in.CompanyID)
				if err != nil {
					return nil, err
				}
				return viewOf(q, r.Actor, c.ID)
			})
		})
	web.Add(a.Platform, row("POST", "SaveAvoidedCompany", "打診しない先の追加と変更"),
		func(r *web.Request, in *struct{ Body avoidedInput }) (*avoidedView, error) {
			return web.Writing(r, func(tx *store.Tx) (*avoidedView, error) { return save(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, row("POST", "RemoveAvoidedCompany", "打診しない先から外す。理由は履歴に残る"),
		func(r *web.Request, in *struct{ Body avoidedRemoval }) (*avoidedView, error) {
			return web.Writing(r, func(tx *store.Tx) (*avoidedView, error) { return remove(tx, r.Actor, &in.Body) })
		})
	web.AddFile(a.Platform, web.Call{Method: "POST", Path: "/api/SellerCompany/ExportOwnerLongList", Area: "avoid", Callers: web.FIN,
		Records: "担当する案件と公開中の買手", Summary: "オーナーに見せるロングリスト（Excel）。打診しない先を含む", Spec: "papers 2; domain 3.5"},
		func(r *web.Request, in *struct{ Body ownerListInput }) (*web.Download, error) {
			return a.export(r, &in.Body)
		})
}

// ownSeller is a seller in the actor's charge.
func ownSeller(q *store.Q, by web.Actor, id string) (*store.Company, error) {
	c, err := q.MaintainedCompany(by.Viewer, id)
	if err == nil && c.Kind != store.Seller {
		err = store.ErrNotFound
	}
	return c, err
}

// viewOf is the list of a seller in the actor's charge.
func viewOf(q *store.Q, by web.Actor, companyID string) (*avoidedView, error) {
	out := &avoidedView{CompanyID: companyID, AvoidedList: []avoidedCompany{}, RemovedList: []removedCompany{}, MaxCount: maxAvoided}
	users := names{q, by, map[string]string{}}
	holding, err := q.AvoidedCompanies(by.Viewer, companyID, false, maxAvoided)
	if err != nil {
		return nil, err
	}
	buyers, err := q.AvoidedBuyers(by.Viewer, companyID)
	if err != nil {
		return nil, err
	}
	meant := map[string][]avoidedBuyer{}
	for _, b := range buyers {
		meant[b.AvoidedID] = append(meant[b.AvoidedID], avoidedBuyer{b.CompanyID, disclosure.DisplayName(b.Name, true)})
	}
	for i := range holding {
		x := &holding[i]
		row := avoidedCompany{AvoidedID: x.ID, Version: x.Version, CompanyName: x.Name,
			CorporateRegistrationNumber: x.CorporateRegistrationNumber, Note: x.Note,
			BuyerList: append([]avoidedBuyer{}, meant[x.ID]...), Modified: web.ServerTime(x.Modified)}
		if row.UserName, err = users.of(x.Modifier); err != nil {
			return nil, err
		}
		out.AvoidedList = append(out.AvoidedList, row)
	}
	removed, err := q.AvoidedCompanies(by.Viewer, companyID, true, maxRemoved)
	if err != nil {
		return nil, err
	}
	for i := range removed {
		x := &removed[i]
		row := removedCompany{AvoidedID: x.ID, CompanyName: x.Name, CorporateRegistrationNumber: x.CorporateRegistrationNumber, Note: x.Note,
			Reason: x.RemovedReason, Removed: web.ServerTime(x.Removed)}
		if row.UserName, err = users.of(x.RemovedBy); err != nil {
			return nil, err
		}
		out.RemovedList = append(out.RemovedList, row)
	}
	out.AudienceList, err = audiences(q, by, companyID)
	return out, err
}

// names are the names of the institution's users, each read once.
type names struct {
	q    *store.Q
	by   web.Actor
	read map[string]string
}

// of is a user's name; "" for one of an institution that was in charge before.
func (n names) of(id string) (string, error) {
	if name, ok := n.read[id]; ok {
		return name, nil
	}
	u, err := n.q.VisibleUser(n.by.Viewer, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		n.read[id] = ""
	case err != nil:
		return "", err
	default:
		n.read[id] = u.UserName
	}
	return n.read[id], nil
}

// audiences are those of a seller's listings that are not over.
func audiences(q *store.Q, by web.Actor, companyID string) ([]listingAudience, error) {
	out := []listingAudience{}
	listings, err := q.ListingsOfCompany(companyID)
	if err != nil {
		return nil, err
	}
	for i := range listings {
		l := &listings[i]
		if s := deal.ListingStatus(l.Status); l.InstitutionID != by.Institution() || s == deal.ListingConcluded || s == deal.ListingDisabled {
			continue
		}
		x, err := audienceOf(q, l.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, *x)
	}
	return out, nil
}

// audienceOf is whom a listing is kept from: as it is published, or as it is prepared where it is not published yet.
func audienceOf(q *store.Q, listingID string) (*listingAudience, error) {
	c, err := q.KnownContent(listingID, store.Published)
	if errors.Is(err, store.ErrNotFound) {
		c, err = q.KnownContent(listingID, store.Working)
	}
	if err != nil {
		return nil, err
	}
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	out := &listingAudience{SellerBusinessID: listingID, BusinessName: c.BusinessName, IsLimited: c.IsLimited, FinancialNames: []string{}}
	if c.IsRest && !c.IsLimited {
		for _, id := range c.RestFinancial {
			out.FinancialNames = append(out.FinancialNames, institutions[id])
		}
	}
	return out, nil
}

// save adds a line or changes one. A line with another name or number takes the place of the one before, which stays as history.
func save(tx *store.Tx, by web.Actor, in *avoidedInput) (*avoidedView, error) {
	seller, err := ownSeller(&tx.Q, by, in.CompanyID)
	if err != nil {
		return nil, err
	}
	was := &store.AvoidedCompany{}
	if in.AvoidedID != "" {
		if was, err = tx.AvoidedCompany(by.Viewer, seller.ID, in.AvoidedID); err != nil {
			return nil, err
		}
	}
	if err := in.takeOver(&tx.Q, by); err != nil {
		return nil, err
	}
	in.CorporateRegistrationNumber = strings.ReplaceAll(master.HalfDigits(strings.TrimSpace(in.CorporateRegistrationNumber)), "-", "")
	var c web.Check
	c.Text(in, "companyName", "企業名", &in.CompanyName, true)
	c.CorporateNumber("corporateRegistrationNumber", in.CorporateRegistrationNumber)
	c.Prose(in, "note", "メモ", &in.Note, false)
	if err := c.Err(); err != nil {
		return nil, err
	}
	if in.Version != was.Version || !was.Removed.IsZero() {
		return nil, web.ErrStale
	}
	is := &store.AvoidedCompany{CompanyID: seller.ID, Name: in.CompanyName, NameFolded: company.FoldCompanyName(in.CompanyName),
		CorporateRegistrationNumber: in.CorporateRegistrationNumber, Note: in.Note}
	holding, err := tx.AvoidedCompanies(by.Viewer, seller.ID, false, maxAvoided)
	if err != nil {
		return nil, err
	}
	for i := range holding {
		x := &holding[i]
		isSame := x.NameFolded == is.NameFolded && x.CorporateRegistrationNumber == is.CorporateRegistrationNumber
		c.Ok(!isSame || x.ID == in.AvoidedID, "companyName", "同じ企業が、打診しない先にすでに登録されています。一覧を確認してください。")
	}
	c.Ok(in.AvoidedID != "" || len(holding) < maxAvoided, "companyName",
		"打診しない先は、1社の売手につき200件までです。オーナーに確かめて、要らなくなったものを外してから追加してください。")
	if err := c.Err(); err != nil {
		return nil, err
	}
	event := "avoided_added"
	switch {
	case in.AvoidedID == "":
		err = tx.CreateAvoidedCompany(is, by.ID())
	case was.Name == is.Name && was.CorporateRegistrationNumber == is.CorporateRegistrationNumber:
		event, was.Note = "avoided_changed", is.Note
		err = tx.UpdateAvoidedCompany(was, by.ID())
	default:
		event = "avoided_changed"
		if err = tx.RemoveAvoidedCompany(was, by.ID(), "内容を変更しました。"); err == nil {
			err = tx.CreateAvoidedCompany(is, by.ID())
		}
	}
	if err != nil {
		return nil, err
	}
	if err := tx.AddAudit(by.Line(event, "company", seller.ID, "ok", "")); err != nil {
		return nil, err
	}
	return viewOf(&tx.Q, by, seller.ID)
}

// takeOver fills in name and number of a buyer that was chosen among the own ones.
func (in *avoidedInput) takeOver(q *store.Q, by web.Actor) error {
	if in.BuyerCompanyID == "" {
		return nil
	}
	b, err := q.MaintainedCompany(by.Viewer, in.BuyerCompanyID)
	if err == nil && b.Kind != store.Buyer {
		err = store.ErrNotFound
	}
	if err != nil {
		return err
	}
	d, err := q.CompanyDetails(b.ID)
	if errors.Is(err, store.ErrNotFound) {
		return web.Invalid("buyerCompanyId", "この買手企業には、企業名がまだ登録されていません。企業名を入力して追加してください。")
	}
	if err != nil {
		return err
	}
	in.CompanyName, in.CorporateRegistrationNumber = d.CompanyName, d.CorporateRegistrationNumber
	return nil
}

// remove takes a line off: from then on its company is approached like any other. The line stays as history.
func remove(tx *store.Tx, by web.Actor, in *avoidedRemoval) (*avoidedView, error) {
	seller, err := ownSeller(&tx.Q, by, in.CompanyID)
	if err != nil {
		return nil, err
	}
	x, err := tx.AvoidedCompany(by.Viewer, seller.ID, in.AvoidedID)
	if err != nil {
		return nil, err
	}
	var c web.Check
	c.Prose(in, "reason", "外す理由", &in.Reason, true)
	if err := c.Err(); err != nil {
		return nil, err
	}
	if in.Version != x.Version || !x.Removed.IsZero() {
		return nil, web.ErrStale
	}
	if err := tx.RemoveAvoidedCompany(x, by.ID(), in.Reason); err != nil {
		return nil, err
	}
	if err := tx.AddAudit(by.Line("avoided_removed", "company", seller.ID, "ok", "")); err != nil {
		return nil, err
	}
	return viewOf(&tx.Q, by, seller.ID)
}
