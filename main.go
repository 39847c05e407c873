// Tsunagu (つなぐ) is a closed M&A matching platform for business succession, run by a network
// of financial institutions: one executable with its screens and its database inside.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/pkg/browser"

	"tsunagu/app"
	"tsunagu/app/auth"
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
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	name := "serve"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	switch name {
	case "serve":
		return serve(ctx, args, false)
	case "demo":
		return serve(ctx, args, true)
	case "check":
		return check(ctx, args)
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
	case "health":
		return health(ctx, args)
	case "version":
		fmt.Println(versionText())
		return nil
	case "help":
		fmt.Print(helpText)
		newFlags("serve", &options{}, false).PrintDefaults()
		return nil
	}
	return fmt.Errorf("「%s」というコマンドはありません。tsunagu help で使い方を確認してください。", name)
}

const helpText = `つなぐ（Tsunagu） 事業承継のための会員制M&Aマッチングプラットフォーム

使い方: tsunagu [コマンド] [オプション]

コマンド:
  serve    （省略時）ネットワークを開く。初回は設定用のリンクを表示する
  demo     架空のネットワークで試す。データは一時フォルダに置かれる
  check    データの整合性、開示台帳と監査ログの連鎖を検査する
  reset-totp ログインID
           端末をなくした事務局の利用者の2段階認証を解除する。つなぐを止めてから使う
  openapi  API の定義（OpenAPI 3.1）を出力する
  calls    呼び出しの一覧（誰が、どの記録に、仕様のどこ）を Markdown で出力する
  states   状態と操作の図（Mermaid）と表を Markdown で出力する
  health   動いているかを確かめる（コンテナの監視用）
  version  版を表示する
  help     この説明を表示する

オプションは環境変数でも指定できます（例: -data は TSUNAGU_DATA、-smtp-host は TSUNAGU_SMTP_HOST）。

オプション:
`

// options are the flags of serve and demo; each may also come from TSUNAGU_<NAME>.
type options struct {
	addr, data, baseURL, dev     string
	cert, key                    string
	smtpHost, smtpUser, smtpFrom string
	smtpPassword, smtpTLS        string
	smtpCA                       string
	smtpPort                     int
	proxied, open                bool
	size                         app.DemoSize
}

func newFlags(name string, o *options, demo bool) *flag.FlagSet {
	f := flag.NewFlagSet("tsunagu "+name, flag.ContinueOnError)
	f.SetOutput(os.Stdout)
	dataHelp := "データを置く`フォルダ`（既定: " + defaultData() + "）"
	if demo {
		dataHelp = "デモのデータを残す`フォルダ`（既定: 終了時に消える一時フォルダ）"
	}
	f.StringVar(&o.addr, "addr", "localhost:8080", "待ち受ける`アドレス`。他のパソコンからも使うときは :443 のように指定し、証明書を用意する")
	f.StringVar(&o.data, "data", "", dataHelp)
	f.StringVar(&o.baseURL, "base-url", "", "メールのリンクに書く`URL`（例: https://tsunagu.example.jp。既定: 待ち受けアドレスから作る）")
	f.StringVar(&o.cert, "tls-cert", "", "TLS 証明書の`ファイル`（PEM）")
	f.StringVar(&o.key, "tls-key", "", "TLS 秘密鍵の`ファイル`（PEM）")
	f.StringVar(&o.smtpHost, "smtp-host", "", "メールサーバの`名前`。指定しない間、メールは送信箱で待つ")
	f.IntVar(&o.smtpPort, "smtp-port", 0, "メールサーバの`ポート`番号（既定: starttls は 587、tls は 465、none は 25）")
	f.StringVar(&o.smtpUser, "smtp-user", "", "メールサーバの`ユーザ名`")
	f.StringVar(&o.smtpPassword, "smtp-password", "", "メールサーバの`パスワード`（環境変数 TSUNAGU_SMTP_PASSWORD を推奨）")
	f.StringVar(&o.smtpTLS, "smtp-tls", "starttls", "メールサーバとの暗号化の`方式`: starttls、tls、none")
	f.StringVar(&o.smtpCA, "smtp-ca", "", "メールサーバの証明書を発行した認証局の証明書の`ファイル`（PEM）。社内の認証局のときに指定する")
	f.StringVar(&o.smtpFrom, "smtp-from", "", "差出人のメール`アドレス`")
	f.BoolVar(&o.proxied, "proxied", false, "自分たちのプロキシの後ろで動かす（X-Forwarded-For と X-Forwarded-Proto を信じる）")
	f.BoolVar(&o.open, "open", demo, "既定のブラウザで開く（-open=false で開かない）")
	if demo {
		f.IntVar(&o.size.Companies, "companies", 0, "デモの企業をこの`数`まで増やす（新しいフォルダだけ。-data と一緒に使う）")
		f.IntVar(&o.size.Listings, "listings", 0, "デモの売却案件をこの`数`まで増やす")
		f.IntVar(&o.size.Negotiations, "negotiations", 0, "デモの交渉をこの`数`まで増やす")
	}
	f.StringVar(&o.dev, "dev", "", "開発用: 画面を動いている Vite の`URL`から取る（-dev だけなら http://localhost:5173）")
	return f
}

