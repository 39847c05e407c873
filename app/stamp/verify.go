package stamp

import (
	"bytes"
	"crypto"
	"crypto/sha1" // #nosec: the older of the two forms in which a token names its certificate (RFC 5035)
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/digitorus/pkcs7"
	"github.com/digitorus/timestamp"

	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	replyBytes = 64 << 10        // a reply has a few certificates and no more
	apart      = 5 * time.Minute // that the authority's clock and ours may be
)

var (
	oidContentType   = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 3}
	oidToken         = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 1, 4}
	oidCertificate   = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 12}
	oidCertificateV2 = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 47}
	oidExtKeyUsage   = asn1.ObjectIdentifier{2, 5, 29, 37}
	oidReason        = asn1.ObjectIdentifier{2, 5, 29, 21}
)

// refused is why a reply is not kept: what happened and what to do, for the office.
func refused(format string, args ...any) error {
	return &web.OfficeError{Text: fmt.Sprintf(format, args...)}
}

// reading is how a reply has to be read.
type reading struct {
	roots    []*x509.Certificate
	crl      *x509.RevocationList // nil: none is set
	policy   string               // "" is any
	now      time.Time            // zero: a reply that was kept is verified again
	isOnline bool                 // it was asked for just now
}

// pkiReply is the frame of a reply (RFC 3161 2.4.2).
type pkiReply struct {
	Status struct {
		Status int
		Text   asn1.RawValue  `asn1:"optional,tag:16"`
		Fail   asn1.BitString `asn1:"optional"`
	}
	Token asn1.RawValue `asn1:"optional"`
}

// failures are what an authority says of a request that it refuses (RFC 3161 2.4.2).
var failures = map[int]string{0: "ハッシュの方式に対応していない", 2: "この依頼は受け付けられない", 5: "依頼の形式が正しくない", 14: "局の時計が使えない",
	15: "指定したポリシーに対応していない", 16: "依頼の拡張に対応していない", 17: "求めた情報がない", 25: "局のシステムの故障"}

// verify reads a reply and holds it against the proof: that it was granted, for this hash and this request, under the policy, signed by an
// authority of the certificates that are set, and at a time that can be. Every error is in words.
func (x *reading) verify(reply []byte, p *store.Proof) (*store.ProofStamp, error) {
	token, err := tokenOf(reply)
	if err != nil {
		return nil, err
	}
	t, err := timestamp.Parse(token)
	if err != nil {
		return nil, refused("応答の署名を確かめられません。途中で壊れたか、書き換えられています。保存していません。もう一度、局から受け取ってください。")
	}
	want, err := hex.DecodeString(p.Digest)
	if err != nil {
		return nil, err
	}
	if t.HashAlgorithm != crypto.SHA256 || !bytes.Equal(t.HashedMessage, want) {
		return nil, refused("別のハッシュに対する応答です。保存していません。応答のハッシュは %s…、押す対象のハッシュは %s… です。この対象の依頼ファイルから受け取った応答か、確かめてください。",
			short(hex.EncodeToString(t.HashedMessage)), short(p.Digest))
	}
	nonce, ok := new(big.Int).SetString(p.Nonce, 16)
	if !ok {
		return nil, fmt.Errorf("proof %s has no nonce", p.ID)
	}
	if t.Nonce == nil || t.Nonce.Cmp(nonce) != 0 {
		return nil, refused("依頼の番号（nonce）が、こちらの依頼と違います。保存していません。この対象の依頼ファイルを、もう一度局に渡してください。")
	}
	if x.policy != "" && t.Policy.String() != x.policy {
		return nil, refused("ポリシーが設定と違います。保存していません。応答のポリシーは %s、設定は %s です。局に確かめてから、設定を直してください。",
			t.Policy, x.policy)
	}
	signer, err := x.signer(token, t)
	if err != nil {
		return nil, err
	}
	if err := x.isTimely(t, p, signer); err != nil {
		return nil, err
	}
	if err := x.isRevoked(signer, t); err != nil {
		return nil, err
	}
	return &store.ProofStamp{ProofID: p.ID, Reply: reply, At: t.Time.UTC(), Serial: t.SerialNumber.Text(16), Policy: t.Policy.String(),
		Authority: signer.Subject.String(), Trusted: pemOf(x.roots)}, nil
}

