package replica

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"
)

// How what an SFTP server asks for is called in the environment and in the file.
const (
	sftpKey        = "SFTP_KEY_FILE"
	sftpPassphrase = "SFTP_KEY_PASSPHRASE"
	sftpPassword   = "SFTP_PASSWORD"
	sftpHost       = "SFTP_HOST_KEY"
	sftpKnown      = "SFTP_KNOWN_HOSTS"
)

// sshConfig is who this is, and who the other one must be. Without the server's key anybody on the way could be the server.
func sshConfig(user, address string, s secrets) (*ssh.ClientConfig, error) {
	c := &ssh.ClientConfig{User: user, Timeout: sftpConnect}
	var err error
	if c.HostKeyCallback, c.HostKeyAlgorithms, err = hostKey(address, s); err != nil {
		return nil, err
	}
	if file := s.get(sftpKey); file != "" {
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("%s のファイルを読めません: %w", sftpKey, err)
		}
		key, err := ssh.ParsePrivateKey(raw)
		if closed := (*ssh.PassphraseMissingError)(nil); errors.As(err, &closed) && s.get(sftpPassphrase) != "" {
			key, err = ssh.ParsePrivateKeyWithPassphrase(raw, []byte(s.get(sftpPassphrase)))
		}
		if err != nil {
			return nil, fmt.Errorf("%s のファイルを秘密鍵として読めません（パスフレーズがあれば %s で渡します）: %w", sftpKey, sftpPassphrase, err)
		}
		c.Auth = append(c.Auth, ssh.PublicKeys(key))
	}
	if password := s.get(sftpPassword); password != "" {
		c.Auth = append(c.Auth, ssh.Password(password), ssh.KeyboardInteractive(
			func(_, _ string, questions []string, echoes []bool) ([]string, error) {
				if len(questions) == 0 {
					return nil, nil
				}
				if len(questions) > 1 || echoes[0] { // not the one question for the password
					return nil, errors.New("the server asks for more than a password")
				}
				return []string{password}, nil
			}))
	}
	if len(c.Auth) == 0 {
		return nil, fmt.Errorf("SFTP に入るためのものがありません。環境変数か -replica-credentials のファイルで、%s に秘密鍵のファイルか、%s にパスワードを渡してください。",
			sftpKey, sftpPassword)
	}
	return c, nil
}

func hostKey(address string, s secrets) (ssh.HostKeyCallback, []string, error) {
	said := s.get(sftpHost)
	switch {
	case said == "" && s.get(sftpKnown) != "":
		known, err := knownhosts.New(s.get(sftpKnown))
		if err != nil {
			return nil, nil, fmt.Errorf("%s のファイルを読めません: %w", sftpKnown, err)
		}
		kinds := knownKinds(known, address)
		if len(kinds) == 0 {
			return nil, nil, fmt.Errorf("%s のファイルに、%s の鍵がありません。", sftpKnown, address)
		}
		return known, kinds, nil
	case strings.HasPrefix(said, "SHA256:"):
		return func(_ string, _ net.Addr, key ssh.PublicKey) error {
			if is := ssh.FingerprintSHA256(key); is != said {
				return fmt.Errorf("相手の鍵（%s %s）が、%s と違います。なりすましでないことを確かめてください", key.Type(), is, sftpHost)
			}
			return nil
		}, nil, nil
	case said != "":
		key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(said))
		if err != nil {
			return nil, nil, fmt.Errorf("%s が、相手の公開鍵（ssh-ed25519 で始まる一行）でも、指紋（SHA256: で始まる）でもありません。", sftpHost)
		}
		return ssh.FixedHostKey(key), kindsOf(key.Type()), nil
	}
	return nil, nil, fmt.Errorf("SFTP の相手を確かめるものがありません。環境変数か -replica-credentials のファイルで、"+
		"%s に相手の公開鍵か指紋（SHA256: で始まる）を、または %s に known_hosts のファイルを渡してください。", sftpHost, sftpKnown)
}

// knownKinds are the kinds of key that a file knows of an address: of others it could say nothing.
func knownKinds(known ssh.HostKeyCallback, address string) (kinds []string) {
	none, err := ssh.NewPublicKey(ed25519.PublicKey(make([]byte, ed25519.PublicKeySize)))
	if err != nil {
		return nil
	}
	said := (*knownhosts.KeyError)(nil)
	if !errors.As(known(address, &net.TCPAddr{}, none), &said) {
		return nil
	}
	for _, k := range said.Want {
		for _, kind := range kindsOf(k.Key.Type()) {
			if !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
		}
	}
	return kinds
}

// kindsOf are the signatures that a kind of key makes, without the one over SHA-1.
func kindsOf(key string) []string {
	if key == ssh.KeyAlgoRSA {
		return []string{ssh.KeyAlgoRSASHA512, ssh.KeyAlgoRSASHA256}
	}
	return []string{key}
}
