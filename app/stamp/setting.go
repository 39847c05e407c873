package stamp

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tsunagu/app/signin"
	"tsunagu/app/web"
	"tsunagu/store"
)

// authority is the stored setting of the time-stamping authority.
type authority struct {
	IsOn    bool   `json:"isOn"`
	Address string `json:"address"`
	CA      string `json:"ca"`
	CRL     string `json:"crl"`
	Policy  string `json:"policy"`
	Version int    `json:"version"`
}

// siem is the stored setting of the receiver of events.
type siem struct {
	IsOn        bool   `json:"isOn"`
	Host        string `json:"host"`
	Port        int    `json:"port"`
	CA          string `json:"ca"`
	Certificate string `json:"certificate"`
	Key         []byte `json:"key"` // sealed with the key file
	HasAudit    bool   `json:"hasAudit"`
	HasLedger   bool   `json:"hasLedger"`
	Version     int    `json:"version"`
}

func settingOf[T any](q *store.Q, key string) (*T, error) {
	out := new(T)
	v, err := q.Setting(key)
	if err != nil || v == "" {
		return out, err
	}
	if err := json.Unmarshal([]byte(v), out); err != nil {
		return nil, fmt.Errorf("setting %s: %w", key, err)
	}
	return out, nil
}

func putSetting(tx *store.Tx, key string, v any, by string) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return tx.SetSetting(key, string(b), by)
}

// certificatesOf reads PEM; an error where there is anything else in it.
func certificatesOf(text string) (out []*x509.Certificate, err error) {
	rest := []byte(strings.TrimSpace(text))
	for len(rest) > 0 {
		var b *pem.Block
		if b, rest = pem.Decode(rest); b == nil || b.Type != "CERTIFICATE" {
			return nil, errors.New("no certificate")
		}
		c, err := x509.ParseCertificate(b.Bytes)
		if err != nil {
			return nil, err
		}
		out, rest = append(out, c), []byte(strings.TrimSpace(string(rest)))
	}
	return out, nil
}

func pemOf(certificates []*x509.Certificate) string {
	var b strings.Builder
	for _, c := range certificates {
		b.Write(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw}))
	}
	return b.String()
}

// crlOf reads a list in PEM or, as it is downloaded, in DER as base64.
func crlOf(text string) (*x509.RevocationList, error) {
	if text = strings.TrimSpace(text); text == "" {
		return nil, nil
	}
	if b, _ := pem.Decode([]byte(text)); b != nil {
		return x509.ParseRevocationList(b.Bytes)
	}
	der, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	return x509.ParseRevocationList(der)
}

// reading is how replies are read under the setting.
func (s *authority) reading() (*reading, error) {
	roots, err := certificatesOf(s.CA)
	if err != nil {
		return nil, err
	}
	crl, err := crlOf(s.CRL)
	return &reading{roots: roots, crl: crl, policy: s.Policy}, err
}

// mayConnect refuses in the demo, whose logins are published: it must connect nowhere.
func (a Room) mayConnect(isOn bool) error {
	if a.Demo && isOn {
		return web.Conflict("demo", "デモでは、外のサーバに接続しません。ファイルでのやり取りは試せます。")
	}
	return nil
}

func checkAuthority(in *authorityInput) error {
	var c web.Check
	c.Text(in, "address", "タイムスタンプ局のアドレス", &in.Address, false)
	if in.Address != "" {
		u, err := url.Parse(in.Address)
		ok := err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && u.User == nil && u.Fragment == ""
		c.Ok(ok, "address", "アドレスは、https://tsa.example.jp/tsr のように、https:// か http:// で始めて入力してください。")
	}
	c.Ok(in.Address != "" || !in.IsOn, "address", "自動で押すには、タイムスタンプ局のアドレスを入力してください。")
	c.Text(in, "policy", "ポリシー", &in.Policy, false)
	if in.Policy != "" {
		_, err := oidOf(in.Policy)
		c.Ok(err == nil, "policy", "ポリシーは、1.2.392.200 のような数字と点で入力してください。局から指定がなければ空のままにします。")
	}
	c.Prose(in, "ca", "認証局の証明書", &in.CA, false)
	roots, err := certificatesOf(in.CA)
	c.Ok(err == nil, "ca", "認証局の証明書は、-----BEGIN CERTIFICATE----- で始まる PEM の形で貼り付けてください。")
	c.Ok(len(roots) > 0 || err != nil || !in.IsOn, "ca", "自動で押すには、タイムスタンプ局の認証局の証明書が必要です。")
	for _, r := range roots {
		c.Ok(r.IsCA, "ca", "認証局の証明書ではないものが入っています（"+r.Subject.String()+"）。局の証明書ではなく、それを発行した認証局の証明書を貼り付けてください。")
	}
	c.Prose(in, "crl", "失効リスト", &in.CRL, false)
	crl, err := crlOf(in.CRL)
	c.Ok(err == nil, "crl", "失効リストとして読めません。CRL の PEM か、DER を base64 にしたものを貼り付けてください。")
	if crl != nil && len(roots) > 0 {
		isOurs := false
		for _, r := range roots {
			isOurs = isOurs || crl.CheckSignatureFrom(r) == nil
		}
		c.Ok(isOurs, "crl", "失効リストの署名が、上の認証局の証明書のものではありません。局の失効リストか、確かめてください。")
	}
	return c.Err()
}

