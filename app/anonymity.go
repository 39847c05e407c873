package app

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"tsunagu/app/deal"
	"tsunagu/store"
	"tsunagu/store/master"
)

// anonymityPlaces are the municipalities that a text must not name, with their suffix, and
// those of three characters and more without it; prefectures may be said.
var anonymityPlaces = sync.OnceValue(func() *deal.Places {
	var names, stems, allowed []string
	for _, p := range master.Prefectures() {
		allowed = append(allowed, p.Name, strings.TrimRight(p.Name, "都府県"))
		for _, c := range master.Cities(p.Code) {
			names = append(names, c.FullName, c.Name)
			if stem := strings.TrimRight(c.Name, "市区町村"); utf8.RuneCountInString(stem) >= 3 {
				stems = append(stems, stem)
			}
		}
	}
	return deal.NewPlaces(names, stems, allowed)
})

// ownNames are what texts about a seller must not give away: its names as the company and the
// listing have them, and its persons in charge.
func ownNames(q *store.Q, companyID string, w *store.ListingContent) ([]deal.OwnNames, error) {
	var out []deal.OwnNames
	d, err := q.CompanyDetails(companyID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err == nil {
		out = append(out, deal.OwnNames{Company: d.CompanyName, Representative: d.RepresentativeName, City: d.CityName, Towns: []string{d.TownName, d.BuildingName}})
	}
	if w != nil {
		city, _ := master.FindCity(w.CityCode)
		out = append(out, deal.OwnNames{Company: w.CompanyName, Representative: w.RepresentativeName, City: city.Name})
	}
	us, err := q.UsersOf(companyID, int(deal.RoleSEL))
	if err != nil {
		return nil, err
	}
	for _, u := range us {
		out = append(out, deal.OwnNames{Representative: u.UserName, RepresentativeKana: u.UserNameKana})
	}
	return out, nil
}

// anonymityHits runs the check of domain.md 3.3 with several sets of names; each hit once.
func anonymityHits(texts map[string]string, own []deal.OwnNames) []deal.Hit {
	out := []deal.Hit{}
	for i, o := range append([]deal.OwnNames{{}}, own...) {
		places := anonymityPlaces()
		if i > 0 {
			places = nil // found already
		}
		for _, h := range deal.CheckAnonymity(texts, o, places) {
			if !slices.ContainsFunc(out, func(k deal.Hit) bool { return k.Field == h.Field && k.Start == h.Start && k.End == h.End }) {
				out = append(out, h)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y deal.Hit) int {
		if c := strings.Compare(x.Field, y.Field); c != 0 {
			return c
		}
		return x.Start - y.Start
	})
	return out
}

// l1Texts are the texts that everyone in the audience reads; a hit in them has to be mended or
// justified before the seller is asked.
func l1Texts(w *store.ListingContent) map[string]string {
	return map[string]string{"businessName": w.BusinessName, "description": w.Description}
}

// l3Texts open after the consent to confidentiality, still without the name: hits in them warn.
var l3Texts = []string{"advantage", "providingMethod", "assignmentReasonAddition", "others", "salesAssetOther", "industryOtherText"}

// listingHits are the hits in a listing's L1 texts.
func (a *App) listingHits(q *store.Q, companyID string, w *store.ListingContent) ([]deal.Hit, error) {
	own, err := ownNames(q, companyID, w)
	if err != nil {
		return nil, err
	}
	return anonymityHits(l1Texts(w), own), nil
}

// checkAnonymity is the anonymity check as SF types (domain.md 3.3).
func (a *App) checkAnonymity(q *store.Q, by actor, in *anonymityInput) (*anonymityReport, error) {
	companyID, justifications := in.CompanyID, map[string]string{}
	var w *store.ListingContent
	if in.SellerBusinessID != "" {
		l, err := ownListing(q, by, in.SellerBusinessID, 0)
		if err != nil {
			return nil, err
		}
		if w, err = q.ListingContent(l.ID, store.Working); err != nil {
			return nil, err
		}
		companyID, justifications = l.CompanyID, l.Justifications
	} else {
		c, err := q.MaintainedCompany(by.viewer, companyID)
		if err != nil {
			return nil, err
		}
		if c.Kind != store.Seller {
			return nil, store.ErrNotFound
		}
	}
	var c check
	c.ok(len(in.Texts) <= 30, "texts", "一度に確認できる文章は30件までです。")
	for field, text := range in.Texts {
		c.length("texts."+field, "文章", text, false, 4000)
		c.ok(len(field) <= 60, "texts", "項目名が長すぎます。")
	}
	codes(&c, "industryTypes", "業種", (*[]string)(&in.IndustryTypes), false, func(code string) bool { _, ok := master.FindIndustry(code); return ok })
	codes(&c, "publicRegion", "公開する地域", (*[]int)(&in.PublicRegion), false, func(k int) bool { return hasItem(master.RegionItems, k) })
	c.item("salesAmount", "売上高", master.SalesAmount, in.SalesAmount, false)
	readLocation(&c, &in.Location.V)
	if err := c.err(); err != nil {
		return nil, err
	}
	own, err := ownNames(q, companyID, w)
	if err != nil {
		return nil, err
	}
	out := &anonymityReport{Hits: []anonymityHit{}}
	for _, h := range anonymityHits(in.Texts, own) {
		out.Hits = append(out.Hits, anonymityHit{Key: h.Key(), Hit: h, IsWarning: slices.Contains(l3Texts, h.Field), Justification: justifications[h.Key()]})
	}
	if len(in.IndustryTypes) > 0 && in.SalesAmount != 0 && (len(in.PublicRegion) > 0 || in.Location.V.Region != 0) {
		out.Coordinates, err = coordinatesOf(q, by.institution(), in)
	}
	return out, err
}

// coordinatesOf counts how many companies share what is published, and what telling less
// would give: the whole region instead of the prefecture, the whole country, the large class.
func coordinatesOf(q *store.Q, institution string, in *anonymityInput) (*anonymityCoordinates, error) {
	at := store.Coordinates{Industries: in.IndustryTypes, Prefectures: prefecturesOf(in.PublicRegion, in.Location.V.Region), SalesAmount: in.SalesAmount}
	if in.IsPrefecturePublic && in.Location.V.PrefectureCode != "" {
		at.Prefectures = []string{in.Location.V.PrefectureCode}
	}
	network, own, size, err := q.CountAlike(institution, at)
	if err != nil {
		return nil, err
	}
	terms, err := termsOf(q)
	if err != nil {
		return nil, err
	}
	out := &anonymityCoordinates{KResult: deal.KAnonymity(terms.AnonymityK, network, own, size), Wider: []anonymityWider{}}
	if out.OK {
		return out, nil
	}
	wider := func(kind, label string, c store.Coordinates) error {
		network, own, _, err := q.CountAlike(institution, c)
		out.Wider = append(out.Wider, anonymityWider{kind, label, network, own})
		return err
	}
	byRegion := at
	label := "全国・地域を問わない"
	if byRegion.Prefectures = nil; len(at.Prefectures) == 1 {
		key := regionOf(at.Prefectures[0])
		byRegion.Prefectures, label = prefecturesOf([]int{key}, 0), "都道府県を公開せず、地域（"+master.ItemLabel(master.RegionItems, key)+"）だけにする"
	}
	if err := wider("region", label, byRegion); err != nil {
		return nil, err
	}
	byLarge := at
	byLarge.Industries, byLarge.LargeClasses = nil, nil
	for _, code := range at.Industries {
		if l, ok := master.LargeOf(code); ok && !slices.Contains(byLarge.LargeClasses, l.Code) {
			byLarge.LargeClasses = append(byLarge.LargeClasses, l.Code)
		}
	}
	return out, wider("largeClass", "業種を大分類だけにする", byLarge)
}

// prefecturesOf are the prefectures of published regions; nil for the whole country.
func prefecturesOf(regions []int, region int) []string {
	if len(regions) == 0 {
		regions = []int{region}
	}
	out := []string{}
	for _, key := range regions {
		if key == deal.RegionAnywhere {
			return nil
		}
		i, _ := master.FindItem(master.RegionItems, key)
		out = append(out, i.PrefectureCodes...)
	}
	return out
}
