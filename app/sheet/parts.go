package sheet

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
)

// parts collects the entries of a ZIP. They are written in random order but stored in the order of
// their names, so that the same report gives the same file: each entry is first compressed into a
// temporary file.
type parts struct {
	dir  string
	all  map[string]*part
	open *part
	out  *bufio.Writer // of the open entry, as is pack: one after another has them, as they are large
	pack *flate.Writer
}

// part is one entry.
type part struct {
	file *os.File
	pack *flate.Writer
	sum  hash.Hash32
	size uint64
}

// Create begins an entry and ends the one before, as in archive/zip.
func (p *parts) Create(name string) (io.Writer, error) {
	if err := p.finish(); err != nil {
		return nil, err
	}
	if p.all[name] != nil {
		return nil, errors.New("sheet: " + name + " twice in one file")
	}
	f, err := os.CreateTemp(p.dir, "part-*")
	if err != nil {
		return nil, err
	}
	if p.all == nil {
		p.all, p.out = map[string]*part{}, bufio.NewWriterSize(nil, 64<<10)
		if p.pack, err = flate.NewWriter(nil, flate.DefaultCompression); err != nil {
			return nil, errors.Join(err, f.Close())
		}
	}
	p.out.Reset(f)
	p.pack.Reset(p.out)
	p.open = &part{f, p.pack, crc32.NewIEEE(), 0}
	p.all[name] = p.open
	return p.open, nil
}

func (p *part) Write(b []byte) (int, error) {
	p.size += uint64(len(b))
	_, _ = p.sum.Write(b) // never fails
	return p.pack.Write(b)
}

func (p *parts) finish() error {
	if p.open == nil {
		return nil
	}
	err := errors.Join(p.pack.Close(), p.out.Flush())
	p.open.pack, p.open = nil, nil
	return err
}

// AddFS is part of the interface that excelize requires; it never calls it.
func (p *parts) AddFS(fs.FS) error { return errors.ErrUnsupported }

// Close ends the last entry.
func (p *parts) Close() error { return p.finish() }

// join writes the file. The content types come first, as programs that recognise a workbook by its
// first bytes expect.
func (p *parts) join(path string) (err error) {
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	z := zip.NewWriter(out)
	for _, name := range slices.Sorted(maps.Keys(p.all)) { // '[' of [Content_Types].xml sorts before all letters in use
		e := p.all[name]
		size, err := e.file.Seek(0, io.SeekEnd)
		if err != nil {
			return err
		}
		if _, err := e.file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		w, err := z.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Deflate, CRC32: e.sum.Sum32(), CompressedSize64: uint64(size),
			UncompressedSize64: e.size})
		if err != nil {
			return err
		}
		if _, err := io.Copy(w, e.file); err != nil {
			return err
		}
	}
	return z.Close()
}

// remove deletes the temporary files.
func (p *parts) remove() {
	for _, e := range p.all {
		_ = e.file.Close()
		_ = os.Remove(e.file.Name())
	}
}
