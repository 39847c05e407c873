package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"tsunagu/app/apptest"
	"tsunagu/app/web"
)

// script is the text of a transcript: values that change from run to run are replaced by words.
type script struct {
	strings.Builder
	names map[string]string // names for the ids of the world's records
}

// records are the names of the world's records by id.
func (w *accessWorld) records() map[string]string {
	out := map[string]string{}
	for name, id := range w.user {
		out[id] = "<user: " + name + ">"
	}
	for _, noun := range slices.Sorted(maps.Keys(w.objects)) {
		for _, o := range w.objects[noun] {
			if _, ok := out[o.id]; !ok {
				out[o.id] = "<" + noun + ": " + o.relation + ">"
			}
		}
	}
	return out
}

// changing are random or encrypted values, and the words that replace them.
var changing = []struct {
	pattern *regexp.Regexp
	name    string
}{
	{regexp.MustCompile(`("folder": ?")[^"]*/`), "$1<data>/"},
	{regexp.MustCompile(`("viewing": ?")[^"]*`), "$1<viewing>"},
	{regexp.MustCompile(`("reply": ?")MI[A-Za-z0-9+/=]{60,}…?"`), `$1<timestamp>"`},
	{regexp.MustCompile(`("freeSize": ?)[0-9]+`), "$1<size>"},
	{regexp.MustCompile(`http(://|%3A%2F%2F)127\.0\.0\.1(:|%3A)[0-9]+`), "https${1}login.dir.example.jp"},
	{regexp.MustCompile(`("code": ?")[A-Za-z0-9._-]{20,}…?"`), `$1<code>"`},
	{regexp.MustCompile(`("options": ?")\{\\"(?:[^"\\]|\\.)*…?"`), `$1<question for the device>"`},
	{regexp.MustCompile(`("answer": ?")\{\\"(?:[^"\\]|\\.)*…?"`), `$1<answer of the device>"`},
	{regexp.MustCompile(`eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+`), "<token>"},
	{regexp.MustCompile(`[A-Za-z0-9_-]{150,}`), "<viewing>"}, // in an address; a token is as long, but has been replaced already
	{regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`), "<id>"},
	{regexp.MustCompile(`\b[0-9a-f]{64}\b`), "<hash>"},
	{regexp.MustCompile(`otpauth://[^"]*`), "<otpauth>"},
	{regexp.MustCompile(`M0 0h7v1h-7z[^"]*`), "<path>"},
	{regexp.MustCompile(`[A-Z2-7]{4}( [A-Z2-7]{4}){7}`), "<key>"},
	{regexp.MustCompile(`\b[0-9]{4}-[0-9]{4}-[0-9]{4}\b`), "<recoveryCode>"},
	{regexp.MustCompile(`([cC]ode": ?")[0-9]{6}"`), `$1<code>"`},
	{regexp.MustCompile(`[A-Za-z0-9_-]{43}`), "<key>"},
	{regexp.MustCompile(`\b([A-Z])-[0-9a-f]{8}\b`), "<caseNumber>"},
	{regexp.MustCompile(`(KENSA_)[A-Z]-[0-9a-f]{8}`), "$1<caseNumber>"},
	{regexp.MustCompile(`[0-9]{8}-[2-9A-HJKMNP-Z]{8}\b`), "<paperNumber>"},
	{regexp.MustCompile(`tsunagu-[0-9a-f]{8}\.ts`), "tsunagu-<id>.ts"},
	{regexp.MustCompile(`("version": ?)[0-9]{4,}`), "$1<version>"},
	{regexp.MustCompile(`(passcode": ?")[0-9]{8}`), "$1<passcode>"},
	{regexp.MustCompile(`\b[0-9]{4} [0-9]{4}\b`), "<passcode>"},
}

func (s *script) constant(text string) string {
	for _, c := range changing {
		if c.name == "<id>" {
			text = c.pattern.ReplaceAllStringFunc(text, func(id string) string {
				if name, ok := s.names[id]; ok {
					return name
				}
				return c.name
			})
			continue
		}
		text = c.pattern.ReplaceAllString(text, c.name)
	}
	return text
}

// exchange writes one call with its answer.
func (s *script) exchange(c web.Call, title string, e exchange) {
	fmt.Fprintf(s, "\n### %s\n\n%s", title, callerWords[e.caller])
	if e.on != "" && e.Status == 200 {
		fmt.Fprintf(s, "。対象との関係: %s", e.on)
	}
	fmt.Fprintf(s, "\n\n```http\n%s %s", c.Method, c.Path)
	for i, name := range slices.Sorted(maps.Keys(e.query)) {
		fmt.Fprintf(s, "%s%s=%s", map[bool]string{true: "?", false: "&"}[i == 0], name,
			s.constant(strings.ReplaceAll(strings.Join(e.query[name], ","), "\x00", "%00")))
	}
	s.WriteString("\n")
	switch {
	case e.file:
		s.WriteString("Content-Type: multipart/form-data（添付: " + apptest.FormFileOf(c.Path) + "）\n\n" + s.json(e.body) + "\n")
	case e.form != nil:
		form := url.Values{}
		maps.Copy(form, e.form)
		text, _ := url.QueryUnescape(form.Encode())
		s.WriteString("Content-Type: application/x-www-form-urlencoded\n\n" + s.constant(text) + "\n")
	case e.body != nil:
		s.WriteString("Content-Type: application/json\n\n" + s.json(e.body) + "\n")
	}
	fmt.Fprintf(s, "\nHTTP %d\nContent-Type: %s\n", e.Status, e.Header.Get("Content-Type"))
	if d := e.Header.Get("Content-Disposition"); d != "" {
		fmt.Fprintf(s, "Content-Disposition: %s\nContent-Security-Policy: %s\n（ファイルの中身は省略）\n```\n", s.constant(d),
			e.Header.Get("Content-Security-Policy"))
		return
	}
	var answer json.RawMessage
	if err := json.Unmarshal([]byte(e.Result.Body), &answer); err != nil {
		e.T.Errorf("%s: the answer is no JSON: %s", title, e.Result.Body)
	}
	s.WriteString("\n" + s.json(answer) + "\n```\n")
}

// json is a value as indented text: ids replaced by names, long lists and texts shortened.
func (s *script) json(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return s.constant(s.value(d, ""))
}

const shownItems, shownRunes = 2, 120

func (s *script) value(d *json.Decoder, indent string) string {
	t, err := d.Token()
	if err != nil {
		return err.Error()
	}
	inner := indent + "  "
	switch t := t.(type) {
	case json.Delim:
		var lines []string
		if t == '{' {
			for d.More() {
				name, _ := d.Token()
				lines = append(lines, fmt.Sprintf("%s%q: %s", inner, name, s.value(d, inner)))
			}
		} else {
			hasIDs := false
			for d.More() {
				text := s.value(d, inner)
				hasIDs = hasIDs || changing[1].pattern.MatchString(text)
				lines = append(lines, inner+s.constant(text))
			}
			if hasIDs { // rows that are equal but for their random ids have any order
				slices.Sort(lines)
			}
			if more := len(lines) - shownItems; more > 0 {
				lines = append(lines[:shownItems], fmt.Sprintf("%s… ほか%d件", inner, more))
			}
		}
		_, _ = d.Token()
		end := map[json.Delim]string{'{': "}", '[': "]"}[t]
		if len(lines) == 0 {
			return t.String() + end
		}
		return t.String() + "\n" + strings.Join(lines, ",\n") + "\n" + indent + end
	case string:
		if r := []rune(t); len(r) > shownRunes && !strings.HasPrefix(t, "eyJ") {
			t = string(r[:shownRunes]) + "…"
		}
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		_ = e.Encode(t)
		return strings.TrimSpace(b.String())
	case nil:
		return "null"
	}
	return fmt.Sprint(t)
}
