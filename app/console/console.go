// Package console is what the rooms of the console have in common: whose records an actor manages, and codes with their
// labels.
package console

import (
	"strconv"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Managed returns whose records the actor manages: institution "" means all; own limits them to
// users of the institution itself. An administrator without an institution manages nothing.
func Managed(b web.Actor) (institution string, own bool, err error) {
	switch {
	case b.Role == deal.RoleADM:
		return "", false, nil
	case b.Role == deal.RoleFAD && b.Institution() != "":
		return b.Institution(), true, nil
	}
	return "", false, store.ErrNotFound
}

// OfficeCode is a code of the console with its Japanese label.
type OfficeCode struct {
	Code  string `json:"code"`
	Label string `json:"label"`
}

// LabelOf is a code's label, or the code itself where it has none.
func LabelOf(codes []OfficeCode, code string) string {
	for _, c := range codes {
		if c.Code == code {
			return c.Label
		}
	}
	return code
}

// OptionalInt reads an optional number of a query; nil means "all". The call's schema has already
// refused everything that is no number.
func OptionalInt(s string) *int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return nil
	}
	return &n
}
