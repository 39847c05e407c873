package company

import (
	"slices"

	"tsunagu/app/anonymity"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/match"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// NeedsRow is what a buyer wants to acquire (SPEC.md 3 Needs). It is open to every bank while
// the buyer is public (domain.md 3.5).
type NeedsRow struct {
	NeedsID    string `json:"needsId"`
	ClientID   string `json:"clientId"`
	ClientType int    `json:"clientType"`
	Title      string `json:"title"`
	Detail     string `json:"detail"`

	AcquisitionIndustry    []string `json:"acquisitionIndustry" doc:"小分類コード"`
	NegotiationTarget      []int    `json:"negotiationTarget"`
	NumberOfManagers       int      `json:"numberOfManagers" doc:"従業員数の項目キー。0は未入力"`
	AcquisitionDeadline    int      `json:"acquisitionDeadline" doc:"項目キー。0は未入力"`
	AcquisitionAsset       []int    `json:"acquisitionAsset"`
	AcquisitionAssetOther  string   `json:"acquisitionAssetOther"`
	AcquisitionRegionArea  []int    `json:"acquisitionRegionArea" doc:"地域の項目キー。99は全国"`
	AcquisitionRegion      []string `json:"acquisitionRegion" doc:"都道府県コード"`
	AcquisitionPrice       int      `json:"acquisitionPrice" doc:"下限の項目キー。0は未入力"`
	AcquisitionPriceTo     int      `json:"acquisitionPriceTo" doc:"上限の項目キー。0は未入力"`
	AcquisitionAnnualSales int      `json:"acquisitionAnnualSales" doc:"年間売上高の項目キー。0は未入力"`
	IndustryTexts

	// For those who maintain the buyer.
	Version  int    `json:"version,omitempty"`
	Modified string `json:"modified,omitempty" doc:"UTC"`
}

// needsList is the answer of GetNeedsList.
type needsList struct {
	NeedsList []NeedsRow `json:"needsList"`
}

// NeedsInput is what the buyer or its bank saves as a need.
type NeedsInput struct {
	NeedsID    string `json:"needsId,omitempty" doc:"新規のときは空"`
	Version    *int   `json:"version,omitempty" doc:"画面が見ている版。省くと、いまの内容に対して保存する"`
	ClientID   string `json:"clientId,omitempty" doc:"買手。買手の利用者は省略できる（自社）"`
	ClientType int    `json:"clientType,omitempty" doc:"1 買手"`
	Title      string `json:"title,omitempty" limit:"60"`
	Detail     string `json:"detail,omitempty" limit:"2000"`

	AcquisitionIndustry    web.List[string] `json:"acquisitionIndustry,omitempty" doc:"小分類コード"`
	NegotiationTarget      web.List[int]    `json:"negotiationTarget,omitempty"`
	NumberOfManagers       int              `json:"numberOfManagers,omitempty"`
	AcquisitionDeadline    int              `json:"acquisitionDeadline,omitempty"`
	AcquisitionAsset       web.List[int]    `json:"acquisitionAsset,omitempty"`
	AcquisitionAssetOther  string           `json:"acquisitionAssetOther,omitempty" limit:"200"`
	AcquisitionRegionArea  web.List[int]    `json:"acquisitionRegionArea,omitempty"`
	AcquisitionRegion      web.List[string] `json:"acquisitionRegion,omitempty"`
	AcquisitionPrice       int              `json:"acquisitionPrice,omitempty" doc:"下限。8は選べない"`
	AcquisitionPriceTo     int              `json:"acquisitionPriceTo,omitempty"`
	AcquisitionAnnualSales int              `json:"acquisitionAnnualSales,omitempty"`
	IndustryTexts
	web.FormKey
}

// needsCheck is what in a need's texts may give the buyer away to those who read it anonymously.
// It warns and forbids nothing (domain.md 3.3).
type needsCheck struct {
	AnonymityWarnings []anonymity.Hit `json:"anonymityWarnings"`
}

// needsRemoveInput takes a need back.
type needsRemoveInput struct {
	NeedsID string `json:"needsId"`
	Version int    `json:"version"`
}

func (a Room) NeedsCalls() {
	type ofClient struct {
		ClientID   string `query:"clientId" doc:"買手。買手の利用者は省略できる（自社）"`
		ClientType int    `query:"clientType" doc:"1 買手"`
	}
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/Needs/GetNeedsList", Area: "needs", Callers: web.FIN | web.BUY,
		Records: "公開中の買手、担当の買手、買手本人", Summary: "ニーズの一覧", Spec: "SPEC 3; domain 3.5",
	},
		func(r *web.Request, in *ofClient) (*needsList, error) {
			out := &needsList{}
			return web.Reading(r, func(q *store.Q) (*needsList, error) {
				k, err := a.KnownCompany(q, r.Actor, store.Buyer, in.ClientID)
				if err != nil {
					return nil, err
				}
				needs, err := q.NeedsOfCompany(r.Viewer, k.ID)
				out.NeedsList = needsRows(needs, k)
				return out, err
			})
		})
	type ofNeeds struct {
		NeedsID string `query:"needsId"`
	}
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/Needs/GetNeeds", Area: "needs", Callers: web.FIN | web.BUY,
		Records: "公開中の買手、担当の買手、買手本人", Summary: "ニーズ", Spec: "SPEC 3; domain 3.5",
	},
		func(r *web.Request, in *ofNeeds) (*NeedsRow, error) {
			return web.Reading(r, func(q *store.Q) (out *NeedsRow, err error) {
				n, k, err := a.knownNeeds(q, r.Actor, in.NeedsID)
				if err == nil {
					out = NeedsRowOf(n, k)
				}
				return out, err
			})
		})
	type save struct{ Body NeedsInput }
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/Needs/RegistNeeds", Area: "needs", Callers: web.FIN | web.BUY,
		Records: "担当の買手、買手本人", Summary: "ニーズの登録と変更。IDを返す", Spec: "SPEC 3, 7",
	},
		func(r *web.Request, in *save) (string, error) {
			return web.Writing(r, func(tx *store.Tx) (string, error) {
				return SaveNeeds(tx, r.Actor, &in.Body)
			})
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/Needs/CheckNeeds", Area: "needs", Callers: web.FIN | web.BUY,
		Records: "担当の買手、買手本人", Summary: "匿名化チェック（保存する前の注意）", Spec: "domain 3.3",
	},
		func(r *web.Request, in *save) (*needsCheck, error) {
			out := &needsCheck{}
			return web.Reading(r, func(q *store.Q) (_ *needsCheck, err error) {
				out.AnonymityWarnings, err = needsHits(q, r.Actor, &in.Body)
				return out, err
			})
		})
	type remove struct{ Body needsRemoveInput }
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/Needs/RemoveNeeds", Area: "needs", Callers: web.FIN | web.BUY,
		Records: "担当の買手、買手本人", Summary: "ニーズの取下げ", Spec: "domain 9 /member",
	},
		func(r *web.Request, in *remove) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return removeNeeds(tx, r.Actor, &in.Body) })
		})
}

