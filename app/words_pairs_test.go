package app_test

import (
	"encoding/csv"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/store"
	"tsunagu/store/master"
)

// heldOut reads a file of testdata/words, without its heading.
func heldOut(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open(apptest.InRepository("testdata/words/" + name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// The lists of pairs: the first two are taken as seen while the dictionary is tuned, the third was not,
// so only the third is a judgement.
const (
	pairsSeen       = "pairs.tsv"
	pairsSeenSecond = "pairs_second.tsv"
	pairsUnseen     = "pairs_third.tsv"
)

// wordPair is a line of a list of pairs: who asks for a word must find the text, or must not.
type wordPair struct{ kind, class, asked, text, why string }

func wordPairs(t *testing.T, name string) (out []wordPair) {
	t.Helper()
	for _, r := range heldOut(t, name) {
		out = append(out, wordPair{r[0], r[1], r[2], r[3], r[4]})
	}
	return out
}

// showTexts publishes a listing for each text; it has nothing else in which a word could be found.
func showTexts(m *apptest.Marketplace, ps []wordPair) (ids []string) {
	m.Write(func(tx *store.Tx) error {
		for _, p := range ps {
			c := &store.ListingContent{Description: p.text, StartDate: deal.AddDays(tx.Now(), -1), DueDate: deal.AddDays(tx.Now(), 100)}
			c.FreeTextFolded = listing.SearchText(c)
			l := &store.Listing{CompanyID: m.Seller, InstitutionID: m.AID, Status: int(deal.ListingShowing), PublishedAt: tx.Now(),
				ApprovedAt: tx.Now()}
			if err := tx.CreateListing(l, c, ""); err != nil {
				return err
			}
			if err := tx.PutListingContent(l.ID, store.Published, c); err != nil {
				return err
			}
			ids = append(ids, l.ID)
		}
		return nil
	})
	return ids
}

// The least share of the unseen pairs that must be found, and the most of those that must not, in percent. 95 and 8.3 on the day it was
// measured; 5 of those that must not are the goal (testdata/words/README.md).
const (
	pairsFound    = 90
	pairsMistaken = 9
)

// Of the pairs that nobody saw who tunes the dictionary, most are found, by a buyer and by a bank, and
// hardly any of those that only look alike. Of those that were seen, the figures are printed.
func TestPairsAreFound(t *testing.T) {
	for _, name := range []string{pairsSeen, pairsSeenSecond, pairsUnseen} {
		t.Run(name, func(t *testing.T) {
			found, of := measurePairs(t, wordPairs(t, name), name != pairsUnseen)
			if name != pairsUnseen {
				return
			}
			if found["must"]*100 < pairsFound*of["must"] {
				t.Errorf("%d of %d pairs found, want %d%%", found["must"], of["must"], pairsFound)
			}
			if found["not"]*100 > pairsMistaken*of["not"] {
				t.Errorf("%d of %d found that must not be, want at most %d%%", found["not"], of["not"], pairsMistaken)
			}
		})
	}
}

// measurePairs searches for each pair among the texts of its list, prints the shares and what was
// missed, and returns by kind how many were found and how many there are.
func measurePairs(t *testing.T, pairs []wordPair, isSeen bool) (found, of map[string]int) {
	t.Helper()
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	ids := showTexts(m, pairs)
	if shown := m.BuyB.Search(""); len(shown) != len(pairs) {
		t.Fatalf("%d of %d texts are shown", len(shown), len(pairs))
	}
	found, of = map[string]int{}, map[string]int{}
	byClass, ofClass := map[string]int{}, map[string]int{}
	var missed, mistaken []string
	named := 0 // texts that their class's name alone, written beside them, would let be found
	for i, p := range pairs {
		query := "freeWord=" + url.QueryEscape(p.asked)
		got := m.BuyB.Search(query)
		if bank := m.FinB.Search(query); len(bank) != len(got) {
			t.Errorf("%s: a bank finds %d, a buyer %d", p.asked, len(bank), len(got))
		}
		is := slices.Contains(got, ids[i])
		if strings.Contains(listing.SearchText(&store.ListingContent{Description: p.text, ListingLists: store.ListingLists{
			IndustryTypes: []string{p.class}}}), master.Fold(p.asked)) && p.kind == "must" {
			named++
		}
		of[p.kind]++
		if p.kind == "must" {
			ofClass[p.class[:2]]++
		}
		switch {
		case is && p.kind == "must":
			byClass[p.class[:2]]++
			found[p.kind]++
		case is:
			found[p.kind]++
			mistaken = append(mistaken, fmt.Sprintf("%s: %s (%s)", p.asked, p.text, p.why))
		case p.kind == "must":
			missed = append(missed, fmt.Sprintf("%s %s: %s (%s)", p.class, p.asked, p.text, p.why))
		}
	}
	for _, large := range master.Industries() {
		t.Logf("%s %s: %d of %d", large.Code, large.Name, byClass[large.Code], ofClass[large.Code])
	}
	t.Logf("must: %d of %d found (%.1f%%); not: %d of %d found (%.1f%%)", found["must"], of["must"],
		100*float64(found["must"])/float64(of["must"]), found["not"], of["not"], 100*float64(found["not"])/float64(of["not"]))
	t.Logf("%d of the texts are found by exact words where the listing has its class", named)
	if isSeen { // who reads those of a list that nobody saw has seen it
		t.Logf("missed:\n%s", strings.Join(missed, "\n"))
		t.Logf("mistaken:\n%s", strings.Join(mistaken, "\n"))
	}
	return found, of
}

// All lists are what their page says: 200 pairs by the rule of classes and 60 that must not be found,
// none of which contains its word by itself, and no word or text of one stands in another.
func TestPairsAreFair(t *testing.T) {
	asked, texts := map[string]string{}, map[string]bool{}
	for _, name := range []string{pairsSeen, pairsSeenSecond, pairsUnseen} {
		t.Run(name, func(t *testing.T) {
			of, perClass := map[string]int{}, map[string]int{}
			for _, p := range wordPairs(t, name) {
				of[p.kind]++
				perClass[p.class]++
				word, text := master.Fold(p.asked), master.Fold(p.text)
				if strings.Contains(text, word) {
					t.Errorf("%q stands in %q", p.asked, p.text)
				}
				if n := len([]rune(p.text)); n < 15 || n > 60 {
					t.Errorf("%q has %d characters", p.text, n)
				}
				if len([]rune(word)) < 2 || p.why == "" || texts[text] {
					t.Errorf("%+v: a word of one character, no reason, or a text twice", p)
				}
				if other := asked[word]; other != "" && other != name {
					t.Errorf("%q is asked in %s too", p.asked, other)
				}
				asked[word], texts[text] = name, true
			}
			if of["must"] != 200 || of["not"] != 60 || len(of) != 2 {
				t.Errorf("%v pairs", of)
			}
			n := 0
			for _, large := range master.Industries() {
				for _, x := range large.Small {
					want := 2
					if n++; n%3 == 0 && n <= 78 {
						want = 3
					}
					if perClass[x.Code] != want {
						t.Errorf("%s has %d pairs, want %d", x.Code, perClass[x.Code], want)
					}
				}
			}
		})
	}
}
