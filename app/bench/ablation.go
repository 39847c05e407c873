//go:build unix

package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// withoutCache is the environment variable by which a build with -tags ablation turns caches of the
// store off.
const withoutCache = "TSUNAGU_WITHOUT"

// ablated are the caches of the store, by the names in store/caches.go, that are turned off one at a time.
var ablated = []struct{ name, title string }{
	{"", "（どれも切らない、もう一度）"},
	{"statements", "準備した SQL の文"},
	{"kept", "読んだ値（行、権限、設定）"},
	{"lazyReads", "トランザクションを始めない読み取り"},
	{"pages", "企業の検索のページ"},
	{"rankings", "案件に合う買手の順位"},
	{"dealings", "交渉の検索が見つけた行"},
	{"showing", "今日公開中の案件"},
	{"audiences", "機関ごとの公開先"},
	{"words", "言葉ごとの行"},
	{"orders", "交渉の並び順"},
	{"parties", "交渉ごとの案件と買手"},
	{"all", "全部を切る"},
}

// ablationQuestions is how many questions of a kind a turn of a variant has; each is asked twice, as people page
// forward and come back. No question is repeated in a later turn, unless there are only few. Kinds of new
// questions ask each one once.
const ablationQuestions = 50

// variant is the product with one cache turned off, or another executable of it.
type variant struct {
	name, title string
	binary      string
	each        map[*kind][]time.Duration // processor time for an answer, by round
	resident    int64

	program *program
	product *contestant
	askers  []asker
}

// ablation asks the same questions of the product with one cache of the store turned off at a time, without any
// writes meanwhile: this shows the most that each cache can save. All variants run side by side, each on its copy of
// the world, and take turns at every kind, so that a slow phase of the machine affects all. It compares the
// processor time, by the median of the rounds. If another executable is given, only the two executables are
// compared.
func (b *bench) ablation() error {
	w, err := b.makeWorld(b.companies)
	if err != nil {
		return err
	}
	b.lists = forAblation(b.lists)
	c, err := w.cards(b.lists)
	if err != nil {
		return err
	}
	variants := []*variant{{title: "（どれも切らない）", binary: b.binary}}
	if b.against != "" {
		variants = append(variants, &variant{title: "もう一つの実行ファイル", name: "-against", binary: b.against})
	} else {
		names := strings.Split(b.caches, ",")
		for _, a := range ablated {
			if b.caches != "" && a.name != "" && !slices.Contains(names, a.name) {
				continue
			}
			variants = append(variants, &variant{title: a.title, name: a.name, binary: b.binary})
		}
	}
	for i, v := range variants {
		dir := filepath.Join(b.scratch, fmt.Sprintf("variant-%d", i))
		defer v.end()
		if err := b.begin(w, dir, v); err != nil {
			return fmt.Errorf("%s: %w", v.name, err)
		}
	}
	for _, v := range variants {
		if err := v.open(b.callers); err != nil {
			return fmt.Errorf("%s: %w", v.name, err)
		}
	}
	r := rand.New(rand.NewPCG(7, 8))
	for _, l := range b.lists {
		for i := range l.kinds {
			k := &l.kinds[i]
			b.say("%s・%s", l.name, k.short())
			questions := l.many(k, questionsOf, r, c)
			n := ablationQuestions
			if k.once {
				n = min(n, len(questions)/b.rounds)
			}
			if n == 0 {
				return fmt.Errorf("%s, %s: too few questions for %d rounds", l.title, k.title, b.rounds)
			}
			for round := range b.rounds {
				some := questions[:n]
				if questions = questions[n:]; len(questions) < n && !k.once {
					questions = l.many(k, questionsOf, r, c)
				}
				for j := range variants {
					v := variants[(j+round)%len(variants)]
					if err := v.turn(k, some); err != nil {
						return fmt.Errorf("%s: %s, %s: %w", v.name, l.title, k.title, err)
					}
				}
			}
		}
	}
	for _, v := range variants {
		v.resident = resident(v.program.cmd.Process.Pid)
	}
	b.print("企業 %s、売却案件 %s、交渉 %s。答え一つに要る CPU が、何も変えないときの何倍か（種類ごとに %d 回の倍率の中央値、一覧はその相乗平均。"+
		"書き込みなし、「初めて」のほかは同じ問いを二度ずつ）。\n", thousands(b.companies), thousands(b.companies/5), thousands(b.companies/2), b.rounds)
	b.printVariants(variants)
	return nil
}

