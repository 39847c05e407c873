package app

import (
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
	"strings"
	"unicode/utf8"

	"archive/zip"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/store"
)

var (
	errTooLarge        = &Problem{"Content too large", 413, "添付ファイルは20MBまでです。ファイルを分けるか、小さくしてから、もう一度お試しください。", "too_large", nil, 0}
	errUnsupportedType = &Problem{"Unsupported media type", 415, "この形式のファイルは添付できません。PDF、Word、Excel、PowerPoint、PNG、JPEG、テキスト、CSV のいずれかにしてください。", "unsupported_type", nil, 0}
)

// keepFile writes an upload into the data folder under a random name: temporary file, fsync,
// rename, fsync of the folder; the row comes after it, in the transaction of what it belongs to
// (trust.md Input and output). What a crash leaves in between is a file that nobody refers to.
func (a *App) keepFile(name string, body io.Reader) (*store.File, error) {
	b, err := io.ReadAll(io.LimitReader(body, deal.AttachmentBytes+1))
	if err != nil {
		return nil, err
	}
	if len(b) > deal.AttachmentBytes {
		return nil, errTooLarge
	}
	media := sniff(b)
	if media == "" || len(b) == 0 {
		return nil, errUnsupportedType
	}
	sum := sha256.Sum256(b)
	id := auth.NewSecret()
	f := &store.File{ID: store.NewID(), Name: cleanFileName(name), MediaType: media, Size: int64(len(b)), SHA256: hex.EncodeToString(sum[:]), Path: id[:2] + "/" + id}
	full := filepath.Join(a.store.Dir(), store.FilesDir, f.Path)
	if err := writeDurably(full, b); err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return f, nil
}

func writeDurably(path string, b []byte) (err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, ".upload-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			tmp.Close()
			os.Remove(tmp.Name())
		}
	}()
	if _, err = tmp.Write(b); err != nil {
		return err
	}
	if err = tmp.Sync(); err != nil {
		return err
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	if err = os.Rename(tmp.Name(), path); err != nil {
		return err
	}
	return syncFolder(dir)
}

// dropFile removes a file whose row was never written.
func (a *App) dropFile(f *store.File) {
	if f != nil {
		_ = os.Remove(filepath.Join(a.store.Dir(), store.FilesDir, f.Path))
	}
}

// sendFile opens a kept file as a download.
func (a *App) sendFile(f *store.File) (*download, error) {
	body, err := os.Open(filepath.Join(a.store.Dir(), store.FilesDir, filepath.FromSlash(f.Path)))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("file %s is missing on disk: %w", f.ID, err)
	}
	if err != nil {
		return nil, err
	}
	return &download{name: f.Name, mediaType: f.MediaType, size: f.Size, body: body}, nil
}

// cleanFileName keeps the last part of what the client called the file, for showing only.
func cleanFileName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return -1
		}
		return r
	}, name))
	if name == "" || !utf8.ValidString(name) {
		name = "添付ファイル"
	}
	return truncate(name, 120)
}

// markup is what begins as HTML, SVG or XML does, whatever it says it is.
var markup = regexp.MustCompile(`^(\x{FEFF}|\s)*<[A-Za-z!?/]`)

// sniff judges a file by its content, never by its name: the media type, or "" for what is not
// accepted (deal.AttachmentTypes). Office files are ZIPs with a known entry; only the directory
// of the ZIP is read, nothing is unpacked.
func sniff(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("%PDF-")):
		return "application/pdf"
	case bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")):
		return "image/png"
	case bytes.HasPrefix(b, []byte("\xff\xd8\xff")):
		return "image/jpeg"
	case bytes.HasPrefix(b, []byte("PK\x03\x04")):
		z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
		if err != nil {
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
	if t := http.DetectContentType(b); strings.HasPrefix(t, "text/plain") || t == "application/octet-stream" && !bytes.ContainsAny(b, "\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f") {
		return "text/plain"
	}
	return ""
}
