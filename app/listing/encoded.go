package listing

import (
	"bytes"

	"tsunagu/app/web"
)

// MarshalJSON is the list as a part of another answer.
func (l *ListingList) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	err := web.WriteJSON(&b, l)
	return b.Bytes(), err
}
