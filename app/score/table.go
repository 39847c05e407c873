package score

import (
	"fmt"
	"slices"
	"strings"
)

// Table renders the weights of domain 8 as a section of Markdown, for reading and reviewing.
func Table() string {
	var b strings.Builder
	b.WriteString("\n## マッチングスコア (domain 8)\n\n| item | weight | partial |\n|---|---|---|\n")
	for _, w := range defaultWeights {
		var parts []string
		for name, points := range w.part {
			parts = append(parts, fmt.Sprintf("%s %d", name, points))
		}
		slices.Sort(parts)
		fmt.Fprintf(&b, "| %s | %d | %s |\n", w.label, w.max, strings.Join(parts, ", "))
	}
	return b.String()
}