// tokenOf is the token of a reply that was granted.
func tokenOf(reply []byte) ([]byte, error) {
	if len(reply) > replyBytes {
		return nil, refused("応答が大きすぎます（%dKBまで）。タイムスタンプの応答ではありません。保存していません。", replyBytes>>10)
	}
	var frame pkiReply
	rest, err := asn1.Unmarshal(reply, &frame)
	if err != nil || len(rest) > 0 {
		return nil, refused("タイムスタンプの応答（.tsr）として読めません。保存していません。局のアドレスとファイルを確かめてください。")
	}
	if frame.Status.Status > 1 {
		why := "理由は示されていません"
		for bit, words := range failures {
			if frame.Status.Fail.At(bit) == 1 {
				why = words
			}
		}
		return nil, refused("タイムスタンプ局が依頼を断りました（%s）。保存していません。局との契約と、ポリシーの設定を確かめてください。", why)
	}
	if len(frame.Token.FullBytes) == 0 {
		return nil, refused("応答にタイムスタンプが入っていません。保存していません。局に確かめてください。")
	}
	return frame.Token.FullBytes, nil
}

// imprintOf is the hash for which a reply is, whoever signed it.
func imprintOf(reply []byte) (string, error) {
	token, err := tokenOf(reply)
	if err != nil {
		return "", err
	}
	t, err := timestamp.Parse(token)
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(t.HashedMessage), nil
}

// signer is the certificate by which the token is signed: it is named in the token itself, made for time stamps alone, and issued under a
// certificate that is set (RFC 3161 2.3, RFC 5816).
func (x *reading) signer(token []byte, t *timestamp.Timestamp) (*x509.Certificate, error) {
	p7, err := pkcs7.Parse(token)
	if err != nil {
		return nil, refused("応答の署名を読めません。保存していません。")
	}
	var kind asn1.ObjectIdentifier
	if err := p7.UnmarshalSignedAttribute(oidContentType, &kind); err != nil || !kind.Equal(oidToken) {
		return nil, refused("応答は、タイムスタンプではない署名です。保存していません。")
	}
	signer := p7.GetOnlySigner()
	if signer == nil {
		return nil, refused("応答に局の証明書が入っていないか、署名が一つではありません。保存していません。局に、証明書を入れて返すように頼んでください。")
	}
	if !isNamed(p7, signer) {
		return nil, refused("応答が名指している証明書が、署名の証明書と違います。保存していません。")
	}
	isCritical := slices.ContainsFunc(signer.Extensions, func(e pkix.Extension) bool { return e.Id.Equal(oidExtKeyUsage) && e.Critical })
	if !isCritical || len(signer.ExtKeyUsage) != 1 || signer.ExtKeyUsage[0] != x509.ExtKeyUsageTimeStamping ||
		len(signer.UnknownExtKeyUsage) > 0 {
		return nil, refused("局の証明書が、タイムスタンプ専用のものではありません（%s）。保存していません。局に確かめてください。", signer.Subject)
	}
	if t.Time.Before(signer.NotBefore) || t.Time.After(signer.NotAfter) {
		return nil, refused("タイムスタンプの時刻（%s）が、局の証明書の有効期間（%s から %s）の外です。局の時計が違っているか、証明書が切れています。保存していません。局に確かめてください。",
			clock(t.Time), clock(signer.NotBefore), clock(signer.NotAfter))
	}
	roots, between := x509.NewCertPool(), x509.NewCertPool()
	for _, c := range x.roots {
		roots.AddCert(c)
	}
	for _, c := range p7.Certificates {
		between.AddCert(c)
	}
	if _, err := signer.Verify(x509.VerifyOptions{Roots: roots, Intermediates: between, CurrentTime: t.Time,
		KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageTimeStamping}}); err != nil {
		return nil, refused("局の証明書（%s）が、設定した認証局の証明書につながりません。保存していません。局のCA証明書を確かめて、設定に加えてください。", signer.Subject)
	}
	return signer, nil
}

// isNamed says that the token names the certificate of its signature, so that no other one can be put in its place.
func isNamed(p7 *pkcs7.PKCS7, signer *x509.Certificate) bool {
	var list struct {
		Certs    []asn1.RawValue
		Policies asn1.RawValue `asn1:"optional"`
	}
	isV2 := p7.UnmarshalSignedAttribute(oidCertificateV2, &list) == nil
	if !isV2 && p7.UnmarshalSignedAttribute(oidCertificate, &list) != nil || len(list.Certs) == 0 {
		return false
	}
	sums := map[string][]byte{}
	one, two, three, five := sha1.Sum(signer.Raw), sha256.Sum256(signer.Raw), sha512.Sum384(signer.Raw), sha512.Sum512(signer.Raw)
	sums["2.16.840.1.101.3.4.2.1"], sums["2.16.840.1.101.3.4.2.2"], sums["2.16.840.1.101.3.4.2.3"] = two[:], three[:], five[:]
	method, rest := "2.16.840.1.101.3.4.2.1", list.Certs[0].Bytes
	if !isV2 {
		method, sums = "", map[string][]byte{"": one[:]}
	}
	var alg pkix.AlgorithmIdentifier
	if after, err := asn1.Unmarshal(rest, &alg); isV2 && err == nil {
		method, rest = alg.Algorithm.String(), after
	}
	var sum []byte
	if _, err := asn1.Unmarshal(rest, &sum); err != nil {
		return false
	}
	return sums[method] != nil && bytes.Equal(sums[method], sum)
}

