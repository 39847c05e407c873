import { useState } from "react";
import { Badge } from "@/kit/Badge";
import { Breadcrumb } from "@/kit/Breadcrumb";
import { Button } from "@/kit/Button";
import { Checkbox, CheckboxGroup } from "@/kit/Checkbox";
import { Conversation } from "@/kit/Conversation";
import { DataList } from "@/kit/DataList";
import { DateField } from "@/kit/DateField";
import { DescriptionList } from "@/kit/DescriptionList";
import { Dialog } from "@/kit/Dialog";
import { Drawer } from "@/kit/Drawer";
import { EmptyState } from "@/kit/EmptyState";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { FileField } from "@/kit/FileField";
import { Form, FormActions, FormSection } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { IndustryChooser } from "@/kit/IndustryChooser";
import { Link } from "@/kit/Link";
import { Lock } from "@/kit/Lock";
import { NumberField } from "@/kit/NumberField";
import { notify } from "@/kit/notify";
import { Pagination } from "@/kit/Pagination";
import { PostalField } from "@/kit/PostalField";
import { RadioGroup } from "@/kit/RadioGroup";
import { RegionChooser } from "@/kit/RegionChooser";
import { Select } from "@/kit/Select";
import { Sheet, SheetPage } from "@/kit/Sheet";
import { Skeleton } from "@/kit/Skeleton";
import { StepLine } from "@/kit/StepLine";
import { Tabs } from "@/kit/Tabs";
import { TAGS, type TagName, Tags } from "@/kit/Tag";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { formatDate, formatRemaining } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { yenMillions } from "@/lib/yen";

const INDUSTRIES = [
  {
    code: "12",
    name: "建設業",
    items: [
      { code: "12001", name: "総合工事業（土木・建築・リフォーム）", count: 12 },
      { code: "12005", name: "その他の建設業", count: 3 },
    ],
  },
  {
    code: "13",
    name: "製造業",
    items: [
      { code: "13001", name: "畜産・水産食料品製造業", count: 8, words: "かまぼこ" },
      { code: "13002", name: "パン・菓子製造業", count: 5 },
    ],
  },
];

const REGIONS = [
  {
    code: "02",
    name: "東北",
    items: [
      { code: "02", name: "青森県" },
      { code: "04", name: "宮城県" },
    ],
  },
  {
    code: "03",
    name: "関東",
    items: [
      { code: "13", name: "東京都" },
      { code: "14", name: "神奈川県" },
    ],
  },
];

const ROWS = [
  {
    id: "1",
    name: "東北の老舗食品製造会社",
    sales: 320_000,
    profit: -12_000,
    due: "2027-03-31",
    tags: ["New", "Public", "Will1"],
  },
  {
    id: "2",
    name: "首都圏の管工事会社",
    sales: 1_250_000,
    profit: 84_000,
    due: "2026-12-24",
    tags: ["Offer", "AnonymousNegotiated"],
  },
];

const DEFAULTS = { pageNumber: 1, tab: "form" };

/** All components of kit on one page, for development. */
export default function GalleryScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  return (
    <>
      <Breadcrumb crumbs={[{ label: "部品" }]} />
      <Heading level={1} actions={<Button onClick={() => notify.info("お知らせです。")}>お知らせ</Button>}>
        部品一覧
      </Heading>
      <Tabs
        label="部品の種類"
        selected={state.tab}
        onSelect={(tab) => set({ tab })}
        items={[
          { key: "form", label: "入力", content: <Fields /> },
          {
            key: "list",
            label: "一覧",
            count: 3,
            content: <Lists page={state.pageNumber} href={(n) => href({ pageNumber: n })} />,
          },
          { key: "state", label: "状態", content: <States /> },
          { key: "sheet", label: "帳票", content: <Print /> },
        ]}
      />
    </>
  );
}