// needsRows are a company's needs for who knows it so.
func needsRows(needs []store.Needs, of *KnownCompany) []NeedsRow {
	out := []NeedsRow{}
	for i := range needs {
		out = append(out, *NeedsRowOf(&needs[i], of))
	}
	return out
}

func NeedsRowOf(n *store.Needs, of *KnownCompany) *NeedsRow {
	row := &NeedsRow{
		NeedsID: of.IDs.Needs(n, of.View), ClientID: of.IDs.Company(n.ClientID, of.Seq, of.View), ClientType: n.ClientType, Title: n.Title,
		Detail:              n.Detail,
		AcquisitionIndustry: n.AcquisitionIndustry, NegotiationTarget: n.NegotiationTarget,
		NumberOfManagers:    peoplesKey(n.ManagersFrom, n.ManagersTo),
		AcquisitionDeadline: n.AcquisitionDeadline, AcquisitionAsset: n.AcquisitionAsset, AcquisitionAssetOther: n.AcquisitionAssetOther,
		AcquisitionRegionArea: n.AcquisitionRegionArea, AcquisitionRegion: n.AcquisitionRegion,
		AcquisitionPrice: n.AcquisitionPrice, AcquisitionPriceTo: n.AcquisitionPriceTo, AcquisitionAnnualSales: n.AcquisitionAnnualSales,
		IndustryTexts: IndustryTextsOf(n.IndustryOtherText, n.IndustryOtherTexts),
	}
	if of.View == disclosure.BuyerInCharge {
		row.Version, row.Modified = n.Version, web.ServerTime(n.Modified)
	}
	return row
}

