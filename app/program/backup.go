package program

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tsunagu/app"
	"tsunagu/app/auth"
	"tsunagu/app/backup"
	"tsunagu/app/host"
	"tsunagu/app/stamp"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

// command reads the flags of a command that is not a server. If it takes a file, the file may stand
// before the flags.
func command(name string, args []string, wantsFile bool, add func(*flag.FlagSet)) (data, file string, err error) {
	if wantsFile && len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		file, args = args[0], args[1:]
	}
	f := flag.NewFlagSet("tsunagu "+name, flag.ContinueOnError)
	f.SetOutput(os.Stdout)
	f.StringVar(&data, "data", "", "データの`フォルダ`（既定: "+host.DefaultData()+"）")
	if add != nil {
		add(f)
	}
	if err := f.Parse(args); err != nil {
		return "", "", err
	}
	if file == "" && wantsFile && f.NArg() == 1 {
		file = f.Arg(0)
	} else if f.NArg() > 0 {
		return "", "", fmt.Errorf("余分な指定があります: %s", strings.Join(f.Args(), " "))
	}
	if _, err := host.FromEnvironment(f); err != nil {
		return "", "", err
	}
	if data == "" {
		data = host.DefaultData()
	}
	data, err = filepath.Abs(data)
	return data, file, err
}

// makeBackup backs up a data folder, also while a server runs on it.
func makeBackup(ctx context.Context, args []string) error {
	var to string
	data, _, err := command("backup", args, false, func(f *flag.FlagSet) {
		f.StringVar(&to, "to", "", "バックアップを置く`フォルダ`（既定: データのフォルダの中の backup）")
	})
	if err != nil {
		return err
	}
	if err := wantData(data); err != nil {
		return err
	}
	if to == "" {
		to = filepath.Join(data, web.BackupDir)
	}
	b, err := upkeep.MakeBackup(ctx, upkeep.BackupInput{Data: data, To: to, Version: versionText(), Label: backup.ByHand, Now: built.Clock()})
	if err != nil {
		return err
	}
	fmt.Printf("バックアップを作りました。\n  %s\n  大きさ %d バイト、添付ファイル %d 件\n", b.Path, b.Size, b.Attachments)
	if b.IsEncrypted {
		fmt.Println("  暗号化してあります。復元には、公開鍵と対になる秘密鍵のファイルが必要です。")
	} else {
		fmt.Printf("  鍵ファイル（%s）は入っていません。別の場所に、写しを保管してください。\n", filepath.Join(data, auth.KeyFile))
	}
	return tellDamaged(b.Damaged)
}

// tellDamaged is the error for attachments that are missing or altered.
func tellDamaged(paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	return fmt.Errorf("添付ファイルのうち%d件が、なくなっているか、書き換わっています:\n  %s\n以前のバックアップから、このファイルを取り出して戻してください", len(paths), strings.Join(paths, "\n  "))
}

func wantData(data string) error {
	if _, err := os.Stat(filepath.Join(data, store.DatabaseFile)); err != nil {
		return fmt.Errorf("データがありません: %w", err)
	}
	return nil
}

// check verifies a data folder or a backup. It changes nothing.
func check(ctx context.Context, args []string) error {
	var file, identity, daily string
	data, _, err := command("check", args, false, func(f *flag.FlagSet) {
		f.StringVar(&file, "backup", "", "検査するバックアップの`ファイル`（省略するとデータのフォルダを検査する）")
		f.StringVar(&identity, "identity", "", "暗号化したバックアップの秘密鍵の`ファイル`")
		f.StringVar(&daily, "daily", "", "一日の記録のファイルを置いた`フォルダ`。指定すると、そこのファイルも検査する")
	})
	if err != nil {
		return err
	}
	var r *upkeep.CheckReport
	if file != "" {
		identities, err := backup.Identities(identity)
		if err != nil {
			return err
		}
		if r, err = upkeep.CheckBackup(ctx, file, identities); errors.Is(err, upkeep.ErrNoRoom) {
			return err
		} else if err != nil {
			return fmt.Errorf("検査で問題が見つかりました: %w", err)
		}
		fmt.Printf("%s に版 %s で作ったバックアップです。\n", r.Manifest.Time.In(store.JST).Format("2006年1月2日 15:04"), r.Manifest.Version)
	} else {
		if err := wantData(data); err != nil {
			return err
		}
		if r, err = upkeep.CheckData(ctx, data); err != nil {
			return fmt.Errorf("検査で問題が見つかりました: %w", err)
		}
	}
	if err := tellDamaged(r.Damaged); err != nil {
		return fmt.Errorf("検査で問題が見つかりました: %w", err)
	}
	if r.Schema.IsOlder {
		fmt.Println("前の版のデータベースです。開示台帳と監査ログは、新しい版にしたあとで検査してください。")
		fmt.Printf("データベース、添付ファイル %d 件に問題はありません。\n", r.Attachments)
		return nil
	}
	fmt.Printf("データベース、開示台帳、監査ログ、添付ファイル %d 件に問題はありません。\n", r.Attachments)
	if err := tellProofs(ctx, r.Proofs, data, daily); err != nil {
		return fmt.Errorf("検査で問題が見つかりました: %w", err)
	}
	if r.Manifest != nil && !r.HasKeyFile {
		fmt.Println("鍵ファイルは入っていません。復元には、元のサーバの鍵ファイルが必要です。")
	}
	return nil
}

