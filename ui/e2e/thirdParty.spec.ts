import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { start, test } from "./network";
import { enterWithSecondStep, heading, setUp } from "./ownNetwork";
import { dialogOf, person } from "./people";

/* The office sets a time-stamping authority, OpenSSL's, and has the logs stamped by it (papers.md 4). */

const CONFIG = `[req]
distinguished_name = name
[name]
[tsa]
basicConstraints = critical, CA:TRUE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[one]
dir = .
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`;

/** OpenSSL's authority behind an HTTP server; the certificate is its own authority. */
async function authority() {
  const dir = mkdtempSync(join(tmpdir(), "tsa-e2e-"));
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: dir, stdio: "ignore" });
  writeFileSync(join(dir, "tsa.cnf"), CONFIG);
  writeFileSync(join(dir, "serial"), "01\n");
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "tsa.key"];
  const cert = ["-out", "tsa.pem", "-days", "3", "-subj", "/CN=Test TSA", "-extensions", "tsa"];
  openssl("req", "-x509", "-config", "tsa.cnf", ...key, ...cert);
  const server = createServer((request, answer) => {
    const query: Buffer[] = [];
    request.on("data", (chunk) => query.push(chunk));
    request.on("end", () => {
      writeFileSync(join(dir, "q.tsq"), Buffer.concat(query));
      const files = ["-queryfile", "q.tsq", "-out", "r.tsr"];
      openssl("ts", "-reply", "-config", "tsa.cnf", "-section", "one", ...files);
      answer.setHeader("Content-Type", "application/timestamp-reply");
      answer.end(readFileSync(join(dir, "r.tsr")));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const at = server.address();
  return {
    address: `http://127.0.0.1:${typeof at === "object" && at ? at.port : 0}/`,
    pem: readFileSync(join(dir, "tsa.pem"), "utf8"),
    end: () => {
      server.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

test("the office sets the time-stamping authority and has the logs stamped", async ({ browser }, info) => {
  const [tsa, other] = [await authority(), await authority()];
  const data = mkdtempSync(join(tmpdir(), "office-e2e-"));
  const own = await start(["-data", data], /(https?:\/\/\S+\/setup\S*)/);
  try {
    const office = await person(browser, info, "office", { baseURL: own.base });
    const { page } = office;
    await setUp(page, own);
    await enterWithSecondStep(page, "kyokuko@office.example.jp");
    await page.goto("/office/third-party");
    await expect(heading(page, "第三者による証明")).toBeVisible();
    const dialog = dialogOf(page);
    const save = async (ca: string) => {
      await dialog.getByLabel("認証局の証明書（PEM）").fill(ca);
      await dialog.getByRole("button", { name: "保存する" }).click();
    };

    // What is not right is said at its field, and nothing is kept.
    await page.getByRole("button", { name: "局を設定する" }).click();
    await dialog.getByLabel("毎日、自動で押す").check();
    await dialog.getByLabel("局のアドレス").fill(tsa.address);
    await save("証明書");
    await expect(dialog.getByLabel("認証局の証明書（PEM）")).toHaveAttribute("aria-invalid", "true");

    // Another authority's certificate: the reply is refused, and the proof waits.
    await save(other.pem);
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "いま押す" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "つながりません" }).first()).toBeVisible();
    const marks = page.getByRole("table", { name: "日ごとの証明" }).getByRole("row");
    await expect(marks.nth(1)).toContainText("待っています");

    // With its own the next stamp proves both.
    await page.getByRole("button", { name: "局の設定を変更する" }).click();
    await save(tsa.pem);
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "いま押す" }).click();
    await expect(page.getByText("タイムスタンプを押しました。")).toBeVisible();
    await expect(marks.nth(1)).toContainText("Test TSA");
    await expect(marks.nth(2)).toContainText("の証明に含まれる");
    await page.reload();
    await expect(marks.nth(1)).toContainText("Test TSA");
    await expect(page.getByText("つながりません")).toHaveCount(0);
    await office.shoot("stamped");
  } finally {
    await own.end();
    rmSync(data, { recursive: true, force: true });
    tsa.end();
    other.end();
  }
});
