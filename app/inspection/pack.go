package inspection

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/issued"
	"tsunagu/app/sheet"
	"tsunagu/app/signed"
	"tsunagu/app/stamp"
	"tsunagu/app/web"
	"tsunagu/store"
)

// The files that check the others, which no list of hashes can have.
const (
	sumsFile      = "SHA256SUMS"
	signatureFile = "SHA256SUMS.sig"
	keyFile       = "public-key.pem"
	pageFile      = "how-to-check.html"
	indexFile     = "index.pdf"
)

// packedTime is that of all files in the ZIP, so that the same data are the same bytes.
var packedTime = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// bytesMost bounds a file: what fits on a stick, and what a spool takes.
const bytesMost = 500 << 20

// evidenceAtOnce is how many lines are proven at a time, so that their pages do not stand in memory together.
const evidenceAtOnce = 500

// pack is a file under way, and what of it is written down.
type pack struct {
	ctx    context.Context
	zip    *zip.Writer
	sum    map[string]string // hash by name
	size   int64
	number string
	sums   string // hash of the list of hashes

	altered  []altered
	papers   [][]string // rows of papers.csv
	signed   int        // rows of signed.csv
	days     []proofDay
	proofs   map[string]bool
	waiting  int // lines that no proof has yet
	unsigned int // lines whose proof has no stamp yet
	broken   int // lines that are not as they were proven
	key      string
}

// altered is a kept file that is not what was kept, as the audit log and the index name it.
type altered struct{ subject, id, event, words string }

// proofDay is a proof in the file.
type proofDay struct {
	folder    string
	isStamped bool
}

var errTooLarge = &web.Problem{Title: "Unprocessable entity", Status: 422, Code: "invalid",
	Detail: "書面が多く、一つのファイルに入りません（500MBまで）。案件ではなく、交渉ごとに作成してください。"}

// add writes a file into the ZIP.
func (p *pack) add(name string, b []byte) error {
	if err := p.ctx.Err(); err != nil { // who waited has left
		return err
	}
	if p.size += int64(len(b)); p.size > bytesMost {
		return errTooLarge
	}
	w, err := p.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: packedTime})
	if err == nil {
		_, err = w.Write(b)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	sum := sha256.Sum256(b)
	p.sum[name] = hex.EncodeToString(sum[:])
	return nil
}

