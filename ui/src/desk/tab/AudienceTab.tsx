import { useState } from "react";
import { type Control, useForm, useWatch } from "react-hook-form";
import { ApiError, failureMessage } from "@/api/errors";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { DateField } from "@/kit/DateField";
import { useRefusal } from "@/kit/Deeds";
import { DescriptionList } from "@/kit/DescriptionList";
import { Dialog } from "@/kit/Dialog";
import { Form, FormActions } from "@/kit/Form";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { dayInJapan, formatDate, formatRemaining } from "@/lib/dates";
import { type AudienceChoice, sameAudience, widens } from "../audience";
import styles from "../Desk.module.css";
import { changeAudience, changePeriod, seen } from "../deeds";
import { AudienceFields, type AudienceValues } from "../form/AudienceFields";
import { AUDIENCE_LABELS } from "../form/fields";
import { valuesOf } from "../form/storedValues";
import { audienceOf } from "../form/values";
import { ListingDeeds } from "../ListingDeeds";
import type { Masters } from "../masters";
import { useNames } from "../names";
import { monthsLater } from "../period";
import { usePublished } from "../queries";
import { dueDateProblem } from "../rules";
import { type Overview, type Partner, type SavedListing, STATUS } from "../types";

interface TabProps {
  listing: Overview;
  partners: readonly Partner[];
  masters: Masters;
}

/** A listing's audience and period, and the actions that stop or close it (domain.md 3.1, 3.4). */
export function AudienceTab({ listing, partners, masters }: TabProps) {
  const isShowing = listing.status === STATUS.showing || listing.status === STATUS.outsidePeriod;
  const published = usePublished(listing.sellerBusinessId, isShowing && !listing.isApprovedData);
  // The values in force: those of the published content, which may differ from the edited one.
  const shown = (isShowing && published?.overview) || listing;
  const names = useNames(valuesOf(listing, null), valuesOf(shown, null));
  const isRefused = useRefusal("acts") !== undefined;
  const canChange = listing.moves?.some((move) => move.event === "narrow_audience");
  const words = (of: Overview) =>
    [
      AUDIENCE_LABELS[audienceOf(of)],
      audienceOf(of) === "rest" && (of.restFinancial ?? []).map(names.institution).join("、"),
    ]
      .filter(Boolean)
      .join("：");
  const waitsForApproval = isShowing && words(shown) !== words(listing);
  return (
    <div className={styles.tab}>
      <section className={panel.near} aria-labelledby="audience-title">
        <h2 id="audience-title">公開範囲</h2>
        <DescriptionList
          items={[
            { term: isShowing ? "いまの公開範囲" : "公開するときの範囲", value: words(shown) },
            ...(waitsForApproval ? [{ term: "売手の承認を待つ範囲", value: words(listing) }] : []),
          ]}
        />
        {canChange &&
          // Fields that cannot be sent would only mislead.
          (isRefused ? (
            <Button part="acts">公開範囲を変更する</Button>
          ) : (
            <AudienceForm
              key={listing.version}
              listing={listing}
              shown={isShowing ? choiceOf(shown) : null}
              masters={masters}
            />
          ))}
      </section>
      <section className={panel.near} aria-labelledby="period-title">
        <h2 id="period-title">公開期間</h2>
        <DescriptionList
          items={[
            {
              term: "公開開始日",
              value: shown.startDate ? formatDate(shown.startDate) : "売手の承認の日から",
            },
            { term: "公開期限", value: `${formatDate(shown.dueDate)}（${formatRemaining(shown.dueDate)}）` },
            ...(shown.dueDate !== listing.dueDate
              ? [{ term: "売手の承認を待つ期限", value: formatDate(listing.dueDate) }]
              : []),
          ]}
        />
        {canChange &&
          (isRefused ? (
            <Button part="acts">公開期限を変更する</Button>
          ) : (
            <PeriodForm key={listing.version} listing={listing} masters={masters} />
          ))}
      </section>
      <ListingDeeds listing={listing} partners={partners} />
    </div>
  );
}

function choiceOf(listing: Overview): AudienceChoice {
  return { audience: audienceOf(listing), restFinancial: listing.restFinancial ?? [] };
}

/** A function that awaits a write and notifies the user of its result; it returns true on success. */
function useNotifiedWrite() {
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
      await rereadAfter("listing");
    }
  };
}

/** The consequences of a changed audience, in words (domain.md 3.1, 3.4). */
const EFFECTS = {
  unpublished: {
    before: "まだ公開されていません。売手に承認を依頼するときの公開範囲になります。",
    consequence: "公開されるときの範囲が変わります。売手に承認を依頼している場合、その依頼は無効になります。",
  },
  wider: {
    before: "いまより広い相手に公開する変更です。売手があらためて承認するまで、いまの範囲のままです。",
    consequence:
      "売手の承認が必要です。変更を保存したあと、「内容」から承認を依頼してください。いまの依頼があれば無効になります。",
  },
  narrower: {
    before: "保存すると、すぐに反映されます。すでに交渉中の相手は、そのまま見られます。",
    consequence:
      "外れた金融機関とその取引先からは、この案件がすぐに見えなくなります。交渉中の相手は、そのまま見られます。",
  },
} as const;

function AudienceForm({
  listing,
  shown,
  masters,
}: {
  listing: Overview;
  /** The audience of the published content; null if nothing is public. */
  shown: AudienceChoice | null;
  masters: Masters;
}) {
  const notifyResult = useNotifiedWrite();
  const now = { audience: audienceOf(listing), restFinancial: listing.restFinancial ?? [] };
  const form = useForm<AudienceValues>({ defaultValues: now });
  const next = useWatch({ control: form.control }) as AudienceValues;
  const [error, setError] = useState("");
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const same = sameAudience(now, next);
  const effect =
    shown === null ? EFFECTS.unpublished : widens(shown, next) ? EFFECTS.wider : EFFECTS.narrower;

  const save = async () => {
    setBusy(true);
    await notifyResult(
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
      <AudienceFields
        control={form.control as Control<AudienceValues>}
        masters={masters}
        error={next.restFinancial.length > 0 ? "" : error}
      />
      {!same && (
        <p className={styles.warning} role="status">
          {effect.before}
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
        consequence={<p>{effect.consequence}</p>}
        confirm={{ label: "公開範囲を変更する", onConfirm: save, busy }}
      >
        <p>{AUDIENCE_LABELS[next.audience]}</p>
      </Dialog>
    </Form>
  );
}

function PeriodForm({ listing, masters }: { listing: Overview; masters: Masters }) {
  const notifyResult = useNotifiedWrite();
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
    await notifyResult(
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
