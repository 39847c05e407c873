package demo

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/public"
	"tsunagu/app/web"
	"tsunagu/store"
)

// DemoPassword is the password of all logins of the demo.
const DemoPassword = "Tsunagu-demo1"

// The demo's two main institutions, by their codes in fictional_institutions.csv.
const (
	demoBankA = "9981" // the seller's side in the story
	demoBankB = "9982" // the buyer's side
)

// demoTrialLogin is the user of a trial company of A.
const demoTrialLogin = "trial-a@demo.example.jp"

// demoLendingLogin is B's user who works on lending alone (team.md 2).
const demoLendingLogin = "loan-b@demo.example.jp"

// demoPerson is a user of the demo with a fixed login.
type demoPerson struct {
	loginID, name, kana string
	who                 string // which role in a deal the login can play
	role                deal.Role
	bank                string // code of the institution, or of the one in charge of the buyer
}

var demoPeople = []demoPerson{
	{"fin-a@demo.example.jp", "湊 一郎", "ミナト イチロウ", "金融機関A（売手側）の担当者", deal.RoleFIN, demoBankA},
	{"fin-a2@demo.example.jp", "湊 二葉", "ミナト フタバ", "金融機関Aの二人目の担当者", deal.RoleFIN, demoBankA},
	{"fin-b@demo.example.jp", "蒼井 三郎", "アオイ サブロウ", "金融機関B（買手側）の担当者", deal.RoleFIN, demoBankB},
	{"fin-b2@demo.example.jp", "蒼井 四季", "アオイ シキ", "金融機関Bの二人目の担当者", deal.RoleFIN, demoBankB},
	{demoLendingLogin, "蒼井 五郎", "アオイ ゴロウ", "金融機関Bの融資の担当者", deal.RoleLEN, demoBankB},
	{"buy-a@demo.example.jp", "買田 五月", "カイダ サツキ", "金融機関Aの買手企業", deal.RoleBUY, demoBankA},
	{"buy-b@demo.example.jp", "買野 六花", "カイノ リッカ", "金融機関Bの買手企業", deal.RoleBUY, demoBankB},
	{demoTrialLogin, "試野 十和", "タメシノ トワ", "金融機関Aの買手企業（お試し中）", deal.RoleBUY, demoBankA},
	{"office@demo.example.jp", "事務 七海", "ジム ナナミ", "事務局（ADM）", deal.RoleADM, ""},
	{"admin-a@demo.example.jp", "湊 八重", "ミナト ヤエ", "金融機関Aの管理者（FAD）", deal.RoleFAD, demoBankA},
}

// DemoLogins is the table that `tsunagu demo` prints.
func DemoLogins() string {
	var b strings.Builder
	b.WriteString("  ログイン（パスワードはすべて " + DemoPassword + "）\n")
	for _, l := range demoPeople {
		fmt.Fprintf(&b, "    %-26s %s\n", l.loginID, l.who)
	}
	b.WriteString("  メールは画面の「デモ」の印から読めます（/mail）。")
	return b.String()
}

// BuildDemo makes the demo network from the CSV files of world, once per data folder. It calls the
// rooms' own functions, each at the time when it happened, relative to today, and all in one
// transaction, so that a demo is either complete or absent.
func (a Room) BuildDemo(ctx context.Context, world fs.FS) error {
	hashes, err := a.demoHashes(ctx)
	if err != nil {
		return err
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		if empty, err := tx.IsEmpty(); err != nil || !empty {
			return err
		}
		if err := public.SetUpNetwork(tx, "つなぐデモネットワーク", "office@demo.example.jp"); err != nil {
			return err
		}
		d := &demo{a: a, tx: tx, world: world, hashes: hashes, today: tx.Now().Truncate(24 * time.Hour),
			banks: map[string]*demoBank{}, sellers: map[string]*demoCompany{}, buyers: map[string]*demoCompany{},
			listings: map[string]*demoListing{}}
		for _, step := range []func() error{d.loadBanks, d.loadSellers, d.loadBuyers, d.loadNeeds, d.loadListings, d.tellDeals,
			d.tellNotes, d.tellTexts, d.tellAdvisers, d.tellDuties, d.tellTeams, d.tellRegistrations, d.tellRequests,
			d.tellDeclaration, d.play} {
			if err := step(); err != nil {
				return err
			}
		}
		// What begins from now on meets the duties of a new network; what has begun goes on as it began.
		if err := tx.AddPeriods(0, deal.FirstGates(), ""); err != nil {
			return err
		}
		// Mails of the past count as sent; only the recent ones, which the demo's users need, stay
		// readable.
		return tx.SettleMails(tx.Now().Add(-3 * 24 * time.Hour))
	})
}

