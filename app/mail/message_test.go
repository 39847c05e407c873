package mail

import (
	"encoding/json"
	"flag"
	"html"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
)

var update = flag.Bool("update", false, "write the golden files anew")

// full fills every field; days is one of the values that the kind allows.
func full(kind Kind, days int) Data {
	return Data{
		Network: "つなぐネットワーク", Name: "山田 花子", Department: "法人営業部", CaseNumber: "S-2026-0042",
		Link:     "https://tsunagu.example.jp/page?key=AbC-123_x&n=1",
		Passcode: "01234567", Expires: time.Date(2026, 11, 28, 15, 4, 0, 0, time.UTC), Days: days, After: 90,
		ContactLink: "https://tsunagu.example.jp/contact",
		Bank:        Bank{Name: "みなと銀行", Clerk: "本町支店 佐藤 一郎", Tel: "03-0000-0000"},
		Happened: []Happening{{MilestoneRecorded, time.Date(2026, 11, 21, 1, 5, 0, 0, time.UTC)},
			{NegotiationStatusChanged, time.Date(2026, 11, 21, 1, 12, 0, 0, time.UTC)},
			{MilestoneProposed, time.Date(2026, 11, 21, 1, 20, 0, 0, time.UTC)}},
		Count: 12, Cases: []string{"L-2026-0001", "L-2026-0002"},
		Summaries: summariesFor(kind, [][]string{
			{"金属製品製造業／東海", "従業員 21〜50人", "譲渡理由 後継者不在／希望 株式譲渡（全株式）"}, {"飲食店／北海道、東北など"}}),
		Stop: "https://tsunagu.example.jp/stop-notices?key=AbC.123_x", Searches: []Found{{12, "https://tsunagu.example.jp/page?saved=1"}},
	}
}

// summariesFor are as many as a mail of the kind tells of listings.
func summariesFor(kind Kind, all [][]string) [][]string {
	if byKind[kind] != nil && byKind[kind].counts {
		return all
	}
	return all[:1]
}

// days lists the values of Data.Days that a kind may have.
func days(k Kind) []int {
	switch {
	case k == ListingPeriodEnding:
		return []int{30, 7, 0}
	case k == NegotiationStalled:
		return []int{14, 30, 60}
	case k == ListingExpired:
		return []int{90}
	case k == AftercareDue:
		return []int{30, 90, 180}
	case byKind[k].days:
		return []int{7, 0}
	}
	return []int{0}
}

func mustRender(t *testing.T, k Kind, d Data) Message {
	t.Helper()
	m, err := Render(k, d)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestGolden(t *testing.T) {
	var files []string
	compare := func(name, got string) {
		files = append(files, name)
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		} else if got != string(want) {
			t.Errorf("%s differs (go test ./app/mail -update writes it anew):\n%s", name, got)
		}
	}
	for _, k := range Kinds() {
		for _, n := range days(k) {
			m := mustRender(t, k, full(k, n))
			name := string(k)
			if len(days(k)) > 1 {
				name += "_" + strconv.Itoa(n)
			}
			compare(name+".txt", "Subject: "+m.Subject+"\n\n"+m.Text)
		}
	}
	compare("passcode.html", mustRender(t, Passcode, full(Passcode, 0)).HTML)
	compare("password_reset.html", mustRender(t, PasswordReset, full(PasswordReset, 0)).HTML)
	entries, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() && !slices.Contains(files, e.Name()) {
			t.Errorf("testdata/%s belongs to no kind", e.Name())
		}
	}
}

