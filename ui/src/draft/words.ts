import type { DraftForm } from "@/api/issued";

type Template = DraftForm["templateList"][number];

/** How a template is called where one is chosen. */
export const templateLabel = ({ label, version }: Pick<Template, "label" | "version">): string =>
  `${label}（第${version}版）`;

/** The kind to which a template belongs, else the first one. */
export const kindOf = (forms: readonly DraftForm[], templateId: string): DraftForm | undefined =>
  forms.find(({ templateList }) => templateList.some((template) => template.templateId === templateId)) ??
  forms[0];
