package draft

import (
	"slices"
	"strconv"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/listing"
	"tsunagu/store"
	"tsunagu/store/master"
)

// source is whose allow-list says whether a field is open.
type source int

const (
	ofMaker   source = iota // the maker's own, and the paper's
	ofFacts                 // what both banks recorded, once the names are open
	ofSeller                // overview of the listing
	ofDetails               // details of the listing
	ofBuyer                 // overview of the buyer
	ofBuyerDetails
	ofCustomer   // the maker's own customer: the seller, on the buyer's side the buyer
	ofBank       // the maker's bank, and who he is
	ofMemorandum // 企業概要書 of an own listing, cut by its own room
)

// field is one field that a template may have. The catalogue is the only one: what is not in it is not filled.
type field struct {
	name, meaning, example string
	source                 source
	key                    string // in the allow-list (app/disclosure)
	value                  func(*record) string
}

// group is a heading of the catalogue.
type group struct {
	title  string
	list   string // the fields are those of a list with this name
	fields []field
	rows   func(*record) []func(f string) string // of a list: the value of each row's field
}

// opens is the level of the listing and the view of the buyer at which a field opens to a bank.
func (f *field) opens() (level disclosure.Level, view disclosure.BuyerView) {
	part, buyer := disclosure.Overview, disclosure.BuyerOverview
	switch f.source {
	case ofDetails:
		part = disclosure.Details
		fallthrough
	case ofSeller:
		for level = disclosure.L1; level < disclosure.InCharge; level++ {
			if level > disclosure.L4 {
				return disclosure.InCharge, 0
			}
			if disclosure.AllowedListing(part, f.key, level, true) {
				return level, 0
			}
		}
	case ofBuyerDetails:
		buyer = disclosure.BuyerDetails
		fallthrough
	case ofBuyer:
		return 0, disclosure.BuyerOpensAt(buyer, f.key)
	case ofFacts:
		return disclosure.L4, disclosure.BuyerStatus3
	}
	return 0, 0
}

// isFieldOpen says whether the maker may have the field: nothing but its level decides, never what the field holds.
func (x *record) isFieldOpen(f *field) bool {
	switch f.source {
	case ofSeller:
		return disclosure.AllowedListing(disclosure.Overview, f.key, x.level, !x.isCut)
	case ofDetails:
		return disclosure.AllowedListing(disclosure.Details, f.key, x.level, !x.isCut)
	case ofBank: // who the seller's bank is, a buyer learns at L3
		return !x.isCut || disclosure.KnowsSF(x.level, false)
	case ofCustomer:
		return !x.isCut || disclosure.AllowedListing(disclosure.Details, "companyName", x.level, false)
	case ofBuyer:
		return x.dealing != nil && disclosure.AllowedBuyer(disclosure.BuyerOverview, f.key, x.view)
	case ofBuyerDetails:
		return x.dealing != nil && disclosure.AllowedBuyer(disclosure.BuyerDetails, f.key, x.view)
	case ofFacts:
		return x.isOpen
	}
	return true
}

// Fields that are filled when the paper gets its number.
const (
	fieldNumber = "書面番号"
	fieldDay    = "作成日"
	fieldForm   = "書式の版"
)

func seller(name, meaning, example, key string, value func(*store.ListingContent) string) field {
	return field{name, meaning, example, ofSeller, key, func(x *record) string { return value(x.content) }}
}

func details(name, meaning, example, key string, value func(*store.ListingContent) string) field {
	return field{name, meaning, example, ofDetails, key, func(x *record) string { return value(x.content) }}
}

func amount(name, meaning, key string, value func(*store.ListingContent) *int64) field {
	return field{name, meaning, "123,456千円", ofDetails, key, func(x *record) string { return amountText(value(x.content), "千円") }}
}

func buyer(name, meaning, example, key string, value func(*store.CompanyDetails) string) field {
	return field{name, meaning, example, ofBuyerDetails, key, func(x *record) string { return value(x.buyerDetails) }}
}

