package inspection

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tsunagu/app/audit"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/issued"
	"tsunagu/app/listing"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// companiesMost is how many companies a name may fit: who means one types more of it.
const companiesMost = 20

// conditions are what the access report is asked for, by screen and file alike.
type conditions struct {
	Word string `query:"word" limit:"100" required:"true" doc:"案件（L-）か交渉（N-）の番号、会社の名前の一部、法人番号"`
	From string `query:"from" doc:"この日から（日本の日付）"`
	To   string `query:"to" doc:"この日まで（日本の日付）"`
}

type accessQuery struct {
	conditions
	web.OfficePaging
}

type accessList struct {
	RowList     []accessRow     `json:"rowList" doc:"新しい順"`
	AllCount    int             `json:"allCount"`
	CompanyList []accessCompany `json:"companyList" doc:"条件に合った、自機関の企業。20社まで"`
	IsTooMany   bool            `json:"isTooMany" doc:"条件に合う企業が20社より多い。行は返らない"`
}

type accessCompany struct {
	CompanyID   string `json:"companyId"`
	CompanyName string `json:"companyName"`
	IsSeller    bool   `json:"isSeller"`
}

// accessRow is that somebody came to know a company's name, or used it, at a moment, and on what ground.
type accessRow struct {
	At              string `json:"at" doc:"UTC"`
	CompanyName     string `json:"companyName"`
	CaseNumber      string `json:"caseNumber" doc:"案件（L-）または交渉（N-）。企業についての操作では空"`
	ReaderLabel     string `json:"readerLabel" doc:"どの立場の人か"`
	ReaderName      string `json:"readerName" doc:"買手の名前（開示されているとき。そうでなければ匿名）、自機関の利用者"`
	InstitutionName string `json:"institutionName"`
	What            string `json:"what" doc:"できごと"`
	LevelLabel      string `json:"levelLabel" doc:"開示の段階"`
	Subject         string `json:"subject" doc:"開いたもの"`
	Basis           string `json:"basis" doc:"何を根拠に知ったか"`
}

// what a search is about.
type wanted struct {
	q            *store.Q
	by           web.Actor
	institutions map[string]string
	from, to     time.Time
	rows         []accessRow
	companies    []accessCompany
}

func searchAccess(r *web.Request, in *accessQuery) (*accessList, error) {
	return web.Reading(r, func(q *store.Q) (*accessList, error) {
		out, err := accesses(q, r.Actor, &in.conditions)
		if err != nil {
			return nil, err
		}
		p := in.Page()
		from := min(p.Offset, len(out.RowList))
		out.RowList = out.RowList[from:min(from+p.Limit, len(out.RowList))]
		return out, nil
	})
}

// accesses are all rows of the conditions. Companies and cases that are not the actor's are found by nothing.
func accesses(q *store.Q, by web.Actor, in *conditions) (*accessList, error) {
	w := &wanted{q: q, by: by}
	if err := w.read(in); err != nil {
		return nil, err
	}
	out := &accessList{RowList: []accessRow{}, CompanyList: []accessCompany{}}
	var err error
	if w.institutions, err = q.InstitutionNames(); err != nil {
		return nil, err
	}
	if prefix, end := company.ReadCaseNumber(in.Word); end != "" {
		err = w.ofCases(prefix, end)
	} else if out.IsTooMany, err = w.named(in.Word); err == nil && !out.IsTooMany {
		for _, c := range w.companies {
			if err = w.ofCompany(c); err != nil {
				break
			}
		}
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(w.rows, func(a, b accessRow) int { return cmp.Compare(b.At, a.At) })
	out.RowList, out.CompanyList = append(out.RowList, w.rows...), append(out.CompanyList, w.companies...)
	out.AllCount = len(out.RowList)
	return out, nil
}

// read checks the conditions and takes over the days.
func (w *wanted) read(in *conditions) error {
	var c web.Check
	c.Text(in, "word", "番号か会社の名前", &in.Word, true)
	c.Date("from", "開始日", in.From, false)
	c.Date("to", "終了日", in.To, false)
	c.Ok(in.From == "" || in.To == "" || in.From <= in.To, "to", "終了日は、開始日以降の日付にしてください。")
	if err := c.Err(); err != nil {
		return err
	}
	if in.From != "" {
		w.from, _ = time.ParseInLocation(time.DateOnly, in.From, store.JST)
	}
	if in.To != "" {
		w.to, _ = time.ParseInLocation(time.DateOnly, in.To, store.JST)
		w.to = w.to.AddDate(0, 0, 1)
	}
	return nil
}

func (w *wanted) isIn(at time.Time) bool {
	return (w.from.IsZero() || !at.Before(w.from)) && (w.to.IsZero() || at.Before(w.to))
}

// named finds the own companies that a word names; the word is a 法人番号 or a part of a name.
func (w *wanted) named(word string) (isTooMany bool, err error) {
	number := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		if r >= '０' && r <= '９' {
			return r - '０' + '0'
		}
		return -1
	}, word)
	if len(number) == 13 {
		ids, err := w.q.CompaniesByNumber(w.by.Viewer, number)
		if err != nil {
			return false, err
		}
		for _, id := range ids {
			if err := w.addCompany(id); err != nil {
				return false, err
			}
		}
		return false, nil
	}
	folded := company.SearchedName(word)
	if folded == "" {
		return false, nil
	}
	for _, kind := range []int{store.Seller, store.Buyer} {
		found, count, err := w.q.SearchCompanies(w.by.Viewer, &store.CompanySearch{Kind: kind, IsOwn: true, NameFolded: folded,
			Limit: companiesMost})
		if err != nil {
			return false, err
		}
		isTooMany = isTooMany || count > companiesMost
		for i := range found {
			w.companies = append(w.companies, accessCompany{found[i].ID, disclosure.DisplayName(found[i].CompanyName, true),
				kind == store.Seller})
		}
	}
	if isTooMany = isTooMany || len(w.companies) > companiesMost; isTooMany {
		w.companies = nil
	}
	return isTooMany, nil
}

