package companycsv

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// csvRow is one row of a file, from its cells to the values that would be stored.
type csvRow struct {
	*csvSheet
	number int
	cells  []string // as in the file
	*heading
	placedCells map[int]string // what its address fills, by column of the sheet
	whyNoPlace  string         // why its address is not split
	whyNoPostal string         // why there is no postal code for it
	stored      *CSVCompany
	by          web.Actor
	staff       *staff
	mainID      string // whom the row puts in charge, "" for nobody new

	overview company.CompanyOverviewInput
	details  company.CompanyDetailsInput
	person   company.UserInput

	isRead map[string]bool
	failed map[string]bool
	issues []store.ImportIssue
}

// cell is what a column says, and whether the row says anything of it.
func (r *csvRow) cell(column int) (string, bool) {
	if r.placed[column] {
		s, ok := r.placedCells[column]
		return s, ok
	}
	s, ok := r.raw(column)
	if unit := r.units[column]; unit != "" {
		s = inThousands(s, unit)
	}
	return s, ok
}

// raw is the same as it stands in the file.
func (r *csvRow) raw(column int) (string, bool) {
	if at := r.heading.at[column]; at >= 0 {
		if at < len(r.cells) {
			return master.Clean(r.cells[at]), true
		}
		return "", true
	}
	return "", false
}

// place splits the row's address, where the file has whole ones.
func (r *csvRow) place() {
	if len(r.placed) == 0 {
		return
	}
	address := ""
	if r.address < len(r.cells) {
		address = master.Clean(r.cells[r.address])
	}
	postal, k := "", r.csvSheet.at[postalColumn]
	if cell, ok := r.raw(k); ok && !r.placed[k] {
		postal, _ = master.NormalizePostal(restoreZeros(tidyCode(cell), 5, 7))
	}
	p, why := splitAddress(address, postal)
	if why != "" {
		r.whyNoPlace = why
		return
	}
	r.placedCells = map[int]string{}
	for i, s := range []string{p.prefecture, p.city, p.town, p.rest} {
		if k := r.csvSheet.at[placeColumns[i]]; r.placed[k] {
			r.placedCells[k] = s
		}
	}
	if r.placed[k] {
		code, all := p.postalOf()
		if code != "" {
			r.placedCells[k] = code
		} else {
			r.whyNoPostal = "住所から郵便番号を1つに決められません" + among(all) + "。郵便番号の列を加えてください。"
		}
	}
}

// among are the first of some postal codes, for a message.
func among(codes []string) string {
	var out []string
	for _, c := range codes[:min(len(codes), 3)] {
		out = append(out, postalText(c))
	}
	if out == nil {
		return ""
	}
	return "（" + strings.Join(out, "、") + "など）"
}

// endsBefore says that a row has fewer cells than the header, and ends before a column.
func (r *csvRow) endsBefore(column int) bool { return r.heading.at[column] >= len(r.cells) }

// checkLength refuses a row that ends before a column in which its company has a value: whether the value is to be cleared,
// or the line was cut off, cannot be known. Spreadsheets drop the separators of empty cells at a row's end, so that a row
// is short alone is no error.
func (r *csvRow) checkLength(before *CSVCompany) {
	var missing []string
	for i, c := range r.columns {
		if r.stored != nil && r.endsBefore(i) && c.name != csvMain && c.write(before) != "" {
			missing = append(missing, "「"+c.name+"」")
		}
	}
	if len(missing) > 0 {
		r.fail(csvWhyColumns, "行が途中で終わっていて、登録済みの値がある列"+strings.Join(missing, "、")+
			"がありません。値を入れてください。空にするときは、列の数だけ区切りのカンマを入れてください。")
	}
}

// checkPlace reports an address that is not split, once and not in its parts.
func (r *csvRow) checkPlace() {
	if r.whyNoPlace != "" {
		r.fail(csvAddress, r.whyNoPlace)
		for k := range r.placed {
			r.failed[r.columns[k].name] = true
		}
	} else if r.whyNoPostal != "" && r.stored == nil {
		r.fail(postalColumn, r.whyNoPostal)
	}
}

// fail records what is wrong with a column, once: the first reason is the cause of any others.
func (r *csvRow) fail(column, reason string) {
	if !r.failed[column] {
		r.failed[column] = true
		r.note(column, reason, false)
	}
}