// Every event of domain.md section 7 has one kind.
func TestKindsComplete(t *testing.T) {
	want := []Kind{
		AccountRequestReceived, AccountRequestNotice, AccountRequestApproved, AccountRequestRejected,
		Invitation, BuyerInvitation, InvitationResent, PasswordReset, PasswordChanged, AccountLocked,
		SecondStepChanged, SecondStepReset, RecoveryCodeUsed, PasskeyAdded, PasskeyRemoved, PasskeysReset, PasskeyCloned,
		DirectoryInvitation, DirectoryBound, DirectoryAsked, DirectoryDecided, DirectoryEnded, EmergencySignIn,
		BuyerRegistered, BuyerUserWaits, BuyerApproved, BuyerReturned, InvitationExpired, TrialEnded,
		ListingApprovalRequest, Passcode, ListingApproved, ListingReturned, RequestReminder, RequestExpired,
		ListingReopened, ListingPublished, WeeklyRecommendation, SavedSearchNews,
		ListingPeriodEnding, ListingExpired,
		OfferToConfirm, OfferReceived, Interest,
		NegotiationStarted, RealNameRequested, AnswerDue, AnswerOverdue, OwnerConsentRequest, OwnerConsentAnswered,
		RealNameDecided, NegotiationStatusChanged, MilestoneRecorded, MilestoneProposed, MilestoneConfirmed, MilestoneReturned, DocumentGranted,
		ContractLapsed, NegotiationNews,
		ChargeChanged, DeputyNamed, TeamChanged, TeamOnlySet, TeamAllAsked, TeamAllWithdrawn, TeamAllSet, FinancingAsked, FinancingMoved,
		BusinessChanged, InChargeGiven, InChargeTaken, MergerProposed,
		MergerFixed, MergerWithdrawn, MergerDone, MergerAudience,
		InstitutionCorrected, InstitutionStopped, InstitutionResumed,
		ContactChanged, UserAdded, UserChanged, CompanyUnseen, ApproverConfirmed, ApproverWithdrawn,
		LoginChangeAsked, LoginChangeWaits, LoginChangeRefused,
		LoginIDChanged, CompanyStatusChanged, BreakGlassWaits, BreakGlassOpened, BreakGlassDuties,
		MessageReceived, NegotiationStalled, AftercareDue,
		TopicPublished, TopicImportant, InquiryReceived,
		InquiryNotice, InquiryAnswered, InquiryAnswer, InquiryReplied, BackupKeyChanged, MailServerChanged, RulesChanged, TestMail,
	}
	if got := Kinds(); !slices.Equal(got, want) {
		t.Errorf("kinds %v\nwant  %v", got, want)
	}
	labels := map[string]Kind{}
	for _, k := range Kinds() {
		if !regexp.MustCompile(`^[a-z_]+$`).MatchString(string(k)) {
			t.Errorf("unstable name %q", k)
		}
		if other, twice := labels[k.Label()]; twice || k.Label() == "" || k.Label() == string(k) {
			t.Errorf("label %q of %s, %s", k.Label(), k, other)
		}
		labels[k.Label()] = k
	}
	held := map[Setting][]Kind{}
	var secret []Kind
	for _, k := range Kinds() {
		if k.Setting() != Always {
			held[k.Setting()] = append(held[k.Setting()], k)
		}
		if k.Secret() {
			secret = append(secret, k)
		}
	}
	if want := (map[Setting][]Kind{
		Notices: {InvitationExpired, TrialEnded, ListingReopened, SavedSearchNews, ListingPeriodEnding, ListingExpired, Interest,
			NegotiationStarted,
			NegotiationStatusChanged,
			MilestoneRecorded, MilestoneConfirmed, DocumentGranted, ChargeChanged, DeputyNamed, FinancingAsked, FinancingMoved,
			MessageReceived, NegotiationStalled, TopicPublished},
		SendRecommend: {ListingPublished, WeeklyRecommendation}, SendOffer: {OfferReceived},
	}); !reflect.DeepEqual(held, want) {
		t.Errorf("mails that a setting holds: %v", held)
	}
	if want := []Kind{Invitation, BuyerInvitation, InvitationResent, PasswordReset, DirectoryInvitation, BuyerReturned,
		ListingApprovalRequest, Passcode, OwnerConsentRequest, InquiryAnswer}; !slices.Equal(secret, want) {
		t.Errorf("mails with a secret: %v", secret)
	}
	if k := Kind("no_such"); k.Label() != "no_such" || k.Secret() || k.Setting() != Always {
		t.Error("an unknown kind has properties")
	}
}

