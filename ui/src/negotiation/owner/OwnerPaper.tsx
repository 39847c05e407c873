import { Download } from "lucide-react";
import { useState } from "react";
import { download } from "@/api/client";
import { ApiError } from "@/api/errors";
import { Button } from "@/kit/Button";

/** The papers of an owner's link, as the server has their kinds (papers.md 2). */
export const OWNER_PAPER = { consent: 2, request: 3 } as const;

const WORDS = {
  [OWNER_PAPER.consent]: { label: "承諾書を保存する（PDF）", file: "実名開示の承諾書.pdf" },
  [OWNER_PAPER.request]: { label: "このおたずねを書面で保存する（PDF）", file: "ネームクリア依頼.pdf" },
};

/** A paper for the owner: what he is asked, or what he agreed to. His bank keeps the same one. */
export function OwnerPaper({
  linkKey,
  passcode,
  kind,
}: {
  linkKey: string;
  passcode: string;
  kind: (typeof OWNER_PAPER)[keyof typeof OWNER_PAPER];
}) {
  const [problem, setProblem] = useState("");
  const save = async () => {
    setProblem("");
    try {
      await download("/api/IssuedPaper/DownloadOwnerPaperByKey", WORDS[kind].file, {
        body: { key: linkKey, passcode, kind },
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(
        "書面を保存できませんでした。時間をおいてお試しいただくか、お取引の金融機関の担当者にご連絡ください。",
      );
    }
  };
  return (
    <div>
      <Button icon={<Download aria-hidden size={18} />} onClick={save}>
        {WORDS[kind].label}
      </Button>
      {problem && <p role="alert">{problem}</p>}
    </div>
  );
}