// peoplesKey is the choice of the people list that has these bounds, 0 for none.
func peoplesKey(from, to *int64) int {
	for _, i := range master.Items(master.Peoples) {
		if from != nil && i.Min != nil && *from == *i.Min && (to == nil) == (i.Max == nil) && (to == nil || *to == *i.Max) {
			return i.Key
		}
	}
	return 0
}

// SaveNeeds creates a need of a buyer that the actor maintains, or changes it, and returns its id.
func SaveNeeds(tx *store.Tx, by web.Actor, in *NeedsInput) (string, error) {
	n, event := &store.Needs{ClientID: by.CompanyID(in.ClientID), ClientType: int(deal.ClientBuyer), Status: 1}, "needs_created"
	made := ""
	if in.NeedsID == "" {
		var err error
		if made, err = in.Made(tx, by); err != nil {
			return "", err
		}
		in.NeedsID = made
	}
	if in.NeedsID != "" {
		var err error
		if n, err = tx.Needs(by.Viewer, in.NeedsID); err != nil {
			return "", err
		}
		event = "needs_updated"
	}
	if _, err := maintained(by, &tx.Q, store.Buyer, n.ClientID); err != nil {
		return "", err
	}
	if by.Stale(made, n.Version, in.Version, n.Modifier) {
		return "", store.ErrStale
	}
	if err := in.check(); err != nil {
		return "", err
	}
	people, _ := master.FindItem(master.Peoples, in.NumberOfManagers)
	n.Title, n.Detail, n.ManagersFrom, n.ManagersTo = in.Title, in.Detail, people.Min, people.Max
	n.AcquisitionDeadline, n.AcquisitionAssetOther = in.AcquisitionDeadline, in.AcquisitionAssetOther
	n.AcquisitionPrice, n.AcquisitionPriceTo, n.AcquisitionAnnualSales = in.AcquisitionPrice, in.AcquisitionPriceTo, in.AcquisitionAnnualSales
	n.IndustryOtherText, n.IndustryOtherTexts = in.IndustryOtherText, in.Stored()
	n.FreeTextFolded = master.Fold(in.Title + "\n" + in.Detail)
	n.NeedsLists = store.NeedsLists{AcquisitionIndustry: in.AcquisitionIndustry, NegotiationTarget: in.NegotiationTarget,
		AcquisitionAsset:      in.AcquisitionAsset,
		AcquisitionRegionArea: in.AcquisitionRegionArea, AcquisitionRegion: in.AcquisitionRegion}
	save := tx.UpdateNeeds
	if in.NeedsID == "" {
		save = tx.CreateNeeds
	}
	if err := save(n, by.ID()); err != nil {
		return "", err
	}
	if event == "needs_created" {
		if err := in.Keep(tx, by, n.ID); err != nil {
			return "", err
		}
	}
	near, err := needsHits(&tx.Q, by, in)
	if err != nil {
		return "", err
	}
	return n.ID, tx.AddAudit(by.Line(event, "needs", n.ID, "ok", anonymity.HitsForAudit(near)))
}

// needsHits are the places in a need's texts that may name the buyer.
func needsHits(q *store.Q, by web.Actor, in *NeedsInput) ([]anonymity.Hit, error) {
	clientID := by.CompanyID(in.ClientID)
	if in.NeedsID != "" {
		n, err := q.Needs(by.Viewer, in.NeedsID)
		if err != nil {
			return nil, err
		}
		clientID = n.ClientID
	}
	c, err := maintained(by, q, store.Buyer, clientID)
	if err != nil {
		return nil, err
	}
	if err := in.check(); err != nil {
		return nil, err
	}
	own, err := match.NamesOfBuyer(q, c.ID)
	if err != nil {
		return nil, err
	}
	texts := map[string]string{"title": in.Title, "detail": in.Detail, "acquisitionAssetOther": in.AcquisitionAssetOther,
		"industryOtherText": in.IndustryOtherText}
	for code, text := range in.Stored() {
		texts["industryOtherText"+code] = text
	}
	return match.WithOffers(texts, match.AnonymityHits(texts, own), q.Now(), nil), nil
}

