package app_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"tsunagu/app"
	"tsunagu/app/apptest"
	"tsunagu/app/web"
)

const transcriptFolder = "../testdata/calls"

// callerWords are the matrix's callers in words for the readers of the transcripts.
var callerWords = map[string]string{
	"none": "サインインしていない人", "finA": "金融機関Aの担当者（売手の担当）", "finA2": "金融機関Aの二人目の担当者", "finB": "金融機関Bの担当者（買手の担当）", "finC": "金融機関Cの担当者",
	"buyA": "金融機関Aの買手企業", "buyB": "金融機関Bの買手企業", "buyC": "金融機関Cの買手企業", "rival": "競合する買手企業", "ADM": "事務局", "FAD": "金融機関Aの管理者",
}

// TestTranscripts writes for each call of the table an allowed exchange, a denied one and one with
// a wrong input (testdata/calls): documentation that cannot be out of date. Every call has them
// from its row of the matrix or from allowedRows; a call without either fails the test.
func TestTranscripts(t *testing.T) {
	w, seen := newAccessWorld(t), &statements{}
	w.options = seen.options()
	names := w.records()
	areas := w.App.Areas()
	sections := map[string][]string{}
	t.Run("calls", func(t *testing.T) {
		for _, area := range areas {
			calls := w.App.CallsOf(area)
			texts := make([]string, len(calls))
			sections[area] = texts
			for i, c := range calls {
				t.Run(c.Method+" "+c.Path, func(t *testing.T) {
					t.Parallel()
					accessMu() <- struct{}{}
					defer func() { <-accessMu() }()
					texts[i] = w.transcript(t, c, names)
				})
			}
		}
	})
	if t.Failed() {
		return
	}
	seen.readFewRows(t)
	files := map[string]bool{"README.md": true, "specified.tsv": true}
	for _, area := range areas {
		text := "# " + area + "\n\n`go test ./app -run TestTranscripts -update` が、本物のルータとデータベースで行ったやりとりの記録です。[一覧へ戻る](README.md)\n\n" +
			"`<listing: own draft>` は試験の世界の記録（金融機関Aから見てどの関係のものか）、`<id>` `<key>` `<token>` `<hash>` `<version>` などはその都度変わる値です。" +
			"一覧は並べ直して先頭の2件だけ、長い文は途中までを示し、`…` で切ったことを示します。ファイルの答えはヘッダだけを示します。\n" + strings.Join(sections[area], "")
		name := area + ".md"
		files[name] = true
		path := filepath.Join(transcriptFolder, name)
		if *update {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		compareLines(t, path, text, string(want))
	}
	have, err := os.ReadDir(transcriptFolder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range have {
		if !files[f.Name()] {
			t.Errorf("%s is no area of the table of calls any more: remove it", f.Name())
		}
	}
}

func compareLines(t *testing.T, path, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	section := ""
	for i := range max(len(g), len(w)) {
		a, b := "", ""
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if strings.HasPrefix(a, "## ") {
			section = a
		}
		if a != b {
			t.Errorf("%s line %d (%s):\n got %s\nwant %s\nLook at it, and write it anew with -update.", path, i+1, section, a, b)
			return
		}
	}
}

// transcript makes the three exchanges of a call and returns them as text.
func (w *accessWorld) transcript(t *testing.T, c web.Call, names map[string]string) string {
	op := w.App.OperationOf(c)
	ready, ok := w.ready(t, c)
	if !ok {
		t.Errorf("no row of the matrix makes this call succeed: give it a row in allowedRows")
		return ""
	}
	s := &script{names: names}
	fmt.Fprintf(s, "\n## %s %s\n\n%s。\n\n| 誰が | どの記録に | 仕様 |\n|---|---|---|\n| %s | %s | %s |\n", c.Method, c.Path,
		strings.TrimSuffix(c.Summary, "。"), c.Callers, c.Records, c.Spec)
	denied, reason := w.denied(t, c, ready)
	wrong, noInput := w.wrong(t, c, op, ready)
	p, e := ready()
	got := e.send(w, p, c)
	if got.Status != 200 {
		t.Errorf("allowed, and then not: %d %s", got.Status, got.Result.Body)
	}
	s.exchange(c, "許される", got)
	if reason == "" {
		s.exchange(c, "拒まれる", denied)
	} else {
		fmt.Fprintf(s, "\n### 拒まれる\n\n%s\n", reason)
	}
	if noInput == "" {
		s.exchange(c, "入力が誤っている", wrong)
	} else {
		fmt.Fprintf(s, "\n### 入力が誤っている\n\n%s\n", noInput)
	}
	return s.String()
}

// denied makes the call as a caller who is not allowed: preferably one who may make it on other
// records; else one without the role; else one who is not signed in. If there is none, the reason
// says why.
func (w *accessWorld) denied(t *testing.T, c web.Call, ready func() (*apptest.Platform, exchange)) (exchange, string) {
	p, mine := ready()
	if c.Callers.Door() == nil {
		switch {
		case mine.form != nil:
			mine.form = maps.Clone(mine.form)
			mine.form.Set("password", "chigau-password")
			if mine.form.Has("logout_token") {
				mine.form.Set("logout_token", "chigau-token")
			}
		case mine.body["key"] != nil && mine.body["key"] != "-":
			mine.body = apptest.With(mine.body, map[string]any{"key": strings.Repeat("A", 43)})
		default:
			return exchange{}, "誰でも呼べるので、拒まれることはありません。"
		}
		mine = mine.send(w, p, c)
		if mine.Status != 400 {
			t.Errorf("a wrong key or password answers %d %s", mine.Status, mine.Result.Body)
		}
		return mine, ""
	}
	if mine.on != "" {
		for _, name := range []string{"finC", "finB", "finA", "rival", "buyC", "buyB", "buyA", "FAD", "ADM"} {
			if name == mine.caller || !c.Callers.Has(accessRoles[name]) {
				continue
			}
			try := mine
			try.caller = name
			if try = try.send(w, p, c); try.Status == 400 && try.Result.Body == apptest.ProblemBody(web.ErrNotAvailable) {
				return try, ""
			}
			if c.Method != http.MethodGet { // an allowed call has changed the world
				p, mine = ready()
			}
		}
	}
	for _, name := range []string{"buyB", "finA", "FAD", "ADM", "none"} {
		if role := accessRoles[name]; name != "none" && (c.Callers.Has(role) || !c.Callers.Door().Callers.Has(role)) {
			continue
		}
		mine.caller = name
		mine = mine.send(w, p, c)
		if want := map[bool]int{true: 401, false: 400}[name == "none"]; mine.Status != want {
			t.Errorf("%s is answered %d %s", name, mine.Status, mine.Result.Body)
		}
		return mine, ""
	}
	return exchange{}, ""
}

// wrong makes the call with the first wrong input that is refused as such.
func (w *accessWorld) wrong(t *testing.T, c web.Call, op *huma.Operation, ready func() (*apptest.Platform, exchange)) (exchange, string) {
	p, e := ready()
	if e.form != nil {
		e.form = url.Values{"grant_type": {"client_credentials"}}
		return e.send(w, p, c), ""
	}
	if op.RequestBody == nil && len(op.Parameters) == 0 {
		return exchange{}, "入力のない呼び出しなので、誤った入力もありません。"
	}
	for i := range wrongInputs(p.App, op, e) {
		p.App.Throttle = web.Throttle{}
		try := wrongInputs(p.App, op, e)[i].send(w, p, c)
		if try.Status == 422 {
			return try, ""
		}
		if try.Status == 200 && c.Method != http.MethodGet {
			p, e = ready()
		}
	}
	t.Errorf("no wrong input is refused with 422")
	return exchange{}, ""
}

// wrongInputs are variants of the exchange with typical input errors.
func wrongInputs(a *app.App, op *huma.Operation, e exchange) []exchange {
	var out []exchange
	add := func(changes map[string]any) {
		if len(changes) > 0 {
			try := e
			try.body = apptest.With(e.body, changes)
			out = append(out, try)
		}
	}
	if op.RequestBody != nil {
		fields := schemaOf(a, op)
		emptied, tooLong, ids := map[string]any{}, map[string]any{}, map[string]any{}
		for name, s := range fields.Properties {
			for s.Ref != "" {
				s = a.API.OpenAPI().Components.Schemas.SchemaFromRef(s.Ref)
			}
			switch isID := strings.HasSuffix(strings.ToLower(name), "id") || name == "key" || name == "passcode"; {
			case isID:
				ids[name] = 1
			case s.Type == huma.TypeString:
				emptied[name], tooLong[name] = "", strings.Repeat("長", 5000)
			case s.Type == huma.TypeInteger && name != "version" && !strings.HasPrefix(name, "expected") && !strings.HasPrefix(name, "from"):
				emptied[name], tooLong[name] = -1, -1
			}
		}
		add(emptied)
		add(tooLong)
		for name := range ids {
			if _, ok := e.body[name]; !ok {
				delete(ids, name)
			}
		}
		add(ids)
		add(map[string]any{"unknown": true})
		return out
	}
	ask := func(name, value string) {
		try := e
		try.query = url.Values{}
		maps.Copy(try.query, e.query)
		if try.query.Set(name, value); value == "" {
			try.query.Del(name)
		}
		out = append(out, try)
	}
	for _, param := range op.Parameters {
		if param.In == "query" && param.Required {
			ask(param.Name, "")
		}
	}
	for _, param := range op.Parameters {
		switch {
		case param.Name == "propertyName", param.Schema.Type == huma.TypeInteger, len(param.Schema.Enum) > 0:
			ask(param.Name, "unknown")
		}
	}
	for _, param := range op.Parameters {
		ask(param.Name, "\x00")
	}
	return out
}