// The fields of Data are all that a mail can contain: this test fails for a new one, so that it is
// added on purpose only.
func TestDataFields(t *testing.T) {
	var got []string
	for f := range reflect.TypeFor[Data]().Fields() {
		got = append(got, f.Name)
	}
	want := []string{"Network", "Name", "Department", "CaseNumber", "Link", "Passcode", "Expires", "Days", "After", "ContactLink",
		"IsAnswered", "Bank", "IsDeputy", "Happened", "Count", "Cases", "Summaries", "Searches", "Stop"}
	if !slices.Equal(got, want) {
		t.Errorf("Data has the fields %v; domain.md section 7 allows %v", got, want)
	}
	d := full(Passcode, 0)
	raw, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var back Data
	if err := json.Unmarshal(raw, &back); err != nil || !reflect.DeepEqual(back, d) {
		t.Errorf("Data does not survive JSON: %+v, %v", back, err)
	}
}

// A mail contains only the fields that belong to its kind, and the rest of its text does not depend
// on the data.
func TestCanaries(t *testing.T) {
	a := Data{Network: "NETWORKCANARY", Name: "NAMECANARY", Department: "DEPARTMENTCANARY", CaseNumber: "CASECANARY",
		Link: "https://link.canary/k", Passcode: "98765432", Expires: time.Date(2031, 1, 1, 15, 4, 0, 0, time.UTC),
		ContactLink: "https://contact.canary/", Bank: Bank{Name: "BANKCANARY", Clerk: "CLERKCANARY", Tel: "099-888-7777"},
		Happened: []Happening{{MilestoneRecorded, time.Date(2032, 3, 4, 5, 6, 0, 0, time.UTC)}}, Count: 4711, Cases: []string{"MANYCANARY"},
		Summaries: [][]string{{"SUMCANARY"}}, Stop: "https://stop.canary/k"}
	b := Data{Network: "名前", Name: "氏", Department: "部", CaseNumber: "1",
		Link: "http://localhost:8080/", Passcode: "11112222", Expires: time.Date(2026, 5, 5, 15, 4, 0, 0, time.UTC),
		ContactLink: "http://localhost:8080/contact", Bank: Bank{Name: "行", Clerk: "係", Tel: "1"},
		Happened: []Happening{{MilestoneRecorded, time.Date(2026, 7, 8, 9, 10, 0, 0, time.UTC)}}, Count: 7, Cases: []string{"L-7"},
		Summaries: [][]string{{"要約"}}, Stop: "https://tsunagu.example.jp/stop"}
	const stampA, stampB = "2031/01/02", "2026/05/06" // JST
	for _, k := range Kinds() {
		x := byKind[k]
		a.Days, b.Days, a.After, b.After = days(k)[0], days(k)[0], 90, 90
		ma, mb := mustRender(t, k, a), mustRender(t, k, b)
		body := ma.Subject + "\n" + ma.Text + "\n" + html.UnescapeString(ma.HTML)
		for canary, allowed := range map[string]bool{
			a.Network:     true,
			a.Name:        !x.passcode,
			a.Department:  !x.passcode,
			a.CaseNumber:  x.caseNo,
			a.Link:        x.link != noLink,
			a.Passcode:    x.passcode,
			stampA:        x.until != "",
			a.ContactLink: !x.passcode && x.ask == askOffice,
			a.Bank.Name:   x.asks,
			a.Bank.Clerk:  x.asks,
			a.Bank.Tel:    x.asks,
			"3月4日 14:06":  x.lists,
			"4711件":       x.counts,
			a.Cases[0]:    x.counts,
			"SUMCANARY":   x.sums,
			a.Stop:        x.stops,
		} {
			if got := strings.Contains(body, canary); got != allowed {
				t.Errorf("%s: contains %s: %v, want %v", k, canary, got, allowed)
			}
		}
		hasNumber := x.lists || k.IsGathered() || strings.Contains(x.subject, "（{case}）")
		if strings.Contains(ma.Subject, a.Name) || strings.Contains(ma.Subject, a.Passcode) ||
			strings.Contains(ma.Subject, a.CaseNumber) != hasNumber ||
			strings.Contains(ma.Subject, a.Bank.Name) {
			t.Errorf("%s: the subject %q says too much", k, ma.Subject)
		}
		if !strings.HasPrefix(ma.Subject, "【NETWORKCANARY】") {
			t.Errorf("%s: subject %q", k, ma.Subject)
		}
		if x.passcode && (strings.Contains(body, "://") || strings.Contains(body, "整理番号")) {
			t.Errorf("%s: the passcode mail carries more than the passcode", k)
		}
		blank := func(s string, d Data, stamp string) string {
			for _, v := range []string{d.Stop, d.ContactLink, d.Link, stamp, "様", d.Network} {
				s = strings.ReplaceAll(s, v, "§")
			}
			s = strings.ReplaceAll(s, d.Passcode, "§")
			s = strings.ReplaceAll(s, d.Department+"\n"+d.Name+" §", "§")
			for _, fact := range d.Bank.facts() {
				s = strings.ReplaceAll(s, fact, "§")
			}
			// An inquiry's number tells nothing of a deal, and stands in the subject of its mails.
			for _, v := range []string{"整理番号：" + d.CaseNumber, "お問い合わせ（" + d.CaseNumber + "）", d.CaseNumber + " ",
				strings.Join(d.Cases, "") + "　" + d.Summaries[0][0],
				strings.Join(d.Cases, ""), d.Summaries[0][0],
				"ほか" + strconv.Itoa(d.Count-1) + "件", strconv.Itoa(d.Count) + "件",
				linesOf(d.Happened)[0][:strings.Index(linesOf(d.Happened)[0], "　")]} {
				s = strings.ReplaceAll(s, v, "§")
			}
			return s
		}
		if told := strings.Contains(ma.Text, "会員情報管理") && strings.Contains(ma.HTML, "会員情報管理"); told != (SettingOf(k, a.Happened) != Always) {
			t.Errorf("%s: says where it is switched off: %v", k, told)
		}
		for _, pair := range [][2]string{{ma.Subject, mb.Subject}, {ma.Text, mb.Text}, {ma.HTML, mb.HTML}} {
			if ga, gb := blank(pair[0], a, stampA), blank(pair[1], b, stampB); ga != gb {
				t.Errorf("%s: more than the values differs:\n%s\n%s", k, ga, gb)
			}
		}
	}
}

