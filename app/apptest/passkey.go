package apptest

import (
	"github.com/descope/virtualwebauthn"
)

// Device is one that makes passkeys: a telephone, a PC or a key for USB. What a test changes of it is what goes wrong.
type Device struct {
	P       *Platform
	Party   virtualwebauthn.RelyingParty
	Body    virtualwebauthn.Authenticator
	Key     virtualwebauthn.Credential
	Counts  bool   // it counts what it signs
	Handle  string // whom it thinks it signs for
	Request string // the last options that it was given
}

// NewDevice is a device with a key that nobody knows yet, in a browser at the platform's own address.
func (p *Platform) NewDevice() *Device {
	d := &Device{P: p, Party: virtualwebauthn.RelyingParty{ID: "localhost", Name: "試験ネットワーク", Origin: "http://localhost:8080"},
		Body: virtualwebauthn.NewAuthenticator()}
	// The library drops zeros at the front of a point's coordinates, which the standard does not allow.
	for len(d.Key.ID) == 0 || len(d.Key.Key.AttestationData()) != 77 {
		d.Key = virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
	}
	return d
}

// Make answers the options of a registration.
func (d *Device) Make(options string) string {
	d.P.T.Helper()
	o, err := virtualwebauthn.ParseAttestationOptions(options)
	if err != nil {
		d.P.T.Fatalf("%v in %s", err, options)
	}
	d.Request, d.Handle = options, o.UserID
	return virtualwebauthn.CreateAttestationResponse(d.Party, d.Body, d.Key, *o)
}

// Sign answers the options of a sign-in or a proof.
func (d *Device) Sign(options string) string {
	d.P.T.Helper()
	o, err := virtualwebauthn.ParseAssertionOptions(options)
	if err != nil {
		d.P.T.Fatalf("%v in %s", err, options)
	}
	d.Request = options
	if d.Counts {
		d.Key.Counter++
	}
	body := d.Body
	body.Options.UserHandle = []byte(d.Handle)
	return virtualwebauthn.CreateAssertionResponse(d.Party, body, d.Key, *o)
}

// AskPasskey is what a sign-in page of a door gives to the browser.
func (p *Platform) AskPasskey(door string) string {
	p.T.Helper()
	return p.Visitor().Post("/api/Public/StartPasskeySignIn", map[string]any{"door": door}).Want(200).JSON()["options"].(string)
}

// SendPasskey sends a device's answer to a door.
func (p *Platform) SendPasskey(door, answer string) Result {
	p.T.Helper()
	return p.Visitor().Post("/api/Public/SignInByPasskey", map[string]any{"door": door, "answer": answer})
}

// SignIn signs in with the device at a door.
func (d *Device) SignIn(door string) Result {
	d.P.T.Helper()
	return d.P.SendPasskey(door, d.Sign(d.P.AskPasskey(door)))
}

// AskKey begins the registration of a passkey with the password.
func (c *Caller) AskKey(path string) string {
	c.P.T.Helper()
	return c.Post(path+"StartPasskey", map[string]any{"password": TestPassword}).Want(200).JSON()["options"].(string)
}

// Register registers the device's key for a user.
func (c *Caller) Register(path, name string, d *Device) Result {
	c.P.T.Helper()
	return c.Post(path+"AddPasskey", map[string]any{"name": name, "answer": d.Make(c.AskKey(path))})
}

// PasskeyOf is the id of a user's passkey by its name.
func (c *Caller) PasskeyOf(path, name string) string {
	c.P.T.Helper()
	for _, row := range c.Get(path + "GetPasskeys").Want(200).JSON()["passkeys"].([]any) {
		if row := row.(map[string]any); row["name"] == name {
			return row["passkeyId"].(string)
		}
	}
	c.P.T.Fatalf("there is no passkey %s", name)
	return ""
}
