package dutycheck_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	listPath = "/api/Office/SearchDutyCheck"
	filePath = "/api/Office/ExportDutyCheck"
)

type body = map[string]any

// world is a network of some deals in many states, with duties in many states, which A, B and C recorded.
type world struct {
	*apptest.Talks
	office       map[string]*apptest.Caller // administrators, by bank
	desk         map[string]*apptest.Caller // who works there
	deals        []string                   // negotiations and listings
	negotiations int
}

// newWorld draws one. Its duties are written as a bank's calls would leave them.
func newWorld(t *testing.T, seed uint64) *world {
	t.Helper()
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	w := &world{Talks: tk, office: map[string]*apptest.Caller{}, desk: map[string]*apptest.Caller{"a": tk.FinA, "b": tk.FinB, "c": tk.FinC}}
	banks := map[string]string{"a": tk.AID, "b": tk.BID, "c": tk.InstitutionOf(tk.FinC)}
	for name, id := range banks {
		tk.User(deal.RoleFAD, id, "fad@"+name+".example.jp")
		w.office[name] = tk.SignInOffice("fad@" + name + ".example.jp")
	}
	r := rand.New(rand.NewPCG(seed, 1))
	draft, _ := tk.Draft(nil)
	listings := []string{tk.Listing, draft, tk.Published(nil)}
	tk.Write(func(tx *store.Tx) error { // what begins from now on is under other terms than what has begun
		return tx.AddPeriods(0, deal.FirstGates(), "")
	})
	tk.Clock.Add(5 * time.Minute)
	statuses := []deal.NegotiationStatus{0, 0, 1, 2, 2, 3, 4, 5, 5, 9, 9}
	for _, listing := range []string{listings[0], listings[2]} {
		for _, buyer := range []struct{ id, bank string }{
			{tk.BuyerA, tk.AID}, {tk.BuyerB, tk.BID}, {tk.RivalBuyer, tk.BID}, {tk.BuyerC, banks["c"]},
		} {
			status := statuses[r.IntN(len(statuses))]
			id := tk.Negotiation(listing, buyer.id, buyer.bank, status, r.IntN(2) == 0)
			w.negotiations++
			tk.Write(func(tx *store.Tx) error {
				n, err := tx.Negotiation(store.Viewer{InstitutionID: buyer.bank}, id)
				if err != nil {
					return err
				}
				n.SellerApprovalStatus = r.IntN(4)
				switch {
				case status == deal.NegotiationBroken && r.IntN(2) == 0:
					n.EndedFrom, n.StartedAt = 0, time.Time{}
				case status == deal.NegotiationBroken:
					n.EndedFrom = 1
				}
				if r.IntN(3) == 0 {
					n.OfferedAt = tx.Now()
				}
				if r.IntN(3) == 0 && !n.StartedAt.IsZero() {
					n.StartedAt = tx.Now().Add(-2 * time.Hour)
				}
				if err := tx.UpdateNegotiation(n, "", store.SideBuyer+store.SideBF+store.SideSF); err != nil {
					return err
				}
				if r.IntN(2) == 0 {
					return tx.PutMilestone(&store.Milestone{NegotiationID: id, Kind: int(deal.MilestoneContract), Date: "2026-11-20",
						Side: store.SideBF}, "")
				}
				return nil
			})
			w.deals = append(w.deals, id)
		}
	}
	w.deals = append(w.deals, listings...)
	w.record(r, banks)
	return w
}