func parse(name string, args []string, demo bool) (*options, error) {
	o := &options{}
	f := newFlags(name, o, demo)
	for i, a := range args { // -dev alone means Vite's usual address
		if (a == "-dev" || a == "--dev") && (i+1 == len(args) || strings.HasPrefix(args[i+1], "-")) {
			args[i] = "-dev=http://localhost:5173"
		}
	}
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("余分な引数があります: %s", f.Arg(0))
	}
	given := map[string]bool{}
	f.Visit(func(x *flag.Flag) { given[x.Name] = true })
	var err error
	f.VisitAll(func(x *flag.Flag) {
		env := "TSUNAGU_" + strings.ToUpper(strings.ReplaceAll(x.Name, "-", "_"))
		if v, ok := os.LookupEnv(env); ok && !given[x.Name] && err == nil {
			if e := f.Set(x.Name, v); e != nil {
				err = fmt.Errorf("環境変数 %s の値が正しくありません: %w", env, e)
			}
		}
	})
	return o, err
}

// defaultData is where each operating system keeps a user's program data.
func defaultData() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return "tsunagu-data"
	}
	switch runtime.GOOS {
	case "windows":
		if d := os.Getenv("LOCALAPPDATA"); d != "" {
			return filepath.Join(d, "Tsunagu")
		}
	case "darwin":
		return filepath.Join(home, "Library", "Application Support", "Tsunagu")
	}
	if d := os.Getenv("XDG_DATA_HOME"); d != "" {
		return filepath.Join(d, "tsunagu")
	}
	return filepath.Join(home, ".local", "share", "tsunagu")
}