// addCompany adds a company of the actor's own by its id, once.
func (w *wanted) addCompany(id string) error {
	if slices.ContainsFunc(w.companies, func(c accessCompany) bool { return c.CompanyID == id }) {
		return nil
	}
	c, err := w.q.MaintainedCompany(w.by.Viewer, id)
	if err != nil {
		return err
	}
	d, err := w.q.CompanyDetails(id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	name := ""
	if d != nil {
		name = d.CompanyName
	}
	w.companies = append(w.companies, accessCompany{id, disclosure.DisplayName(name, true), c.Kind == store.Seller})
	return nil
}

// ofCases adds what is about the cases with a number: the ledger of a listing, or its lines of one negotiation; to the buyer's bank the
// opening of its buyer's name in that negotiation.
func (w *wanted) ofCases(prefix, end string) error {
	listings, negotiations, err := w.q.CasesNumbered(prefix, end)
	if err != nil {
		return err
	}
	for _, id := range listings {
		l, err := web.OwnListing(w.q, w.by, id, nil)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if err := w.addCompany(l.CompanyID); err != nil {
			return err
		}
		name := w.nameOf(l.CompanyID)
		if err := errors.Join(w.ofListing(l.ID, "", name), w.ownDeeds(accessCompany{l.CompanyID, name, true}, l.ID)); err != nil {
			return err
		}
	}
	for _, id := range negotiations {
		n, err := w.q.NegotiationRow(w.by.Viewer, id)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		bf, sf, err := w.q.StandsOn(w.by.Viewer, &n.Negotiation)
		if err != nil {
			return err
		}
		if sf {
			if err := w.addCompany(n.SellerCompanyID); err != nil {
				return err
			}
			if err := w.ofListing(n.ListingID, n.ID, w.nameOf(n.SellerCompanyID)); err != nil {
				return err
			}
		}
		if bf {
			if err := w.addCompany(n.BuyerCompanyID); err != nil {
				return err
			}
			if err := w.ofBuyer(n.BuyerCompanyID, n.ID, w.nameOf(n.BuyerCompanyID)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *wanted) nameOf(id string) string {
	for _, c := range w.companies {
		if c.CompanyID == id {
			return c.CompanyName
		}
	}
	return ""
}

// ofCompany adds all about a company of the actor's own.
func (w *wanted) ofCompany(c accessCompany) error {
	if !c.IsSeller {
		return errors.Join(w.ofBuyer(c.CompanyID, "", c.CompanyName), w.ownDeeds(c, ""))
	}
	ls, err := w.q.ListingsOfCompany(c.CompanyID)
	if err != nil {
		return err
	}
	for i := range ls {
		if err := w.ofListing(ls[i].ID, "", c.CompanyName); err != nil && !errors.Is(err, store.ErrNotFound) { // of before a change of charge
			return err
		}
	}
	return w.ownDeeds(c, "")
}

// ofListing adds the lines of a listing's ledger that bear the name, as the seller's bank reads them; of one negotiation where it is named.
func (w *wanted) ofListing(id, negotiationID, name string) error {
	told, err := listing.ReadLedger(w.q, w.by, id)
	if err != nil {
		return err
	}
	lines, err := w.q.LedgerOfListing(id)
	if err != nil {
		return err
	}
	for i := range lines {
		l, x := &lines[i], &told.LedgerList[i]
		if l.Level != int(disclosure.L4) || negotiationID != "" && l.NegotiationID != negotiationID || !w.isIn(l.At) {
			continue
		}
		row := accessRow{At: x.At, CompanyName: name, CaseNumber: web.CaseNumber("L", id), ReaderLabel: readerLabels[x.Reader],
			InstitutionName: x.InstitutionName, What: x.KindLabel, LevelLabel: x.LevelLabel, Subject: x.Subject, Basis: x.Basis}
		if x.Reader == "" {
			row.ReaderLabel = "買手側（名前が開示されました）"
			if x.BuyerNumber == 0 {
				row.ReaderLabel = "金融機関（名前が開示されました）"
			}
		}
		if x.BuyerNumber != 0 {
			row.ReaderName = fmt.Sprintf("買手%d　%s", x.BuyerNumber, x.BuyerName)
		}
		if x.Reader == listing.ReaderOwn {
			if row.ReaderName, err = issued.Name(w.q, l.UserID, w.by.Institution()); err != nil {
				return err
			}
		}
		w.rows = append(w.rows, row)
	}
	return nil
}

var readerLabels = map[string]string{listing.ReaderBuyer: "買手企業", listing.ReaderBank: "買手側の金融機関", listing.ReaderOwn: "担当の金融機関",
	listing.ReaderSurety: "保証先の金融機関", listing.ReaderOffice: web.AuditOffice}

// ofBuyer adds to whom an own buyer's name was opened by a request for a real-name negotiation. Who of the seller's bank read it then
// stands in that bank's log, which is its own.
func (w *wanted) ofBuyer(id, negotiationID, name string) error {
	lines, err := w.q.AskedNames(id, string(deal.MoveRequestRealName))
	if err != nil {
		return err
	}
	for i := range lines {
		h := &lines[i]
		if negotiationID != "" && h.NegotiationID != negotiationID || !w.isIn(h.At) {
			continue
		}
		n, err := w.q.NegotiationRow(w.by.Viewer, h.NegotiationID)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		d, err := negotiation.DealingOf(w.q, w.by, n)
		if err != nil {
			return err
		}
		if !d.IsBuyerSide() {
			continue
		}
		bank := ""
		if disclosure.KnowsSF(d.Level(), true) {
			bank = w.institutions[d.SFID]
		}
		w.rows = append(w.rows, accessRow{At: web.ServerTime(h.At), CompanyName: name, CaseNumber: web.CaseNumber("N", n.ID),
			ReaderLabel: "売手側の金融機関（名前が開示されました）", InstitutionName: bank, What: "実名交渉の申請", LevelLabel: disclosure.L4.Label(),
			Subject: "買手企業の名前", Basis: "買手の実名開示の同意"})
	}
	return nil
}

// ownDeeds adds what the institution's own users did with a company that it is in charge of, or with one listing of it.
func (w *wanted) ownDeeds(c accessCompany, listingID string) error {
	lines, err := w.q.OwnDeeds(w.by.Institution(), c.CompanyID)
	if err != nil {
		return err
	}
	names := map[string]string{}
	for i := range lines {
		l := &lines[i]
		if !w.isIn(l.At) || listingID != "" && l.SubjectID != listingID {
			continue
		}
		name, known := names[l.UserID]
		if !known {
			if name, err = issued.Name(w.q, l.UserID, w.by.Institution()); err != nil {
				return err
			}
			names[l.UserID] = cmp.Or(name, "いまは所属していない人")
			name = names[l.UserID]
		}
		number := ""
		if l.SubjectKind == "listing" {
			number = web.CaseNumber("L", l.SubjectID)
		}
		w.rows = append(w.rows, accessRow{At: web.ServerTime(l.At), CompanyName: c.CompanyName, CaseNumber: number, ReaderLabel: "自機関の利用者",
			ReaderName: name, InstitutionName: w.institutions[l.InstitutionID], What: audit.Label(l.Event), Basis: "担当する金融機関"})
	}
	return nil
}
