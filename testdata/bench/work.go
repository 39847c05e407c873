//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
)

// work measures what is no search: how soon the product is there, what memory it takes, writes that
// last while others search, and the calls that look at very much.
func (b *bench) work() error {
	w, err := b.makeWorld(b.companies)
	if err != nil {
		return err
	}
	found, err := w.words()
	if err != nil {
		return err
	}
	b.print("企業 %s、売却案件 %s、交渉 %s。", thousands(b.companies), thousands(b.companies/5), thousands(b.companies/2))
	if _, err := b.ready(w); err != nil { // a new demo has its jobs to catch up with
		return err
	}
	p, err := b.ready(w)
	if err != nil {
		return err
	}
	defer p.stop()
	b.print("\n**起動**（プロセスの開始から）\n\n| | |\n|---|--:|\n| /healthz が答える | %.2f 秒 |\n| ログインできる | %.2f 秒 |\n| 索引による最初の検索 | %.2f 秒（CPU %.1f 秒） |", p.healthy.Seconds(), p.signedIn.Seconds(), p.indexed.Seconds(), p.cpu.Seconds())
	if err := b.memory(p.program, found); err != nil {
		return err
	}
	if err := b.writes(p.program, found); err != nil {
		return err
	}
	return b.heavy(p.program)
}

// started is a program with how long it took to be of use.
type started struct {
	*program
	signedIn, indexed time.Duration
	cpu               time.Duration // that it took for it
}

// awaitIndex waits until the index stands. To ask for a search meanwhile would only take from what it
// is built with, and in a large network the answer is that it is being built.
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

// ready starts the product and asks until its answers are as quick as they stay. The one before is
// stopped: a folder has one process.
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

// searching is a load of searches of all kinds that goes on until it is told to end.
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
	b.print("\n**メモリ**（RSS）\n\n| | |\n|---|--:|\n| 起動して落ち着いたとき | %d MB |\n| 50人が検索しているときの最大 | %d MB |\n| そのときの検索 | 毎秒 %.0f、p50 %s、p99 %s |", rest>>20, most>>20, m.perSecond(), ms(m.part(0.5)), ms(m.part(0.99)))
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

// deed is a kind of write: each call of the function that begin returns is one that commits. There
// are n of them to be had; 0 is as many as one likes.
type deed struct {
	title string
	begin func(a asker, address, token string) (n int, one func() error, err error)
}

// errNone: the folder that was kept has been written in so often that no row is left for it.
var errNone = errors.New("no rows to write")

var deeds = []deed{
	{"メッセージの送信", func(a asker, address, token string) (int, func() error, error) {
		rows, err := negotiations(a, address, token, 1, 2, 3)
		if err == nil && len(rows) == 0 {
			err = errNone
		}
		n := 0
		return 0, func() error {
			n++
			_, err := a.ask(post("POST", address, "/api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync", token,
				map[string]any{"buyerNegotiationId": rows[n%len(rows)].BuyerNegotiationID, "messageType": 2, "messageBody": "資料の件、確認してご連絡します。"}))
			return err
		}, err
	}},
	{"交渉状況の変更", func(a asker, address, token string) (int, func() error, error) {
		rows, err := negotiations(a, address, token, 1)
		if err == nil && len(rows) < 20 {
			err = errNone
		}
		return len(rows), func() error {
			x := rows[0]
			rows = rows[1:]
			_, err := a.ask(post("POST", address, "/api/BuyerNegotiation/NegotiationStatusChange", token,
				map[string]any{"buyerNegotiationId": x.BuyerNegotiationID, "version": x.Version, "fromStatus": x.Status, "status": 9, "endReason": 1}))
			return err
		}, err
	}},
	{"買手企業の無効・有効（検索が変わる）", func(a asker, address, token string) (int, func() error, error) {
		var out struct{ CompanyList []struct{ CompanyID string } }
		if err := fetch(a, get(address, searchCompanies+"?isOnlyPersonInCharge=true&isPublic=true&limit=1000", token), &out); err != nil {
			return 0, nil, err
		}
		change := func(id, event string, was int) error {
			_, err := a.ask(post("PUT", address, "/api/BuyerCompany/ChangeCompanyStatus", token, map[string]any{"companyId": id, "event": event, "expectedStatus": was}))
			return err
		}
		var ids []string
		for _, c := range out.CompanyList {
			// One that negotiates cannot be disabled, and one without details does not come back as it was.
			if len(ids) < 50 && change(c.CompanyID, "disable", 1) == nil && change(c.CompanyID, "enable", 2) == nil && change(c.CompanyID, "disable", 1) == nil {
				ids = append(ids, c.CompanyID)
			}
		}
		if len(ids) == 0 {
			return 0, nil, errNone
		}
		n := -1
		return 0, func() error {
			n++
			if n/len(ids)%2 == 0 {
				return change(ids[n%len(ids)], "enable", 2)
			}
			return change(ids[n%len(ids)], "disable", 1)
		}, nil
	}},
	{"案件の受付停止・解除（検索が変わる）", func(a asker, address, token string) (int, func() error, error) {
		own, err := ownListings(a, address, token, 50)
		if err != nil {
			return 0, nil, err
		}
		type moved struct {
			SellerBusinessID string
			Version          int
			IsStopped        bool
		}
		var rows []moved
		for _, id := range own {
			x := moved{}
			if err := fetch(a, get(address, "/api/SellerBusiness/GetSellerBusinessOverViewAsync?sellerBusinessId="+id, token), &x); err != nil {
				return 0, nil, err
			}
			rows = append(rows, x)
		}
		n := -1
		return 0, func() error {
			n++
			x := &rows[n%len(rows)]
			x.IsStopped = !x.IsStopped
			return fetch(a, post("POST", address, "/api/SellerBusiness/ChangeSuspension", token, map[string]any{"sellerBusinessId": x.SellerBusinessID, "version": x.Version, "isStopped": x.IsStopped}), x)
		}, nil
	}},
}

