package inspection

import (
	"errors"
	"fmt"
	"strings"

	"tsunagu/app/issued"
	"tsunagu/app/typeset"
	"tsunagu/app/web"
	"tsunagu/store"
)

// formIndex is the version of the index's words.
const formIndex = 1

// addIndex adds 検査用索引: what is in the file, how many of it, with which hash, and how it is checked.
func (a Room) addIndex(q *store.Q, c *contents, p *pack) error {
	at := q.Now()
	blocks := []typeset.Block{
		typeset.Text("この索引は、一緒に入っているファイルの一覧です。" + c.bank + "が、作成した時に見ることのできた記録だけを載せています。相手方だけの記録は、入っていません。"),
		typeset.Heading("案件"), c.heads,
	}
	if len(p.altered) > 0 || p.broken > 0 {
		blocks = append(blocks, typeset.Heading("異常のあった記録"), typeset.Text(strings.Join(p.problems(), "\n")))
	}
	blocks = append(blocks, typeset.Heading("入っているもの"), p.inventory(c), typeset.Heading("書面"), p.paperTable(),
		typeset.Heading("記録の証明"), p.proofFields(), typeset.Heading("確かめ方"),
		typeset.Text("手順は、how-to-check.html にあります。sha256sum と openssl だけで、このシステムを使わずに確かめられます。"),
		typeset.Fields{{Label: "公開鍵の指紋", Value: p.key}},
		typeset.Note("公開鍵の指紋は、ネットワークの事務局に、このファイルとは別の方法（電話、書面）で確かめてください。"))
	b, err := typeset.Write(&typeset.Paper{Title: issued.KindIndex.Label(), Number: p.number, At: at, Blocks: blocks, Foot: c.caseNumber,
		Heads: []typeset.Field{{Label: "だれのために", Value: "検査を行う方"}, {Label: "だれが", Value: c.bank + "　" + c.maker},
			{Label: "いつ", Value: at.In(store.JST).Format("2006年1月2日 15時04分05秒（日本時間）")},
			{Label: "書式", Value: fmt.Sprintf("%s　第%d版", issued.KindIndex.Label(), formIndex)}}})
	var g *typeset.GlyphError
	if errors.As(err, &g) {
		return web.Invalid("recordKind", g.Error())
	}
	if err != nil {
		return err
	}
	return p.add(indexFile, b)
}

// problems names what is not as it was kept or proven.
func (p *pack) problems() (out []string) {
	for i := range p.altered {
		out = append(out, p.altered[i].words+"は、保管しているファイルがないか、記録したときと異なります。入れていません。")
	}
	if p.broken > 0 {
		out = append(out, fmt.Sprintf("開示台帳・操作の記録の%d行は、証明したときと異なります。ledger.csv と audit.csv の「証明」の列に示しています。", p.broken))
	}
	return out
}

// inventory is the files but for papers and proofs, which have tables of their own.
func (p *pack) inventory(c *contents) typeset.Table {
	t := typeset.Table{Columns: []typeset.Column{{Title: "ファイル", Width: 22}, {Title: "内容", Width: 24}, {Title: "件数", Width: 8, Right: true},
		{Title: "SHA-256", Width: 46}}}
	count := func(x *table) string { return fmt.Sprint(len(x.rows)) }
	for _, x := range [][3]string{{"timeline.csv", c.timeline.about, count(&c.timeline)}, {"duties.csv", c.duties.about, count(&c.duties)},
		{"ledger.csv", c.ledger.about, count(&c.ledger.table)}, {"ledger-lines.txt", "台帳の行の証明用の文字", ""},
		{"audit.csv", c.audit.about, count(&c.audit.table)},
		{"audit-lines.txt", "操作の記録の行の証明用の文字", ""},
		{"papers.csv", "書面の一覧", fmt.Sprint(len(p.papers))}, {"signed.csv", "署名済みの控えの一覧", fmt.Sprint(p.signed)}, {pageFile, "確かめ方", ""}} {
		if sum := p.sum[x[0]]; sum != "" {
			t.Rows = append(t.Rows, []string{x[0], x[1], x[2], sum})
		}
	}
	for _, x := range c.texts {
		t.Rows = append(t.Rows, []string{x.name, "同意した契約の本文（" + x.title + "）", "1", p.sum[x.name]})
	}
	return t
}

func (p *pack) paperTable() typeset.Block {
	if len(p.papers) == 0 {
		return typeset.Text("この側で作成した書面で、いま読めるものはありません。")
	}
	t := typeset.Table{Columns: []typeset.Column{{Title: "番号", Width: 20}, {Title: "種類", Width: 18}, {Title: "作成した日時", Width: 16},
		{Title: "SHA-256と確認", Width: 46}}}
	for _, x := range p.papers {
		t.Rows = append(t.Rows, []string{x[0], x[1], x[2], x[6] + "\n" + x[8]})
	}
	return t
}

// proofFields say what is proven by whom.
func (p *pack) proofFields() typeset.Fields {
	stamped := 0
	for _, d := range p.days {
		if d.isStamped {
			stamped++
		}
	}
	return typeset.Fields{{Label: "署名", Value: "ファイルの一覧（SHA256SUMS）に、ネットワークの鍵で署名しています。"},
		{Label: "日ごとの証明", Value: fmt.Sprintf("%d件。うち、第三者のタイムスタンプのあるもの %d件", len(p.days), stamped)},
		{Label: "証明を待つ行", Value: fmt.Sprintf("その日の終わりを待つ行 %d行、タイムスタンプを待つ行 %d行", p.waiting, p.unsigned)}}
}
