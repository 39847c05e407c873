// Tsunagu (つなぐ) is a closed M&A matching platform for business succession, run by a network
// of financial institutions: one executable with its screens and its database inside.
package main

import (
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"tsunagu/app"
	"tsunagu/app/auth"
	"tsunagu/app/guide"
	"tsunagu/app/host"
	"tsunagu/app/mail"
	"tsunagu/store"
	"tsunagu/ui"
)

//go:embed testdata/demo/*.csv
var demoWorld embed.FS

// version is stamped by the release build (-ldflags "-X main.version=…").
var version = ""

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, explain(err))
		host.Linger()
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	name, clicked := "serve", len(args) == 0
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	switch name {
	case "serve":
		return serve(ctx, args, false, clicked)
	case "demo":
		return serve(ctx, args, true, false)
	case "check":
		return check(ctx, args)
	case "backup":
		return makeBackup(ctx, args)
	case "restore":
		return restore(ctx, args)
	case "release-mail":
		return releaseMail(ctx, args)
	case "backup-key":
		return backupKey(args)
	case "reset-totp":
		return resetSecondStep(ctx, args)
	case "openapi":
		return printOpenAPI()
	case "calls":
		fmt.Print(app.New(app.Config{}).Calls())
		return nil
	case "states":
		fmt.Print(app.States())
		return nil
	case "healthcheck":
		return healthCheck(ctx, args)
	case "example":
		return example(args)
	case "guide":
		fmt.Print(guide.Source)
		return nil
	case "licences":
		fmt.Print(guide.Licences)
		return nil
	case "version":
		fmt.Println(versionText())
		return nil
	case "help":
		fmt.Print(helpText)
		host.Flags("serve", &host.Options{}, false).PrintDefaults()
		return nil
	}
	return fmt.Errorf("「%s」というコマンドはありません。tsunagu help で使い方を確認してください。", name)
}

const helpText = `つなぐ（Tsunagu） 事業承継のための会員制M&Aマッチングプラットフォーム

使い方: tsunagu [コマンド] [オプション]

コマンド:
  serve    （省略時）ネットワークを開く。初回は設定用のリンクを表示する
  demo     架空のネットワークで試す。データは一時フォルダに置かれる
  backup   動いたままバックアップを作る（-to フォルダ）。起動中は1時間ごとに自動で作る
  restore ファイル
           バックアップから、空のフォルダ（-data）に復元する。ログインは終了し、メールは止まる
  release-mail
           復元のあとで止まっているメールの送信を再開する。つなぐを止めてから使う
  backup-key ファイル
           バックアップを暗号化する鍵の組を作る
  check    データの整合性、開示台帳と監査ログの連鎖、添付ファイルを検査する（-backup ファイル でバックアップを検査）
  reset-totp ログインID
           端末をなくした事務局の利用者の2段階認証を解除する。つなぐを止めてから使う
  openapi  API の定義（OpenAPI 3.1）を出力する
  calls    呼び出しの一覧（誰が、どの記録に、仕様のどこ）を Markdown で出力する
  states   状態と操作の図（Mermaid）と表を Markdown で出力する
  healthcheck
           動いているかを確かめる（コンテナの監視用）
  example 名前
           一緒に使うプログラムの設定の例を出力する: caddy、litestream、nginx、systemd
  guide    運用の手引きを Markdown で出力する
  licences この実行ファイルに含まれる部品と、そのライセンスを出力する
  version  版を表示する
  help     この説明を表示する

オプションは環境変数でも指定できます（例: -data は TSUNAGU_DATA、-smtp-host は TSUNAGU_SMTP_HOST）。

オプション:
`