type negotiationRow struct {
	BuyerNegotiationID string
	Version, Status    int
}

// negotiations are the caller's own as the buying side that stand at one of the states.
func negotiations(a asker, address, token string, states ...int) (rows []negotiationRow, err error) {
	var out struct{ PartnerList []negotiationRow }
	if err := fetch(a, get(address, "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=10000", token), &out); err != nil {
		return nil, err
	}
	for _, x := range out.PartnerList {
		for _, s := range states {
			if x.Status == s {
				rows = append(rows, x)
			}
		}
	}
	return rows, nil
}

func ownListings(a asker, address, token string, n int) (ids []string, err error) {
	var out struct {
		SellerBusinessList []struct{ SellerBusinessID string }
	}
	err = fetch(a, get(address, fmt.Sprintf(searchListings+"?isOnlyPersonInCharge=true&isPublic=true&limit=%d", n), token), &out)
	for _, l := range out.SellerBusinessList {
		ids = append(ids, l.SellerBusinessID)
	}
	if err == nil && len(ids) == 0 {
		err = errors.New("no listing of its own")
	}
	return ids, err
}

// writes has one writer go on for a while, alone and then while others search.
func (b *bench) writes(p *program, found *cards) error {
	b.print("\n**書き込み**（一人が続けて書き、一件ごとにディスクまで届く。かっこ内は、%d人が検索しているとき）\n\n| | 毎秒 | p50 | p99 | そのときの検索 |\n|---|--:|--:|--:|--:|", b.callers)
	token, err := signIn(p.address, sellingLogin)
	if err != nil {
		return err
	}
	for _, d := range deeds {
		a, err := dial(p.address)
		if err != nil {
			return err
		}
		n, one, err := d.begin(a, p.address, token)
		if errors.Is(err, errNone) {
			b.print("| %s | — | — | — | — |", d.title)
			continue
		} else if err != nil {
			return fmt.Errorf("%s: %w", d.title, err)
		}
		goOn := func() (m measured, err error) {
			begin := time.Now()
			for time.Since(begin).Seconds() < b.seconds && (n == 0 || len(m.took) < n/2) {
				asked := time.Now()
				if err := one(); err != nil {
					return m, fmt.Errorf("%s: %w", d.title, err)
				}
				m.took = append(m.took, time.Since(asked))
			}
			m.wall = time.Since(begin)
			return m, nil
		}
		alone, err := goOn()
		if err != nil {
			return err
		}
		end, err := b.searching(p, b.callers, found)
		if err != nil {
			return err
		}
		among, err := goOn()
		searched, err2 := end()
		if err := errors.Join(err, err2); err != nil {
			return err
		}
		b.print("| %s | %.0f (%.0f) | %s (%s) | %s (%s) | 毎秒 %.0f、p50 %s、p99 %s |", d.title, alone.perSecond(), among.perSecond(), ms(alone.part(0.5)), ms(among.part(0.5)), ms(alone.part(0.99)), ms(among.part(0.99)),
			searched.perSecond(), ms(searched.part(0.5)), ms(searched.part(0.99)))
		a.close()
	}
	return nil
}

