package web

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/store"
	"tsunagu/store/master"
)

var (
	errTooLarge = &Problem{Title: "Content too large", Status: 413, Detail: "添付ファイルは20MBまでです。ファイルを分けるか、小さくしてから、もう一度お試しください。",
		Code: "too_large"}
	errUnsupportedType = &Problem{Title: "Unsupported media type", Status: 415,
		Detail: "この形式のファイルは添付できません。PDF、Word、Excel、PowerPoint、PNG、JPEG、テキスト、CSV のいずれかにしてください。", Code: "unsupported_type"}
)

// KeepFile writes an upload into the data folder under a random name: temporary file, fsync, rename, fsync of the folder and of the one
// that holds it, which may be new; the row comes after it, in the transaction of what it belongs to (trust.md Input and output). What a
// crash leaves in between is a file that nobody refers to. However many are sent at once, and however slowly, no more than filesJudged
// are in memory.
func (a *Platform) KeepFile(name string, body io.Reader) (f *store.File, err error) {
	id := auth.NewSecret()
	// The folder in small letters: on Windows and macOS, Ab and aB are one, under the name that came first.
	f = &store.File{ID: store.NewID(), Name: CleanFileName(name), Path: strings.ToLower(id[:2]) + "/" + id}
	path := filepath.Join(a.Store.Dir(), store.FilesDir, f.Path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, unwritten(err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".upload-*")
	if err != nil {
		return nil, unwritten(err)
	}
	defer func() {
		if err != nil {
			tmp.Close()
			os.Remove(tmp.Name())
		}
	}()
	from, sum := &sender{Reader: io.LimitReader(body, deal.AttachmentBytes+1)}, sha256.New()
	f.Size, err = io.Copy(tmp, io.TeeReader(from, sum))
	switch {
	case from.err != nil:
		return nil, from.err
	case err != nil:
		return nil, unwritten(err)
	case f.Size > deal.AttachmentBytes:
		return nil, errTooLarge
	case f.Size == 0:
		return nil, errUnsupportedType
	}
	f.SHA256 = hex.EncodeToString(sum.Sum(nil))
	if f.MediaType, err = a.judge(tmp.Name()); err != nil {
		return nil, err
	}
	if f.MediaType == "" {
		return nil, errUnsupportedType
	}
	f.Name = NameLike(f.Name, f.MediaType)
	if err := KeepDurably(tmp, path); err != nil {
		return nil, unwritten(err)
	}
	if err := store.SyncFolder(filepath.Dir(filepath.Dir(path))); err != nil {
		return nil, unwritten(err)
	}
	return f, nil
}

// sender tells a sender that broke off from a disk that is full.
type sender struct {
	io.Reader
	err error
}

func (s *sender) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

func unwritten(err error) error { return fmt.Errorf("%w: %w", store.ErrUnavailable, err) }

// filesJudged is how many uploads are looked into at once.
const filesJudged = 2

// judge is the media type of a file under way, "" for what is not accepted.
func (a *Platform) judge(path string) (string, error) {
	a.judging <- struct{}{}
	defer func() { <-a.judging }()
	b, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	return sniff(b), nil
}

func KeepDurably(tmp *os.File, path string) error {
	if err := tmp.Sync(); err != nil {
		return err
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), path); err != nil {
		return err
	}
	return store.SyncFolder(filepath.Dir(path))
}

// dropFile removes a file whose row was never written.
func (a *Platform) dropFile(f *store.File) {
	if f != nil {
		_ = os.Remove(filepath.Join(a.Store.Dir(), store.FilesDir, f.Path))
	}
}

