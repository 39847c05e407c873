// Package disclosure decides what a viewer may see: the level of a viewer on a listing, the view of
// an institution on a buyer, the allow-lists of the fields that a level opens, and the cut that
// removes all other fields from an answer. It is pure: no HTTP, no SQL, no clock.
//
// Sections cited are those of the specification ("SPEC 4") and of the domain
// design ("domain 3.5").
package disclosure
