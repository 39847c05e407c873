package words

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"tsunagu/store/master"
)

// classesNamed are the classes of industries by the parts of their names and examples, folded: 医療・福祉 by 医療, by 福祉 and as a whole.
var classesNamed = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	add := func(code, text string) {
		isMark := func(r rune) bool { return strings.ContainsRune("・、（）()", r) }
		for _, part := range append(strings.FieldsFunc(text, isMark), text) {
			folded := master.Fold(part)
			for _, name := range []string{folded, strings.TrimSuffix(strings.TrimSuffix(folded, "業"), "製造")} {
				if utf8.RuneCountInString(name) >= 2 && !strings.HasPrefix(name, "その他") && !slices.Contains(out[name], code) {
					out[name] = append(out[name], code)
				}
			}
		}
	}
	for _, large := range master.Industries() {
		add(large.Code, large.Name)
		for _, small := range large.Small {
			add(small.Code, small.Name)
			add(small.Code, small.Examples)
		}
	}
	return out
})

// classesMost bounds how many classes are offered for one word.
const classesMost = 5

// Offered are the classes whose filter is offered to who asks for a word: those whose name it is, then those of its group.
func (w *Widened) Offered() (codes []string) {
	for _, name := range []string{w.Word, strings.TrimSuffix(w.Word, "業")} {
		for _, code := range slices.Concat(classesNamed()[name], w.Classes) {
			if !slices.Contains(codes, code) {
				codes = append(codes, code)
			}
		}
	}
	return codes[:min(len(codes), classesMost)]
}
