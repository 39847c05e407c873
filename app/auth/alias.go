package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"

	"github.com/google/uuid"
)

// Alias is the content of an id that is valid in one context only. A caller who may not know the
// identity of a thing gets such an id, and a different one for the same thing in every other
// context. The id contains everything encrypted under the key file; nothing is stored.
type Alias struct {
	Kind    byte   // the kind of thing and of context
	Context uint32 // the context's number in the database
	Subject uint32 // the thing's number in the database
	Mark    uint64 // 40 bits of the thing's own id: they detect a number that was given out again
}

// AliasMark is the mark of a thing's own id: the last 40 of its random bits.
func AliasMark(id string) uint64 {
	u, err := uuid.Parse(id)
	if err != nil {
		return 0
	}
	return binary.BigEndian.Uint64(u[8:]) & (1<<40 - 1)
}

// Alias encodes an alias as a UUID of version 8 (RFC 9562: custom). It applies the AES permutation
// of 16 bytes, under a key of its own, again and again until the result has the fixed bits of such a
// UUID (cycle walking); so it can be reversed.
func (k *Keys) Alias(a Alias) string {
	var b [16]byte
	binary.BigEndian.PutUint32(b[0:], a.Context)
	b[4], b[5], b[6], b[7], b[8] = a.Kind, byte(a.Mark>>32), aliasVersion, byte(a.Mark>>24), aliasVariant
	binary.BigEndian.PutUint32(b[9:], a.Subject)
	b[13], b[14], b[15] = byte(a.Mark>>16), byte(a.Mark>>8), byte(a.Mark)
	block := k.aliases
	for done := false; !done; done = isAlias(&b) {
		block.Encrypt(b[:], b[:])
	}
	return uuid.UUID(b).String()
}

// ReadAlias is the reverse of Alias. A text that is no alias decodes to random values: the caller must
// compare the mark with that of the thing.
func (k *Keys) ReadAlias(id string) (Alias, bool) {
	u, err := uuid.Parse(id)
	b := [16]byte(u)
	if err != nil || u.String() != id || !isAlias(&b) {
		return Alias{}, false
	}
	block := k.aliases
	for done := false; !done; done = isAlias(&b) {
		block.Decrypt(b[:], b[:])
	}
	if b[6] != aliasVersion || b[8] != aliasVariant {
		return Alias{}, false
	}
	return Alias{Kind: b[4], Context: binary.BigEndian.Uint32(b[0:]), Subject: binary.BigEndian.Uint32(b[9:]),
		Mark: uint64(b[5])<<32 | uint64(b[7])<<24 | uint64(b[13])<<16 | uint64(b[14])<<8 | uint64(b[15])}, true
}

// The fixed bits of a UUID of version 8; ten more bits of an alias are always zero.
const (
	aliasVersion = 0x80
	aliasVariant = 0x80
)

func isAlias(b *[16]byte) bool { return b[6]&0xf0 == aliasVersion && b[8]&0xc0 == aliasVariant }

// aliasBlock derives the key of aliases from the pepper, which a restored backup keeps: an address
// that somebody has saved stays valid.
func (k *Keys) aliasBlock() cipher.Block {
	block, err := aes.NewCipher(k.mac("alias")[:16])
	if err != nil {
		panic(err) // 16 bytes are a key of AES
	}
	return block
}
