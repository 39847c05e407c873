package memorandum

import (
	"slices"

	"tsunagu/app/disclosure"
)

// standard is a section of the standard set, in the field's order.
type standard struct {
	key, heading string
	part         disclosure.Part
	field        string // of the listing, whose allow-list says from when something of this kind may be shown at all; "" for none
}

var standards = []standard{
	{"outline", "会社の概要", disclosure.Overview, "description"},
	{"history", "沿革", 0, ""},
	{"business", "事業の内容", disclosure.Overview, "description"},
	{"products", "製品・サービスと強み", disclosure.Details, "advantage"},
	{"customers", "取引先と仕入先", disclosure.Details, "targetCustomers"},
	{"people", "従業員と組織", disclosure.Overview, "numberOfManagers"},
	{"property", "設備と不動産", 0, ""},
	{"finance", "財務の状況", disclosure.Details, "amountOfSalesBand"},
	{"outlook", "今後の見通し", 0, ""},
	{"terms", "譲渡の理由と希望する条件", disclosure.Details, "assignmentReason"},
}

// The levels at which a memorandum is shown: a buyer reads papers from the anonymous negotiation on.
var levels = []disclosure.Level{disclosure.L2, disclosure.L3, disclosure.L4}

// unlisted is the level from which something may be shown that no field of a listing stands for.
const unlisted = disclosure.L3

func standardOf(key string) *standard {
	if i := slices.IndexFunc(standards, func(s standard) bool { return s.key == key }); i >= 0 {
		return &standards[i]
	}
	return nil
}

// floor is the earliest level of a section (domain.md 3.5); s is nil for an own one.
func (s *standard) floor() disclosure.Level {
	if s == nil || s.field == "" {
		return unlisted
	}
	return max(disclosure.L2, disclosure.OpensAt(s.part, s.field))
}

// figuresFloor is the earliest level of the figures, as bands.
func figuresFloor() disclosure.Level {
	return disclosure.OpensAt(disclosure.Details, "amountOfSalesBand")
}

// areExact says whether a level has amounts, and not bands.
func areExact(l disclosure.Level) bool { return disclosure.AmountsAt(l) == disclosure.AmountExact }

// opensNames says whether the company's names are open at a level.
func opensNames(l disclosure.Level) bool {
	return disclosure.AllowedListing(disclosure.Details, "companyName", l, false)
}

// headingOf is what stands above a section.
func (x *MemorandumSection) headingOf() string {
	if s := standardOf(x.Key); s != nil {
		return s.heading
	}
	return x.Heading
}
