package web

import (
	"fmt"
	"slices"
	"strings"
)

// callerNames are the callers in words, in the order of the table's columns.
var callerNames = []struct {
	is   Callers
	name string
}{
	{FIN, "金融機関（FIN）"}, {LEN, "融資の利用者"}, {BUY, "買手企業（BUY）"}, {ADM, "事務局（ADM）"}, {FAD, "金融機関の管理者（FAD）"}, {ByKey, "メールのリンクの持ち主"},
	{Anyone, "誰でも"},
}

func (c Callers) String() string {
	var names []string
	for _, n := range callerNames {
		if c&n.is != 0 {
			names = append(names, n.name)
		}
	}
	return strings.Join(names, "、")
}

// Areas are the areas of the call table in the order in which its rows first name them.
func (a *Platform) Areas() []string {
	var out []string
	for _, c := range a.Table {
		if !slices.Contains(out, c.Area) {
			out = append(out, c.Area)
		}
	}
	return out
}

// CallsOf are the rows of an area, by path.
func (a *Platform) CallsOf(area string) []Call {
	var out []Call
	for _, c := range a.Table {
		if c.Area == area {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(x, y Call) int { return strings.Compare(x.Path+x.Method, y.Path+y.Method) })
	return out
}

// Calls is the table of all calls as Markdown: who may make which call, on which records, and
// where it is specified. Each call links to its transcript.
func (a *Platform) Calls() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# 呼び出しの一覧\n\n`tsunagu calls` が呼び出しの表（各部屋の `Calls`）から出力した文書です。呼び出しは%d件あります。\n\n", len(a.Table))
	b.WriteString("- パスのリンクは、許される・拒まれる・入力が誤っている、の三つのやりとりの記録です。誰が何を呼べるかの全組み合わせは [matrix.tsv](../access/matrix.tsv) にあります。\n" +
		"- 対象にない記録への呼び出しには、存在しない記録と同じ 400 `not_available` を返します。\n" +
		"- サインインのない呼び出しには 401 を返します。パスワードの変更が必要な間は、「変更前も可」の呼び出しだけに答えます。\n" +
		"- 「本人確認あり」の呼び出しは、5分以内に本人であることを確かめたログインにだけ答えます。ほかには 403 `proof_needed` を返します。\n")
	for _, area := range a.Areas() {
		fmt.Fprintf(&b, "\n## %s\n\n| メソッド | パス | すること | 誰が | どの記録に | 仕様 |\n|---|---|---|---|---|---|\n", area)
		for _, c := range a.CallsOf(area) {
			who := c.Callers.String()
			if c.PasswordDue && c.Callers.Door() != nil {
				who += "（パスワード変更前も可）"
			}
			who += map[bool]string{true: "（本人確認あり）"}[c.Fresh != 0]
			fmt.Fprintf(&b, "| %s | [%s](%s.md#%s) | %s | %s | %s | %s |\n", c.Method, c.Path, area, c.anchor(), c.Summary, who, c.Records, c.Spec)
		}
	}
	return b.String()
}

// anchor is what a call's heading in its transcript is called.
func (c Call) anchor() string {
	return strings.ToLower(strings.NewReplacer(" ", "-", "/", "").Replace(c.Method + " " + c.Path))
}