// SendFile opens a kept file as a download.
func (a *Platform) SendFile(f *store.File) (*Download, error) {
	body, err := os.Open(filepath.Join(a.Store.Dir(), store.FilesDir, filepath.FromSlash(f.Path)))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("file %s is missing on disk: %w", f.ID, err)
	}
	if err != nil {
		return nil, err
	}
	// Half a file must not be handed out for the whole one.
	if info, err := body.Stat(); err != nil || info.Size() != f.Size {
		return nil, errors.Join(fmt.Errorf("file %s is not as long on disk as when it was kept", f.ID), err, body.Close())
	}
	return &Download{Name: f.Name, MediaType: f.MediaType, Size: f.Size, Body: body}, nil
}

// CleanFileName keeps the last part of what the client called the file, for showing only.
func CleanFileName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.TrimSpace(strings.Join(strings.FieldsFunc(master.Clean(name), unicode.IsControl), ""))
	if name == "" || !utf8.ValidString(name) {
		name = "添付ファイル"
	}
	return Truncate(name, 120)
}

// An Office file has some dozens of entries, and unpacks to some times its size. Nobody unpacks
// it here; who downloads it must not get what fills his disk.
const (
	zipEntries  = 10_000
	zipUnpacked = 500 << 20
)

// isZipBomb says that an archive unpacks to more than any honest one, or that its entries lie over each other.
func isZipBomb(z *zip.Reader, size uint64) bool {
	var packed, unpacked uint64
	for _, f := range z.File {
		packed, unpacked = packed+f.CompressedSize64, unpacked+f.UncompressedSize64
		if f.CompressedSize64 > size || packed > size || f.UncompressedSize64 > zipUnpacked || unpacked > zipUnpacked {
			return true
		}
	}
	return false
}

// extensions are what files of a type may be called: who double-clicks a download gets what it is.
var extensions = map[string][]string{
	"application/pdf": {".pdf"}, "image/png": {".png"}, "image/jpeg": {".jpg", ".jpeg"},
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document":   {".docx"},
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":         {".xlsx"},
	"application/vnd.openxmlformats-officedocument.presentationml.presentation": {".pptx"},
	"text/plain": {".txt", ".csv", ".tsv", ".md"},
}

// NameLike gives a file's name the ending of its content where it has another's: 資料.bat is 資料.bat.txt.
func NameLike(name, media string) string {
	allowed := extensions[media]
	if slices.Contains(allowed, strings.ToLower(filepath.Ext(name))) {
		return name
	}
	return name + allowed[0]
}

// markup is what begins as HTML, SVG or XML does, whatever it says it is.
var markup = regexp.MustCompile(`^(\x{FEFF}|\s)*<[A-Za-z!?/]`)

// sniff judges a file by its content, never by its name: the media type, or "" for what is not accepted (deal.AttachmentTypes). Office
// files are ZIPs with a known entry; only the directory of the ZIP is read, nothing is unpacked.
func sniff(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("%PDF-")):
		return "application/pdf"
	case bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")):
		return "image/png"
	case bytes.HasPrefix(b, []byte("\xff\xd8\xff")):
		return "image/jpeg"
	case bytes.HasPrefix(b, []byte("PK\x03\x04")):
		// Counted first: the reader would make room for half a million entries, and the archive's own figures may lie.
		if bytes.Count(b, []byte("PK\x01\x02")) > zipEntries {
			return ""
		}
		z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
		if err != nil || isZipBomb(z, uint64(len(b))) {
			return ""
		}
		for _, f := range z.File {
			switch f.Name {
			case "word/document.xml":
				return "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
			case "xl/workbook.xml":
				return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
			case "ppt/presentation.xml":
				return "application/vnd.openxmlformats-officedocument.presentationml.presentation"
			}
		}
		return ""
	}
	if bytes.IndexByte(b, 0) >= 0 || markup.Match(b) {
		return ""
	}
	// Text in UTF-8 or CP932; never what a browser would run.
	if t := http.DetectContentType(b); strings.HasPrefix(t, "text/plain") || t == "application/octet-stream" &&
		!bytes.ContainsAny(b, "\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f") {
		return "text/plain"
	}
	return ""
}
