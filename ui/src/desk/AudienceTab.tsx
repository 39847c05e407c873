import { useState } from "react";
import { type Control, useForm, useWatch } from "react-hook-form";
import { ApiError, failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { DateField } from "@/kit/DateField";
import { DescriptionList } from "@/kit/DescriptionList";
import { Dialog } from "@/kit/Dialog";
import { Form, FormActions } from "@/kit/Form";
import { notify } from "@/kit/notify";
import { dayInJapan, formatDate, formatRemaining } from "@/lib/dates";
import { AudienceFields, type AudienceValues } from "./AudienceFields";
import { sameAudience, widens } from "./audience";
import styles from "./Desk.module.css";
import { changeAudience, changePeriod, seen } from "./deeds";
import { AUDIENCE_LABELS } from "./fields";
import { ListingDeeds } from "./ListingDeeds";
import type { Masters } from "./masters";
import { useNames } from "./names";
import { useReread } from "./queries";
import { dueDateProblem } from "./rules";
import type { Overview, Partner, SavedListing } from "./types";
import { audienceOf, monthsLater, valuesOf } from "./values";

interface TabProps {
  listing: Overview;
  partners: readonly Partner[];
  masters: Masters;
}

/** Who sees a listing and how long, and whether it goes on at all (domain.md 3.1, 3.4). */
export function AudienceTab({ listing, partners, masters }: TabProps) {
  const names = useNames(valuesOf(listing, null));
  const canChange = listing.moves?.some((move) => move.event === "narrow_audience");
  const rest = listing.restFinancial ?? [];
  return (
    <div className={styles.tab}>
      <section className={styles.panel} aria-labelledby="audience-title">
        <h2 id="audience-title">公開範囲</h2>
        <DescriptionList
          items={[
            { term: "いまの公開範囲", value: AUDIENCE_LABELS[audienceOf(listing)] },
            ...(audienceOf(listing) === "rest"
              ? [{ term: "公開しない金融機関", value: rest.map(names.institution).join("、") }]
              : []),
          ]}
        />
        {canChange && <AudienceForm key={listing.version} listing={listing} masters={masters} />}
      </section>
      <section className={styles.panel} aria-labelledby="period-title">
        <h2 id="period-title">公開期間</h2>
        <DescriptionList
          items={[
            {
              term: "公開開始日",
              value: listing.startDate ? formatDate(listing.startDate) : "売手の承認の日から",
            },
            {
              term: "公開期限",
              value: `${formatDate(listing.dueDate)}（${formatRemaining(listing.dueDate)}）`,
            },
          ]}
        />
        {canChange && <PeriodForm key={listing.version} listing={listing} masters={masters} />}
      </section>
      <ListingDeeds listing={listing} partners={partners} />
    </div>
  );
}

/** Tells how a write went; true when it was done. */
function useTold() {
  const reread = useReread();
  return async (deed: Promise<SavedListing>, done: string, failed: string): Promise<boolean> => {
    try {
      const saved = await deed;
      notify.success(
        saved.needsApprovalAgain
          ? "変更を保存しました。売手が承認すると反映されます。承認を依頼してください。"
          : done,
      );
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(
        failureMessage(
          failed,
          error.errors.length > 0
            ? new ApiError(error.status, error.code, error.errors.map((e) => e.detail).join(" "))
            : error,
        ),
      );
      return false;
    } finally {
      await reread();
    }
  };
}

function AudienceForm({ listing, masters }: { listing: Overview; masters: Masters }) {
  const tell = useTold();
  const now = { audience: audienceOf(listing), restFinancial: listing.restFinancial ?? [] };
  const form = useForm<AudienceValues>({ defaultValues: now });
  const next = useWatch({ control: form.control }) as AudienceValues;
  const [error, setError] = useState("");
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const same = sameAudience(now, next);
  const isWider = widens(now, next);
  const isShown = listing.publishedAt !== undefined && listing.publishedAt !== "";

  const save = async () => {
    setBusy(true);
    await tell(
      changeAudience(seen(listing), next),
      "公開範囲を変更しました。",
      "公開範囲の変更に失敗しました。",
    );
    setBusy(false);
    setAsking(false);
  };

  return (
    <Form
      label="公開範囲の変更"
      onSubmit={() => {
        if (next.audience === "rest" && next.restFinancial.length === 0) {
          setError("公開しない金融機関を選択してください。");
          return;
        }
        setError("");
        if (!same) setAsking(true);
      }}
    >
      <AudienceFields control={form.control as Control<AudienceValues>} masters={masters} error={error} />
      {!same && (
        <p className={styles.warning} role="status">
          {isWider && isShown
            ? "いまより広い相手に公開する変更です。売手があらためて承認するまで、いまの範囲のままです。"
            : "保存すると、すぐに反映されます。すでに交渉中の相手は、そのまま見られます。"}
        </p>
      )}
      <FormActions>
        <Button type="submit" disabledReason={same ? "変更がありません。" : undefined}>
          公開範囲を変更する
        </Button>
      </FormActions>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="公開範囲を変更しますか"
        consequence={
          isWider && isShown ? (
            <p>
              売手の承認が必要です。変更を保存したあと、「内容」から承認を依頼してください。いまの依頼があれば無効になります。
            </p>
          ) : (
            <p>
              外れた金融機関とその取引先からは、この案件がすぐに見えなくなります。交渉中の相手は、そのまま見られます。
            </p>
          )
        }
        confirm={{ label: "公開範囲を変更する", onConfirm: save, busy }}
      >
        <p>{AUDIENCE_LABELS[next.audience]}</p>
      </Dialog>
    </Form>
  );
}

function PeriodForm({ listing, masters }: { listing: Overview; masters: Masters }) {
  const tell = useTold();
  const today = dayInJapan(new Date()) ?? "";
  const [dueDate, setDueDate] = useState(listing.dueDate);
  const [error, setError] = useState("");
  const { listingMonthsMax } = masters.limits;
  const same = dueDate === listing.dueDate;
  const save = async () => {
    const problem = dueDate
      ? dueDateProblem(dueDate, listingMonthsMax, today)
      : "公開期限を入力してください。";
    setError(problem ?? "");
    if (problem || same) return;
    await tell(
      changePeriod(seen(listing), dueDate),
      "公開期限を変更しました。",
      "公開期限の変更に失敗しました。",
    );
  };
  return (
    <Form label="公開期限の変更" onSubmit={save}>
      <DateField
        label="新しい公開期限"
        name="dueDate"
        badge={false}
        remaining
        max={monthsLater(today, listingMonthsMax)}
        help={`早める変更は、すぐに反映されます。延ばす変更は、最後の承認から日がたっているときは、売手の承認が必要です。最長${listingMonthsMax}か月です。`}
        value={dueDate}
        error={error}
        onChange={(event) => setDueDate(event.target.value)}
      />
      <FormActions>
        <Button type="submit" disabledReason={same ? "変更がありません。" : undefined}>
          公開期限を変更する
        </Button>
      </FormActions>
    </Form>
  );
}
