// Package auth establishes who a caller is: the key file, access tokens, one-time secrets,
// passwords and the lockout after failures (trust.md "Tokens and cookies", "Passwords and lockout";
// SPEC.md sections 6 and 7). It is pure: no SQL, no HTTP, and the time is always a parameter.
package auth

import (
	"bytes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/crypto/chacha20poly1305"
)

// KeyFile is the name of the key file inside the data folder. The keys are never in the database,
// so that a copy of the database alone is useless.
const KeyFile = "tsunagu.key"

const (
	keySize        = 32
	keyFileVersion = 1
	sealVersion    = 1
)

// ErrNoKeyFile says that the data folder has no key file.
var ErrNoKeyFile = errors.New("鍵ファイルがありません")

// ErrSealed says that sealed bytes were damaged or sealed with another key.
var ErrSealed = errors.New("暗号化されたデータを開けません。鍵ファイルが別のものに替わったか、データが壊れています")

// Keys are the three secrets of one installation. Printing a Keys shows
// nothing of them.
type Keys struct {
	signing []byte
	pepper  []byte
	sealing []byte
	aead    cipher.AEAD
	aliases cipher.Block
	checked checkedTokens
}

// keyFile is the key file's JSON. Check is a digest of the three keys: without
// it a single damaged bit would silently make every password wrong.
type keyFile struct {
	Version int    `json:"version"`
	Signing []byte `json:"signing"`
	Pepper  []byte `json:"pepper"`
	Sealing []byte `json:"sealing"`
	Check   []byte `json:"check"`
}

func (f keyFile) digest() []byte {
	h := sha256.New()
	fmt.Fprintf(h, "tsunagu key file %d\n", f.Version)
	h.Write(f.Signing)
	h.Write(f.Pepper)
	h.Write(f.Sealing)
	return h.Sum(nil)
}

// String keeps the keys out of logs.
func (*Keys) String() string { return "auth.Keys{…}" }

// GoString keeps the keys out of logs.
func (*Keys) GoString() string { return "auth.Keys{…}" }

// LoadKeys reads the key file of the data folder dir and creates it where
// there is none yet. The caller holds the data folder's lock. Where a database
// already exists, use [OpenKeys]: a new pepper would make all its passwords
// wrong. Errors are in Japanese and meant for the operator.
func LoadKeys(dir string) (*Keys, error) {
	keys, err := OpenKeys(dir)
	if !errors.Is(err, ErrNoKeyFile) {
		return keys, err
	}
	if err := createKeyFile(dir); err != nil {
		return nil, err
	}
	return OpenKeys(dir)
}

// OpenKeys reads the key file of the data folder dir and never creates one: a
// missing file is [ErrNoKeyFile]. A file that others may read (on Unix) or
// that is damaged is refused.
func OpenKeys(dir string) (*Keys, error) {
	path := keyPath(dir)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w（%s）。バックアップから鍵ファイルを元の場所に戻してください", ErrNoKeyFile, path)
	}
	if err != nil {
		return nil, fmt.Errorf("鍵ファイル %s を開けません。ファイルの所有者と権限を確認してください: %w", path, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("鍵ファイル %s を確認できません: %w", path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("鍵ファイル %s が通常のファイルではありません", path)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("鍵ファイル %s を他の利用者が読める状態です（権限 %04o）。chmod 600 %s を実行してから、もう一度起動してください。すでに読まれた可能性がある場合は、鍵の交換を検討してください",
			path, info.Mode().Perm(), path)
	}
	raw, err := io.ReadAll(io.LimitReader(f, 4096))
	if err != nil {
		return nil, fmt.Errorf("鍵ファイル %s を読めません: %w", path, err)
	}
	return parseKeys(path, raw)
}

// parseKeys reads the content of a key file; path is used in error messages only.
func parseKeys(path string, raw []byte) (*Keys, error) {
	damaged := func(why string) error {
		return fmt.Errorf("鍵ファイル %s が壊れています（%s）。バックアップから戻してください。新しい鍵では、いまのパスワードがすべて使えなくなります", path, why)
	}
	var file keyFile
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return nil, damaged("形式が正しくありません")
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, damaged("余分な内容があります")
	}
	if file.Version != keyFileVersion {
		return nil, fmt.Errorf("鍵ファイル %s の版（%d）に、このプログラムは対応していません。新しい版のプログラムで起動してください", path, file.Version)
	}
	if len(file.Signing) != keySize || len(file.Pepper) != keySize || len(file.Sealing) != keySize {
		return nil, damaged("鍵の長さが正しくありません")
	}
	if subtle.ConstantTimeCompare(file.Check, file.digest()) != 1 {
		return nil, damaged("検査値が一致しません")
	}
	aead, err := chacha20poly1305.NewX(file.Sealing)
	if err != nil {
		return nil, fmt.Errorf("鍵ファイル %s の鍵を使えません: %w", path, err)
	}
	k := &Keys{signing: file.Signing, pepper: file.Pepper, sealing: file.Sealing, aead: aead}
	k.aliases = k.aliasBlock()
	return k, nil
}

