package words

import (
	"slices"
	"strings"

	"tsunagu/store/master"
)

// Asked is one word of a question, folded. In quotation marks it is asked for itself and not widened.
type Asked struct {
	Text    string
	IsExact bool
}

// Exactly are folded words, each asked for itself.
func Exactly(folded ...string) (out []Asked) {
	for _, word := range folded {
		out = append(out, Asked{word, true})
	}
	return out
}

// marks begin and end a quotation, as folding leaves them.
var marks = []struct{ begin, end string }{{`"`, `"`}, {"「", "」"}, {"『", "』"}, {"“", "”"}}

// Question splits what somebody typed into its words. A quotation begins with a word and may hold spaces; one that is not closed yet, since
// somebody still types it, goes to the end. A mark within a word is a character like others.
func Question(text string) (out []Asked) {
	rest := master.Fold(text)
	for rest = strings.TrimLeft(rest, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		word, isExact := "", false
		for _, m := range marks {
			if after, ok := strings.CutPrefix(rest, m.begin); ok {
				word, rest, _ = strings.Cut(after, m.end)
				isExact = true
				break
			}
		}
		if !isExact {
			word, rest, _ = strings.Cut(rest, " ")
		}
		if word = strings.TrimSpace(word); word != "" {
			out = append(out, Asked{word, isExact})
		}
	}
	return out
}

// Term is a word of a question with what is searched beside it: a text has the term if it contains any of the words, or has any of the
// concepts or deeds. The word itself is sought in all of a searchable text, what is beside it in what somebody wrote alone (Written).
type Term struct {
	Word  string
	Also  []string // with Both between two words that a text must have
	Kinds []int    // concepts, in ascending order
	Deeds []Deed
}

// Alternatives are those of the words beside the asked one: a row has the term if it has all words of any of them.
func (t Term) Alternatives() (out [][]string) {
	for _, word := range t.Also {
		out = append(out, strings.Split(word, Both))
	}
	return out
}

// IsIn says whether folded texts have all words of any of the alternatives, each in some text.
func IsIn(alternatives [][]string, texts ...string) bool {
	return slices.ContainsFunc(alternatives, func(all []string) bool {
		return !slices.ContainsFunc(all, func(word string) bool {
			return !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, word) })
		})
	})
}

// Terms widens the words of a question, but for the words that are switched off, however they are spelled.
func (d *Dictionary) Terms(asked []Asked, without []string) (out []Term) {
	for _, a := range asked {
		t := Term{Word: a.Text}
		if !a.IsExact {
			w := d.Widen(a.Text)
			t = w.term(without)
		}
		out = append(out, t)
	}
	return out
}

// Off says of a folded word whether it is among those that somebody switched off.
func Off(without []string) func(folded string) bool {
	off := map[string]bool{}
	for _, word := range without {
		off[master.Fold(word)] = true
	}
	return func(folded string) bool { return off[folded] }
}

// IsWidened says whether any of the terms is searched with more than its own word.
func IsWidened(terms []Term) bool {
	return slices.ContainsFunc(terms, func(t Term) bool { return len(t.Also)+len(t.Kinds)+len(t.Deeds) > 0 })
}

// Aside stands in a searchable text between what somebody wrote of a business and the names that its listing has beside it: of its classes,
// its place and what else was chosen. No folded text has it. What a word is widened by must stand in what was written: else カフェ would find
// each maker whose class is called 飲料・酒類・茶・コーヒー.
const Aside = "\n"

// Written is the part of a searchable text that somebody wrote.
func Written(text string) string {
	written, _, _ := strings.Cut(text, Aside)
	return written
}
