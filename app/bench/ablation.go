//go:build unix

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"time"
)

// withoutCache is the variable by which a build with -tags ablation turns caches of the store off.
const withoutCache = "TSUNAGU_WITHOUT"

// ablated are the caches of the store, by the names in store/caches.go, that are turned off one at a time.
var ablated = []struct{ name, title string }{
	{"", "（どれも切らない、もう一度）"},
	{"statements", "準備した SQL の文"},
	{"kept", "読んだ値（行、権限、設定）"},
	{"glance", "トランザクションを始めない読み取り"},
	{"selections", "企業の検索が見つけた行"},
	{"pages", "企業の検索のページ"},
	{"dealings", "交渉の検索が見つけた行"},
	{"conditions", "条件ごとのビット"},
	{"showing", "今日公開中の案件"},
	{"audiences", "機関ごとの公開先"},
	{"words", "言葉ごとの行"},
	{"orders", "交渉の並び順"},
	{"all", "全部を切る"},
}

// ablationRequests are how many questions of a kind a variant answers: each twice, as people page and come back.
const ablationRequests = 200

// ablation asks the same questions of the product with one cache of the store turned off at a time, without any
// writes meanwhile: what each cache saves at most. It compares the processors' time, which other programs on the
// machine hardly change.
func (b *bench) ablation() error {
	w, err := b.makeWorld(b.companies)
	if err != nil {
		return err
	}
	c, err := w.cards(b.lists)
	if err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(7, 8))
	questions := map[*kind][]question{}
	for _, l := range b.lists {
		for i := range l.kinds {
			k := &l.kinds[i]
			some := l.many(k, r, c)
			questions[k] = some[:min(len(some), ablationRequests/2)]
		}
	}
	base, err := b.ablate(w, "", questions)
	if err != nil {
		return err
	}
	b.print("企業 %s、売却案件 %s、交渉 %s。切ったときに答え一つに要る CPU が、切らないときの何倍か（種類ごとの倍率の相乗平均、書き込みなし、同じ問いを二度ずつ）。\n", thousands(b.companies),
		thousands(b.companies/5), thousands(b.companies/2))
	head, rule, first := "| 切るもの | 名前 |", "|---|---|", "| （どれも切らない、CPU／件） | |"
	for _, l := range b.lists {
		head, rule = head+" "+l.title+" |", rule+"--:|"
		sum, n := time.Duration(0), 0
		for i := range l.kinds {
			sum, n = sum+base.each[&l.kinds[i]], n+1
		}
		first += fmt.Sprintf(" %s |", ms(sum/time.Duration(n)))
	}
	b.print("%s いちばん効く問い | メモリ |\n%s---|--:|\n%s | %d MB |", head, rule, first, base.resident>>20)
	for _, a := range ablated {
		of, err := b.ablate(w, a.name, questions)
		if err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		row, most, where := fmt.Sprintf("| %s | %s |", a.title, a.name), 0.0, ""
		for _, l := range b.lists {
			logs := 0.0
			for i := range l.kinds {
				k := &l.kinds[i]
				times := float64(of.each[k]) / float64(max(base.each[k], 1))
				logs += math.Log(max(times, 0.01))
				if times > most {
					most, where = times, strings.TrimSuffix(l.name+"・"+k.short(), "・")
				}
			}
			row += fmt.Sprintf(" %.2f |", math.Exp(logs/float64(len(l.kinds))))
		}
		b.print("%s %s（%.1f 倍） | %d MB |", row, where, most, of.resident>>20)
	}
	return nil
}

// ablation is what a variant took.
type ablation struct {
	each     map[*kind]time.Duration // of the processors, for an answer
	resident int64
}

// ablate runs the product with one cache turned off and asks it everything.
func (b *bench) ablate(w *world, without string, questions map[*kind][]question) (*ablation, error) {
	b.say("切る: %q", without)
	if err := os.Setenv(withoutCache, without); err != nil {
		return nil, err
	}
	defer os.Unsetenv(withoutCache)
	p, err := b.ours(w)
	if err != nil {
		return nil, err
	}
	defer p.stop()
	c, err := b.product(p)
	if err != nil {
		return nil, err
	}
	if err := b.calm(p, c); err != nil {
		return nil, err
	}
	var askers []asker
	defer func() {
		for _, a := range askers {
			a.close()
		}
	}()
	for range b.callers {
		a, err := c.open()
		if err != nil {
			return nil, err
		}
		askers = append(askers, a)
	}
	out := &ablation{each: map[*kind]time.Duration{}}
	for _, l := range b.lists {
		for i := range l.kinds {
			k := &l.kinds[i]
			var requests [][]byte
			for range 2 {
				for j := range questions[k] {
					requests = append(requests, c.render(&questions[k][j]))
				}
			}
			m, err := load(askers, requests, true, math.MaxInt32, c.processes)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", l.title, k.title, err)
			}
			out.each[k] = m.each()
		}
	}
	out.resident = resident(p.cmd.Process.Pid)
	return out, nil
}