func dated(name string, m deal.Milestone) field {
	return field{name, "双方の金融機関が確認した「" + m.Label() + "」の日", "2026年11月27日", ofFacts, "",
		func(x *record) string { return x.fact(m) }}
}

func customer(name, meaning, example string, ofSeller func(*store.ListingContent) string,
	ofBuyer func(*store.CompanyDetails) string) field {
	return field{name, "自機関のお客さま（売手側では売手、買手側では買手）の" + meaning, example, ofCustomer, "", func(x *record) string {
		if x.of == store.InChargeOfBF {
			return ofBuyer(x.buyerDetails)
		}
		return ofSeller(x.content)
	}}
}

var groups = slices.Concat([]group{
	{title: "書面と作成者", fields: []field{
		{fieldNumber, "書面の番号。作るたびに決まります", "20261127-7K3F9QXM", ofMaker, "", nil},
		{fieldDay, "書面を作った日", "2026年11月27日", ofMaker, "", nil},
		{fieldForm, "使った書式と版", "秘密保持契約 第2版", ofMaker, "", nil},
		{"開示の段階", "案件の書面を見せる買手の段階", "秘密保持承諾後", ofMaker, "", func(x *record) string { return x.stage() }},
		{"案件番号", "案件または交渉の番号", "N-12ab34cd", ofMaker, "", func(x *record) string { return x.number() }},
		{"自金融機関名", "書面を作る金融機関の名称", "みほん銀行", ofBank, "", func(x *record) string { return x.bank.Name }},
		{"自金融機関代表者名", "書面を作る金融機関の代表者", "見本 太郎", ofBank, "", func(x *record) string { return x.bank.RepresentativeName }},
		{"自金融機関住所", "書面を作る金融機関の住所", "東京都千代田区見本町1-1", ofBank, "", func(x *record) string { return bankAddress(x.bank) }},
		{"自金融機関電話番号", "書面を作る金融機関の電話番号", "03-0000-0000", ofBank, "", func(x *record) string { return x.bank.Phone }},
		{"作成者部署", "書面を作った方の部署", "事業承継推進部", ofBank, "", func(x *record) string { return x.user.Department }},
		{"作成者氏名", "書面を作った方の氏名", "見本 花子", ofBank, "", func(x *record) string { return x.user.UserName }},
	}},
	{title: "自機関のお客さま", fields: []field{
		customer("お客さま名", "名称", "株式会社みほん食品", func(c *store.ListingContent) string { return c.CompanyName },
			func(d *store.CompanyDetails) string { return d.CompanyName }),
		customer("お客さま代表者名", "代表者", "見本 一郎", func(c *store.ListingContent) string { return c.RepresentativeName },
			func(d *store.CompanyDetails) string { return d.RepresentativeName }),
		customer("お客さま住所", "住所", "東京都千代田区見本町2-2", func(c *store.ListingContent) string { return c.Address }, companyAddress),
	}},
	{title: "案件（匿名の情報）", fields: []field{
		seller("案件名", "公開している匿名の表題", "関東の食品製造業", "businessName", func(c *store.ListingContent) string { return c.BusinessName }),
		seller("案件の概要", "公開している概要", "業務用の調味料を作っています。", "description", func(c *store.ListingContent) string { return c.Description }),
		seller("業種", "公開している業種", "調味料製造業", "industryTypes", func(c *store.ListingContent) string { return industries(c.IndustryTypes) }),
		seller("地域", "公開している都道府県または地域", "関東", "formattedLocation", listing.PublishedPlace),
		seller("希望価格", "公開している希望価格の下限", "1億円", "salesPrice", func(c *store.ListingContent) string {
			return master.ItemLabel(master.AcquisitionPrice, c.SalesPrice)
		}),
		seller("希望価格の上限", "公開している希望価格の上限", "2億円", "salesPriceTo", func(c *store.ListingContent) string {
			return master.ItemLabel(master.SalesPriceTo, c.SalesPriceTo)
		}),
		seller("譲渡の対象", "公開している譲渡の対象", "株式", "salesAsset", func(c *store.ListingContent) string {
			return labels(master.SalesAssets, c.SalesAsset)
		}),
		details("譲渡の理由", "公開している譲渡の理由", "後継者がいない", "assignmentReason", func(c *store.ListingContent) string {
			return labels(master.MAReasons, c.AssignmentReason)
		}),
		{"売手金融機関名", "売手を担当する金融機関の名称", "みほん銀行", ofSeller, "inChargeFinancialInstitutionName",
			func(x *record) string { return x.banks[x.listing.InstitutionID] }},
	}},
	{title: "売手の会社", fields: []field{
		details("売手会社名", "売手の会社の名称", "株式会社みほん食品", "companyName", func(c *store.ListingContent) string { return c.CompanyName }),
		details("売手代表者名", "売手の代表者", "見本 一郎", "representativeName", func(c *store.ListingContent) string { return c.RepresentativeName }),
		details("売手郵便番号", "売手の郵便番号", "100-0001", "postalCode", func(c *store.ListingContent) string { return postal(c.PostalCode) }),
		details("売手住所", "売手の住所", "東京都千代田区見本町2-2", "address", func(c *store.ListingContent) string { return c.Address }),
		details("売手電話番号", "売手の電話番号", "03-0000-0001", "phone", func(c *store.ListingContent) string { return c.Phone }),
		details("売手ホームページ", "売手のホームページ", "https://seller.example.jp/", "homePageUrl",
			func(c *store.ListingContent) string { return c.HomePageURL }),
		details("強み", "会社の強み", "自社の配合と、長い取引先があります。", "advantage", func(c *store.ListingContent) string { return c.Advantage }),
		details("提供方法", "商品・サービスの提供の方法", "卸売と直接の販売です。", "providingMethod",
			func(c *store.ListingContent) string { return c.ProvidingMethod }),
		details("譲渡の理由の補足", "譲渡の理由の詳しい説明", "社長が70歳になり、親族に後継者がいません。", "assignmentReasonAddition",
			func(c *store.ListingContent) string { return c.AssignmentReasonAddition }),
		details("市場", "市場の説明", "業務用の調味料の市場です。", "markets", func(c *store.ListingContent) string { return c.Markets }),
		details("主な顧客", "顧客の説明", "県内の食品卸と飲食店です。", "targetCustomers", func(c *store.ListingContent) string { return c.TargetCustomers }),
		details("商品・サービス", "商品・サービスの説明", "たれ、つゆ、だしです。", "services", func(c *store.ListingContent) string { return c.Services }),
		details("補足説明", "その他の説明", "本社と工場は自社の所有です。", "supplementaryDescription",
			func(c *store.ListingContent) string { return c.SupplementaryDescription }),
	}},
	{title: "売手の財務（直近の決算）", fields: []field{
		{"決算年度", "直近の決算の年度", "2026年度", ofDetails, "fiscalYear", func(x *record) string { return x.fiscalYear(0) }},
		amount("直近の売上高", "直近期の売上高", "amountOfSales", func(c *store.ListingContent) *int64 { return c.AmountOfSales }),
		amount("直近の営業利益", "直近期の営業利益", "operatingProfit", func(c *store.ListingContent) *int64 { return c.OperatingProfit }),
		amount("総資産", "直近期末の総資産", "assetAmount", func(c *store.ListingContent) *int64 { return c.AssetAmount }),
		amount("負債", "直近期末の負債", "debitAmount", func(c *store.ListingContent) *int64 { return c.DebitAmount }),
		amount("純資産", "直近期末の純資産", "netAsset", func(c *store.ListingContent) *int64 { return c.NetAsset }),
		amount("現預金", "直近期末の現金と預金", "cashDeposit", func(c *store.ListingContent) *int64 { return c.CashDeposit }),
		amount("有利子負債", "直近期末の有利子負債", "interestBearingDebt",
			func(c *store.ListingContent) *int64 { return c.InterestBearingDebt }),
	}},
	{title: "一覧「業績」（三期。前々期は登録がないため空欄になります）", list: "業績", rows: figures, fields: []field{
		{"期", "前々期、前期、直近期", "直近期", ofMaker, "", nil},
		{"年度", "決算の年度", "2026年度", ofDetails, "fiscalYear", nil},
		{"売上高", "千円", "123,456", ofDetails, "amountOfSales", nil},
		{"営業利益", "千円", "12,345", ofDetails, "operatingProfit", nil},
		{"経常利益", "千円", "12,000", ofDetails, "ordinaryIncome", nil},
		{"EBITDA", "千円", "15,000", ofDetails, "ebitda", nil},
		{"当期純利益", "千円", "8,000", ofDetails, "netIncome", nil},
		{"役員報酬", "千円", "20,000", ofDetails, "executiveRemuneration", nil},
	}},
	{title: "買手の会社", fields: []field{
		buyer("買手会社名", "買手の会社の名称", "みほん物産株式会社", "companyName", func(d *store.CompanyDetails) string { return d.CompanyName }),
		buyer("買手代表者名", "買手の代表者", "見本 次郎", "representativeName", func(d *store.CompanyDetails) string { return d.RepresentativeName }),
		buyer("買手郵便番号", "買手の郵便番号", "530-0001", "postalCode", func(d *store.CompanyDetails) string { return postal(d.PostalCode) }),
		buyer("買手住所", "買手の住所", "大阪府大阪市見本区3-3", "address", companyAddress),
		buyer("買手ホームページ", "買手のホームページ", "https://buyer.example.jp/", "homePageUrl",
			func(d *store.CompanyDetails) string { return d.HomePageURL }),
		buyer("買手法人番号", "買手の法人番号", "1111111111111", "corporateRegistrationNumber",
			func(d *store.CompanyDetails) string { return d.CorporateRegistrationNumber }),
		buyer("買手資本金", "買手の資本金", "10,000千円", "capitalAmount",
			func(d *store.CompanyDetails) string { return amountText(d.CapitalAmount, "千円") }),
		buyer("買手売上高", "買手の売上高", "1,234,567千円", "salesAmount",
			func(d *store.CompanyDetails) string { return amountText(d.SalesAmount, "千円") }),
		{"買手業種", "買手の業種", "食料品卸売業", ofBuyer, "industryType", func(x *record) string { return industries(x.buyer.IndustryTypes) }},
		{"買手金融機関名", "買手を担当する金融機関の名称", "さんぷる信用金庫", ofBuyer, "inChargeFinancialInstitutionName",
			func(x *record) string { return x.banks[x.dealing.BFID] }},
	}},
	{title: "交渉（双方の金融機関が確認したこと）", fields: []field{
		{"秘密保持の同意日", "買手が秘密保持契約に同意した日", "2026年10月1日", ofFacts, "",
			func(x *record) string { return dayOf(x.dealing.ConsentAt) }},
		dated("トップ面談日", deal.MilestoneTopInterview), dated("意向表明日", deal.MilestoneIntent),
		{"意向表明額", "意向表明の価格", "150,000千円", ofFacts, "",
			func(x *record) string { return amountText(x.facts[deal.MilestoneIntent].Amount, "千円") }},
		dated("基本合意日", deal.MilestoneBasicAgreement),
		{"独占交渉期限", "基本合意で決めた独占交渉の最後の日", "2027年1月31日", ofFacts, "",
			func(x *record) string { return day(x.facts[deal.MilestoneBasicAgreement].Until) }},
		dated("DD開始日", deal.MilestoneDDStart), dated("DD終了日", deal.MilestoneDDEnd), dated("最終契約日", deal.MilestoneContract),
		dated("クロージング予定日", deal.MilestoneClosing),
	}},
	{title: "一覧「最終契約の注意点」（自機関の「説明書と一覧」から）", list: "最終契約の注意点", rows: points, fields: []field{
		{"見出し", "注意点の見出し", "表明保証", ofMaker, "", nil},
		{"内容", "注意点の説明", "約束する範囲、賠償の上限と期間を確かめてください。", ofMaker, "", nil},
	}},
}, memorandumGroups)

