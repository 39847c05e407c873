package draft

import (
	"fmt"
	"strings"

	"tsunagu/app/disclosure"
	"tsunagu/app/issued"
)

// Everything is a template with every field of the catalogue, each behind its name, and more if wanted.
func Everything(more ...string) []byte {
	var body []block
	for i := range groups {
		g := &groups[i]
		line := []string{}
		for j := range g.fields {
			line = append(line, g.fields[j].name+"={{"+g.fields[j].name+"}};")
		}
		if s := strings.Join(line, "　"); g.list != "" {
			body = append(body, text("{{#"+g.list+"}}"+s+"{{/"+g.list+"}}"))
		} else {
			body = append(body, text(s))
		}
	}
	for _, s := range more {
		body = append(body, text(s))
	}
	return document("すべて", "すべての項目", body)
}

// Document is a template with these paragraphs.
func Document(lines ...string) []byte {
	var body []block
	for _, s := range lines {
		body = append(body, text(s))
	}
	return document("試験", "試験の書式", body)
}

// SampleID is the id of the built-in template of a kind.
func SampleID(kind issued.Kind) string { return sampleID(kind) }

// FieldTable is each field with the levels at which a bank may have it, from the allow-lists.
func FieldTable() string {
	var b strings.Builder
	b.WriteString("list\tfield\tlevel\tview\n")
	for i := range groups {
		g := &groups[i]
		for j := range g.fields {
			f := &g.fields[j]
			level, view := f.opens()
			words := [2]string{"-", "-"}
			if level > disclosure.Hidden {
				words[0] = level.String()
			}
			if view > disclosure.BuyerHidden {
				words[1] = view.String()
			}
			if f.source == ofCustomer {
				words = [2]string{"own customer", "own customer"}
			}
			fmt.Fprintf(&b, "%s\t%s\t%s\t%s\n", g.list, f.name, words[0], words[1])
		}
	}
	return b.String()
}
