import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { office, type Schemas } from "@/api/officeClient";
import { DeedDialog } from "../deed";

type Opening = Schemas["OfficeGlass"];

/** How each state is displayed, by code: 1 確認待ち … 6 確認されず失効. */
export const STATE_KINDS = ["quiet", "waiting", "bad", "done", "done", "quiet", "quiet"] as const;

/** Functions that confirm a colleague's request or end an opening; `dialog` is their confirmation dialog. */
export function useBreakGlassDeeds(): {
  confirm: (opening: Opening) => void;
  close: (opening: Opening) => void;
  dialog: ReactNode;
} {
  const [deed, setDeed] = useState<{ kind: "confirm" | "close"; opening: Opening } | null>(null);
  const done = () => setDeed(null);
  return {
    confirm: (opening) => setDeed({ kind: "confirm", opening }),
    close: (opening) => setDeed({ kind: "close", opening }),
    dialog:
      deed &&
      (deed.kind === "confirm" ? (
        <ConfirmDialog opening={deed.opening} onClose={done} />
      ) : (
        <CloseDialog opening={deed.opening} onClose={done} />
      )),
  };
}

function ConfirmDialog({ opening, onClose }: { opening: Opening; onClose: () => void }) {
  const form = useForm();
  return (
    <DeedDialog
      title="緊急閲覧を確認する"
      label="確認して開く"
      danger
      consequence={
        <>
          <p>
            {opening.caseNumber}の内容（{opening.kindLabel}）が、{opening.requestedBy}に{opening.minutes}
            分間だけ開きます。あなたには開きません。関係する金融機関にメールで知らされます。取り消すことはできません。
          </p>
          <p>
            理由（{opening.groundLabel}）：{opening.reason}
          </p>
        </>
      }
      form={form}
      send={() =>
        call(office.POST("/api/Office/ConfirmBreakGlass", { body: { breakGlassId: opening.breakGlassId } }))
      }
      done="確認しました。申し出た担当者に開きました。"
      failed="確認できませんでした。"
      onClose={onClose}
    />
  );
}

function CloseDialog({ opening, onClose }: { opening: Opening; onClose: () => void }) {
  const form = useForm();
  const verb = opening.opened ? "終了する" : "取り下げる";
  return (
    <DeedDialog
      title={`緊急閲覧を${verb}`}
      label={verb}
      consequence={
        opening.opened
          ? `${opening.caseNumber}の内容は、すぐに読めなくなります。もう一度読むには、あらためて申し出てください。`
          : `${opening.caseNumber}の申し出を取り下げます。内容は開きません。`
      }
      form={form}
      send={() =>
        call(office.POST("/api/Office/CloseBreakGlass", { body: { breakGlassId: opening.breakGlassId } }))
      }
      done={opening.opened ? "緊急閲覧を終了しました。" : "申し出を取り下げました。"}
      failed="終了できませんでした。"
      onClose={onClose}
    />
  );
}
