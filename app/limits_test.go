package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"tsunagu/app"
	"tsunagu/app/company"
	"tsunagu/app/longlist"
	"tsunagu/app/office"
	"tsunagu/app/public"
	"tsunagu/app/web"
)

// unlimited are the text fields of bodies without a limit, by name (with the type, if only one type
// has it without), each group with what limits it instead.
var unlimited = map[string]string{
	"the name of a row: what is not there is refused": `absorbedId accountRequestId avoidedId breakGlassId
		buyerCompanyId buyerNegotiationId buyerNegotiationMessageId clientId companyId
		companyIds deviceId directoryId documentId emergencyUserId faqId financialId heldTextId importId inquiryId
		letterId longListId mailId proofId mergerId needsId otherPersons paperId passkeyId proposalId proposalIds
		company.CompanyStatusInput.registrationId restFinancial savedSearchId seenOtherPersons sellerBusinessId
		signInId survivingId targetCompanyIds targetId topicId userId`,
	"a random number of ours": "agreementHash key requestKey",
	"a code of a list: another is refused": `acquisitionIndustry acquisitionRegion area category city cityCode citycode industryType industryTypes item prefecture
		prefectureCode prefecturecode propertyName sub_category townCode`,
	"a word of a fixed list: another is refused": "companycsv.columnChoice.column companycsv.columnChoice.unit firststeps.stepDecision.step",
	"what an answer shows and no body says":      "topic.officeTopic.audienceLabel topic.officeTopic.mailedAt",
	"a date: web.Check.Date": "approvalDate date dueDate endDate expiresOn performedOn sharingSince signedOn startDate " +
		"until",
	"an address of mail: mail.ParseAddress": "loginId mailAddress mailReplyTo officeMail ppapMailaddress " +
		"responsibleParsonMail office.mailServerInput.from",
	"a telephone number: web.Check.Phone":   "fax officePhone phone phone1 phone2 representativeFaxNumber representativePhoneNumber responsibleParsonTel",
	"a postal code: web.Check.Postal":       "postalCode postcode",
	"an address of the web: web.Check.Link": "homePageUrl targetUrl websiteUrl",
	"one form alone is let in":              "directory.directoryBegin.door colour corporateRegistrationNumber securityCode",
	"a secret, compared or bounded by auth": "code newPassword passcode password presentCode",
	"written anew from a code or not read":  "cityName prefectureName label",
	"refused where it is not what stands": "company.financialInput.financialCode company.financialInput.financialName company.financialInput.financialNameKana " +
		"team.allDecision.asked",
	"looked through alone, nothing is kept": "negotiation.messageCheckInput.messageBody fileName",
	"counted in bytes: a picture, a query":  "picture conditions",
	"read by the library of WebAuthn, bounded by the body": "passkey.passkeySignInForm.answer passkey.passkeyAddForm.answer " +
		"passkey.passkeyProofForm.answer",
}

// TestLimits: each text field of a JSON body has a limit in its tag (app/web/limits.go), or is
// listed above.
func TestLimits(t *testing.T) {
	excused, met := map[string]bool{}, map[string]bool{}
	for _, names := range unlimited {
		for _, name := range strings.Fields(names) {
			excused[name] = true
		}
	}
	forEachField(func(in reflect.Type, f reflect.StructField, s *huma.Schema) {
		tag, isLimited := f.Tag.Lookup("limit")
		if isLimited && (s.MaxLength != nil && s.Extensions["maxLength"] == nil ||
			f.Tag.Get("maxLength")+f.Tag.Get("minimum")+f.Tag.Get("maximum") != "") {
			t.Errorf("%s: %s bears limit:%q and a limit of the framework's", in, f.Name, tag)
		}
		if s.Type != huma.TypeString || s.Format == "binary" || isLimited || len(s.Enum) > 0 || f.Tag.Get("maxLength") != "" {
			return
		}
		name := jsonName(f)
		for _, n := range []string{name, in.String() + "." + name} {
			met[n] = true
			if excused[n] {
				return
			}
		}
		t.Errorf("%s: the text %s has no limit: say one in its tag, or why not in unlimited", in, name)
	})
	for name := range excused {
		if !met[name] {
			t.Errorf("unlimited has %s, which no body has without a limit", name)
		}
	}
}

// TestLimitsAreRead: every described limit is enforced by a check, under the field's name.
func TestLimitsAreRead(t *testing.T) {
	said := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				s, _ := strconv.Unquote(l.Value)
				said[s] = true
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	forEachField(func(in reflect.Type, f reflect.StructField, _ *huma.Schema) {
		if _, ok := f.Tag.Lookup("limit"); !ok {
			return
		}
		name := strings.TrimRight(jsonName(f), "0123456789") // for example industryOtherText12005
		if year, ok := strings.CutPrefix(name, "pre"); ok {  // the field of the previous year
			name = strings.ToLower(year[:1]) + year[1:]
		}
		if !said[name] {
			t.Errorf("%s: no check reads the limit of %s", in, jsonName(f))
		}
	})
}

// TestSameLimits: fields that one type checks for another have the same limits in both.
func TestSameLimits(t *testing.T) {
	for _, pair := range []struct {
		in, checked any
		shared      int
	}{{office.OfficeInstitution{}, public.AccountRequestInput{}, 9}, {longlist.LongCompanyQuery{}, company.CompanySearchInput{}, 2}} {
		ours, theirs := tags(pair.in), tags(pair.checked)
		shared := 0
		for name := range maps.Keys(theirs) {
			if tag, ok := ours[name]; ok && tag == theirs[name] {
				shared++
			} else {
				t.Errorf("%T: the limit of %s is %q, where %T checks %q", pair.in, name, tag, pair.checked, theirs[name])
			}
		}
		if shared != pair.shared {
			t.Errorf("%T and %T share %d limits, want %d", pair.in, pair.checked, shared, pair.shared)
		}
	}
}

func forEachField(visit func(reflect.Type, reflect.StructField, *huma.Schema)) {
	a := app.New(web.Config{})
	seen := map[string]bool{}
	for _, b := range a.Bodies {
		b.Walk(a.API.OpenAPI().Components.Schemas, func(in reflect.Type, f reflect.StructField, s *huma.Schema) {
			if key := in.String() + "." + f.Name; !seen[key] {
				seen[key] = true
				visit(in, f, s)
			}
		})
	}
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json")+f.Tag.Get("query"), ",")
	return name
}

func tags(v any) map[string]string {
	out := map[string]string{}
	for _, f := range reflect.VisibleFields(reflect.TypeOf(v)) {
		if tag, ok := f.Tag.Lookup("limit"); ok {
			out[jsonName(f)] = tag
		}
	}
	return out
}
