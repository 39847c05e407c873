package public_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/public"
	"tsunagu/store/master"
)

func TestMasterCalls(t *testing.T) {
	p := apptest.NewPlatform(t)
	v := p.Visitor()
	v.Get("/api/BussinessType/GetBusinessTypes").Want(200).Has(`"code":"12005"`, `"hasFreeText":true`)
	v.Get("/api/Address/GetPrefecturesList").Want(200).Has(`{"key":6,"code":"06","name":"東海"`, `"code":"23","name":"愛知県"`)
	for _, c := range public.ItemCalls {
		var rows []public.Item
		if err := json.Unmarshal([]byte(v.Get("/api/Item/"+c.Call).Want(200).Body), &rows); err != nil || len(rows) != len(master.Items(c.List)) {
			t.Errorf("%s: %d rows, %v", c.Call, len(rows), err)
		}
	}
	v.Get("/api/Address/GetCitiesList?prefectureCode=23").Want(200).Has(`"code":"23100","name":"名古屋市"`, `"isSelectable":false`,
		`"parentCode":"23100"`)
	v.Get("/api/Address/GetCitiesList?prefectureCode=99").Want(200).Has(`[]`)
	v.Get("/api/Address/GetTownsList?cityCode=23105").Want(200).Has(`"name":"名駅"`)
	v.Get("/api/Item/GetFinancialInstitutionsList?word=0001").Want(200).Has(`"financialCode":"0001"`)
}

func TestAddressByPostalCode(t *testing.T) {
	v := apptest.NewPlatform(t).Visitor()
	for _, typed := range []string{"4500002", "450-0002",
		"%E3%80%92%EF%BC%94%EF%BC%95%EF%BC%90%EF%BC%8D%EF%BC%90%EF%BC%90%EF%BC%90%EF%BC%92"} {
		v.Get("/api/Address/GetAddressByPostalCode?postalCode="+typed).Want(200).Has(`"postalCode":"4500002"`, `"prefectureName":"愛知県"`,
			`"townName":"名駅"`)
	}
	v.Get("/api/Address/GetAddressByPostalCode?postalCode=0000000").Want(200).Has(`[]`)
	v.Get("/api/Address/GetAddressByPostalCode?postalCode=45").Want(422).Has(`"field":"postalCode"`)
	// One postal code with places in two prefectures: the user has to choose.
	if n := strings.Count(v.Get("/api/Address/GetAddressByPostalCode?postalCode=4980000").Want(200).Body, `"prefectureCode"`); n < 2 {
		t.Errorf("%d places", n)
	}
}

// Every list of the master data except the one marked as rejected is in GetItems, and none is
// empty.
func TestItems(t *testing.T) {
	v := apptest.NewPlatform(t).Visitor()
	var lists map[string]public.ItemList
	if err := json.Unmarshal([]byte(v.Get("/api/Item/GetItems").Want(200).Body), &lists); err != nil {
		t.Fatal(err)
	}
	if len(lists) != len(master.Lists())-1 {
		t.Errorf("%d lists of %d", len(lists), len(master.Lists()))
	}
	for name, l := range lists {
		if len(l.Items) == 0 || l.Title == "" {
			t.Errorf("%s is empty", name)
		}
	}
}

func TestEnumerations(t *testing.T) {
	v := apptest.NewPlatform(t).Visitor()
	var e public.Enumerations
	if err := json.Unmarshal([]byte(v.Get("/api/Item/GetEnumerations").Want(200).Body), &e); err != nil {
		t.Fatal(err)
	}
	if len(e.Codes) != len(deal.Enumerations()) || len(e.Tags) != 21 || len(e.StepLabels) != 5 {
		t.Errorf("%d enumerations, %d tags, %d steps", len(e.Codes), len(e.Tags), len(e.StepLabels))
	}
	if e.Limits.RegistrationKeyDays != 14 || e.Limits.LinkKeyDays != 7 || e.Limits.AttachmentBytes != 20<<20 {
		t.Errorf("limits %+v", e.Limits)
	}
}
