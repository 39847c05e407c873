import { describe, expect, it } from "vitest";
import openapi from "@/api/openapi.json";
import { monthsLater } from "../period";
import { completeValues, testMasters } from "../testMasters";
import type { Details, Overview } from "../types";
import { audienceInput, detailsInput, overviewInput } from "./inputs";
import { newValues } from "./newValues";
import { valuesOf } from "./storedValues";
import { managersRange, managersText } from "./values";

describe("a new listing is filled from the company", () => {
  const values = newValues(
    {
      companyId: "c1",
      companyName: "甲乙金属株式会社",
      industryType: ["13003"],
      location: { prefecturecode: "04", citycode: "04101" },
      mAndAReason: [11, 31],
      postalCode: "9800001",
      prefectureName: "宮城県",
      cityName: "仙台市青葉区",
      townName: "上杉",
      buildingName: "1-1",
      lastYearSalesAmount: 320_000,
      operatingProfit: -1,
      numberOfEmployees: 8,
    },
    testMasters,
    "2026-08-31",
  );
  it("with bands from its figures, as proposals", () => {
    expect(values.salesAmount).toBe("4");
    expect(values.operatingProfit).toBe("1");
    expect(values.managers).toBe("6-10");
  });
  it("with its region, never its prefecture, as the public one", () => {
    expect(values.publicRegion).toEqual(["2"]);
    expect(values.isPrefecturePublic).toBe(false);
  });
  it("with names and addresses in the details alone", () => {
    expect(values.address).toBe("宮城県仙台市青葉区上杉1-1");
    expect(values.postalCode).toBe("980-0001");
    expect(values.businessName + values.description).toBe("");
  });
  it("with a seller's reasons only", () => expect(values.assignmentReason).toEqual(["11"]));
  it("and ends six months later, on the last day of a shorter month", () =>
    expect(values.dueDate).toBe("2027-02-28"));
});

describe("monthsLater", () => {
  it.each([
    ["2026-08-31", 6, "2027-02-28"],
    ["2026-11-21", 12, "2027-11-21"],
    ["2026-12-01", 1, "2027-01-01"],
    ["2027-08-31", 6, "2028-02-29"],
  ])("%s + %i = %s", (day, months, expected) => expect(monthsLater(day, months)).toBe(expected));
});

describe("managers", () => {
  it.each([
    [6, 10, "6-10"],
    [301, undefined, "301-"],
    [undefined, 5, "0-5"],
    [undefined, undefined, ""],
  ])("%s to %s is %j", (from, to, text) => expect(managersText(from, to)).toBe(text));
  it.each([
    ["6-10", { from: 6, to: 10 }],
    ["301-", { from: 301 }],
    ["", {}],
  ])("%j read back", (text, range) => expect(managersRange(text)).toEqual(range));
});

describe("what is sent", () => {
  it("names the listing and its version only where there is one", () => {
    expect(overviewInput(completeValues(), testMasters.regions)).toMatchObject({
      sellerBusinessId: "l1",
      version: 3,
    });
    const fresh = overviewInput(completeValues({ sellerBusinessId: "", version: 0 }), testMasters.regions);
    expect(fresh).not.toHaveProperty("sellerBusinessId");
    expect(fresh.companyId).toBe("c1");
  });
  it("keeps the details' amounts out of the overview, and the band out of the details", () => {
    const values = completeValues();
    const overview = overviewInput(values, testMasters.regions);
    expect(overview.operatingProfit).toBe(2);
    expect(JSON.stringify(overview)).not.toMatch(/5000|320000|甲乙|仙台/);
    const details = detailsInput(values, { sellerBusinessId: "l1", version: 4 });
    expect(details).toMatchObject({ version: 4, operatingProfit: 5_000, amountOfSales: 320_000 });
  });
  it("leaves out the text of a class that was taken away", () => {
    const kept = overviewInput(
      completeValues({ industryTypes: ["13004"], industryOtherText13004: "鍛造" }),
      testMasters.regions,
    );
    expect(kept.industryOtherText13004).toBe("鍛造");
    const gone = overviewInput(completeValues({ industryOtherText13004: "鍛造" }), testMasters.regions);
    expect(gone).not.toHaveProperty("industryOtherText13004");
  });
  it("names institutions only where the audience is restricted by them", () => {
    expect(audienceInput({ audience: "rest", restFinancial: ["b"] })).toEqual({
      isLimited: false,
      isRest: true,
      restFinancial: ["b"],
    });
    expect(audienceInput({ audience: "limited", restFinancial: ["b"] }).restFinancial).toEqual([]);
  });
});

it("what is stored comes back as it was typed", () => {
  const values = completeValues({ audience: "rest", restFinancial: ["b"], salesPrice: "" });
  const sent = overviewInput(values, testMasters.regions);
  const details = detailsInput(values, { sellerBusinessId: "l1", version: 3 });
  const back = valuesOf(sent as unknown as Overview, details as unknown as Details);
  expect({ ...back, justifications: {} }).toEqual({ ...values, justifications: {} });
});

/** Distinct test values for those fields of an API input that hold one text or number. */
function canaries(schema: "ListingOverviewInput" | "ListingDetailsInput", apart: readonly string[]) {
  const fields = Object.entries(openapi.components.schemas[schema].properties as Record<string, object>);
  return Object.fromEntries(
    fields
      .filter(([name, field]) => "type" in field && !apart.includes(name))
      .map(([name, field], n) => {
        const { type } = field as { type: string };
        return [name, type === "string" ? `canary ${name}` : type === "boolean" ? true : 1000 + n];
      }),
  );
}

it("every field that the API takes comes from what is stored, and is sent again", () => {
  const overview = canaries("ListingOverviewInput", [
    "requestKey", // only for a new listing
    "isRest", // ignored with isLimited
    "numberOfManagersFrom", // bands: managersText and managersRange above
    "numberOfManagersTo",
  ]);
  const details = canaries("ListingDetailsInput", [
    "status", // taken as the specification sends it, and not used
  ]);
  const classes = Object.keys(overview).flatMap((name) => /^industryOtherText(\d+)$/.exec(name)?.[1] ?? []);
  const lists = { industryTypes: classes, publicRegion: [], negotiationTarget: [], salesAsset: [] };
  const values = valuesOf(
    { ...overview, ...lists } as unknown as Overview,
    { ...details, assignmentReason: [] } as unknown as Details,
  );
  const saved = { sellerBusinessId: `${details.sellerBusinessId}`, version: Number(details.version) };
  expect(overviewInput(values, testMasters.regions)).toMatchObject(overview);
  expect(detailsInput(values, saved)).toMatchObject(details);
});
