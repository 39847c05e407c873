package stamp

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tsunagu/app/auth"
	"tsunagu/app/web"
	"tsunagu/store"
)

// The file of a day (papers.md 4) holds what the office may read of the logs, in codes and ids: no detail, since that is text and may hold
// words that people typed, no address of a machine, since write-once storage keeps it longer than the log does, and no hash of the chain:
// a hash of which the one before is not that of the line before it would tell that a line is missing. The file has its own chain and its
// signature, and the day's stamp covers its hash.

const (
	dailyForm = 1
	dailyPage = 1000
)

// dailyHead is the first line of a file.
type dailyHead struct {
	File     string `json:"file"`
	Form     int    `json:"form"`
	Day      string `json:"day"`
	Previous string `json:"previous"` // SHA-256 of the file before; "" of the first
	Key      string `json:"key"`      // fingerprint of the public key
}

// auditEntry is a line of the audit log in a file.
type auditEntry struct {
	Log           string `json:"log"`
	N             int    `json:"n"`
	At            string `json:"at"`
	Event         string `json:"event"`
	UserID        string `json:"userId"`
	Role          int    `json:"role"`
	InstitutionID string `json:"institutionId"`
	SubjectKind   string `json:"subjectKind"`
	SubjectID     string `json:"subjectId"`
	Result        string `json:"result"`
}

// ledgerEntry is a line of the disclosure ledger in a file: what the office is told of it, institutions, levels and times.
type ledgerEntry struct {
	Log           string `json:"log"`
	N             int    `json:"n"`
	At            string `json:"at"`
	Kind          string `json:"kind"`
	ListingID     string `json:"listingId"`
	NegotiationID string `json:"negotiationId"`
	Level         int    `json:"level"`
	InstitutionID string `json:"institutionId"`
}

// dailyEnd is the last line: a file that was cut off lacks it.
type dailyEnd struct {
	End    bool `json:"end"`
	Audit  int  `json:"audit"`
	Ledger int  `json:"ledger"`
}

// DailyName is the name of a day's file.
func DailyName(day string) string { return "tsunagu-" + day + ".jsonl" }

// KeyName is the file of the public key.
const KeyName = "tsunagu-daily.pem"

// Commands are how a day's file is checked without this program, to the letter: the key's fingerprint, the file's hash, the signature,
// and the
// first line, in which the hash of the file before stands.
func Commands(day string) []string {
	if day == "" {
		day = "2026-11-26"
	}
	name := DailyName(day)
	return []string{"openssl pkey -pubin -in " + KeyName + " -outform DER | sha256sum", "sha256sum " + name,
		"openssl pkeyutl -verify -pubin -inkey " + KeyName + " -rawin -in " + name + " -sigfile " + name + ".sig", "head -n 1 " + name}
}

const timeForm = "2006-01-02T15:04:05.000Z"

