import { describe, expect, it } from "vitest";
import { findRoute, inMatchOrder } from "./match";
import { type Route, screen } from "./screen";

const paths = [
  "/seller-business/:id?",
  "/seller-business",
  "/seller-business/new",
  "/seller-company-manage/:id?",
  "/seller-company-manage/seller-business/:id",
  "/buyer-company-register/:key?",
  "/buyer-company-register/:key?/confirm",
  "/",
];
const table = inMatchOrder(
  paths.map(
    (path): Route => ({
      path,
      title: path,
      audience: "public",
      layout: "public",
      screen: screen(() => Promise.reject(new Error("not wanted"))),
    }),
  ),
);
const at = (path: string) => {
  const match = findRoute(table, path);
  return match && [match.route.path, match.params];
};

describe("the route of a path", () => {
  it.each([
    ["/", ["/", {}]],
    ["/seller-business", ["/seller-business", {}]],
    ["/seller-business/", ["/seller-business", {}]],
    ["/seller-business/new", ["/seller-business/new", {}]],
    ["/seller-business/42", ["/seller-business/:id?", { id: "42" }]],
    ["/seller-business/a%2Fb", ["/seller-business/:id?", { id: "a/b" }]],
    ["/seller-company-manage/seller-business/7", ["/seller-company-manage/seller-business/:id", { id: "7" }]],
    ["/buyer-company-register/k/confirm", ["/buyer-company-register/:key?/confirm", { key: "k" }]],
    ["/buyer-company-register/confirm", ["/buyer-company-register/:key?/confirm", {}]],
    ["/buyer-company-register/k", ["/buyer-company-register/:key?", { key: "k" }]],
  ])("%s", (path, match) => expect(at(path)).toEqual(match));

  it.each(["/seller", "/seller-business/1/2", "/%E0%A4%A", "/Seller-business"])("%s is unknown", (path) =>
    expect(at(path)).toBeNull(),
  );
});
