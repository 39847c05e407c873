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

// trade is what a business does with what it is named for: how names end, and what texts have for it, of two characters and more.
type trade struct{ endings, texts []string }

// trades, those of longer endings before those that end them.
var trades = []trade{
	{[]string{"卸売業", "卸売", "卸業", "問屋", "卸", "商社"}, []string{"卸売", "の卸", "輸入販売"}},
	{[]string{"販売店", "専門店", "小売店", "小売業", "ショップ", "販売業", "販売", "小売"}, []string{"販売", "小売", "専門店", "店舗"}},
	{[]string{"店", "屋"}, []string{"専門店", "店舗", "店を", "小売", "販売"}},
	{[]string{"設置工事", "工事業", "工事", "施工"}, []string{"工事", "施工", "敷設", "設置"}},
	{[]string{"製造業", "製造", "メーカー", "製作所", "製作", "工場"}, []string{"製造", "製作", "生産", "量産"}},
	{[]string{"加工業", "加工"}, []string{"加工"}},
	{[]string{"メンテナンス", "修理業", "修理", "保守", "点検", "保全"}, []string{"修理", "保守", "点検", "整備", "保全"}},
	{[]string{"制作", "開発", "作成"}, []string{"制作", "開発", "構築"}},
	{[]string{"レンタル", "リース", "賃貸業", "賃貸"}, []string{"レンタル", "リース", "賃貸", "貸出"}},
	{[]string{"運営", "経営"}, []string{"運営", "経営", "保有"}},
	{[]string{"教室", "スクール"}, []string{"教室", "スクール"}},
	{[]string{"輸送", "運送", "配送"}, []string{"輸送", "運送", "配送"}},
	{[]string{"清掃業", "清掃"}, []string{"清掃"}},
	{[]string{"処理業", "処理"}, []string{"処理"}},
	{[]string{"設計"}, []string{"設計"}},
	{[]string{"管理"}, []string{"管理"}},
	{[]string{"栽培", "養殖"}, []string{"栽培", "養殖", "生産"}},
}

// phrasesMost bounds the phrases of one question: each is a word more to look up, and what it shares with others is looked up again.
const phrasesMost = 12

// phrases are names of businesses as texts have them: what the business is named for, and what it does with it.
func phrases(names []string) (out []string) {
	for _, name := range names {
		for _, t := range trades {
			i := slices.IndexFunc(t.endings, func(end string) bool { return strings.HasSuffix(name, master.Fold(end)) })
			if i < 0 {
				continue
			}
			stem := strings.TrimSuffix(strings.TrimSuffix(name, master.Fold(t.endings[i])), "の")
			if utf8.RuneCountInString(stem) < 2 {
				break
			}
			for _, text := range t.texts {
				if phrase := stem + Both + master.Fold(text); !slices.Contains(out, phrase) && len(out) < phrasesMost {
					out = append(out, phrase)
				}
			}
			break
		}
	}
	return out
}

// spelledPhrase is a folded phrase as the dictionary writes its words, if only in the name of which the first is a part.
func (d *Dictionary) spelledPhrase(stem, text string) string {
	spelled := d.spelled[stem]
	for _, t := range trades {
		for _, end := range t.endings {
			if name, ok := strings.CutSuffix(d.spelled[stem+master.Fold(end)], end); ok && spelled == "" {
				spelled = name
			}
		}
		if i := slices.IndexFunc(t.texts, func(s string) bool { return master.Fold(s) == text }); i >= 0 {
			text = t.texts[i]
		}
	}
	return cmp.Or(spelled, stem) + "＋" + text
}
