import { describe, expect, it } from "vitest";
import openapi from "@/api/openapi.json";
import { prefectureText, REGION_BLOCKS, regionHref, shadeOf } from "./regions";
import { grouped, TASK_GROUPS, type Task, taskHref } from "./tasks";

it.each<[Parameters<typeof taskHref>[0], string]>([
  [
    { place: "bf", sellerBusinessId: "s1", buyerNegotiationId: "n1" },
    "/financial-support/seller-business/s1?negotiation=n1",
  ],
  [
    { place: "sf", sellerBusinessId: "s1", buyerNegotiationId: "n1" },
    "/seller-company-manage/seller-business/s1?negotiation=n1",
  ],
  [
    { kind: "unread", place: "sf", sellerBusinessId: "s1", buyerNegotiationId: "n1" },
    "/seller-company-manage/seller-business/s1?negotiation=n1&message=unread",
  ],
  [{ place: "listing", sellerBusinessId: "s1" }, "/seller-company-manage/seller-business/s1"],
  [{ place: "buyer", companyId: "c1" }, "/buyer-company-manage/c1"],
  [{ place: "seller", companyId: "c1" }, "/seller-company-manage/c1"],
  [{ place: "user", companyId: "c1" }, "/buyer-company-manage/c1?tab=users"],
])("a task links to the page of the side that must act: %o", (task, href) =>
  expect(taskHref(task)).toBe(href),
);

describe("the map of the regions", () => {
  it("has a block for every region, and no two overlap", () => {
    const squares = Object.values(REGION_BLOCKS).flatMap(({ x, y, w, h }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
    );
    expect(Object.keys(REGION_BLOCKS)).toHaveLength(10);
    expect(new Set(squares).size).toBe(squares.length);
  });

  it("shades by count, links to the search, and names published prefectures", () => {
    expect([0, 1, 5, 10].map((count) => shadeOf(count, 10))).toEqual([0, 1, 2, 4]);
    expect(regionHref(["36", "37"])).toBe("/seller-business?isPublic=true&location=36&location=37");
    expect(prefectureText({ prefectureList: [{ prefecturecode: "13", name: "東京都", count: 2 }] })).toBe(
      "東京都 2件",
    );
    expect(prefectureText({ prefectureList: [] })).toBe("");
  });
});

it("every kind of task stands in one group, and the counts are the server's", () => {
  const kinds = openapi.components.schemas.DeskTask.properties.kind.enum;
  expect(kinds.length).toBeGreaterThan(5);
  expect(TASK_GROUPS.flatMap((group) => group.kinds).sort()).toEqual([...kinds].sort());
  const groups = grouped([{ kind: "unread" } as Task], [{ kind: "unread", count: 12 }]);
  expect(groups.map(({ title, count, tasks }) => [title, count, tasks.length])).toEqual([["未読", 12, 1]]);
});
