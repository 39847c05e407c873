import { Download } from "lucide-react";
import { Controller, useForm } from "react-hook-form";
import { useEnumerations } from "@/api/enumerations";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { FileField } from "@/kit/FileField";
import { formatTime } from "@/lib/dates";
import { attachPaper, realNameConsent, recordOwnerConsent } from "../deeds";
import { downloadPaper } from "../downloads";
import { moveBlock, moveLabel, waitingPaper } from "../moves";
import { moveTexts } from "../moveTexts";
import type { MoveDialogProps } from "../types";
import { DeedDialog } from "./DeedDialog";

const WORDS = {
  realname_consent: {
    attach: "実名開示同意の書面を登録しますか",
    attachHelp: "買手が署名した実名開示の同意書（PDF、または写真）を選んでください。",
    attachEffect: [
      "登録した方とは別の担当者が確認すると、買手の実名開示同意が記録されます。",
      "書面は自機関だけが見られます。この登録だけでは、まだ何も開示されません。",
    ],
    confirm: "実名開示同意の書面を確認しますか",
    confirmEffect: [
      "買手の署名があり、この案件への同意であることを、書面で確かめてください。",
      "確認すると、買手の実名開示同意が記録され、実名交渉を申請できるようになります。",
    ],
    confirmDone: "買手の実名開示同意を記録しました。",
  },
  owner_consent: {
    attach: "オーナーの承諾を書面で登録しますか",
    attachHelp: "オーナーが署名した承諾書（PDF、または写真）を選んでください。",
    attachEffect: [
      "登録した方とは別の担当者が確認すると、オーナーの承諾が記録されます。",
      "書面は自機関だけが見られます。この登録だけでは、まだ何も開示されません。",
    ],
    confirm: "オーナーの承諾を書面で確認しますか",
    confirmEffect: [
      "オーナーの署名があり、この買手候補への開示の承諾であることを、書面で確かめてください。",
      "確認すると、オーナーの承諾が記録され、実名交渉を承認できるようになります。",
    ],
    confirmDone: "オーナーの承諾を記録しました。",
  },
} as const;

interface Values {
  file: File | null;
}

/** A signed paper in the place of an online deed: one user attaches it, a second one confirms (domain.md 1). */
export function PaperDialog({
  negotiation: n,
  move,
  kind,
  onClose,
}: MoveDialogProps & { kind: keyof typeof WORDS }) {
  const all = useEnumerations();
  const form = useForm<Values>({ shouldFocusError: false, defaultValues: { file: null } });
  const paper = waitingPaper(n, move);
  const words = WORDS[kind];
  const { failed } = moveTexts(move, n, all?.limits);
  const common = {
    form,
    failed,
    fields: ["file"] as const,
    omit: ["file"] as const,
    draft: `${n.buyerNegotiationId}.${move}`,
    label: moveLabel(n, move),
    blocked: moveBlock(n, move),
    onClose,
  };
  if (paper)
    return (
      <DeedDialog<Values>
        {...common}
        title={words.confirm}
        consequence={words.confirmEffect}
        irrevocable
        done={words.confirmDone}
        send={() =>
          kind === "realname_consent" ? realNameConsent(n) : recordOwnerConsent(n, { isApproval: true })
        }
      >
        <DescriptionList
          items={[
            {
              term: "書面",
              value: (
                <Button
                  icon={<Download aria-hidden size={18} />}
                  onClick={() => downloadPaper(paper.paperId, paper.fileName)}
                >
                  {paper.fileName}
                </Button>
              ),
            },
            { term: "登録した担当者", value: paper.requestedBy },
            { term: "登録した日時", value: formatTime(paper.requested) },
          ]}
        />
      </DeedDialog>
    );
  return (
    <DeedDialog<Values>
      {...common}
      title={words.attach}
      consequence={words.attachEffect}
      done="書面を登録しました。別の担当者の確認を待っています。"
      send={({ file }) => (file ? attachPaper(n, kind, file) : Promise.resolve())}
    >
      <Controller
        control={form.control}
        name="file"
        rules={{ required: "署名済みの書面を選んでください。" }}
        render={({ field }) => (
          <FileField
            {...field}
            label="署名済みの書面"
            required
            help={words.attachHelp}
            accept=".pdf,.png,.jpg,.jpeg"
            maxBytes={all?.limits.attachmentBytes}
            error={form.formState.errors.file?.message}
          />
        )}
      />
    </DeedDialog>
  );
}
