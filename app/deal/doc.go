// Package deal holds the rules of a deal: the states of listings, negotiations, offers, financing
// and registration, their tags, tasks and periods. It is pure: no HTTP, no SQL, no clock. Facts are
// passed in as plain values and decisions returned as values; the caller stores them.
//
// Sections cited are those of the specification ("SPEC 4") and of the domain design ("domain 3.5").
//
// Times are UTC instants; calendar dates are text (YYYY-MM-DD) of the day in Japan, which sorts as the days do. Exact amounts are 千円.
package deal
