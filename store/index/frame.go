package index

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"strings"
)

// ErrBroken is what a Reader finds where the bytes are not those that a Writer wrote.
var ErrBroken = errors.New("index: not what was written")

// Writer writes tables and records for a Reader. What it writes stands in frames, each with its length
// and a checksum. A checksum begins with the seed and the number of its frame, so that a frame of
// another file, or of another place in this one, is as wrong as a damaged one.
type Writer struct {
	to   io.Writer
	seed []byte
	n    uint32 // frames written
	buf  []byte // the frame that is being filled, after room for its head
	err  error
}

const (
	frameHead = 8 // length and checksum
	frameSize = 1 << 18
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// NewWriter writes to w, one frame at a time.
func NewWriter(w io.Writer, seed []byte) *Writer {
	return &Writer{to: w, seed: seed, buf: make([]byte, frameHead, frameHead+frameSize)}
}

// Close writes what is left, and that it is all. It returns the first error of all writing.
func (w *Writer) Close() error {
	w.flush()
	w.frame() // an empty one is the end
	return w.err
}

func (w *Writer) flush() {
	if len(w.buf) > frameHead {
		w.frame()
	}
}

func (w *Writer) frame() {
	if w.err != nil {
		w.buf = w.buf[:frameHead]
		return
	}
	length := uint32(len(w.buf) - frameHead)
	binary.LittleEndian.PutUint32(w.buf, length)
	binary.LittleEndian.PutUint32(w.buf[4:], checksum(w.seed, w.n, w.buf[frameHead:]))
	_, w.err = w.to.Write(w.buf)
	w.n++
	w.buf = w.buf[:frameHead]
}

func checksum(seed []byte, number uint32, frame []byte) uint32 {
	var place [8]byte
	binary.LittleEndian.PutUint32(place[:], number)
	binary.LittleEndian.PutUint32(place[4:], uint32(len(frame)))
	return crc32.Update(crc32.Update(crc32.Checksum(seed, castagnoli), castagnoli, place[:]), castagnoli, frame)
}

// Uint writes a number.
func (w *Writer) Uint(n uint64) {
	if cap(w.buf)-len(w.buf) < binary.MaxVarintLen64 {
		w.flush()
	}
	w.buf = binary.AppendUvarint(w.buf, n)
}

// Int writes a number that may be below zero.
func (w *Writer) Int(n int64) { w.Uint(uint64(n)<<1 ^ uint64(n>>63)) }

// String writes a text.
func (w *Writer) String(s string) {
	w.Uint(uint64(len(s)))
	for len(s) > 0 {
		n := w.room(1, len(s))
		w.buf = append(w.buf, s[:n]...)
		s = s[n:]
	}
}

// room is how many of some numbers of a size fit into the frame, at least one.
func (w *Writer) room(size, n int) int {
	if cap(w.buf)-len(w.buf) < size {
		w.flush()
	}
	return min(n, (cap(w.buf)-len(w.buf))/size)
}

func write8(w *Writer, of []uint8) {
	for len(of) > 0 {
		n := w.room(1, len(of))
		w.buf = append(w.buf, of[:n]...)
		of = of[n:]
	}
}

func write16(w *Writer, of []uint16) {
	for len(of) > 0 {
		n := w.room(2, len(of))
		for _, v := range of[:n] {
			w.buf = binary.LittleEndian.AppendUint16(w.buf, v)
		}
		of = of[n:]
	}
}

func write32(w *Writer, of []uint32) {
	for len(of) > 0 {
		n := w.room(4, len(of))
		for _, v := range of[:n] {
			w.buf = binary.LittleEndian.AppendUint32(w.buf, v)
		}
		of = of[n:]
	}
}

func write64(w *Writer, of []uint64) {
	for len(of) > 0 {
		n := w.room(8, len(of))
		for _, v := range of[:n] {
			w.buf = binary.LittleEndian.AppendUint64(w.buf, v)
		}
		of = of[n:]
	}
}

// Reader reads what a Writer wrote. It trusts nothing: whatever the bytes are, it neither panics nor
// takes more memory than a few times what there is to read. After an error all that it reads is zero.
type Reader struct {
	from io.Reader
	left int64 // bytes that are not read yet
	seed []byte
	n    uint32
	room []byte
	rest []byte // of the frame
	err  error
}

// NewReader reads so many bytes of r, which are all there are.
func NewReader(r io.Reader, size int64, seed []byte) *Reader {
	return &Reader{from: r, left: size, seed: seed}
}

// Err is the first error.
func (r *Reader) Err() error { return r.err }

// Fail has the reader fail where what it reads cannot be.
func (r *Reader) Fail() {
	if r.err == nil {
		r.err = ErrBroken
	}
	r.rest = nil
}

func (r *Reader) fail(err error) {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = ErrBroken
	}
	if r.err == nil {
		r.err = err
	}
	r.rest = nil
}

