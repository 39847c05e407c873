//go:build unix

package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

func (b *bench) report(all []*contestant, c *cards, sums results) {
	b.print("企業 %s、売却案件 %s、交渉 %s。%d人が同時に、%d回ずつ交互に、1回 %g秒。測る前に、%d問の件数と10件（その順番）が全員同じことを確かめました。", thousands(b.companies),
		thousands(b.companies/5), thousands(b.companies/2), b.callers, b.rounds, b.seconds, b.agreed)
	b.targets(all, sums)
	for _, l := range b.lists {
		b.print("\n## %s", l.title)
		for i := range l.kinds {
			k := &l.kinds[i]
			title := k.title
			if strings.Contains(title, "%d") {
				title = fmt.Sprintf(title, c.pages[l.name])
			}
			b.print("\n**%s**\n", title)
			b.print("| | 毎秒 | p50 | p99 | CPU／件 | 答え | つなぐは何倍速いか（毎秒） | （CPU） |\n|---|--:|--:|--:|--:|--:|--:|--:|")
			ours := sums[[3]string{l.name, k.name, all[0].name}]
			for _, of := range all {
				m := sums[[3]string{l.name, k.name, of.name}]
				if m == nil {
					continue
				}
				faster, cheaper := "", ""
				if m != ours && of.read != nil {
					faster, cheaper = fmt.Sprintf("%.1f", ours.perSecond()/m.perSecond()), fmt.Sprintf("%.1f",
						float64(m.each())/float64(max(ours.each(), 1)))
				}
				b.print("| %s | %.0f | %s | %s | %s | %.1f KB | %s | %s |", of.name, m.perSecond(), ms(m.part(0.5)), ms(m.part(0.99)), ms(m.each()),
					float64(m.bytes)/float64(max(len(m.took), 1))/1000, faster, cheaper)
			}
		}
	}
}

// Targets for lists of a million companies and new questions (those for times are in fresh_report.go).
const (
	targetPocketBase = 50.0
	targetPostgreSQL = 20.0
	targetNewWords   = 3.0 // times PostgreSQL's
)

// largeLists are the lists with so many rows that the targets for the comparison apply to them.
var largeLists = []string{"listings", "buyers", "longlist"}

// ratios are the product's answers per second and its processor time as multiples of a contestant's, for a kind.
func (s results) ratios(l *list, k *kind, ours, name string) (speed, cpu float64, ok bool) {
	our, m := s[[3]string{l.name, k.name, ours}], s[[3]string{l.name, k.name, name}]
	if our == nil || m == nil {
		return 0, 0, false
	}
	return our.perSecond() / m.perSecond(), float64(m.each()) / float64(max(our.each(), 1)), true
}

// targets prints which targets each list reaches and misses. Only new questions count.
func (b *bench) targets(all []*contestant, sums results) {
	slower, ours := sums.slower(), all[0].name
	var short []string
	b.print("\n目標は「初めて」で判定します（何もしないサーバが毎秒 %s の機械で p50 %s、p99 %s。この機械では %.1f 倍して比べます）。倍率は毎秒（CPU）:\n",
		thousands(bareTarget), ms(listGoal.median), ms(listGoal.last), slower)
	b.print("| | 初めて p50 | p99 | 二度目 p50 | 初めて: PocketBase の何倍 | PostgreSQL の何倍 | " +
		"二度目: PocketBase の何倍 | PostgreSQL の何倍 | 初めての言葉で PostgreSQL の何倍 |")
	b.print("|---|--:|--:|--:|---|---|---|---|---|")
	for _, l := range b.lists {
		first, again := l.kindNamed(firstKind), l.kindNamed(againKind)
		m := sums[[3]string{l.name, firstKind, ours}]
		lacks := (&freshResult{first: *m, again: *sums[[3]string{l.name, againKind, ours}]}).lacks(listGoal, slower, false)
		ratio := func(k *kind, name string, least float64) string {
			speed, cpu, ok := sums.ratios(l, k, ours, name)
			if !ok {
				return "—"
			}
			if least > 0 && (speed < least || cpu < least) {
				lacks = append(lacks, fmt.Sprintf("%sの %s の %.0f 倍（CPU %.0f 倍）。目標は %.0f 倍", k.short(), name, speed, cpu, least))
				return fmt.Sprintf("**%.0f（%.0f）**", speed, cpu)
			}
			return fmt.Sprintf("%.0f（%.0f）", speed, cpu)
		}
		least := func(x float64) float64 {
			if slices.Contains(largeLists, l.name) {
				return x
			}
			return 0
		}
		words := "—"
		if k := l.kindNamed("wordNew"); k != nil {
			words = ratio(k, "PostgreSQL", targetNewWords)
		}
		b.print("| %s | %s | %s | %s | %s | %s | %s | %s | %s |", l.title, ms(m.part(0.5)), ms(m.part(0.99)),
			ms(sums[[3]string{l.name, againKind, ours}].part(0.5)), ratio(first, "PocketBase", least(targetPocketBase)),
			ratio(first, "PostgreSQL", least(targetPostgreSQL)), ratio(again, "PocketBase", 0), ratio(again, "PostgreSQL", 0), words)
		if len(lacks) > 0 {
			short = append(short, l.title+": "+strings.Join(lacks, "、"))
		}
	}
	if len(short) > 0 {
		b.print("\n目標に届かないもの:\n\n- %s", strings.Join(short, "\n- "))
	} else {
		b.print("\nすべての目標を満たします。")
	}
	for _, x := range []struct {
		title string
		of    func(*kind) bool
	}{{"初めての問いを、すべての一覧から", func(k *kind) bool { return k.name == firstKind }},
		{"ほかの言葉でない問いを、すべての一覧から", func(k *kind) bool { return k.structured && !k.isDrawn() }}} {
		b.print("\n%s同じ回数ずつ聞くときの毎秒（問いごとの毎秒の調和平均）:\n\n| | 毎秒 | つなぐは何倍速いか |\n|---|--:|--:|", x.title)
		mixed := b.mixed(ours, sums, x.of)
		for _, of := range all {
			if of.read != nil {
				b.print("| %s | %.0f | %.1f |", of.name, b.mixed(of.name, sums, x.of), mixed/b.mixed(of.name, sums, x.of))
			}
		}
	}
}

// slower is how many times slower this machine is than the one of the goals; 1 if that was not measured.
func (s results) slower() float64 {
	sum := measured{}
	for key, m := range s {
		if key[2] == bareName {
			sum.add(*m)
		}
	}
	if len(sum.took) == 0 {
		return 1
	}
	return max(bareTarget/sum.perSecond(), 1)
}

// mixed is how many answers a second a contestant gives when some kinds of question are asked in
// turn.
func (b *bench) mixed(name string, sums results, of func(*kind) bool) float64 {
	n, seconds := 0.0, 0.0
	for _, l := range b.lists {
		for i := range l.kinds {
			if m := sums[[3]string{l.name, l.kinds[i].name, name}]; m != nil && of(&l.kinds[i]) {
				n, seconds = n+1, seconds+1/m.perSecond()
			}
		}
	}
	return n / seconds
}

func met(ok bool) string {
	if ok {
		return "満たす"
	}
	return "**満たさない**"
}

func ms(d time.Duration) string {
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.2f ms", d.Seconds()*1000)
	}
	return fmt.Sprintf("%.0f ms", d.Seconds()*1000)
}
