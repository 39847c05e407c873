package vocabulary

import (
	"slices"
	"unicode/utf8"

	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
	"tsunagu/store/words"
)

const (
	wordsMost   = 10  // of one question
	withoutMost = 400 // switched off: every alternate of each of them
	withoutLong = 40
)

// Widened is a word of a question and what the dictionary says of it. It hangs on the word and the dictionary
// alone, never on what is found.
type Widened struct {
	Word         string         `json:"word" doc:"入力された言葉。検索で比べる形（かな・英字の大小・全角半角をそろえたもの）"`
	SameList     []string       `json:"sameList" doc:"いっしょに探した、同じ意味の言葉"`
	NarrowerList []string       `json:"narrowerList" doc:"いっしょに探した、その種類の言葉"`
	OtherCount   int            `json:"otherCount,omitempty" doc:"そのほかの種類の言葉の数。多いので一つずつは示さず、書かれている事業の内容からまとめて探す"`
	OtherKey     string         `json:"otherKey,omitempty" doc:"そのほかの種類を外すときに、without に入れるもの"`
	IsOtherOff   bool           `json:"isOtherOff,omitempty" doc:"そのほかの種類が外されていて、探さなかった"`
	OffList      []string       `json:"offList" doc:"外されていて、探さなかった言葉"`
	RelatedList  []string       `json:"relatedList" doc:"関連する言葉。探していない"`
	ClassList    []WidenedClass `json:"classList" doc:"言葉が表す業種。絞り込みの提案"`
}

// WidenedClass is a class of industries that a word names.
type WidenedClass struct {
	Code string `json:"code" doc:"大分類（2桁）または小分類（5桁）"`
	Name string `json:"name"`
}

// Shown is embedded in the answer of a list whose question has words.
type Shown struct {
	WidenedList []Widened `json:"widenedList,omitzero" doc:"辞書にある言葉ごとに、いっしょに探した言葉。見つかったものによらず、辞書だけから決まる"`
}

// Tail says it behind the rows (web.WriteJSON).
func (s *Shown) Tail() []byte {
	if len(s.WidenedList) == 0 {
		return nil
	}
	b, err := web.Encode(s.WidenedList)
	if err != nil {
		panic(err) // texts alone
	}
	return append([]byte(`,"widenedList":`), b...)
}

// NeedsQuery is the part of a query with the words of needs.
type NeedsQuery struct {
	NeedsName string   `query:"needsName" doc:"買手のニーズの表題と内容の一部。空白区切りですべて含む。かぎかっこか引用符で囲むと、その言葉だけを探す"`
	Without   []string `query:"without,explode" doc:"いっしょに探さない言葉。widenedList にあるもの"`
}

// Question checks what somebody typed to be found, and which words he does not want beside it.
func Question(c *web.Check, field, text string, off []string) (asked []words.Asked, without []string) {
	if asked = words.Question(text); len(asked) == 0 {
		return nil, nil
	}
	c.Ok(len(asked) <= wordsMost, field, "検索する言葉は10個までにしてください。")
	without = web.ListParam(off)
	isLong := func(word string) bool { return utf8.RuneCountInString(word) > withoutLong }
	c.Ok(len(without) <= withoutMost && !slices.ContainsFunc(without, isLong), "without", "外す言葉が多すぎるか、長すぎます。検索し直してください。")
	return asked, without
}

// Of are the words of a question that the dictionary knows something of.
func Of(q *store.Q, asked []words.Asked, without []string) (out Shown, err error) {
	if len(asked) == 0 {
		return out, nil
	}
	d, err := q.Dictionary()
	if err != nil {
		return out, err
	}
	for i, a := range asked {
		if a.IsExact || slices.Contains(asked[:i], a) {
			continue
		}
		if w := of(d, a.Text, without); len(w.SameList)+len(w.NarrowerList)+len(w.OffList)+len(w.RelatedList)+len(w.ClassList) > 0 {
			out.WidenedList = append(out.WidenedList, w)
		}
	}
	return out, nil
}

// of is what a dictionary says of one word.
func of(d *words.Dictionary, word string, without []string) Widened {
	w := d.Widen(word)
	isOff := words.Off(without)
	out := Widened{Word: w.Word, SameList: []string{}, NarrowerList: []string{}, OffList: []string{}, RelatedList: []string{},
		ClassList: []WidenedClass{}}
	for to, folded := range map[*[]string][]string{&out.SameList: w.Same, &out.NarrowerList: w.Narrower, &out.RelatedList: w.Related} {
		for _, word := range folded {
			if to != &out.RelatedList && isOff(word) {
				continue
			}
			*to = append(*to, d.Spelled(word))
		}
	}
	named := make([]string, len(w.Deeds))
	for i, deed := range w.Deeds {
		if named[i] = deed.Name; !isOff(deed.Name) {
			out.SameList = append(out.SameList, d.Spelled(deed.Name))
		}
	}
	for _, word := range slices.Concat(w.Same, named, w.Narrower) {
		if isOff(word) {
			out.OffList = append(out.OffList, d.Spelled(word))
		}
	}
	if len(w.Others) > 0 {
		out.OtherCount, out.OtherKey = len(w.Others), words.OthersOf(w.Word)
		out.IsOtherOff = isOff(out.OtherKey)
	}
	for _, code := range w.Offered() {
		if large, ok := master.FindLarge(code); ok {
			out.ClassList = append(out.ClassList, WidenedClass{code, large.Name})
		} else if small, ok := master.FindIndustry(code); ok {
			out.ClassList = append(out.ClassList, WidenedClass{code, small.Name})
		}
	}
	return out
}