// A mail to a seller's person or to a second address does not reveal, even in the inbox's list,
// that a company is for sale.
func TestSellersMailsAreDiscreet(t *testing.T) {
	for _, k := range []Kind{ListingApprovalRequest, OwnerConsentRequest, RequestReminder, Passcode} {
		m := mustRender(t, k, full(k, 0))
		for _, word := range []string{"売却", "売手", "買手", "譲渡", "M&A", "案件", "交渉", "承継", "実名"} {
			if strings.Contains(m.Subject+m.Text+m.HTML, word) {
				t.Errorf("%s says %s", k, word)
			}
		}
	}
}

func TestRenderRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		kind   Kind
		change func(*Data)
	}{
		"unknown kind":        {"no_such", func(*Data) {}},
		"no network":          {PasswordChanged, func(d *Data) { d.Network = " \r\n" }},
		"no link":             {PasswordReset, func(d *Data) { d.Link = "" }},
		"relative link":       {PasswordReset, func(d *Data) { d.Link = "/password-set?key=x" }},
		"script link":         {PasswordReset, func(d *Data) { d.Link = "javascript:alert(1)" }},
		"script with a host":  {PasswordReset, func(d *Data) { d.Link = "javascript://example.jp/%0aalert(1)" }},
		"data with a host":    {PasswordReset, func(d *Data) { d.Link = "data://example.jp/text/html,x" }},
		"file of a host":      {PasswordReset, func(d *Data) { d.Link = "file://example.jp/share/x" }},
		"ftp":                 {PasswordReset, func(d *Data) { d.Link = "ftp://example.jp/x" }},
		"no scheme":           {PasswordReset, func(d *Data) { d.Link = "//example.jp/x" }},
		"contact of a file":   {PasswordReset, func(d *Data) { d.ContactLink = "file://example.jp/contact" }},
		"link without host":   {PasswordReset, func(d *Data) { d.Link = "https:///x" }},
		"link with password":  {PasswordReset, func(d *Data) { d.Link = "https://a:b@example.jp/" }},
		"link with line end":  {PasswordReset, func(d *Data) { d.Link = "https://example.jp/\r\nBcc: x" }},
		"link with space":     {PasswordReset, func(d *Data) { d.Link = "https://example.jp/a b" }},
		"link with quote":     {PasswordReset, func(d *Data) { d.Link = `https://example.jp/"onload=x` }},
		"contact link":        {PasswordReset, func(d *Data) { d.ContactLink = "mailto:x" }},
		"no expiry":           {PasswordReset, func(d *Data) { d.Expires = time.Time{} }},
		"no bank that asks":   {OwnerConsentRequest, func(d *Data) { d.Bank.Name = "" }},
		"no case number":      {MessageReceived, func(d *Data) { d.CaseNumber = "" }},
		"name as case number": {MessageReceived, func(d *Data) { d.CaseNumber = "山田製作所" }},
		"text as case number": {MessageReceived, func(d *Data) { d.CaseNumber = "S-1 Yamada Corp" }},
		"no passcode":         {Passcode, func(d *Data) { d.Passcode = "" }},
		"short passcode":      {Passcode, func(d *Data) { d.Passcode = "1234567" }},
		"text as passcode":    {Passcode, func(d *Data) { d.Passcode = "1234567\n" }},
		"days":                {ListingPeriodEnding, func(d *Data) { d.Days = -1 }},
		"too many days":       {ListingPeriodEnding, func(d *Data) { d.Days = 401 }},
		"days after":          {ListingPeriodEnding, func(d *Data) { d.After = 0 }},
		"days 0 when stalled": {NegotiationStalled, func(d *Data) { d.Days = 0 }},
		"nothing happened":    {NegotiationNews, func(d *Data) { d.Happened = nil }},
		"what never waits":    {NegotiationNews, func(d *Data) { d.Happened[0].Kind = PasswordReset }},
		"no count":            {SavedSearchNews, func(d *Data) { d.Count = 0 }},
		"an amount":           {ListingPublished, func(d *Data) { d.Summaries[0][0] = "年商3億円" }},
		"a long summary":      {ListingPublished, func(d *Data) { d.Summaries[0][0] = strings.Repeat("あ", 201) }},
		"four lines":          {ListingPublished, func(d *Data) { d.Summaries[0] = []string{"一", "二", "三", "四"} }},
		"summary of another":  {SavedSearchNews, func(d *Data) { d.Summaries = d.Summaries[:1] }},
		"no way to end them":  {SavedSearchNews, func(d *Data) { d.Stop = "" }},
		"a search without":    {SavedSearchNews, func(d *Data) { d.Searches[0].Count = 0 }},
		"a search elsewhere":  {SavedSearchNews, func(d *Data) { d.Searches[0].Link = "javascript:alert(1)" }},
		"text as a number":    {SavedSearchNews, func(d *Data) { d.Cases[0] = "山田製作所" }},
	} {
		d := full(c.kind, 30)
		c.change(&d)
		if m, err := Render(c.kind, d); err == nil || m != (Message{}) {
			t.Errorf("%s: rendered %+v", name, m)
		}
	}
}