// addTable writes a table as a CSV that Excel opens.
func (p *pack) addTable(t *table) error {
	var b bytes.Buffer
	w := sheet.NewWriter(&b, sheet.UTF8)
	if err := w.Header(t.head); err != nil {
		return err
	}
	for _, row := range t.rows {
		if err := w.Write(row); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return p.add(t.name+".csv", b.Bytes())
}

// write writes all of a file. The reader's snapshot is held for as long: what stands in it is of one moment.
func (a Room) write(ctx context.Context, q *store.Q, c *contents, to io.Writer) (*pack, error) {
	number, err := issued.NewNumber(q.Now())
	if err != nil {
		return nil, err
	}
	p := &pack{ctx: ctx, zip: zip.NewWriter(to), sum: map[string]string{}, number: number, proofs: map[string]bool{}}
	_, p.key = auth.PublicPEM(a.Keys.DailyKey().Public().(ed25519.PublicKey))
	for _, step := range []func() error{
		func() error { return p.addTable(&c.timeline) },
		func() error { return p.addTable(&c.duties) },
		func() error { return a.addLogs(q, c, p) },
		func() error { return a.addPapers(q, c, p) },
		func() error {
			for _, t := range c.texts {
				if err := p.add(t.name, []byte(t.body)); err != nil {
					return err
				}
			}
			return nil
		},
		func() error {
			b, err := p.page(c)
			return errors.Join(err, p.add(pageFile, b))
		},
		func() error { return a.addIndex(q, c, p) },
		func() error { return a.sign(p) },
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if err := p.zip.Close(); err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return p, nil
}

// sign adds the list of hashes and its signature.
func (a Room) sign(p *pack) error {
	var b strings.Builder
	for _, name := range p.names() {
		fmt.Fprintf(&b, "%s  %s\n", p.sum[name], name)
	}
	sums := []byte(b.String())
	signature, key, err := stamp.In(a.Platform).SignManifest(sums)
	if err != nil {
		return err
	}
	if err := errors.Join(p.add(sumsFile, sums), p.add(signatureFile, signature), p.add(keyFile, key)); err != nil {
		return err
	}
	p.sums = p.sum[sumsFile]
	return nil
}

// names are the files so far, sorted.
func (p *pack) names() (out []string) {
	for name := range p.sum {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// addPapers adds the papers byte for byte. One that is not what was kept is named, and left out.
func (a Room) addPapers(q *store.Q, c *contents, p *pack) error {
	t := &table{name: "papers", about: "書面"}
	t.head = []string{"番号", "種類", "作成した日時（日本時間）", "作成した人", "だれのために", "書式の版", "記録したSHA-256", "ファイル", "確認"}
	for i := range c.papers {
		x := &c.papers[i]
		name, err := issued.Name(q, x.Creator, x.ClientID)
		if err != nil {
			return err
		}
		if x.Creator == "" {
			name = "オーナーのページ"
		}
		f, b, err := issued.In(a.Platform).FileOf(q, x.FileID, x.SHA256)
		where, state := "", "記録と一致しました"
		switch {
		case errors.Is(err, issued.ErrAltered):
			state = "保管しているファイルがないか、作成したときと異なるため、入れていません"
			p.altered = append(p.altered, altered{"issued_paper", x.ID, issued.EventFetched,
				fmt.Sprintf("書面 %s（%s）", x.Number, issued.Kind(x.Kind).Label())})
			a.Log.Error("issued paper altered", "paper", x.ID)
		case err != nil:
			return err
		default:
			where = "papers/" + x.Number + ending(f.Name)
			if err := p.add(where, b); err != nil {
				return err
			}
		}
		t.add(x.Number, issued.Kind(x.Kind).Label(), x.Created.In(store.JST).Format(time.DateTime), name, x.Recipient, strconv.Itoa(x.Form),
			x.SHA256, where, state)
	}
	p.papers = t.rows
	return errors.Join(p.addTable(t), a.addSigned(q, c, p))
}

// addSigned adds what came back signed of the papers: all that was recorded, and the file of what counts.
func (a Room) addSigned(q *store.Q, c *contents, p *pack) error {
	t := &table{name: "signed", about: "署名済みの控え"}
	t.head = []string{"書面の番号", "状態", "署名された日", "署名した人", "登録した人", "登録した日時（日本時間）", "確認した人", "確認した日時（日本時間）", "差し戻した人・取り消した人", "理由",
		"電子署名（登録時）", "記録したSHA-256", "ファイル", "確認"}
	for i := range c.papers {
		x := &c.papers[i]
		for _, k := range c.signed[x.ID] {
			where, state := "", "署名済みの控えでないため、入れていません"
			if k.IsSigned() {
				_, b, err := issued.In(a.Platform).FileOf(q, k.FileID, k.SHA256)
				switch {
				case errors.Is(err, issued.ErrAltered):
					state = "保管しているファイルがないか、登録したときと異なるため、入れていません"
					p.altered = append(p.altered, altered{"signed_copy", k.ID, signed.EventFetched, fmt.Sprintf("書面 %s の署名済みの控え", x.Number)})
					a.Log.Error("signed copy altered", "copy", k.ID)
				case err != nil:
					return err
				default:
					where, state = "papers/"+x.Number+"-signed.pdf", "記録と一致しました"
					if err := p.add(where, b); err != nil {
						return err
					}
				}
			}
			t.add(x.Number, k.State, k.SignedOn, k.Signers, k.UserName, timeOf(k.Created), k.ConfirmedBy, timeOf(k.Confirmed), k.EndedBy, k.Reason,
				k.Signature, k.SHA256, where, state)
		}
	}
	if len(t.rows) == 0 {
		return nil
	}
	p.signed = len(t.rows)
	return p.addTable(t)
}

func timeOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(store.JST).Format(time.DateTime)
}

// ending of a kept file, in letters that every system reads.
func ending(name string) string {
	for _, e := range []string{".pdf", ".docx", ".xlsx"} {
		if strings.HasSuffix(strings.ToLower(name), e) {
			return e
		}
	}
	return ".bin"
}

// addLogs adds the two logs: as tables, and as the texts by which each line is checked.
func (a Room) addLogs(q *store.Q, c *contents, p *pack) error {
	var authorities []string
	for _, l := range []*log{&c.ledger, &c.audit} {
		texts, at := &bytes.Buffer{}, 0 // each line with its parts after it
		for begin := 0; begin < len(l.lines); begin += evidenceAtOnce {
			some := l.lines[begin:min(begin+evidenceAtOnce, len(l.lines))]
			found, files, err := a.evidence(q, some)
			if err != nil {
				return err
			}
			for i := range found {
				x, row, page := &found[i], &l.rows[begin+i], ""
				number := ""
				switch x.State {
				case stamp.LineWaitsForDay:
					p.waiting++
				case stateAltered:
					p.broken++
				case stamp.LineWaitsStamp:
					p.unsigned++
				}
				if x.Text != "" {
					at++
					number, page = strconv.Itoa(at), x.Proof+"/"+x.Page
					fmt.Fprintln(texts, x.Text)
					for _, part := range x.Parts {
						fmt.Fprintln(texts, part)
					}
					at += len(x.Parts)
				}
				*row = append(*row, proofWords[x.State], number, page)
			}
			for _, f := range files {
				if f.Name == stamp.AuthorityName {
					for one := range strings.SplitAfterSeq(string(f.Data), "-----END CERTIFICATE-----\n") {
						if one != "" && !slices.Contains(authorities, one) {
							authorities = append(authorities, one)
						}
					}
					continue
				}
				if p.proofs[f.Name] {
					continue
				}
				p.proofs[f.Name] = true
				if err := p.add(f.Name, f.Data); err != nil {
					return err
				}
			}
		}
		if err := p.addTable(&l.table); err != nil {
			return err
		}
		if texts.Len() == 0 {
			continue
		}
		if err := p.add(l.name+"-lines.txt", texts.Bytes()); err != nil {
			return err
		}
	}
	for name := range p.proofs {
		if folder, is := strings.CutSuffix(name, "/proof.txt"); is {
			p.days = append(p.days, proofDay{folder, p.proofs[folder+"/stamp.tsr"]})
		}
	}
	slices.SortFunc(p.days, func(x, y proofDay) int { return strings.Compare(x.folder, y.folder) })
	if len(authorities) == 0 {
		return nil
	}
	return p.add(stamp.AuthorityName, []byte(strings.Join(authorities, "")))
}

// evidence is what proves some lines. Where one is not as it was proven it is named, and the others are proven still.
func (a Room) evidence(q *store.Q, lines []stamp.Line) ([]stamp.LineEvidence, []stamp.File, error) {
	e, err := stamp.In(a.Platform).Evidence(q, lines)
	if err == nil {
		return e.Lines, e.Files, nil
	}
	var out []stamp.LineEvidence
	var files []stamp.File
	for i := range lines {
		e, err := stamp.In(a.Platform).Evidence(q, lines[i:i+1])
		if err != nil {
			a.Log.Error("a line of a log is not as it was proven", "chain", lines[i].Chain, "line", lines[i].Seq, "err", err)
			out = append(out, stamp.LineEvidence{State: stateAltered})
			continue
		}
		out, files = append(out, e.Lines...), append(files, e.Files...)
	}
	return out, files, nil
}
