package app_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/pem"
	"math/big"
	"testing"
	"time"

	"github.com/digitorus/timestamp"

	"tsunagu/app/apptest"
	"tsunagu/store"
)

// matrixAuthority is the setting of a time-stamping authority as a body.
func matrixAuthority(fields map[string]any) map[string]any {
	return apptest.With(map[string]any{"isOn": false, "address": "", "ca": "", "crl": "", "policy": "", "version": 0,
		"password": apptest.TestPassword}, fields)
}

func matrixSIEM(fields map[string]any) map[string]any {
	return apptest.With(map[string]any{"isOn": false, "host": "", "port": 0, "ca": "", "certificate": "", "hasAudit": true, "hasLedger": true,
		"version": 0, "password": apptest.TestPassword}, fields)
}

// proofs are a proof of the office's with a stamp, and the day before with its file.
func (w *accessWorld) proofs() {
	w.T.Helper()
	adm := &apptest.Caller{P: w.Platform, Token: w.tokens["ADM"]}
	id := adm.Post("/api/Office/StampNow", map[string]any{}).Want(200).JSON()["proofId"].(string)
	w.Write(func(tx *store.Tx) error {
		return tx.AddProofStamp(&store.ProofStamp{ProofID: id, Reply: []byte("stamp"), At: tx.Now(), Serial: "1", Policy: "1.2.3",
			Authority: "CN=TSA"})
	})
	w.Job("proof")
	w.objects["proof"] = []object{{"there is", id, map[string]string{"office": "ADM"}}}
	w.objects["proofDay"] = []object{{"over", "2026-11-20", map[string]string{"office": "ADM"}}}
}

// addProofs adds the calls of the evidence by a third party.
func addProofs(add func(p []probe, calls ...string)) {
	const office = "/api/Office/"
	add(plain, "GET "+office+"GetProof", "GET "+office+"GetDailyKey")
	add(of("proof", "office", "proofId"), "GET "+office+"GetStampRequest", "GET "+office+"GetStampReply")
	add(of("proofDay", "office", "day"), "GET "+office+"GetDailyFile", "GET "+office+"GetDailySignature")
	add([]probe{{body: body(map[string]any{})}}, "POST "+office+"StampNow")
	add([]probe{{body: body(matrixAuthority(nil))}}, "PUT "+office+"UpdateStampAuthority")
	add([]probe{{body: body(matrixSIEM(nil))}}, "PUT "+office+"UpdateSIEM")
	add([]probe{{of: "proof", set: "office", body: bodyID("proofId", map[string]any{"reply": "eA=="})}}, "POST "+office+"SendStampReply")
}

// stampReply is a reply to a proof that came as a file, by an authority that the office has set.
func stampReply(x *probing) exchange {
	office := x.as("ADM")
	ca, reply := testAuthority(x.p.T, x.p.Clock.Now())
	office.Send("PUT", "/api/Office/UpdateStampAuthority", matrixAuthority(map[string]any{"ca": ca})).Want(200)
	id := office.Post("/api/Office/StampNow", map[string]any{}).Want(200).JSON()["proofId"].(string)
	query := office.Get("/api/Office/GetStampRequest?proofId=" + id).Want(200).Body
	return exchange{caller: "ADM", body: map[string]any{"proofId": id, "reply": base64.StdEncoding.EncodeToString(reply([]byte(query)))}}
}

// testAuthority is a time-stamping authority that is its own certification authority.
func testAuthority(t testing.TB, now time.Time) (ca string, reply func(query []byte) []byte) {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	usage, err := asn1.Marshal([]asn1.ObjectIdentifier{{1, 3, 6, 1, 5, 5, 7, 3, 8}})
	must(err)
	c := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "TSA"}, NotBefore: now.AddDate(-1, 0, 0),
		NotAfter: now.AddDate(9, 0, 0), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		ExtraExtensions: []pkix.Extension{{Id: asn1.ObjectIdentifier{2, 5, 29, 37}, Critical: true, Value: usage}}}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	must(err)
	cert, err := x509.ParseCertificate(der)
	must(err)
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})), func(query []byte) []byte {
		q, err := timestamp.ParseRequest(query)
		must(err)
		s := timestamp.Timestamp{HashAlgorithm: q.HashAlgorithm, HashedMessage: q.HashedMessage, Time: now, Nonce: q.Nonce,
			Policy: asn1.ObjectIdentifier{1, 2, 3}, AddTSACertificate: true}
		b, err := s.CreateResponseWithOpts(cert, key, crypto.SHA256)
		must(err)
		return b
	}
}
