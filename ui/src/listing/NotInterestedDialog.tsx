import { useForm } from "react-hook-form";
import { useItemLists } from "@/api/enumerations";
import { RadioGroup } from "@/kit/RadioGroup";
import { TextArea } from "@/kit/TextArea";
import { FAILED } from "@/messages";
import { DeedDialog } from "@/negotiation/dialog/DeedDialog";
import type { Negotiation } from "@/negotiation/types";
import { updateInterest } from "./deeds";

interface Values {
  questionnaire: string | null;
  comment: string;
}

/** 興味なし with a reason of the questionnaire and a word to the bank (SPEC.md section 7 GetQuestionnaireList). */
export function NotInterestedDialog({
  negotiation: n,
  onClose,
}: {
  negotiation: Negotiation;
  onClose: () => void;
}) {
  const items = useItemLists();
  const form = useForm<Values>({
    shouldFocusError: false,
    defaultValues: { questionnaire: null, comment: "" },
  });
  const { errors } = form.formState;
  return (
    <DeedDialog<Values>
      title="「興味なし」と回答しますか"
      consequence={[
        "担当の金融機関だけに伝わります。売手側には伝わりません。",
        "この案件は、おすすめに出なくなります。あとから変更できます。",
      ]}
      label="興味なしと回答する"
      failed={FAILED.interestStatus}
      done="「興味なし」と回答しました。"
      form={form}
      fields={["questionnaire", "comment"]}
      draft={`${n.sellerBusinessId}.notInterested`}
      send={({ questionnaire, comment }) =>
        updateInterest(n, {
          interestStatus: 1,
          questionnaire: questionnaire ? Number(questionnaire) : undefined,
          comment: comment.trim() || undefined,
        })
      }
      onClose={onClose}
    >
      <RadioGroup
        label="理由"
        options={(items?.questionnaire.items ?? [])
          .filter((item) => item.type === "not_interested")
          .map(({ key, label }) => ({ value: key, label }))}
        error={errors.questionnaire?.message}
        {...form.register("questionnaire")}
      />
      <TextArea
        label="担当の金融機関への一言"
        help="理由の補足や、どのような案件なら検討できるかをお書きください。"
        rows={3}
        error={errors.comment?.message}
        {...form.register("comment")}
      />
    </DeedDialog>
  );
}