// record writes duties, waivers and reports at random, each by the bank that could.
func (w *world) record(r *rand.Rand, banks map[string]string) {
	w.T.Helper()
	by := w.UserOf(w.FinA).ID
	days := []string{"", "", "2026-11-01", "2026-11-21", "2026-12-10", "2027-05-01"}
	var records []struct {
		bank string
		store.Record
	}
	w.Read(func(q *store.Q) error {
		for _, bank := range banks {
			v := store.Viewer{InstitutionID: bank}
			for _, id := range append([]string{w.BuyerA, w.BuyerB, w.RivalBuyer, w.BuyerC, w.Seller}, w.deals...) {
				for _, of := range store.InChargeKinds {
					if x, err := q.OwnRecord(v, of, id); err == nil {
						records = append(records, struct {
							bank string
							store.Record
						}{bank, x})
					}
				}
			}
		}
		return nil
	})
	last := map[string]*store.Duty{}
	for range 6 * len(records) {
		x := records[r.IntN(len(records))]
		w.Write(func(tx *store.Tx) error {
			if r.IntN(6) == 0 && x.Of != store.InChargeOfCompany {
				d := &store.DutyWaiver{InstitutionID: x.bank, Kind: 1 + r.IntN(14), Gate: r.IntN(6), Of: x.Of, RecordSeq: x.Seq, Reason: "急ぐ"}
				if err := tx.CreateDutyWaiver(d, by); err != nil || r.IntN(3) == 0 {
					return err
				}
				return tx.DecideDutyWaiver(d.ID, by, r.IntN(2) == 0)
			}
			d := &store.Duty{InstitutionID: x.bank, Kind: 1 + r.IntN(14), Of: x.Of, RecordSeq: x.Seq, Result: 1 + r.IntN(6)/4,
				PerformedOn: "2026-11-20",
				ValidUntil:  days[r.IntN(len(days))], Content: "{}", NeedsSecond: r.IntN(4) == 0}
			if r.IntN(3) == 0 && (d.Kind == int(deal.DutyAntisocial) || d.Kind == int(deal.DutyContactStop)) {
				d.Result = int(deal.DutyStops)
			}
			if d.Kind == int(deal.DutyBuyerReport) && x.Of == store.InChargeOfSF && r.IntN(2) == 0 {
				if told, err := tx.LastBuyerReport(x.Seq); err == nil {
					d.Content = `{"report":"` + told.ID + `"}`
				}
			}
			key := fmt.Sprint(x, d.Kind)
			if was := last[key]; was != nil {
				d.Replaces = &was.ID
			}
			if err := tx.CreateDuty(d, by); err != nil {
				return err
			}
			if last[key] = d; d.NeedsSecond && r.IntN(2) == 0 {
				return tx.ConfirmDuty(d.ID, by)
			}
			return nil
		})
		if r.IntN(20) == 0 {
			w.Write(func(tx *store.Tx) error {
				id := w.deals[r.IntN(w.negotiations)]
				report := &store.BuyerReport{NegotiationID: id, PerformedOn: "2026-11-20", Items: "{}"}
				if told, err := tx.BuyerReports(id); err == nil && len(told) > 0 {
					report.Replaces = &told[0].ID
				}
				return tx.CreateBuyerReport(report, by)
			})
		}
	}
}

// rows are all rows of an administrator's list.
func rows(c *apptest.Caller, query string) (out []body) {
	c.P.T.Helper()
	for _, x := range c.Get(listPath + "?limit=100&" + query).Want(200).JSON()["rowList"].([]any) {
		out = append(out, x.(body))
	}
	return out
}

func whole(n any) int { return int(n.(float64)) }

// expected is a row as the panel of the same deal tells it to somebody who works on it, of one of its sides.
func (w *world) expected(c *apptest.Caller, id string, side string, kinds []any) (out body, ok bool) {
	name, gates := "buyerNegotiationId", []int{0, 0, 0}
	switch side {
	case "買手側":
		gates = []int{int(deal.GateStart), int(deal.GateRequest), int(deal.GateContract)}
	case "売手側":
		gates = []int{int(deal.GateAsk), int(deal.GateApprove), int(deal.GateContract)}
	default:
		name = "sellerBusinessId"
	}
	r := c.Get("/api/Duty/GetDuties?" + name + "=" + id)
	if r.Status != 200 {
		return nil, false
	}
	panel, states := r.JSON(), map[int]body{}
	isBoth := strings.Contains(r.Body, "（買手側）")
	for _, x := range panel["dutyList"].([]any) {
		d := x.(body)
		of := map[int]string{2: "売手側", 3: "買手側", 4: "売手側"}[whole(d["record"])]
		if of == "" {
			of = map[any]string{"買手企業": "買手側", "売手企業": "売手側"}[d["recordName"]]
		}
		if name == "sellerBusinessId" || of == side {
			states[whole(d["kind"])] = d
		}
	}
	out = body{"stateList": []any{}, "nextLabel": nil, "level": 0.0, "missingList": []any{}}
	for _, x := range kinds {
		k := x.(body)
		d, is := states[whole(k["kind"])]
		row := body{"state": "", "label": "―"}
		if is {
			row = body{"state": d["state"], "label": d["stateLabel"]}
			if k["isPoisonous"] == true && d["state"] != "done" {
				row = body{"state": "open", "label": "未完了"}
			}
		}
		out["stateList"] = append(out["stateList"].([]any), row)
	}
	seen := 0
	for _, x := range panel["gateList"].([]any) {
		g := x.(body)
		if !slices.Contains(gates, whole(g["gate"])) {
			continue
		}
		if isBoth && side == "売手側" && whole(g["gate"]) == int(deal.GateContract) {
			if seen++; seen == 1 {
				continue // the buyer's side comes first
			}
		}
		out["nextLabel"], out["level"] = g["gateLabel"], g["level"]
		for _, m := range g["missingList"].([]any) {
			out["missingList"] = append(out["missingList"].([]any), m.(body)["kindLabel"])
		}
		break
	}
	return out, true
}

