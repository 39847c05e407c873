// Package app combines the rooms to the platform, one http.Handler: the order of the calls, the table of the
// jobs, the checks before every room. Its tests are those that concern all rooms.
package app

import (
	"encoding/json"
	"net/http"
	"net/http/httputil"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humamux"
	"github.com/gorilla/mux"

	"tsunagu/app/activity"
	"tsunagu/app/adviser"
	"tsunagu/app/agreement"
	"tsunagu/app/avoid"
	"tsunagu/app/calendar"
	"tsunagu/app/company"
	"tsunagu/app/companycsv"
	"tsunagu/app/demo"
	"tsunagu/app/diligence"
	"tsunagu/app/directory"
	"tsunagu/app/draft"
	"tsunagu/app/duty"
	"tsunagu/app/dutycheck"
	"tsunagu/app/dutytext"
	"tsunagu/app/firststeps"
	"tsunagu/app/held"
	"tsunagu/app/inspection"
	"tsunagu/app/issued"
	"tsunagu/app/lending"
	"tsunagu/app/listing"
	"tsunagu/app/longlist"
	"tsunagu/app/marketprice"
	"tsunagu/app/memorandum"
	"tsunagu/app/merger"
	"tsunagu/app/monthend"
	"tsunagu/app/mypage"
	"tsunagu/app/negotiation"
	"tsunagu/app/office"
	"tsunagu/app/officelist"
	"tsunagu/app/ownerletter"
	"tsunagu/app/passkey"
	"tsunagu/app/persons"
	"tsunagu/app/pipeline"
	"tsunagu/app/public"
	"tsunagu/app/readers"
	"tsunagu/app/replica"
	"tsunagu/app/report"
	"tsunagu/app/response"
	"tsunagu/app/signed"
	"tsunagu/app/signin"
	"tsunagu/app/stamp"
	"tsunagu/app/team"
	"tsunagu/app/topic"
	"tsunagu/app/upkeep"
	"tsunagu/app/valuation"
	"tsunagu/app/vocabulary"
	"tsunagu/app/web"
	"tsunagu/app/yearreport"
)

// App is the platform as one http.Handler. Safe for concurrent use.
type App struct {
	*web.Platform
	handler http.Handler
	ReadyState
}

// New builds the platform. It starts nothing: Run runs the jobs.
func New(c web.Config) *App {
	a := &App{Platform: web.NewPlatform(c)}
	a.Gate, a.Jobs, a.CompanyEnded = signin.In(a.Platform).Gate, a.jobTable, negotiation.In(a.Platform).EndCompany
	companycsv.In(a.Platform).ClearSpool()
	upkeep.In(a.Platform).ClearKilled()

	router := mux.NewRouter()
	router.Use(web.Routed)
	hc := huma.DefaultConfig("Tsunagu", "1")
	// No $schema in answers, and no documentation page, as its scripts are loaded from other servers.
	hc.CreateHooks, hc.OpenAPIPath, hc.DocsPath, hc.SchemasPath = nil, "/api/openapi", "", ""
	hc.Formats = map[string]huma.Format{"application/json": web.JSONFormat, "json": web.JSONFormat}
	hc.Info.License = &huma.License{Name: "MIT", Identifier: "MIT"}
	hc.Servers = []*huma.Server{{URL: "/"}}
	hc.Info.Description = "つなぐ：事業承継のための会員制M&Aマッチングプラットフォーム"
	hc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"bearer": {Type: "http", Scheme: "bearer", BearerFormat: "JWT"}}
	a.API = humamux.New(router, hc)
	a.calls()
	a.BoundTexts()
	web.DescribeNumber(a.API.OpenAPI())

	router.HandleFunc("/healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	router.HandleFunc("/readyz", a.readyz)
	router.PathPrefix("/api/").HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { web.WriteProblem(w, web.ErrNotAvailable) })
	router.MethodNotAllowedHandler = http.HandlerFunc(func(w http.ResponseWriter,
		_ *http.Request) {
		web.WriteProblem(w, web.ErrNotAvailable)
	})
	if c.Vite != nil {
		router.PathPrefix("/").Handler(httputil.NewSingleHostReverseProxy(c.Vite))
	} else if c.UI != nil {
		router.PathPrefix("/").Handler(web.Pages(c.UI, public.In(a.Platform).NetworkNote))
	}
	a.handler = a.Around(replica.Answers(c.Store, web.CompressJSON(router)))
	return a
}

