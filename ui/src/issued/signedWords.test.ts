import { expect, test } from "vitest";
import type { SignedCopy } from "@/api/issued";
import { confirmBlock, copiesBefore, copyNow, endedLine, signedLine } from "./signedWords";

const copy = (over: Partial<SignedCopy>): SignedCopy => ({
  signedCopyId: "1",
  state: 2,
  stateLabel: "署名済み",
  signedOn: "2026-11-20",
  signerList: [{ name: "金糸 雀", role: "代表取締役" }, { name: "湊 一郎" }],
  note: "",
  fileName: "控え.pdf",
  fileSize: 1,
  sha256: "",
  userName: "湊 一葉",
  created: "2026-11-21T01:00:00",
  confirmedBy: "湊 二葉",
  confirmed: "2026-11-21T02:00:00",
  endedBy: "",
  ended: "",
  reason: "",
  canConfirm: false,
  whyNot: "",
  canWithdraw: true,
  signatureState: 0,
  signatureLabel: "電子署名はありません",
  signatureNote: "",
  signatureList: [],
  ...over,
});

test("a paper's line names the day, who signed, and the second user", () => {
  expect(signedLine(copy({}))).toBe("署名済み（2026/11/20、金糸 雀（代表取締役）、湊 一郎、確認 湊 二葉）");
  expect(signedLine(copy({ confirmedBy: "" }))).toContain("確認 前の担当者");
  const waiting = signedLine(copy({ state: 1, stateLabel: "確認待ち", confirmedBy: "" }));
  expect(waiting).toContain("登録 湊 一葉");
  expect(waiting).not.toContain("確認 ");
});

test("what was sent back or withdrawn is not how the paper stands", () => {
  const copyList = [
    copy({ signedCopyId: "3", state: 3 }),
    copy({ signedCopyId: "2", state: 2 }),
    copy({ signedCopyId: "1", state: 4 }),
  ];
  const paper = { issuedPaperId: "p", state: 2, earliestOn: "2026-11-20", copyList };
  expect(copyNow(paper)?.signedCopyId).toBe("2");
  expect(copiesBefore(paper).map(({ signedCopyId }) => signedCopyId)).toEqual(["3", "1"]);
  expect(copyNow({ ...paper, copyList: copyList.filter(({ state }) => state !== 2) })).toBeUndefined();
  expect(copyNow(undefined)).toBeUndefined();
});

test("who may not confirm reads why, also where he recorded it himself", () => {
  expect(confirmBlock(copy({ canConfirm: true }))).toBeUndefined();
  expect(confirmBlock(copy({ whyNot: "承認者から外されています。" }))).toBe("承認者から外されています。");
  expect(confirmBlock(copy({}))).toContain("別の承認者に");
});

test("an ended copy says by whom and why", () => {
  const line = endedLine(
    copy({
      state: 3,
      stateLabel: "差し戻し",
      ended: "2026-11-22T01:00:00",
      endedBy: "湊 二葉",
      reason: "抜けている",
    }),
  );
  expect(line).toBe("差し戻し（2026/11/22、湊 二葉）　理由：抜けている");
});
