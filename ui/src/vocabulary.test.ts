import { describe, expect, it } from "vitest";
import openapi from "@/api/openapi.json";
import { casesSpec } from "@/cases/conditions";
import { buyerSpec, sellerSpec } from "@/company/conditions";
import { listingSpec } from "@/listing/conditions";
import { CANDIDATE_SPEC, LIST_SPEC } from "@/longlist/conditions";

/*
 * Every condition of a search call has a control on its screen, or the reason why it has none is
 * given here (SPEC.md section 7, Search parameter vocabulary).
 */

interface Spec {
  filters: readonly { keys: readonly string[] }[];
}

const PAGES = { pageNumber: "the pages below the list", limit: "SPEC 9: the page size is fixed" };
const ORDER = { propertyName: "the list of orders", isDescending: "the list of orders" };
const IDS = {
  companyIds: "ids come from a saved list or from ticked rows, nobody types them",
  targetCompanyIds: "as companyIds",
};

const SCREENS: [name: string, path: string, spec: Spec, reasons: Record<string, string>][] = [
  [
    "売却案件検索",
    "/api/SellerBusiness/SearchSellerBusinessAsync",
    listingSpec({ control: () => null, buyer: undefined, seller: undefined }),
    {
      sellerBusinessId: "one listing has a screen of its own",
      numberOfManagersFrom: "SPEC 5: numberOfManagers' two values become from and to",
      numberOfManagersTo: "as numberOfManagersFrom",
    },
  ],
  ["買手検索", "/api/BuyerCompany/SearchCompanyAsync", buyerSpec("network", null), IDS],
  [
    "買手管理",
    "/api/BuyerCompany/SearchCompanyAsync",
    buyerSpec("own", null),
    {
      ...IDS,
      isOnlyPersonInCharge: "always on: the own customers",
      isNotOnlyPersonInCharge: "always off: the own customers",
    },
  ],
  [
    "売手管理",
    "/api/SellerCompany/SearchCompanyAsync",
    sellerSpec(),
    {
      ...IDS,
      isOnlyPersonInCharge: "SPEC 7: always true",
      isNotOnlyPersonInCharge: "SPEC 7: always false",
      needsName: "sellers have no needs",
      without: "as needsName",
      businessIndustryTypes: "sellers have no needs",
      salesPrice: "sellers have no needs",
      salesPriceTo: "sellers have no needs",
      isPublic: "a seller is never public",
      noPublic: "a seller is never public",
      noApproved: "a seller does not register itself",
      isTrial: "a trial is a buyer's",
      sellerBusinessId: "the score is a buyer's",
      isLongList: "a long list is of buyers",
    },
  ],
  ...([LIST_SPEC, CANDIDATE_SPEC] as const).map((spec, index): (typeof SCREENS)[number] => [
    index === 0 ? "ロングリスト" : "ロングリストの候補",
    "/api/BuyerCompany/SearchLongCompany",
    spec,
    {
      ...IDS,
      sellerBusinessId: "the listing that the long list is for, chosen before",
      scoreFrom: "the control called fit, with the thresholds by their names",
      isPublic: "domain.md 8: candidates are public buyers, always",
      noPublic: "as isPublic: it would find nothing",
      noApproved: "as isPublic: it would find nothing",
      isTrial: "as isPublic: a trial is offered nothing",
    },
  ]),
  [
    "買手交渉案件管理",
    "/api/BuyerCompany/SearchFinancialSupport",
    casesSpec(),
    {
      ...IDS,
      sellerBusinessId: "one listing has a screen of its own",
      isOnlyPersonInCharge: "all rows are of buyers in charge",
      isNotOnlyPersonInCharge: "all rows are of buyers in charge",
    },
  ],
];

/** The names of a call's conditions, from the generated contract. */
function conditionsOf(path: string): string[] {
  const operations = openapi.paths[path as keyof typeof openapi.paths] as Record<
    string,
    {
      parameters?: { name: string; in: string }[];
      requestBody?: { content: { "application/json": { schema: { $ref: string } } } };
    }
  >;
  const { parameters, requestBody } = operations.get ?? operations.post ?? {};
  if (!requestBody) return (parameters ?? []).filter((one) => one.in === "query").map(({ name }) => name);
  const name = requestBody.content["application/json"].schema.$ref.split("/").pop() ?? "";
  const schemas = openapi.components.schemas as Record<string, { properties?: object }>;
  return Object.keys(schemas[name]?.properties ?? {}).filter((key) => key !== "$schema");
}

describe.each(SCREENS)("%s", (_, path, spec, reasons) => {
  const controls = new Set(spec.filters.flatMap(({ keys }) => keys));
  const withoutControl = { ...PAGES, ...ORDER, ...reasons };

  it("has a control or a reason for every condition", () => {
    const conditions = conditionsOf(path);
    expect(conditions.length).toBeGreaterThan(10);
    expect(conditions.filter((name) => !controls.has(name) && !(name in withoutControl))).toEqual([]);
  });

  it("gives no reason for a name that has a control or is no condition", () => {
    const conditions = conditionsOf(path);
    expect(
      Object.keys(withoutControl).filter((name) => controls.has(name) || !conditions.includes(name)),
    ).toEqual([]);
  });
});
