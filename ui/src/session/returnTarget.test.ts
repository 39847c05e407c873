// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { loginAddress, returnTarget } from "./returnTarget";

const ID = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";

describe("a return target", () => {
  it.each([
    ["/seller-business?freeWord=M%26A&pageNumber=2", "/seller-business?freeWord=M%26A&pageNumber=2"],
    ["/buyer-company#list", "/buyer-company#list"],
    [`/seller-business/${ID}#contact`, `/seller-business/${ID}#contact`],
    [`/seller-business/${ID}/contact`, `/seller-business/${ID}/contact`],
    ["/seller-business/new#details", "/seller-business/new#details"],
    ["/seller-business?freeWord=100%25", "/seller-business?freeWord=100%25"],
  ])("%s passes", (url, to) => expect(returnTarget(url)).toBe(to));

  it.each([
    null,
    "",
    "//evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "/%09/evil.example",
    "/%5Cevil.example",
    "/%2Fevil.example",
    "/./%2Fevil.example/..//evil",
    "/.//evil.example",
    "/a/..//evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    " /mypage",
    "mypage",
    "/login?url=/login",
    "/seller-business/new#contact",
    "/seller-business/contact",
    `/seller-business/x${ID}#contact`,
    `/seller-business//${ID}#contact`,
    "/seller-business/1/contact",
    "/seller-business/1/%63ontact",
    "/seller-business/1#%63ontact",
  ])("%j is refused", (url) => expect(returnTarget(url)).toBeNull());

  it("takes the hash of the login page if it has none of its own", () => {
    expect(returnTarget("/member", "#users")).toBe("/member#users");
    expect(returnTarget("/member#needs", "#users")).toBe("/member#needs");
    expect(returnTarget("/seller-business/1", "#contact")).toBeNull();
  });
});

it.each([
  ["/mypage", "/login"],
  ["/mypage/contact?x=1", "/login"],
  ["/mypages", "/login?url=%2Fmypages"],
  ["/seller-business?q=M%26A#a", "/login?url=%2Fseller-business%3Fq%3DM%2526A%23a"],
])("the login page for %s is %s", (path, to) => expect(loginAddress(path)).toBe(to));
