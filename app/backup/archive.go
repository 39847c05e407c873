// Package backup defines the file of a backup: a tar of the database, the attachments and, if it is
// encrypted, the key file, with a manifest of hashes at its end. It knows neither SQL nor what the
// files mean.
package backup

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"

	"filippo.io/age"
)

// Names inside an archive. Attachments are FilesPrefix and the path below it.
const (
	Database     = "tsunagu.db"
	KeyFile      = "tsunagu.key"
	FilesPrefix  = "files/"
	manifestName = "manifest.json"
)

// format is the version that this program writes, and the newest that it reads.
const format = 1

// maxManifest limits the bytes read into memory: about 200 for each attachment.
const maxManifest = 512 << 20

// Errors that the operator can solve.
var (
	// ErrIncomplete: the manifest, which is written last, is missing.
	ErrIncomplete = errors.New("バックアップが途中で切れています。別のバックアップを使ってください")
	// ErrNewer: it was written by a later version of the program.
	ErrNewer = errors.New("このバックアップは、この版より新しい「つなぐ」で作られています。新しい版の実行ファイルを使ってください")
	// ErrEncrypted: it is encrypted, and no private key is given.
	ErrEncrypted = errors.New("このバックアップは暗号化されています。-identity で秘密鍵のファイルを指定してください")
	// ErrIdentity: it was encrypted to another key.
	ErrIdentity = errors.New("この秘密鍵では開けません。バックアップを作ったときの公開鍵と対になる秘密鍵のファイルを指定してください")
)

// Manifest tells what an archive holds.
type Manifest struct {
	Format  int       `json:"format"`
	Version string    `json:"version"` // of the program
	Schema  int64     `json:"schema"`  // of the database
	Time    time.Time `json:"time"`    // UTC
	Files   []File    `json:"files"`
	// Damaged are attachments that were missing or altered when the backup was made: the archive has
	// them as they were, and a check of the archive does not report them as errors.
	Damaged []string `json:"damaged,omitempty"`
}

// File is one file of an archive.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Writer writes an archive.
type Writer struct {
	tar   *tar.Writer
	seal  io.WriteCloser // nil where it is not encrypted
	files []File
	now   time.Time
}

// NewWriter begins an archive; now is its time. With a recipient ("age1…") it is encrypted, with ""
// not.
func NewWriter(w io.Writer, recipient string, now time.Time) (*Writer, error) {
	out := &Writer{now: now}
	if recipient != "" {
		r, err := age.ParseX25519Recipient(recipient)
		if err != nil {
			return nil, err
		}
		if out.seal, err = age.Encrypt(w, r); err != nil {
			return nil, err
		}
		w = out.seal
	}
	out.tar = tar.NewWriter(w)
	return out, nil
}

// Add writes a file of the given size and returns the hash of what was written.
func (w *Writer) Add(name string, size int64, r io.Reader) (string, error) {
	h := sha256.New()
	if err := w.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: size, ModTime: w.now, Format: tar.FormatPAX}); err != nil {
		return "", err
	}
	if n, err := io.Copy(w.tar, io.TeeReader(r, h)); err != nil {
		return "", err
	} else if n != size {
		return "", fmt.Errorf("%s: %d of %d bytes", name, n, size)
	}
	sum := hex.EncodeToString(h.Sum(nil))
	w.files = append(w.files, File{name, size, sum})
	return sum, nil
}

// Close writes the manifest and ends the archive. An archive that was not closed is no valid
// backup.
func (w *Writer) Close(m *Manifest) error {
	m.Format, m.Time, m.Files = format, w.now.UTC().Truncate(time.Second), w.files
	b, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	if _, err := w.Add(manifestName, int64(len(b)), bytes.NewReader(b)); err != nil {
		return err
	}
	if err := w.tar.Close(); err != nil {
		return err
	}
	if w.seal != nil {
		return w.seal.Close()
	}
	return nil
}

// namePattern matches every name that an archive may contain: none leads out of a folder.
var namePattern = regexp.MustCompile(`^(tsunagu\.db|tsunagu\.key|files/[A-Za-z0-9_-]{2}/[A-Za-z0-9_-]{1,100})$`)

// Read reads an archive and verifies it against its manifest. It passes every file to each; what
// each did is valid only if Read returns no error.
func Read(r io.Reader, identities []age.Identity, each func(name string, size int64, r io.Reader) error) (*Manifest, error) {
	head := make([]byte, len(ageMagic))
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	r = io.MultiReader(bytes.NewReader(head[:n]), r)
	if string(head[:n]) == ageMagic {
		if len(identities) == 0 {
			return nil, ErrEncrypted
		}
		if r, err = age.Decrypt(r, identities...); err != nil {
			var none *age.NoIdentityMatchError
			if errors.As(err, &none) {
				return nil, ErrIdentity
			}
			return nil, damaged("暗号の先頭が読めません", err)
		}
	}
	seen := map[string]File{}
	for t := tar.NewReader(r); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, ErrIncomplete
		}
		if err != nil {
			return nil, damaged("読み取れない部分があります", err)
		}
		if h.Name == manifestName {
			return compare(t, h.Size, seen)
		}
		if h.Typeflag != tar.TypeReg || !namePattern.MatchString(h.Name) || seen[h.Name].Name != "" {
			return nil, damaged("つなぐのバックアップにない名前 "+h.Name+" があります", nil)
		}
		sum := sha256.New()
		in := &source{r: io.TeeReader(t, sum)}
		err = each(h.Name, h.Size, in)
		if err == nil {
			_, err = io.Copy(io.Discard, in)
		}
		if in.err != nil {
			err = in.err
		}
		if err != nil {
			return nil, err
		}
		seen[h.Name] = File{h.Name, h.Size, hex.EncodeToString(sum.Sum(nil))}
	}
}

const ageMagic = "age-encryption.org/v1\n"

func compare(r io.Reader, size int64, seen map[string]File) (*Manifest, error) {
	if size > maxManifest {
		return nil, damaged("目録が大きすぎます", nil)
	}
	b, err := io.ReadAll(&source{r: r})
	if err != nil {
		return nil, err
	}
	var m Manifest
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, damaged("目録が読めません", err)
	}
	if m.Format > format {
		return nil, ErrNewer
	}
	for _, f := range m.Files {
		switch got, ok := seen[f.Name]; {
		case !ok:
			return nil, damaged(f.Name+" がありません", nil)
		case got != f:
			return nil, damaged(f.Name+" の内容が目録と違います", nil)
		}
		delete(seen, f.Name)
	}
	for name := range seen {
		return nil, damaged(name+" が目録にありません", nil)
	}
	return &m, nil
}

// DamagedError says that an archive differs from what was written.
type DamagedError struct {
	what string
	err  error
}

func damaged(what string, err error) error { return &DamagedError{what, err} }

func (e *DamagedError) Error() string {
	return "バックアップが壊れています（" + e.what + "）。別のバックアップを使ってください"
}

func (e *DamagedError) Unwrap() error { return e.err }

// source distinguishes errors of reading the archive from errors of the one who consumes it.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(b []byte) (int, error) {
	n, err := s.r.Read(b)
	switch {
	case err == nil || errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return n, err
	case errors.Is(err, io.ErrUnexpectedEOF):
		s.err = ErrIncomplete
	default:
		s.err = damaged("読み取れない部分があります", err)
	}
	return n, s.err
}
