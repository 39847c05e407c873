//go:build unix

package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// questionsOf are how many different questions of a kind a round has.
const questionsOf = 400

// compare asks everyone the same, in turns, after everyone has given the same answers.
func (b *bench) compare() (err error) {
	w, err := b.makeWorld(b.companies)
	if err != nil {
		return err
	}
	b.say("カードを書き出しています")
	cards, words, err := w.cards()
	if err != nil {
		return err
	}
	all, err := b.everyone(w, cards)
	defer func() {
		for _, c := range all {
			c.stop()
		}
	}()
	if err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(1, 2))
	if err := b.agree(all, r, words); err != nil {
		return err
	}
	sums := map[string]map[string]*measured{}
	for round := range b.rounds {
		for _, k := range kinds {
			questions := k.many(r, words)
			for i := range all {
				c := all[(i+round)%len(all)] // nobody is always first
				if k.once && len(questions) == 0 {
					return errors.New("there are no new words left")
				}
				m, err := b.turn(c, k, questions)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", c.name, k.title, err)
				}
				if sums[k.name] == nil {
					sums[k.name] = map[string]*measured{}
				}
				if sums[k.name][c.name] == nil {
					sums[k.name][c.name] = &measured{}
				}
				sums[k.name][c.name].add(m)
			}
			b.say("%d回目 %s", round+1, k.title)
		}
	}
	b.report(all, sums)
	return nil
}

// everyone starts all that there is; who is missing is named and left out, the product never.
func (b *bench) everyone(w *world, cards string) (all []*contestant, err error) {
	p, err := b.ours(w)
	if err != nil {
		return nil, err
	}
	c, err := b.product(p)
	if err != nil {
		p.stop()
		return nil, err
	}
	all = append(all, c)
	for _, start := range []func() (*contestant, error){func() (*contestant, error) { return b.pocketBase(cards) }, func() (*contestant, error) { return b.postgres(cards) },
		func() (*contestant, error) { return b.sqlite(cards) }, b.nothing} {
		c, err := start()
		if err != nil {
			b.say("除く: %v", err)
			continue
		}
		b.say("%s が動いています", c.name)
		all = append(all, c)
	}
	b.say("つなぐが落ち着くのを待っています")
	return all, b.calm(p, all[0])
}

// calm waits until the product's index stands and its jobs have rested: until an answer takes it
// little, and nothing takes it anything.
func (b *bench) calm(p *program, c *contestant) error {
	if err := awaitIndex(p.address); err != nil {
		return err
	}
	a, err := c.open()
	if err != nil {
		return err
	}
	defer a.close()
	request := c.render(question{prefs: []int{13}})
	for range 600 {
		before := cpuTime(c.roots)
		for range 5 {
			if _, err := a.ask(request); err != nil {
				return err
			}
		}
		asked := cpuTime(c.roots)
		time.Sleep(time.Second)
		if asked-before < 150*time.Millisecond && cpuTime(c.roots)-asked < 100*time.Millisecond {
			return nil
		}
	}
	return fmt.Errorf("%s does not come to rest", p.log)
}

func (k kind) many(r *rand.Rand, w *words) (out []question) {
	n := questionsOf
	if k.once {
		n = min(n, (len(w.list)-w.used)/2) // some for the rounds that follow
	}
	for range n {
		out = append(out, k.one(r, w))
	}
	return out
}

// agree asks everyone some of each kind: the count and the page must be the same.
func (b *bench) agree(all []*contestant, r *rand.Rand, words *words) error {
	asked, nothing := 0, 0
	for _, k := range kinds {
		for range 8 {
			q := k.one(r, words)
			var first *answer
			for _, c := range all {
				if c.read == nil {
					continue
				}
				a, err := c.answer(q)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", c.name, k.title, err)
				}
				if first == nil {
					first = &a
				} else if a.count != first.count || !slices.Equal(a.ids, first.ids) {
					return fmt.Errorf("%s: %s finds %d %v, %s %d %v: %+v", k.title, all[0].name, first.count, first.ids, c.name, a.count, a.ids, q)
				}
			}
			if asked++; first.count == 0 {
				nothing++
			}
		}
	}
	if nothing > asked/4 {
		return fmt.Errorf("%d of %d questions find nothing", nothing, asked)
	}
	b.say("%d問の件数と10件が、すべて同じです", asked)
	return nil
}

func (c *contestant) answer(q question) (answer, error) {
	a, err := c.open()
	if err != nil {
		return answer{}, err
	}
	defer a.close()
	body, err := a.ask(c.render(q))
	if err != nil {
		return answer{}, err
	}
	return c.read(body)
}

// turn is one contestant's time with one kind of question, after a few to warm up.
func (b *bench) turn(c *contestant, k kind, questions []question) (measured, error) {
	var askers []asker
	defer func() {
		for _, a := range askers {
			a.close()
		}
	}()
	for range b.callers {
		a, err := c.open()
		if err != nil {
			return measured{}, err
		}
		askers = append(askers, a)
	}
	requests := make([][]byte, len(questions))
	for i, q := range questions {
		requests[i] = c.render(q)
	}
	warm := requests
	if k.once { // what warms up must not be asked again: another question does
		warm = [][]byte{c.render(question{})}
	}
	if _, err := load(askers, warm, false, b.seconds/5, c.processes); err != nil {
		return measured{}, err
	}
	return load(askers, requests, k.once, b.seconds, c.processes)
}

func (b *bench) report(all []*contestant, sums map[string]map[string]*measured) {
	b.print("企業 %d、売却案件 %d。%d人が同時に、%d回ずつ交互に、1回 %.0f秒。", b.companies, b.companies/5, b.callers, b.rounds, b.seconds)
	for _, k := range kinds {
		b.print("\n**%s**\n", k.title)
		b.print("| | 毎秒 | p50 | p99 | CPU／件 | 答え | つなぐは何倍速いか（毎秒） | （CPU） |\n|---|--:|--:|--:|--:|--:|--:|--:|")
		ours := sums[k.name][all[0].name]
		for _, c := range all {
			m := sums[k.name][c.name]
			faster, cheaper := "", ""
			if m != ours && c.read != nil {
				faster = fmt.Sprintf("%.1f", ours.perSecond()/m.perSecond())
				cheaper = fmt.Sprintf("%.1f", float64(m.each())/float64(max(ours.each(), 1)))
			}
			b.print("| %s | %.0f | %s | %s | %s | %.1f KB | %s | %s |", c.name, m.perSecond(), ms(m.part(0.5)), ms(m.part(0.99)), ms(m.each()), float64(m.bytes)/float64(max(len(m.took), 1))/1000, faster, cheaper)
		}
	}
}

func ms(d time.Duration) string {
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.2f ms", d.Seconds()*1000)
	}
	return fmt.Sprintf("%.0f ms", d.Seconds()*1000)
}
