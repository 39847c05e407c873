package company

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// Called is a company of the actor's bank that the search box finds by a name: its own, or that of somebody of it.
type Called struct {
	CompanyID   string
	Name        string
	StatusLabel string // none for a seller in use: what is shown to others is its listings
	Detail      string // by whom it was found, with what he is, or its 顧客番号; "" where its own name is what was typed
}

// FindCalled are the sellers or buyers in charge of the actor's bank that are called so, at most limit of them, and whether
// there are more. The company with this 顧客番号 comes first, then those whose own name it is.
func FindCalled(q *store.Q, by web.Actor, kind int, typed string, limit int) (out []Called, isMore bool, err error) {
	if by.Viewer.IsBuyer() {
		return nil, false, nil
	}
	numbered, err := q.CompaniesNumbered(by.Viewer, kind, strings.TrimSpace(norm.NFKC.String(typed)), limit)
	if err != nil {
		return nil, false, err
	}
	for _, c := range numbered {
		out = append(out, Called{c.ID, disclosure.DisplayName(c.Name, true), calledStatus(kind, c.Status), "顧客番号 " + c.Number})
	}
	isNamed := func(id string) bool {
		return slices.ContainsFunc(out, func(c Called) bool { return c.CompanyID == id })
	}
	if folded := SearchedName(typed); folded != "" {
		found, count, err := q.SearchCompanies(by.Viewer, &store.CompanySearch{Kind: kind, IsOwn: true, NameFolded: folded, Limit: limit})
		if err != nil {
			return nil, false, err
		}
		isMore = count > len(found)
		for i := range found {
			c := &found[i]
			if len(out) == limit {
				isMore = true
				break
			}
			if isNamed(c.ID) {
				continue
			}
			out = append(out, Called{c.ID, disclosure.DisplayName(c.CompanyName, true), calledStatus(kind, c.Status), ""})
		}
	}
	people, err := q.CompaniesOfPerson(by.Viewer, kind, spellings(typed), 4*limit) // some are of companies that are there already
	if err != nil {
		return nil, false, err
	}
	for _, p := range people {
		if isNamed(p.CompanyID) {
			continue
		}
		if len(out) == limit {
			return out, true, nil
		}
		whose := "担当者 "
		if p.IsHead {
			whose = "代表者 "
		}
		out = append(out, Called{p.CompanyID, disclosure.DisplayName(p.Name, true), calledStatus(kind, p.Status), whose + p.Person})
	}
	return out, isMore || len(people) == 4*limit, nil
}

func calledStatus(kind, status int) string {
	if s := deal.CompanyStatus(status); kind != store.Seller || s != deal.CompanyEnabled {
		return s.Label()
	}
	return ""
}

// spellings are how a person's name that was typed may stand in the database, without its spaces: as typed, with the usual
// characters for their variants, and in katakana, in which readings are kept. One character says nobody's name.
func spellings(typed string) []string {
	bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
	folded := bare(master.Fold(typed))
	if utf8.RuneCountInString(folded) < 2 {
		return nil
	}
	katakana := strings.Map(func(r rune) rune {
		if r >= 'ぁ' && r <= 'ゔ' {
			return r + 'ァ' - 'ぁ'
		}
		return r
	}, folded)
	out := []string{bare(typed), folded, katakana}
	slices.Sort(out)
	return slices.Compact(out)
}
