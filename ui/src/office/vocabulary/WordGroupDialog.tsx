import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import * as limits from "@/api/limits.gen";
import { office } from "@/api/officeClient";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { randomKey } from "@/lib/randomKey";
import { DeedDialog } from "../deed";
import { type WordGroup, wordsOf } from "./wordGroup";

/** Adds a group of words, or changes one, which is reread after a conflict. */
export function WordGroupDialog({ group, onClose }: { group?: WordGroup; onClose: () => void }) {
  const [requestKey] = useState(randomKey);
  const form = useForm({
    defaultValues: {
      head: group?.head ?? "",
      sameList: group?.sameList.join("、") ?? "",
      narrowerList: group?.narrowerList.join("、") ?? "",
    },
  });
  const { errors } = form.formState;
  return (
    <DeedDialog
      title={group ? `「${group.head}」の言葉を変更する` : "言葉を加える"}
      label={group ? "保存する" : "加える"}
      consequence={<p>すべての会員の次の検索から、この言葉でも探します。だれかに通知は届きません。</p>}
      form={form}
      fields={["head", "sameList", "narrowerList"]}
      send={({ head, sameList, narrowerList }) =>
        call(
          office.POST("/api/Office/SaveWordGroup", {
            body: {
              head,
              sameList: wordsOf(sameList),
              narrowerList: wordsOf(narrowerList),
              wordGroupId: group?.wordGroupId ?? "",
              version: group?.version ?? 0,
              requestKey: group ? undefined : requestKey,
            },
          }),
        )
      }
      done={group ? "言葉を変更しました。" : "言葉を加えました。"}
      failed="言葉を保存できませんでした。"
      onClose={onClose}
    >
      <TextField
        label="見出しの言葉"
        required
        example="農福連携"
        help="もとの辞書にある言葉を入れると、その組に言葉を加えます。"
        maxLength={limits.WordGroupInput.head.maxLength}
        error={errors.head?.message}
        {...form.register("head")}
      />
      <TextArea
        label="同じ意味の言葉"
        help="どちらで検索しても、もう一方が見つかります。読点（、）か改行で区切り、30個まで。"
        error={errors.sameList?.message}
        {...form.register("sameList")}
      />
      <TextArea
        label="その種類の言葉"
        help="見出しの言葉で検索すると見つかります。逆は見つかりません。読点（、）か改行で区切り、30個まで。"
        error={errors.narrowerList?.message}
        {...form.register("narrowerList")}
      />
    </DeedDialog>
  );
}
