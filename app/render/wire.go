package render

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
)

// request is what the server asks of a worker: with a file, to open it; with a page, to draw one of
// the open file.
type request struct {
	Media string   `json:",omitempty"`
	Page  int      `json:",omitempty"`
	Width int      `json:",omitempty"`
	Mark  []string `json:",omitempty"`
}

// reply is the worker's answer. It sends the first one without a request, when it is ready.
type reply struct {
	Error         string       `json:",omitempty"` // a key of errorByWord
	Sizes         [][2]float64 `json:",omitempty"`
	Width, Height int          `json:",omitempty"`
}

const (
	maxHead = 256 << 10
	maxBody = 32 << 20 // a picture of maxPixels takes less
)

var errWire = errors.New("render: the worker does not speak the language")

// send writes a head and the body that belongs to it.
func send(w io.Writer, head any, body []byte) error {
	h, err := json.Marshal(head)
	if err != nil {
		return err
	}
	out := binary.BigEndian.AppendUint32(nil, uint32(len(h)))
	out = binary.BigEndian.AppendUint32(out, uint32(len(body)))
	if _, err := w.Write(append(out, h...)); err != nil {
		return err
	}
	_, err = w.Write(body)
	return err
}

// receive reads a head and its body. It checks the lengths that the other side states.
func receive(r io.Reader, head any) (body []byte, err error) {
	var size [8]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return nil, err
	}
	h, b := binary.BigEndian.Uint32(size[:4]), binary.BigEndian.Uint32(size[4:])
	if h > maxHead || b > maxBody {
		return nil, errWire
	}
	buf := make([]byte, h)
	if _, err := io.ReadFull(r, buf); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(buf, head); err != nil {
		return nil, errWire
	}
	body = make([]byte, b)
	_, err = io.ReadFull(r, body)
	return body, err
}
