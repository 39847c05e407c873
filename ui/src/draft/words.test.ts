import { expect, test } from "vitest";
import type { DraftForm } from "@/api/issued";
import { kindOf, templateLabel } from "./words";

const forms: DraftForm[] = [31, 34].map((kind) => ({
  kind,
  label: `書面${kind}`,
  help: "",
  templateList: [
    { templateId: `own-${kind}`, label: "自機関の書式", version: 2, isSample: false },
    { templateId: `sample-${kind}-1`, label: "見本", version: 1, isSample: true },
  ],
}));

test("a template is named by whose it is and its version", () => {
  expect(forms[0]?.templateList.map(templateLabel)).toEqual(["自機関の書式（第2版）", "見本（第1版）"]);
});

test("a template that is not there any more gives the first kind", () => {
  expect(kindOf(forms, "sample-34-1")?.kind).toBe(34);
  expect(kindOf(forms, "gone")?.kind).toBe(31);
  expect(kindOf([], "gone")).toBeUndefined();
});
