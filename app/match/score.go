package match

import (
	"tsunagu/app/score"
	"tsunagu/store/master"
	"tsunagu/store/words"
)

// ScoreNames gives the masters' names to the reasons of a score.
var ScoreNames = score.Names{
	Industry: func(code string) string {
		if l, ok := master.FindLarge(code); ok {
			return l.Name
		}
		s, _ := master.FindIndustry(code)
		return s.Name
	},
	Region:     func(key int) string { return master.ItemLabel(master.RegionItems, key) },
	Prefecture: func(code string) string { p, _ := master.FindPrefecture(code); return p.Name },
	RegionOf:   RegionOf,
	Sales:      func(key int) string { return master.ItemLabel(master.SalesAmount, key) },
	Asset:      func(key int) string { return master.ItemLabel(master.SalesAssets, key) },
	Scheme:     func(key int) string { return master.ItemLabel(master.NegotiationTargets, key) },
	Concept:    words.ConceptName,
	Neighbour:  words.Beside,
	Meeting: func(wanted, said int) score.Meeting {
		switch words.Meet(wanted, said) {
		case words.Meets:
			return score.Meets
		case words.Near:
			return score.Near
		}
		return score.Apart
	},
}
