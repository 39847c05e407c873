package auth

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

var (
	now  = time.Date(2026, 11, 21, 1, 2, 3, 0, time.UTC)
	user = Claims{Audience: Platform, Role: FIN, UserID: "u-1", ClientID: "c-1", SessionID: "s-1", Fingerprint: "f-1"}
)

func TestTokenRoundTrip(t *testing.T) {
	k := testKeys(t)
	for role, aud := range map[Role]Audience{BUY: Platform, FIN: Platform, ADM: Office, FAD: Office} {
		in := user
		in.Role, in.Audience = role, aud
		token, err := k.Sign(in, now)
		if err != nil {
			t.Fatal(err)
		}
		want := in
		want.IssuedAt, want.ExpiresAt = now, now.Add(10*time.Minute)
		for _, at := range []time.Time{now, now.Add(10*time.Minute - time.Second)} {
			if got, err := k.Parse(token, aud, at); err != nil || got != want {
				t.Errorf("%s at %v: %+v, %v", role, at, got, err)
			}
		}
	}
}

// The client finds the claims by the ends of their names (SPEC.md section 6).
func TestTokenClaimNames(t *testing.T) {
	token, err := testKeys(t).Sign(user, now)
	if err != nil {
		t.Fatal(err)
	}
	payload, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
	if err != nil {
		t.Fatal(err)
	}
	var claims map[string]any
	if err := json.Unmarshal(payload, &claims); err != nil {
		t.Fatal(err)
	}
	ending := func(end string) []any {
		var vs []any
		for name, v := range claims {
			if strings.HasSuffix(name, end) {
				vs = append(vs, v)
			}
		}
		return vs
	}
	for end, want := range map[string]string{"role": "fin", "/sid": "u-1", "groupsid": "c-1"} {
		if vs := ending(end); len(vs) != 1 || vs[0] != want {
			t.Errorf("claims ending in %q: %v, want only %q", end, vs, want)
		}
	}
	for name, want := range map[string]any{ClaimRole: "fin", ClaimUserID: "u-1", ClaimClientID: "c-1",
		"iss": "tsunagu", "iat": float64(now.Unix()), "exp": float64(now.Add(AccessTokenLife).Unix())} {
		if claims[name] != want {
			t.Errorf("%s is %v, want %v", name, claims[name], want)
		}
	}
}

