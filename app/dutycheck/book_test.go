package dutycheck_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// What another bank records, and what became of a deal before the seller's bank may know, changes nothing in the list.
func TestDutyCheckTellsNothingOfOthers(t *testing.T) {
	var told [2]string
	for i := range told {
		tk := apptest.NewTalks(apptest.NewPlatform(t))
		tk.User(deal.RoleFAD, tk.AID, "fad@a.example.jp")
		interest := tk.Negotiation(tk.Listing, tk.RivalBuyer, tk.BID, deal.NegotiationNone, false)
		offered := tk.Negotiation(tk.Listing, tk.BuyerC, tk.InstitutionOf(tk.FinC), deal.NegotiationNone, false)
		running := tk.Started()
		tk.Write(func(tx *store.Tx) error {
			n, err := tx.Negotiation(store.Viewer{InstitutionID: tk.InstitutionOf(tk.FinC)}, offered)
			if err != nil {
				return err
			}
			n.OfferedAt = tx.Now()
			if i == 1 {
				n.Status, n.EndedFrom = int(deal.NegotiationBroken), int(deal.NegotiationNone)
			}
			if err := tx.UpdateNegotiation(n, "", store.SideBuyer+store.SideBF); err != nil || i == 0 {
				return err
			}
			n, err = tx.Negotiation(store.Viewer{InstitutionID: tk.BID}, interest)
			if err != nil {
				return err
			}
			n.Status = int(deal.NegotiationBroken)
			if err := tx.UpdateNegotiation(n, "", store.SideBuyer+store.SideBF); err != nil {
				return err
			}
			for _, of := range []store.InCharge{store.InChargeOfCompany, store.InChargeOfBF} {
				id := map[store.InCharge]string{store.InChargeOfCompany: tk.BuyerB, store.InChargeOfBF: running}[of]
				record, err := tx.OwnRecord(store.Viewer{InstitutionID: tk.BID}, of, id)
				if err != nil {
					return err
				}
				for kind := range 14 {
					if err := tx.CreateDuty(&store.Duty{InstitutionID: tk.BID, Kind: kind + 1, Of: of, RecordSeq: record.Seq, Result: 1 + kind%3,
						PerformedOn: "2026-11-20", Content: "{}"}, ""); err != nil {
						return err
					}
				}
			}
			return nil
		})
		office, text := tk.SignInOffice("fad@a.example.jp"), ""
		for _, query := range []string{"", "state=live", "state=ended", "lack=any", "lack=must", "kind=9", "expiry=past", "order=new"} {
			list := office.Get(listPath + "?limit=100&" + query).Want(200)
			answer := list.JSON()
			answer["userList"] = nil
			for j, row := range answer["rowList"].([]any) { // the numbers are drawn anew in each world
				row.(body)["caseNumber"], row.(body)["companyNumber"] = j, ""
			}
			text += fmt.Sprintln(query, answer)
		}
		if told[i] = text; strings.Count(office.Get(listPath+"?limit=100").Body, web.CaseNumber("N", interest)) != 0 {
			t.Error("an interest that the seller's bank does not know is in its list")
		}
	}
	if told[0] != told[1] {
		t.Errorf("two worlds differ:\n%s\n%s", told[0], told[1])
	}
}

// The workbook has the rows of the list under the same conditions, says what its words mean, and leaves a line that the office does not
// read.
func TestDutyCheckBook(t *testing.T) {
	w := newWorld(t, 5)
	for _, query := range []string{"", "lack=any&side=sf&state=live&order=expiry&personInCharge=none", "word=none"} {
		list := rows(w.office["a"], query)
		r := w.office["a"].Get(filePath + "?" + query).Want(200)
		f, err := excelize.OpenReader(strings.NewReader(r.Body))
		if err != nil {
			t.Fatal(err)
		}
		cells, err := f.GetRows("点検表")
		if err != nil {
			t.Fatal(err)
		}
		if len(cells) != 3+len(list) {
			t.Fatalf("%s: %d rows for %d", query, len(cells), len(list))
		}
		for i, row := range list {
			cell := cells[3+i]
			states := []string{}
			for _, s := range row["stateList"].([]any) {
				states = append(states, s.(body)["label"].(string))
			}
			if cell[0] != row["caseNumber"] || cell[2] != row["sideLabel"] || cell[3] != row["statusLabel"] ||
				cell[7] != fmt.Sprint(len(row["missingList"].([]any))) || !slices.Equal(cell[10:], states) {
				t.Errorf("%s: %v\nlist %v", query, cell, row)
			}
		}
		words, err := f.GetRows("読み方")
		if err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprint(words)
		for _, want := range []string{"作成した人", "作成した日時", "未実施", "法令や規則が守られていることを示すものではありません", "反社照会、買手調査、特定事業者リスト照会"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %s", query, want, text)
			}
		}
		if isSaid := strings.Contains(text, "必須か警告が足りない") && strings.Contains(text, "主担当のいないもの"); isSaid != (len(query) > 20) {
			t.Errorf("%s: conditions in %s", query, text)
		}
	}
	w.office["a"].Get("/api/Office/GetAuditList?limit=100").Want(200).Has("duty_list_exported", "点検表")
	w.office["b"].Get("/api/Office/GetAuditList?limit=100").Want(200).HasNot("duty_list_exported")
	w.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := w.SignInOffice("office@n.example.jp")
	office.Get("/api/Office/GetAuditList?limit=100").Want(200).HasNot("duty_list_exported", "点検表")
}
