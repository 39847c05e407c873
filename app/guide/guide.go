// Package guide holds the texts for those who run the platform: the guide, which the office reads
// in its console and on a terminal, and the licences of what the program is made of.
package guide

import _ "embed"

// Source is the guide in Markdown.
//
//go:embed guide.md
var Source string

// Licences is the list of the parts that the program is made of, with the texts of their licences.
//
//go:embed licences.txt
var Licences string