// The list says of every side of every deal exactly what the panel says to the bank's own clerk, and has no other row.
func TestDutyCheckEqualsThePanel(t *testing.T) {
	states, levels := map[string]int{}, map[float64]int{}
	for seed := range uint64(3) {
		w := newWorld(t, seed)
		for bank, office := range w.office {
			answer := office.Get(listPath + "?limit=100").Want(200).JSON()
			found := map[string]body{}
			for _, x := range answer["rowList"].([]any) {
				row := x.(body)
				found[row["caseNumber"].(string)+row["sideLabel"].(string)] = row
			}
			n := 0
			for i, id := range w.deals {
				letter, sides := "N", []string{"買手側", "売手側"}
				if i >= w.negotiations {
					letter, sides = "L", []string{"売手側（公開）"}
				}
				for _, side := range sides {
					row := found[web.CaseNumber(letter, id)+side]
					want, ok := w.expected(w.desk[bank], id, side, answer["kindList"].([]any))
					isOwn := ok && w.isOwnSide(w.desk[bank], id, side)
					if isOwn != (row != nil) {
						t.Errorf("world %d, %s: %s %s: row %v, panel %v", seed, bank, id, side, row != nil, isOwn)
					}
					if row == nil || !isOwn {
						continue
					}
					n++
					for key, value := range want {
						if !reflect.DeepEqual(row[key], value) {
							t.Errorf("world %d, %s, %s %s: %s\nlist  %v\npanel %v", seed, bank, id, side, key, row[key], value)
						}
					}
					levels[row["level"].(float64)]++
					for _, s := range row["stateList"].([]any) {
						states[s.(body)["state"].(string)]++
					}
				}
			}
			if n != whole(answer["allCount"]) || n != len(found) {
				t.Errorf("world %d, %s: %d rows, count %v, panels of %d sides", seed, bank, len(found), answer["allCount"], n)
			}
		}
		// The triggers kept what the list reads as it is read anew.
		for _, query := range []string{"SELECT * FROM duty_now EXCEPT SELECT * FROM duty_states",
			"SELECT * FROM duty_states EXCEPT SELECT * FROM duty_now"} {
			if n := w.Count("SELECT count(*) FROM (" + query + ")"); n != 0 {
				t.Errorf("%d rows of %s", n, query)
			}
		}
	}
	if len(states) < 8 || len(levels) < 3 {
		t.Errorf("states %v, levels %v", states, levels)
	}
}

// isOwnSide says that somebody works on a side of a deal.
func (w *world) isOwnSide(c *apptest.Caller, id, side string) (is bool) {
	of := map[string]store.InCharge{"買手側": store.InChargeOfBF, "売手側": store.InChargeOfSF, "売手側（公開）": store.InChargeOfListing}[side]
	w.Read(func(q *store.Q) error {
		_, err := q.OwnRecord(store.Viewer{InstitutionID: w.InstitutionOf(c)}, of, id)
		is = err == nil
		return nil
	})
	return is
}

