package app

import (
	"encoding/json"
	"strings"
	"testing"

	"tsunagu/app/deal"
	"tsunagu/app/public"
	"tsunagu/store/master"
)

func TestMasterCalls(t *testing.T) {
	p := newPlatform(t)
	v := p.visitor()
	v.get("/api/BussinessType/GetBusinessTypes").want(200).has(`"code":"12005"`, `"hasFreeText":true`)
	v.get("/api/Address/GetPrefecturesList").want(200).has(`{"key":6,"code":"06","name":"東海"`, `"code":"23","name":"愛知県"`)
	for _, c := range public.ItemCalls {
		var rows []public.Item
		if err := json.Unmarshal([]byte(v.get("/api/Item/"+c.Call).want(200).body), &rows); err != nil || len(rows) != len(master.Items(c.List)) {
			t.Errorf("%s: %d rows, %v", c.Call, len(rows), err)
		}
	}
	v.get("/api/Address/GetCitiesList?prefectureCode=23").want(200).has(`"code":"23100","name":"名古屋市"`, `"isSelectable":false`, `"parentCode":"23100"`)
	v.get("/api/Address/GetCitiesList?prefectureCode=99").want(200).has(`[]`)
	v.get("/api/Address/GetTownsList?cityCode=23105").want(200).has(`"name":"名駅"`)
	v.get("/api/Item/GetFinancialInstitutionsList?word=0001").want(200).has(`"financialCode":"0001"`)
}

func TestAddressByPostalCode(t *testing.T) {
	v := newPlatform(t).visitor()
	for _, typed := range []string{"4500002", "450-0002", "%E3%80%92%EF%BC%94%EF%BC%95%EF%BC%90%EF%BC%8D%EF%BC%90%EF%BC%90%EF%BC%90%EF%BC%92"} {
		v.get("/api/Address/GetAddressByPostalCode?postalCode="+typed).want(200).has(`"postalCode":"4500002"`, `"prefectureName":"愛知県"`, `"townName":"名駅"`)
	}
	v.get("/api/Address/GetAddressByPostalCode?postalCode=0000000").want(200).has(`[]`)
	v.get("/api/Address/GetAddressByPostalCode?postalCode=45").want(422).has(`"field":"postalCode"`)
	// One code, places in two prefectures: the user has to choose.
	if n := strings.Count(v.get("/api/Address/GetAddressByPostalCode?postalCode=4980000").want(200).body, `"prefectureCode"`); n < 2 {
		t.Errorf("%d places", n)
	}
}

// Every list of the masters but the rejected reading is in GetItems, and none of it is empty.
func TestItems(t *testing.T) {
	v := newPlatform(t).visitor()
	var lists map[string]public.ItemList
	if err := json.Unmarshal([]byte(v.get("/api/Item/GetItems").want(200).body), &lists); err != nil {
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
	v := newPlatform(t).visitor()
	var e public.Enumerations
	if err := json.Unmarshal([]byte(v.get("/api/Item/GetEnumerations").want(200).body), &e); err != nil {
		t.Fatal(err)
	}
	if len(e.Codes) != len(deal.Enumerations()) || len(e.Tags) != 21 || len(e.StepLabels) != 5 {
		t.Errorf("%d enumerations, %d tags, %d steps", len(e.Codes), len(e.Tags), len(e.StepLabels))
	}
	if e.Limits.RegistrationKeyDays != 14 || e.Limits.LinkKeyDays != 7 || e.Limits.AttachmentBytes != 20<<20 {
		t.Errorf("limits %+v", e.Limits)
	}
}
