import type { Schemas } from "@/api/officeClient";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { formatTime } from "@/lib/dates";
import { State } from "../list";
import styles from "../office.module.css";

type Copy = Schemas["OfficeReplica"];

/** Says that nothing reaches the place of the copy, since when and why, and what that means; nothing while it does. */
export function CopyWarning({ copy }: { copy: Copy }) {
  if (!copy.isLost) return null;
  return (
    <p className={panel.problem} role="alert">
      {copy.isOwnDisk
        ? `このコンピュータのディスクがいっぱいで、${formatTime(copy.lostSince)}から写しを送れません。`
        : `写しの保管先が、${formatTime(copy.lostSince)}から答えません。`}
      {copy.isRefusing
        ? `${copy.isOwnDisk ? "空きができる" : "答える"}まで、新しい保存を断っています（閲覧はできます）。`
        : `このあとの保存（${copy.behindCount.toLocaleString("ja-JP")}件）は、このコンピュータにだけあります。`}
      {copy.isOwnDisk ? (
        <>
          不要なファイルを消して空きを作ると、自動で元に戻ります。
          <strong>データのフォルダの中のものは消さないでください。</strong>
          {copy.isPair &&
            copy.isRefusing &&
            "すぐに空きを作れないときは、このコンピュータを止めると、もう一台が引き継げます（運用の手引きの「二台で動かす」）。"}
        </>
      ) : (
        "保管先のコンピュータと、そこまでの回線を確かめてください。つながれば、自動で元に戻ります。"
      )}
    </p>
  );
}

/** How the copy at another place stands; nothing where there is none. */
export function CopyState({ copy }: { copy: Copy }) {
  if (!copy.isOn) return null;
  return (
    <section className={styles.section}>
      <Heading>写し</Heading>
      <CopyWarning copy={copy} />
      <DescriptionList
        items={[
          {
            term: "写しの保管先",
            value: (
              <State kind={copy.isLost ? "bad" : "done"}>
                {copy.isOwnDisk ? "送れません" : copy.isLost ? "答えません" : "つながっています"}
              </State>
            ),
          },
          {
            term: "保存のとき",
            value: copy.isAwaited ? "写しに届いてから、画面に答えます" : "写しには、あとから送ります",
          },
          {
            term: "写しの遅れ",
            value:
              copy.behindCount === 0
                ? "ありません"
                : `${copy.behindCount.toLocaleString("ja-JP")}件、${copy.behindSeconds.toLocaleString("ja-JP")}秒`,
          },
          ...(copy.isPair
            ? [
                {
                  term: "二台のうち、開いている機械",
                  value: `${copy.leader}（これまでの引き継ぎ ${(copy.epoch - 1).toLocaleString("ja-JP")}回）`,
                },
              ]
            : []),
        ]}
      />
    </section>
  );
}
