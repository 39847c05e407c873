package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tsunagu/store/index"
)

// described is all that the index says of each company.
func described(t *index.Table, s *scored) (out []string) {
	values := s.needValues.now()
	t.Rows().Each(func(slot uint32) {
		var of []string
		for column := range companyInts {
			of = append(of, fmt.Sprint(t.Int(column, slot)))
		}
		of = append(of, t.Text(0, slot))
		for field := uint8(companyInCharge); field <= needsPrice; field++ {
			for _, v := range slices.Sorted(slices.Values(t.Values(field))) {
				if t.Set(field, v).Has(slot) {
					of = append(of, fmt.Sprint(field, "=", v))
				}
			}
		}
		var needs []string
		index.Entries(s.needs.At(slot), scoredColumns, scoredSets, func(_ string, codes [][]uint32) {
			var need []string
			for column, of := range codes {
				for _, code := range of {
					need = append(need, fmt.Sprint(column, values[column][code]))
				}
			}
			slices.Sort(need)
			needs = append(needs, strings.Join(need, " "))
		})
		slices.Sort(needs)
		out = append(out, fmt.Sprint(slot, of, needs))
	})
	return out
}

// Companies read from their cards are those that the tables have, whatever has become of the cards.
func TestCompaniesOfCards(t *testing.T) {
	s, _, _ := keptWorld(t)
	var ids []string
	if err := s.Read(t.Context(), func(q *Q) (err error) {
		ids, err = codes[string](q, "SELECT id FROM company ORDER BY seq")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	people := int64(30)
	if err := s.Write(t.Context(), func(tx *Tx) error {
		for i, id := range ids[:9] {
			for n := range i % 4 {
				need := &Needs{ClientID: id, Title: "希望", AcquisitionPrice: n, AcquisitionPriceTo: i, Status: i % 3, NeedsLists: NeedsLists{
					AcquisitionIndustry: []string{"A01", "C09"}[:n%3], AcquisitionRegion: []string{"13"}, AcquisitionAsset: []int{i}}}
				if n == 1 {
					need.ManagersFrom = &people
				}
				if err := tx.CreateNeeds(need, ""); err != nil {
					return err
				}
			}
		}
		_, err := tx.exec("UPDATE company SET is_trial = 1, prefecture_code = '13', shown_modified = 0 WHERE id = ?", ids[2])
		return err
	}); err != nil {
		t.Fatal(err)
	}
	write := statements(t, s)
	var fromTables []string
	for _, x := range []struct {
		name, change string
		left         int // that have no card; -1 where a card cannot be read
	}{
		{"all right", "", 0},
		{"one gone", "DELETE FROM company_card WHERE seq = 3", 1},
		{"two of another program", "UPDATE company_card SET card = X'00000000' WHERE seq IN (5, 6)", 3},
		{"one of another company", "UPDATE company_card SET card = (SELECT card FROM company_card WHERE seq = 8) WHERE seq = 7", 4},
		{"one cut", "UPDATE company_card SET card = substr(card, 1, 30) WHERE seq = 9", 5},
		{"half of them gone", "DELETE FROM company_card WHERE seq % 2 = 0", 24},
		{"one with more than there is", "UPDATE company_card SET card = CAST(card || X'00' AS BLOB) WHERE seq = 1", -1},
		{"none", "DELETE FROM company_card", 40},
	} {
		if x.change != "" {
			write(x.change)
		}
		if err := s.Read(t.Context(), func(q *Q) error {
			fresh := func() *scored { return &scored{needValues: &scoredValues{}, needs: &index.Records{}} }
			if fromTables == nil {
				all, of := fresh(), &numbering{}
				table, _, err := q.loadCompanies(index.New(companySchema), nil, of, all, nil)
				if err != nil {
					return err
				}
				fromTables = described(table, all)
			}
			_, left, err := q.loadCompanyCards(&numbering{}, fresh(), len(ids))
			without := len(left)
			if err != nil {
				without = -1
			}
			if without != x.left {
				t.Errorf("%s: %d are without a card (%v)", x.name, without, err)
			}
			all, of := fresh(), &numbering{}
			table, err := q.loadAllCompanies(of, all)
			if err != nil {
				return err
			}
			if got := described(table, all); !slices.Equal(got, fromTables) {
				t.Errorf("%s:\n%.3000s\nthe tables have\n%.3000s", x.name, strings.Join(got, "\n"), strings.Join(fromTables, "\n"))
			}
			for i, id := range ids {
				if _, seq, err := of.find(id); err != nil || int(seq) != i+1 {
					t.Errorf("%s: the number of %s is %d: %v", x.name, id, seq, err)
				}
			}
			return nil
		}); err != nil {
			t.Errorf("%s: %v", x.name, err)
		}
	}
}