func keyPath(dir string) string { return filepath.Join(dir, KeyFile) }

// createKeyFile writes new random keys: temporary file, fsync, rename, fsync
// of the folder, so that a power cut leaves either no key file or a whole one.
func createKeyFile(dir string) error {
	return writeKeyFile(dir, keyFile{Signing: randomBytes(keySize), Pepper: randomBytes(keySize), Sealing: randomBytes(keySize)})
}

func writeKeyFile(dir string, file keyFile) error {
	file.Version = keyFileVersion
	file.Check = file.digest()
	raw, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		return err
	}
	if err := WriteDurably(dir, KeyFile, append(raw, '\n')); err != nil {
		return fmt.Errorf("鍵ファイルを %s に作成できません。フォルダの空き容量と権限を確認してください: %w", dir, err)
	}
	return nil
}

func WriteDurably(dir, name string, content []byte) (err error) {
	tmp, err := os.CreateTemp(dir, name+".tmp-*") // CreateTemp makes it 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			tmp.Close()
			os.Remove(tmp.Name())
		}
	}()
	if _, err = tmp.Write(content); err != nil {
		return err
	}
	if err = tmp.Sync(); err != nil {
		return err
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	if err = os.Rename(tmp.Name(), filepath.Join(dir, name)); err != nil {
		return err
	}
	if runtime.GOOS == "windows" { // a folder cannot be synced there
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// Seal encrypts plain for the database's outbox (domain.md section 7): XChaCha20-Poly1305 with a
// random nonce.
func (k *Keys) Seal(plain []byte) []byte {
	out := make([]byte, 0, 1+k.aead.NonceSize()+len(plain)+k.aead.Overhead())
	out = append(out, sealVersion)
	out = append(out, randomBytes(k.aead.NonceSize())...)
	return k.aead.Seal(out, out[1:], plain, out[:1])
}

// Open is the reverse of Seal; [ErrSealed] where the bytes were changed or
// sealed with another key.
func (k *Keys) Open(sealed []byte) ([]byte, error) {
	head := 1 + k.aead.NonceSize()
	if len(sealed) < head+k.aead.Overhead() || sealed[0] != sealVersion {
		return nil, ErrSealed
	}
	plain, err := k.aead.Open(nil, sealed[1:head], sealed[head:], sealed[:1])
	if err != nil {
		return nil, ErrSealed
	}
	return plain, nil
}

// mac is an HMAC-SHA-256 under the pepper. The purpose and the length of each part separate the
// different uses of the pepper.
func (k *Keys) mac(purpose string, parts ...string) []byte {
	m := hmac.New(sha256.New, k.pepper)
	fmt.Fprintf(m, "%s\n", purpose)
	for _, p := range parts {
		fmt.Fprintf(m, "%d\n%s", len(p), p)
	}
	return m.Sum(nil)
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	rand.Read(b) // never fails: crypto/rand ends the program rather than return less
	return b
}
