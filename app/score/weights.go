package score

import (
	"fmt"

	"tsunagu/app/deal"
)

// Weights are the match score's weights in one version. The zero value is version 1, the table of
// domain 8; the office may set new ones, and every score uses the newest version.
type Weights struct {
	Version int
	Points  map[string]int // by the key of the item
}

// Key is a cache key that differs for different weights.
func (w Weights) Key() string { return fmt.Sprint(w.Points) }

// Item is an item of the match score with its weight.
type Item struct {
	Key   string
	Label string
	Max   int
}

// Max is the sum of all weights.
const Max = 100

// Items are the items in the order of the reasons, with these weights.
func (w Weights) Items() []Item {
	out := make([]Item, len(defaultWeights))
	for i, x := range defaultWeights {
		out[i] = Item{x.key, x.label, w.of(x).max}
	}
	return out
}

// bar is the least points of 業種 with which a listing can be おすすめ for a need that names industries: a neighbour's.
func (w Weights) bar() int { return w.of(defaultWeights[itemIndustry]).part["neighbour"] }

// Bar is for who adds a score up of its parts: a listing that is worth less than near beside what an unknown industry is worth has at most
// MostApart with a need that names industries.
func (w Weights) Bar() (near int) { return w.bar() - w.of(defaultWeights[itemIndustry]).max/2 }

// of is an item of the table with its weight from w; partial points are scaled with it. An item that was not there when the office set
// its weights, which were a hundred together, counts nothing until it sets new ones.
func (w Weights) of(x weight) weight {
	points := w.Points[x.key]
	if w.Points == nil || points == x.max {
		return x
	}
	part := make(map[string]int, len(x.part))
	for k, v := range x.part {
		part[k] = (v*points + x.max/2) / x.max
	}
	x.max, x.part = points, part
	return x
}

// CheckWeights says what is wrong with new weights: each item must occur once, none below zero, the
// sum must be a hundred.
func CheckWeights(points map[string]int) *deal.Refusal {
	total := 0
	for _, x := range defaultWeights {
		n, given := points[x.key]
		if !given || n < 0 || n > Max {
			return wrongWeights("「" + x.label + "」の重みを0から100までの整数で入力してください。")
		}
		total += n
	}
	if len(points) != len(defaultWeights) {
		return wrongWeights("重みの項目が正しくありません。画面を開き直してください。")
	}
	if total != Max {
		return wrongWeights(fmt.Sprintf("重みの合計を100にしてください（いまは%d）。", total))
	}
	return nil
}

func wrongWeights(detail string) *deal.Refusal {
	return &deal.Refusal{Code: deal.Invalid, Detail: detail, Field: "weightList"}
}
