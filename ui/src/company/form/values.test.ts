import { expect, it } from "vitest";
import type { CompanyDetails, CompanyOverview } from "../types";
import {
  EMPTY_DETAILS,
  EMPTY_OVERVIEW,
  fromDetails,
  fromOverview,
  toDetailsInput,
  toOverviewInput,
} from "./values";

const OVERVIEW: CompanyOverview = {
  companyId: "c1",
  companyType: 2,
  displayName: "株式会社みなと",
  industryType: ["12005", "13003"],
  industryOtherText12005: "古民家の再生",
  location: { region: 6, prefecturecode: "23", citycode: "23105" },
  salesAmount: 3,
  status: 1,
  tags: [],
  view: 9,
  mAndAReason: [11],
  memberType: 2,
  isSendOfferMail: 1,
  isSendRecommendMail: 0,
  version: 4,
};

it("takes an overview to the form and back without losing anything", () => {
  const input = toOverviewInput(fromOverview(OVERVIEW), { companyId: "c1", version: 4 });
  expect(input).toMatchObject({
    companyId: "c1",
    version: 4,
    industryType: ["12005", "13003"],
    industryOtherText12005: "古民家の再生",
    location: { prefecturecode: "23", citycode: "23105" },
    salesAmount: 3,
    mAndAReason: [11],
    memberType: 2,
    isSendOfferMail: 1,
    isSendRecommendMail: 0,
  });
  // Fields of the form alone are unknown to the call, which refuses them.
  expect(input).not.toHaveProperty("prefecturecode");
  expect(input).not.toHaveProperty("citycode");
});

it("sends 0 for what was not chosen, so that all that is missing is said at once", () => {
  expect(toOverviewInput(EMPTY_OVERVIEW)).toMatchObject({
    salesAmount: 0,
    mAndAExperience: 0,
    industryType: [],
  });
  const input = toDetailsInput(EMPTY_DETAILS, { companyId: "c1" });
  expect(input.businessFormType).toBe(0);
  expect(input.capitalAmount).toBeUndefined();
});

it("reads last year's sales under the name of either kind", () => {
  const details: CompanyDetails = { companyId: "c1", postalCode: "4500002" };
  expect(fromDetails({ ...details, salesAmount: 250_000 }).lastYearSalesAmount).toBe(250_000);
  expect(fromDetails({ ...details, lastYearSalesAmount: 0 }).lastYearSalesAmount).toBe(0);
  expect(fromDetails(details).lastYearSalesAmount).toBeNull();
  expect(fromDetails(details).postalCode).toBe("450-0002");
});
