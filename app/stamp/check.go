package stamp

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"tsunagu/store"
)

// CheckReport is what a check of the proofs looked at.
type CheckReport struct {
	Proofs, Stamps int
	Waiting        int // proofs that no stamp covers yet
	Authorities    []string
	Broken         []string // in words
}

// Check verifies what is proven (papers.md 4): that each proof holds the digest of the one before, that both chains had these hashes at
// these lines, that each line is in the pages of its proof as it is now, and each stamp, with the certificates that it was kept with and
// the list of revoked ones that is set now. The chains themselves are verified by who calls it.
func Check(q *store.Q) (*CheckReport, error) {
	out, seen, last := &CheckReport{}, map[string]bool{}, &store.Proof{}
	setting, err := settingOf[authority](q, store.SettingStamp)
	if err != nil {
		return nil, err
	}
	crl, err := crlOf(setting.CRL)
	if err != nil {
		return nil, err
	}
	err = q.EachProof(func(p *store.Proof, s *store.ProofStamp) error {
		out.Proofs++
		out.Waiting++
		broken := func(format string, args ...any) {
			out.Broken = append(out.Broken, nameOf(p)+"："+fmt.Sprintf(format, args...))
		}
		if p.Seq != int64(out.Proofs) || p.Before != last.Digest {
			broken("前の証明につながりません。途中の証明が消されたか、書き換えられています。")
		}
		if hashOf([]byte(p.Text())) != p.Digest {
			broken("証明の内容が、記録したハッシュと違います。書き換えられています。")
		}
		for _, c := range []struct {
			chain     string
			from, end int64
		}{{store.ChainAudit, p.AuditBegin, last.AuditTo()}, {store.ChainLedger, p.LedgerBegin, last.LedgerTo()}} {
			follows := c.from == c.end
			if c.from > c.end { // what was purged without having been proven
				if follows, err = q.IsPurgedTo(c.chain, c.from); err != nil {
					return err
				}
			}
			if !follows {
				broken("どの行を証明したかが、前の証明の続きになっていません。書き換えられています。")
			}
		}
		last = p
		for _, c := range []struct {
			chain, label, hash string
			seq                int64
		}{{store.ChainAudit, "監査ログ", p.AuditHash, p.AuditSeq}, {store.ChainLedger, "開示台帳", p.LedgerHash, p.LedgerSeq}} {
			hash, isKnown, err := q.ChainHashAt(c.chain, c.seq)
			if err != nil {
				return err
			}
			if isKnown && hash != c.hash {
				broken("%sの、その時点の最後の行が、証明した内容と違います。あとから書き換えられています。", c.label)
			}
		}
		if err := checkPages(q, p, broken); err != nil {
			return err
		}
		if s == nil {
			return nil
		}
		out.Stamps++
		out.Waiting = 0
		roots, err := certificatesOf(s.Trusted)
		if err != nil || len(roots) == 0 {
			broken("タイムスタンプと一緒に保存した認証局の証明書を読めません。")
			return nil
		}
		for _, r := range roots {
			if word := r.Subject.String() + " SHA-256 " + fingerprint(r); !seen[word] {
				seen[word] = true
				out.Authorities = append(out.Authorities, word)
			}
		}
		x := reading{roots: roots, crl: crl, policy: s.Policy}
		again, err := x.verify(s.Reply, p)
		if err != nil {
			broken("タイムスタンプを確かめられません。%s", wordsOf(err))
			return nil
		}
		if !again.At.Truncate(time.Millisecond).Equal(s.At) || again.Serial != s.Serial {
			broken("保存した時刻か番号が、タイムスタンプの中のものと違います。書き換えられています。")
		}
		return nil
	})
	return out, err
}