// tellProofs prints what a check of the proofs found, and checks the daily files of a folder against them.
func tellProofs(ctx context.Context, r *stamp.CheckReport, data, daily string) error {
	broken := r.Broken
	if daily != "" {
		files := 0
		if err := store.ReadFile(ctx, filepath.Join(data, store.DatabaseFile), built.Clock(), func(q *store.Q) error {
			n, more, err := stamp.CheckFolder(q, daily)
			files, broken = n, append(broken, more...)
			return err
		}); err != nil {
			return err
		}
		fmt.Printf("一日の記録のファイル %d 件を検査しました。\n", files)
	}
	if len(broken) > 0 {
		return fmt.Errorf("第三者による証明のうち%d件が確かめられません:\n  %s", len(broken), strings.Join(broken, "\n  "))
	}
	if r.Proofs > 0 {
		fmt.Printf("第三者による証明 %d 件、タイムスタンプ %d 件に問題はありません（まだ押していない分 %d 件）。\n", r.Proofs, r.Stamps, r.Waiting)
	}
	for _, a := range r.Authorities {
		fmt.Printf("  確かめた認証局: %s\n", a)
	}
	return nil
}

// restore builds a data folder from a backup.
func restore(ctx context.Context, args []string) error {
	in := app.RestoreInput{Clock: built.Clock}
	o := &host.Options{}
	data, file, err := command("restore", args, true, func(f *flag.FlagSet) {
		f.StringVar(&in.Identity, "identity", "", "暗号化したバックアップの秘密鍵の`ファイル`")
		f.StringVar(&in.Key, "key", "", "元のサーバの鍵`ファイル`（tsunagu.key）。暗号化していないバックアップのときに指定する")
		f.BoolVar(&in.NewKey, "new-key", false, "鍵ファイルが失われたとき、新しい鍵を作る。全員のパスワードと2段階認証は設定し直しになる")
		f.StringVar(&in.Replica, "from-replica", "", "バックアップのファイルの代わりに、写しの保管先（-replica）の`URL` から復元する")
		f.StringVar(&in.ReplicaKey, "replica-credentials", "", "写しの保管先に入るための、名前=値 の行の`ファイル`（既定: 環境変数から読む）")
		f.BoolVar(&in.SetAside, "set-aside", false, "フォルダにいまあるデータを、その中の replaced-日時 に取り分けてから復元する")
		f.StringVar(&o.Addr, "addr", host.DefaultAddr, "復元したあとで待ち受ける`アドレス`（-new-key のときのリンクに使う）")
		f.StringVar(&o.BaseURL, "base-url", "", "復元したあとの`URL`（-new-key のときのリンクに使う）")
	})
	if err != nil {
		return err
	}
	if in.Replica != "" && file != "" {
		return errors.New("バックアップのファイルと -from-replica は、どちらか一方だけを指定してください")
	}
	if file == "" && in.Replica == "" {
		return errors.New("復元するバックアップのファイルを指定してください（例: tsunagu restore tsunagu-20261122T030500Z.tar -data フォルダ）")
	}
	if err := o.CheckBase(); err != nil {
		return err
	}
	in.File, in.Data, in.BaseURL = file, data, o.Base(o.Addr)
	r, err := app.Restore(ctx, in)
	if err != nil {
		return err
	}
	when := "バックアップの日時"
	if in.Replica != "" {
		when = "写しの元から最後に連絡があった日時"
	}
	fmt.Printf("復元しました。\n  %s: %s\n  データ: %s\n  添付ファイル: %d 件\n", when, r.Manifest.Time.In(store.JST).Format("2006年1月2日 15:04"), data,
		r.Attachments)
	if r.Aside != "" {
		fmt.Printf("  これまでのデータ: %s（確認が済んだら削除できます）\n", r.Aside)
	}
	fmt.Printf("  ログインはすべて終了しました（%d 件）。全員、もう一度ログインします。\n", r.Sessions)
	fmt.Printf("  メールの送信を止めています（送信待ち %d 通）。事務局の画面（バックアップ）で確かめてから、再開してください。\n", r.HeldMails)
	if len(r.Damaged) > 0 {
		fmt.Printf("  バックアップを作る前から、添付ファイル %d 件が失われていました。\n", len(r.Damaged))
	}
	for _, u := range r.NewPasswords {
		fmt.Printf("  新しい鍵を作りました。%s のパスワードは、24時間以内にこのリンクで設定してください:\n    %s\n", u[0], u[1])
	}
	if len(r.NewPasswords) > 0 {
		fmt.Println("  ほかの利用者は、ログイン画面の「パスワードをお忘れの方」から設定し直します。2段階認証も、もう一度設定します。")
	}
	fmt.Printf("  起動: tsunagu serve -data %s\n", quoted(data))
	return nil
}

