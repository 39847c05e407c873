import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useRef } from "react";
import { companyDetailsQuery, companyOverviewQuery } from "@/api/company";
import { pageFetch } from "@/api/query";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { isFIN } from "@/session/session";
import { saveDetails, saveOverview } from "../calls";
import { describeBankNotes, describeDetails, describeOverview } from "../describe";
import { DetailsFields } from "../form/DetailsFields";
import { OverviewFields } from "../form/OverviewFields";
import { SaveForm } from "../form/SaveForm";
import { EMPTY_DETAILS, fromDetails, fromOverview, toDetailsInput, toOverviewInput } from "../form/values";
import type { Kind } from "../kinds";
import type { Masters } from "../masters";
import { type CompanyDetails, type CompanyOverview, IN_CHARGE } from "../types";

interface PanelProps {
  kind: Kind;
  /** A buyer's user means its own company with "". */
  companyId: string;
  masters: Masters;
  /** Whether the form is open; it stands in the address, so that Back closes it. */
  editing: boolean;
  onEdit: (editing: boolean) => void;
}

/** Where the server's name of a field is not the form's. */
export const OVERVIEW_NAMES = { location: "prefecturecode" } as const;
export const DETAILS_NAMES = { townCode: "townName" } as const;

/** A company's overview, to read and to edit. */
export function OverviewPanel({ kind, companyId, masters, editing, onEdit }: PanelProps) {
  const { data } = useQuery({ ...companyOverviewQuery(kind.kind, companyId), ...pageFetch });
  if (!data) return <Skeleton lines={6} />;
  if (!editing)
    return (
      <div className={panel.panel}>
        <Heading actions={<EditButton onEdit={onEdit}>概要を編集する</EditButton>}>概要</Heading>
        <DescriptionList items={describeOverview(kind, data, masters)} />
        {isFIN.value && (
          <>
            <Heading level={3}>自機関の管理情報</Heading>
            <p className={panel.note}>自機関の利用者だけに表示されています。</p>
            <DescriptionList items={describeBankNotes(data)} />
          </>
        )}
      </div>
    );
  return <OverviewForm {...{ kind, companyId, masters, onEdit, data }} />;
}

function OverviewForm({
  kind,
  companyId,
  masters,
  onEdit,
  data,
}: Omit<PanelProps, "editing"> & { data: CompanyOverview }) {
  const client = useQueryClient();
  // The version that was on screen when typing began, whatever is fetched meanwhile.
  const version = useRef(data.version);
  return (
    <SaveForm
      initial={fromOverview(data)}
      draft={`${kind.kind}-company.${data.companyId}.overview`}
      failed={kind.failed.update}
      names={OVERVIEW_NAMES}
      submitLabel="概要を保存する"
      save={(values) =>
        saveOverview(kind, toOverviewInput(values, { companyId: data.companyId, version: version.current }))
      }
      reload={async () => {
        const latest = await client.fetchQuery({
          ...companyOverviewQuery(kind.kind, companyId),
          staleTime: 0,
        });
        version.current = latest.version;
        return {
          values: fromOverview(latest),
          view: [
            ...describeOverview(kind, latest, masters),
            ...(isFIN.peek() ? describeBankNotes(latest) : []),
          ],
        };
      }}
      onDone={() => {
        notify.success("概要を保存しました。");
        onEdit(false);
        void rereadAfter("company");
      }}
      onCancel={() => onEdit(false)}
    >
      {(form) => <OverviewFields form={form} kind={kind} masters={masters} />}
    </SaveForm>
  );
}

/** A company's details, to read and to edit. Saving them opens the company (SPEC.md section 4). */
export function DetailsPanel({ kind, companyId, masters, editing, onEdit }: PanelProps) {
  const overview = useQuery({ ...companyOverviewQuery(kind.kind, companyId), ...pageFetch }).data;
  const details = useQuery({ ...companyDetailsQuery(kind.kind, companyId), ...pageFetch });
  if (!overview || details.data === undefined) return <Skeleton lines={6} />;
  const data = details.data;
  if (!editing && !data)
    return (
      <EmptyState
        title="詳細はまだ登録されていません"
        action={
          <Button part="acts" kind="primary" onClick={() => onEdit(true)}>
            詳細を登録する
          </Button>
        }
      >
        企業名や連絡先、決算の金額を登録します。
      </EmptyState>
    );
  if (!editing)
    return (
      <div className={panel.panel}>
        <Heading actions={<EditButton onEdit={onEdit}>詳細を編集する</EditButton>}>詳細</Heading>
        <DescriptionList items={describeDetails(data, masters, IN_CHARGE)} />
      </div>
    );
  return <DetailsForm {...{ kind, companyId: overview.companyId, masters, onEdit, data }} />;
}

function DetailsForm({
  kind,
  companyId,
  masters,
  onEdit,
  data,
}: Omit<PanelProps, "editing"> & { data: CompanyDetails | null }) {
  const client = useQueryClient();
  const version = useRef(data?.version ?? 0);
  return (
    <SaveForm
      initial={data ? fromDetails(data) : EMPTY_DETAILS}
      draft={`${kind.kind}-company.${companyId}.details`}
      failed={kind.failed.details}
      names={DETAILS_NAMES}
      submitLabel="詳細を保存する"
      save={(values) => saveDetails(kind, toDetailsInput(values, { companyId, version: version.current }))}
      reload={async () => {
        const latest = await client.fetchQuery({
          ...companyDetailsQuery(kind.kind, companyId),
          staleTime: 0,
        });
        version.current = latest?.version ?? 0;
        return {
          values: latest ? fromDetails(latest) : EMPTY_DETAILS,
          view: describeDetails(latest, masters, IN_CHARGE),
        };
      }}
      onDone={() => {
        notify.success("詳細を保存しました。");
        onEdit(false);
        void rereadAfter("company");
      }}
      onCancel={() => onEdit(false)}
    >
      {(form) => <DetailsFields form={form} kind={kind} masters={masters} />}
    </SaveForm>
  );
}

export function EditButton({ onEdit, children }: { onEdit: (editing: boolean) => void; children: string }) {
  return (
    <Button part="acts" icon={<Pencil aria-hidden size={18} />} onClick={() => onEdit(true)}>
      {children}
    </Button>
  );
}
