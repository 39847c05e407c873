package mail

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Message is a mail ready for [SMTP.Send]. [Render] fills Kind, Subject, Text and HTML; the outbox
// adds To (from [ParseAddress]) and MessageID (from [NewMessageID]), which stay the same for every
// attempt to send it.
type Message struct {
	Kind      Kind   `json:"kind"`
	To        string `json:"to"`
	Subject   string `json:"subject"`
	Text      string `json:"text"`
	HTML      string `json:"html"`
	MessageID string `json:"messageId"` // without angle brackets
	// Unsubscribe is the page on which the receiver chooses notices; empty for mails that are always
	// sent.
	Unsubscribe string `json:"unsubscribe,omitempty"`
	// IsOneClick says that a POST to Unsubscribe ends the notices (RFC 8058): the mail program has a button of its own for it.
	IsOneClick bool `json:"isOneClick,omitempty"`
}

// Where a key of auth.StopKey leads: the page for people, and the call for their mail programs, which RFC 8058 lets post without asking.
const (
	StopPage = "/stop-notices?key="
	StopCall = "/api/SavedSearch/StopNoticesByKey"
)

// Found is what is new by one of the reader's searches. The search has no name here: somebody typed it.
type Found struct {
	Count int    `json:"count"`
	Link  string `json:"link"`
}

// Bank is the reader's own bank, and whom of it to ask: for mails by which it asks something of a
// person who cannot sign in, and who must be able to tell it from a forgery.
type Bank struct {
	Name  string `json:"name,omitempty"`
	Clerk string `json:"clerk,omitempty"` // department and name; empty where nobody of it caused the mail
	Tel   string `json:"tel,omitempty"`   // of the branch; empty where none is stored
}

// Data is all that a mail can contain. There is deliberately no field for a company, a
// counterparty, an amount, a comment or any other free text.
type Data struct {
	Network     string    `json:"network"`               // the network's name; required
	Name        string    `json:"name,omitempty"`        // the recipient's own name, without 様
	Department  string    `json:"department,omitempty"`  // the recipient's own department
	CaseNumber  string    `json:"caseNumber,omitempty"`  // letters, digits and hyphens
	Link        string    `json:"link,omitempty"`        // absolute http(s) URL
	Passcode    string    `json:"passcode,omitempty"`    // eight digits
	Expires     time.Time `json:"expires,omitzero"`      // end of a link, period or lock; shown in JST
	Days        int       `json:"days,omitempty"`        // days left, or days without a move
	After       int       `json:"after,omitempty"`       // days between Expires and the next event
	ContactLink string    `json:"contactLink,omitempty"` // the office's contact page
	IsAnswered  bool      `json:"isAnswered,omitempty"`  // a reply to the mail reaches the office
	Bank        Bank      `json:"bank,omitzero"`         // the reader's own; in mails by which it asks something
	IsDeputy    bool      `json:"isDeputy,omitempty"`    // the recipient stands in for a colleague who is away

	Happened []Happening `json:"happened,omitempty"` // what a gathered mail lists, the oldest first
	Count    int         `json:"count,omitempty"`    // of listings or companies
	Cases    []string    `json:"cases,omitempty"`    // case numbers of some of them

	// Summaries are lines of labels of lists for the case number, or for each of Cases: what everyone in the audience may know, without an
	// amount and without a word that somebody wrote.
	Summaries [][]string `json:"summaries,omitempty"`
	Searches  []Found    `json:"searches,omitempty"` // where a mail tells of several searches: of each how many
	Stop      string     `json:"stop,omitempty"`     // the page that ends these mails without a sign-in
}