function Fields() {
  const [amount, setAmount] = useState<number | null>(320_000);
  const [postal, setPostal] = useState("100-0001");
  const [file, setFile] = useState<File | null>(null);
  const [many, setMany] = useState<string[]>(["1"]);
  const [industries, setIndustries] = useState<string[]>(["12005", "13001", "13002"]);
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [regions, setRegions] = useState<string[]>(["13"]);
  const [attempt, setAttempt] = useState(0);
  const errors = attempt
    ? [
        { name: "businessName", message: "匿名タイトルを入力してください。" },
        { name: "reason", message: "譲渡の理由を選んでください。" },
      ]
    : [];
  return (
    <Form onSubmit={() => setAttempt(attempt + 1)}>
      <ErrorSummary errors={errors} attempt={attempt} />
      <FormSection title="案件の概要" help="公開される内容です。企業が特定される言葉は入れないでください。">
        <TextField
          label="匿名タイトル"
          name="businessName"
          required
          example="東北の老舗食品製造会社"
          error={errors[0]?.message}
        />
        <TextArea
          label="事業内容"
          name="description"
          maxLength={20}
          defaultValue="三代続く食品製造会社です。地元の給食にも納めています。"
        />
        <NumberField
          label="売上高"
          name="sales"
          unit="千円"
          value={amount}
          onChange={setAmount}
          help="直近の決算期の金額です。"
        />
        <Select
          label="営業利益"
          name="profit"
          empty="選択してください"
          options={[
            { value: 1, label: "1,000万円未満" },
            { value: 2, label: "1,000万円以上5,000万円未満" },
          ]}
        />
        <RadioGroup
          label="譲渡意思"
          name="will"
          options={[
            { value: 1, label: "決定・概要書あり" },
            { value: 2, label: "決定・準備中" },
            { value: 3, label: "検討中" },
          ]}
        />
        <CheckboxGroup
          label="譲渡の理由"
          name="reason"
          required
          value={many}
          onChange={setMany}
          error={errors[1]?.message}
          options={[
            { value: 1, label: "後継者不在" },
            { value: 2, label: "事業の選択と集中" },
          ]}
        />
        <DateField label="公開期限" name="dueDate" remaining defaultValue="2027-03-31" />
        <PostalField
          label="郵便番号"
          name="postalCode"
          value={postal}
          onChange={setPostal}
          onComplete={(digits) => notify.info(`${digits}の住所を探します。`)}
        />
        <FileField
          label="添付ファイル"
          value={file}
          onChange={setFile}
          maxBytes={20 * 1024 * 1024}
          accept=".pdf,.xlsx"
        />
        <IndustryChooser
          label="業種"
          name="industryTypes"
          classes={INDUSTRIES}
          value={industries}
          onChange={setIndustries}
          otherTexts={texts}
          onOtherText={(code, text) => setTexts({ ...texts, [code]: text })}
        />
        <RegionChooser
          label="地域"
          name="publicRegion"
          regions={REGIONS}
          value={regions}
          onChange={setRegions}
        />
        <TextField label="パスワード" name="password" type="password" badge={false} autoComplete="off" />
        <Checkbox label="内容を確認しました" help="公開すると、ネットワークの全機関が見られます。" />
      </FormSection>
      <FormActions>
        <Button type="submit" kind="primary">
          確認画面へ
        </Button>
        <Button onClick={() => new Promise((resolve) => setTimeout(resolve, 1500))}>下書きを保存する</Button>
        <Button kind="danger">掲載を取り下げる</Button>
        <Button kind="quiet">やめる</Button>
        <Button kind="primary" disabledReason="詳細が未入力のため、依頼できません。">
          承認を依頼する
        </Button>
      </FormActions>
    </Form>
  );
}

