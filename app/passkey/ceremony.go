package passkey

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"sync"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
	"github.com/go-webauthn/webauthn/webauthn"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// party is the relying party at this network's address, or the refusal in words where there can be none. A device must verify its user
// (by finger, face or PIN) and keep the key itself, so that nobody is named before it answers; who made it is not asked (WebAuthn 5.4.7).
func (a Room) party(network string) (*webauthn.WebAuthn, error) {
	rp := auth.PasskeyHost(a.BaseURL)
	if rp.ID == "" {
		return nil, web.Conflict(deal.NotAllowed, rp.WhyNot)
	}
	if network == "" {
		network = "つなぐ"
	}
	life := webauthn.TimeoutConfig{Timeout: auth.PasskeyChallengeLife, TimeoutUVD: auth.PasskeyChallengeLife}
	return webauthn.New(&webauthn.Config{
		RPID: rp.ID, RPDisplayName: network, RPOrigins: []string{rp.Origin}, AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{RequireResidentKey: protocol.ResidentKeyRequired(),
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired},
		Timeouts: webauthn.TimeoutsConfig{Login: life, Registration: life},
		// Programs that keep passkeys answer what nobody asked for; nothing is read of it.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
}

// owner is a user with his passkeys, as the library wants him.
type owner struct {
	user     *store.User
	passkeys []store.Passkey
}

func (o owner) WebAuthnID() []byte          { return []byte(o.user.ID) }
func (o owner) WebAuthnName() string        { return o.user.LoginID }
func (o owner) WebAuthnDisplayName() string { return o.user.UserName }

func (o owner) WebAuthnCredentials() []webauthn.Credential {
	out := make([]webauthn.Credential, 0, len(o.passkeys))
	for i := range o.passkeys {
		p := &o.passkeys[i]
		c := webauthn.Credential{ID: p.CredentialID, PublicKey: p.PublicKey,
			Flags: webauthn.CredentialFlags{UserPresent: true, UserVerified: true, BackupEligible: p.IsSyncable, BackupState: p.IsSynced}}
		for _, t := range p.Transports {
			c.Transport = append(c.Transport, protocol.AuthenticatorTransport(t))
		}
		out = append(out, c)
	}
	return out
}

// descriptors name the passkeys to their own user's browser.
func (o owner) descriptors() []protocol.CredentialDescriptor {
	var out []protocol.CredentialDescriptor
	for _, c := range o.WebAuthnCredentials() {
		out = append(out, c.Descriptor())
	}
	return out
}

// nobody stands where no passkey is known, so that an answer takes as long for an unknown key as for a known one. Its private key is
// thrown away.
var nobody = sync.OnceValues(func() (owner, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return owner{}, err
	}
	point, err := key.PublicKey.Bytes() // 4, x, y
	if err != nil {
		return owner{}, err
	}
	cose, err := webauthncbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]})
	return owner{&store.User{ID: store.NewID()}, []store.Passkey{{PublicKey: cose}}}, err
})

// errAnswer says that a device's answer is not what was asked for. Why, it says to nobody.
var errAnswer = errors.New("the device's answer does not hold")

// ask writes a challenge and answers with what the browser is to be given.
func ask(tx *store.Tx, challenge protocol.URLEncodedBase64, options any, aud auth.Audience, purpose,
	session string) (*passkeyQuestion, error) {
	b, err := json.Marshal(options)
	if err != nil {
		return nil, err
	}
	return &passkeyQuestion{string(b)}, tx.CreatePasskeyChallenge(&store.PasskeyChallenge{Hash: auth.HashSecret(challenge.String()),
		Aud: string(aud), Purpose: purpose, SessionID: session, Expires: tx.Now().Add(auth.PasskeyChallengeLife)})
}

// take uses up the challenge that an answer signed: once, whatever else is wrong with the answer. errOver where it was no longer good, or
// made for another door, purpose or session.
func take(r *web.Request, challenge string, aud auth.Audience, purpose, session string) error {
	good := false
	err := r.Write(func(tx *store.Tx) (err error) {
		good, err = tx.TakePasskeyChallenge(auth.HashSecret(challenge), string(aud), purpose, session)
		return err
	})
	if err == nil && !good {
		return errOver
	}
	return err
}

// signed checks an answer against the passkeys of one user (WebAuthn 7.2) and returns the passkey as it is after it. The challenge has
// been taken. The counter is compared where the passkey is written (used).
func signed(w *webauthn.WebAuthn, of owner, answer *protocol.ParsedCredentialAssertionData) (*store.Passkey, error) {
	c, err := w.ValidateLogin(of, webauthn.SessionData{Challenge: answer.Response.CollectedClientData.Challenge, UserID: of.WebAuthnID(),
		RelyingPartyID: w.Config.RPID, UserVerification: protocol.VerificationRequired}, answer)
	if err != nil {
		return nil, errAnswer
	}
	for i := range of.passkeys {
		p := of.passkeys[i]
		if string(p.CredentialID) == string(c.ID) {
			p.SignCount, p.IsSynced = int64(answer.Response.AuthenticatorData.Counter), c.Flags.BackupState
			return &p, nil
		}
	}
	return nil, errAnswer
}

// errCloned says that a passkey's counter went back: its key is in two devices (WebAuthn 7.2, step 22).
var errCloned = errors.New("the passkey's counter went back")

// used records in the transaction of what a passkey opened that it signed. One that was removed since, or whose counter did not grow,
// opens nothing.
func used(tx *store.Tx, p *store.Passkey) error {
	now, err := tx.Passkey(p.CredentialID, p.Host)
	if errors.Is(err, store.ErrNotFound) {
		return errAnswer
	}
	if err != nil {
		return err
	}
	if now.ID != p.ID || now.UserID != p.UserID {
		return errAnswer
	}
	if (p.SignCount != 0 || now.SignCount != 0) && p.SignCount <= now.SignCount {
		return errCloned
	}
	return tx.UsePasskey(p)
}