// checkPages makes the pages of a proof again, of the lines as they are now. Of purged lines the leaves alone are there: they have to be
// as many as there were lines, and to make the pages that were proven.
func checkPages(q *store.Q, p *store.Proof, broken func(format string, args ...any)) error {
	pages, err := q.ProofPages(p.ID)
	if err != nil {
		return err
	}
	if len(pages) == 0 {
		has, err := q.HasProofLines(p)
		if has || p.LineCount() == 0 {
			broken("各行の証明に使うハッシュ（ページ）が消されています。")
		}
		return err
	}
	bits := bitsOf(p)
	if bits == 0 || len(pages) != p.PageCount/pageLeaves || hashOf(pageList(pages, bits)) != p.Lines {
		broken("各行の証明に使うハッシュ（ページ）が、証明した内容と違います。書き換えられています。")
		return nil
	}
	kept, err := keptLeaves(pages)
	if err != nil || !laidAsProven(p, pages, kept) {
		broken("各行の証明に使うハッシュ（ページ）が、証明した内容と違います。書き換えられています。")
		return nil
	}
	now, err := leavesOf(q, p)
	if err != nil {
		return err
	}
	at := 0
	for _, l := range now {
		for at < len(kept) && byBytes(kept[at], l) < 0 {
			at++
		}
		if at == len(kept) || kept[at] != l {
			broken("監査ログか開示台帳の行が、証明した内容と違います。あとから書き換えられています。")
			return nil
		}
	}
	areKept, err := q.AreProofLinesKept(p)
	if err == nil && (int64(len(kept)) != p.LineCount() || areKept && len(now) != len(kept)) {
		broken("監査ログか開示台帳の行の数が、証明した内容と違います。あとから足されたか、消されています。")
	}
	return err
}

// keptLeaves are all leaves of a proof.
func keptLeaves(pages []store.ProofPage) (out []leaf, err error) {
	for i := range pages {
		b := pages[i].Leaves
		for ; len(b) >= store.LeafBytes; b = b[store.LeafBytes:] {
			out = append(out, leaf(b[:store.LeafBytes]))
		}
	}
	if !slices.IsSortedFunc(out, byBytes) {
		return nil, errPages
	}
	return out, nil
}

// laidAsProven says that the leaves make the very pages whose hashes are kept.
func laidAsProven(p *store.Proof, pages []store.ProofPage, leaves []leaf) bool {
	again, count, err := salts(p.Salt).pagesOf(leaves)
	return err == nil && count == p.PageCount && slices.EqualFunc(again, pages, func(a, b store.ProofPage) bool {
		return bytes.Equal(a.Sums, b.Sums)
	})
}

func nameOf(p *store.Proof) string {
	if p.Day == "" {
		return clock(p.At) + " に手で押した証明"
	}
	return p.Day + " の証明"
}

// CheckFolder verifies the daily files of a folder against the proofs: each that should be there is, as it was signed. Files of days that
// were
// closed before the folder was used may lack, up to the first that is there.
func CheckFolder(q *store.Q, folder string) (files int, broken []string, err error) {
	err = q.EachProof(func(p *store.Proof, _ *store.ProofStamp) error {
		if p.Day == "" {
			return nil
		}
		name := DailyName(p.Day)
		b, err := os.ReadFile(filepath.Join(folder, name))
		switch {
		case os.IsNotExist(err):
			if files > 0 {
				broken = append(broken, name+"：ファイルがありません。")
			}
			return nil
		case err != nil:
			return err
		}
		files++
		signature, err := os.ReadFile(filepath.Join(folder, name+".sig"))
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		key, err := hex.DecodeString(p.DailyKey)
		if err != nil || len(key) != ed25519.PublicKeySize {
			return fmt.Errorf("proof %s has no key", p.ID)
		}
		switch {
		case hashOf(b) != p.DailyHash || !bytes.HasSuffix(b, []byte("\n")):
			broken = append(broken, name+"：ファイルの内容が、作ったときと違います。書き換えられたか、途中で切れています。")
		case !ed25519.Verify(key, b, signature):
			broken = append(broken, name+"：署名のファイル（.sig）がないか、内容に合いません。")
		}
		return nil
	})
	return files, broken, err
}