// serve opens the network and answers until it is told to stop. clicked says that it was started
// without a word, as by a double click: then there is somebody who wants to see it.
func serve(ctx context.Context, args []string, demo, clicked bool) (err error) {
	name := "serve"
	if demo {
		name = "demo"
	}
	o, err := host.Parse(name, args, demo)
	if err != nil {
		return err
	}
	if clicked {
		o.Open = true
		if !o.LogLevelGiven {
			o.LogLevel = "warn" // what stands in the window is for its reader
		}
	}
	dir := o.Data
	if dir == "" && demo {
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

	if size := (app.DemoSize{Companies: o.Companies, Listings: o.Listings, Negotiations: o.Negotiations}); size != (app.DemoSize{}) {
		if err := growDemo(ctx, dir, base, size); err != nil {
			return fmt.Errorf("デモのデータを増やせませんでした: %w", err)
		}
	}
	metrics := app.NewMetrics(versionText())
	st, err := openStore(ctx, dir, o, store.Options{Log: log, SlowQuery: o.SlowQuery, Measure: metrics.Store})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	keys, err := loadKeys(ctx, st)
	if err != nil {
		return err
	}
	c := app.Config{Store: st, Keys: keys, Log: log, Metrics: metrics, BackupDir: backupsOf(o, dir), BaseURL: base, Demo: demo, FreeCode: demo, Version: versionText(), MailFrom: o.SMTPFrom}
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
	if o.SMTPHost != "" {
		c.SMTP = &mail.SMTP{Host: o.SMTPHost, Port: o.SMTPPort, User: o.SMTPUser, Password: o.SMTPPassword, TLS: mail.TLSMode(o.SMTPTLS), From: o.SMTPFrom}
		if err := c.SMTP.Check(); err != nil {
			return err
		}
		if c.SMTP.Roots, err = host.Certificates(o.SMTPCA); err != nil {
			return err
		}
	}
	h := &http.Server{ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 5 * time.Minute, WriteTimeout: 10 * time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10, ErrorLog: host.ServerLog(log)}
	if h.TLSConfig, err = o.TLS(dir, log); err != nil {
		return err
	}
	if o.Cert != "" {
		metrics.Gauge("tsunagu_certificate_expiry_timestamp_seconds", "When the served certificate is over.", func() float64 { return host.Expiry(h.TLSConfig) })
	}
	a := app.New(c)
	h.Handler = a
	if err := a.BindKeys(ctx); err != nil {
		return err
	}
	if demo {
		world, err := fs.Sub(demoWorld, "testdata/demo")
		if err != nil {
			return err
		}
		if err := a.BuildDemo(ctx, world); err != nil {
			return fmt.Errorf("デモのデータを作れませんでした: %w", err)
		}
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
	failed := make(chan error, 1)
	go func() {
		if h.TLSConfig != nil {
			failed <- h.ServeTLS(listener, "", "")
		} else {
			failed <- h.Serve(listener)
		}
	}()
	log.Info("open", "version", versionText(), "base", base, "metrics", scraped)
	first, err := greet(ctx, a, base, dir, demo)
	if err != nil {
		return err
	}
	if forget, err := host.Announce(dir, base); err != nil {
		log.Warn("the address is not written down", "err", err)
	} else {
		defer forget()
	}
	if o.Open {
		host.OpenBrowser(first)
	}
	select {
	case <-ctx.Done():
		// Let requests under way come to their end; what is left is cut off.
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

// growDemo makes a demo of a size in a folder that is still empty, and tells how far it is. It is
// made beside that folder and takes its place at the end: there is never half of one.
func growDemo(ctx context.Context, dir, base string, size app.DemoSize) error {
	if _, err := os.Stat(filepath.Join(dir, store.DatabaseFile)); err == nil {
		return nil // what is there already stays as it is
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("フォルダが空ではありません: %w", err)
	}
	growing := filepath.Clean(dir) + ".growing"
	if err := os.RemoveAll(growing); err != nil {
		return err
	}
	begin := time.Now()
	if err := growInto(ctx, growing, base, size, begin); err != nil {
		return errors.Join(err, os.RemoveAll(growing))
	}
	if err := os.Rename(growing, dir); err != nil {
		return err
	}
	file, err := os.Stat(filepath.Join(dir, store.DatabaseFile))
	if err == nil {
		fmt.Printf("  データベース %d MB（%d秒）\n", file.Size()>>20, int(time.Since(begin).Seconds()))
	}
	return err
}

func growInto(ctx context.Context, dir, base string, size app.DemoSize, begin time.Time) (err error) {
	st, err := store.Open(ctx, dir, store.Options{NoIndex: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	keys, err := loadKeys(ctx, st)
	if err != nil {
		return err
	}
	world, err := fs.Sub(demoWorld, "testdata/demo")
	if err != nil {
		return err
	}
	a := app.New(app.Config{Store: st, Keys: keys, BaseURL: base, Demo: true})
	if err := a.BuildDemo(ctx, world); err != nil {
		return err
	}
	last := time.Time{}
	return a.GrowDemo(ctx, world, size, func(what string, done, of int) {
		if now := time.Now(); now.Sub(last) > 2*time.Second || done == of {
			fmt.Printf("  %s %d / %d（%d秒）\n", what, done, of, int(now.Sub(begin).Seconds()))
			last = now
		}
	})
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

// greet tells on the terminal where the network is and how to get in, and returns the page to open
// first.
func greet(ctx context.Context, a *app.App, base, dir string, demo bool) (first string, err error) {
	fmt.Printf("\nつなぐ %s\n  アドレス: %s\n  データ:   %s\n", versionText(), base, dir)
	if demo {
		fmt.Printf("\n%s\n  止めるには Ctrl+C を押してください。\n\n", app.DemoLogins())
		return base, nil
	}
	first = base
	link, err := a.SetupLink(ctx)
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

// resetSecondStep is for the office's user who lost telephone and recovery codes: whoever can
// stop the server and read its key file could do anything anyway.
func resetSecondStep(ctx context.Context, args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return errors.New("解除する利用者のログインIDを指定してください（例: tsunagu reset-totp office@example.jp）")
	}
	o, err := host.Parse("reset-totp", args[1:], false)
	if err != nil {
		return err
	}
	st, err := openData(ctx, o)
	if err != nil {
		return err
	}
	defer st.Close()
	keys, err := auth.OpenKeys(st.Dir())
	if err != nil {
		return err
	}
	c := app.Config{Store: st, Keys: keys, BaseURL: o.Base(o.Addr), MailFrom: o.SMTPFrom}
	if err := app.New(c).ResetSecondStep(ctx, args[0]); err != nil {
		return err
	}
	fmt.Printf("%s の2段階認証を解除しました。パスワードでログインすると、設定し直す画面が開きます。\n", args[0])
	return nil
}

// openData opens an existing data folder while no server runs on it.
func openData(ctx context.Context, o *host.Options) (*store.Store, error) {
	if o.Data == "" {
		o.Data = host.DefaultData()
	}
	if _, err := os.Stat(filepath.Join(o.Data, store.DatabaseFile)); err != nil {
		return nil, fmt.Errorf("データがありません: %w", err)
	}
	return openStore(ctx, o.Data, o, store.Options{NoIndex: true})
}

// healthCheck asks a running server on this machine, for a container's health check.
func healthCheck(ctx context.Context, args []string) error {
	o, err := host.Parse("healthcheck", args, false)
	if err != nil {
		return err
	}
	base, err := o.Local()
	if err != nil {
		return err
	}
	return host.Answers(ctx, base)
}

// example writes a configuration for a program beside this one, with the addresses of the options.
func example(args []string) error {
	name := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	o, err := host.Parse("example", args, false)
	if err != nil {
		return err
	}
	return o.Example(os.Stdout, name)
}

// printOpenAPI writes the document that the UI's types are generated from.
func printOpenAPI() error {
	b, err := app.New(app.Config{}).OpenAPI()
	if err != nil {
		return err
	}
	fmt.Println(string(b))
	return nil
}

// explain turns the errors that an operator meets into words.
func explain(err error) string {
	switch {
	case errors.Is(err, store.ErrInUse):
		return "このデータフォルダは、別の「つなぐ」が使っています。そちらを終了するか、-data で別のフォルダを指定してください。"
	case errors.Is(err, store.ErrNewerDatabase):
		return "データがこの版より新しい「つなぐ」で作られています。新しい版の実行ファイルを使ってください。(" + err.Error() + ")"
	}
	return "エラー: " + err.Error()
}

func versionText() string {
	if version != "" {
		return version
	}
	if b, ok := debug.ReadBuildInfo(); ok {
		for _, s := range b.Settings {
			if s.Key == "vcs.revision" {
				return "dev-" + s.Value[:min(12, len(s.Value))]
			}
		}
	}
	return "dev"
}