// figures are the three periods of a statement, the oldest first. Two are recorded in the product; the bank fills in the one before.
func figures(x *record) []func(string) string {
	c := x.content
	return []func(string) string{
		func(f string) string {
			return map[string]string{"期": "前々期", "年度": x.fiscalYear(2)}[f]
		},
		func(f string) string {
			return map[string]string{"期": "前期", "年度": x.fiscalYear(1), "売上高": amountText(c.PreAmountOfSales, ""),
				"営業利益": amountText(c.PreOperatingProfit, ""), "経常利益": amountText(c.PreOrdinaryIncome, ""), "EBITDA": amountText(c.PreEbitda, ""),
				"当期純利益": amountText(c.PreNetIncome, ""), "役員報酬": amountText(c.PreExecutiveRemuneration, "")}[f]
		},
		func(f string) string {
			return map[string]string{"期": "直近期", "年度": x.fiscalYear(0), "売上高": amountText(c.AmountOfSales, ""),
				"営業利益": amountText(c.OperatingProfit, ""), "経常利益": amountText(c.OrdinaryIncome, ""), "EBITDA": amountText(c.Ebitda, ""),
				"当期純利益": amountText(c.NetIncome, ""), "役員報酬": amountText(c.ExecutiveRemuneration, "")}[f]
		},
	}
}

