//go:build unix

package main

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"

	"tsunagu/store"
)

// exports measures the export of all companies of an institution into files.
func (b *bench) exports(p *program, _ *cards) error {
	a, err := dial(p.address)
	if err != nil {
		return err
	}
	defer a.close()
	token, err := signIn(p.address, sellingLogin)
	if err != nil {
		return err
	}
	b.print("\n**CSV の書き出し**（自機関の企業のすべて）\n\n| | 大きさ | 時間 | CPU | そのあとのメモリ |\n|---|--:|--:|--:|--:|")
	for _, x := range []struct{ title, path string }{{"買手", "CsvExportBuyerCompany"}, {"売手", "CsvExportSellerCompany"}} {
		cpu, begin := cpuTime([]int{p.cmd.Process.Pid}), time.Now()
		body, err := a.ask(get(p.address, "/api/Csv/"+x.path, token))
		if err != nil {
			return fmt.Errorf("CSV, %s: %w", x.title, err)
		}
		b.print("| %s | %s KB | %.2f 秒 | %.2f 秒 | %d MB |", x.title, thousands((len(body)+999)/1000), time.Since(begin).Seconds(),
			(cpuTime([]int{p.cmd.Process.Pid}) - cpu).Seconds(), resident(p.cmd.Process.Pid)>>20)
	}
	return nil
}

// jobState is a job as the office's screen shows it.
type jobState struct {
	Name        string
	IsRunning   bool
	IsAsked     bool
	Next        string // in UTC
	Done, Total int
	LastRun     struct {
		State, Error string
		Counts       []struct {
			Label string
			Count int
		}
	}
}

