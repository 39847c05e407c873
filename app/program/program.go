// Package program is the executable: its commands, and how a server is put together from the
// platform, its data folder, its screens and the host.
package program

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"tsunagu/app"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/guide"
	"tsunagu/app/host"
	"tsunagu/app/office"
	"tsunagu/app/render"
	"tsunagu/app/score"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Built is what the executable was built with.
type Built struct {
	Version string // set by the release build; else empty
	World   fs.FS  // the CSV files of the demo's data

	Pace  host.Pace        // how slow a client may be; the program's default if empty
	Clock func() time.Time // time.Now if nil

	KeepFrom int // companies and listings from which on the search index is kept on disk; the store's own where it is empty
}

// built is set once, by Main, before anything else runs.
var built Built

// Main runs the command of the arguments until it is done or told to stop, and returns the
// process's exit code.
func Main(ctx context.Context, b Built, args []string) int {
	if built = b; built.Pace == (host.Pace{}) {
		built.Pace = host.DefaultPace
	}
	if built.Clock == nil {
		built.Clock = time.Now
	}
	if err := run(ctx, args); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, explain(err))
		host.Linger()
		return 1
	}
	return 0
}

func run(ctx context.Context, args []string) error {
	name, clicked := "serve", len(args) == 0
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	switch name {
	case "serve":
		return serve(ctx, args, false, clicked)
	case "standby":
		return standBy(ctx, args)
	case "promote":
		return promote(ctx, args)
	case "hand-over":
		return handOver(ctx, args)
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
	case "confirm-approver":
		return confirmApprover(ctx, args)
	case "openapi":
		return printOpenAPI()
	case "calls":
		fmt.Print(app.New(web.Config{}).Calls())
		return nil
	case "states":
		fmt.Print(deal.Tables() + score.Table())
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
	case render.Command: // started by the server itself, for documents
		folder := ""
		if len(args) == 1 {
			folder = args[0]
		}
		if code := render.Work(os.Stdin, os.Stdout, folder); code != 0 {
			return fmt.Errorf("%s: %d", render.Command, code)
		}
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
  standby  二台のうちの一台として動かす。もう一台が開いている間は写し（-replica）を追って待機し、止まったら引き継ぐ
  promote  待機している機械に、いま引き継がせる（もう一台が止まっていることを確かめてから）
  hand-over
           開いている機械から、待機している機械へ引き渡す（版を上げるときなど）
  demo     架空のネットワークで試す。データは一時フォルダに置かれる
  backup   動いたままバックアップを作る（-to フォルダ）。起動中は1時間ごとに自動で作る
  restore ファイル
           バックアップから、空のフォルダ（-data）に復元する。ログインは終了し、メールは止まる。写しからは -from-replica URL
  release-mail
           復元のあとで止まっているメールの送信を再開する。つなぐを止めてから使う
  backup-key ファイル
           バックアップを暗号化する鍵の組を作る
  check    データの整合性、開示台帳と監査ログの連鎖、タイムスタンプ、添付ファイルを検査する（-backup ファイル でバックアップを検査）
  reset-totp ログインID
           端末をなくした事務局の利用者の2段階認証とパスキーを解除する。つなぐを止めてから使う
  confirm-approver ログインID
           事務局の利用者を承認者（緊急閲覧などを確認する二人目）として確認する。つなぐを止めてから使う
  openapi  API の定義（OpenAPI 3.1）を出力する
  calls    呼び出しの一覧（誰が、どの記録に、仕様のどこ）を Markdown で出力する
  states   状態と操作の図（Mermaid）と表を Markdown で出力する
  healthcheck
           動いているかを確かめる（コンテナの監視用）
  example 名前
           一緒に使うプログラムの設定の例を出力する: caddy、caddy-two（二台）、litestream、nginx、nginx-two（二台）、systemd
  guide    運用の手引きを Markdown で出力する
  licences  この実行ファイルに含まれる部品と、そのライセンスを出力する
  version  版を表示する
  help     この説明を表示する

オプションは環境変数でも指定できます（例: -data は TSUNAGU_DATA、-smtp-host は TSUNAGU_SMTP_HOST）。

オプション:
`

// resetSecondStep is for a user of the office who lost telephone and recovery codes. It is no new
// risk: whoever can stop the server and read its key file can do anything anyway.
func resetSecondStep(ctx context.Context, args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return errors.New("解除する利用者のログインIDを指定してください（例: tsunagu reset-totp office@example.jp）")
	}
	return onStopped(ctx, "reset-totp", args, func(a *app.App) error { return office.In(a.Platform).ResetSecondStep(ctx, args[0]) },
		"%s の2段階認証とパスキーを解除しました。パスワードでログインすると、設定し直す画面が開きます。\n")
}

// confirmApprover is for an office of two users, in which nobody else can confirm an approver.
func confirmApprover(ctx context.Context, args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return errors.New("承認者として確認する利用者のログインIDを指定してください（例: tsunagu confirm-approver office@example.jp）")
	}
	return onStopped(ctx, "confirm-approver", args, func(a *app.App) error { return office.In(a.Platform).ConfirmApprover(ctx, args[0]) },
		"%s を承認者として確認しました。\n")
}

// onStopped does an operation on a user of the office while no server runs, and prints that it is
// done.
func onStopped(ctx context.Context, command string, args []string, do func(*app.App) error, done string) error {
	o, err := host.Parse(command, args[1:], false)
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
	c := web.Config{Store: st, Keys: keys, BaseURL: o.Base(o.Addr), MailFrom: o.SMTPFrom}
	if err := do(app.New(c)); err != nil {
		return err
	}
	fmt.Printf(done, args[0])
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
	return openStore(ctx, o.Data, o, store.Options{Clock: built.Clock, NoIndex: true})
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
	b, err := app.New(web.Config{}).OpenAPI()
	if err != nil {
		return err
	}
	fmt.Println(string(b))
	return nil
}

// explain is the message for an operator about an error.
func explain(err error) string {
	switch {
	case errors.Is(err, store.ErrInUse):
		return "このデータフォルダは、別の「つなぐ」が使っています。そちらを終了するか、-data で別のフォルダを指定してください。"
	case errors.Is(err, store.ErrNewerDatabase):
		return "データがこの版より新しい「つなぐ」で作られています。新しい版の実行ファイルを使ってください。(" + err.Error() + ")"
	case errors.Is(err, store.ErrFolder):
		return "データのフォルダに書き込めません。データは何も変更されていません。" + unwritable(err) + "(" + err.Error() + ")"
	}
	return "エラー: " + err.Error()
}

// unwritable says what to do about a data folder in which nothing can be written.
func unwritable(err error) string {
	switch {
	case errors.Is(err, syscall.EROFS):
		return "ディスクが読み取り専用になっています。障害のあるディスクを、OSが読み取り専用に切り替えることがあります。ディスクの状態とマウントの設定を確認してから、もう一度実行してください。"
	case errors.Is(err, fs.ErrPermission):
		return "書き込む権限がありません。フォルダの持ち主と権限を確認してから、もう一度実行してください。"
	}
	return "ディスクの空き容量と状態を確認してから、もう一度実行してください。"
}

func versionText() string {
	if built.Version != "" {
		return built.Version
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
