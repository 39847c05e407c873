package audit

import (
	"regexp"
	"strconv"
	"strings"

	"tsunagu/app/disclosure"
)

// subjects are the words for what a line is about; a line about something else says only what was done.
var subjects = map[string]string{
	"listing": "案件", "negotiation": "交渉", "account_request": "利用申請", "inquiry": "お問い合わせ", "document": "資料", "message": "メッセージ",
	"user": "利用者", "company": "企業", "institution": "金融機関", "needs": "ニーズ", "topic": "お知らせ", "faq": "よくある質問", "break_glass": "緊急閲覧",
	"session": "ログイン", "held_text": "承認を待つ文面", "paper": "書面",
}

// proofs are the events whose sentence says by what: who came in, and who proved that it is he. Of other deeds it stands beside
// the sentence.
var proofs = map[string]bool{"login": true, "office_login": true, "proved": true}

// happenings are the ends of labels that name what happened, and no deed.
var happenings = []string{"誤り", "期限切れ", "失敗", "再使用", "検出", "お試しの終了", "（自動）"}

// sentence says who did what to which record, and how it ended. What the line says in codes
// stands in its other fields.
func sentence(row *officeAuditRow) string {
	var b strings.Builder
	isDeed := true
	for _, end := range happenings {
		isDeed = isDeed && !strings.HasSuffix(row.Label, end)
	}
	who := whoActed(row)
	b.WriteString(who)
	if isDeed {
		b.WriteString("が、")
	} else {
		b.WriteString("：")
	}
	if object := objectOf(row); object != "" {
		b.WriteString(object + "について、")
	}
	b.WriteString(row.Label + inWords(row.Detail))
	if row.Method != "" && row.Result == "ok" && proofs[row.Event] {
		b.WriteString("（" + row.Method + "）")
	}
	switch {
	case row.Result == "refused" && isDeed:
		b.WriteString("を行おうとして、拒否されました。")
	case row.Result == "refused":
		b.WriteString("があり、拒否されました。")
	case row.Result == "replay":
		b.WriteString("があり、ログインを終了しました。")
	case isDeed:
		b.WriteString("を行いました。")
	default:
		b.WriteString("がありました。")
	}
	return b.String()
}

func whoActed(row *officeAuditRow) string {
	switch {
	case row.UserName != "" && row.FinancialName != "":
		return row.FinancialName + "の" + row.UserName
	case row.UserName != "":
		return row.UserName
	case row.LoginID != "":
		return row.LoginID
	case row.IP == "":
		return "システム（自動処理）"
	case row.SubjectKind == "listing" || row.SubjectKind == "negotiation":
		return "メールのリンクを開いた人"
	}
	return "ログインしていない人"
}

func objectOf(row *officeAuditRow) string {
	word := subjects[row.SubjectKind]
	switch {
	case row.SubjectKind == "user" && (row.SubjectName == "" || row.SubjectID == row.UserID), word == "":
		return ""
	case row.SubjectName != "":
		return word + "（" + row.SubjectName + "）"
	case row.CaseNumber != "":
		return word + "（" + row.CaseNumber + "）"
	}
	return word
}

var levelDetail = regexp.MustCompile(`^level=(\d+) (\w+)$`)

// inWords is a line's detail where it is a code that people can be told in words.
func inWords(detail string) string {
	if m := levelDetail.FindStringSubmatch(detail); m != nil {
		level, _ := strconv.Atoi(m[1])
		return "（" + disclosure.Level(level).Label() + "の" + map[string]string{"overview": "概要", "details": "詳細"}[m[2]] + "）"
	}
	if edition, is := strings.CutPrefix(detail, "edition="); is && len(edition) < 4 {
		return "（第" + edition + "版）"
	}
	return map[string]string{"public=1": "（公開）", "public=0": "（下書き）"}[detail]
}
