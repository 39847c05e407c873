package directory_test

import (
	"log/slog"
	"net/http"
	"net/url"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

const office = "/api/Office/"

type body = map[string]any

// world is a network of two banks with administrators, whose clock is the real one: a directory's is. Bank A has a directory, which
// is not set.
type world struct {
	*apptest.Platform
	Dir                 *apptest.Directory
	A, B                string
	Fad, FadB, Adm      *apptest.Caller
	Sato, Suzuki, Admin *store.User
}

func newWorld(t *testing.T) *world { return worldOf(t, apptest.NewDirectory(t)) }

// both runs a test at each of two directories that nobody here wrote.
func both(t *testing.T, test func(t *testing.T, w *world)) {
	t.Run("zitadel", func(t *testing.T) { test(t, worldOf(t, apptest.NewDirectory(t))) })
	t.Run("node", func(t *testing.T) { test(t, worldOf(t, apptest.NewNodeDirectory(t))) })
}

func worldOf(t *testing.T, dir *apptest.Directory, log ...*slog.Logger) *world {
	var c web.Config
	if len(log) > 0 {
		c.Log = log[0]
	}
	clock := &storetest.Clock{}
	p := apptest.NewPlatformOn(t, storetest.New(t, clock), clock, c)
	p.Clock.Add(time.Since(storetest.Start))
	w := &world{Platform: p, Dir: dir, A: p.Institution("9981", "湊星銀行"), B: p.Institution("9982", "蒼陵信用金庫")}
	p.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	w.Admin = p.User(deal.RoleFAD, w.A, "admin@a.example.jp")
	p.User(deal.RoleFAD, w.B, "admin@b.example.jp")
	w.Sato, w.Suzuki = p.User(deal.RoleFIN, w.A, "sato@a.example.jp"), p.User(deal.RoleFIN, w.A, "suzuki@a.example.jp")
	p.User(deal.RoleFIN, w.B, "tanaka@b.example.jp")
	w.Adm, w.Fad, w.FadB = p.SignInOffice("office@n.example.jp"), p.SignInOffice("admin@a.example.jp"), p.SignInOffice("admin@b.example.jp")
	return w
}

// setting is bank A's, changed.
func (w *world) setting(changes body) body {
	return apptest.With(body{"version": 0, "issuer": w.Dir.Issuer, "clientId": apptest.DirectoryClient,
		"clientSecret": apptest.DirectorySecret, "acrList": []string{},
		"amrList": []string{}, "groupClaim": "", "groupList": []string{}, "domainList": []string{"a.example.jp"}, "isPasswordForbidden": false,
		"emergencyUserId": ""}, changes)
}

func (w *world) next() body {
	return w.Fad.Get(office + "GetDirectory").Want(200).JSON()["next"].(body)
}
func (w *world) inForce() body {
	return w.Fad.Get(office + "GetDirectory").Want(200).JSON()["inForce"].(body)
}

// as is a caller's browser.
func (w *world) as(c *apptest.Caller) *apptest.Browser {
	b := apptest.PageWindow(w.Platform)
	b.Token = c.Token
	return b
}

// try is the administrator's trial of the setting on its way.
func (w *world) try() apptest.Result {
	b := w.as(w.Fad)
	way := b.Post(office+"BeginDirectoryTrial", body{"version": w.next()["version"]}).Want(200)
	return w.back(b, w.Dir.LogIn(way.JSON()["address"].(string), "admin"))
}

// back brings a browser back from the directory.
func (w *world) back(b *apptest.Browser, q url.Values) apptest.Result {
	return b.Post("/api/Directory/Return", body{"code": q.Get("code"), "state": q.Get("state"), "issuer": q.Get("iss")})
}

// set puts a setting into force: written, tried, sent, confirmed.
func (w *world) set(changes body, says ...func(map[string]any)) {
	w.T.Helper()
	if len(says) > 0 {
		w.twist(says[0])
	}
	w.Fad.Post(office+"SaveDirectory", w.setting(changes)).Want(200)
	w.try().Want(200).Has(`"purpose":"trial"`)
	w.Fad.Post(office+"SendDirectory", body{"version": w.next()["version"]}).Want(200)
	w.confirm().Want(200)
}

// twist changes what the directory says of people from now on; nil for nothing.
func (w *world) twist(f func(map[string]any)) {
	w.Dir.SetTwist(f)
}

func (w *world) confirm() apptest.Result {
	n := w.next()
	return w.Adm.Post(office+"ConfirmDirectory", body{"directoryId": n["directoryId"], "version": n["version"]})
}

// bindAs binds who is signed in by password to somebody of the directory.
func (w *world) bindAs(loginID, name string) apptest.Result {
	b := w.as(w.SignIn(loginID))
	way := b.Post("/api/Directory/BeginDirectoryBinding", body{}).Want(200)
	return w.back(b, w.Dir.LogIn(way.JSON()["address"].(string), name))
}

// begin begins a sign-in in a fresh browser.
func (w *world) begin(loginID string) (*apptest.Browser, string) {
	b := apptest.PageWindow(w.Platform)
	r := b.Post("/api/Directory/Begin", body{"loginId": loginID, "door": "platform"}).Want(200)
	return b, r.JSON()["address"].(string)
}

// enter signs in by the directory.
func (w *world) enter(loginID, name string) (*apptest.Browser, apptest.Result) {
	w.Clock.Add(time.Second)
	b, address := w.begin(loginID)
	r := w.back(b, w.Dir.LogIn(address, name))
	if c := b.Cookies["token"]; c != nil {
		b.Token = c.Value
	}
	return b, r
}

// isIn says that a browser is signed in.
func isIn(b *apptest.Browser) bool {
	return b.Do("GET", apptest.ProbePath, "", "", nil).Status == http.StatusOK
}

func (w *world) method(user string) (method string, proven bool) {
	w.SQLScan("SELECT method || CASE WHEN proven IS NULL THEN '' ELSE ' proven' END FROM session WHERE user_id = '"+user+
		"' ORDER BY created DESC LIMIT 1", &method)
	if n := len(" proven"); len(method) > n && method[len(method)-n:] == " proven" {
		return method[:len(method)-n], true
	}
	return method, false
}
