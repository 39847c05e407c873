package program

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
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
	log, err := host.NewLog(o, os.Stderr)
	if err != nil {
		return err
	}
	listener, err := o.Listen(o.AddrGiven || !o.Open)
	if err != nil {
		return err
	}
	defer listener.Close()
	base := o.Base(listener.Addr().String())

	if size := (demo.DemoSize{Companies: o.Companies, Listings: o.Listings, Negotiations: o.Negotiations}); size != (demo.DemoSize{}) {
		if err := growDemo(ctx, dir, base, size); err != nil {
			return fmt.Errorf("デモのデータを増やせませんでした: %w", err)
		}
	}
	metrics := web.NewMetrics(versionText())
	so := store.Options{Clock: built.Clock, KeepFrom: built.KeepFrom, Log: log, SlowQuery: o.SlowQuery, Measure: metrics.Store}
	copied, err := newReplica(o, log, metrics, &so)
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
	c := web.Config{Store: st, Keys: keys, Log: log, Metrics: metrics, BackupDir: backupsOf(o, dir), DailyDir: o.Daily,
		BaseURL: base, Demo: isDemo,
		FreeCode: isDemo, Version: versionText(), MailFrom: o.SMTPFrom}
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
	tls, err := o.TLS(dir, log)
	if err != nil {
		return err
	}
	if o.Cert != "" {
		metrics.Gauge("tsunagu_certificate_expiry_timestamp_seconds", "When the served certificate is over.",
			func() float64 { return host.Expiry(tls) })
	}
	c.Render = render.New(render.Options{Cache: filepath.Join(dir, renderDir), Log: log})
	defer c.Render.Close()
	a := app.New(c)
	h := built.Pace.Server(a, log)
	h.TLSConfig = tls
	if err := a.BindKeys(ctx); err != nil {
		return err
	}
	if isDemo {
		if err := demo.In(a.Platform).BuildDemo(ctx, built.World); ctx.Err() != nil {
			return nil // stopped by the user
		} else if err != nil {
			return fmt.Errorf("デモのデータを作れませんでした: %w", err)
		}
	}
	if copied != nil {
		if err := copied.Start(ctx, st.Dir(), keys.Mark()); err != nil {
			return err
		}
		web.StateOf[replica.Running](a.Platform).Replica = copied
	}
	scraped, stopMetrics, err := o.ServeMetrics(metrics.Handler())
	if err != nil {
		return err
	}
	defer stopMetrics()

	jobs, stopJobs := context.WithCancel(ctx)
	defer stopJobs()
	jobsDone := make(chan struct{})
	go func() { defer close(jobsDone); a.Run(jobs) }()
	go keepSmall(jobs, st)
	go listing.In(a.Platform).WarmRender(jobs)
	failed := make(chan error, 1)
	go func() {
		if h.TLSConfig != nil {
			failed <- h.ServeTLS(listener, "", "")
		} else {
			failed <- h.Serve(listener)
		}
	}()
	log.Info("open", "version", versionText(), "base", base, "metrics", scraped)
	if forget, err := host.Announce(dir, base); err != nil {
		log.Warn("the address is not written down", "err", err)
	} else {
		defer forget()
	}
	first, err := greet(ctx, a, base, dir, isDemo)
	if err != nil {
		return err
	}
	if o.Open {
		host.OpenBrowser(first)
	}
	select {
	case <-ctx.Done():
		// Let running requests finish; after the time limit they are cut off.
		a.Leave()
		log.Info("closing")
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		err = h.Shutdown(end)
	case err = <-failed:
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
