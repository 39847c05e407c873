package signed

import (
	"fmt"
	"time"

	"tsunagu/store"
)

// stateWords are what is said of a signature. Nothing here says that a person signed, or that a certificate is to be believed: the bytes
// were compared, and no more (DECISIONS.md).
var stateWords = map[State]string{NoSignature: "電子署名はありません", Intact: "署名のあと変更されていません", Extended: "署名のあとに書き足されています",
	Broken: "署名が壊れています", Unreadable: "読めない形式の電子署名"}

var stateNotes = map[State]string{
	NoSignature: "紙に署名して読み取ったファイルなどには、電子署名がありません。",
	Extended:    "署名された部分は変わっていませんが、そのあとにファイルへ何かが加えられています。何が加えられたかは調べていません。PDFを開いて確かめてください。",
	Broken:      "署名されたファイルと、この控えは一致しません。署名した人から、もう一度ファイルを受け取ってください。",
	Unreadable:  "電子署名がありますが、このシステムでは確かめられません。PDFを開くソフトや、署名に使ったサービスで確かめてください。",
}

var whyWords = map[Why]string{
	WhyRange:     "署名が示す範囲が、ファイルのつくりと合いません。",
	WhyCut:       "署名された部分の一部が、ファイルにありません。途中で切れている可能性があります。",
	WhyDigest:    "署名されたときの内容と、いまの内容が違います。",
	WhyValue:     "署名の値が、証明書と合いません。",
	WhyForm:      "このシステムが読めない形式です。",
	WhyAlgorithm: "署名の方式が古いか、このシステムが対応していない方式です。",
	WhyTooMany:   fmt.Sprintf("電子署名が%dを超えるため、残りは調べていません。", signaturesMax),
}

// label and note say what was found of the whole file.
func (v *Verified) label() string {
	stamps := 0
	for i := range v.Signature {
		if v.Signature[i].IsStamp {
			stamps++
		}
	}
	switch n := len(v.Signature); {
	case v.State == Intact && stamps == n:
		return "電子署名はありません（タイムスタンプのあと変更されていません）"
	case v.State == Intact && n > 1:
		return "最後の電子署名のあと変更されていません"
	}
	return stateWords[v.State]
}

func (v *Verified) note() string {
	if v.State == Intact && len(v.Signature) > 1 {
		return "電子署名が順に加えられたファイルです。前の電子署名のあとに加えられたものは、次の電子署名だけとは限りません。PDFを開いて確かめてください。"
	}
	return stateNotes[v.State]
}

// rows are the signatures as the screen shows them.
func (v *Verified) rows() []signatureRow {
	out := []signatureRow{}
	for i := range v.Signature {
		s := &v.Signature[i]
		title := fmt.Sprintf("電子署名 %d", i+1)
		if s.IsStamp {
			title = fmt.Sprintf("文書のタイムスタンプ %d", i+1)
		}
		out = append(out, signatureRow{title, int(s.State), s.facts()})
	}
	return out
}

func (s *Signature) facts() []signatureFact {
	words := stateWords[s.State]
	if s.IsStamp {
		words = map[State]string{Intact: "タイムスタンプのあと変更されていません", Extended: "タイムスタンプのあとに書き足されています",
			Broken: "タイムスタンプが壊れています", Unreadable: "読めない形式のタイムスタンプ"}[s.State]
	}
	out := []signatureFact{{"結果", words + "。" + whyWords[s.Why]}}
	add := func(label, text string) {
		if text != "" {
			out = append(out, signatureFact{label, text})
		}
	}
	if s.State == Unreadable || s.State == Broken && s.Signer == "" {
		return out
	}
	if s.IsStamp {
		add("タイムスタンプの日時", clock(s.Stamped))
		add("タイムスタンプ局（トークンの記載）", s.Authority)
		return append(out, signatureFact{"局の信頼", "判断していません。"})
	}
	add("署名者（証明書の記載）", s.Signer)
	add("証明書の発行者", s.Issuer)
	switch {
	case s.Claimed.IsZero():
		add("署名日時（署名者の主張）", "書かれていません。")
	default:
		add("署名日時（署名者の主張）", clock(s.Claimed))
	}
	switch {
	case !s.Stamped.IsZero():
		add("タイムスタンプの日時", clock(s.Stamped)+"　"+s.Authority+"（局の信頼は判断していません）")
	case s.BadStamp:
		add("タイムスタンプの日時", "タイムスタンプがありますが、確かめられません。")
	case s.State != Broken:
		add("タイムスタンプの日時", "タイムスタンプはありません。")
	}
	valid := day(s.NotBefore) + "から" + day(s.NotAfter) + "まで"
	switch {
	case s.isOutside():
		valid += "。署名日時は、この期間の外です。"
	case s.at().IsZero():
		valid += "。署名日時が書かれていないため、この期間の内の署名かは分かりません。"
	}
	add("証明書の有効期間", valid)
	trust := "発行者を信頼できるかは、判断していません。"
	if s.IsTrusted {
		trust = "このネットワークが信頼する発行者として登録した「" + s.Root + "」につながります。"
	}
	return append(out, signatureFact{"発行者の信頼", trust + "証明書の失効は、問い合わせていません。"})
}

func clock(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(store.JST).Format("2006年1月2日 15時04分05秒（日本時間）")
}

func day(t time.Time) string { return t.In(store.JST).Format("2006年1月2日") }
