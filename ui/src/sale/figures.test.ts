import { expect, it } from "vitest";
import { exactness, figure } from "./figures";
import type { ListingDetails } from "./types";
import { withheldReason } from "./withheld";

const details = (more: Partial<ListingDetails>) =>
  ({ opensAt: {}, withheldReasons: {}, ...more }) as ListingDetails;

const L1 = details({
  opensAt: { amountOfSales: 4, amountOfSalesBand: 3, companyName: 4 },
  withheldReasons: { "3": "同意すると", "4": "承認後に" },
});
const L3 = details({
  opensAt: { amountOfSales: 4, netAsset: 4 },
  withheldReasons: { "4": "承認後に" },
  amountOfSalesBand: "1億円以上3億円未満",
});
const L4 = details({ amountOfSales: 0, operatingProfit: -1200 });

it("an amount is withheld, a band, exact, or was never entered", () => {
  expect(figure(L1, "amountOfSales")).toEqual({ kind: "withheld" });
  expect(figure(L3, "amountOfSales")).toEqual({ kind: "band", text: "1〜3億円" });
  expect(figure(L3, "netAsset")).toEqual({ kind: "empty" });
  expect(figure(L4, "amountOfSales")).toEqual({ kind: "exact", thousands: 0 });
  expect(figure(L4, "operatingProfit")).toEqual({ kind: "exact", thousands: -1200 });
  expect(figure(L4, "netIncome")).toEqual({ kind: "empty" });
});

it("tells how exact the figures are", () => {
  expect([L1, L3, L4].map(exactness)).toEqual(["withheld", "band", "exact"]);
});

it("gives the server's words for a withheld field alone", () => {
  expect(withheldReason(L1, "amountOfSalesBand")).toBe("同意すると");
  expect(withheldReason(L1, "companyName")).toBe("承認後に");
  expect(withheldReason(L1, "advantage")).toBeUndefined();
  expect(withheldReason(L4, "companyName")).toBeUndefined();
  expect(withheldReason(null, "companyName")).toBeUndefined();
});
