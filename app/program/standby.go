package program

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"tsunagu/app"
	"tsunagu/app/host"
	"tsunagu/app/replica"
	"tsunagu/app/standby"
	"tsunagu/app/upkeep"
	"tsunagu/store"
)

// standBy runs one of the two machines of a network: it follows the other, leads when it is its turn, and follows again.
// Both machines run the same command.
func standBy(ctx context.Context, args []string) error {
	o, err := host.Parse("standby", args, false)
	if err != nil {
		return err
	}
	dir := o.Data
	if dir == "" {
		dir = host.DefaultData()
	}
	keys, err := standby.Prepare(dir)
	if err != nil {
		return err
	}
	hs, err := newHouse(o, dir, false)
	if err != nil {
		return err
	}
	defer hs.listener.Close()
	hs.isPair = true
	s, err := standby.New(standby.Options{Dir: dir, URL: o.Replica, Credentials: o.ReplicaCredentials, Keys: keys, Log: hs.log})
	if err != nil {
		return err
	}
	defer s.Close()
	hs.stands = s
	if s.HasLease() && o.ReplicaLost == replica.LostTell {
		return errors.New("この保管先では、もう一台が自動で引き継ぐため、-replica-lost tell は使えません。" +
			"引き継がれたあとも応答すると、その操作が失われるためです。-replica-lost stop にしてください。")
	}
	hs.metrics.Gauge("tsunagu_standby_behind_seconds", "How far a standby is behind the target at most; -1 while it has no whole copy.",
		func() float64 { return float64(s.Readiness().BehindMS) / 1000 })
	hs.front.show(s)
	if err := hs.listen(); err != nil {
		return err
	}
	hs.answer()
	stopMetrics, err := hs.serveMetrics()
	if err != nil {
		return err
	}
	defer stopMetrics()
	fmt.Printf("\nつなぐ %s\n  アドレス: %s\n  データ:   %s\n  保管先の様子を見ています。もう一台が開いていれば待機します。\n"+
		"  止めるには Ctrl+C を押してください。\n\n", versionText(), hs.base, dir)
	for {
		if err := hs.follow(ctx, s); err != nil || ctx.Err() != nil {
			return err
		}
		err := hs.lead(ctx)
		hs.copied.Store(nil)
		if !errors.Is(err, errStandBy) {
			return err
		}
		hs.front.show(s)
		own, err := replica.ReadOwn(dir)
		if err == nil && own.IsClean {
			err = replica.Settle(dir, replica.HandFile)
		} else if err == nil {
			err = replica.Settle(dir, replica.HandFile, "引き渡せませんでした。保管先が答えることを確かめて、もう一度行ってください。")
		}
		if err != nil {
			return err
		}
		fmt.Println("  この機械は、待機に戻りました。")
	}
}

// follow follows until this machine leads, or the program is told to stop.
func (hs *house) follow(ctx context.Context, s *standby.Standby) error {
	work, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan error, 1)
	go func() { done <- s.Follow(work) }()
	select {
	case err := <-done:
		if ctx.Err() != nil {
			return hs.shut(ctx)
		}
		return err
	case err := <-hs.failed:
		stop()
		<-done
		return err
	}
}

// settle makes the first write of a new lead: what the former leader was about to send may have been sent. Where the
// target does not answer just then, the network opens once it does, or the other machine leads (errStandBy): a process
// that ended instead would leave nobody until somebody starts it again. Where this machine itself cannot write, as on a
// full disk, it does end, and gives up its lead: the other one takes it at once, also where this one is started again and
// again.
func (hs *house) settle(ctx context.Context, a *app.App, copied *replica.Replica) error {
	told := false
	for {
		answers := copied.Ready() == nil
		n, err := upkeep.In(a.Platform).SettleSending(ctx)
		if err == nil && n > 0 {
			hs.log.Warn("mails may or may not have been sent by the former leader; the office can send them again", "mails", n)
		}
		isOwn := errors.Is(err, replica.ErrOwnDisk) || errors.Is(err, store.ErrUnavailable) && answers && copied.Ready() == nil
		if isOwn {
			copied.GiveUp()
			return fmt.Errorf("この機械に書き込めないため、開けません。ディスクの空きを確かめてから、もう一度起動してください。"+
				"もう一台が待機していれば、そちらが引き継げます: %w", err)
		}
		if !errors.Is(err, store.ErrUnavailable) && !errors.Is(err, store.ErrUnconfirmed) {
			return err
		}
		if !told {
			told = true
			hs.log.Error("the network is not opened until the target answers", "err", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-hs.failed:
			return err
		case <-copied.Overtaken():
			return errStandBy
		case <-time.After(settleAgain):
		}
	}
}

// settleAgain is a moment of nobody's work, and less than anybody's patience.
const settleAgain = 200 * time.Millisecond

func (hs *house) shut(ctx context.Context) error {
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return hs.server.Shutdown(end)
}

// leave takes the platform from the listener, and waits a moment for the requests that it answers.
func (hs *house) leave(ctx context.Context) {
	drained := hs.front.show(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { standby.Unavailable(w, "") }))
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainFor)
	defer cancel()
	drained(end)
}

