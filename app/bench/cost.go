//go:build unix

package main

import (
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// sizes are the networks of the chart, by number of companies. The largest is replaced by
// -companies.
var sizes = []int{1_000, 10_000, 100_000, 1_000_000}

// costKind is a line of the chart.
type costKind struct {
	name, title string
	once        bool
	path        func(r *rand.Rand, c *cards) string
}

func costKinds() (out []costKind) {
	listings := listNamed("listings")
	for i := range listings.kinds {
		if k := &listings.kinds[i]; k.name != "deep" { // a network of a thousand companies has no deep page
			out = append(out, costKind{"listings/" + k.name, "案件: " + costTitle(k), k.once,
				func(r *rand.Rand, c *cards) string { q := listings.ask(k, r, c); return q.path() }})
		}
	}
	for _, name := range []string{firstKind, againKind} {
		buyers := listNamed("buyers")
		k := buyers.kindNamed(name)
		out = append(out, costKind{"companies/" + name, "買手: " + k.short(), k.once,
			func(r *rand.Rand, c *cards) string { q := buyers.ask(k, r, c); return q.path() }})
	}
	return append(out,
		costKind{"companies/default", "買手: 一覧（条件なし）", false, func(*rand.Rand, *cards) string { return searchCompanies }},
		costKind{"companies/filters", "買手: 2業種・3都道府県・価格", false, func(r *rand.Rand, _ *cards) string {
			return fmt.Sprintf("%s?companyIndustryTypes=%s&prefecture=%02d,%02d,%02d&salesPrice=2", searchCompanies,
				url.QueryEscape(category(13, 12)), 1+r.IntN(47), 1+r.IntN(47), 1+r.IntN(47))
		}},
		costKind{"companies/wordNew", "買手: 言葉（初めて）", true, func(_ *rand.Rand, c *cards) string {
			return searchCompanies + "?needsName=" + url.QueryEscape(c.words["freeWord"].next())
		}},
	)
}

// costTitle is a kind's title, short enough for the chart.
func costTitle(k *kind) string {
	if k.isDrawn() {
		return k.short()
	}
	return k.title
}

// cost asks each kind of question in networks of growing size, one after another, and then for pages
// of growing length: the cost of an answer should depend on its own length and not on the network's
// size.
func (b *bench) cost(file string) error {
	names := costKinds()
	cells := map[string][]*measured{}
	var asked []int
	pages := []int{10, 50, 200, 1000}
	var byPage []*measured
	for _, size := range sizes {
		if size > b.companies {
			break
		}
		asked = append(asked, size)
		w, err := b.makeWorld(size)
		if err != nil {
			return err
		}
		found, err := w.words()
		if err != nil {
			return err
		}
		p, err := b.ours(w)
		if err != nil {
			return err
		}
		if err := func() error {
			defer p.stop()
			c, err := b.product(p)
			if err != nil {
				return err
			}
			if err := b.calm(p, c); err != nil {
				return err
			}
			b.say("企業 %d", size)
			token, err := signIn(p.address, askingLogin)
			if err != nil {
				return err
			}
			one := func(paths []string, once bool) (*measured, error) {
				var requests [][]byte
				for _, path := range paths {
					requests = append(requests, get(p.address, path, token))
				}
				a, err := c.open()
				if err != nil {
					return nil, err
				}
				defer a.close()
				if !once {
					if _, err := load([]asker{a}, requests, false, b.seconds/4, c.processes); err != nil {
						return nil, err
					}
				}
				m, err := load([]asker{a}, requests, once, b.seconds, c.processes)
				return &m, err
			}
			r := rand.New(rand.NewPCG(5, 6))
			for _, k := range names {
				var paths []string
				n, of := questionsOf, found.words["freeWord"]
				if strings.HasSuffix(k.name, "wordNew") {
					n = min(n, max(len(of.list)-of.used, 1))
				}
				for range n {
					paths = append(paths, k.path(r, found))
				}
				m, err := one(paths, k.once)
				if err != nil {
					return fmt.Errorf("%s: %w", k.title, err)
				}
				cells[k.name] = append(cells[k.name], m)
			}
			byPage = nil
			for _, n := range pages {
				m, err := one([]string{fmt.Sprintf("%s?limit=%d", searchListings, n)}, false)
				if err != nil {
					return err
				}
				byPage = append(byPage, m)
			}
			return nil
		}(); err != nil {
			return err
		}
	}
	b.print("一人が順に尋ねたときの、答え一つの p50（かっこ内はサーバの CPU）。案件は企業の五分の一、交渉は半分。\n")
	head, rule := "| |", "|---|"
	for _, n := range asked {
		head, rule = head+fmt.Sprintf(" %s社 |", thousands(n)), rule+"--:|"
	}
	b.print("%s\n%s", head, rule)
	for _, k := range names {
		row := "| " + k.title + " |"
		for _, m := range cells[k.name] {
			row += fmt.Sprintf(" %s (%s) |", ms(m.part(0.5)), ms(m.each()))
		}
		b.print("%s", row)
	}
	b.print("\n最大の世界（%s社）で、1ページの件数を変えたとき:\n", thousands(asked[len(asked)-1]))
	b.print("| 1ページ | p50 | CPU | 1件あたりのCPU | 答え |\n|--:|--:|--:|--:|--:|")
	for i, m := range byPage {
		b.print("| %d件 | %s | %s | %s | %.0f KB |", pages[i], ms(m.part(0.5)), ms(m.each()), ms(m.each()/time.Duration(pages[i])),
			float64(m.bytes)/float64(len(m.took))/1000)
	}
	if file == "" {
		return nil
	}
	return os.WriteFile(strings.TrimSuffix(file, filepath.Ext(file))+".svg", []byte(chart(asked, names, cells)), 0o644)
}

// words finds words in the texts of a world without cards.
func (w *world) words() (*cards, error) {
	db, err := sql.Open("sqlite", "file:"+w.database()+"?mode=ro")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	found, err := wordsIn(db,
		"SELECT p.free_text_folded FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = 2 ORDER BY l.seq LIMIT 4000")
	return &cards{words: map[string]*words{"freeWord": found}, pages: map[string]int{"listings": max(min(w.companies/100, 100), 1)}}, err
}

func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// chart draws the processor time of an answer over the size of the network, both on logarithmic
// scales. A horizontal line does not depend on the network's size; the dashed one is proportional to
// it.
func chart(asked []int, names []costKind, cells map[string][]*measured) string {
	const width, height, left, right, top, bottom = 890, 460, 70, 300, 50, 60
	colours := []string{"#0b5fa5", "#b3261e", "#1a7f37", "#8a5a00", "#6f42c1", "#00707a", "#a0266e", "#4d5560",
		"#b58900", "#2aa198", "#d33682", "#586e75"}
	low, high := math.Inf(1), math.Inf(-1)
	for _, k := range names {
		for _, m := range cells[k.name] {
			v := m.each().Seconds() * 1000
			low, high = min(low, v), max(high, v)
		}
	}
	lowest, highest := math.Floor(math.Log10(max(low, 0.001))), math.Ceil(math.Log10(max(high, 0.01)))
	x := func(i int) float64 { return left + float64(i)*(width-left-right)/float64(max(len(asked)-1, 1)) }
	y := func(v float64) float64 {
		return height - bottom - (math.Log10(max(v, 0.001))-lowest)/(highest-lowest)*(height-top-bottom)
	}
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="'Noto Sans CJK JP', 'Hiragino Sans', 'Yu Gothic', sans-serif" font-size="12" role="img" aria-labelledby="t d">`+"\n", width, height)
	fmt.Fprintf(&s, `<title id="t">ネットワークの大きさと、答え一つの費用</title><desc id="d">横軸は企業の数、縦軸はサーバが答え一つに使うCPU時間。どちらも対数目盛。数値は同じ文書の表にある。</desc>`+"\n")
	fmt.Fprintf(&s, `<rect width="%d" height="%d" fill="#ffffff"/><text x="%d" y="26" font-size="15" font-weight="bold" fill="#1c2430">ネットワークの大きさと、答え一つの費用（サーバのCPU、対数）</text>`+"\n", width, height, left)
	for e := lowest; e <= highest; e++ {
		v := math.Pow(10, e)
		fmt.Fprintf(&s, `<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#d8dee6"/><text x="%d" y="%.1f" text-anchor="end" fill="#4d5560">%s ms</text>`+"\n", left, width-right, y(v), y(v), left-8, y(v)+4, fmt.Sprint(math.Round(v*1000)/1000))
	}
	for i, n := range asked {
		fmt.Fprintf(&s, `<text x="%.1f" y="%d" text-anchor="middle" fill="#4d5560">%s社</text>`+"\n", x(i), height-bottom+20, thousands(n))
	}
	fmt.Fprintf(&s, `<text x="%.1f" y="%d" text-anchor="middle" fill="#1c2430">企業の数（案件はその五分の一）</text>`+"\n", float64(left+width-right)/2,
		height-16)
	// The proportional line, from the lowest measured value to the edge of the chart.
	n := min(float64(len(asked)-1), highest-math.Log10(low))
	fmt.Fprintf(&s, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#8b95a1" stroke-dasharray="5 5"/>`+"\n", x(0), y(low),
		left+n*(x(1)-x(0)), y(low*math.Pow(10, n)))
	for i, k := range names {
		var points []string
		for j, m := range cells[k.name] {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(j), y(m.each().Seconds()*1000)))
		}
		colour := colours[i%len(colours)]
		fmt.Fprintf(&s, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n", strings.Join(points, " "), colour)
		for _, p := range points {
			cx, cy, _ := strings.Cut(p, ",")
			fmt.Fprintf(&s, `<circle cx="%s" cy="%s" r="3" fill="%s"/>`, cx, cy, colour)
		}
		fmt.Fprintf(&s, "\n"+`<line x1="%d" x2="%d" y1="%d" y2="%[3]d" stroke="%s" stroke-width="3"/><text x="%d" y="%d" fill="#1c2430">%s</text>`+"\n", width-right+16, width-right+34, top+14+i*22, colour, width-right+42, top+18+i*22, k.title)
	}
	fmt.Fprintf(&s, `<line x1="%d" x2="%d" y1="%d" y2="%[3]d" stroke="#8b95a1" stroke-dasharray="5 5" stroke-width="2"/><text x="%d" y="%d" fill="#4d5560">企業の数に比例するなら</text></svg>`+"\n", width-right+16, width-right+34, top+14+len(names)*22, width-right+42, top+18+len(names)*22)
	return s.String()
}
