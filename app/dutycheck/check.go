package dutycheck

import (
	"cmp"
	"errors"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/duty"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// Calls registers the list and its file. Both are an institution's administrator's alone: what a bank recorded, or did not, is nobody
// else's, the office's neither (compliance.md 1).
func (a Room) Calls() {
	const own = "自機関の売却案件と、自機関が知り得る交渉の自らの側。番号だけ"
	web.Add(a.Platform, web.OfficeCall("GET", "SearchDutyCheck", web.FAD, own, "点検表。案件ごとに、確認事項のどれが済み、何が足りないか"),
		func(r *web.Request, in *listQuery) (*checkList, error) {
			return web.Reading(r, func(q *store.Q) (*checkList, error) { return search(q, r.Actor, in) })
		})
	web.AddFile(a.Platform, web.OfficeCall("GET", "ExportDutyCheck", web.FAD, own, "点検表（Excel）。条件は一覧と同じ"),
		func(r *web.Request, in *conditions) (*web.Download, error) { return a.export(r, in) })
}

// row is a deal with where it stands, small: an institution can have some hundred thousand.
type row struct {
	seq, company uint32
	of           uint8
	status       uint8
	line         duty.Line
}

// found are the rows of the conditions in their order.
type found struct {
	rows             []row
	must, warn, soon int
	kinds            []deal.DutyKind
	today, soonEnd   string
}

const soonDays = 30

// find computes where every deal stands and keeps those that the conditions want.
func find(q *store.Q, by web.Actor, in *conditions) (*found, error) {
	if by.Role != deal.RoleFAD || by.Institution() == "" {
		return nil, store.ErrNotFound
	}
	s, err := in.search()
	if err != nil {
		return nil, err
	}
	out := &found{kinds: duty.Kinds(), today: q.Today(), soonEnd: deal.Date(q.Now().AddDate(0, 0, soonDays))}
	wanted := slices.Index(out.kinds, deal.DutyKind(in.Kind))
	if in.Kind != 0 && wanted < 0 {
		return out, nil
	}
	checker, err := duty.CheckerOf(q, by.Institution())
	if err != nil {
		return nil, err
	}
	s.BeganBefore = checker.TermsSince()
	err = q.DutyDeals(by.Viewer, s, func(d *store.DutyDeal) {
		x := row{seq: d.Seq, company: d.CompanySeq, of: uint8(d.Of), status: uint8(d.Status), line: checker.Line(d)}
		isSoon := x.line.Expiry >= out.today && x.line.Expiry <= out.soonEnd
		switch {
		case in.Kind != 0 && !x.line.Marks[wanted].IsLacking(),
			in.Lack == "any" && x.line.Lacking == 0,
			in.Lack == "must" && x.line.Level != deal.GateMust,
			in.Expiry == "soon" && !isSoon,
			in.Expiry == "past" && !x.isPast(out.today):
			return
		}
		switch x.line.Level {
		case deal.GateMust:
			out.must++
		case deal.GateWarn:
			out.warn++
		}
		if isSoon {
			out.soon++
		}
		out.rows = append(out.rows, x)
	})
	out.sort(in.Order)
	return out, err
}

// isPast says that something ended, as the administrator is told.
func (x *row) isPast(today string) bool {
	return x.line.Expiry != "" && x.line.Expiry < today || slices.ContainsFunc(x.line.Marks[:], duty.Mark.IsExpired)
}

// sort orders the rows; equal ones are negotiations before listings, and the newest first.
func (f *found) sort(order string) {
	newest := func(a, b *row) int {
		listing := int(store.InChargeOfListing)
		return cmp.Or(-cmp.Compare(min(int(a.of), listing+1), min(int(b.of), listing+1)), cmp.Compare(b.seq, a.seq), cmp.Compare(a.of, b.of))
	}
	by := func(a, b *row) int {
		return cmp.Or(cmp.Compare(b.line.Level, a.line.Level), cmp.Compare(bits.OnesCount16(b.line.Lacking), bits.OnesCount16(a.line.Lacking)))
	}
	switch order {
	case "new":
		by = func(*row, *row) int { return 0 }
	case "expiry":
		day := func(x *row) string { return cmp.Or(x.line.Expiry, "9999") }
		by = func(a, b *row) int { return cmp.Compare(day(a), day(b)) }
	}
	at := make([]int32, len(f.rows)) // numbers move faster than rows
	for i := range at {
		at[i] = int32(i)
	}
	slices.SortFunc(at, func(i, j int32) int {
		a, b := &f.rows[i], &f.rows[j]
		if c := by(a, b); c != 0 {
			return c
		}
		return newest(a, b)
	})
	sorted := make([]row, len(f.rows))
	for i, from := range at {
		sorted[i] = f.rows[from]
	}
	f.rows = sorted
}

// typedNumber is a case number as people type or paste it, folded: with its letter, a buyer's company also B as in some mails, or the
// eight characters by themselves.
var typedNumber = regexp.MustCompile(`(?:(?:^|[^0-9a-z])([nlcb]) ?[-ー]? ?|^-?)([0-9a-f]{8})(?:$|[^0-9a-z])`)

func (in *conditions) search() (*store.DutyDealSearch, error) {
	var c web.Check
	c.Text(in, "word", "番号", &in.Word, false)
	if err := c.Err(); err != nil {
		return nil, err
	}
	s := &store.DutyDealSearch{Class: in.State, Side: map[string]string{"bf": store.SideBF, "sf": store.SideSF}[in.Side]}
	switch in.PersonInCharge {
	case "none":
		s.IsNobodys = true
	default:
		s.PersonID = in.PersonInCharge
	}
	if in.Word != "" {
		s.Number = "none" // no number in it finds nothing
		if m := typedNumber.FindStringSubmatch(master.Fold(in.Word)); m != nil {
			s.Letter, s.Number = strings.ToUpper(strings.ReplaceAll(m[1], "b", "c")), m[2]
		}
	}
	return s, nil
}

func search(q *store.Q, by web.Actor, in *listQuery) (*checkList, error) {
	f, err := find(q, by, &in.conditions)
	if err != nil {
		return nil, err
	}
	out := &checkList{RowList: []checkRow{}, KindList: []checkKind{}, UserList: []checkUser{}, AllCount: len(f.rows), MustCount: f.must,
		WarnCount: f.warn, SoonCount: f.soon}
	for _, k := range f.kinds {
		out.KindList = append(out.KindList, checkKind{int(k), k.Label(), duty.IsPoisonous(k)})
	}
	users, err := q.UsersOf(by.Institution(), int(deal.RoleFIN))
	if err != nil {
		return nil, err
	}
	for i := range users {
		out.UserList = append(out.UserList, checkUser{users[i].ID, users[i].UserName})
	}
	page := in.Page()
	from := min(page.Offset, len(f.rows))
	out.RowList, err = f.told(q, by, f.rows[from:min(from+page.Limit, len(f.rows))])
	return out, err
}

// told are some rows as the administrator reads them.
func (f *found) told(q *store.Q, by web.Actor, rows []row) ([]checkRow, error) {
	seqs := map[store.InCharge][]uint32{}
	for i := range rows {
		of := store.InCharge(rows[i].of)
		seqs[of] = append(seqs[of], rows[i].seq)
		seqs[store.InChargeOfCompany] = append(seqs[store.InChargeOfCompany], rows[i].company)
	}
	ids, persons := map[store.InCharge]map[uint32]string{}, map[store.InCharge]map[uint32][]store.PersonInCharge{}
	for of, some := range seqs {
		var err, failed error
		ids[of], err = q.DutyDealIDs(of, some)
		persons[of], failed = q.PersonsInCharge(by.Viewer, of, some)
		if err = errors.Join(err, failed); err != nil {
			return nil, err
		}
	}
	out := make([]checkRow, 0, len(rows))
	for i := range rows {
		x := &rows[i]
		of := store.InCharge(x.of)
		told := checkRow{CaseNumber: web.CaseNumber(letterOf[of], ids[of][x.seq]),
			CompanyNumber: web.CaseNumber("C", ids[store.InChargeOfCompany][x.company]), SideLabel: sideLabel[of],
			StatusLabel: x.statusLabel(), Level: int(x.line.Level), MissingList: []string{}, Expiry: x.line.Expiry, IsPast: x.isPast(f.today)}
		for _, p := range persons[of][x.seq] {
			if p.IsMain {
				told.PersonName = p.UserName
			}
		}
		if x.line.HasNext {
			told.NextLabel = x.line.Next.Label()
		}
		if x.line.Level != deal.GateNone {
			told.LevelLabel = x.line.Level.Label()
		}
		for place, k := range f.kinds {
			m := x.line.Marks[place]
			told.StateList = append(told.StateList, checkState{m.State(), m.Label(k)})
			if x.line.Lacking&(1<<place) != 0 {
				told.MissingList = append(told.MissingList, k.Label())
			}
		}
		out = append(out, told)
	}
	return out, nil
}

var (
	letterOf  = map[store.InCharge]string{store.InChargeOfListing: "L", store.InChargeOfBF: "N", store.InChargeOfSF: "N"}
	sideLabel = map[store.InCharge]string{store.InChargeOfListing: "売手側（公開）", store.InChargeOfBF: "買手側", store.InChargeOfSF: "売手側"}
)

func (x *row) statusLabel() string {
	if store.InCharge(x.of) == store.InChargeOfListing {
		return deal.ListingStatus(x.status).Label()
	}
	return deal.NegotiationStatus(x.status).Label()
}