// inFile is where a column stands in the file: what is wrong in a row is told from left to right, what is wrong with the
// whole row before it, and what the file lacks at the end.
func (r *csvRow) inFile(column string) int {
	k, ok := r.csvSheet.at[column]
	switch {
	case column == csvWhyColumns:
		return -1
	case ok && r.heading.at[k] >= 0:
		return r.heading.at[k]
	case column == csvAddress || ok && r.placed[k]:
		return r.address
	}
	return math.MaxInt32
}

func (r *csvRow) warn(column, reason string) { r.note(column, reason, true) }

func (r *csvRow) note(column, reason string, isWarning bool) {
	value := ""
	if i, ok := r.csvSheet.at[column]; ok {
		value, _ = r.raw(i)
	} else if column == csvAddress && r.address < len(r.cells) {
		value = r.cells[r.address]
	}
	r.issues = append(r.issues, store.ImportIssue{Number: r.number, Column: column, Value: web.Truncate(value, 200), Reason: reason,
		IsWarning: isWarning})
}

// largeSales is the amount in 千円 from which a company's sales look as if they had been entered in
// yen: 1,000億円.
const largeSales = 100_000_000

// evaluate reads the cells, checks them by the forms' own rules and decides what to do with the
// row. Values that equal the stored ones are left exactly as stored.
func (r *csvRow) evaluate(now time.Time) store.ImportRow {
	r.failed, r.isRead = map[string]bool{}, map[string]bool{}
	before := r.stored
	if before == nil {
		before = &CSVCompany{}
	} else {
		r.overview, r.details = overviewInputOf(&before.Company), detailsInputOf(&before.Details)
		if p := before.Person; p != nil {
			r.person = company.UserInput{UserID: p.ID, UserFields: company.UserFields{LoginID: p.LoginID, UserName: p.UserName,
				UserNameKana: p.UserNameKana, Department: p.Department, Position: p.Position, Phone1: p.Phone1, Phone2: p.Phone2, Fax: p.Fax}}
		}
	}
	r.checkLength(before)
	r.checkPlace()
	for i, c := range r.columns {
		cell, ok := r.cell(i)
		if !ok || r.keepsMain(c.name, cell) || r.stored != nil && (r.endsBefore(i) ||
			!r.isRead[csvFollows[c.name]] && sameCell(cell, c.write(before))) {
			continue
		}
		r.isRead[c.name] = true
		if isNothing(cell, c.name) {
			cell = ""
		}
		if reason := unreadable(cell); reason != "" && (c.name != csvRemarks || reason != sheetErrorReason) {
			r.fail(c.name, reason)
			continue
		}
		c.read(r, cell)
	}
	if len(r.isRead) == 0 && len(r.issues) == 0 {
		return store.ImportRow{Number: r.number}
	}
	r.derive(before)
	r.check(now)
	row := store.ImportRow{Number: r.number, Action: store.ImportNew, Label: r.details.CompanyName, Cells: r.cells}
	after := *before
	r.overview.Apply(&after.Company)
	after.RegistrationID = r.overview.RegistrationID
	r.details.Apply(&after.Details)
	r.decide(&after)
	if len(r.failed) > 0 {
		row.Action = store.ImportError
		return row
	}
	row.Cells = nil
	after.Details.Status = int(deal.CompanyEnabled)
	row.Record = &after.CompanyRecord
	if r.stored == nil {
		after.ID = store.NewID()
		row.DetailsAction = store.ImportNew
	} else {
		row.Action = store.ImportChange
		switch {
		case !before.HasDetails:
			row.DetailsAction = store.ImportNew
		case !reflect.DeepEqual(before.Details, after.Details):
			row.DetailsAction = store.ImportChange
		}
	}
	after.Details.CompanyID = after.ID
	r.putPerson(&row, &after)
	r.putMain(&row, &after)
	if r.stored != nil {
		for _, c := range r.columns {
			if b, a := c.write(before), c.write(&after); a != b {
				row.Changes = append(row.Changes, store.CellChange{Column: c.name, Before: b, After: a})
			}
		}
		if len(row.Changes) == 0 {
			row.Action = store.ImportNothing
		}
	}
	return row
}

