package app

import "tsunagu/store"

// mayConfirm says whether the actor may be the second pair of eyes on what the user of did
// (domain.md 1; team.md 3): another user of the same institution.
func mayConfirm(_ *store.Q, by actor, of string) (bool, error) { return by.id() != of, nil }
