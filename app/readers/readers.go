package readers

import (
	"errors"
	"slices"

	"tsunagu/app/company"
	"tsunagu/app/disclosure"
	"tsunagu/app/listing"
	"tsunagu/app/web"
	"tsunagu/store"
)

type companyRef struct {
	CompanyID string `query:"companyId" required:"true"`
}

// nameReaders is who learned the name of one company, by its listings: a buyer that is anonymous on one of them must not be
// known by another (domain.md 0.4).
type nameReaders struct {
	CompanyName string           `json:"companyName"`
	ListingList []listingReaders `json:"listingList"`
}

type listingReaders struct {
	SellerBusinessID string       `json:"sellerBusinessId"`
	CaseNumber       string       `json:"caseNumber"`
	BusinessName     string       `json:"businessName"`
	ReaderList       []nameReader `json:"readerList" doc:"名前が開示された、または読まれた順"`
}

// Calls are the calls about who learned a name.
func (a Room) Calls() {
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/SellerCompany/GetNameReaders", Area: "company", Callers: web.FIN,
		Records: "自機関が担当する売手", Summary: "この会社の名前を、だれが・いつ知ったか（案件ごと）", Spec: "domain 3.5",
	},
		func(r *web.Request, in *companyRef) (*nameReaders, error) {
			return web.Reading(r, func(q *store.Q) (*nameReaders, error) { return readNameReaders(q, r.Actor, in.CompanyID) })
		})
	web.Add(a.Platform, web.OfficeCall("GET", "GetNameReaders", web.ADM, "番号が一致する案件または交渉の、開示台帳の概況（名前は返らない）",
		"会社の名前を、どの金融機関が・いつ知ったか"),
		func(r *web.Request, in *officeReadersQuery) (*officeReaders, error) {
			return web.Reading(r, func(q *store.Q) (*officeReaders, error) { return readOfficeReaders(q, in) })
		})
}

func readNameReaders(q *store.Q, by web.Actor, id string) (*nameReaders, error) {
	c, err := q.MaintainedCompany(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	if c.Kind != store.Seller {
		return nil, store.ErrNotFound
	}
	out := &nameReaders{ListingList: []listingReaders{}}
	d, err := q.CompanyDetails(id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err == nil {
		out.CompanyName = disclosure.DisplayName(d.CompanyName, true)
	}
	ls, err := q.ListingsOfCompany(id)
	if err != nil {
		return nil, err
	}
	for i := range ls {
		ledger, err := listing.ReadLedger(q, by, ls[i].ID)
		if errors.Is(err, store.ErrNotFound) {
			continue // another bank's, from before a change of charge
		}
		if err != nil {
			return nil, err
		}
		content, err := q.ListingContent(ls[i].ID, store.Working)
		if err != nil {
			return nil, err
		}
		out.ListingList = append(out.ListingList, listingReaders{ls[i].ID, web.CaseNumber("L", ls[i].ID), content.BusinessName,
			OfLedger(ledger.LedgerList)})
	}
	return out, nil
}

// OfLedger is who learned the name by the lines of one listing's ledger.
func OfLedger(rows []listing.LedgerRow) []nameReader { return learned(entriesOf(rows)) }

// entriesOf are the lines with the name, oldest first, as the seller's bank sees them.
func entriesOf(rows []listing.LedgerRow) (out []entry) {
	for _, x := range slices.Backward(rows) {
		if hasName(x.Level) {
			out = append(out, entry{at: x.At, kind: x.Kind, label: x.KindLabel, basis: x.Basis, subject: x.Subject, reader: x.Reader,
				buyer: x.BuyerNumber, buyerName: x.BuyerName, institution: x.InstitutionName})
		}
	}
	return out
}

type officeReadersQuery struct {
	Word string `query:"word" limit:"100" required:"true" doc:"案件（L-）または交渉（N-）の番号"`
}

// officeReaders is the same for the office: institutions, sides, levels and times (domain.md 9: metadata only).
type officeReaders struct {
	CaseNumber string       `json:"caseNumber" doc:"入力の中に読み取った番号。見つからなければ空"`
	Reader     []nameReader `json:"readerList" doc:"買手は番号だけ"`
}

func readOfficeReaders(q *store.Q, in *officeReadersQuery) (*officeReaders, error) {
	var c web.Check
	c.Text(in, "word", "番号", &in.Word, true)
	prefix, end := company.ReadCaseNumber(in.Word)
	c.Ok(in.Word == "" || end != "" && (prefix == "L" || prefix == "N"), "word",
		"案件は L-、交渉は N- と、それに続く8文字で入力してください（例：L-1a2b3c4d）。")
	if err := c.Err(); err != nil {
		return nil, err
	}
	out := &officeReaders{Reader: []nameReader{}}
	lines, err := q.LedgerNumbered(prefix, end)
	// That a bank asked the bank of a guarantee is its own record, which the office does not learn of (compliance.md 1).
	lines = slices.DeleteFunc(lines, func(x store.LedgerLine) bool { return listing.ReaderOf(&x) == listing.ReaderSurety })
	if err != nil || len(lines) == 0 {
		return out, err
	}
	out.CaseNumber = prefix + "-" + end
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	out.Reader = learned(officeEntries(lines, institutions))
	return out, nil
}

// officeEntries are the lines with the name, oldest first, without any name of a company, a person or a file. Buyers are
// numbered in the order of their lines.
func officeEntries(lines []store.LedgerLine, institutions map[string]string) (out []entry) {
	numbers := map[string]int{}
	for i := range lines {
		x := &lines[i]
		if !hasName(x.Level) {
			continue
		}
		number := 0
		if x.BuyerCompanyID != "" {
			if numbers[x.BuyerCompanyID] == 0 {
				numbers[x.BuyerCompanyID] = len(numbers) + 1
			}
			number = numbers[x.BuyerCompanyID]
		}
		e := entry{at: web.ServerTime(x.At), kind: x.Kind, label: listing.LedgerKindLabel(x.Kind), reader: listing.ReaderOf(x), buyer: number,
			institution: institutions[x.InstitutionID]}
		if e.reader == listing.ReaderOffice {
			e.institution, e.buyer = web.AuditOffice, 0
		}
		out = append(out, e)
	}
	return out
}
