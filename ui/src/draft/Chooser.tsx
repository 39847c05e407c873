import type { DraftForm } from "@/api/issued";
import { Select } from "@/kit/Select";
import { templateLabel } from "./words";

/** Which draft, and from which template. */
export function Chooser({
  forms,
  kind,
  templateId,
  onChange,
}: {
  forms: readonly DraftForm[];
  kind: DraftForm | undefined;
  templateId: string;
  onChange: (templateId: string) => void;
}) {
  return (
    <>
      <Select
        label="書面の種類"
        badge={false}
        options={forms.map(({ kind, label }) => ({ value: kind, label }))}
        value={kind?.kind}
        help={kind?.help}
        onChange={(event) => {
          const next = forms.find(({ kind }) => String(kind) === event.target.value);
          onChange(next?.templateList[0]?.templateId ?? "");
        }}
      />
      <Select
        label="書式"
        badge={false}
        options={(kind?.templateList ?? []).map((template) => ({
          value: template.templateId,
          label: templateLabel(template),
        }))}
        value={templateId}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}