function Lists({ page, href }: { page: number; href: (page: number) => string }) {
  const [selected, setSelected] = useState<Set<string>>(new Set());
  return (
    <>
      <DataList
        caption="売却案件"
        rows={ROWS}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowHref={(row) => `/seller-business/${row.id}`}
        selected={selected}
        onSelect={setSelected}
        sort={{ propertyName: "modified", isDescending: true }}
        onSort={() => {}}
        columns={[
          { key: "name", header: "案件名", primary: true, cell: (row) => row.name },
          { key: "tags", header: "タグ", cell: (row) => <Tags names={row.tags} /> },
          {
            key: "sales",
            header: "売上高",
            unit: "百万円",
            align: "end",
            sortKey: "salesAmount",
            cell: (row) => yenMillions(row.sales),
          },
          {
            key: "profit",
            header: "営業利益",
            unit: "百万円",
            align: "end",
            cell: (row) => yenMillions(row.profit),
          },
          {
            key: "due",
            header: "公開期限",
            nowrap: true,
            sortKey: "modified",
            cell: (row) => `${formatDate(row.due)}（${formatRemaining(row.due)}）`,
          },
        ]}
        actions={() => <Button>オファーを送る</Button>}
      />
      <br />
      <Pagination page={page} allCount={123} href={href} />
      <EmptyState
        title="条件に合う案件はありません"
        action={
          <Link href="/__kit" button="secondary">
            条件を外す
          </Link>
        }
      >
        業種と地域の両方に当たる案件がありません。地域を広げると見つかることがあります。
      </EmptyState>
      <Skeleton rows={2} />
    </>
  );
}

function States() {
  const [dialog, setDialog] = useState(false);
  const [drawer, setDrawer] = useState(false);
  return (
    <>
      <Tags names={Object.keys(TAGS) as TagName[]} />
      <br />
      <StepLine status={2} viewer="seller" />
      <br />
      <StepLine status={9} />
      <Conversation
        label="やりとりの例"
        said={[
          { who: "お問い合わせ", at: "2026/11/25 10:00", body: "印刷の方法を教えてください。", isMine: true },
          { who: "事務局", at: "2026/11/25 11:00", body: "画面の右上から印刷できます。", isMine: false },
        ]}
      />
      <br />
      <DescriptionList
        items={[
          { term: "企業名", value: <Lock reason="realName" /> },
          { term: "強み", value: <Lock reason="consent" /> },
          { term: "従業員数", value: "12人" },
          { term: "備考", value: "" },
          { term: "未読", value: <Badge count={3} label="未読" /> },
        ]}
      />
      <br />
      <FormActions>
        <Button onClick={() => setDialog(true)}>確認を開く</Button>
        <Button onClick={() => setDrawer(true)}>引き出しを開く</Button>
        <Button onClick={() => notify.success("保存しました。")}>成功</Button>
        <Button onClick={() => notify.error("オファーの送信に失敗しました。 通信の状態を確認してください。")}>
          失敗
        </Button>
      </FormActions>
      <Dialog
        open={dialog}
        onClose={() => setDialog(false)}
        title="実名での交渉を承認しますか"
        consequence="承認すると、売手企業の名前・住所・代表者名が、この買手と買手側金融機関に表示されます。取り消せません。"
        confirm={{ label: "実名交渉を承認する", danger: true, onConfirm: () => setDialog(false) }}
      />
      <Drawer open={drawer} onClose={() => setDrawer(false)} title="絞り込み" side="right">
        <Checkbox label="公開中のみ" />
      </Drawer>
    </>
  );
}

function Print() {
  return (
    <Sheet>
      <SheetPage
        title="ノンネームシート"
        networkName="つなぐ"
        caseNumber="A-0001"
        date="2026/11/21"
        page={1}
        pages={1}
      >
        <Heading level={2}>東北の老舗食品製造会社</Heading>
        <DescriptionList
          items={[
            { term: "業種", value: "食料品製造業" },
            { term: "売上高", value: "3億円以上5億円未満" },
          ]}
        />
      </SheetPage>
    </Sheet>
  );
}