// calls is the table of all calls: each room adds its own rows. The router tries them in this order,
// so the lists that are read most often come first.
func (a *App) calls() {
	listing.In(a.Platform).Calls()
	company.In(a.Platform).Calls()
	longlist.In(a.Platform).Calls()
	negotiation.In(a.Platform).FinancingCalls()
	signin.In(a.Platform).Calls()
	signin.In(a.Platform).PasswordCalls()
	signin.In(a.Platform).SecondStepCalls()
	signin.In(a.Platform).DraftCalls()
	passkey.In(a.Platform).Calls()
	office.In(a.Platform).SecondStepResetCalls()
	signin.In(a.Platform).SignInCalls()
	signin.In(a.Platform).ProofCalls()
	directory.In(a.Platform).Calls()
	public.In(a.Platform).NetworkCalls()
	public.In(a.Platform).MasterCalls()
	company.In(a.Platform).RegistrationCalls()
	company.In(a.Platform).UserCalls()
	company.In(a.Platform).NeedsCalls()
	company.In(a.Platform).FinancialCalls()
	public.In(a.Platform).SetupCalls()
	public.In(a.Platform).Calls()
	public.In(a.Platform).DeclarationCalls()
	topic.In(a.Platform).Calls()
	public.In(a.Platform).AccountRequestCalls()
	demo.In(a.Platform).MailCalls()
	listing.In(a.Platform).ApprovalCalls()
	mypage.In(a.Platform).UserActionCalls()
	negotiation.In(a.Platform).Calls()
	mypage.In(a.Platform).Calls()
	mypage.In(a.Platform).FindCalls()
	negotiation.In(a.Platform).OwnerCalls()
	negotiation.In(a.Platform).OfferCalls()
	mypage.In(a.Platform).SavedSearchCalls()
	report.In(a.Platform).Calls()
	negotiation.In(a.Platform).MessageCalls()
	agreement.In(a.Platform).Calls()
	issued.In(a.Platform).Calls()
	signed.In(a.Platform).Calls()
	held.In(a.Platform).Calls()
	ownerletter.In(a.Platform).Calls()
	readers.In(a.Platform).Calls()
	avoid.In(a.Platform).Calls()
	valuation.In(a.Platform).Calls()
	memorandum.In(a.Platform).Calls()
	diligence.In(a.Platform).Makers()
	pipeline.In(a.Platform).Calls()
	calendar.In(a.Platform).Calls()
	persons.In(a.Platform).Calls()
	lending.In(a.Platform).Calls()
	activity.In(a.Platform).Calls()
	duty.In(a.Platform).Calls()
	dutytext.In(a.Platform).Calls()
	draft.In(a.Platform).Calls()
	adviser.In(a.Platform).Calls()
	vocabulary.In(a.Platform).Calls()
	dutycheck.In(a.Platform).Calls()
	team.In(a.Platform).Calls()
	listing.In(a.Platform).ApproachCalls()
	listing.In(a.Platform).DocumentCalls()
	office.In(a.Platform).Calls()
	office.In(a.Platform).JobCalls()
	office.In(a.Platform).BackupCalls()
	firststeps.In(a.Platform).Calls()
	merger.In(a.Platform).Calls()
	monthend.In(a.Platform).Calls()
	yearreport.In(a.Platform).Calls()
	marketprice.In(a.Platform).Calls()
	response.In(a.Platform).Calls()
	officelist.In(a.Platform).Calls()
	stamp.In(a.Platform).Calls()
	inspection.In(a.Platform).Calls()
	companycsv.In(a.Platform).Calls()
}

// OpenAPI is the OpenAPI 3.1 document of the call table.
func (a *App) OpenAPI() ([]byte, error) { return json.MarshalIndent(a.API.OpenAPI(), "", " ") }

func (a *App) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.handler.ServeHTTP(w, r) }

// Around adds to every answer what all have in common: headers, the refusal of other origins, the
// recovery of panics.
func (a *App) Around(next http.Handler) http.Handler {
	crossOrigin := http.NewCrossOriginProtection()
	crossOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { web.WriteProblem(w, web.ErrNotAvailable) }))
	guarded := crossOrigin.Handler(next)
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w := &web.Response{ResponseWriter: rw}
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		// A mailed link has its key in the address: no request may pass it on as referrer.
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("X-Frame-Options", "DENY")
		if a.Vite == nil { // Vite's hot reload needs inline scripts
			h.Set("Content-Security-Policy",
				"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		}
		if a.Secure(r) && strings.HasPrefix(a.BaseURL, "https://") {
			h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
		}
		if strings.HasPrefix(r.URL.Path, "/api/") || r.URL.Path == web.PlatformDoor.Path || r.URL.Path == web.OfficeDoor.Path {
			h.Set("Cache-Control", "no-store")
		}
		a.Traced(w, r, guarded)
	})
}