// wholeCountry is the region that leaves no other to be named beside it.
const wholeCountry = 99

func (in *NeedsInput) check() error {
	var c web.Check
	c.Ok(in.ClientType == 0 || in.ClientType == int(deal.ClientBuyer), "clientType", "ニーズを登録できるのは買手企業だけです。")
	c.Text(in, "title", "ニーズの表題", &in.Title, true)
	c.Prose(in, "detail", "ニーズの内容", &in.Detail, false)
	industries := (*[]string)(&in.AcquisitionIndustry)
	web.Codes(&c, "acquisitionIndustry", "希望する業種", industries, true, func(code string) bool { _, ok := master.FindIndustry(code); return ok })
	in.IndustryTexts.Check(&c)
	in.KeepChosen(*industries)
	itemCodes := func(field, label, list string, vs *[]int, required bool) {
		web.Codes(&c, field, label, vs, required, func(k int) bool { return web.HasItem(list, k) })
	}
	itemCodes("negotiationTarget", "交渉対象", master.NegotiationTargets, (*[]int)(&in.NegotiationTarget), false)
	itemCodes("acquisitionAsset", "取得したい資産", master.SalesAssets, (*[]int)(&in.AcquisitionAsset), false)
	other := freeText(master.SalesAssets, in.AcquisitionAsset)
	c.Text(in, "acquisitionAssetOther", "取得したい資産（その他）", &in.AcquisitionAssetOther, other)
	if !other {
		in.AcquisitionAssetOther = ""
	}
	itemCodes("acquisitionRegionArea", "希望する地域", master.RegionItems, (*[]int)(&in.AcquisitionRegionArea), false)
	web.Codes(&c, "acquisitionRegion", "希望する都道府県", (*[]string)(&in.AcquisitionRegion), false,
		func(code string) bool { _, ok := master.FindPrefecture(code); return ok })
	c.Ok(len(in.AcquisitionRegionArea)+len(in.AcquisitionRegion) > 0, "acquisitionRegionArea", "希望する地域か都道府県を1つ以上選択してください。")
	c.Ok(!slices.Contains(in.AcquisitionRegionArea, wholeCountry) || len(in.AcquisitionRegionArea)+len(in.AcquisitionRegion) == 1,
		"acquisitionRegionArea", "「全国・地域を問わない」を選ぶときは、ほかの地域や都道府県を外してください。")
	c.Item("numberOfManagers", "従業員数", master.Peoples, in.NumberOfManagers, false)
	c.Item("acquisitionDeadline", "希望時期", master.AcquisitionDeadline, in.AcquisitionDeadline, false)
	c.Item("acquisitionAnnualSales", "希望する売上規模", master.AnnualSales, in.AcquisitionAnnualSales, false)
	c.Item("acquisitionPrice", "希望価格の下限", master.AcquisitionPrice, in.AcquisitionPrice, false)
	c.Item("acquisitionPriceTo", "希望価格の上限", master.AcquisitionPrice, in.AcquisitionPriceTo, false)
	from, okFrom := master.FindItem(master.AcquisitionPrice, in.AcquisitionPrice)
	to, okTo := master.FindItem(master.AcquisitionPrice, in.AcquisitionPriceTo)
	c.Ok(!okFrom || from.Min != nil, "acquisitionPrice", "希望価格の下限に「上限なし」は選べません。") // SPEC.md 9
	c.Ok(!okFrom || !okTo || from.Min == nil || to.Max == nil || *from.Min <= *to.Max, "acquisitionPriceTo", "希望価格の上限は、下限以上のものを選択してください。")
	return c.Err()
}

// removeNeeds takes a need back: it is found no more and counts in no score.
func removeNeeds(tx *store.Tx, by web.Actor, in *needsRemoveInput) error {
	n, err := tx.Needs(by.Viewer, in.NeedsID)
	if err != nil {
		return err
	}
	if _, err := maintained(by, &tx.Q, store.Buyer, n.ClientID); err != nil {
		return err
	}
	if n.Version != in.Version {
		return store.ErrStale
	}
	n.Status = 0
	if err := tx.UpdateNeeds(n, by.ID()); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("needs_removed", "needs", n.ID, "ok", ""))
}
