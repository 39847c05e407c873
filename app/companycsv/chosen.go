package companycsv

import (
	"slices"
	"strings"
	"sync"

	"tsunagu/app/web"
	"tsunagu/store/master"
)

// maxJoined is how many words with separators between them are tried as one name. The longest name of a list has six.
const maxJoined = 8

// chosen are the values of a list that a cell names, in any order and with any separators. Names have separators in them
// (漁業・水産養殖業), so of joined words the longest run that is a value is taken first. unknown is the first word that is
// none.
func chosen[T comparable](cell string, known func(word string) (T, bool)) (out []T, unknown string) {
	var words [][2]int // where each begins and ends
	at := 0
	for _, s := range append(codeSeparators.FindAllStringIndex(cell, -1), []int{len(cell), len(cell)}) {
		if s[0] > at {
			words = append(words, [2]int{at, s[0]})
		}
		at = s[1]
	}
next:
	for i := 0; i < len(words); {
		for j := min(i+maxJoined, len(words)) - 1; j >= i; j-- {
			if v, ok := known(cell[words[i][0]:words[j][1]]); ok {
				if !slices.Contains(out, v) {
					out = append(out, v)
				}
				i = j + 1
				continue next
			}
		}
		return nil, cell[words[i][0]:words[i][1]]
	}
	return out, ""
}

// names are the keys of a list by its names in the form in which names are compared; with a name that ends in an explanation
// (飲食店（…）), also by the name alone. One that two have is none.
type names[T comparable] map[string]T

func (n names[T]) add(name string, value T) {
	short, _, _ := strings.Cut(name, "（")
	for _, s := range []string{name, short} {
		var none T
		if was, ok := n[bareHeader(s)]; ok && was != value {
			n[bareHeader(s)] = none
			continue
		}
		n[bareHeader(s)] = value
	}
}

func (n names[T]) find(name string) (value T, ok bool) {
	value = n[bareHeader(name)]
	var none T
	return value, value != none
}

var industryNames = sync.OnceValue(func() names[string] {
	out := names[string]{}
	for _, large := range master.Industries() {
		for _, small := range large.Small {
			out.add(small.Name, small.Code)
		}
	}
	return out
})

// industriesOf are the codes of small classes that a cell names, by code (13015, 13-015) or by name.
func industriesOf(s string) ([]string, string) {
	codes, unknown := chosen(tidyCode(s), func(word string) (string, bool) {
		code := word
		if len(word) == 6 && word[2] == '-' { // 13-015
			code = word[:2] + word[3:]
		}
		if _, ok := master.FindIndustry(code); ok {
			return code, true
		}
		return industryNames().find(word)
	})
	if unknown != "" {
		return nil, whyNoIndustry(unknown)
	}
	return codes, ""
}

// whyNoIndustry says what a word is that names no small class, if it can be told: which class it belongs to is for the
// file's owner to decide.
func whyNoIndustry(word string) string {
	shown, folded := "「"+web.Truncate(word, 20)+"」", bareHeader(word)
	var near []string
	for _, large := range master.Industries() {
		isLarge := bareHeader(large.Name) == folded
		for _, small := range large.Small {
			if isLarge || slices.ContainsFunc(strings.Split(small.Examples, "、"), func(e string) bool { return bareHeader(e) == folded }) {
				near = append(near, small.Code+" "+small.Name)
			}
		}
	}
	if len(near) == 0 {
		return "業種" + shown + "はありません。業種の一覧にある5桁のコードか、業種の名前を入力してください。"
	}
	more := ""
	if len(near) > 5 {
		near, more = near[:5], "など"
	}
	return shown + "は業種の一覧の名前ではありません。" + strings.Join(near, "、") + more + "のどれにあたるか決めて、コードか名前で入力してください。"
}
