package auth

import "encoding/hex"

// SignCheckpoint signs the text that replaces the purged lines of a hash chain. It uses the pepper
// and not the signing key: a restore replaces the signing key, and the chain must still verify.
func (k *Keys) SignCheckpoint(text string) string {
	return hex.EncodeToString(k.mac("checkpoint", text))
}

// CheckpointSigned compares a stored signature in constant time.
func (k *Keys) CheckpointSigned(text, signature string) bool {
	return Equal(k.SignCheckpoint(text), signature)
}
