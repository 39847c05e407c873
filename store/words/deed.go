package words

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"tsunagu/store/master"
)

// Both stands between two words that a text must both have: a text writes the name of a business as a phrase (「婦人服と和装の卸売」), where a
// question and the dictionary have one word (婦人服卸).
const Both = "+"

// Deed is the name of a business taken apart: what it is named for, and what it does with that. A text has it that has the first, or a kind
// of it, and any of the words for the second: who asks for a 婦人服卸 also finds 「ブラウスを仕入れ、専門店に卸しています」.
type Deed struct {
	Name  string   // switches it off: what it is named for and the first of Does, with Both between
	Of    string   // what it is named for; "" where its concepts alone count
	Kinds []int    // concepts of that and of its kinds, in ascending order
	Does  []string // folded
}

// trade is what a business does with what it is named for: how names end, and what texts have for it, of two characters and more.
type trade struct {
	endings, texts []string
	ends, says     []string // the same, folded
}

// trades, those of longer endings before those that end them.
var trades = []trade{
	newTrade([]string{"卸売業", "卸売", "卸業", "問屋", "卸", "商社"}, []string{"卸売", "卸し", "卸す", "の卸", "輸入", "仕入れ", "納め", "納入"}),
	newTrade([]string{"用品店", "販売店", "専門店", "小売店", "小売業", "ショップ", "販売業", "販売", "小売", "店", "屋"},
		[]string{"販売", "小売", "専門店", "店舗", "店を", "の店", "売る", "売っ", "仕入れ"}),
	newTrade([]string{"設置工事", "工事業", "工事", "施工"}, []string{"工事", "施工", "敷設", "設置", "据え付け", "取り付け"}),
	newTrade([]string{"製造業", "製造", "メーカー", "製作所", "製作", "工場", "づくり", "作り"},
		[]string{"製造", "製作", "生産", "量産", "つくる", "つくり", "つくっ", "仕立て", "仕上げ", "工場"}),
	newTrade([]string{"加工業", "加工"}, []string{"加工", "削り", "仕上げ"}),
	newTrade([]string{"メンテナンス", "修理業", "修理", "保守", "点検", "保全"}, []string{"修理", "保守", "点検", "整備", "保全", "直す", "直し"}),
	newTrade([]string{"制作", "開発", "作成"}, []string{"制作", "開発", "構築"}),
	newTrade([]string{"レンタル", "リース", "賃貸業", "賃貸"}, []string{"レンタル", "リース", "賃貸", "貸出", "貸し"}),
	newTrade([]string{"運営", "経営"}, []string{"運営", "経営", "保有"}),
	newTrade([]string{"教室", "スクール"}, []string{"教室", "スクール", "教え"}),
	newTrade([]string{"輸送", "運送", "配送"}, []string{"輸送", "運送", "配送", "運ぶ", "運び", "届け"}),
	newTrade([]string{"清掃業", "清掃"}, []string{"清掃"}),
	newTrade([]string{"処理業", "処理"}, []string{"処理"}),
	newTrade([]string{"設計"}, []string{"設計"}),
	newTrade([]string{"管理"}, []string{"管理"}),
	newTrade([]string{"栽培", "養殖"}, []string{"栽培", "養殖", "生産", "育て"}),
}

func newTrade(endings, texts []string) trade {
	t := trade{endings: endings, texts: texts}
	for _, end := range endings {
		t.ends = append(t.ends, master.Fold(end))
	}
	for _, text := range texts {
		t.says = append(t.says, master.Fold(text))
	}
	return t
}

// goods are what the name of a trade leaves out, folded: a スポーツ店 sells スポーツ用品, a 家具店 what 家具製造 makes.
var goods = []string{"", "製造", "用品", "品"}

// deedsMost bounds the deeds of one word: each is two sets of rows more to look up.
const deedsMost = 6

// deedsOf are the deeds of folded names of one business.
func deedsOf(names []string) (out []Deed) {
	for _, name := range names {
		for _, t := range trades {
			i := slices.IndexFunc(t.ends, func(end string) bool { return strings.HasSuffix(name, end) })
			if i < 0 {
				continue
			}
			stem := strings.TrimSuffix(strings.TrimSuffix(name, t.ends[i]), "の")
			d := Deed{Name: stem + Both + t.says[0], Of: stem, Does: t.says}
			isThere := slices.ContainsFunc(out, func(other Deed) bool { return other.Name == d.Name })
			if utf8.RuneCountInString(stem) >= 2 && len(out) < deedsMost && !isThere {
				if d.Kinds = kindsOf(stem); !isText(stem) || isKana(stem) && (len(d.Kinds) > 0 || utf8.RuneCountInString(stem) <= leastKana) {
					d.Of = "" // its concepts find it; and what is short stands by chance within other words: パン in フライパン
				}
				if d.Of == "" && len(d.Kinds) == 0 {
					break
				}
				out = append(out, d)
			}
			break
		}
	}
	return out
}

// kindsOf are the concepts of a folded word, with or without what names leave out, and of its kinds.
func kindsOf(word string) (out []int) {
	c := builtIn()
	for _, more := range goods {
		for _, wanted := range c.of(word + more) {
			for _, m := range c.around(wanted) {
				if m.how == Meets {
					out = append(out, int(m.said))
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// spelledDeed is the name of a deed as the dictionary writes its words, if only in the name of which the first is a part.
func (d *Dictionary) spelledDeed(of, does string) string {
	spelled := d.spelled(of)
	for _, t := range trades {
		for i, end := range t.endings {
			if name, ok := strings.CutSuffix(d.spelled(of+t.ends[i]), end); ok && spelled == "" {
				spelled = name
			}
		}
		if t.says[0] == does {
			does = t.texts[0]
		}
	}
	return cmp.Or(spelled, of) + "＋" + does
}
