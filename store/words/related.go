package words

import "slices"

// Beside says whether a small class is a neighbour of another one, and why, in words for a customer.
func Beside(a, b string) (why string, ok bool) {
	all := Neighbours(a)
	if i := slices.IndexFunc(all, func(n Neighbour) bool { return n.Code == b }); i >= 0 {
		return all[i].Why, true
	}
	return "", false
}
