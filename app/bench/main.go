//go:build unix

// Command bench measures the product beside what one would use instead (compare), how the cost of its answers
// grows with the network (cost), writes, memory and start (work), what each cache of the store saves (ablation),
// and questions that were never asked before (fresh). See README.md.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"tsunagu/app/bench/drawn"
)

// bench is one run.
type bench struct {
	dir, binary, peers string
	scratch            string // folder of builds, logs and copies of this run
	copyOf             string
	against, caches    string
	companies          int
	callers, rounds    int
	seconds            float64
	writer             float64 // changes a second
	seed               uint64
	isCold, isTeamOnly bool
	kinds              []*drawn.Kind
	lists              []*list // the lists to be compared
	agreed             int     // questions with the same answer from all
	out                strings.Builder
	running            *program // the running product, as a data folder allows one process

	mu       sync.Mutex
	children []*exec.Cmd
}

func main() {
	if err := run(os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	what := "compare"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		what, args = args[0], args[1:]
	}
	if what == "nothing" {
		return serveNothing(args[0])
	}
	b := &bench{}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	go func() {
		<-interrupted
		b.stopAll()
		_ = os.RemoveAll(b.scratch) // copies of a world are large
		os.Exit(1)
	}()
	f := flag.NewFlagSet("bench "+what, flag.ContinueOnError)
	f.IntVar(&b.companies, "companies", 10_000, "`companies` of the world; listings are a fifth, negotiations half")
	f.IntVar(&b.callers, "callers", 8, "how many ask at the same time")
	f.IntVar(&b.rounds, "rounds", 3,
		"how often it is everyone's turn; 0 only makes the world and the cards, and holds the answers against each other")
	f.Float64Var(&b.seconds, "seconds", 2, "how long a turn lasts")
	f.StringVar(&b.dir, "dir", "", "`folder` that worlds are kept in (default: a temporary one)")
	f.StringVar(&b.copyOf, "world", "", "a data `folder` to copy instead of making the world")
	f.StringVar(&b.binary, "binary", "", "the product's `executable` (default: built from this source)")
	f.StringVar(&b.against, "against", "",
		"`executables` of the product, with commas: fresh measures them beside -binary, ablation one instead of turning caches off")
	f.Float64Var(&b.writer, "writer", 0, "how many `changes` a second one writer makes while fresh asks")
	f.Uint64Var(&b.seed, "seed", 18, "`number` that the questions of fresh are drawn by")
	f.BoolVar(&b.isCold, "cold", false, "fresh starts the product with none of its files in the system's memory (dd)")
	f.BoolVar(&b.isTeamOnly, "teams", false, "the banks that fresh asks for show their records to their teams alone (チームのみ)")
	asked := f.String("kinds", "", "the `kinds` of questions that fresh draws, with commas (default: all)")
	f.StringVar(&b.caches, "caches", "", "the `caches` that ablation turns off, with commas (default: each by itself, and all)")
	f.StringVar(&b.peers, "peers", "", "the peers' `executable` (default: built from this source)")
	only := f.String("only", "", "the `lists` that compare asks, with commas: listings, buyers, sellers, financing, longlist (default: all)")
	result := f.String("o", "", "`file` for the result; the chart of cost stands beside it")
	if err := f.Parse(args); err != nil {
		return err
	}
	b.lists = lists
	if *only != "" {
		names := strings.Split(*only, ",")
		b.lists = slices.DeleteFunc(slices.Clone(lists), func(l *list) bool { return !slices.Contains(names, l.name) })
		if len(b.lists) != len(names) {
			return fmt.Errorf("-only=%s: not all of these are lists", *only)
		}
	}
	b.kinds = drawn.Kinds
	if *asked != "" {
		b.kinds = nil
		for name := range strings.SplitSeq(*asked, ",") {
			k := drawn.KindNamed(name)
			if k == nil {
				return fmt.Errorf("-kinds=%s: %s is none", *asked, name)
			}
			b.kinds = append(b.kinds, k)
		}
	}
	defer b.leave(f.Lookup("dir").Value.String() == "")
	if err := b.prepare(what); err != nil {
		return err
	}
	var err error
	switch what {
	case "compare":
		err = b.compare()
	case "cost":
		err = b.cost(*result)
	case "work":
		err = b.work()
	case "ablation":
		err = b.ablation()
	case "fresh":
		err = b.fresh()
	default:
		err = fmt.Errorf("%s: compare, cost, work, ablation or fresh", what)
	}
	if err != nil {
		return err
	}
	if *result != "" {
		return os.WriteFile(*result, []byte(b.out.String()), 0o644)
	}
	return nil
}

// prepare builds the executables to be measured.
func (b *bench) prepare(what string) (err error) {
	if b.dir == "" {
		b.dir, err = os.MkdirTemp("", "tsunagu-bench-")
	} else if b.dir, err = filepath.Abs(b.dir); err == nil {
		err = os.MkdirAll(b.dir, 0o755)
	}
	if err != nil {
		return err
	}
	if b.scratch, err = os.MkdirTemp(b.dir, what+"-"); err != nil { // unique, as several runs may share the folder
		return err
	}
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	build := func(to *string, name, dir string) error {
		if *to != "" {
			return nil
		}
		*to = filepath.Join(b.scratch, name)
		cmd := exec.Command("go", "build", "-o", *to, ".")
		if what == "ablation" { // in this build TSUNAGU_WITHOUT turns caches off
			cmd = exec.Command("go", "build", "-tags", "ablation", "-o", *to, ".")
		}
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("go build in %s: %w\n%s", dir, err, out)
		}
		return nil
	}
	if err := build(&b.binary, "tsunagu", strings.TrimSpace(string(root))); err != nil || what != "compare" {
		return err
	}
	return build(&b.peers, "bench-peers", filepath.Join(strings.TrimSpace(string(root)), "app", "bench", "peers"))
}

// leave deletes the files of this run.
func (b *bench) leave(wasDirMade bool) {
	gone := b.scratch
	if wasDirMade {
		gone = b.dir
	}
	if gone != "" {
		_ = os.RemoveAll(gone)
	}
}

// child registers a process that must end with this one.
func (b *bench) child(cmd *exec.Cmd) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.children = append(b.children, cmd)
}

func (b *bench) stopAll() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, cmd := range b.children {
		_ = cmd.Process.Signal(os.Interrupt) // no effect on an ended process
	}
}

func (b *bench) say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, time.Now().Format("15:04:05 ")+format+"\n", args...)
}

// print adds a line to the result.
func (b *bench) print(format string, args ...any) {
	fmt.Printf(format+"\n", args...)
	fmt.Fprintf(&b.out, format+"\n", args...)
}