// Close looks whether all has been read.
func (r *Reader) Close() error {
	if r.err == nil && len(r.rest) > 0 {
		r.Fail()
	}
	if r.next(); r.err == nil && (len(r.rest) > 0 || r.left > 0) {
		r.Fail()
	}
	return r.err
}

// next reads the next frame, which is empty at the end.
func (r *Reader) next() {
	var head [frameHead]byte
	if r.err != nil {
		return
	}
	if _, err := io.ReadFull(r.from, head[:]); err != nil {
		r.fail(err)
		return
	}
	length := binary.LittleEndian.Uint32(head[:])
	if r.left -= frameHead; int64(length) > r.left || length > frameSize {
		r.Fail()
		return
	}
	if cap(r.room) < int(length) {
		r.room = make([]byte, length)
	}
	r.rest = r.room[:length]
	if _, err := io.ReadFull(r.from, r.rest); err != nil {
		r.fail(err)
		return
	}
	if r.left -= int64(length); checksum(r.seed, r.n, r.rest) != binary.LittleEndian.Uint32(head[4:]) {
		r.Fail()
		return
	}
	r.n++
}

// there says that some bytes are left in the frame, or reads the next.
func (r *Reader) there() bool {
	if len(r.rest) == 0 {
		if r.next(); len(r.rest) == 0 {
			r.Fail()
		}
	}
	return r.err == nil
}

// Uint reads a number.
func (r *Reader) Uint() uint64 {
	if !r.there() {
		return 0
	}
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		r.Fail()
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

// Int reads a number that may be below zero.
func (r *Reader) Int() int64 {
	n := r.Uint()
	return int64(n>>1) ^ -int64(n&1)
}

// Count reads how many there are of something that takes at least so many bytes each: never more
// than what is left to read could be.
func (r *Reader) Count(size int) int {
	n := r.Uint()
	if n > uint64(r.most(size)) {
		r.Fail()
		return 0
	}
	return int(n)
}

// most is how many of a size can be left to read.
func (r *Reader) most(size int) int64 { return (r.left + int64(len(r.rest))) / int64(size) }

// String reads a text.
func (r *Reader) String() string { return r.text(r.Count(1)) }

func (r *Reader) text(n int) string {
	var b strings.Builder
	b.Grow(n)
	for b.Len() < n && r.there() {
		part := r.rest[:min(len(r.rest), n-b.Len())]
		b.Write(part)
		r.rest = r.rest[len(part):]
	}
	if r.err != nil {
		return ""
	}
	return b.String()
}

// part are the bytes of as many of some numbers of a size as stand in the frame.
func (r *Reader) part(size, n int) []byte {
	if !r.there() {
		return nil
	}
	n = min(n, len(r.rest)/size)
	if n == 0 {
		r.Fail()
		return nil
	}
	part := r.rest[:n*size]
	r.rest = r.rest[n*size:]
	return part
}

func read8(r *Reader, to []uint8) {
	for len(to) > 0 && r.err == nil {
		to = to[copy(to, r.part(1, len(to))):]
	}
}

func read16(r *Reader, to []uint16) {
	for len(to) > 0 && r.err == nil {
		part := r.part(2, len(to))
		for i := range len(part) / 2 {
			to[i] = binary.LittleEndian.Uint16(part[2*i:])
		}
		to = to[len(part)/2:]
	}
}

func read32(r *Reader, to []uint32) {
	for len(to) > 0 && r.err == nil {
		part := r.part(4, len(to))
		for i := range len(part) / 4 {
			to[i] = binary.LittleEndian.Uint32(part[4*i:])
		}
		to = to[len(part)/4:]
	}
}

func read64(r *Reader, to []uint64) {
	for len(to) > 0 && r.err == nil {
		part := r.part(8, len(to))
		for i := range len(part) / 8 {
			to[i] = binary.LittleEndian.Uint64(part[8*i:])
		}
		to = to[len(part)/8:]
	}
}
