package program

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"tsunagu/app"
	"tsunagu/app/auth"
	"tsunagu/app/demo"
	"tsunagu/app/host"
	"tsunagu/app/listing"
	"tsunagu/app/mail"
	"tsunagu/app/public"
	"tsunagu/app/render"
	"tsunagu/app/replica"
	"tsunagu/app/standby"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/ui"
)

// renderDir is the folder in the data folder for the compiled library that draws pages. It can be made
// again at any time, and is in no backup.
const renderDir = "cache"

// serve opens the network and answers until it is told to stop. clicked says that it was started
// without arguments, as by a double click: then it opens a browser.
func serve(ctx context.Context, args []string, isDemo, clicked bool) (err error) {
	name := "serve"
	if isDemo {
		name = "demo"
	}
	o, err := host.Parse(name, args, isDemo)
	if err != nil {
		return err
	}
	if clicked {
		o.Open = true
		if !o.LogLevelGiven {
			o.LogLevel = "warn" // the terminal shows messages for its user
		}
	}
	dir := o.Data
	if dir == "" && isDemo {
		if dir, err = os.MkdirTemp("", "tsunagu-demo-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	} else if dir == "" {
		dir = host.DefaultData()
	}
	if o.Open && store.InUse(dir) {
		if base, ok := host.Running(ctx, dir); ok {
			fmt.Printf("つなぐは、すでに動いています。ブラウザで開きます: %s\n", base)
			host.OpenBrowser(base)
			return nil
		}
	}
	hs, err := newHouse(o, dir, isDemo)
	if err != nil {
		return err
	}
	defer hs.listener.Close()
	if size := (demo.DemoSize{Companies: o.Companies, Listings: o.Listings, Negotiations: o.Negotiations}); size != (demo.DemoSize{}) {
		if err := growDemo(ctx, dir, hs.base, size); err != nil {
			return fmt.Errorf("デモのデータを増やせませんでした: %w", err)
		}
	}
	if err := hs.lead(ctx); !errors.Is(err, errStandBy) {
		return err
	}
	return errors.New("別の機械がこのネットワークを引き継いだため、終了しました。待機させるときは、tsunagu standby で起動してください。" +
		"引き継いだ機械に届いていない操作があれば、待機を始めるときに、データのフォルダの中に取り分けます。")
}

// house is what a process has from its start to its end, whether it leads the network or stands by.
type house struct {
	o         *host.Options
	dir       string
	base      string
	isDemo    bool
	stands    *standby.Standby // of a machine of two
	isPair    bool             // it stands by, or would again
	log       *slog.Logger
	listener  net.Listener
	metrics   *web.Metrics
	scraped   string // where the metrics are
	isScraped bool
	copied    atomic.Pointer[replica.Replica]

	front  front
	server *http.Server
	failed chan error // why the server ended
}

func newHouse(o *host.Options, dir string, isDemo bool) (*house, error) {
	log, err := host.NewLog(o, os.Stderr)
	if err != nil {
		return nil, err
	}
	listener, err := o.Listen(o.AddrGiven || !o.Open)
	if err != nil {
		return nil, err
	}
	hs := &house{o: o, dir: dir, isDemo: isDemo, log: log, listener: listener, base: o.Base(listener.Addr().String()),
		metrics: web.NewMetrics(versionText()), failed: make(chan error, 1)}
	hs.replicaFigures()
	return hs, nil
}

// listen begins to answer, once.
func (hs *house) listen() error {
	if hs.server != nil {
		return nil
	}
	tls, err := hs.o.TLS(hs.dir, hs.log)
	if err != nil {
		return err
	}
	if hs.o.Cert != "" {
		hs.metrics.Gauge("tsunagu_certificate_expiry_timestamp_seconds", "When the served certificate is over.",
			func() float64 { return host.Expiry(tls) })
	}
	hs.server = built.Pace.Server(&hs.front, hs.log)
	hs.server.TLSConfig = tls
	return nil
}

func (hs *house) answer() {
	go func() {
		if hs.server.TLSConfig != nil {
			hs.failed <- hs.server.ServeTLS(hs.listener, "", "")
		} else {
			hs.failed <- hs.server.Serve(hs.listener)
		}
	}()
}

// errStandBy: this process does not lead any more, and may stand by.
var errStandBy = errors.New("another machine leads the network")

// lead opens the network and answers until it is told to stop, or another takes the lead (errStandBy).
func (hs *house) lead(ctx context.Context) (err error) {
	o, dir, base, log := hs.o, hs.dir, hs.base, hs.log
	so := store.Options{Clock: built.Clock, KeepFrom: built.KeepFrom, Log: log, SlowQuery: o.SlowQuery, Measure: hs.metrics.Store,
		IsFollowed: hs.isPair}
	copied, err := hs.newReplica(&so)
	if err != nil {
		return err
	}
	st, err := openStore(ctx, dir, o, so)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	keys, err := loadKeys(ctx, st)
	if err != nil {
		return err
	}
	c := web.Config{Store: st, Keys: keys, Log: log, Metrics: hs.metrics, BackupDir: backupsOf(o, dir), DailyDir: o.Daily,
		BaseURL: base, Demo: hs.isDemo,
		FreeCode: hs.isDemo, Version: versionText(), MailFrom: o.SMTPFrom}
	if c.Proxies, err = o.Proxies(); err != nil {
		return err
	}
	if o.Dev != "" {
		if c.Vite, err = url.Parse(o.Dev); err != nil {
			return err
		}
	} else if c.UI, err = fs.Sub(ui.Dist, "dist"); err != nil {
		return err
	}
	if c.SMTPRoots, err = host.Certificates(o.SMTPCA); err != nil {
		return err
	}
	if o.SMTPHost != "" {
		c.SMTP = &mail.SMTP{Host: o.SMTPHost, Port: o.SMTPPort, User: o.SMTPUser, Password: o.SMTPPassword, TLS: mail.TLSMode(o.SMTPTLS),
			From: o.SMTPFrom, Roots: c.SMTPRoots}
		if err := c.SMTP.Check(); err != nil {
			return err
		}
	}
	isAnswering := hs.server != nil
	if err := hs.listen(); err != nil {
		return err
	}
	c.Render = render.New(render.Options{Cache: filepath.Join(dir, renderDir), Log: log})
	defer c.Render.Close()
	a := app.New(c)
	if err := a.BindKeys(ctx); err != nil {
		return err
	}
	if hs.isDemo {
		if err := demo.In(a.Platform).BuildDemo(ctx, built.World); ctx.Err() != nil {
			return nil // stopped by the user
		} else if err != nil {
			return fmt.Errorf("デモのデータを作れませんでした: %w", err)
		}
	}
	small, stopSmall := context.WithCancel(ctx) // before the first copy, which takes long and much memory
	defer stopSmall()
	go keepSmall(small, st)
	var overtaken <-chan struct{}
	if copied != nil {
		err := copied.Start(ctx, st.Dir(), keys.Mark())
		if other := (*replica.ErrOtherLeads)(nil); hs.isPair && errors.As(err, &other) {
			return errStandBy
		}
		if err != nil {
			return err
		}
		web.StateOf[replica.Running](a.Platform).Replica, overtaken = copied, copied.Overtaken()
	}
	if hs.stands != nil {
		hs.stands.Opened()
	}
	if hs.isPair {
		if err := hs.settle(ctx, a, copied); ctx.Err() != nil {
			return nil // stopped by the user
		} else if err != nil {
			return err
		}
	}
	stopMetrics, err := hs.serveMetrics()
	if err != nil {
		return err
	}
	if !hs.isPair {
		defer stopMetrics()
	}

	jobs, stopJobs := context.WithCancel(ctx)
	defer stopJobs()
	jobsDone := make(chan struct{})
	go func() { defer close(jobsDone); a.Run(jobs) }()
	go listing.In(a.Platform).WarmRender(jobs)
	hs.front.show(a)
	if !isAnswering {
		hs.answer()
	}
	log.Info("open", "version", versionText(), "base", base, "metrics", hs.scraped)
	if forget, err := host.Announce(dir, base); err != nil {
		log.Warn("the address is not written down", "err", err)
	} else {
		defer forget()
	}
	first, err := greet(ctx, a, base, dir, hs.isDemo)
	if err != nil {
		return err
	}
	if o.Open && !isAnswering {
		host.OpenBrowser(first)
	}
	select {
	case <-ctx.Done():
		// Let running requests finish; after the time limit they are cut off.
		a.Leave()
		log.Info("closing")
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		err = hs.server.Shutdown(end)
	case err = <-hs.failed:
	case <-overtaken:
		hs.leave(ctx)
		err = errStandBy
	case <-hs.handOver(jobs):
		log.Info("handing over")
		copied.HandOver()
		hs.leave(ctx)
		err = errStandBy
	}
	stopJobs()
	<-jobsDone
	return err
}

// loadKeys reads the data folder's key file. Only a network that nobody has set up yet gets a
// new one: a new pepper would make all passwords wrong.
func loadKeys(ctx context.Context, st *store.Store) (*auth.Keys, error) {
	keys, err := auth.OpenKeys(st.Dir())
	if !errors.Is(err, auth.ErrNoKeyFile) {
		return keys, err
	}
	empty := false
	if err := st.Read(ctx, func(q *store.Q) (err error) { empty, err = q.IsEmpty(); return err }); err != nil {
		return nil, err
	}
	if !empty {
		return nil, err
	}
	return auth.LoadKeys(st.Dir())
}

// greet prints on the terminal where the network is and how to sign in, and returns the page to
// open first.
func greet(ctx context.Context, a *app.App, base, dir string, isDemo bool) (first string, err error) {
	fmt.Printf("\nつなぐ %s\n  アドレス: %s\n  事務局:   %s/office\n  データ:   %s\n", versionText(), base, base, dir)
	if isDemo {
		fmt.Printf("\n%s\n  止めるには Ctrl+C を押してください。\n\n", demo.DemoLogins())
		return base, nil
	}
	first = base
	link, err := public.In(a.Platform).SetupLink(ctx)
	if err != nil {
		return "", err
	}
	if link != "" {
		first = link
		fmt.Printf("\n  はじめに、このリンクを開いてネットワークの名前と事務局の利用者を登録してください（1回だけ、24時間使えます）:\n  %s\n", link)
	}
	fmt.Printf("  止めるには Ctrl+C を押してください。\n\n")
	return first, nil
}