// serve opens the network and answers until it is told to stop.
func serve(ctx context.Context, args []string, demo bool) (err error) {
	name := "serve"
	if demo {
		name = "demo"
	}
	o, err := parse(name, args, demo)
	if err != nil {
		return err
	}
	dir := o.data
	if dir == "" && demo {
		if dir, err = os.MkdirTemp("", "tsunagu-demo-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	} else if dir == "" {
		dir = defaultData()
	}
	server, base, scheme, err := listen(o)
	if err != nil {
		return err
	}
	defer server.Close()

	if o.size != (app.DemoSize{}) {
		if err := growDemo(ctx, dir, base, o.size); err != nil {
			return fmt.Errorf("デモのデータを増やせませんでした: %w", err)
		}
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	st, err := store.Open(ctx, dir, store.Options{Log: log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	keys, err := loadKeys(ctx, st)
	if err != nil {
		return err
	}
	c := app.Config{Store: st, Keys: keys, Log: log, BaseURL: base, Demo: demo, FreeCode: demo, Proxied: o.proxied, Version: versionText(), MailFrom: o.smtpFrom}
	if o.dev != "" {
		if c.Vite, err = url.Parse(o.dev); err != nil {
			return err
		}
	} else if c.UI, err = fs.Sub(ui.Dist, "dist"); err != nil {
		return err
	}
	if o.smtpHost != "" {
		c.SMTP = &mail.SMTP{Host: o.smtpHost, Port: o.smtpPort, User: o.smtpUser, Password: o.smtpPassword, TLS: mail.TLSMode(o.smtpTLS), From: o.smtpFrom}
		if err := c.SMTP.Check(); err != nil {
			return err
		}
		if c.SMTP.Roots, err = certificates(o.smtpCA); err != nil {
			return err
		}
	}
	a := app.New(c)
	if demo {
		world, err := fs.Sub(demoWorld, "testdata/demo")
		if err != nil {
			return err
		}
		if err := a.BuildDemo(ctx, world); err != nil {
			return fmt.Errorf("デモのデータを作れませんでした: %w", err)
		}
	}

	h := &http.Server{Handler: a, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 5 * time.Minute, WriteTimeout: 10 * time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10}
	jobs, stopJobs := context.WithCancel(ctx)
	jobsDone := make(chan struct{})
	go func() { defer close(jobsDone); a.Run(jobs) }()
	failed := make(chan error, 1)
	go func() {
		if scheme == "https" {
			h.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12}
			failed <- h.ServeTLS(server, o.cert, o.key)
		} else {
			failed <- h.Serve(server)
		}
	}()
	if err := greet(ctx, a, base, dir, demo); err != nil {
		stopJobs()
		return err
	}
	if o.open {
		browser.Stdout, browser.Stderr = nil, nil
		_ = browser.OpenURL(base) // no browser on this machine is no error
	}
	select {
	case <-ctx.Done():
		// Let requests under way come to their end; what is left is cut off.
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

// certificates reads a file of trusted certificates; no file means the system's.
func certificates(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("認証局の証明書を読めません: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(b) {
		return nil, fmt.Errorf("認証局の証明書を読めません: %s に PEM 形式の証明書がありません", file)
	}
	return pool, nil
}

// listen takes the address before anything else, so that a taken port changes no data.
func listen(o *options) (l net.Listener, base, scheme string, err error) {
	scheme = "http"
	if o.cert != "" || o.key != "" {
		scheme = "https"
		if _, err := tls.LoadX509KeyPair(o.cert, o.key); err != nil {
			return nil, "", "", fmt.Errorf("TLS の証明書または秘密鍵を読めません: %w", err)
		}
	}
	if l, err = net.Listen("tcp", o.addr); err != nil {
		return nil, "", "", fmt.Errorf("アドレス %s で待ち受けられません。他のプログラムが使っているときは -addr で別の番号を指定してください: %w", o.addr, err)
	}
	return l, o.base(l.Addr().String()), scheme, nil
}

// base is the origin that stands in mailed links, of a server that listens at the address.
func (o *options) base(address string) string {
	if o.baseURL != "" {
		return strings.TrimRight(o.baseURL, "/")
	}
	host, port, _ := net.SplitHostPort(address)
	if given, _, err := net.SplitHostPort(o.addr); err == nil && given != "" {
		host = given
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && (ip.IsUnspecified() || ip.IsLoopback()) {
		host = "localhost"
	}
	scheme := "http"
	if o.cert != "" {
		scheme = "https"
	}
	return scheme + "://" + net.JoinHostPort(host, port)
}

// greet tells on the terminal where the network is and how to get in.
func greet(ctx context.Context, a *app.App, base, dir string, demo bool) error {
	fmt.Printf("\nつなぐ %s\n  アドレス: %s\n  データ:   %s\n", versionText(), base, dir)
	if demo {
		fmt.Printf("\n%s\n  止めるには Ctrl+C を押してください。\n\n", app.DemoLogins())
		return nil
	}
	link, err := a.SetupLink(ctx)
	if err != nil {
		return err
	}
	if link != "" {
		fmt.Printf("\n  はじめに、このリンクを開いてネットワークの名前と事務局の利用者を登録してください（1回だけ、24時間使えます）:\n  %s\n", link)
	}
	fmt.Printf("  止めるには Ctrl+C を押してください。\n\n")
	return nil
}

// check verifies a data folder while no server runs on it.
func check(ctx context.Context, args []string) error {
	o, err := parse("check", args, false)
	if err != nil {
		return err
	}
	st, err := openData(ctx, o)
	if err != nil {
		return err
	}
	defer st.Close()
	if err := st.Read(ctx, func(q *store.Q) error {
		if err := q.Integrity(); err != nil {
			return err
		}
		return app.VerifyChains(q, func() (*auth.Keys, error) { return auth.OpenKeys(st.Dir()) })
	}); err != nil {
		return fmt.Errorf("検査で問題が見つかりました: %w", err)
	}
	fmt.Println("データベース、開示台帳、監査ログに問題はありません。")
	return nil
}

// resetSecondStep is for the office's user who lost telephone and recovery codes: whoever can
// stop the server and read its key file could do anything anyway.
func resetSecondStep(ctx context.Context, args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return errors.New("解除する利用者のログインIDを指定してください（例: tsunagu reset-totp office@example.jp）")
	}
	o, err := parse("reset-totp", args[1:], false)
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
	c := app.Config{Store: st, Keys: keys, BaseURL: o.base(o.addr), MailFrom: o.smtpFrom}
	if err := app.New(c).ResetSecondStep(ctx, args[0]); err != nil {
		return err
	}
	fmt.Printf("%s の2段階認証を解除しました。パスワードでログインすると、設定し直す画面が開きます。\n", args[0])
	return nil
}

// openData opens an existing data folder while no server runs on it.
func openData(ctx context.Context, o *options) (*store.Store, error) {
	if o.data == "" {
		o.data = defaultData()
	}
	if _, err := os.Stat(filepath.Join(o.data, store.DatabaseFile)); err != nil {
		return nil, fmt.Errorf("データがありません: %w", err)
	}
	return store.Open(ctx, o.data, store.Options{})
}

// health asks a running server on this machine, for a container's health check.
func health(ctx context.Context, args []string) error {
	o, err := parse("health", args, false)
	if err != nil {
		return err
	}
	_, port, err := net.SplitHostPort(o.addr)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost:"+port+"/healthz", nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("healthz: %s", res.Status)
	}
	return nil
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
