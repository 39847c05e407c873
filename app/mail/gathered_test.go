package mail

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// Which kinds wait for each other: none with a key, a passcode or a term to answer, none of security, and none but
// those of milestones and status.
func TestGatheredKinds(t *testing.T) {
	var waits []Kind
	for _, k := range Kinds() {
		if !k.IsGathered() {
			continue
		}
		waits = append(waits, k)
		if x := byKind[k]; k.Secret() || x.passcode || x.security != "" || x.until != "" || x.asks || x.link != link || !x.caseNo {
			t.Errorf("%s must not wait", k)
		}
	}
	want := []Kind{NegotiationStatusChanged, MilestoneRecorded, MilestoneProposed, MilestoneConfirmed, MilestoneReturned, ContractLapsed}
	if !slices.Equal(waits, want) {
		t.Errorf("kinds that wait: %v", waits)
	}
	if Kind("no_such").IsGathered() {
		t.Error("an unknown kind waits")
	}
}

// A gathered mail names each kind once in its subject, what waits for the reader first, lists every part with its
// time in Japan, and says where it is switched off as soon as one of its parts can be.
func TestGatheredMail(t *testing.T) {
	d := full(NegotiationNews, 0)
	d.Happened = append(d.Happened, Happening{MilestoneRecorded, time.Date(2026, 11, 21, 15, 30, 0, 0, time.UTC)})
	m := mustRender(t, NegotiationNews, d)
	if want := "【つなぐネットワーク】S-2026-0042 確認のお願い、日程の記録、状況の変更（4件）"; m.Subject != want {
		t.Errorf("subject %q, want %q", m.Subject, want)
	}
	for _, line := range []string{"・11月21日 10:05　交渉の日程が", "・11月21日 10:20　交渉の相手方が", "・11月22日 00:30　交渉の日程が"} {
		if !strings.Contains(m.Text, line) || !strings.Contains(m.HTML, line) {
			t.Errorf("%q is missing in\n%s", line, m.Text)
		}
	}
	if !strings.Contains(m.Text, "会員情報管理") {
		t.Error("does not say where it is switched off")
	}
	d.Happened = []Happening{{MilestoneProposed, d.Happened[0].At}, {MilestoneReturned, d.Happened[0].At}}
	if m := mustRender(t, NegotiationNews, d); strings.Contains(m.Text, "会員情報管理") {
		t.Error("says that it can be switched off")
	}
	for range 40 {
		d.Happened = append(d.Happened, d.Happened[0])
	}
	if m := mustRender(t, NegotiationNews, d); strings.Count(m.Text, "\n・") != listedAtMost+1 || !strings.Contains(m.Text, "これより前の動き：22件") {
		t.Errorf("a long list:\n%s", m.Text)
	}
}