func TestTokenRefused(t *testing.T) {
	k := testKeys(t)
	good, err := k.Sign(user, now)
	if err != nil {
		t.Fatal(err)
	}
	// The token is in the cache now; the refusals below must not depend on an empty cache.
	if _, err := k.Parse(good, Platform, now); err != nil {
		t.Fatal(err)
	}
	part := strings.Split(good, ".")
	// forge signs any claims with the right key: tokens that only a fault of the program, or another
	// use of the key, could produce.
	forge := func(method jwt.SigningMethod, key any, typ string, change func(jwt.MapClaims)) string {
		c := jwt.MapClaims{ClaimRole: "fin", ClaimUserID: "u-1", ClaimClientID: "c-1", "session": "s-1",
			"iss": "tsunagu", "aud": "platform", "iat": now.Unix(), "exp": now.Add(5 * time.Minute).Unix()}
		if change != nil {
			change(c)
		}
		tok := jwt.NewWithClaims(method, c)
		tok.Header["typ"] = typ
		s, err := tok.SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	hs := func(change func(jwt.MapClaims)) string {
		return forge(jwt.SigningMethodHS256, k.signing, tokenType, change)
	}
	if _, err := k.Parse(hs(nil), Platform, now); err != nil {
		t.Fatalf("the forge itself does not work: %v", err)
	}
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	set := func(name string, v any) func(jwt.MapClaims) { return func(c jwt.MapClaims) { c[name] = v } }
	without := func(name string) func(jwt.MapClaims) { return func(c jwt.MapClaims) { delete(c, name) } }
	admin := base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(decode(t, part[1]), `"fin"`, `"buy"`, 1)))
	other, err := testKeys(t).Sign(user, now)
	if err != nil {
		t.Fatal(err)
	}

	// A key that is embedded or named in a header is ignored.
	brought := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{ClaimRole: "fin", ClaimUserID: "u-1", ClaimClientID: "c-1",
		"session": "s-1", "iss": "tsunagu", "aud": "platform", "iat": now.Unix(), "exp": now.Add(5 * time.Minute).Unix()})
	brought.Header["typ"], brought.Header["kid"], brought.Header["jku"] = tokenType, "../../dev/null", "https://evil.example/keys"
	brought.Header["jwk"] = map[string]any{"kty": "oct", "k": base64.RawURLEncoding.EncodeToString([]byte("evil"))}
	withKey, err := brought.SignedString([]byte("evil"))
	if err != nil {
		t.Fatal(err)
	}

	for name, c := range map[string]struct {
		token string
		aud   Audience
		at    time.Time
	}{
		"empty":                 {"", Platform, now},
		"no token":              {"abc", Platform, now},
		"expired to the second": {good, Platform, now.Add(AccessTokenLife)},
		"expired":               {good, Platform, now.Add(time.Hour)},
		"from the future":       {good, Platform, now.Add(-time.Minute)},
		"other sign-in":         {good, Office, now},
		"no sign-in":            {good, "", now},
		"other key":             {other, Platform, now},
		"changed claims":        {part[0] + "." + admin + "." + part[2], Platform, now},
		"no signature":          {part[0] + "." + part[1] + ".", Platform, now},
		"another spelling":      {part[0] + "." + part[1] + "." + respelt(part[2]), Platform, now},
		"key in the header":     {withKey, Platform, now},
		"two parts":             {part[0] + "." + part[1], Platform, now},
		"trailing":              {good + ".x", Platform, now},
		"with Bearer":           {"Bearer " + good, Platform, now},
		"none":                  {forge(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, tokenType, nil), Platform, now},
		"HS512":                 {forge(jwt.SigningMethodHS512, k.signing, tokenType, nil), Platform, now},
		"RS256":                 {forge(jwt.SigningMethodRS256, rsaKey, tokenType, nil), Platform, now},
		"typ JWT":               {forge(jwt.SigningMethodHS256, k.signing, "JWT", nil), Platform, now},
		"no exp":                {hs(without("exp")), Platform, now},
		"no iat":                {hs(without("iat")), Platform, now},
		"no aud":                {hs(without("aud")), Platform, now},
		"no iss":                {hs(without("iss")), Platform, now},
		"no role":               {hs(without(ClaimRole)), Platform, now},
		"no user":               {hs(without(ClaimUserID)), Platform, now},
		"no client":             {hs(without(ClaimClientID)), Platform, now},
		"no session":            {hs(without("session")), Platform, now},
		"other issuer":          {hs(set("iss", "evil")), Platform, now},
		"another audience":      {hs(set("aud", "elsewhere")), Platform, now},
		"the other's audience":  {hs(set("aud", "office")), Platform, now},
		"audience of no text":   {hs(set("aud", []string{})), Platform, now},
		"both audiences":        {hs(set("aud", []string{"platform", "office"})), Platform, now},
		"too long a life":       {hs(set("exp", now.Add(time.Hour).Unix())), Platform, now},
		"role SEL":              {hs(set(ClaimRole, "sel")), Platform, now},
		"role ADM at /login":    {hs(set(ClaimRole, "adm")), Platform, now},
		"role in capitals":      {hs(set(ClaimRole, "FIN")), Platform, now},
		"not yet":               {hs(set("nbf", now.Add(time.Minute).Unix())), Platform, now},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := k.Parse(c.token, c.aud, c.at)
			if !errors.Is(err, ErrToken) || got != (Claims{}) {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

// The cache of valid tokens is limited, and holds valid ones only.
func TestTokensRemembered(t *testing.T) {
	k := testKeys(t)
	var tokens []string
	for n := range checkedAtMost + 10 {
		c := user
		c.SessionID = strconv.Itoa(n)
		token, err := k.Sign(c, now)
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, token)
	}
	for range 2 {
		for n, token := range tokens {
			if c, err := k.Parse(token, Platform, now); err != nil || c.SessionID != strconv.Itoa(n) {
				t.Fatalf("%d: %+v, %v", n, c, err)
			}
			if len(k.checked.claims) > checkedAtMost {
				t.Fatalf("%d are remembered", len(k.checked.claims))
			}
		}
	}
}

// respelt is a signature with other values in the unused bits of its last character.
func respelt(signature string) string {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	last := len(signature) - 1
	return signature[:last] + string(digits[strings.IndexByte(digits, signature[last])^1])
}

func decode(t *testing.T, part string) string {
	t.Helper()
	b, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestSignRefusesImpossibleClaims(t *testing.T) {
	k := testKeys(t)
	for name, change := range map[string]func(*Claims){
		"no audience":    func(c *Claims) { c.Audience = "" },
		"FIN at office":  func(c *Claims) { c.Audience = Office },
		"ADM at login":   func(c *Claims) { c.Role = ADM },
		"seller":         func(c *Claims) { c.Role = "sel" },
		"nobody":         func(c *Claims) { c.UserID = "" },
		"no client":      func(c *Claims) { c.ClientID = "" },
		"no session":     func(c *Claims) { c.SessionID = "" },
		"no role at all": func(c *Claims) { c.Role = "" },
	} {
		c := user
		change(&c)
		if token, err := k.Sign(c, now); err == nil || token != "" {
			t.Errorf("%s: signed", name)
		}
	}
}
