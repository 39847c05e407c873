package auth

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
)

// DailyKey signs the daily files of the logs (papers.md 4). It is made of the pepper, as the checkpoints' key is: a restore replaces the
// signing key of the tokens, and a file that was signed before has to verify with the same public key afterwards.
func (k *Keys) DailyKey() ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(k.mac("daily file"))
}

// PublicPEM is a public key as OpenSSL reads it, and its fingerprint: the SHA-256 over its DER.
func PublicPEM(key ed25519.PublicKey) (text []byte, fingerprint string) {
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		panic(err) // an Ed25519 key always marshals
	}
	sum := sha256.Sum256(der)
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), hex.EncodeToString(sum[:])
}
