//go:build unix

package main

import (
	"fmt"
	"math"
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

// What a list of a million companies is to reach.
const (
	targetMedian     = time.Millisecond
	targetLast       = 10 * time.Millisecond // of a hundred
	targetPocketBase = 100.0
	targetPostgreSQL = 50.0
	targetNewWords   = 3.0 // PostgreSQL's
)

// targets says of each list whether its slowest kind of question reaches what it is to reach.
func (b *bench) targets(all []*contestant, sums results) {
	ours := func(l *list, k *kind) *measured { return sums[[3]string{l.name, k.name, all[0].name}] }
	// ratio is the smallest over the kinds that are asked for, and of which.
	ratio := func(l *list, name string, least float64, of func(*kind) bool) string {
		worst, at := math.Inf(1), ""
		for i := range l.kinds {
			if k, m := &l.kinds[i], sums[[3]string{l.name, l.kinds[i].name, name}]; of(k) && m != nil {
				if x := ours(l, k).perSecond() / m.perSecond(); x < worst {
					worst, at = x, k.short()
				}
			}
		}
		if at == "" {
			return "—"
		}
		return fmt.Sprintf("%s（%.0f倍、%s）", met(worst >= least), worst, at)
	}
	slowest := func(l *list, part float64, most time.Duration) string {
		var worst time.Duration
		at := ""
		for i := range l.kinds {
			if k := &l.kinds[i]; k.structured {
				if x := ours(l, k).part(part); x > worst {
					worst, at = x, k.short()
				}
			}
		}
		return fmt.Sprintf("%s（%s、%s）", met(worst < most), ms(worst), at)
	}
	structured := func(k *kind) bool { return k.structured }
	b.print("\n目標と、一覧ごとにいちばん悪い問い（言葉でない問い。最後の列だけ、初めての言葉）:\n\n| | 中央値 1 ms 未満 | p99 10 ms 未満 | PocketBase の %.0f倍 | PostgreSQL の %.0f倍 | 初めての言葉で PostgreSQL の %.0f倍 |\n|---|---|---|---|---|---|", targetPocketBase, targetPostgreSQL, targetNewWords)
	for _, l := range b.lists {
		b.print("| %s | %s | %s | %s | %s | %s |", l.title, slowest(l, 0.5, targetMedian), slowest(l, 0.99, targetLast),
			ratio(l, "PocketBase", targetPocketBase, structured), ratio(l, "PostgreSQL", targetPostgreSQL, structured),
			ratio(l, "PostgreSQL", targetNewWords, func(k *kind) bool { return k.once }))
	}
	b.print("\n言葉でない問いを、すべての一覧から同じ回数ずつ聞くときの毎秒（問いごとの毎秒の調和平均）:\n\n| | 毎秒 | つなぐは何倍速いか |\n|---|--:|---|")
	mixed := b.mixed(all[0].name, sums)
	for _, of := range all {
		faster := ""
		switch of.name {
		case "PocketBase":
			faster = atLeast(mixed/b.mixed(of.name, sums), targetPocketBase)
		case "PostgreSQL":
			faster = atLeast(mixed/b.mixed(of.name, sums), targetPostgreSQL)
		}
		if of.read != nil {
			b.print("| %s | %.0f | %s |", of.name, b.mixed(of.name, sums), faster)
		}
	}
}

// mixed is what somebody answers in a second of all structured kinds of question, asked in turn.
func (b *bench) mixed(name string, sums results) float64 {
	n, seconds := 0.0, 0.0
	for _, l := range b.lists {
		for i := range l.kinds {
			if m := sums[[3]string{l.name, l.kinds[i].name, name}]; m != nil && l.kinds[i].structured {
				n, seconds = n+1, seconds+1/m.perSecond()
			}
		}
	}
	return n / seconds
}

func atLeast(faster, least float64) string {
	return fmt.Sprintf("%s（%.0f倍、目標は%.0f倍）", met(faster >= least), faster, least)
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
