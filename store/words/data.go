package words

import (
	"embed"
	"fmt"
	"strings"
	"sync"

	"tsunagu/store/master"
)

//go:embed data/*.tsv
var files embed.FS

// readTable are the rows of a table below its heading.
func readTable(name, heading string) (rows [][]string) {
	b, err := files.ReadFile("data/" + name)
	if err != nil {
		panic(fmt.Errorf("words: %w", err))
	}
	lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	if lines[0] != heading {
		panic("words: " + name + " has another heading")
	}
	columns := strings.Count(heading, "\t") + 1
	for i, line := range lines[1:] {
		row := strings.Split(line, "\t")
		if len(row) != columns {
			panic(fmt.Sprintf("words: %s, line %d has %d columns", name, i+2, len(row)))
		}
		rows = append(rows, row)
	}
	return rows
}

// Split are the words of a list as it is written: 老人ホーム、デイサービス.
func Split(list string) (out []string) {
	if list != "" {
		out = make([]string, 0, 1+strings.Count(list, "、"))
	}
	for word := range strings.SplitSeq(list, "、") {
		if word = strings.TrimSpace(word); word != "" {
			out = append(out, word)
		}
	}
	return out
}

// readGroups are the groups of the built-in dictionary as they are written.
func readGroups() (out []Group) {
	for _, r := range readTable("groups.tsv", "head\tsame\tnarrower\trelated\tclasses") {
		out = append(out, Group{Head: r[0], Same: Split(r[1]), Narrower: Split(r[2]), Related: Split(r[3]), Classes: Split(r[4])})
	}
	return out
}

// everywhere are folded words that say nothing of a business in a text, since texts of all businesses have them. They are searched as words
// like others, but stand for no concept.
var everywhere = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, r := range readTable("everywhere.tsv", "word\twhy") {
		out[master.Fold(r[0])] = true
	}
	return out
})

// Default is the built-in dictionary.
var Default = sync.OnceValue(func() *Dictionary { return (&Dictionary{}).With(readGroups()) })

// Neighbour is a small class that is near to another, and why, in words for a customer.
type Neighbour struct {
	Code, Why, Kind string // Kind: 顧客, 工程 or 供給
}

// relation is a row of related.tsv; it holds both ways.
type relation struct {
	code string
	Neighbour
}

func readRelations() (out []relation) {
	for _, r := range readTable("related.tsv", "code\tneighbour\twhy\tkind") {
		out = append(out, relation{r[0], Neighbour{r[1], r[2], r[3]}})
	}
	return out
}

var neighbours = sync.OnceValue(func() map[string][]Neighbour {
	out := map[string][]Neighbour{}
	for _, r := range readRelations() {
		out[r.code] = append(out[r.code], r.Neighbour)
		out[r.Code] = append(out[r.Code], Neighbour{r.code, r.Why, r.Kind})
	}
	return out
})

// Neighbours are the small classes near to one. The slice is shared and must not be changed.
func Neighbours(code string) []Neighbour { return neighbours()[code] }
