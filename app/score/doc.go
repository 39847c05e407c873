// Package score is the match score: how well a listing fits a need, 0 to 100, with a reason for
// each item (domain 8). It is pure: no HTTP, no SQL, no clock. Of a listing it uses only what
// everybody may see.
package score
