//go:build unix

package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// questionsOf is how many different questions of a kind a round has.
const questionsOf = 400

// How many questions of a kind all contestants must answer alike before the measurement, and how many of
// a drawn kind.
const (
	agreedOf    = 8
	agreedDrawn = 40
)

// compare asks all contestants the same questions in turns, after checking that they give the same
// answers.
func (b *bench) compare() (err error) {
	w, err := b.makeWorld(b.companies)
	if err != nil {
		return err
	}
	b.say("カードを書き出しています")
	c, err := w.cards(b.lists)
	if err != nil {
		return err
	}
	all, err := b.everyone(w, c.file)
	defer func() {
		for _, c := range all {
			c.stop()
		}
	}()
	if err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(1, 2))
	if err := b.agree(all, r, c); err != nil {
		return err
	}
	if b.rounds == 0 {
		return nil // only preparation and agreement were wanted
	}
	sums := results{}
	for round := range b.rounds {
		for _, l := range b.lists {
			for i := range l.kinds {
				if err := b.round(all, round, l, &l.kinds[i], r, c, sums); err != nil {
					return err
				}
			}
			b.say("%d回目 %s", round+1, l.title)
		}
	}
	b.report(all, c, sums)
	return nil
}

// results are the measurements by list, kind and contestant.
type results map[[3]string]*measured

func (s results) add(l *list, k *kind, name string, m measured) {
	key := [3]string{l.name, k.name, name}
	if s[key] == nil {
		s[key] = &measured{}
	}
	s[key].add(m)
}

// round lets every contestant answer the same questions in turn.
func (b *bench) round(all []*contestant, round int, l *list, k *kind, r *rand.Rand, c *cards, sums results) error {
	n := questionsOf
	if k.name == firstKind { // enough new ones for the fastest contestant
		n = max(n, int(b.seconds*freshASecond))
	}
	questions := l.many(k, n, r, c)
	if len(questions) == 0 {
		return errors.New("there are no new words left")
	}
	for i := range all {
		of := all[(i+round)%len(all)] // rotates who is first
		if of.read == nil && k != &l.kinds[0] {
			continue // the contestant that does nothing is measured once
		}
		m, err := b.turn(of, k, questions, l.ask(&l.kinds[0], r, c))
		if err != nil {
			return fmt.Errorf("%s, %s, %s: %w", of.name, l.title, k.title, err)
		}
		sums.add(l, k, of.name, m)
	}
	return nil
}

// everyone starts all contestants; one that cannot be started is reported and left out, but never
// the product.
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
	for _, start := range []func() (*contestant, error){func() (*contestant, error) { return b.pocketBase(cards) },
		func() (*contestant, error) { return b.postgres(cards) },
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

// calm waits until the product's index is built and its jobs are idle, and until an answer takes
// the usual processor time.
func (b *bench) calm(p *program, c *contestant) error {
	if err := awaitIndex(p.address); err != nil {
		return err
	}
	a, err := c.open()
	if err != nil {
		return err
	}
	defer a.close()
	q := listingsOf([]int{13})
	q.list = lists[0]
	request := c.render(&q)
	for range 1800 { // a new demo first has to run all of its jobs
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

func (l *list) many(k *kind, n int, r *rand.Rand, c *cards) (out []question) {
	if k.once && k.name != firstKind {
		found := c.words[listWord(l)]
		n = min(n, (len(found.list)-found.used)/2) // keeps some for later rounds
	}
	for range n {
		out = append(out, l.ask(k, r, c))
	}
	return out
}

// listWord is the product's name of the word search in a list.
func listWord(l *list) string {
	i := slices.IndexFunc(cardKinds, func(k cardKind) bool { return k.table == l.table })
	return cardKinds[i].words
}

// agree asks all contestants some questions of each kind: count and page must be the same.
func (b *bench) agree(all []*contestant, r *rand.Rand, c *cards) error {
	asked, nothing := 0, 0
	for _, l := range b.lists {
		for i := range l.kinds {
			k := &l.kinds[i]
			n := agreedOf
			if k.isDrawn() {
				n = agreedDrawn
			}
			for range n {
				q := l.ask(k, r, c)
				var first *answer
				for _, of := range all {
					if of.read == nil {
						continue
					}
					a, err := of.answer(&q)
					if err == nil {
						err = c.owners(a.ids)
					}
					if err != nil {
						return fmt.Errorf("%s, %s, %s: %w", of.name, l.title, k.title, err)
					}
					if first == nil {
						first = &a
					} else if a.count != first.count || !slices.Equal(a.ids, first.ids) {
						return fmt.Errorf("%s, %s: %s finds %d %v, %s %d %v: %+v", l.title, k.title, all[0].name, first.count, first.ids, of.name,
							a.count, a.ids, q)
					}
				}
				if asked++; len(first.ids) == 0 && !k.isDrawn() { // many drawn ones find nothing
					nothing++
				}
			}
		}
	}
	if nothing > asked/4 {
		return fmt.Errorf("%d of %d questions find nothing", nothing, asked)
	}
	b.agreed = asked
	b.say("%d問の件数と10件が、すべて同じです（%d問は、だれも何も見つけません）", asked, nothing)
	return nil
}

func (c *contestant) answer(q *question) (answer, error) {
	a, err := c.open()
	if err != nil {
		return answer{}, err
	}
	defer a.close()
	body, err := a.ask(c.render(q))
	if err != nil {
		return answer{}, err
	}
	return c.read(q.list, body)
}

// turn measures one contestant with one kind of question, after a few to warm up.
func (b *bench) turn(c *contestant, k *kind, questions []question, other question) (measured, error) {
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
	for i := range questions {
		requests[i] = c.render(&questions[i])
	}
	warm := requests
	if k.once { // the warm-up must not use a question to be measured
		warm = [][]byte{c.render(&other)}
	}
	if _, err := load(askers, warm, false, b.seconds/5, c.processes); err != nil {
		return measured{}, err
	}
	return load(askers, requests, k.once, b.seconds, c.processes)
}