var (
	caseNumberPattern = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z-]{0,39}$`)
	passcodePattern   = regexp.MustCompile(`^[0-9]{8}$`)
)

// maxDays is the largest number of days that a mail can state.
const maxDays = 400

// jst is fixed: Japan has no summer time, and the machine may lack zone data.
var jst = time.FixedZone("JST", 9*60*60)

// Render writes the mail of one event. It uses only those fields of d that belong to the kind, and
// refuses missing or malformed ones; such an error is a fault of the program, not of a user.
func Render(kind Kind, d Data) (Message, error) {
	t := byKind[kind]
	if t == nil {
		return Message{}, fmt.Errorf("mail: unknown kind %q", kind)
	}
	if err := t.check(d); err != nil {
		return Message{}, fmt.Errorf("mail: %s: %w", kind, err)
	}
	l := t.letter(d)
	html, err := l.html()
	if err != nil {
		return Message{}, fmt.Errorf("mail: %s: %w", kind, err)
	}
	return Message{Kind: kind, Subject: l.Subject, Text: l.text(), HTML: html}, nil
}

func (t *text) check(d Data) error {
	if oneLine(d.Network) == "" {
		return errors.New("network name is missing")
	}
	if t.passcode {
		if !passcodePattern.MatchString(d.Passcode) {
			return errors.New("passcode must be eight digits")
		}
		return nil
	}
	if t.caseNo && !caseNumberPattern.MatchString(d.CaseNumber) {
		return errors.New("case number is missing or malformed")
	}
	if t.link != noLink {
		if err := checkLink(d.Link); err != nil {
			return fmt.Errorf("link: %w", err)
		}
	}
	if d.ContactLink != "" {
		if err := checkLink(d.ContactLink); err != nil {
			return fmt.Errorf("contact link: %w", err)
		}
	}
	if t.asks && oneLine(d.Bank.Name) == "" {
		return errors.New("bank is missing")
	}
	if t.until != "" && d.Expires.IsZero() {
		return errors.New("expiry is missing")
	}
	if t.days && (d.Days < 0 || d.Days > maxDays || d.Days == 0 && t.zeroDays == "") {
		return errors.New("days are missing or out of range")
	}
	if t.after && (d.After < 1 || d.After > maxDays) {
		return errors.New("days after are missing or out of range")
	}
	if t.lists {
		if err := checkHappened(d.Happened); err != nil {
			return err
		}
	}
	if t.counts && (d.Count < 1 || len(d.Cases) == 0 || len(d.Cases) > d.Count ||
		slices.ContainsFunc(d.Cases, func(n string) bool { return !caseNumberPattern.MatchString(n) })) {
		return errors.New("count or case numbers are missing or malformed")
	}
	if t.stops {
		if err := checkLink(d.Stop); err != nil {
			return fmt.Errorf("stop: %w", err)
		}
		for _, f := range d.Searches {
			if err := checkLink(f.Link); err != nil || f.Count < 1 {
				return errors.New("what was found is malformed")
			}
		}
	}
	if want := map[bool]int{true: len(d.Cases), false: 1}[t.counts]; t.sums && len(d.Summaries) > 0 && len(d.Summaries) != want {
		return errors.New("summaries are not one for each listing")
	}
	if t.sums {
		return checkSummaries(d.Summaries)
	}
	return nil
}

// checkSummaries requires three short lines at most for each listing, without an amount.
func checkSummaries(all [][]string) error {
	for _, lines := range all {
		if len(lines) > 3 || slices.ContainsFunc(lines, func(l string) bool {
			return l != oneLine(l) || utf8.RuneCountInString(l) > maxSummary || strings.Contains(l, "円")
		}) {
			return errors.New("a summary is too long, of several lines or names an amount")
		}
	}
	return nil
}

// maxSummary is the longest line of a summary, in characters.
const maxSummary = 200

// checkLink requires an absolute http(s) URL without credentials, in ASCII, so that every mail
// program finds its end.
func checkLink(s string) error {
	u, err := url.Parse(s)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil {
		return errors.New("not an absolute http(s) URL")
	}
	if len(s) > 900 || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("<>\"'`\\", r) }) {
		return errors.New("contains characters that do not belong into a URL")
	}
	return nil
}

// letter is a mail in parts, shared by the text and the HTML.
type letter struct {
	Subject   string
	Greeting  string
	Happened  string
	Facts     []string // 「整理番号：…」「期限：…」
	List      []string // what happened, a line each
	Todo      string
	Passcode  string
	LinkLabel string
	Link      string
	Check     string // how to tell the mail from a forgery
	Security  string
	Ask       string
	AskLink   string
	Settings  string
	Stop      string // the page that ends these mails
	Footer    string
	Links     []labelled // instead of Link, where there are several
}

// labelled is a link with its words.
type labelled struct{ Label, Link string }

// LogoPlace is where [SMTP.Send] puts the network's logo.
func (letter) LogoPlace() template.HTML { return logoPlace }