func (a Room) saveAuthority(r *web.Request, in *authorityInput) error {
	if err := signin.In(a.Platform).MayGoOn(r, in.Password, in.Code); err != nil {
		return err
	}
	if err := a.mayConnect(in.IsOn); err != nil {
		return err
	}
	return signin.In(a.Platform).AfterProof(r, in.Password, in.Code, func(tx *store.Tx, u *store.User) error {
		now, err := settingOf[authority](&tx.Q, store.SettingStamp)
		if err != nil {
			return err
		}
		if now.Version != in.Version {
			return store.ErrStale
		}
		if err := checkAuthority(in); err != nil {
			return err
		}
		next := authority{in.IsOn, in.Address, in.CA, in.CRL, in.Policy, now.Version + 1}
		if err := putSetting(tx, store.SettingStamp, &next, u.ID); err != nil {
			return err
		}
		if err := tx.PutProofState(&store.ProofState{Name: store.StateStamp}); err != nil { // the last error was of another setting
			return err
		}
		roots, err := certificatesOf(in.CA)
		if err != nil {
			return err
		}
		words := []string{onOff(in.IsOn), in.Address}
		for _, c := range roots {
			words = append(words, "CA "+short(fingerprint(c)))
		}
		return tx.AddAudit(r.Line("stamp_authority_changed", "network", "network", "ok", strings.Join(words, " ")))
	})
}

func onOff(isOn bool) string {
	if isOn {
		return "on"
	}
	return "off"
}

func fingerprint(c *x509.Certificate) string {
	sum := sha256.Sum256(c.Raw)
	return hex.EncodeToString(sum[:])
}

func (a Room) checkSIEM(in *siemInput, now *siem) (*siem, error) {
	var c web.Check
	c.Text(in, "host", "受け取るサーバの名前", &in.Host, in.IsOn)
	c.Ok(!strings.ContainsAny(in.Host, " /:@"), "host", "サーバの名前は、siem.example.jp の形で入力してください。")
	c.Ok(in.Port >= 0 && in.Port <= 65535, "port", "ポート番号は、1から65535の間で入力してください。")
	c.Ok(!in.IsOn || in.HasAudit || in.HasLedger, "hasAudit", "監査ログと開示台帳の、少なくとも一方を選んでください。")
	c.Prose(in, "ca", "認証局の証明書", &in.CA, false)
	roots, err := certificatesOf(in.CA)
	c.Ok(err == nil, "ca", "認証局の証明書は、-----BEGIN CERTIFICATE----- で始まる PEM の形で貼り付けてください。")
	c.Ok(len(roots) > 0 || err != nil || !in.IsOn, "ca", "送るには、受け取るサーバの認証局の証明書が必要です。")
	c.Prose(in, "certificate", "こちらの証明書", &in.Certificate, false)
	c.Prose(in, "key", "こちらの秘密鍵", &in.Key, false)
	s := &siem{IsOn: in.IsOn, Host: in.Host, Port: in.Port, CA: in.CA, Certificate: in.Certificate, HasAudit: in.HasAudit,
		HasLedger: in.HasLedger}
	switch {
	case in.Certificate == "":
		c.Ok(in.Key == "", "certificate", "秘密鍵だけが入力されています。証明書も貼り付けてください。")
	case in.Key != "":
		_, err := tls.X509KeyPair([]byte(in.Certificate), []byte(in.Key))
		c.Ok(err == nil, "key", "証明書と秘密鍵が組になっていません。どちらも PEM の形で貼り付けてください。")
		s.Key = a.Keys.Seal([]byte(in.Key))
	case in.Certificate == now.Certificate && in.Host == now.Host && len(now.Key) > 0:
		s.Key = now.Key
	default:
		c.Fail("key", "秘密鍵を貼り付けてください。サーバや証明書を変えたときは、登録してある秘密鍵は使われません。")
	}
	return s, c.Err()
}

func (a Room) saveSIEM(r *web.Request, in *siemInput) error {
	if err := signin.In(a.Platform).MayGoOn(r, in.Password, in.Code); err != nil {
		return err
	}
	if err := a.mayConnect(in.IsOn); err != nil {
		return err
	}
	return signin.In(a.Platform).AfterProof(r, in.Password, in.Code, func(tx *store.Tx, u *store.User) error {
		now, err := settingOf[siem](&tx.Q, store.SettingSIEM)
		if err != nil {
			return err
		}
		if now.Version != in.Version {
			return store.ErrStale
		}
		next, err := a.checkSIEM(in, now)
		if err != nil {
			return err
		}
		next.Version = now.Version + 1
		if err := putSetting(tx, store.SettingSIEM, next, u.ID); err != nil {
			return err
		}
		if err := tx.PutProofState(&store.ProofState{Name: store.StateSIEM}); err != nil {
			return err
		}
		what, was := []string{onOff(next.IsOn), next.Host + ":" + strconv.Itoa(next.port())}, now.chains()
		for _, c := range next.chains() {
			what = append(what, c)
			if !slices.Contains(was, c) { // what was written while nothing was to be sent is in the daily files
				if err := tx.BeginEvents(c, store.NewID()); err != nil {
					return err
				}
			}
		}
		return tx.AddAudit(r.Line("siem_changed", "network", "network", "ok", strings.Join(what, " ")))
	})
}

const siemPort = 6514 // RFC 5425

func (s *siem) port() int {
	if s.Port == 0 {
		return siemPort
	}
	return s.Port
}

// chains are those that a setting sends.
func (s *siem) chains() (out []string) {
	if s.IsOn && s.HasAudit {
		out = append(out, store.ChainAudit)
	}
	if s.IsOn && s.HasLedger {
		out = append(out, store.ChainLedger)
	}
	return out
}
