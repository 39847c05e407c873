//go:build unix

package main

import (
	"fmt"
	"strings"
	"time"

	"tsunagu/app/bench/drawn"
)

// bareTarget is how many empty answers a second the machine of the goals gives; on another machine the goals are
// scaled.
const bareTarget = 50_000

// freshGoal are the goals for new questions of a kind: without and with a writer.
type freshGoal struct {
	median, last               time.Duration // last: the 99th percentile
	medianWriting, lastWriting time.Duration
	times                      float64 // factor of the median of a repeated question; 0 is no goal
}

// The goals, for eight callers in a network of a million companies.
var (
	listGoal         = freshGoal{2 * time.Millisecond, 15 * time.Millisecond, 3 * time.Millisecond, 25 * time.Millisecond, 4}
	bestBuyersGoal   = freshGoal{30 * time.Millisecond, 60 * time.Millisecond, 30 * time.Millisecond, 60 * time.Millisecond, 0}
	bestListingsGoal = freshGoal{10 * time.Millisecond, 25 * time.Millisecond, 10 * time.Millisecond, 25 * time.Millisecond, 0}
)

const (
	writesGoal = 50 * time.Millisecond // the 99th percentile
	memoryGoal = 512 << 20
	readyGoal  = 5 * time.Second
)

func freshGoalOf(k *drawn.Kind) freshGoal {
	switch k.Name {
	case "bestBuyers", "bestBuyersFiltered", "buyersByScore":
		return bestBuyersGoal
	case "bestListings":
		return bestListingsGoal
	}
	return listGoal
}

// freshReport prints each contender's measurements, and names the missed goals.
func (b *bench) freshReport(contenders []*contender, bare *measured) {
	slower := max(bareTarget/bare.perSecond(), 1)
	b.print("企業 %s、売却案件 %s、交渉 %s。%d人が同時に、%d回ずつ交互に、1回 %g秒。「初めて」は、引き直した、二度と尋ねない問い（種 %d）。「二度目」は、そのうち%d問を繰り返し。",
		thousands(b.companies), thousands(b.companies/5), thousands(b.companies/2), b.callers, b.rounds, b.seconds, b.seed, againOf)
	b.print("何もしないサーバは毎秒 %.0f（p50 %s）: 目標（毎秒 %s の機械のもの）を %.1f 倍して比べます。", bare.perSecond(), ms(bare.part(0.5)),
		thousands(bareTarget), slower)
	if b.writer > 0 {
		b.print("「初めて」の間、毎秒 %g件の変更（メッセージ、買手の無効・有効、案件の受付停止・解除を順に）。", b.writer)
	}
	head, rule := "| 問い | |", "|---|---|"
	for _, title := range []string{"毎秒", "p50", "p99", "CPU／件", "行のある答え", "その p50", "別のページと順: p50", "p99",
		"二度目: 毎秒", "p50", "p99", "CPU／件", "行のある初めての答えは何倍（p50）"} {
		head, rule = head+" "+title+" |", rule+"--:|"
	}
	if b.writer > 0 {
		head, rule = head+" 書き込み: 毎秒 | p50 | p99 |", rule+"--:|--:|--:|"
	}
	b.print("\n%s 目標 |\n%s---|", head, rule)
	var short []string
	for _, k := range b.kinds {
		for _, c := range contenders {
			r := c.of[k]
			if len(r.first.took) == 0 {
				b.print("| %s | %s | 問いがありません |", k.Title, c.name)
				continue
			}
			row := fmt.Sprintf("| %s | %s | %.0f | %s | %s | %s | %.0f %% | %s | %s | %s | %.0f | %s | %s | %s | %.1f |", k.Title, c.name, r.first.perSecond(),
				ms(r.first.part(0.5)), ms(r.first.part(0.99)), ms(r.first.each()), 100*float64(len(r.full.took))/float64(len(r.first.took)),
				ms(r.full.part(0.5)), msOrNone(&r.turned, 0.5), msOrNone(&r.turned, 0.99),
				r.again.perSecond(), ms(r.again.part(0.5)), ms(r.again.part(0.99)), ms(r.again.each()), r.times())
			if b.writer > 0 {
				row += fmt.Sprintf(" %.0f | %s | %s |", r.written.perSecond(), ms(r.written.part(0.5)), ms(r.written.part(0.99)))
			}
			lacks := r.lacks(freshGoalOf(k), slower, b.writer > 0)
			b.print("%s %s |", row, met(len(lacks) == 0))
			if len(lacks) > 0 {
				short = append(short, fmt.Sprintf("%s、%s: %s", c.name, k.Title, strings.Join(lacks, "、")))
			}
		}
	}
	b.print("\n| | /healthz | 最初の検索 | それまでの CPU | 起動して落ち着くまでの最大メモリ | 最後までの最大メモリ |\n|---|--:|--:|--:|--:|--:|")
	for _, c := range contenders {
		b.print("| %s | %.2f 秒 | %.2f 秒 | %.1f 秒 | %d MiB | %d MiB |", c.name, c.healthy.Seconds(), c.searched.Seconds(), c.startCPU.Seconds(),
			c.startPeak>>20, c.peak>>20)
		if c.peak > memoryGoal {
			short = append(short, fmt.Sprintf("%s: メモリは最大 %d MiB（目標 %d MiB まで）", c.name, c.peak>>20, memoryGoal>>20))
		}
		if c.searched > readyGoal {
			short = append(short, fmt.Sprintf("%s: 最初の検索まで %.1f 秒（目標 %.0f 秒まで）", c.name, c.searched.Seconds(), readyGoal.Seconds()))
		}
	}
	if len(short) == 0 {
		b.print("\nすべての目標を満たします。")
		return
	}
	b.print("\n目標に届かないもの:\n\n- %s", strings.Join(short, "\n- "))
}

// msOrNone is a dash if nothing was measured.
func msOrNone(m *measured, part float64) string {
	if len(m.took) == 0 {
		return "—"
	}
	return ms(m.part(part))
}

// times is how many times longer a new question takes than a repeated one, over answers with rows.
func (r *freshResult) times() float64 {
	first := r.full.part(0.5)
	if len(r.full.took) == 0 {
		first = r.first.part(0.5)
	}
	return float64(first) / float64(max(r.again.part(0.5), 1))
}

// lacks are the missed goals, in words.
func (r *freshResult) lacks(g freshGoal, slower float64, isWriting bool) (out []string) {
	median, last := g.median, g.last
	if isWriting {
		median, last = g.medianWriting, g.lastWriting
	}
	name, middle := "行のある答えの p50", &r.full
	if len(r.full.took) == 0 { // answers with rows were not measured separately
		name, middle = "p50", &r.first
	}
	for _, x := range []struct {
		name string
		of   *measured
		part float64
		most time.Duration
	}{{name, middle, 0.5, median}, {"p99", &r.first, 0.99, last}, {"書き込みの p99", &r.written, 0.99, writesGoal}} {
		most := time.Duration(float64(x.most) * slower)
		if took := x.of.part(x.part); took > most {
			out = append(out, fmt.Sprintf("%s は %s（目標 %s まで）", x.name, ms(took), ms(most)))
		}
	}
	if g.times > 0 && !isWriting && r.times() > g.times {
		out = append(out, fmt.Sprintf("二度目の %.1f 倍（目標 %.0f 倍まで）", r.times(), g.times))
	}
	return out
}