// printVariants prints how many times the first variant's time each list takes, and then each kind of
// question.
func (b *bench) printVariants(variants []*variant) {
	base := variants[0]
	head, rule, first := "| 切るもの | 名前 |", "|---|---|", "| （どれも切らない、CPU／件） | |"
	for _, l := range b.lists {
		head, rule = head+" "+l.title+" |", rule+"--:|"
		sum := time.Duration(0)
		for i := range l.kinds {
			sum += base.median(&l.kinds[i])
		}
		first += fmt.Sprintf(" %s |", ms(sum/time.Duration(len(l.kinds))))
	}
	b.print("%s いちばん効く問い | メモリ |\n%s---|--:|\n%s | %d MB |", head, rule, first, base.resident>>20)
	kinds, kindRule := "| 問い | CPU／件 |", "|---|--:|"
	for _, v := range variants[1:] {
		name := v.name
		if name == "" {
			name = "（同じ）"
		}
		kinds, kindRule = kinds+" "+name+" |", kindRule+"--:|"
		row, most, where := fmt.Sprintf("| %s | %s |", v.title, v.name), 0.0, ""
		for _, l := range b.lists {
			logs := 0.0
			for i := range l.kinds {
				times := v.times(base, &l.kinds[i])
				logs += math.Log(times)
				if times > most {
					most, where = times, strings.TrimSuffix(l.name+"・"+l.kinds[i].short(), "・")
				}
			}
			row += fmt.Sprintf(" %.2f |", math.Exp(logs/float64(len(l.kinds))))
		}
		b.print("%s %s（%.1f 倍） | %d MB |", row, where, most, v.resident>>20)
	}
	b.print("\n%s\n%s", kinds, kindRule)
	for _, l := range b.lists {
		for i := range l.kinds {
			k := &l.kinds[i]
			row := fmt.Sprintf("| %s・%s | %s |", l.name, k.short(), ms(base.median(k)))
			for _, v := range variants[1:] {
				row += fmt.Sprintf(" %.2f |", v.times(base, k))
			}
			b.print("%s", row)
		}
	}
}

// median is the time of an answer in the median round.
func (v *variant) median(k *kind) time.Duration {
	all := slices.Sorted(slices.Values(v.each[k]))
	return all[len(all)/2]
}

// times is the median, over the rounds, of the ratio to base: a slow phase of the machine affects
// both.
func (v *variant) times(base *variant, k *kind) float64 {
	all := make([]float64, len(v.each[k]))
	for i, each := range v.each[k] {
		all[i] = float64(each) / float64(base.each[k][i])
	}
	slices.Sort(all)
	return (all[len(all)/2] + all[(len(all)-1)/2]) / 2
}

// begin starts the product as a variant, on a copy of the world.
func (b *bench) begin(w *world, dir string, v *variant) error {
	b.say("始める: %q", v.name)
	copied, err := w.copyTo(dir)
	if err != nil {
		return err
	}
	if v.name != "-against" {
		if err := os.Setenv(withoutCache, v.name); err != nil {
			return err
		}
		defer os.Unsetenv(withoutCache)
	}
	own := &bench{dir: dir, binary: v.binary}
	if v.program, err = own.ours(copied); err != nil {
		return err
	}
	b.child(v.program.cmd)
	if v.product, err = b.product(v.program); err != nil {
		return err
	}
	v.each = map[*kind][]time.Duration{}
	return b.calm(v.program, v.product)
}

// open opens the connections of a variant. The product closes connections that are idle for long.
func (v *variant) open(callers int) error {
	for range callers {
		a, err := v.product.open()
		if err != nil {
			return err
		}
		v.askers = append(v.askers, a)
	}
	return nil
}

// end stops a variant, if it was begun.
func (v *variant) end() {
	for _, a := range v.askers {
		a.close()
	}
	if v.program != nil {
		v.program.stop()
	}
}

// turn asks a variant the questions of a kind.
func (v *variant) turn(k *kind, questions []question) error {
	var requests [][]byte
	times := 2
	if k.name == firstKind {
		times = 1
	}
	for range times {
		for i := range questions {
			requests = append(requests, v.product.render(&questions[i]))
		}
	}
	before, err := threadsTime(v.program.cmd.Process.Pid)
	if err != nil {
		return err
	}
	m, err := load(v.askers, requests, true, math.MaxInt32, v.product.processes)
	if err != nil {
		return err
	}
	after, err := threadsTime(v.program.cmd.Process.Pid)
	v.each[k] = append(v.each[k], max((after-before)/time.Duration(len(m.took)), 1))
	return err
}

// threadsTime is the processor time of a process's threads, to the nanosecond: two hundred answers take too few of
// the clock ticks that cpuTime counts.
func threadsTime(pid int) (sum time.Duration, err error) {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if errors.Is(err, os.ErrNotExist) {
			continue // a thread that has ended
		}
		var took time.Duration
		if _, err := fmt.Sscan(string(text), (*int64)(&took)); err != nil {
			return 0, fmt.Errorf("%s: %w", file, err)
		}
		sum += took
	}
	return sum, err
}
