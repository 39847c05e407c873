package app_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"tsunagu/app"
	"tsunagu/app/apptest"
	"tsunagu/app/companycsv"
	"tsunagu/app/web"
)

var japanese = regexp.MustCompile(`[ぁ-んァ-ヶ一-龠]`)

// dataVersion changes with every commit of another connection.
func dataVersion(w *apptest.Watcher, t *testing.T) (n int) {
	t.Helper()
	if err := w.Db.QueryRow("PRAGMA data_version").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// counts are the row counts of all tables and the sums of their versions, one of which every change
// alters.
func counts(w *apptest.Watcher, t *testing.T) map[string]int {
	t.Helper()
	out := map[string]int{}
	for _, table := range w.Tables {
		n := 0
		if err := w.Db.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
			t.Fatal(err)
		}
		out[table] = n
	}
	for _, table := range []string{"institution", "company", "company_details", "user", "needs", "listing", "negotiation", "long_list"} {
		n := 0
		if err := w.Db.QueryRow("SELECT coalesce(sum(version), 0) FROM " + table).Scan(&n); err != nil {
			t.Fatal(err)
		}
		out[table+".version"] = n
	}
	return out
}

// contents is a hash of all rows of each table; an index of words can be ordered by one column
// only.
func contents(w *apptest.Watcher, t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, table := range w.Tables {
		rows, err := w.Db.Query("SELECT * FROM " + table + " ORDER BY 1")
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		values, dest := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			dest[i] = &values[i]
		}
		h, line := sha256.New(), []byte(nil)
		for rows.Next() {
			if err := rows.Scan(dest...); err != nil {
				t.Fatal(err)
			}
			line = line[:0]
			for _, v := range values {
				line = appendValue(line, v)
			}
			h.Write(line)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		out[table] = string(h.Sum(nil))
	}
	return out
}

// hostile is one bad request. With mayPass the input is unusual and may be accepted; otherwise it
// must be refused.
type hostile struct {
	name        string
	contentType string
	body        []byte
	query       string
	mayPass     bool
}

// appendValue appends a value of the database so that no other one looks alike, what follows included: texts have
// their length before them. fmt's quotes took a quarter of TestHostileInput.
func appendValue(to []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return append(fmt.Appendf(to, "s%d:", len(v)), v...)
	case []byte:
		return append(fmt.Appendf(to, "b%d:", len(v)), v...)
	}
	return fmt.Appendf(to, "%T %v;", v, v)
}

// TestHostileInput sends broken and unusual input to every call: the request with which its row of
// the matrix succeeds, with each part made bad in each way. Every refusal is a problem document in
// Japanese, never an internal error, and leaves nothing behind: the correct request still succeeds
// after all of them. Unusual input, which may be accepted, comes last.
func TestHostileInput(t *testing.T) {
	w := newAccessWorld(t)
	huge := bytes.Repeat([]byte("あ"), 10<<20/3)
	for _, c := range w.App.Table {
		op := w.App.OperationOf(c)
		if op == nil || op.RequestBody == nil && len(op.Parameters) == 0 {
			continue
		}
		t.Run(c.Method+" "+c.Path, func(t *testing.T) {
			t.Parallel()
			accessMu() <- struct{}{}
			defer func() { <-accessMu() }()
			ready, ok := w.ready(t, c)
			if !ok {
				t.Fatal("no row of the matrix makes this call succeed")
			}
			p, e := ready()
			watch := apptest.NewWatcher(t, p)
			who := &apptest.Caller{P: p, Token: w.tokens[e.caller]}
			attacks := w.attacks(p, c, op, e, huge)
			slices.SortStableFunc(attacks, func(a, b hostile) int { return btoi(a.mayPass) - btoi(b.mayPass) })
			send := func(h hostile) apptest.Result {
				path := c.Path
				if h.query != "" {
					path += "?" + h.query
				}
				// No rate limits: they are not what is tested here.
				p.App.Throttle = web.Throttle{}
				var body io.Reader
				if h.body != nil {
					body = bytes.NewReader(h.body)
				}
				r := who.Do(c.Method, path, h.contentType, body)
				checkRefusal(t, h, r)
				if r.Status < 400 {
					e.ends(p)
				}
				return r
			}
			before, version, tested := contents(watch, t), dataVersion(watch, t), false
			for _, h := range attacks {
				if h.mayPass && !tested {
					tested = true
					w.stillAllowed(t, p, c, e)
					before, version = contents(watch, t), dataVersion(watch, t)
				}
				r := send(h)
				now := dataVersion(watch, t)
				if now == version {
					continue
				}
				if r.Status < 400 { // what it changed is read when it matters
					before, version = nil, now
					continue
				}
				if before == nil {
					before = contents(watch, t)
					if r = send(h); r.Status < 400 {
						t.Errorf("%s: refused, and accepted when it is sent again", h.name)
					}
				}
				after := contents(watch, t)
				for table := range after {
					// wrong passwords are counted, and the lock is mailed to the user
					if before[table] != after[table] && !(table == "outbox" && asksPassword(e)) {
						t.Errorf("%s: refused with %d, and %s is changed", h.name, r.Status, table)
					}
				}
				before, version = after, dataVersion(watch, t)
			}
			if !tested {
				w.stillAllowed(t, p, c, e)
			}
		})
	}
}

