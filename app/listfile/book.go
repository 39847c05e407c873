package listfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Book is a workbook as a download, made in a folder of its own, which goes with the download or with an error.
func Book(a *web.Platform, name string, about sheet.About, write func(*sheet.Book) error) (_ *web.Download, err error) {
	dir, err := a.SpoolFolder()
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(dir)
		}
	}()
	b := sheet.NewBook(dir, about)
	defer b.Close()
	if err := write(b); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "book.xlsx")
	if err := b.Save(path); err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err) // only the disk can fail here
	}
	return web.OpenSpooled(dir, path, name, BookMedia)
}

// BookBytes is a small workbook for a paper that is kept: the caller bounds what is in it.
func BookBytes(a *web.Platform, about sheet.About, write func(*sheet.Book) error) (_ []byte, err error) {
	d, err := Book(a, "book.xlsx", about, write)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Body.Close()) }()
	return io.ReadAll(d.Body)
}
