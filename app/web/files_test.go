package web_test

import (
	"testing"

	"tsunagu/app/web"
)

func TestFileNames(t *testing.T) {
	const text, word = "text/plain", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	for given, want := range map[[2]string]string{
		{"概要書.pdf", "application/pdf"}:     "概要書.pdf",
		{"概要書.PDF", "application/pdf"}:     "概要書.PDF",
		{"写真.jpeg", "image/jpeg"}:          "写真.jpeg",
		{"数字.csv", text}:                   "数字.csv",
		{"起動.bat", text}:                   "起動.bat.txt",
		{"請求書.pdf.js", text}:               "請求書.pdf.js.txt",
		{"マクロ.docm", word}:                 "マクロ.docm.docx",
		{"資料", "image/png"}:                "資料.png",
		{"../../etc/passwd", text}:         "passwd.txt",
		{`C:\Windows\計画.xlsx`, word}:       "計画.xlsx.docx",
		{"fdp\u202e.exe", text}:            "fdp.exe.txt",
		{"\r\nSet-Cookie: x.txt", text}:    "Set-Cookie: x.txt",
		{"", "application/pdf"}:            "添付ファイル.pdf",
		{"二つ.pdf", "image/png"}:            "二つ.pdf.png",
		{"隠し.lnk", "application/pdf"}:      "隠し.lnk.pdf",
		{"画面.htm", text}:                   "画面.htm.txt",
		{".htaccess", text}:                ".htaccess.txt",
		{"末尾の点.", text}:                    "末尾の点..txt",
		{"長い名前.markdown", "image/jpeg"}:    "長い名前.markdown.jpg",
		{"フォルダ/下/資料.docx", word}:           "資料.docx",
		{"資料.docx\x00.exe", word}:          "資料.docx.exe.docx",
		{"資料.docx ", word}:                 "資料.docx",
		{"資料.exe", "application/pdf"}:      "資料.exe.pdf",
		{"資料.tsv", text}:                   "資料.tsv",
		{"読んでください.md", text}:               "読んでください.md",
		{"読んでください.MD", text}:               "読んでください.MD",
		{"読んでください.ps1", text}:              "読んでください.ps1.txt",
		{"読んでください.vbs", text}:              "読んでください.vbs.txt",
		{"読んでください.hta", "application/pdf"}: "読んでください.hta.pdf",
	} {
		if got := web.NameLike(web.CleanFileName(given[0]), given[1]); got != want {
			t.Errorf("%q as %s: %q, want %q", given[0], given[1], got, want)
		}
	}
}