// asksPassword says that the signed-in user has to prove his identity again, and that wrong tries
// are counted.
func asksPassword(e exchange) bool { return e.body["password"] != nil }

// stillAllowed checks that the correct request succeeds, so that the bad ones were refused for
// their input. It skips calls with a passcode or a password, whose wrong tries are counted.
func (w *accessWorld) stillAllowed(t *testing.T, p *apptest.Platform, c web.Call, e exchange) {
	t.Helper()
	p.App.Throttle = web.Throttle{}
	if asksPassword(e) || e.body["passcode"] != nil || e.form != nil {
		return
	}
	if e = e.send(w, p, c); e.Status != 200 {
		t.Errorf("after all that was refused, the right input is too: %d %s", e.Status, e.Result.Body)
	}
	e.ends(p)
}

// ends waits for what a call began, which goes on writing after the answer.
func (e exchange) ends(p *apptest.Platform) {
	if id, ok := e.body["importId"].(string); ok {
		if j := web.StateOf[companycsv.Jobs](p.App.Platform).Get(id); j != nil {
			<-j.Done
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func checkRefusal(t *testing.T, h hostile, r apptest.Result) {
	t.Helper()
	if r.Status < 400 {
		if !h.mayPass {
			t.Errorf("%s passes: %d %s", h.name, r.Status, web.Truncate(r.Body, 200))
		}
		return
	}
	if r.Status >= 500 {
		t.Errorf("%s: %d %s", h.name, r.Status, r.Body)
		return
	}
	var p web.Problem
	if err := json.Unmarshal([]byte(r.Body), &p); err != nil || r.Header.Get("Content-Type") != "application/problem+json" ||
		p.Status != r.Status || p.Code == "" {
		t.Errorf("%s: no problem document: %d %s %s", h.name, r.Status, r.Header.Get("Content-Type"), web.Truncate(r.Body, 300))
		return
	}
	for _, text := range append([]string{p.Detail}, detailsOfErrors(p.Errors)...) {
		if !japanese.MatchString(text) {
			t.Errorf("%s: not in Japanese: %q in %s", h.name, text, web.Truncate(r.Body, 300))
		}
	}
	if strings.Contains(r.Body, "あああああ") || strings.Contains(r.Body, "goroutine") || strings.Contains(r.Body, "sql") {
		t.Errorf("%s: the answer repeats the input or tells of the inside: %s", h.name, web.Truncate(r.Body, 300))
	}
}

func detailsOfErrors(es []web.FieldError) []string {
	var out []string
	for _, e := range es {
		out = append(out, e.Detail)
	}
	return out
}

// attacks are the bad requests of a call, generated from its own OpenAPI description.
func (w *accessWorld) attacks(p *apptest.Platform, c web.Call, op *huma.Operation, e exchange, huge []byte) []hostile {
	var out []hostile
	// with is the correct query with one part replaced.
	with := func(part string) string {
		rest := url.Values{}
		name, _, _ := strings.Cut(part, "=")
		for k, v := range e.query {
			if k != name {
				rest[k] = v
			}
		}
		return strings.Trim(part+"&"+rest.Encode(), "&")
	}
	for _, param := range op.Parameters {
		name := param.Name
		number := param.Schema.Type == huma.TypeInteger || param.Schema.Type == huma.TypeBoolean
		for _, v := range []struct {
			value  string
			broken bool
		}{{"", false}, {"%00", true}, {"%1B%5B2J", true}, {"a%C2%85b", true}, {"%C0%AF", true}, {"%ED%A0%80", true}, {"%FF", true}, {"%zz", true},
			{"%EF%BF%BD", true}, {"-1", false}, {"-9223372036854775809", number}, {"99999999999999999999", number}, {"1e309", number},
			{"NaN", number}, {"1.5", number}, {"%5B", number}, {"%7B%22", number},
			{"%27%3B+DROP+TABLE+user%3B--", number}, {"../../etc/passwd", number}, {strings.Repeat("x", 20000), number}, {"%25", number}} {
			out = append(out, hostile{name: "query " + name + "=" + web.Truncate(v.value, 30), query: with(name + "=" + v.value),
				mayPass: !v.broken})
		}
		out = append(out, hostile{name: "query " + name + " twice", query: with(name + "=1&" + name + "=1"),
			mayPass: param.Schema.Type == huma.TypeArray})
	}
	out = append(out, hostile{name: "broken query", query: with("%00=1")},
		hostile{name: "a value of no parameter broken", query: with("unknown=%FF")},
		hostile{name: "query with a broken escape", query: "%zz"}, hostile{name: "query with a semicolon", query: with("a=1;b=2")},
		hostile{name: "unknown query", query: with("unknown=1"), mayPass: c.Method == "GET"}) // see checkQuery
	if slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.Name == "propertyName" }) {
		for _, v := range []string{"companyName;--", "password_hash", "BUSINESSNAME", "1", "n.id"} {
			out = append(out, hostile{name: "sort by " + v, query: with("propertyName=" + strings.ReplaceAll(v, ";", "%3B"))})
		}
		for _, v := range []string{"limit=0", "limit=-1", "limit=100000000", "limit=9223372036854775807", "limit=9223372036854775808",
			"limit=1e309", "pageNumber=0", "pageNumber=-1", "isDescending=maybe"} {
			out = append(out, hostile{name: v, query: with(v)})
		}
		out = append(out, hostile{name: "a page far beyond", query: with("pageNumber=2147483647&limit=99999999"), mayPass: true})
	}
	if op.RequestBody == nil {
		return out
	}
	if strings.HasSuffix(c.Path, "/token") || strings.HasSuffix(c.Path, "/BackChannelLogout") {
		for _, b := range []string{"", "logout_token=a.b.c", "logout_token=%00", "grant_type=password",
			"grant_type=refresh_token", "%zz", "grant_type=password&loginId=%00&password=%ff",
			"grant_type=password&grant_type=refresh_token", "{}"} {
			out = append(out, hostile{name: "form " + b, contentType: "application/x-www-form-urlencoded", body: []byte(b)})
		}
		return append(out, hostile{name: "10 MB", contentType: "application/x-www-form-urlencoded", body: huge})
	}
	base := e.body
	raw := func(name string, contentType string, body string, mayPass bool) {
		out = append(out, hostile{name: name, contentType: contentType, query: e.query.Encode(), body: []byte(body), mayPass: mayPass})
	}
	const isJSON = "application/json"
	good, _ := json.Marshal(base)
	if c.Method != "GET" { // data in the address of a writing call would appear in logs
		out = append(out, hostile{name: "a password in the address, beside the right body", contentType: isJSON, query: with("password=himitsu"),
			body: good})
	}
	required := len(schemaOf(p.App, op).Required) > 0
	for _, b := range []string{"", "null", "[]", `"x"`, "1", "{", "{}{}", "{}garbage", "\x00", "\xff\xfe", `{"a"}`, `{'a':1}`, "<a/>",
		strings.Repeat("[", 20000), strings.Repeat(`{"a":`, 20000), `{"unknown":1}`, "\xef\xbb\xbf{}"} {
		raw("body "+web.Truncate(b, 20), isJSON, b, false)
	}
	raw("an empty object", isJSON, "{}", !required)
	raw("trailing garbage", isJSON, string(good)+"x", false)
	raw("two bodies", isJSON, string(good)+string(good), false)
	for _, ct := range []string{"text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data",
		"application/json; charset=shift_jis", "application/cbor", "x", "*/*"} {
		raw("content type "+ct, ct, string(good), ct == "application/json; charset=shift_jis")
	}
	fields := schemaOf(p.App, op)
	for name, s := range fields.Properties {
		for s.Ref != "" {
			s = p.App.API.OpenAPI().Components.Schemas.SchemaFromRef(s.Ref)
		}
		try := func(what, value string, mayPass bool) {
			b := map[string]json.RawMessage{}
			_ = json.Unmarshal(good, &b)
			delete(b, name)
			rest, _ := json.Marshal(b)
			text := strings.TrimSuffix(string(rest), "}")
			if text != "{" {
				text += ","
			}
			raw(name+" "+what, isJSON, text+`"`+name+`":`+value+"}", mayPass)
		}
		isText, isNumber, isList := s.Type == huma.TypeString, s.Type == huma.TypeInteger || s.Type == huma.TypeNumber, len(s.OneOf) > 0
		try("as an object", `{"a":1}`, s.Type == huma.TypeObject)
		try("as an array", `[{"a":[1]}]`, false)
		try("as a boolean", "true", s.Type == huma.TypeBoolean)
		try("as 1e309", "1e309", false)
		try("as a fraction", "1.5", false)
		try("as a huge number", "99999999999999999999", false)
		try("as -1", "-1", isNumber)
		try("as null", "null", true)
		try("as a text", `"x"`, isText)
		for _, v := range []string{`\u0000`, `\u001b`, `\u007f`, `\u0085`, `\b`, `\f`, `\ud800`, `\udc00\ud800`, `\ufffd`} {
			try("with "+v, `"a`+v+`b"`, false)
		}
		try("with a line", `"a\nb"`, isText)
		try("of a million letters", `"`+strings.Repeat("a", 900_000)+`"`, false)
		try("with overlong UTF-8", "\"a\xc0\xafb\"", false)
		try("with a raw NUL", "\"a\x00b\"", false)
		if isList {
			for _, v := range []string{`"[1,2"`, `"\"x\""`, `"[1e309]"`, `[null]`, `"[[[]]]"`, `"[{}]"`, `["\u0000"]`, `[-1]`,
				`"[99999999999999999999]"`, `["a\u0000"]`, `"[\"a\\u0000\"]"`, `"{\"a\":1,\"a\":2}"`, `["00000000-0000-0000-0000-000000000000"]`,
				`"[\"00000000-0000-0000-0000-000000000000\"]"`} {
				narrows := strings.Contains(c.Path, "/Search") && strings.Contains(v, "0000-0000") // a valid filter that finds nothing
				try("as "+v, v, strings.Contains(v, "null") || narrows)
			}
		}
		upper := strings.ToUpper(name[:1]) + name[1:]
		if value, ok := base[name]; ok {
			v, _ := json.Marshal(value)
			raw(name+" twice", isJSON, strings.TrimSuffix(string(good), "}")+`,"`+name+`":`+string(v)+"}", false)
			raw(name+" and "+upper, isJSON, strings.TrimSuffix(string(good), "}")+`,"`+upper+`":`+string(v)+"}", false)
		}
		if isText && !slices.ContainsFunc(out, func(h hostile) bool { return h.name == "10 MB" }) {
			out = append(out, hostile{name: "10 MB", contentType: isJSON, body: fmt.Appendf(nil, `{"%s":"%s"}`, name, huge)})
		}
	}
	return out
}

func schemaOf(a *app.App, op *huma.Operation) *huma.Schema {
	media := op.RequestBody.Content["application/json"]
	if media == nil {
		media = op.RequestBody.Content["multipart/form-data"]
	}
	s := media.Schema
	for s.Ref != "" {
		s = a.API.OpenAPI().Components.Schemas.SchemaFromRef(s.Ref)
	}
	return s
}
