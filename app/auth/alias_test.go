package auth

import (
	"testing"

	"github.com/google/uuid"
)

func TestAlias(t *testing.T) {
	dir := t.TempDir()
	keys, err := LoadKeys(dir)
	if err != nil {
		t.Fatal(err)
	}
	id := uuid.Must(uuid.NewV7()).String()
	was, seen := Alias{Kind: 2, Context: 7, Subject: 580_000, Mark: AliasMark(id)}, map[string]bool{}
	for _, a := range []Alias{was, {3, 7, 580_000, was.Mark}, {2, 8, 580_000, was.Mark}, {2, 7, 580_001, was.Mark},
		{2, 7, 580_000, was.Mark ^ 1}, {255, 1<<32 - 1, 1<<32 - 1, 1<<40 - 1}, {}} {
		text := keys.Alias(a)
		u, err := uuid.Parse(text)
		if err != nil || u.Version() != 8 || u.Variant() != uuid.RFC4122 || seen[text] {
			t.Errorf("%+v is %s, which is no UUID of version 8 of its own", a, text)
		}
		seen[text] = true
		if back, ok := keys.ReadAlias(text); !ok || back != a {
			t.Errorf("%+v comes back as %+v, %v", a, back, ok)
		}
	}
	again, err := OpenKeys(dir)
	if err != nil {
		t.Fatal(err)
	}
	other, err := LoadKeys(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	text := keys.Alias(was)
	if again.Alias(was) != text {
		t.Error("an alias does not outlive a restart")
	}
	if back, ok := other.ReadAlias(text); other.Alias(was) == text || ok && back == was {
		t.Error("another key file makes or reads the same alias")
	}
	for _, forged := range []string{"", id, text[:35] + string(text[35]^1), "{" + text + "}", "urn:uuid:" + text} {
		if back, ok := keys.ReadAlias(forged); ok && back.Mark == was.Mark {
			t.Errorf("%q is read as %+v", forged, back)
		}
	}
}
