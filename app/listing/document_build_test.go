package listing_test

import (
	"bytes"
	"image"
	"image/png"
	"net/url"
	"strconv"

	"tsunagu/app/apptest"
	"tsunagu/app/listing"
)

// granted lists what the caller may open by a negotiation.
func granted(c *apptest.Caller, negotiation string) apptest.Result {
	c.P.T.Helper()
	return c.Get(listing.DocumentPath + "GetGrantedDocumentList?buyerNegotiationId=" + negotiation)
}

// viewPage opens a document and asks for one of its pages.
func viewPage(c *apptest.Caller, id, negotiation string, page int) apptest.Result {
	c.P.T.Helper()
	r := c.ViewDocument(id, negotiation)
	if r.Status != 200 {
		return r
	}
	return drawn(c, id, negotiation, r.JSON()["viewing"].(string), page, 960)
}

// drawn asks for a page of an opened document.
func drawn(c *apptest.Caller, id, negotiation, viewing string, page, width int) apptest.Result {
	c.P.T.Helper()
	return c.Get(listing.DocumentPath + "ViewDocumentPage?" + url.Values{"documentId": {id}, "buyerNegotiationId": {negotiation},
		"viewing": {viewing}, "page": {strconv.Itoa(page)}, "width": {strconv.Itoa(width)}}.Encode())
}

// picture is a PNG of a size.
func picture(width, height int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		panic(err)
	}
	return b.Bytes()
}