// A name typed by a user cannot add a header, a line or HTML.
func TestRenderInjection(t *testing.T) {
	evil := "x\r\nBcc: evil@example.jp\r\n\r\n\x00<script>alert(1)</script>\u2028次の行\u202etxt.exe"
	d := full(MessageReceived, 0)
	d.Network, d.Name, d.Department = evil, evil, evil
	m := mustRender(t, MessageReceived, d)
	if strings.ContainsFunc(m.Subject, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' }) {
		t.Errorf("subject %q", m.Subject)
	}
	for line := range strings.Lines(m.Text) {
		if strings.HasPrefix(line, "Bcc") || strings.HasPrefix(line, "次の行") {
			t.Errorf("a line of its own: %q", line)
		}
	}
	if strings.Contains(m.HTML, "<script") {
		t.Error("HTML is not escaped")
	}
	d.Name = strings.Repeat("長", 5000)
	if n := len([]rune(mustRender(t, MessageReceived, d).Text)); n > 1500 {
		t.Errorf("a long name makes a mail of %d characters", n)
	}
	d.Name, d.Department = "", "法人営業部"
	if m := mustRender(t, MessageReceived, d); !strings.HasPrefix(m.Text, "ご担当者様\n") {
		t.Errorf("without a name: %q", m.Text[:40])
	}
	d.Name, d.Department = "山田 花子", ""
	if m := mustRender(t, MessageReceived, d); !strings.HasPrefix(m.Text, "山田 花子 様\n") {
		t.Errorf("without a department: %q", m.Text[:40])
	}
}

