package mail

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Happening is one of the things that a mail about a negotiation lists.
type Happening struct {
	Kind Kind      `json:"kind"`
	At   time.Time `json:"at"`
}

// listedAtMost bounds the lines of one mail: of more, the newest.
const listedAtMost = 20

// IsGathered says that mails of the kind about one negotiation wait for each other and arrive as one (domain.md 7):
// milestones and changes of status. Security, approvals, passcodes and mails with a link of their own never wait.
func (k Kind) IsGathered() bool {
	t := byKind[k]
	return t != nil && t.short != ""
}

// SettingOf is the setting that can hold a mail back; of a gathered one, that of those of its parts that have one. A
// part that its receiver does not want is never put into it.
func SettingOf(k Kind, parts []Happening) Setting {
	for _, h := range parts {
		if k == NegotiationNews && h.Kind.Setting() != Always {
			return h.Kind.Setting()
		}
	}
	return k.Setting()
}

// Gather adds a kind to what a waiting mail lists, given and answered as it stands in the outbox; "" is a new mail.
func Gather(list string, kind Kind, at time.Time) (parts []Happening, longer string, err error) {
	if list != "" {
		if err := json.Unmarshal([]byte(list), &parts); err != nil {
			return nil, "", err
		}
	}
	parts = append(parts, Happening{Kind: kind, At: at})
	b, err := json.Marshal(parts)
	return parts, string(b), err
}

func checkHappened(parts []Happening) error {
	if len(parts) == 0 {
		return errors.New("what happened is missing")
	}
	for _, h := range parts {
		if !h.Kind.IsGathered() || h.At.IsZero() {
			return errors.New("what happened is malformed")
		}
	}
	return nil
}

// subjectOf says in a few words what happened: first what waits for the reader, each once.
func subjectOf(parts []Happening) string {
	words := []string{}
	for _, first := range []bool{true, false} {
		for _, h := range parts {
			isFirst := h.Kind == MilestoneProposed || h.Kind == MilestoneReturned || h.Kind == ContractLapsed
			if word := byKind[h.Kind].short; isFirst == first && !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	return strings.Join(words, "、") + "（" + strconv.Itoa(len(parts)) + "件）"
}

func linesOf(parts []Happening) []string {
	lines := []string{}
	if more := len(parts) - listedAtMost; more > 0 {
		parts = parts[more:]
		lines = append(lines, "・これより前の動き："+strconv.Itoa(more)+"件")
	}
	for _, h := range parts {
		lines = append(lines, "・"+h.At.In(jst).Format("1月2日 15:04")+"　"+byKind[h.Kind].happened)
	}
	return lines
}
