package apptest

import (
	"archive/zip"
	"bytes"
	"io"
	"slices"
	"strings"
)

// Unpacked is a body in a searchable form: the parts of a workbook instead of its compressed bytes.
func Unpacked(body string) string {
	if !strings.HasPrefix(body, "PK\x03\x04") {
		return body
	}
	z, err := zip.NewReader(bytes.NewReader([]byte(body)), int64(len(body)))
	if err != nil {
		return body
	}
	var all strings.Builder
	slices.SortFunc(z.File, func(x, y *zip.File) int { return strings.Compare(x.Name, y.Name) }) // the ZIP has any order
	for _, f := range z.File {
		if f.Name == "[Content_Types].xml" {
			continue // the content types, whose order is random
		}
		r, err := f.Open()
		if err != nil {
			return body
		}
		if _, err := io.Copy(&all, r); err != nil {
			return body
		}
		r.Close()
	}
	return all.String()
}
