import { readdirSync, readFileSync } from "node:fs";
import { QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { MASTERS, type MasterName } from "@/api/master";
import { queryClient } from "@/api/query";
import { notifications } from "@/kit/notify";
import { notifyMasterFailures } from "./masterFailures";
import { FAILED, FAILED_OWN, LOGIN, loginErrorDuration, masterFailed } from "./messages";

/** The operations of SPEC.md section 8: their exact messages, and the file and code that does each. */
const OPERATIONS: Record<keyof typeof FAILED, [message: string, file: string, operation: RegExp]> = {
  messageRegister: [
    "メッセージの登録に失敗しました。",
    "negotiation/section/Composer.tsx",
    /sendMessage|CreateBuyerNegotiationMessageAsync/,
  ],
  buyerSave: [
    "買手の登録/更新に失敗しました。",
    "company/kinds.ts",
    /create: FAILED.buyerSave,\s+update: FAILED.buyerSave/,
  ],
  buyerDetailsSave: [
    "買手詳細の更新に失敗しました。",
    "company/kinds.ts",
    /details: FAILED.buyerDetailsSave/,
  ],
  buyerUserSave: [
    "買手ユーザの登録/変更に失敗しました。",
    "company/kinds.ts",
    /userCreate: FAILED.buyerUserSave,\s+userUpdate: FAILED.buyerUserSave/,
  ],
  needs: ["ニーズの登録/変更/取得に失敗しました", "company/panel/NeedsPanel.tsx", /saveNeeds|RegistNeeds/],
  personInChargeLoad: ["担当者の取得に失敗しました", "negotiation/dialog/OwnerDialogs.tsx", /persons/],
  institutionSave: [
    "金融機関情報の更新に失敗しました。",
    "company/panel/InstitutionPanel.tsx",
    /saveInstitution|RegistFinancial/,
  ],
  financialUserSave: [
    "金融機関ユーザの登録/変更に失敗しました。",
    "company/panel/UsersPanel.tsx",
    /saveUser/,
  ],
  listingOverviewSave: [
    "売却案件概要の登録/更新に失敗しました。",
    "desk/form/ConfirmListingScreen.tsx",
    /saveOverview|CreateUpdateSellerBusinessOverviewAsync/,
  ],
  listingDetailsSave: [
    "売却案件詳細の更新に失敗しました。",
    "desk/form/ConfirmListingScreen.tsx",
    /saveDetails|CreateUpdateSellerBusinessDetailsAsync/,
  ],
  approvalRequest: [
    "売手への承認依頼に失敗しました。",
    "desk/approval/ApprovalDialog.tsx",
    /SendApprovalRequest|sendApprovalRequest|requestApproval/,
  ],
  consent: [
    "秘密保持契約確認承諾情報更新処理に失敗しました。",
    "negotiation/moveTexts.ts",
    /failed: FAILED.consent/,
  ],
  negotiationApprove: [
    "実名交渉の承認/却下に失敗しました。",
    "negotiation/moveTexts.ts",
    /failed: FAILED.negotiationApprove/,
  ],
  negotiationStatus: [
    "交渉ステータスの変更に失敗しました。",
    "negotiation/moveTexts.ts",
    /failed: FAILED.negotiationStatus/,
  ],
  interestStatus: [
    "興味有無対応ステータスの変更に失敗しました。",
    "listing/BuyerActions.tsx",
    /updateInterest/,
  ],
  interestMessage: ["興味メッセージの送信に失敗しました。", "listing/BuyerActions.tsx", /interest/],
  offer: ["オファーの送信に失敗しました。", "desk/tab/OfferDialog.tsx", /[oO]ffer/],
  negotiationList: ["交渉情報リストの取得に失敗しました。", "desk/tab/PartnersTab.tsx", /useQuery|query/],
  messageList: ["メッセージリストの取得に失敗しました。", "negotiation/section/MessageSection.tsx", /query/],
  attachment: [
    "添付ファイルのダウンロードに失敗しました",
    "negotiation/downloads.ts",
    /DownloadAttachedFile|download/,
  ],
  sellerCreate: ["売手の登録に失敗しました。", "company/kinds.ts", /create: FAILED.sellerCreate/],
  sellerUpdate: ["売手の更新に失敗しました。", "company/kinds.ts", /update: FAILED.sellerUpdate/],
  sellerDetailsSave: [
    "売手詳細の更新に失敗しました。",
    "company/kinds.ts",
    /details: FAILED.sellerDetailsSave/,
  ],
  sellerUserCreate: [
    "売手ユーザの登録に失敗しました。",
    "company/kinds.ts",
    /userCreate: FAILED.sellerUserCreate/,
  ],
  sellerUserUpdate: [
    "売手ユーザの変更に失敗しました。",
    "company/kinds.ts",
    /userUpdate: FAILED.sellerUserUpdate/,
  ],
  sellerExport: ["売手のCSVエクスポートに失敗しました", "company/kinds.ts", /export: FAILED.sellerExport/],
  sellerTemplate: [
    "売手のインポート用テンプレートの取得に失敗しました",
    "company/kinds.ts",
    /template: FAILED.sellerTemplate/,
  ],
  sellerImport: ["売手のCSVインポートに失敗しました", "company/kinds.ts", /import: FAILED.sellerImport/],
  passwordChange: ["パスワードの変更に失敗しました。", "account/PasswordScreen.tsx", /ChangeUserPassword/],
};

const read = (file: string) => readFileSync(`${import.meta.dirname}/${file}`, "utf8");

it.each(Object.entries(OPERATIONS))(
  "%s: the exact message, in the file of the operation",
  (name, [message, file, operation]) => {
    expect(FAILED[name as keyof typeof FAILED]).toBe(message);
    expect(read(file)).toContain(`FAILED.${name}`);
    expect(read(file)).toMatch(operation);
  },
);

it("every message is used", () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|messages\.ts$/.test(file))
    .map(read)
    .join("\n");
  const unused = [
    ...Object.keys(FAILED).map((name) => `FAILED.${name}`),
    ...Object.keys(FAILED_OWN).map((name) => `FAILED_OWN.${name}`),
    ...["create", "update", "details", "userCreate", "userUpdate", "export", "template", "import"].map(
      (name) => `failed.${name}`,
    ),
  ].filter((name) => !new RegExp(`\\b${name.replace(".", "\\.")}\\b`).test(sources));
  expect(unused).toEqual([]);
});

it("the failure of a master list in use is notified by its name, that of a prefetch is not", async () => {
  const stop = notifyMasterFailures();
  const texts = () => notifications.value.map((one) => one.text);
  const options = (name: MasterName) => ({
    queryKey: ["master", MASTERS[name], {}],
    queryFn: () => Promise.reject(new Error("no")),
    retry: false,
  });
  await queryClient.prefetchQuery(options("peoples"));
  expect(texts()).toEqual([]);
  const observer = new QueryObserver(queryClient, options("industries"));
  const leave = observer.subscribe(() => {});
  await expect.poll(texts).toEqual([masterFailed("industries")]);
  leave();
  stop();
});

it.each([
  ["あ".repeat(50), 2000],
  ["あ".repeat(51), 20_000],
  [LOGIN.wrong, 2000],
  [LOGIN.locked, 20_000],
])("a login failure of more than 50 characters stays longer: %s", (text, ms) =>
  expect(loginErrorDuration(text)).toBe(ms),
);