// isTimely holds the authority's clock against ours. A stamp never lies before what it is for; one that was asked for just now is of now;
// one that came as a file may be older, but not of the future.
func (x *reading) isTimely(t *timestamp.Timestamp, p *store.Proof, signer *x509.Certificate) error {
	slack := apart + t.Accuracy.Round(time.Second)
	if slack > 2*apart { // who says that he may be wrong by hours proves nothing
		slack = 2 * apart
	}
	if t.Time.Before(p.At.Add(-slack)) {
		return refused("タイムスタンプの時刻（%s）が、押す対象ができた時刻（%s、このコンピュータの時計）より前です。%s保存していません。", clock(t.Time), clock(p.At), whose(signer, x.now))
	}
	if x.now.IsZero() {
		return nil
	}
	ahead := t.Time.Sub(x.now)
	if ahead > slack || x.isOnline && ahead < -slack {
		return refused("タイムスタンプ局の時刻（%s）と、このコンピュータの時刻（%s）が、%sずれています。%s保存していません。", clock(t.Time), clock(x.now),
			distance(ahead), whose(signer, x.now))
	}
	return nil
}

// whose says whose clock it probably is, and what to do. The certificate was valid at the authority's own time, so if it is not at ours,
// ours is
// wrong; else nobody here can tell, and the one that can be looked at is looked at first.
func whose(signer *x509.Certificate, now time.Time) string {
	if !now.IsZero() && (now.Before(signer.NotBefore) || now.After(signer.NotAfter)) {
		return "このコンピュータの時計が違っています（局の証明書の有効期間の外です）。時計を合わせてから、もう一度押してください。"
	}
	return "どちらかの時計が違っています。まずこのコンピュータの時計を確かめ、合っていれば局に問い合わせてください。"
}

// isRevoked holds the certificate against the list that is set. A stamp of before a withdrawal stands where the key was not compromised
// (RFC 3161 4); with a compromised key, or no reason, anybody may have made it at any time.
func (x *reading) isRevoked(signer *x509.Certificate, t *timestamp.Timestamp) error {
	if x.crl == nil || !bytes.Equal(x.crl.RawIssuer, signer.RawIssuer) {
		return nil
	}
	for _, r := range x.crl.RevokedCertificateEntries {
		if r.SerialNumber.Cmp(signer.SerialNumber) != 0 {
			continue
		}
		isHarmless := slices.ContainsFunc(r.Extensions, func(e pkix.Extension) bool { return e.Id.Equal(oidReason) }) &&
			slices.Contains([]int{3, 4, 5}, r.ReasonCode) // affiliationChanged, superseded, cessationOfOperation
		if isHarmless && t.Time.Before(r.RevocationTime) {
			return nil
		}
		return refused("局の証明書（%s）は、%s に失効しています。このタイムスタンプは証明になりません。局の新しい証明書で、もう一度押してください。", signer.Subject, clock(r.RevocationTime))
	}
	return nil
}

func short(hash string) string { return hash[:min(16, len(hash))] }

func clock(t time.Time) string { return t.In(store.JST).Format("2006年1月2日 15:04:05") }

func distance(d time.Duration) string {
	d = d.Abs().Round(time.Second)
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("約%d日", int(d.Hours()/24))
	case d >= time.Hour:
		return fmt.Sprintf("約%d時間%d分", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("約%d分", int(d.Minutes()))
}

// request is what goes to the authority: the hash, a number, and the policy where one is set. Nothing else of the network.
func request(p *store.Proof, policy string) ([]byte, error) {
	sum, err := hex.DecodeString(p.Digest)
	if err != nil {
		return nil, err
	}
	nonce, ok := new(big.Int).SetString(p.Nonce, 16)
	if !ok {
		return nil, fmt.Errorf("proof %s has no nonce", p.ID)
	}
	r := &timestamp.Request{HashAlgorithm: crypto.SHA256, HashedMessage: sum, Certificates: true, Nonce: nonce}
	if policy != "" {
		if r.TSAPolicyOID, err = oidOf(policy); err != nil {
			return nil, err
		}
	}
	return r.Marshal()
}

var errOID = errors.New("not an object identifier")

// oidOf reads 1.2.392.200.
func oidOf(s string) (oid asn1.ObjectIdentifier, err error) {
	for part := range strings.SplitSeq(s, ".") {
		n, ok := new(big.Int).SetString(part, 10)
		if !ok || n.Sign() < 0 || n.BitLen() > 31 || part != n.String() {
			return nil, errOID
		}
		oid = append(oid, int(n.Int64()))
	}
	if len(oid) < 3 || oid[0] > 2 || oid[0] < 2 && oid[1] > 39 {
		return nil, errOID
	}
	return oid, nil
}
