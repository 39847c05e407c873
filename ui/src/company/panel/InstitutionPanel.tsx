import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { institutionQuery } from "@/api/institution";
import { pageFetch } from "@/api/query";
import { rereadAfter } from "@/api/reread";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { FAILED } from "@/messages";
import { OwnResponse } from "@/persons/ResponseNote";
import { saveInstitution } from "../calls";
import { describeInstitution } from "../describe";
import { InstitutionFields } from "../form/InstitutionFields";
import { SaveForm } from "../form/SaveForm";
import { fromInstitution, toInstitutionInput } from "../form/values";
import type { Masters } from "../masters";
import type { Institution } from "../types";
import { EditButton } from "./CompanyPanels";

interface Props {
  masters: Masters;
  editing: boolean;
  onEdit: (editing: boolean) => void;
}

/** The own institution, to read and to edit. */
export function InstitutionPanel({ masters, editing, onEdit }: Props) {
  const { data } = useQuery({ ...institutionQuery, ...pageFetch });
  if (!data) return <Skeleton lines={6} />;
  if (editing) return <InstitutionForm masters={masters} onEdit={onEdit} data={data} />;
  return (
    <div className={panel.panel}>
      <Heading actions={<EditButton onEdit={onEdit}>金融機関情報を編集する</EditButton>}>
        金融機関情報
      </Heading>
      <p className={panel.note}>金融機関名、コード、種別の変更は、事務局へお問い合わせください。</p>
      <DescriptionList items={describeInstitution(data, masters)} />
      <OwnResponse />
    </div>
  );
}

function InstitutionForm({ masters, onEdit, data }: Omit<Props, "editing"> & { data: Institution }) {
  const client = useQueryClient();
  const version = useRef(data.version ?? 0);
  return (
    <SaveForm
      initial={fromInstitution(data)}
      draft="institution"
      failed={FAILED.institutionSave}
      submitLabel="金融機関情報を保存する"
      save={(values) => saveInstitution(toInstitutionInput(values, version.current))}
      reload={async () => {
        const latest = await client.fetchQuery({ ...institutionQuery, staleTime: 0 });
        version.current = latest.version ?? 0;
        return { values: fromInstitution(latest), view: describeInstitution(latest, masters) };
      }}
      onDone={() => {
        notify.success("金融機関情報を保存しました。");
        onEdit(false);
        void rereadAfter("company");
      }}
      onCancel={() => onEdit(false)}
    >
      {(form) => <InstitutionFields form={form} masters={masters} />}
    </SaveForm>
  );
}