const drainFor = 3 * time.Second

// handOver is closed when a person asks this machine to hand over, and it can.
func (hs *house) handOver(ctx context.Context) <-chan struct{} {
	if !hs.isPair {
		return nil
	}
	asked := make(chan struct{})
	go func() {
		for tick := time.NewTicker(200 * time.Millisecond); ; {
			select {
			case <-ctx.Done():
				tick.Stop()
				return
			case <-tick.C:
				if err := replica.Settle(hs.dir, replica.PromoteFile); err != nil { // it leads
					hs.log.Warn("promote", "err", err)
				}
				if replica.Wanted(hs.dir, replica.HandFile) {
					close(asked)
					return
				}
			}
		}
	}()
	return asked
}

// serveMetrics gives the figures out, once for a process.
func (hs *house) serveMetrics() (stop func(), err error) {
	if hs.isScraped {
		return func() {}, nil
	}
	hs.scraped, stop, err = hs.o.ServeMetrics(hs.metrics.Handler())
	hs.isScraped = err == nil
	return stop, err
}

// ask puts a request into a data folder and waits for what became of it.
func ask(ctx context.Context, dir, file string) error {
	id := store.NewID()
	if err := (replica.Asked{ID: id, At: time.Now()}).Write(dir, file); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		if a := replica.ReadAsked(dir, file); a != nil && a.ID == id && (a.Done || a.Failed != "") {
			err := replica.Withdraw(dir, file)
			if a.Failed != "" {
				return errors.Join(errors.New(a.Failed), err)
			}
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(errors.New("1分待ちましたが、動いている「つなぐ」が答えません。ログを確かめてください。"), replica.Withdraw(dir, file))
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// handOver asks the leader on a data folder to let the other machine lead.
func handOver(ctx context.Context, args []string) error {
	dir, _, err := command("hand-over", args, false, nil)
	if err != nil {
		return err
	}
	if !store.InUse(dir) {
		return errors.New("このデータのフォルダで、つなぐは動いていません。開いている機械で実行してください。")
	}
	began := time.Now()
	if err := ask(ctx, dir, replica.HandFile); err != nil {
		return err
	}
	fmt.Printf("引き渡しました（%.1f秒）。もう一台が開きます。30秒のあいだに誰も開かなければ、この機械がまた開きます。\n", time.Since(began).Seconds())
	return nil
}

const promoteWarning = `この機械が、つなぐを開きます。その前に、次のことを確かめてください。

  1. これまで開いていた機械が止まっている（電源が切れている）か、保管先から切り離されている。
     動いていて保管先につながっているときは、代わりに、その機械で tsunagu hand-over を使ってください。
  2. その機械が -replica-wait を使わずに動いていたときは、保管先に届いていない最後の数秒の操作が失われます。
     -replica-lost tell で、保管先が答えない間も動いていたときは、その間の操作がすべて失われます。
     失われた操作は、その機械のデータのフォルダの set-aside-日時 に残りますが、あとから合わせることはできません。

確かめたら「引き継ぐ」と入力してください: `

// promote asks the standby on a data folder to lead, after a person has said that the other machine does not.
func promote(ctx context.Context, args []string) error {
	yes := false
	dir, _, err := command("promote", args, false, func(f *flag.FlagSet) {
		f.BoolVar(&yes, "yes", false, "尋ねずに引き継ぐ（確かめることを済ませたスクリプトから使う）")
	})
	if err != nil {
		return err
	}
	if _, err := os.Stat(dir); err != nil {
		return fmt.Errorf("データのフォルダがありません: %w", err)
	}
	if !yes {
		fmt.Print(promoteWarning)
		line, _ := bufio.NewReader(os.Stdin).ReadString('\n') // at the end of the input nothing is said
		if strings.TrimSpace(line) != "引き継ぐ" {
			return errors.New("引き継いでいません。")
		}
	}
	if !store.InUse(dir) {
		if err := (replica.Asked{ID: store.NewID(), At: time.Now()}).Write(dir, replica.PromoteFile); err != nil {
			return err
		}
		fmt.Println("このデータのフォルダで、つなぐは動いていません。15分のあいだに起動すると、引き継ぎます。")
		return nil
	}
	if err := ask(ctx, dir, replica.PromoteFile); err != nil {
		return err
	}
	fmt.Println("引き継ぎました。この機械が開きます。")
	return nil
}
