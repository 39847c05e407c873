import { expect, it } from "vitest";
import { GAP, pageAt, pagesToFetch, pageTops, pictureWidth, typedPage } from "./layout";

const all = pageTops([1.5, 0.5, 1], 100); // 150, 50 and 100 high

it("puts pages under each other", () => {
  expect(all).toEqual([0, 150 + GAP, 200 + 2 * GAP, 300 + 3 * GAP]);
});

it("knows which page stands at a height", () => {
  expect([-50, 0, 149, 150 + GAP, 201 + GAP, 250, 9999].map((y) => pageAt(all, y))).toEqual([
    1, 1, 1, 2, 2, 3, 3,
  ]);
});

it("wants what is seen, one before and one ahead", () => {
  const long = pageTops(Array(500).fill(1), 100);
  expect(pagesToFetch(long, 0, 80)).toEqual([1, 2]);
  expect(pagesToFetch(long, 112 * 9, 112 * 10)).toEqual([9, 12]);
  expect(pagesToFetch(long, 112 * 499, 112 * 500)).toEqual([499, 500]);
  expect(pagesToFetch(pageTops([1], 100), 0, 80)).toEqual([1, 1]);
});

it("asks for the picture that is just large enough", () => {
  const widths = [640, 960, 1280];
  expect([1, 640, 641, 1280, 5000].map((pixels) => pictureWidth(widths, pixels))).toEqual([
    640, 640, 960, 1280, 1280,
  ]);
});

it("reads a page number as it is typed in Japan", () => {
  expect(["１２", " 3 ", "0", "-2", "999", "", "表紙"].map((text) => typedPage(text, 25))).toEqual([
    12,
    3,
    1,
    1,
    25,
    null,
    null,
  ]);
});
