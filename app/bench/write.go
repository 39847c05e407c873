//go:build unix

package main

import (
	"errors"
	"fmt"
	"time"
)

// deed is a kind of write: each call of the function that begin returns commits one. There are n of
// them; 0 is no limit.
type deed struct {
	title string
	begin func(a asker, address, token string) (n int, one func() error, err error)
}

// errNone: the kept world has been written to so often that no row is left for this write.
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
	{"案件の承認（公開。検索が変わる）", approvals},
	{"買手企業の無効・有効（検索が変わる）", func(a asker, address, token string) (int, func() error, error) {
		var out struct{ CompanyList []struct{ CompanyID string } }
		if err := fetch(a, get(address, searchCompanies+"?isOnlyPersonInCharge=true&isPublic=true&limit=1000", token), &out); err != nil {
			return 0, nil, err
		}
		change := func(id, event string, was int) error {
			_, err := a.ask(post("PUT", address, "/api/BuyerCompany/ChangeCompanyStatus", token,
				map[string]any{"companyId": id, "event": event, "expectedStatus": was}))
			return err
		}
		var ids []string
		for _, c := range out.CompanyList {
			// A company with negotiations cannot be disabled, and one without details comes back with
			// another status.
			if len(ids) < 50 && change(c.CompanyID, "disable", 1) == nil && change(c.CompanyID, "enable", 2) == nil &&
				change(c.CompanyID, "disable", 1) == nil {
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
			return fetch(a, post("POST", address, "/api/SellerBusiness/ChangeSuspension", token,
				map[string]any{"sellerBusinessId": x.SellerBusinessID, "version": x.Version, "isStopped": x.IsStopped}), x)
		}, nil
	}},
}

// approvals are listings of the caller's that wait for a colleague to confirm the paper of their
// owner: each was restricted and is now to be shown to all again. Only the colleague's call, which
// publishes the listing, is measured.
func approvals(a asker, address, token string) (int, func() error, error) {
	second, err := signIn(address, secondLogin)
	if err != nil {
		return 0, nil, err
	}
	own, err := ownListings(a, address, token, 400)
	if err != nil {
		return 0, nil, err
	}
	var waiting [][]byte
	for _, id := range own {
		x := struct {
			SellerBusinessID string
			Version          int
		}{id, 0}
		if err := fetch(a, get(address, "/api/SellerBusiness/GetSellerBusinessOverViewAsync?sellerBusinessId="+id, token), &x); err != nil {
			return 0, nil, err
		}
		move := func(request []byte) bool { return err == nil && fetch(a, request, &x) == nil }
		audience := func(isLimited bool) []byte {
			return post("POST", address, "/api/SellerBusiness/ChangeAudience", token,
				map[string]any{"sellerBusinessId": id, "version": x.Version, "isLimited": isLimited})
		}
		// A listing for which the checks before an approval require more is left out.
		if move(audience(true)) && move(audience(false)) && move(paper(address, token, id, x.Version)) {
			waiting = append(waiting, post("POST", address, "/api/SellerBusiness/ConfirmPaperApproval", second,
				map[string]any{"sellerBusinessId": id, "version": x.Version}))
		}
	}
	if len(waiting) < 2 {
		return 0, nil, errNone
	}
	return len(waiting), func() error {
		request := waiting[0]
		waiting = waiting[1:]
		_, err := a.ask(request)
		return err
	}, nil
}

// paper is the request for an approval by paper, with the file.
func paper(address, token, id string, version int) []byte {
	const cut = "----bench"
	body := fmt.Sprintf("--%[1]s\r\nContent-Disposition: form-data; name=\"sellerBusinessId\"\r\n\r\n%[2]s\r\n--%[1]s\r\nContent-Disposition: form-data; name=\"version\"\r\n\r\n%[3]d\r\n"+
		"--%[1]s\r\nContent-Disposition: form-data; name=\"file\"; filename=\"paper.pdf\"\r\nContent-Type: application/pdf\r\n\r\n%%PDF-1.7 %[2]s\r\n--%[1]s--\r\n", cut, id, version)
	return fmt.Appendf(nil,
		"POST /api/SellerBusiness/RequestPaperApproval HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: multipart/form-data; boundary=%s\r\nContent-Length: %d\r\n\r\n%s", address, token, cut, len(body), body)
}

type negotiationRow struct {
	BuyerNegotiationID string
	Version, Status    int
}

// negotiations are the caller's own on the buying side in one of the states.
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

// goOn repeats a write for a time, at most so many times as there are rows for it.
func goOn(title string, one func() error, most int, seconds float64) (m measured, err error) {
	begin := time.Now()
	for len(m.took) == 0 || time.Since(begin).Seconds() < seconds && (most == 0 || len(m.took) < most) {
		asked := time.Now()
		if err := one(); err != nil {
			return m, fmt.Errorf("%s: %w", title, err)
		}
		m.took = append(m.took, time.Since(asked))
	}
	m.wall = time.Since(begin)
	return m, nil
}

// writes lets one writer write for a while, first alone and then while others search.
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
		goOn := func() (measured, error) { return goOn(d.title, one, n/2, b.seconds) }
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
		b.print("| %s | %.0f (%.0f) | %s (%s) | %s (%s) | 毎秒 %.0f、p50 %s、p99 %s |", d.title, alone.perSecond(), among.perSecond(),
			ms(alone.part(0.5)), ms(among.part(0.5)), ms(alone.part(0.99)), ms(among.part(0.99)),
			searched.perSecond(), ms(searched.part(0.5)), ms(searched.part(0.99)))
		a.close()
	}
	return nil
}
