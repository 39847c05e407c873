package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// The office's own texts (topics, questions, terms, the agreement) are Markdown or simple HTML.
// What is stored, versioned, hashed and agreed to is the source; here it becomes HTML for a
// page, on every reading, so that a stricter policy holds for old texts too. Nothing else in the
// platform is HTML: what people type stays plain text and never comes this way.

// prosePolicy is all that a text may hold. No images, no styles, no identifiers: nothing is
// fetched from outside and nothing can look like a part of the platform.
var prosePolicy = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("h2", "h3", "h4", "p", "br", "hr", "ul", "ol", "li", "dl", "dt", "dd", "strong", "b", "em", "i", "u", "del", "s", "sup",
		"sub", "blockquote")
	p.AllowTables()
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return p
}()

// markdown has no code blocks and no underlined headings: in texts that were typed as plain
// text, an indented line and a line of hyphens mean neither. A line's end stays one.
var markdown = goldmark.New(
	goldmark.WithParser(parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewBlockquoteParser(), 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(indented{parser.NewParagraphParser()}, 1000),
		),
		parser.WithInlineParsers(parser.DefaultInlineParsers()...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
		parser.WithASTTransformers(util.Prioritized(headings{}, 100)),
	)),
	goldmark.WithExtensions(
		extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
		extension.Strikethrough,
	),
	goldmark.WithRendererOptions(html.WithUnsafe(), html.WithHardWraps()), // the policy comes after
)

// indented is a paragraph also where its first line is set in: without code blocks nothing else
// would take that line, and it would be lost.
type indented struct{ parser.BlockParser }

func (indented) CanAcceptIndentedLine() bool { return true }

// headings puts a text's headings below the page's own: # is the second level.
type headings struct{}

func (headings) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if h, ok := n.(*ast.Heading); ok && entering {
			h.Level = min(h.Level+1, 4)
		}
		return ast.WalkContinue, nil
	})
}

var (
	article  = regexp.MustCompile(`^第[0-9０-９一二三四五六七八九十百]+条`)
	numbered = regexp.MustCompile(`^([0-9]+[.]|[０-９]+[.．])[ 　]?`)
	listLike = regexp.MustCompile(`^([0-9]+[.)]|[-*+]) `)
)

// numberedHeadings makes headings of the numbered first lines of paragraphs, 「第1条（目的）」 and
// 「1. 取得する情報」, as such texts are typed. A number before more of its kind is a list.
func numberedHeadings(source string) string {
	lines := strings.Split(source, "\n")
	for i, line := range lines {
		if i > 0 && strings.TrimSpace(lines[i-1]) != "" {
			continue
		}
		next := ""
		if i+1 < len(lines) {
			next = strings.TrimSpace(lines[i+1])
		}
		if article.MatchString(line) || numbered.MatchString(line) && next != "" && !listLike.MatchString(next) && !numbered.MatchString(next) {
			lines[i] = "# " + numbered.ReplaceAllStringFunc(line, func(n string) string { return strings.Replace(n, ".", `\.`, 1) }) + "\n"
		}
	}
	return strings.Join(lines, "\n")
}

// proseCache keeps what was rendered, for pages that everybody reads.
var proseCache = struct {
	sync.Mutex
	html map[string]string
}{html: map[string]string{}}

// proseCacheSize bounds it: there are a few dozen texts, and as many previews as are typed.
const proseCacheSize = 200

// ProseHTML is a text of the office as safe HTML.
func ProseHTML(source string) string {
	proseCache.Lock()
	out, ok := proseCache.html[source]
	proseCache.Unlock()
	if ok {
		return out
	}
	var b bytes.Buffer
	if err := markdown.Convert([]byte(numberedHeadings(source)), &b); err != nil {
		b.Reset() // it cannot fail on a buffer; if it ever does, the words are still there
		b.WriteString("<p>" + bluemonday.StrictPolicy().Sanitize(source) + "</p>")
	}
	out = strings.TrimSpace(prosePolicy.Sanitize(b.String()))
	proseCache.Lock()
	defer proseCache.Unlock()
	if len(proseCache.html) >= proseCacheSize {
		clear(proseCache.html)
	}
	proseCache.html[source] = out
	return out
}

// TextHash is what a consent records of the text that was agreed to (domain.md 4 Consent).
func TextHash(title, body string) string {
	sum := sha256.Sum256([]byte(title + "\n" + body))
	return hex.EncodeToString(sum[:])
}
