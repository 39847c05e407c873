package app_test

import (
	"bytes"
	"image"
	"image/png"
	"net/url"
)

// matrixMemorandum is a 企業概要書 with a picture, or without where there is none.
func matrixMemorandum(pictureID string) map[string]any {
	pictures := []map[string]any{}
	if pictureID != "" {
		pictures = append(pictures, map[string]any{"pictureId": pictureID, "caption": "外観", "isNameless": true})
	}
	return map[string]any{"sectionList": []map[string]any{{"key": "history", "heading": "", "text": "先代が始めました。", "level": 3,
		"pictureList": pictures}}, "periodList": []any{}, "figuresLevel": 3}
}

// matrixPicture is a PNG file.
func matrixPicture() []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// written is a listing of A's with a 企業概要書 that has a picture.
func (w *accessWorld) written() []object {
	picture := w.FinA.Upload("/api/Memorandum/UploadMemorandumPicture", map[string]any{"sellerBusinessId": w.Listing}, "a.png",
		matrixPicture()).Want(200).JSON()["pictureId"].(string)
	w.picture = picture
	w.FinA.Post("/api/Memorandum/SaveMemorandum", map[string]any{"sellerBusinessId": w.Listing, "revision": 0,
		"content": matrixMemorandum(picture)}).Want(200)
	return []object{{"own", w.Listing, map[string]string{"own": inA}}}
}

// memorandumRows adds the calls of a 企業概要書.
func memorandumRows(rows map[string][]probe) {
	const base = "/api/Memorandum/"
	rows["GET "+base+"GetMemorandum"] = of("listing", "charge", "sellerBusinessId")
	rows["GET "+base+"GetMemorandumPreview"] = []probe{{of: "listing", set: "charge", query: func(x *probing) url.Values {
		return url.Values{"sellerBusinessId": {x.id}, "level": {"3"}}
	}}}
	rows["POST "+base+"SaveMemorandum"] = []probe{{of: "listing", set: "charge", body: bodyID("sellerBusinessId",
		map[string]any{"revision": 0, "content": matrixMemorandum("")})}}
	at := map[string]any{"revision": 1, "level": 3, "isChecked": true}
	rows["POST "+base+"IssueMemorandum"] = []probe{{of: "written", set: "own", body: bodyID("sellerBusinessId", at)}}
	rows["POST "+base+"GiveMemorandum"] = []probe{{of: "written", set: "own", body: bodyID("sellerBusinessId", at)}}
	rows["GET "+base+"ViewMemorandumPicture"] = []probe{{of: "written", set: "own", query: func(x *probing) url.Values {
		return url.Values{"sellerBusinessId": {x.id}, "pictureId": {x.w.picture}}
	}}}
	rows["POST "+base+"UploadMemorandumPicture"] = []probe{{of: "listing", set: "charge", form: true, body: bodyID("sellerBusinessId", nil)}}
}
