package fts5

import "strings"

// tokenRune maps a character to one that the tokenizer accepts as part of a token: ASCII signs, spaces and
// control characters would separate tokens, so they are mapped to the end of the private use area.
func tokenRune(r rune) rune {
	if r < 0x80 && !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') {
		return 0x10ff00 + r
	}
	return r
}

// separator stands between the texts of one row, so that no word matches across two of them.
const separator = " \U0010fffd "

// Tokens is the text to index for a row with some texts, "" if all of them are empty.
func Tokens(texts []string) string {
	var b strings.Builder
	for _, text := range texts {
		if text == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(separator)
		}
		writeBigrams(&b, text)
	}
	return b.String()
}

// writeBigrams writes the pairs of neighbouring characters of a text. The last character is written alone
// at the end, so that every character begins a token.
func writeBigrams(to *strings.Builder, text string) {
	last := rune(-1)
	for _, r := range text {
		r = tokenRune(r)
		if last >= 0 {
			to.WriteRune(last)
			to.WriteRune(r)
			to.WriteByte(' ')
		}
		last = r
	}
	if last >= 0 {
		to.WriteRune(last)
	}
}

// matchQuery is the MATCH expression for a word: its bigrams as a phrase, or a prefix query for a single
// character. It contains no operators: it is quoted, and tokenRune leaves no quotes in it.
func matchQuery(word string) string {
	var b strings.Builder
	b.WriteByte('"')
	last, n := rune(-1), 0
	for _, r := range word {
		r = tokenRune(r)
		if n++; n > 1 {
			b.WriteRune(last)
			b.WriteRune(r)
			b.WriteByte(' ')
		}
		last = r
	}
	if n == 1 {
		b.WriteRune(last)
		return b.String() + `"*`
	}
	return b.String() + `"`
}

// Name is a text in characters that no other text has, so that a word is found in it only by its own Name: characters of the basic plane
// in the first of private use. Names of things beside a text are indexed so.
func Name(text string) string {
	const privateUse = 0xf0000
	return strings.Map(func(r rune) rune {
		if r < 0x10000 {
			return privateUse + r
		}
		return r
	}, text)
}
