import { createHmac } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { Network } from "./network";
import { field, pathOf } from "./people";

/* A network of its own without demo data: its set-up, and its first office user. */

export const NEW_PASSWORD = "umi-to-minato-2026";

export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

/** The current code of an authenticator app (RFC 6238) with this key. */
function codeOf(key: string): string {
  const bits = [...key.replace(/\s/g, "")]
    .map((c) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c).toString(2).padStart(5, "0"))
    .join("");
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const sum = createHmac("sha1", secret).update(counter).digest();
  const code = sum.readUInt32BE((sum.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(code % 1_000_000).padStart(6, "0");
}

/**
 * Signs in at the office of a network without demo data and sets up the required second step by API
 * calls; the screens for it have a spec of their own.
 */
export async function enterWithSecondStep(page: Page, loginId: string): Promise<string[]> {
  await page.goto("/office");
  const post = (path: string, body: string, type: string, token = "") =>
    page.evaluate(
      async ({ path, body, type, token }) => {
        const headers = { "Content-Type": type, ...(token && { Authorization: `Bearer ${token}` }) };
        const answer = await fetch(path, { method: "POST", headers, body });
        return { ok: answer.ok, json: await answer.json() };
      },
      { path, body, type, token },
    );
  const form = new URLSearchParams({ grant_type: "password", loginId, password: NEW_PASSWORD });
  const { json } = await post("/office/token", form.toString(), "application/x-www-form-urlencoded");
  const step = "/api/Office/StartSecondStep";
  const { key } = (await post(step, "{}", "application/json", json.token)).json;
  const proof = JSON.stringify({ code: codeOf(key), password: NEW_PASSWORD });
  const done = await post("/api/Office/ConfirmSecondStep", proof, "application/json", json.token);
  expect(done.ok, JSON.stringify(done.json)).toBe(true);
  return done.json.recoveryCodes;
}

/** Sets up a network without demo data. */
export async function setUp(page: Page, own: Network) {
  await page.goto(pathOf(own.output));
  await expect(heading(page, "ネットワークの初期設定")).toBeVisible();
  await field(page, "ネットワークの名前").fill("小さなネットワーク");
  await field(page, "事務局の利用者の氏名").fill("事務 局子");
  await field(page, "メールアドレス").fill("kyokuko@office.example.jp");
  await field(page, "新しいパスワード").fill(NEW_PASSWORD);
  await field(page, "新しいパスワード（確認）").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "この内容で設定する" }).click();
  await expect(heading(page, "初期設定が完了しました")).toBeVisible();
}