// weekly lets the office run the week's recommendations, follows its progress, and compares searches
// and messages during the run with those without it.
func (b *bench) weekly(p *program, found *cards) error {
	const name = "recommendations"
	a, err := dial(p.address)
	if err != nil {
		return err
	}
	defer a.close()
	office, err := signIn(p.address, officeLogin)
	if err != nil {
		return err
	}
	token, err := signIn(p.address, sellingLogin)
	if err != nil {
		return err
	}
	look := func() (*jobState, error) {
		var out struct{ JobList []jobState }
		if err := fetch(a, get(p.address, "/api/Office/GetJobList", office), &out); err != nil {
			return nil, err
		}
		for i := range out.JobList {
			if out.JobList[i].Name == name {
				return &out.JobList[i], nil
			}
		}
		return nil, errors.New("the office knows of no recommendations")
	}
	_, message, err := deeds[0].begin(a, p.address, token)
	if err != nil && !errors.Is(err, errNone) {
		return err
	}
	beside := func(seconds float64) (searched, wrote measured, err error) {
		end, err := b.searching(p, b.callers, found)
		if err != nil {
			return searched, wrote, err
		}
		wrote, err = goOn(deeds[0].title, message, 0, seconds)
		searched, err2 := end()
		return searched, wrote, errors.Join(err, err2)
	}
	// A job that runs, or is about to run, cannot be requested.
	for begin := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		s, err := look()
		if err != nil {
			return err
		}
		if !s.IsRunning && !s.IsAsked && s.Next > time.Now().UTC().Format("2006-01-02T15:04:05") {
			break
		}
		if time.Since(begin) > time.Hour {
			return errors.New("weekly recommendations: the first run does not end")
		}
	}
	if err := p.aWeekOn(); err != nil {
		return err
	}
	alone, wroteAlone, err := beside(2 * b.seconds)
	if err != nil {
		return err
	}
	pid := []int{p.cmd.Process.Pid}
	cpu, begin := cpuTime(pid), time.Now()
	if _, err := a.ask(post(http.MethodPost, p.address, "/api/Office/RunJob", office, map[string]any{"name": name})); err != nil {
		return err
	}
	var during, wroteDuring measured
	var quiet, first, firstCPU time.Duration // of the part without searches, after the receivers were found
	firstDone := 0
	total, looks, last := 0, 0, 0
	for {
		s, err := look()
		if err != nil {
			return err
		}
		if s.IsRunning && s.Total > 0 {
			if total = s.Total; s.Done > last || looks == 0 {
				looks, last = looks+1, s.Done
			}
			if first == 0 && s.Done > 0 {
				first, firstCPU, firstDone = time.Since(begin), cpuTime(pid), s.Done
			}
			if quiet == 0 && first > 0 && (time.Since(begin)-first).Seconds() > 2*b.seconds {
				quiet = time.Since(begin) - first
				quietCPU, done := cpuTime(pid)-firstCPU, s.Done-firstDone
				if during, wroteDuring, err = beside(2 * b.seconds); err != nil {
					return err
				}
				b.say("週ごとのおすすめ: %.0f秒で %d / %d", quiet.Seconds(), done, total)
				b.print("\n**週ごとのおすすめ**（定期処理。事務局の「今すぐ実行」）\n\n| | |\n|---|--:|\n| ほかに仕事のないときの速さ | 毎秒 %.0f社（一社あたり CPU %s） |",
					float64(done)/quiet.Seconds(), ms(quietCPU/time.Duration(max(done, 1))))
			}
		}
		if !s.IsRunning && !s.IsAsked {
			if s.LastRun.State != "done" {
				return fmt.Errorf("weekly recommendations: %s %s", s.LastRun.State, s.LastRun.Error)
			}
			told := 0
			for _, c := range s.LastRun.Counts {
				told += c.Count
			}
			if quiet == 0 { // the job ended before it could be compared
				b.print("\n**週ごとのおすすめ**（定期処理。事務局の「今すぐ実行」）\n\n| | |\n|---|--:|")
			}
			all, wanted := "全部", thousands(total)+"社"
			if looks == 0 { // the job ended between two looks
				wanted = "—"
			}
			if quiet > 0 {
				all = fmt.Sprintf("全部（途中の %.0f秒は、下の検索と書き込みを受けながら）", during.wall.Seconds())
			}
			b.print("| メールを希望する、利用者のいる買手 | %s |\n| そのうち今回知らせた買手 | %s社 |\n| %s | %.1f 秒（CPU %.1f 秒） |\n| 事務局の画面で見た、進んだ件数の変化 | %d回 |", wanted,
				thousands(told), all, time.Since(begin).Seconds(), (cpuTime(pid) - cpu).Seconds(), looks)
			break
		}
		time.Sleep(50 * time.Millisecond)
		if time.Since(begin) > time.Hour {
			return errors.New("weekly recommendations: no end in sight")
		}
	}
	b.print("\n| %d人の検索と、一人のメッセージ | 検索 毎秒 | p50 | p90 | p99 | メッセージ 毎秒 | p50 | p99 |\n|---|--:|--:|--:|--:|--:|--:|--:|", b.callers)
	row := func(title string, s, w *measured) {
		b.print("| %s | %.0f | %s | %s | %s | %.0f | %s | %s |", title, s.perSecond(), ms(s.part(0.5)), ms(s.part(0.9)), ms(s.part(0.99)),
			w.perSecond(), ms(w.part(0.5)), ms(w.part(0.99)))
	}
	row("おすすめの処理がないとき", &alone, &wroteAlone)
	if quiet > 0 {
		row("おすすめの処理の間", &during, &wroteDuring)
	}
	return nil
}

// aWeekOn dates this week's recommendations back by a week: otherwise another run would skip those buyers.
func (p *program) aWeekOn() error {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(p.cmd.Args[slices.Index(p.cmd.Args, "-data")+1],
		store.DatabaseFile)+"?_pragma=busy_timeout(60000)")
	if err != nil {
		return err
	}
	_, err = db.Exec("UPDATE recommended SET at = at - ? WHERE kind = 'weekly'", (7 * 24 * time.Hour).Milliseconds())
	return errors.Join(err, db.Close())
}

// check measures the offline check of the whole database, with nothing else running.
func (b *bench) check(w *world) error {
	cmd := exec.Command(b.binary, "check", "-data", w.dir)
	begin := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("check: %w\n%s", err, out)
	}
	took, s := time.Since(begin), cmd.ProcessState
	most := ""
	if r, ok := s.SysUsage().(*syscall.Rusage); ok && runtime.GOOS == "linux" { // KiB there, bytes elsewhere
		most = fmt.Sprintf("、メモリの最大 %d MB", r.Maxrss>>10)
	}
	size := int64(0)
	if file, err := os.Stat(w.database()); err == nil {
		size = file.Size()
	}
	b.print("\n**検査**（`tsunagu check`。%.1f GB のデータベース）: %.1f 秒（CPU %.1f 秒%s）", float64(size)/1e9, took.Seconds(),
		(s.UserTime() + s.SystemTime()).Seconds(), most)
	return nil
}