// demoHashes computes the logins' password hashes before the transaction, as they take long.
func (a Room) demoHashes(ctx context.Context) (map[string]string, error) {
	var (
		mu   sync.Mutex
		wg   sync.WaitGroup
		out  = map[string]string{}
		errs []error
	)
	for _, l := range demoPeople {
		wg.Go(func() {
			h, err := a.Hasher.Hash(ctx, DemoPassword)
			mu.Lock()
			defer mu.Unlock()
			out[l.loginID] = h
			errs = append(errs, err)
		})
	}
	wg.Wait()
	return out, errors.Join(errs...)
}

// demo builds the network. Loading only plans events; play carries them out in the order of time.
type demo struct {
	a      Room
	tx     *store.Tx
	world  fs.FS
	hashes map[string]string
	today  time.Time // 0:00 UTC, 9:00 in Japan

	events   []demoEvent
	banks    map[string]*demoBank // by code
	sellers  map[string]*demoCompany
	buyers   map[string]*demoCompany
	listings map[string]*demoListing
	order    []*demoListing
	ended    *demoListing // of bank A, its period over
}

// demoEvent is something that happens at one time of the demo's past.
type demoEvent struct {
	at   time.Time
	what string
	do   func(tx *store.Tx) error
}

// demoBank is an institution with its two bank users, and who works on lending alone, where there is one.
type demoBank struct {
	id     string
	first  web.Actor
	other  web.Actor
	lender web.Actor
	admin  web.Actor // of the institution; of A alone
}

// at plans an event at a time before now.
func (d *demo) at(at time.Time, what string, do func(tx *store.Tx) error) {
	d.events = append(d.events, demoEvent{at, what, do})
}

// play carries out all planned events, the earliest first, each with the clock set to its time.
func (d *demo) play() error {
	now := d.tx.Now()
	slices.SortStableFunc(d.events, func(x, y demoEvent) int { return x.at.Compare(y.at) })
	for _, e := range d.events {
		if e.at.After(now) {
			e.at = now
		}
		if err := e.do(d.tx.At(e.at)); err != nil {
			var p *web.Problem
			if errors.As(err, &p) && len(p.Errors) > 0 {
				return fmt.Errorf("%s: %w %v", e.what, err, p.Errors)
			}
			return fmt.Errorf("%s: %w", e.what, err)
		}
	}
	return nil
}

// rows reads a CSV file of the demo's world; each row is a map by header.
func (d *demo) rows(name string) ([]map[string]string, error) {
	f, err := d.world.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var out []map[string]string
	for _, r := range all[1:] {
		m := map[string]string{}
		for i, h := range all[0] {
			m[strings.TrimPrefix(h, "\ufeff")] = r[i]
		}
		out = append(out, m)
	}
	return out, nil
}

// actorOf makes the actor of a user's row, as a sign-in would.
func (d *demo) actorOf(tx *store.Tx, u *store.User) (web.Actor, error) {
	r := &web.Request{Platform: d.a.Platform}
	err := r.Become(&tx.Q, u)
	return r.Actor, err
}

