package sheet

import (
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Encoding of a file.
type Encoding int

const (
	UTF8 Encoding = iota // with or without a BOM; written with one
	CP932
	UTF16
	Workbook // an Excel file, which has no encoding; it is only read
)

func (e Encoding) String() string { return [...]string{"UTF-8", "CP932", "UTF-16", "Excel"}[e] }

// zipHead begins every ZIP, and so every Excel file.
const zipHead = "PK\x03\x04"

const saveAsCSV = "Excelで開き、「名前を付けて保存」で「CSV UTF-8（コンマ区切り）」を選んで保存し直してから、もう一度お試しください。"

// signatures are the first bytes of file types that people often rename to .csv.
var signatures = []struct{ prefix, detail string }{
	{"PK\x05\x06", "このファイルはZIPファイルで、CSVではありません。中のファイルを取り出して、CSVで保存し直してください。"},
	{"\xd0\xcf\x11\xe0", "このファイルは古い形式のExcelブック（.xls）か、パスワードの付いたExcelブックで、読み込めません。" +
		"Excelで開き、「名前を付けて保存」でパスワードの無い「Excelブック（.xlsx）」として保存し直してから、もう一度お試しください。"},
	{"%PDF-", "このファイルはPDFで、CSVではありません。もとの表を開いて、CSVで保存し直してください。"},
	{"\x1f\x8b", "このファイルは圧縮されています。展開してから、もう一度お試しください。"},
	{"<!DOCTYPE", "このファイルはウェブページで、CSVではありません。" + saveAsCSV},
	{"<html", "このファイルはウェブページで、CSVではありません。" + saveAsCSV},
	{"<?xml", "このファイルはXMLで、CSVではありません。" + saveAsCSV},
}

// decode finds the encoding of a file and returns its text. It reads the whole file once: CP932 and
// UTF-8 without a BOM cannot be distinguished by the beginning.
func decode(file io.ReadSeeker) (io.Reader, Encoding, error) {
	head := make([]byte, 512)
	n, err := io.ReadFull(file, head)
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return nil, 0, err
	}
	head = head[:n]
	for _, s := range signatures {
		if bytes.HasPrefix(bytes.TrimLeft(head, " \r\n\t"), []byte(s.prefix)) {
			return nil, 0, &Refusal{Detail: s.detail}
		}
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, 0, err
	}
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return transform.NewReader(file, unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder()), UTF16, nil
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		return file, UTF8, nil // invalid bytes become U+FFFD
	}
	isUTF8, isMail, err := scan(file)
	if err != nil {
		return nil, 0, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, 0, err
	}
	switch {
	case isMail:
		return nil, 0, &Refusal{Detail: "このファイルの文字コード（ISO-2022-JP）は読み込めません。" + saveAsCSV}
	case isUTF8:
		return file, UTF8, nil // as above: what is broken is reported where it stands
	}
	return transform.NewReader(file, japanese.ShiftJIS.NewDecoder()), CP932, nil
}

// scan says whether a file is UTF-8, apart from a few bytes, and whether it contains the escape sequences of ISO-2022-JP,
// an encoding of mails.
func scan(file io.Reader) (isUTF8, isMail bool, err error) {
	buffer, kept := make([]byte, 64<<10), 0
	long, wrong := 0, 0 // characters of three bytes and more, and bytes that belong to no character
	for {
		n, err := file.Read(buffer[kept:])
		b := buffer[:kept+n]
		if bytes.Contains(b, []byte("\x1b$B")) || bytes.Contains(b, []byte("\x1b$@")) {
			return false, true, nil
		}
		at := 0
		for at < len(b) && (err != nil || utf8.FullRune(b[at:])) { // the last character in the buffer may be incomplete
			if b[at] < utf8.RuneSelf {
				at++
				continue
			}
			r, size := utf8.DecodeRune(b[at:])
			if r == utf8.RuneError && size == 1 {
				wrong++
			} else if size > 2 {
				long++
			}
			at += size
		}
		kept = copy(buffer, b[at:])
		if err == io.EOF {
			return long >= perWrong*wrong, false, nil
		}
		if err != nil {
			return false, false, err
		}
	}
}

// perWrong is how many whole characters stand against one byte that is none. Japanese has three bytes in UTF-8; in a file
// in CP932 nearly every kanji leaves such a byte, and characters of three bytes hardly occur: half-width kana look like two.
const perWrong = 4

// IsLost says that a character was not decoded: invalid bytes, or a user-defined character (外字),
// which means something else on another machine.
func IsLost(r rune) bool {
	return r == utf8.RuneError || r >= 0xe000 && r <= 0xf8ff || r >= 0xf0000
}