// What the mail says of the telephone is true where none is stored, and a clerk is named only where one asked.
func TestBankThatAsks(t *testing.T) {
	d := full(OwnerConsentRequest, 0)
	all := mustRender(t, OwnerConsentRequest, d).Text
	for _, want := range []string{"ご依頼元：みなと銀行\n担当者：本町支店 佐藤 一郎\n電話：03-0000-0000\n", "上の電話番号"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
	d.Bank = Bank{Name: "みなと\r\n銀行"}
	bare := mustRender(t, OwnerConsentRequest, d).Text
	if !strings.Contains(bare, "ご依頼元：みなと 銀行\n整理番号") || strings.Contains(bare, "担当者：") || strings.Contains(bare, "上の電話番号") {
		t.Errorf("without clerk and telephone:\n%s", bare)
	}
}

// News of several searches are one mail: how many searches, of each how many listings and a link, and no link that stands for all.
func TestNewsOfSeveralSearches(t *testing.T) {
	d := full(SavedSearchNews, 0)
	d.Searches = append(d.Searches, Found{3, "https://tsunagu.example.jp/page?saved=2"})
	m := mustRender(t, SavedSearchNews, d)
	if !strings.HasSuffix(m.Subject, "保存した検索条件2件に、新しい案件があります") || strings.Contains(m.Text, d.Link) || strings.Contains(m.HTML, d.Link) {
		t.Errorf("%s\n%s", m.Subject, m.Text)
	}
	for _, want := range []string{"検索条件1の結果を開く（新着12件）\nhttps://tsunagu.example.jp/page?saved=1\n",
		"検索条件2の結果を開く（新着3件）\nhttps://tsunagu.example.jp/page?saved=2\n", "L-2026-0001、L-2026-0002 など\n", d.Stop + "\n"} {
		if !strings.Contains(m.Text, want) {
			t.Errorf("no %q in\n%s", want, m.Text)
		}
	}
	for _, want := range []string{`href="https://tsunagu.example.jp/page?saved=1"`, `href="https://tsunagu.example.jp/page?saved=2"`,
		`href="` + d.Stop + `"`} {
		if !strings.Contains(m.HTML, want) {
			t.Errorf("no %q in\n%s", want, m.HTML)
		}
	}
	d.Summaries = d.Summaries[:1]
	if other := mustRender(t, ListingPublished, d); strings.Contains(other.Text+other.HTML, "stop-notices") {
		t.Error("another mail has the page that ends the news of searches")
	}
}
