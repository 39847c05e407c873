package auth

import "encoding/hex"

// SignCheckpoint signs what stands for the purged lines of a chain. It is made under the pepper and
// not under the signing key: a restore changes that one, and the chain must verify all the same.
func (k *Keys) SignCheckpoint(text string) string {
	return hex.EncodeToString(k.mac("checkpoint", text))
}

// CheckpointSigned compares a stored signature in constant time.
func (k *Keys) CheckpointSigned(text, signature string) bool {
	return Equal(k.SignCheckpoint(text), signature)
}
