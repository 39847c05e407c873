package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"

	"github.com/google/uuid"
)

// Alias is what an id stands for that was made for one context alone: somebody who may not know who
// a thing is gets such an id, and another one of the same thing wherever he meets it again. It says
// all that is in it, but to nobody without the key file; nothing of it is stored.
type Alias struct {
	Kind    byte   // what it is an id of, and in which kind of context
	Context uint32 // the context's number in the database
	Subject uint32 // the thing's
	Mark    uint64 // of the thing's own id: a number that is given out again is not mistaken. 40 bits
}

// AliasMark is the mark of a thing's own id: the last 40 of its random bits.
func AliasMark(id string) uint64 {
	u, err := uuid.Parse(id)
	if err != nil {
		return 0
	}
	return binary.BigEndian.Uint64(u[8:]) & (1<<40 - 1)
}

// Alias is the id of an alias, a UUID of version 8 (RFC 9562: of one's own making). It is the AES
// permutation of the 16 bytes under a key of its own, walked until the result has the bits of a UUID
// again; so it can be walked back.
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

// ReadAlias is the reverse of Alias. Of a text that is none, it reads what is most likely nobody's: the
// caller compares the mark with that of the thing.
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

// The bits of a UUID of version 8; beside them an alias has ten bits that are empty.
const (
	aliasVersion = 0x80
	aliasVariant = 0x80
)

func isAlias(b *[16]byte) bool { return b[6]&0xf0 == aliasVersion && b[8]&0xc0 == aliasVariant }

// aliasBlock derives the key of aliases from the pepper, which a restored backup keeps: an address
// that somebody has noted stays the same.
func (k *Keys) aliasBlock() cipher.Block {
	block, err := aes.NewCipher(k.mac("alias")[:16])
	if err != nil {
		panic(err) // 16 bytes are a key of AES
	}
	return block
}
