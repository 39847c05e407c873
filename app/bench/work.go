//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
)

// work measures everything but searches: the start, the memory, long writes beside searches, and
// the calls that read very much.
func (b *bench) work() error {
	w, err := b.makeWorld(b.companies)
	if err != nil {
		return err
	}
	if err := w.forgetCards(""); err != nil { // the writes below would make the cards wrong
		return err
	}
	found, err := w.words()
	if err != nil {
		return err
	}
	b.print("企業 %s、売却案件 %s、交渉 %s。", thousands(b.companies), thousands(b.companies/5), thousands(b.companies/2))
	if _, err := b.ready(w); err != nil { // a new demo first has to run all of its jobs
		return err
	}
	p, err := b.ready(w)
	if err != nil {
		return err
	}
	defer p.stop()
	b.print("\n**起動**（プロセスの開始から）\n\n| | |\n|---|--:|\n| /healthz が答える | %.2f 秒 |\n| ログインできる | %.2f 秒 |\n| 索引による最初の検索 | %.2f 秒（CPU %.1f 秒） |",
		p.healthy.Seconds(), p.signedIn.Seconds(), p.indexed.Seconds(), p.cpu.Seconds())
	if err := b.memory(p.program, found); err != nil {
		return err
	}
	for _, part := range []func(*program, *cards) error{b.writes, b.heavy, b.exports, b.weekly} {
		if err := part(p.program, found); err != nil {
			return err
		}
	}
	p.stop()
	b.running = nil
	return b.check(w)
}

// started is a program with the time until it was ready.
type started struct {
	*program
	signedIn, indexed time.Duration
	cpu               time.Duration // processor time until it was ready
}

// awaitIndex waits until the index is built. It does not search meanwhile: that would slow the
// building, and in a large network such a search is refused.
func awaitIndex(address string) error {
	for begin := time.Now(); time.Since(begin) < 10*time.Minute; time.Sleep(100 * time.Millisecond) {
		res, err := http.Get("http://" + address + "/readyz")
		if err != nil {
			return err
		}
		var out struct{ Index string }
		if err := errors.Join(json.NewDecoder(res.Body).Decode(&out), res.Body.Close()); err != nil {
			return err
		}
		if out.Index == "ready" {
			return nil
		}
	}
	return errors.New("the index does not come to stand")
}

// ready starts the product and asks until its answers have their usual speed. It stops the previous
// process, as a data folder allows one.
func (b *bench) ready(w *world) (*started, error) {
	if b.running != nil {
		b.running.stop()
	}
	program, err := b.ours(w)
	if err != nil {
		return nil, err
	}
	p := &started{program: program}
	b.running = program
	token, err := signIn(p.address, askingLogin)
	if err != nil {
		return nil, err
	}
	p.signedIn = time.Since(p.begun)
	if err := awaitIndex(p.address); err != nil {
		return nil, err
	}
	a, err := dial(p.address)
	if err != nil {
		return nil, err
	}
	defer a.close()
	request := get(p.address, searchListings+"?location=13&industryTypes="+url.QueryEscape(category(13)), token)
	if _, err := a.ask(request); err != nil {
		return nil, err
	}
	p.indexed = time.Since(p.begun)
	p.cpu = cpuTime([]int{p.cmd.Process.Pid})
	c, err := b.product(program)
	if err != nil {
		return nil, err
	}
	if err := b.calm(program, c); err != nil {
		return nil, err
	}
	return p, nil
}

// searching starts searches of all kinds, which go on until end is called.
func (b *bench) searching(p *program, callers int, found *cards) (end func() (measured, error), err error) {
	token, err := signIn(p.address, askingLogin)
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(7, 8))
	var requests [][]byte
	for range questionsOf {
		for i := range lists[0].kinds {
			if k := &lists[0].kinds[i]; !k.once {
				q := lists[0].ask(k, r, found)
				requests = append(requests, q.ours(p.address, token))
			}
		}
	}
	var stop atomic.Bool
	var mu sync.Mutex
	var sum measured
	var failed error
	var group sync.WaitGroup
	begin := time.Now()
	for i := range callers {
		a, err := dial(p.address)
		if err != nil {
			return nil, err
		}
		group.Go(func() {
			defer a.close()
			var took []time.Duration
			var err error
			for n := i; err == nil && !stop.Load(); n += callers {
				asked := time.Now()
				_, err = a.ask(requests[n%len(requests)])
				took = append(took, time.Since(asked))
			}
			mu.Lock()
			defer mu.Unlock()
			sum.took = append(sum.took, took...)
			if err != nil {
				failed = err
			}
		})
	}
	return func() (measured, error) {
		stop.Store(true)
		group.Wait()
		sum.wall = time.Since(begin)
		return sum, failed
	}, nil
}

func (b *bench) memory(p *program, found *cards) error {
	rest := resident(p.cmd.Process.Pid)
	end, err := b.searching(p, 50, found)
	if err != nil {
		return err
	}
	most := int64(0)
	for begin := time.Now(); time.Since(begin).Seconds() < 2*b.seconds; time.Sleep(50 * time.Millisecond) {
		most = max(most, resident(p.cmd.Process.Pid))
	}
	m, err := end()
	if err != nil {
		return err
	}
	b.print("\n**メモリ**（RSS）\n\n| | |\n|---|--:|\n| 起動して落ち着いたとき | %d MB |\n| 50人が検索しているときの最大 | %d MB |\n| そのときの検索 | 毎秒 %.0f、p50 %s、p99 %s |",
		rest>>20, most>>20, m.perSecond(), ms(m.part(0.5)), ms(m.part(0.99)))
	return nil
}

// fetch asks once and reads the answer as JSON.
func fetch(a asker, request []byte, into any) error {
	body, err := a.ask(request)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, into)
}
