// Package host is the program's environment: options, addresses, certificates, logs, the local
// address of the metrics, and configurations for other programs on the server. It knows nothing of
// the platform itself.
package host

import (
	"flag"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Options are the flags of the program; each may also come from TSUNAGU_<NAME>.
type Options struct {
	Addr, Data, BaseURL, Dev     string
	Backup, Daily                string
	Cert, Key                    string
	ACMEDomain, ACMEMail         string
	ACMEDirectory, ACMECA        string
	SMTPHost, SMTPUser, SMTPFrom string
	SMTPPassword, SMTPTLS        string
	SMTPCA                       string
	SMTPPort                     int
	Open                         bool
	AddrGiven, LogLevelGiven     bool // set by a flag or the environment
	Proxied                      bool
	ProxyFrom                    string
	Log, LogLevel                string
	SlowQuery                    time.Duration
	Replica, ReplicaCredentials  string
	ReplicaLost                  string
	ReplicaWait                  bool
	ReplicaWaitGiven             bool // by a flag or the environment
	MetricsAddr                  string
	MetricsOpen                  bool
	Companies, Listings          int // the demo's size
	Negotiations                 int
}

// Flags are the options of the command serve, or of demo.
func Flags(name string, o *Options, demo bool) *flag.FlagSet {
	f := flag.NewFlagSet("tsunagu "+name, flag.ContinueOnError)
	f.SetOutput(os.Stdout)
	dataHelp, level := "データを置く`フォルダ`（既定: "+DefaultData()+"）", "info"
	if demo {
		dataHelp, level = "デモのデータを残す`フォルダ`（既定: 終了時に消える一時フォルダ）", "warn"
	}
	f.StringVar(&o.Addr, "addr", DefaultAddr, "待ち受ける`アドレス`。他のパソコンからも使うときは :443 のように指定し、証明書を用意する")
	f.StringVar(&o.Data, "data", "", dataHelp)
	f.StringVar(&o.Backup, "backup", "", "自動バックアップを置く`フォルダ`（既定: データのフォルダの中の backup。別のディスクを推奨）")
	f.StringVar(&o.Daily, "daily", "", "署名した一日の記録（監査ログと開示台帳）を置く`フォルダ`。書き換えられない保管先を推奨。指定しない間は置かない")
	f.StringVar(&o.Replica, "replica", "", "データの写しを送り続ける`URL`（file:///、sftp://、s3://、tls://（NATS）で始める）。指定しない間は送らない")
	f.StringVar(&o.ReplicaCredentials, "replica-credentials", "", "写しの保管先に入るための、名前=値 の行の`ファイル`（既定: 環境変数から読む）")
	f.BoolVar(&o.ReplicaWait, "replica-wait", name == "standby", "書き込みが写しの保管先にも届いてから、画面に答える"+waitHelp[name])
	f.StringVar(&o.ReplicaLost, "replica-lost", "stop", "-replica-wait で保管先が答えない間の`扱い`: stop（書き込みを断る）、tell（答えて、事務局に知らせる）")
	f.StringVar(&o.BaseURL, "base-url", "", "メールのリンクに書く`URL`（例: https://tsunagu.example.jp。既定: 待ち受けアドレスから作る）")
	f.StringVar(&o.Cert, "tls-cert", "", "TLS 証明書の`ファイル`（PEM）。差し替えると、止めずに新しいものを使う")
	f.StringVar(&o.Key, "tls-key", "", "TLS 秘密鍵の`ファイル`（PEM）")
	f.StringVar(&o.ACMEDomain, "acme-domain", "", "この`ドメイン名`の TLS 証明書を、認証局（Let's Encrypt など）から自動で取得し、更新する")
	f.StringVar(&o.ACMEMail, "acme-mail", "", "認証局に届ける連絡先のメール`アドレス`")
	f.StringVar(&o.ACMEDirectory, "acme-directory", "https://acme-v02.api.letsencrypt.org/directory", "認証局の`URL`（ACME のディレクトリ）")
	f.StringVar(&o.ACMECA, "acme-ca", "", "認証局のサーバの証明書を発行した認証局の証明書の`ファイル`（PEM）。社内の認証局のときに指定する")
	f.BoolVar(&o.Proxied, "proxied", false, "自分たちのプロキシの後ろで動かす（-proxy-from からの X-Forwarded-For と X-Forwarded-Proto を信じる）")
	f.StringVar(&o.ProxyFrom, "proxy-from", "127.0.0.0/8,::1/128", "プロキシの`アドレスの範囲`（コンマ区切り）。ほかからの X-Forwarded-For は信じない")
	f.StringVar(&o.SMTPHost, "smtp-host", "", "メールサーバの`名前`。指定しない間、メールは送信箱で待つ")
	f.IntVar(&o.SMTPPort, "smtp-port", 0, "メールサーバの`ポート`番号（既定: starttls は 587、tls は 465、none は 25）")
	f.StringVar(&o.SMTPUser, "smtp-user", "", "メールサーバの`ユーザ名`")
	f.StringVar(&o.SMTPPassword, "smtp-password", "", "メールサーバの`パスワード`（環境変数 TSUNAGU_SMTP_PASSWORD を推奨）")
	f.StringVar(&o.SMTPTLS, "smtp-tls", "starttls", "メールサーバとの暗号化の`方式`: starttls、tls、none")
	f.StringVar(&o.SMTPCA, "smtp-ca", "", "メールサーバの証明書を発行した認証局の証明書の`ファイル`（PEM）。社内の認証局のときに指定する")
	f.StringVar(&o.SMTPFrom, "smtp-from", "", "差出人のメール`アドレス`")
	f.StringVar(&o.Log, "log", "text", "ログの`形式`: text、json（標準エラー出力に書く）")
	f.StringVar(&o.LogLevel, "log-level", level, "これより細かいログを書かない`段階`: debug、info、warn、error")
	f.DurationVar(&o.SlowQuery, "slow-query", 500*time.Millisecond, "この`時間`以上かかった SQL をログに書く（値は書かない。0 は書かない）")
	f.StringVar(&o.MetricsAddr, "metrics-addr", "", "Prometheus の数値を出す`アドレス`（例: localhost:9100）。指定しない間は出さない")
	f.BoolVar(&o.MetricsOpen, "metrics-open", false, "-metrics-addr に、このパソコンの外から届くアドレスを許す")
	f.BoolVar(&o.Open, "open", demo, "既定のブラウザで開く（-open=false で開かない）")
	if demo {
		f.IntVar(&o.Companies, "companies", 0, "デモの企業をこの`数`まで増やす（新しいフォルダだけ。-data と一緒に使う）")
		f.IntVar(&o.Listings, "listings", 0, "デモの売却案件をこの`数`まで増やす")
		f.IntVar(&o.Negotiations, "negotiations", 0, "デモの交渉をこの`数`まで増やす")
	}
	f.StringVar(&o.Dev, "dev", "", "開発用: 画面を動いている Vite の`URL`から取る（-dev だけなら http://localhost:5173）")
	return f
}

// waitHelp is what the flag means for a command that has it on.
var waitHelp = map[string]string{"standby": "（既定。-replica-wait=false にすると、開いている機械が壊れたときに、応答した最後の数秒の操作が失われる）"}

// DefaultAddr is where the program listens by default.
const DefaultAddr = "localhost:8080"

// Env is the environment variable that stands for a flag.
func Env(flag string) string {
	return "TSUNAGU_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// Parse reads the flags, and the environment for those that are not given.
func Parse(name string, args []string, demo bool) (*Options, error) {
	o := &Options{}
	f := Flags(name, o, demo)
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
	given, err := FromEnvironment(f)
	o.AddrGiven, o.LogLevelGiven, o.ReplicaWaitGiven = given["addr"], given["log-level"], given["replica-wait"]
	if err == nil {
		err = o.check(name)
	}
	return o, err
}

// FromEnvironment sets the flags that were not given from their variables, and returns which ones
// have a value by either way.
func FromEnvironment(f *flag.FlagSet) (given map[string]bool, err error) {
	given = map[string]bool{}
	f.Visit(func(x *flag.Flag) { given[x.Name] = true })
	f.VisitAll(func(x *flag.Flag) {
		if v, ok := os.LookupEnv(Env(x.Name)); ok && !given[x.Name] && err == nil {
			given[x.Name] = true
			if e := f.Set(x.Name, v); e != nil {
				err = fmt.Errorf("環境変数 %s の値が正しくありません: %w", Env(x.Name), e)
			}
		}
	})
	return given, err
}

// check finds contradictory options before anything is opened.
func (o *Options) check(name string) error {
	if o.ACMEDomain != "" && (o.Cert != "" || o.Key != "") {
		return fmt.Errorf("-acme-domain と -tls-cert は、どちらか一方だけを指定してください。")
	}
	if o.ACMEDomain != "" && (strings.ContainsAny(o.ACMEDomain, "/:* ") || !strings.Contains(o.ACMEDomain, ".")) {
		return fmt.Errorf("-acme-domain には、tsunagu.example.jp のようなドメイン名を一つ指定してください。")
	}
	if (o.Cert == "") != (o.Key == "") {
		return fmt.Errorf("-tls-cert と -tls-key は、両方を指定してください。")
	}
	if o.Replica == "" && name == "standby" {
		return fmt.Errorf("tsunagu standby には、二台で共有する保管先の -replica を指定してください。")
	}
	if o.Replica == "" && (o.ReplicaWait || o.ReplicaCredentials != "") {
		return fmt.Errorf("-replica-wait と -replica-credentials は、-replica と一緒に指定してください。")
	}
	if o.ReplicaLost != "" && o.ReplicaLost != "stop" && o.ReplicaLost != "tell" {
		return fmt.Errorf("-replica-lost には、stop か tell を指定してください。")
	}
	if err := o.CheckBase(); err != nil {
		return err
	}
	if _, err := o.Proxies(); err != nil {
		return err
	}
	if _, err := NewLog(o, nil); err != nil {
		return err
	}
	return o.checkMetrics()
}

// Proxies are the addresses whose forwarding headers are trusted; none without a proxy.
func (o *Options) Proxies() ([]netip.Prefix, error) {
	if !o.Proxied {
		return nil, nil
	}
	var out []netip.Prefix
	for s := range strings.SplitSeq(o.ProxyFrom, ",") {
		s = strings.TrimSpace(s)
		p, err := netip.ParsePrefix(s)
		if ip, e := netip.ParseAddr(s); e == nil {
			p, err = netip.PrefixFrom(ip, ip.BitLen()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("-proxy-from の %s は、アドレスの範囲（例: 172.16.0.0/12）ではありません。", s)
		}
		out = append(out, p.Masked())
	}
	return out, nil
}

// IsTLS says that the program speaks TLS itself.
func (o *Options) IsTLS() bool { return o.Cert != "" || o.ACMEDomain != "" }

// DefaultData is the folder for a user's program data on each operating system.
func DefaultData() string {
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

// CheckBase requires that the base of mailed links is an http(s) origin and nothing else: a mail
// program may run another kind of address, or open it elsewhere.
func (o *Options) CheckBase() error {
	if o.BaseURL == "" {
		return nil
	}
	u, err := url.Parse(o.BaseURL)
	if err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil && strings.Trim(u.Path, "/") == "" &&
		!strings.ContainsAny(o.BaseURL, "?# ") {
		return nil
	}
	return fmt.Errorf("-base-url には、https://tsunagu.example.jp のように、https:// か http:// で始まり、ホスト名で終わるアドレスを指定してください。")
}

// Base is the origin of mailed links, for a server that listens at the address.
func (o *Options) Base(address string) string {
	if o.BaseURL != "" {
		return strings.TrimRight(o.BaseURL, "/")
	}
	if o.ACMEDomain != "" {
		return "https://" + o.ACMEDomain
	}
	host, port, _ := net.SplitHostPort(address)
	if given, _, err := net.SplitHostPort(o.Addr); err == nil && given != "" {
		host = given
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && (ip.IsUnspecified() || ip.IsLoopback()) {
		host = "localhost"
	}
	scheme := "http"
	if o.IsTLS() {
		scheme = "https"
	}
	return scheme + "://" + net.JoinHostPort(host, port)
}

// Table is a Markdown table of the flags of serve, the same on every machine.
func Table() string {
	var b strings.Builder
	b.WriteString("| オプション | 意味 |\n|---|---|\n")
	Flags("serve", &Options{}, false).VisitAll(func(f *flag.Flag) {
		if f.Name == "dev" {
			return // only for development
		}
		value, usage := flag.UnquoteUsage(f)
		usage = strings.ReplaceAll(usage, DefaultData(), "「はじめて動かす」を参照")
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && !strings.Contains(usage, "既定") {
			usage += "（既定: " + f.DefValue + "）"
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", strings.TrimSpace("-"+f.Name+" "+value), usage)
	})
	return b.String()
}