// points are the institution's own points of a final contract, or the sample's.
func points(x *record) (out []func(string) string) {
	for i := range x.points.Items {
		item := &x.points.Items[i]
		out = append(out, func(f string) string { return map[string]string{"見出し": item.Heading, "内容": item.Text}[f] })
	}
	return out
}

func amountText(v *int64, unit string) string {
	if v == nil {
		return ""
	}
	n, sign := *v, ""
	if n < 0 {
		n, sign = -n, "△"
	}
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s + unit
}

func labels(list string, keys []int) string {
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = master.ItemLabel(list, k)
	}
	return strings.Join(out, "、")
}

func industries(codes []string) string {
	var out []string
	for _, c := range codes {
		if s, ok := master.FindIndustry(c); ok {
			out = append(out, s.Name)
		}
	}
	return strings.Join(out, "、")
}

func postal(s string) string {
	if len(s) == 7 {
		return s[:3] + "-" + s[3:]
	}
	return s
}

func companyAddress(d *store.CompanyDetails) string {
	return d.PrefectureName + d.CityName + d.TownName + d.BuildingName
}

func bankAddress(b *store.Institution) string {
	prefecture, _ := master.FindPrefecture(b.Prefecture)
	city, _ := master.FindCity(b.City)
	return prefecture.Name + city.FullName + b.Address + b.BuildingName
}

// textFields and listFields are the catalogue by name.
var (
	textFields = map[string]*field{}
	listGroups = map[string]*group{}
)

func init() {
	for i := range groups {
		g := &groups[i]
		if g.list != "" {
			listGroups[g.list] = g
			continue
		}
		for j := range g.fields {
			textFields[g.fields[j].name] = &g.fields[j]
		}
	}
}

func (g *group) field(name string) *field {
	if i := slices.IndexFunc(g.fields, func(f field) bool { return f.name == name }); i >= 0 {
		return &g.fields[i]
	}
	return nil
}
