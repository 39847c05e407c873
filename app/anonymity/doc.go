// Package anonymity finds what would name a company in a text that readers get
// before the names are open: names of the company and its people, places,
// addresses, exact amounts, claims that fit one company alone. It also judges
// how many companies share what is published of one (k-anonymity). It is pure:
// no HTTP, no SQL, no clock, and it knows no other room.
//
// Sections cited are those of the domain design ("domain 3.3").
package anonymity