func (t *text) letter(d Data) letter {
	network := oneLine(d.Network)
	l := letter{
		Subject:  "【" + network + "】" + strings.ReplaceAll(t.subject, "{case}", d.CaseNumber),
		Greeting: greeting(d),
		Happened: t.happened,
		Todo:     t.todo,
		Security: t.security,
		Footer:   "このメールは " + network + " から自動でお送りしています。",
	}
	if !d.IsAnswered {
		l.Footer += "ご返信いただいてもお答えできません。"
	}
	if SettingOf(t.kind, d.Happened) != Always {
		l.Settings = "お知らせメールの受け取りは、ログイン後の「会員情報管理」で変更できます。"
	}
	if t.ask == askInstitution {
		l.Ask = "ご不明な点は、お取引の金融機関の担当者へお問い合わせください。"
	} else {
		l.Ask = "ご不明な点は、事務局へお問い合わせください。"
	}
	if t.passcode { // the passcode alone, without the name of its owner
		l.Greeting = "ご担当者様"
		l.Passcode = d.Passcode
		return l
	}
	if t.after {
		l.Todo = strings.ReplaceAll(t.todo, "{after}", strconv.Itoa(d.After))
	}
	if t.days {
		if d.Days == 0 {
			l.Happened = t.zeroDays
		} else {
			l.Happened = strings.ReplaceAll(t.happened, "{days}", strconv.Itoa(d.Days))
		}
	}
	if t.asks {
		l.Facts = append(l.Facts, d.Bank.facts()...)
		l.Check = d.Bank.check()
	}
	if t.caseNo {
		l.Facts = append(l.Facts, "整理番号："+d.CaseNumber)
	}
	if t.sums && !t.counts {
		for _, lines := range d.Summaries {
			l.Facts = append(l.Facts, lines...)
		}
	}
	if t.short != "" {
		l.Subject = "【" + network + "】" + d.CaseNumber + " " + t.subject
	}
	if t.lists {
		l.Subject = "【" + network + "】" + d.CaseNumber + " " + subjectOf(d.Happened)
		l.List = linesOf(d.Happened)
	}
	if t.stops {
		l.Stop = d.Stop
	}
	if t.counts && len(d.Searches) > 1 {
		count, more := strconv.Itoa(len(d.Searches)), ""
		if d.Count > len(d.Cases) {
			more = " など"
		}
		l.Subject = "【" + network + "】" + strings.ReplaceAll(t.subjectOfMany, "{count}", count)
		l.Happened = strings.ReplaceAll(t.happenedOfMany, "{count}", count)
		l.Facts = append(l.Facts, "整理番号："+strings.Join(d.Cases, "、")+more)
		for i, f := range d.Searches {
			l.Links = append(l.Links, labelled{"検索条件" + strconv.Itoa(i+1) + "の結果を開く（新着" + strconv.Itoa(f.Count) + "件）", f.Link})
		}
	} else if t.counts {
		count := strconv.Itoa(d.Count)
		l.Subject = strings.ReplaceAll(l.Subject, "{count}", count)
		l.Happened = strings.ReplaceAll(l.Happened, "{count}", count)
		cases := strings.Join(d.Cases, "、")
		if more := d.Count - len(d.Cases); more > 0 {
			cases += "、ほか" + strconv.Itoa(more) + "件"
		}
		l.Facts = append(l.Facts, "整理番号："+cases)
		if t.sums {
			for i, lines := range d.Summaries {
				l.List = append(l.List, strings.Join(append([]string{d.Cases[i]}, lines...), "　"))
			}
		}
	}
	if d.IsDeputy { // by now the subject is whole
		l.Subject += "（代理）"
		l.Facts = append(l.Facts, "不在の担当者の代理として、お送りしています。")
	}
	if t.until != "" {
		end := d.Expires.In(jst)
		if t.untilDay {
			l.Facts = append(l.Facts, t.until+"："+end.Format("2006/01/02"))
		} else {
			l.Facts = append(l.Facts, t.until+"："+end.Format("2006/01/02 15:04")+"（日本時間）")
		}
	}
	if t.link != noLink && len(l.Links) == 0 {
		l.Link, l.LinkLabel = d.Link, t.linkLabel
	}
	if t.ask == askOffice {
		l.AskLink = d.ContactLink
	}
	return l
}

func (b Bank) facts() []string {
	out := []string{"ご依頼元：" + oneLine(b.Name)}
	if clerk := oneLine(b.Clerk); clerk != "" {
		out = append(out, "担当者："+clerk)
	}
	if tel := oneLine(b.Tel); tel != "" {
		out = append(out, "電話："+tel)
	}
	return out
}

