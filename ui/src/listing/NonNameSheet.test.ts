import { expect, it } from "vitest";
import type { ItemLists } from "@/api/enumerations";
import type { ListingOverview } from "@/sale/types";
import type { Names } from "@/search/names";
import { caseNumber, publishedPlace } from "./NonNameSheet";

const names = {
  classes: [],
  regions: [{ code: "6", name: "東海", items: [{ code: "21", name: "岐阜県" }] }],
  items: {
    region: {
      items: [
        { key: 6, label: "東海" },
        { key: 9, label: "四国" },
        { key: 90, label: "海外" },
        { key: 99, label: "全国・地域を問わない" },
      ],
    },
  } as unknown as ItemLists,
} satisfies Pick<Names, "classes" | "items" | "regions">;

const listing = (more: Partial<ListingOverview>) =>
  ({ publicRegion: [6], formattedLocation: "", ...more }) as ListingOverview;

it.each<[string, Partial<ListingOverview>, string]>([
  ["L1 as published", { level: 1, formattedLocation: "岐阜県" }, "岐阜県"],
  ["L2 as published", { level: 2, formattedLocation: "東海" }, "東海"],
  ["L3 tells the prefecture, the sheet does not", { level: 3, formattedLocation: "岐阜県" }, "東海"],
  ["all regions are the whole country", { level: 3, publicRegion: [6, 9] }, "全国"],
  ["the whole country, and abroad", { level: 3, publicRegion: [90, 99] }, "全国、海外"],
  ["several regions, none the real one", { level: 9, publicRegion: [9, 90] }, "四国、海外"],
  ["L4 tells the city, the sheet does not", { level: 4, formattedLocation: "岐阜県揖斐郡揖斐川町" }, "東海"],
  [
    "the bank in charge: the region",
    { level: 9, formattedLocation: "岐阜県揖斐郡揖斐川町", location: { prefecturecode: "21" } },
    "東海",
  ],
  [
    "the bank in charge: the prefecture where it is published",
    {
      level: 9,
      formattedLocation: "岐阜県揖斐郡揖斐川町",
      location: { prefecturecode: "21" },
      isPrefecturePublic: true,
    },
    "岐阜県",
  ],
])("place on a sheet: %s", (_, more, place) => expect(publishedPlace(listing(more), names)).toBe(place));

it("the case number is the end of the id", () =>
  expect(caseNumber("01a1fd1e-a8c2-756e-80ec-6dcb872b7124")).toBe("L-872b7124"));