// dailyFile is the file of the lines of a proof. The same proof makes the same bytes, as long as its lines are kept.
func dailyFile(q *store.Q, p *store.Proof, key ed25519.PublicKey) ([]byte, error) {
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	_, finger := auth.PublicPEM(key)
	if err := w.Encode(dailyHead{DailyName(p.Day), dailyForm, p.Day, p.DailyBefore, finger}); err != nil {
		return nil, err
	}
	var end dailyEnd
	end.End = true
	for after := p.AuditFrom; ; {
		lines, err := q.OfficeAudit(p.LeftOut, after, p.AuditSeq, dailyPage)
		if err != nil {
			return nil, err
		}
		for i := range lines {
			l := &lines[i]
			end.Audit++
			if err := w.Encode(auditEntry{store.ChainAudit, end.Audit, l.At.UTC().Format(timeForm), l.Event, l.UserID, l.Role, l.InstitutionID,
				l.SubjectKind, l.SubjectID, l.Result}); err != nil {
				return nil, err
			}
			after = l.Seq
		}
		if len(lines) < dailyPage {
			break
		}
	}
	for after := p.LedgerFrom; ; {
		lines, err := q.OfficeLedger(p.LeftOut, after, p.LedgerSeq, dailyPage)
		if err != nil {
			return nil, err
		}
		for i := range lines {
			l := &lines[i]
			end.Ledger++
			if err := w.Encode(ledgerEntry{store.ChainLedger, end.Ledger, l.At.UTC().Format(timeForm), l.Kind, l.ListingID, l.NegotiationID,
				l.Level, l.InstitutionID}); err != nil {
				return nil, err
			}
			after = l.Seq
		}
		if len(lines) < dailyPage {
			break
		}
	}
	err := w.Encode(end)
	return b.Bytes(), err
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// dailyOf makes the file of a proof again and holds it against its hash.
func dailyOf(q *store.Q, p *store.Proof) ([]byte, error) {
	kept, err := q.AreLinesKept(p)
	if err != nil {
		return nil, err
	}
	if !kept || p.DailyHash == "" {
		return nil, store.ErrNotFound
	}
	key, err := hex.DecodeString(p.DailyKey)
	if err != nil {
		return nil, err
	}
	b, err := dailyFile(q, p, key)
	if err != nil {
		return nil, err
	}
	if hashOf(b) != p.DailyHash {
		return nil, fmt.Errorf("the lines of %s are not those of its daily file", p.Day)
	}
	return b, nil
}

// writeDaily puts a day's file and its signature into the folder, the signature first: where the file stands, it can be checked. A file
// that
// is there already is never written again; one of another content is an error that the office reads.
func writeDaily(folder string, p *store.Proof, content func() ([]byte, error)) (isNew bool, err error) {
	name := filepath.Join(folder, DailyName(p.Day))
	signature, err := hex.DecodeString(p.DailySignature)
	if err != nil {
		return false, err
	}
	if is, err := isThere(name+".sig", hashOf(signature)); err != nil {
		return false, err
	} else if !is {
		if err := writeOnce(folder, name+".sig", signature); err != nil {
			return false, err
		}
	}
	if is, err := isThere(name, p.DailyHash); err != nil || is {
		return false, err
	}
	b, err := content()
	if err != nil {
		return false, err
	}
	return true, writeOnce(folder, name, b)
}

// isThere says whether a file stands in the folder already, and refuses one of another content.
func isThere(path, hash string) (bool, error) {
	b, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, unwritable(err)
	case hashOf(b) != hash:
		return false, refused("保管先のフォルダのファイル「%s」が、作ったときと違う内容になっています。上書きしていません。サーバの管理者に、だれが変えたかを確かめてもらってください。",
			filepath.Base(path))
	}
	return true, nil
}

// writeOnce writes beside the name, in full and onto the disk, and only then gives it the name, which nothing has yet: a link fails where a
// rename would write over. A folder that knows no links gets the name by a rename.
func writeOnce(folder, path string, content []byte) (err error) {
	tmp, err := os.CreateTemp(folder, ".part-*")
	if err != nil {
		return unwritable(err)
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(content)
	if err == nil {
		err = tmp.Sync()
	}
	if err = errors.Join(err, tmp.Close()); err != nil {
		return unwritable(err)
	}
	if err := os.Chmod(tmp.Name(), 0o440); err != nil {
		return unwritable(err)
	}
	if err = os.Link(tmp.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		if _, e := os.Lstat(path); !errors.Is(e, fs.ErrNotExist) {
			return unwritable(errors.Join(err, e))
		}
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return unwritable(err)
	}
	if err := store.SyncFolder(folder); err != nil {
		return unwritable(err)
	}
	return nil
}

func unwritable(err error) error {
	return &web.OfficeError{Text: "保管先のフォルダに書き込めません。空き容量と権限を、サーバの管理者に確かめてもらってください。記録は失われていません。書けるようになると、続きから書きます。", Err: err}
}
