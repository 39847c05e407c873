package listing

import (
	"slices"

	"tsunagu/app/anonymity"
	"tsunagu/app/deal"
	"tsunagu/app/match"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// l1Texts are the texts that everyone in the audience reads; a hit in them has to be mended or
// justified before the seller is asked. A hit in any other text warns.
func l1Texts(w *store.ListingContent) map[string]string {
	return map[string]string{"businessName": w.BusinessName, "description": w.Description}
}

// ListingHits are the hits in a listing's L1 texts.
func ListingHits(q *store.Q, companyID string, w *store.ListingContent) ([]anonymity.Hit, error) {
	own, err := match.OwnNames(q, companyID, w)
	if err != nil {
		return nil, err
	}
	return match.AnonymityHits(l1Texts(w), own), nil
}

// checkAnonymity is the anonymity check as SF types (domain.md 3.3).
func checkAnonymity(q *store.Q, by web.Actor, in *AnonymityInput) (*anonymityReport, error) {
	companyID, justifications := in.CompanyID, map[string]string{}
	var w *store.ListingContent
	if in.SellerBusinessID != "" {
		l, err := web.OwnListing(q, by, in.SellerBusinessID, nil)
		if err != nil {
			return nil, err
		}
		if w, err = q.ListingContent(l.ID, store.Working); err != nil {
			return nil, err
		}
		companyID, justifications = l.CompanyID, l.Justifications
	} else {
		c, err := q.MaintainedCompany(by.Viewer, companyID)
		if err != nil {
			return nil, err
		}
		if c.Kind != store.Seller {
			return nil, store.ErrNotFound
		}
	}
	var c web.Check
	c.Ok(len(in.Texts) <= 30, "texts", "一度に確認できる文章は30件までです。")
	for field, text := range in.Texts {
		c.Entry(in, "texts", field, "文章", text)
		c.Ok(len(field) <= 60, "texts", "項目名が長すぎます。")
	}
	web.Codes(&c, "industryTypes", "業種", (*[]string)(&in.IndustryTypes), false,
		func(code string) bool { _, ok := master.FindIndustry(code); return ok })
	web.Codes(&c, "publicRegion", "公開する地域", (*[]int)(&in.PublicRegion), false, func(k int) bool { return web.HasItem(master.RegionItems, k) })
	c.Item("salesAmount", "売上高", master.SalesAmount, in.SalesAmount, false)
	readLocation(&c, &in.Location.V)
	if err := c.Err(); err != nil {
		return nil, err
	}
	own, err := match.OwnNames(q, companyID, w)
	if err != nil {
		return nil, err
	}
	out := &anonymityReport{Hits: []anonymityHit{}}
	place := &store.ListingContent{ListingLists: store.ListingLists{PublicRegion: in.PublicRegion}, IsPrefecturePublic: in.IsPrefecturePublic,
		PrefectureCode: in.Location.V.PrefectureCode}
	binding := l1Texts(&store.ListingContent{})
	for _, h := range match.WithOffers(in.Texts, match.AnonymityHits(in.Texts, own), q.Now(), match.PublishedArea(place)) {
		_, isBinding := binding[h.Field]
		isWarning := !isBinding || h.IsMild
		out.Hits = append(out.Hits, anonymityHit{Key: h.Key(), Hit: h, IsWarning: isWarning, Justification: justifications[h.Key()]})
	}
	if len(in.IndustryTypes) > 0 && in.SalesAmount != 0 && PublishedPlace(place) != "" {
		out.Coordinates, err = CoordinatesOf(q, by.Viewer, in, place)
	}
	return out, err
}

// CoordinatesOf counts how many share what is published, of what the asker may see anyway, and what
// telling less would give: the whole region instead of the prefecture, the whole country, the large
// class. Where the company itself is counts nowhere: the place is the one that is published.
func CoordinatesOf(q *store.Q, v store.Viewer, in *AnonymityInput, place *store.ListingContent) (*AnonymityCoordinates, error) {
	at := store.Coordinates{Industries: in.IndustryTypes, SalesAmount: in.SalesAmount}
	prefecture, regions := place.PublishedPlace()
	if prefecture != "" {
		at.Prefectures, at.Regions = []string{prefecture}, RegionsOf([]string{prefecture})
	} else {
		at = inRegions(at, regions)
	}
	count, err := q.CountAlike(v, at)
	if err != nil {
		return nil, err
	}
	terms, err := web.TermsOf(q)
	if err != nil {
		return nil, err
	}
	out := &AnonymityCoordinates{KResult: anonymity.CheckK(terms.AnonymityK, count.Visible, count.Own, count.Size), Wider: []anonymityWider{}}
	if out.OK {
		return out, nil
	}
	wider := func(kind, label string, c store.Coordinates) error {
		count, err := q.CountAlike(v, c)
		out.Wider = append(out.Wider, anonymityWider{kind, label, count.Visible, count.Own})
		return err
	}
	switch key := match.RegionOf(prefecture); {
	case prefecture != "":
		err = wider("region", "都道府県を公開せず、地域（"+master.ItemLabel(master.RegionItems, key)+"）だけにする", inRegions(at, []int{key}))
	case at.Prefectures != nil:
		err = wider("region", "公開する地域を"+deal.Nationwide+"にする", inRegions(at, []int{deal.RegionAnywhere}))
	}
	if err != nil {
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

// inRegions are coordinates of a place that is told by its regions alone.
func inRegions(at store.Coordinates, regions []int) store.Coordinates {
	if at.Prefectures, at.Regions = prefecturesOf(regions), nil; at.Prefectures != nil {
		at.Regions = append(slices.Clone(regions), deal.RegionAnywhere)
	}
	return at
}