// releaseMail does the same as the office's button, for an operator without access to the screens.
func releaseMail(ctx context.Context, args []string) error {
	var drop bool
	data, _, err := command("release-mail", args, false, func(f *flag.FlagSet) {
		f.BoolVar(&drop, "drop", false, "復元したときに送信を待っていたメールは送らない（画面から一通ずつ送れる）")
	})
	if err != nil {
		return err
	}
	st, err := openData(ctx, &host.Options{Data: data})
	if err != nil {
		return err
	}
	defer st.Close()
	n, err := upkeep.ReleaseMail(ctx, st, drop)
	if errors.Is(err, store.ErrStale) {
		return errors.New("メールの送信は止めていません")
	}
	if err != nil {
		return err
	}
	fmt.Printf("メールの送信を再開します。送らないことにしたメール: %d 通\n", n)
	return nil
}

// backupKey generates the key pair for encrypted backups.
func backupKey(args []string) error {
	if len(args) != 1 || strings.HasPrefix(args[0], "-") {
		return errors.New("秘密鍵を書き込むファイルを指定してください（例: tsunagu backup-key backup-identity.txt）")
	}
	recipient, err := backup.NewKey(args[0])
	if err != nil {
		return err
	}
	fmt.Printf("秘密鍵を %s に書き込みました。サーバとは別の場所に、2か所以上で保管してください。\n公開鍵（事務局の画面「バックアップ」に登録します）:\n%s\n", args[0], recipient)
	return nil
}

// backupsOf is where the backups of a data folder are.
func backupsOf(o *host.Options, data string) string {
	if o.Backup != "" {
		return o.Backup
	}
	return filepath.Join(data, web.BackupDir)
}

// openStore opens a data folder whose database is intact. If the database is older than this
// program it makes a backup first, because a migration cannot be undone.
func openStore(ctx context.Context, dir string, o *host.Options, so store.Options) (*store.Store, error) {
	if err := lostDatabase(dir); err != nil {
		return nil, damagedData(ctx, dir, backupsOf(o, dir), err)
	}
	so.BeforeMigrate = func(ctx context.Context, s store.Schema) error {
		b, err := upkeep.MakeBackup(ctx, upkeep.BackupInput{Data: dir, To: backupsOf(o, dir), Version: versionText(), Label: backup.Update,
			Now: built.Clock(), Rotate: true})
		if err != nil {
			return fmt.Errorf("データを新しい版にする前のバックアップを作れないため、起動しません。データは前の版のままです: %w", err)
		}
		fmt.Printf("  データを新しい版にします。その前のバックアップ: %s\n", b.Path)
		return nil
	}
	st, err := store.Open(ctx, dir, so)
	if errors.Is(err, store.ErrDamaged) {
		return nil, damagedData(ctx, dir, backupsOf(o, dir), err)
	}
	return st, err
}

// damagedData is the message for data that cannot be used: which backup is the newest good one, and
// the command that restores it.
func damagedData(ctx context.Context, data, to string, cause error) error {
	what := "データベースが壊れています。"
	if errors.Is(cause, errNoDatabase) {
		what = "データベースのファイルがありません。"
	}
	head := fmt.Sprintf("%sつなぐは起動しません。データには何も書き込んでいません。\n  データ: %s\n", what, filepath.Join(data, store.DatabaseFile))
	files, err := upkeep.Backups(to)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%sバックアップのフォルダ %s も読めません: %w", head, to, err)
	}
	for _, b := range files {
		path := filepath.Join(to, b.Name)
		identity, which := "", "いちばん新しい、使えるバックアップ"
		if b.IsEncrypted {
			identity = " -identity 秘密鍵のファイル"
		} else if _, err := upkeep.CheckBackup(ctx, path, nil); errors.Is(err, upkeep.ErrNoRoom) {
			which = "いちばん新しいバックアップ（空き容量がないため、検査していません）"
		} else if err != nil {
			continue
		}
		return fmt.Errorf("%s  %s: %s（%s）\n次のコマンドで復元してください。いまのデータは、同じフォルダの中に取り分けて残します。\n  tsunagu restore %s -data %s -set-aside%s\n（%w）",
			head, which, b.Name, b.Time.In(store.JST).Format("2006年1月2日 15:04"), quoted(path), quoted(data), identity, cause)
	}
	return fmt.Errorf("%s使えるバックアップが %s に見つかりません。ほかの場所のバックアップを探し、次のコマンドで復元してください。\n  tsunagu restore バックアップのファイル -data %s -set-aside\n（%w）",
		head, to, quoted(data), cause)
}

// errNoDatabase: the folder has a network's key file but no database. Starting a new network there
// would hide the loss.
var errNoDatabase = errors.New("no database beside the key file")

func lostDatabase(data string) error {
	info, err := os.Stat(filepath.Join(data, store.DatabaseFile))
	if err == nil && info.Size() > 0 {
		return nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := os.Stat(filepath.Join(data, auth.KeyFile)); err != nil {
		return nil // a network that does not exist yet
	}
	return errNoDatabase
}

func quoted(path string) string {
	if strings.ContainsAny(path, " 　'\"&()$;") {
		return `"` + path + `"`
	}
	return path
}