// derive sets the values that follow from the cells: the town's code, the overview's place and
// band, and the kind of member.
func (r *csvRow) derive(before *CSVCompany) {
	d, isNew := &r.details, r.stored == nil
	if r.isRead["市区町村"] || r.isRead["町名"] {
		d.TownCode = townOf(d.CityCode, d.TownName)
		if d.TownName != "" && d.TownCode == "" && !r.failed["市区町村"] && len(master.Towns(d.CityCode)) > 0 {
			r.warn("町名", "この市区町村の町名の一覧にありません。入力されたとおりに登録します。")
		}
	}
	if isNew || r.isRead["都道府県"] || r.isRead["市区町村"] {
		r.overview.Location.V = company.CompanyLocation{PrefectureCode: d.PrefectureCode, CityCode: d.CityCode}
	}
	if sales := d.LastYearSalesAmount; sales != nil && (isNew || r.isRead["売上高（千円）"]) {
		if band, ok := master.BandOf(master.AnnualSales, *sales); ok {
			r.overview.SalesAmount = band.Key
		}
		if *sales >= largeSales {
			r.warn("売上高（千円）", fmt.Sprintf("%s億円になります。単位が千円か確認してください。", web.Grouped(*sales/100_000)))
		}
	} else if isNew {
		r.fail("売上高（千円）", "売上高を千円単位で入力してください。")
	}
	if _, ok := r.cell(r.csvSheet.at["企業形態"]); !ok && isNew {
		readForm(r, "")
	}
	if isNew || d.BusinessFormType != before.Details.BusinessType {
		r.overview.MemberType = int(deal.MemberCorporate)
		if master.ItemLabel(master.BusinessFormTypes, d.BusinessFormType) == "個人事業主" {
			r.overview.MemberType = int(deal.MemberPrivate)
		}
	}
	if r.isRead["業種コード"] || r.isRead["業種その他"] {
		for _, code := range freeTextClasses(r.overview.IndustryType) {
			if *r.overview.ByCode()[code] == "" && !r.failed["業種コード"] {
				r.fail("業種その他", "業種コード "+code+" を選んだときは、内容を入力してください。")
			}
		}
	}
}

// check runs the checks of the forms and attaches their errors to the columns.
func (r *csvRow) check(now time.Time) {
	findings := func(err error) {
		var p *web.Problem
		if !errors.As(err, &p) {
			return
		}
		for _, e := range p.Errors {
			column, ok := r.columnOf(e.Field)
			switch {
			case ok:
				r.fail(column, e.Detail)
			case e.Field == "location" && (r.failed["都道府県"] || r.failed["市区町村"]): // reported already
			default:
				r.fail("都道府県", e.Detail)
			}
		}
	}
	var c web.Check
	r.details.Check(&c, now)
	findings(c.Err())
	was := &store.Company{}
	if r.stored != nil {
		was = &r.stored.Company
	}
	findings(r.overview.Check(r.kind, was, r.by))
	p := &r.person
	if r.isRead["担当者名"] || r.isRead["担当者名カナ"] || r.isRead[csvMail] {
		u, k := &store.User{}, r.persons()
		if r.stored != nil && r.stored.Person != nil {
			u = r.stored.Person
			if k.SignsIn() && auth.FoldLoginID(p.LoginID) != u.LoginFolded {
				r.fail(csvMail, "登録済みの利用者のメールアドレスは、CSVでは変更できません。"+r.name+"の画面の「ユーザ」で変更してください。")
			}
		}
		_, err := p.Check(k, r.by, u)
		findings(err)
	}
}

// persons is the kind of users that the persons of this file become.
func (s *csvSheet) persons() *company.UserKind {
	if s.kind == store.Seller {
		return company.SellerUsers
	}
	return company.BuyerUsers
}