// Each filter keeps the rows that it says, the counts are of these, pages are parts of the whole in its order.
func TestDutyCheckFilters(t *testing.T) {
	w := newWorld(t, 7)
	office := w.office["a"]
	answer := office.Get(listPath + "?limit=100").Want(200).JSON()
	all := rows(office, "")
	stateOf := func(row body, kind int) string {
		for i, k := range answer["kindList"].([]any) {
			if whole(k.(body)["kind"]) == kind {
				return row["stateList"].([]any)[i].(body)["state"].(string)
			}
		}
		return ""
	}
	expiry := func(row body) string { s, _ := row["expiry"].(string); return s }
	for query, is := range map[string]func(row body) bool{
		"side=bf":      func(row body) bool { return row["sideLabel"] == "買手側" },
		"side=sf":      func(row body) bool { return row["sideLabel"] != "買手側" },
		"state=signed": func(row body) bool { return row["statusLabel"] == "成約" || row["statusLabel"] == "成約済み" },
		"state=ended":  func(row body) bool { return row["statusLabel"] == "交渉終了" || row["statusLabel"] == "無効" },
		"state=live": func(row body) bool {
			return !slices.Contains([]any{"成約", "成約済み", "交渉終了", "無効"}, row["statusLabel"])
		},
		"lack=any":                              func(row body) bool { return len(row["missingList"].([]any)) > 0 },
		"lack=must":                             func(row body) bool { return whole(row["level"]) == 2 },
		"kind=6":                                func(row body) bool { return !slices.Contains([]string{"", "done", "none"}, stateOf(row, 6)) },
		"kind=1":                                func(row body) bool { return stateOf(row, 1) == "open" },
		"kind=11":                               func(row body) bool { return !slices.Contains([]string{"", "done", "none"}, stateOf(row, 11)) },
		"kind=99":                               func(body) bool { return false },
		"expiry=soon":                           func(row body) bool { return expiry(row) >= "2026-11-21" && expiry(row) <= "2026-12-21" },
		"expiry=past":                           func(row body) bool { return row["isPast"] == true },
		"personInCharge=" + w.UserOf(w.FinA).ID: func(row body) bool { return row["personName"] != nil },
		"personInCharge=none":                   func(row body) bool { return row["personName"] == nil },
		"personInCharge=" + w.UserOf(w.FinB).ID: func(body) bool { return false },
		"word=" + url.QueryEscape(web.CaseNumber("N", w.deals[1])): func(row body) bool {
			return row["caseNumber"] == web.CaseNumber("N", w.deals[1])
		},
		"word=" + url.QueryEscape(web.CaseNumber("C", w.Seller)): func(row body) bool {
			return row["companyNumber"] == web.CaseNumber("C", w.Seller)
		},
		"word=x": func(body) bool { return false },
	} {
		want := []any{}
		for _, row := range all {
			if is(row) {
				want = append(want, row["caseNumber"].(string)+row["sideLabel"].(string))
			}
		}
		got, must := []any{}, 0
		for _, row := range rows(office, query) {
			got = append(got, row["caseNumber"].(string)+row["sideLabel"].(string))
			if whole(row["level"]) == 2 {
				must++
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\ngot  %v\nwant %v", query, got, want)
		}
		counts := office.Get(listPath + "?limit=1&" + query).Want(200).JSON()
		if whole(counts["allCount"]) != len(want) || whole(counts["mustCount"]) != must || len(counts["rowList"].([]any)) != min(1, len(want)) {
			t.Errorf("%s: %v, want %d and %d", query, counts, len(want), must)
		}
	}
	for _, order := range []string{"lack", "expiry", "new"} {
		whole := rows(office, "order="+order)
		for i := range whole {
			one := office.Get(fmt.Sprintf("%s?order=%s&pageNumber=%d&limit=1", listPath, order, i+1)).Want(200).JSON()["rowList"].([]any)
			if len(one) != 1 || !reflect.DeepEqual(one[0], any(whole[i])) {
				t.Errorf("%s: page %d is %v", order, i, one)
			}
		}
		if order == "expiry" && !slices.IsSortedFunc(whole, func(a, b body) int { return strings.Compare(expiry(a)+"9", expiry(b)+"9") }) {
			t.Errorf("not by expiry: %v", whole)
		}
	}
}

// The list is an administrator's alone, and has no name of a customer; the office, a clerk and a buyer have none.
func TestDutyCheckIsTheAdministrators(t *testing.T) {
	w := newWorld(t, 3)
	w.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	adm := w.SignInOffice("office@n.example.jp")
	for _, path := range []string{listPath, filePath} {
		adm.Get(path).Want(400).Has("not_available")
		for _, c := range []*apptest.Caller{w.FinA, w.BuyB, w.Visitor()} {
			c.Get(path).Want(401)
		}
	}
	for _, c := range w.office {
		c.Get(listPath + "?limit=100").Want(200).HasNot(append(slices.Concat(apptest.SellerNames, apptest.BuyerNames), "急ぐ", "黒潮", "白嶺",
			"該当のため", "\"reason\"")...)
	}
}
