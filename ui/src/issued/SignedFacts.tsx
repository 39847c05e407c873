import type { SignedCopy } from "@/api/issued";
import { DescriptionList } from "@/kit/DescriptionList";
import panel from "@/kit/Panel.module.css";
import { formatDate, formatTime } from "@/lib/dates";
import { signerNames } from "./signedWords";

/** What was recorded of a signed copy, and what its digital signatures said then. */
export function SignedFacts({ copy }: { copy: SignedCopy }) {
  const by = (name: string, at: string) => `${name || "前の担当者"}　${formatTime(at)}`;
  return (
    <>
      <DescriptionList
        items={[
          { term: "ファイル", value: copy.fileName },
          { term: "署名された日", value: formatDate(copy.signedOn) },
          { term: "署名した人", value: signerNames(copy) },
          ...(copy.note ? [{ term: "メモ", value: copy.note }] : []),
          { term: "登録", value: by(copy.userName, copy.created) },
          ...(copy.confirmed ? [{ term: "確認", value: by(copy.confirmedBy, copy.confirmed) }] : []),
          { term: "電子署名（登録時に確かめた結果）", value: copy.signatureLabel },
        ]}
      />
      {copy.signatureNote && <p className={panel.note}>{copy.signatureNote}</p>}
      {copy.signatureList.map(({ title, factList }) => (
        <section key={title} aria-label={title}>
          <strong>{title}</strong>
          <DescriptionList items={factList.map(({ label, text }) => ({ term: label, value: text }))} />
        </section>
      ))}
    </>
  );
}