// login gives a fixed login its password.
func (d *demo) login(tx *store.Tx, u *store.User) error {
	if h, ok := d.hashes[u.LoginID]; ok {
		u.PasswordHash, u.PasswordChanged, u.Status = h, tx.Now(), int(deal.UserEnabled)
		return tx.UpdateUser(u, u.ID)
	}
	return nil
}

// loadBanks admits the twelve institutions a year and a half ago, with two users each, and
// makes the office's and the administrator's logins.
func (d *demo) loadBanks() error {
	rows, err := d.rows("fictional_institutions.csv")
	if err != nil {
		return err
	}
	founded := d.today.AddDate(-1, -6, 0)
	tx := d.tx.At(founded)
	for _, r := range rows {
		code := r["financial_code"]
		short := r["name"]
		i := &store.Institution{Code: code, Name: r["name"], NameKana: r["kana"], ShortName: short, Type: atoi(r["type_key"]), Status: 1,
			HandlingBusiness: []int{1, 2, 3, 6, 7}, SalesRegion: []int{}, ResponsibleDept: "事業承継支援部"}
		if err := d.placeBank(i, r["pref_code"]); err != nil {
			return err
		}
		if err := tx.CreateInstitution(i, ""); err != nil {
			return err
		}
		b := &demoBank{id: i.ID}
		d.banks[code] = b
		names := []demoPerson{{loginID: "fin1@" + code + ".example.jp", name: "担当 " + code},
			{loginID: "fin2@" + code + ".example.jp", name: "副担当 " + code}}
		for n := range names {
			if fixed := slices.DeleteFunc(slices.Clone(demoPeople), func(l demoPerson) bool {
				return l.bank != code ||
					l.role != deal.RoleFIN
			}); n < len(fixed) {
				names[n] = fixed[n]
			}
			u := &store.User{Role: int(deal.RoleFIN), ClientType: 3, ClientID: i.ID, LoginID: names[n].loginID,
				LoginFolded: auth.FoldLoginID(names[n].loginID), UserName: names[n].name,
				Department: "事業承継支援部", Status: int(deal.UserEnabled), SystemType: int(deal.SystemUser), UserType: int(deal.UserTypeFIN),
				RegistType: int(deal.RegistAdmin), RegistSendMail: true}
			web.Admit(tx, u, "")
			if err := tx.CreateUser(u, ""); err != nil {
				return err
			}
			if err := d.login(tx, u); err != nil {
				return err
			}
			who, err := d.actorOf(tx, u)
			if err != nil {
				return err
			}
			if n == 0 {
				b.first = who
			} else {
				b.other = who
			}
		}
	}
	for _, l := range demoPeople {
		u := &store.User{Role: int(l.role), LoginID: l.loginID, LoginFolded: auth.FoldLoginID(l.loginID), UserName: l.name,
			Status: int(deal.UserEnabled), SystemType: int(deal.SystemAdmin), RegistType: int(deal.RegistAdmin), RegistSendMail: true}
		switch l.role {
		case deal.RoleADM:
			u.ClientType, u.ClientID = 9, web.OfficeClient
			web.Admit(tx, u, "")
		case deal.RoleFAD:
			u.ClientType, u.ClientID = 3, d.banks[l.bank].id
		case deal.RoleLEN:
			u.Role, u.Business, u.Department = int(deal.RoleFIN), int(deal.BusinessLending), "融資部"
			u.ClientType, u.ClientID, u.Approver = 3, d.banks[l.bank].id, int(deal.ApproverWithdrawn)
			u.SystemType, u.UserType = int(deal.SystemUser), int(deal.UserTypeFIN)
		default:
			continue
		}
		if err := tx.CreateUser(u, ""); err != nil {
			return err
		}
		if err := d.login(tx, u); err != nil {
			return err
		}
		if l.role != deal.RoleLEN && l.role != deal.RoleFAD {
			continue
		}
		by, err := d.actorOf(tx, u)
		if err != nil {
			return err
		}
		if l.role == deal.RoleLEN {
			d.banks[l.bank].lender = by
		} else {
			d.banks[l.bank].admin = by
		}
	}
	return nil
}