// check says how to tell the mail from a forgery. A forger writes his own number into it, so the reader compares
// it with one that he has already.
func (b Bank) check() string {
	call := "お手元の通帳、担当者の名刺、または窓口の案内にある電話番号"
	if oneLine(b.Tel) != "" {
		call = "上の電話番号（お手元の通帳や名刺などの番号と同じかを、先にお確かめください）"
	}
	return "本物のメールかどうかは、リンクを開く前に、" + call + "へお電話で確かめられます。整理番号をお伝えください。"
}

func greeting(d Data) string {
	name, department := oneLine(d.Name), oneLine(d.Department)
	switch {
	case name == "":
		return "ご担当者様"
	case department == "":
		return name + " 様"
	}
	return department + "\n" + name + " 様"
}

// oneLine makes typed text safe for a header and a line of its own: no control or direction
// characters, no line ends, at most 100 characters.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == utf8.RuneError:
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if runes := []rune(s); len(runes) > 100 {
		s = string(runes[:100])
	}
	return s
}

func (l letter) text() string {
	var parts []string
	add := func(s string) {
		if s != "" {
			parts = append(parts, s)
		}
	}
	add(l.Greeting)
	add(l.Happened)
	add(strings.Join(l.Facts, "\n"))
	add(strings.Join(l.List, "\n"))
	add(l.Todo)
	add(l.Passcode)
	if l.Link != "" {
		add("▼ " + l.LinkLabel + "\n" + l.Link)
	}
	for _, x := range l.Links {
		add("▼ " + x.Label + "\n" + x.Link)
	}
	add(l.Check)
	add(l.Security)
	ask := l.Ask
	if l.AskLink != "" {
		ask += "\nお問い合わせ： " + l.AskLink
	}
	if l.Settings != "" {
		ask += "\n" + l.Settings
	}
	if l.Stop != "" {
		ask += "\n" + stopWords + "\n" + l.Stop
	}
	add("――――――――――\n" + ask + "\n" + l.Footer)
	return strings.Join(parts, "\n\n") + "\n"
}

// stopWords stand before the page that ends the mails.
const stopWords = "保存した検索の新着のお知らせをすべて止める（ログインは要りません）："

// htmlTemplate has no external images or styles: reading the mail loads nothing over the network.
var htmlTemplate = template.Must(template.New("mail").Parse(`<!DOCTYPE html>
<html lang="ja">
<head><meta charset="utf-8"><title>{{.Subject}}</title></head>
<body style="margin:0;padding:24px;background:#fff;color:#1a2733;font-family:sans-serif;font-size:16px;line-height:1.7">
<div style="max-width:640px">
{{.LogoPlace}}
<p style="white-space:pre-line">{{.Greeting}}</p>
<p>{{.Happened}}</p>
{{- with .Facts}}
<p>{{range $i, $f := .}}{{if $i}}<br>{{end}}{{$f}}{{end}}</p>
{{- end}}
{{- with .List}}
<p>{{range $i, $f := .}}{{if $i}}<br>{{end}}{{$f}}{{end}}</p>
{{- end}}
<p>{{.Todo}}</p>
{{- with .Passcode}}
<p style="font-size:28px;font-weight:700;letter-spacing:4px">{{.}}</p>
{{- end}}
{{- if .Link}}
<p><a href="{{.Link}}" style="color:#17457d;font-weight:700">{{.LinkLabel}}</a><br><span style="font-size:14px;word-break:break-all">{{.Link}}</span></p>
{{- end}}
{{- range .Links}}
<p><a href="{{.Link}}" style="color:#17457d;font-weight:700">{{.Label}}</a><br>
<span style="font-size:14px;word-break:break-all">{{.Link}}</span></p>
{{- end}}
{{- with .Check}}
<p>{{.}}</p>
{{- end}}
{{- with .Security}}
<p>{{.}}</p>
{{- end}}
<hr style="border:0;border-top:1px solid #c5ccd3">
<p style="font-size:14px;color:#4a5a6a">{{.Ask}}{{with .AskLink}}<br>お問い合わせ： <a href="{{.}}" style="color:#17457d">{{.}}</a>{{end}}{{with .Settings}}<br>{{.}}{{end}}{{with .Stop}}<br><a href="{{.}}" style="color:#17457d">保存した検索の新着のお知らせをすべて止める</a>（ログインは要りません）{{end}}<br>{{.Footer}}</p>
</div>
</body>
</html>
`))

func (l letter) html() (string, error) {
	var b bytes.Buffer
	if err := htmlTemplate.Execute(&b, l); err != nil {
		return "", err
	}
	return b.String(), nil
}