// decide applies the company's own rules (domain.md 6): with complete details a company becomes
// enabled. The status of one that is registering itself, or is disabled, is changed on the screens
// only.
func (r *csvRow) decide(after *CSVCompany) {
	facts := deal.CompanyFacts{Exists: true, Client: deal.ClientType(r.kind), Status: deal.CompanyNoData}
	if r.stored != nil {
		facts.Status, facts.HasDetails = deal.CompanyStatus(r.stored.Status), r.stored.HasDetails
	}
	effects, refusal := deal.DecideCompany(facts, deal.CompanySaveDetails, company.Decider(r.by))
	switch {
	case refusal != nil:
		r.fail(csvName, refusal.Detail)
	case r.stored != nil && r.stored.IsTrial:
		r.fail(csvName, "この企業はお試し中です。CSVでは変更できません。"+r.name+"の画面で詳細を登録してください。")
	case effects.EnablesUsers:
		r.fail(csvName, "この企業は登録の手続き中です（"+facts.Status.Label()+"）。CSVでは変更できません。"+r.name+"の画面で承認するか、詳細を登録してください。")
	}
	after.Status = int(effects.Status)
}

// putPerson creates the first person, or changes its name. It mails nobody: the bank invites a
// buyer's user from the screen.
func (r *csvRow) putPerson(row *store.ImportRow, after *CSVCompany) {
	if !r.isRead["担当者名"] && !r.isRead["担当者名カナ"] && !r.isRead[csvMail] {
		return
	}
	u, k := store.User{}, r.persons()
	row.PersonAction = store.ImportChange
	if after.Person != nil {
		u = *after.Person
	} else {
		row.PersonAction = store.ImportNew
	}
	r.person.Apply(k, &u)
	if row.PersonAction == store.ImportNew {
		u.ID, u.ClientID, u.Role, u.ClientType, u.UserType, u.SystemType = store.NewID(), after.ID, int(k.Role), k.ClientType, int(k.UserType), int(deal.SystemUser)
		u.Status, u.RegistType, u.MemberType, u.RegistSendMail = int(deal.UserUnapproved), int(deal.RegistFinancialInstitution), after.MemberType, true
		if !k.SignsIn() {
			u.Status = int(deal.UserEnabled)
		}
	} else if reflect.DeepEqual(u, *after.Person) {
		row.PersonAction = store.ImportNothing
	}
	row.Person, after.Person = &u, &u
}

// overviewInputOf and detailsInputOf are the inputs of a form that changes nothing.
func overviewInputOf(c *store.Company) company.CompanyOverviewInput {
	in := company.CompanyOverviewInput{
		CompanyID: c.ID, RegistrationID: c.RegistrationID, Remark: c.Remark, FinancialMemo: c.FinancialMemo,
		CompanyOverviewFields: company.CompanyOverviewFields{
			MemberType: c.MemberType, IndustryType: slices.Clone(c.IndustryTypes), SalesAmount: c.SalesAmount, MAndAExperience: c.MAExperience,
			MAndAReason: slices.Clone(c.MAReasons), MAndAReasonOthers: c.MAReasonOthers,
			IndustryTexts: company.IndustryTextsOf(c.IndustryOtherText, maps.Clone(c.IndustryOtherTexts))},
	}
	in.Location.V = company.CompanyLocation{Region: c.Region, PrefectureCode: c.PrefectureCode, CityCode: c.CityCode}
	return in
}

func detailsInputOf(d *store.CompanyDetails) company.CompanyDetailsInput {
	return company.CompanyDetailsInput{CompanyID: d.CompanyID, CompanyDetailsFields: company.CompanyDetailsFields{
		CompanyName: d.CompanyName, BusinessFormType: d.BusinessType, RepresentativeName: d.RepresentativeName, PostalCode: d.PostalCode,
		PrefectureCode: d.PrefectureCode, PrefectureName: d.PrefectureName, CityCode: d.CityCode, CityName: d.CityName, TownCode: d.TownCode,
		TownName: d.TownName, BuildingName: d.BuildingName,
		RepresentativePhoneNumber: d.RepresentativePhoneNumber, RepresentativeFaxNumber: d.RepresentativeFaxNumber, HomePageURL: d.HomePageURL,
		CorporateRegistrationNumber: d.CorporateRegistrationNumber, ListType: d.ListType, SecurityCode: d.SecurityCode,
		EstablishmentNumber: d.EstablishmentNumber,
		CapitalAmount:       d.CapitalAmount, LastYearSalesAmount: d.SalesAmount, OperatingProfit: d.OperatingProfit, TotalAssets: d.TotalAssets,
		NumberOfEmployees: d.NumberOfEmployees, EstablishedYear: d.EstablishedYear,
	}}
}
