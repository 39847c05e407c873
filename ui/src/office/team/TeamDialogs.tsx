import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { office, type Schemas } from "@/api/officeClient";
import type { TeamCandidate } from "@/api/team";
import { Select } from "@/kit/Select";
import { TEAM_FIELDS, TEAM_VALUES, TeamFields } from "@/persons/TeamFields";
import { removable, teamChoices } from "@/persons/teamWords";
import { DeedDialog } from "../deed";
import { toldText } from "../told";

export type Row = Schemas["TeamRow"];

interface Props {
  row: Row;
  candidates: readonly TeamCandidate[];
  onClose: () => void;
}

/** Puts somebody into the team of a company, or changes his role. */
export function AddDialog({ row, candidates, onClose }: Props) {
  const form = useForm({ defaultValues: TEAM_VALUES });
  return (
    <DeedDialog
      title={`${row.caseNumber}の案件チームに加える`}
      label="チームに加える"
      consequence={<p>{toldText("チームの全員")}監査ログに残ります。</p>}
      form={form}
      fields={TEAM_FIELDS}
      send={({ userId, role }) =>
        call(
          office.POST("/api/Office/SaveTeamMember", {
            body: { companyId: row.companyId, userId, role: Number(role) },
          }),
        )
      }
      done="案件チームに加えました。"
      failed="案件チームに加えられませんでした。"
      onClose={onClose}
    >
      <TeamFields form={form} options={teamChoices(candidates, row.memberList)} />
    </DeedDialog>
  );
}

/** Takes somebody out of the team of a company. */
export function RemoveDialog({ row, onClose }: Omit<Props, "candidates">) {
  const members = removable(row.memberList);
  const form = useForm({ defaultValues: { userId: members.length === 1 ? (members[0]?.userId ?? "") : "" } });
  return (
    <DeedDialog
      title={`${row.caseNumber}の案件チームから外す`}
      label="チームから外す"
      consequence={
        <p>
          「チームのみ」のときは、外れた人は、この企業と、その案件・交渉を、次の操作から見られなくなります。
          {toldText("チームの全員と外れる人")}監査ログに残ります。
        </p>
      }
      form={form}
      fields={["userId"]}
      send={({ userId }) =>
        call(office.POST("/api/Office/RemoveTeamMember", { body: { companyId: row.companyId, userId } }))
      }
      done="案件チームから外しました。"
      failed="案件チームから外せませんでした。"
      onClose={onClose}
    >
      <Select
        label="外す人"
        required
        empty="選んでください"
        options={members.map(({ userId, userName, roleLabel }) => ({
          value: userId,
          label: `${userName}（${roleLabel}）`,
        }))}
        error={form.formState.errors.userId?.message}
        {...form.register("userId", { required: "外す人を選んでください。" })}
      />
    </DeedDialog>
  );
}

/** Makes somebody the main person of a company that nobody is in charge of. */
export function AssignDialog({ row, candidates, onClose }: Props) {
  const form = useForm({ defaultValues: { personInCharge: "" } });
  return (
    <DeedDialog
      title={`${row.caseNumber}の主担当を決める`}
      label="主担当を決める"
      consequence={
        <p>
          {toldText("新しい主担当")}
          企業の主担当は、その売却案件と交渉も進められます。監査ログに残ります。
        </p>
      }
      form={form}
      fields={["personInCharge"]}
      send={({ personInCharge }) =>
        call(
          office.POST("/api/Office/HandOverCharges", {
            body: { personInCharge, chargeList: [{ of: "company", id: row.companyId }] },
          }),
        )
      }
      done="主担当を決めました。"
      failed="主担当を決められませんでした。"
      onClose={onClose}
    >
      <Select
        label="主担当"
        required
        empty="選んでください"
        options={candidates.map(({ userId, userName, department }) => ({
          value: userId,
          label: department ? `${userName}（${department}）` : userName,
        }))}
        error={form.formState.errors.personInCharge?.message}
        {...form.register("personInCharge", { required: "主担当を選んでください。" })}
      />
    </DeedDialog>
  );
}
