package apptest

import (
	"regexp"
)

const SayPath = NegotiationBase + "CreateBuyerNegotiationMessageAsync"

var Uuids = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)