// heavy are the calls that look at very much for one answer.
func (b *bench) heavy(p *program) error {
	a, err := dial(p.address)
	if err != nil {
		return err
	}
	defer a.close()
	token, err := signIn(p.address, sellingLogin)
	if err != nil {
		return err
	}
	listings, err := ownListings(a, p.address, token, 20)
	if err != nil {
		return err
	}
	var buyers struct{ CompanyList []struct{ CompanyID string } }
	if err := fetch(a, get(p.address, searchCompanies+"?isOnlyPersonInCharge=true&isPublic=true&limit=20", token), &buyers); err != nil {
		return err
	}
	b.print("\n**多くを見る呼び出し**\n\n| | p50 | 最長 | CPU |\n|---|--:|--:|--:|")
	for _, x := range []struct {
		title string
		one   func(n int) []byte
	}{
		{"k-匿名性の確認（業種・地域・売上高が同じ企業を数える）", func(n int) []byte {
			return post("POST", p.address, "/api/SellerBusiness/CheckAnonymity", token, map[string]any{"sellerBusinessId": listings[n%len(listings)], "texts": map[string]string{"description": "東海の会社です。"},
				"industryTypes": []string{[]string{"13006", "14002", "17008", "19001"}[n%4]}, "publicRegion": []int{1 + n%10}, "location": `{"region":` + fmt.Sprint(1+n%10) + `}`, "salesAmount": 1 + n%6})
		}},
		{"案件に合う買手（ロングリスト、マッチ度の順）", func(n int) []byte {
			return post("POST", p.address, "/api/BuyerCompany/SearchLongCompany", token, map[string]any{"sellerBusinessId": listings[n%len(listings)]})
		}},
		{"案件に合う買手（500ページ目）", func(n int) []byte {
			return post("POST", p.address, "/api/BuyerCompany/SearchLongCompany", token, map[string]any{"sellerBusinessId": listings[n%len(listings)], "pageNumber": 500})
		}},
		{"買手の検索（案件を選んで、マッチ度の順）", func(n int) []byte {
			return get(p.address, searchCompanies+"?isPublic=true&propertyName=score&limit=10&sellerBusinessId="+listings[n%len(listings)], token)
		}},
		{"買手に合う案件（マッチ度の順）", func(n int) []byte {
			return get(p.address, searchListings+"?propertyName=score&buyerCompanyId="+buyers.CompanyList[n%len(buyers.CompanyList)].CompanyID, token)
		}},
		{"おすすめの案件（マッチ度70以上だけ）", func(n int) []byte {
			return get(p.address, searchListings+"?isRecommended=true&buyerCompanyId="+buyers.CompanyList[n%len(buyers.CompanyList)].CompanyID, token)
		}},
		{"自機関の買手のどれかに合う案件（マッチ度の順）", func(int) []byte {
			return get(p.address, searchListings+"?propertyName=score", token)
		}},
		{"地域ごとの案件の数", func(int) []byte { return get(p.address, "/api/SellerBusiness/GetRegionFigures", token) }},
		{"公開中の案件の数（だれでも）", func(int) []byte {
			return get(p.address, "/api/NumberToDisplay/GetNumberOfSellerBusiness", token)
		}},
		{"買手交渉案件の一覧（資金支援）", func(int) []byte {
			return get(p.address, "/api/BuyerCompany/SearchFinancialSupport?limit=10", token)
		}},
		{"未読の数", func(int) []byte { return get(p.address, "/api/BuyerNegotiation/GetUnreadCounts", token) }},
	} {
		var m measured
		cpu := cpuTime([]int{p.cmd.Process.Pid})
		for begin, n := time.Now(), 0; n < 1 || n < 40 && time.Since(begin).Seconds() < 2*b.seconds; n++ {
			asked := time.Now()
			if _, err := a.ask(x.one(n)); err != nil {
				return fmt.Errorf("%s: %w", x.title, err)
			}
			m.took = append(m.took, time.Since(asked))
		}
		m.cpu = cpuTime([]int{p.cmd.Process.Pid}) - cpu
		b.print("| %s | %s | %s | %s |", x.title, ms(m.part(0.5)), ms(m.part(1)), ms(m.each()))
	}
	took, err := b.weekly(p, a)
	if err != nil {
		return err
	}
	b.print("| 週ごとのおすすめ（定期処理の全体） | %.1f 秒 | | |", took.Seconds())
	return nil
}

// weekly has the office run the week's recommendations, and waits for the end.
func (b *bench) weekly(p *program, a asker) (time.Duration, error) {
	token, err := signIn(p.address, officeLogin)
	if err != nil {
		return 0, err
	}
	type runs struct {
		AllCount int
		RunList  []struct{ State, Error string }
	}
	var before runs
	if err := fetch(a, get(p.address, "/api/Office/GetJobRunList?name=recommendations", token), &before); err != nil {
		return 0, err
	}
	begin := time.Now()
	if _, err := a.ask(post(http.MethodPost, p.address, "/api/Office/RunJob", token, map[string]any{"name": "recommendations"})); err != nil {
		return 0, err
	}
	for time.Since(begin) < 20*time.Minute {
		var out runs
		if err := fetch(a, get(p.address, "/api/Office/GetJobRunList?name=recommendations", token), &out); err != nil {
			return 0, err
		}
		if out.AllCount > before.AllCount {
			switch r := out.RunList[0]; r.State {
			case "running":
			case "done":
				return time.Since(begin), nil
			default:
				return 0, fmt.Errorf("weekly recommendations: %s %s", r.State, r.Error)
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	return 0, errors.New("weekly recommendations: no end in sight")
}
