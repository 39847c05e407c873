import {
  Ban,
  Building2,
  CircleCheck,
  CircleDot,
  Eye,
  EyeOff,
  FileCheck2,
  FilePen,
  Handshake,
  Heart,
  Hourglass,
  Lock,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Scale,
  Sparkles,
  Star,
  UserRoundCheck,
  UserRoundSearch,
} from "lucide-react";
import styles from "./Tag.module.css";

type Kind = "info" | "quiet" | "done" | "lock" | "waiting" | "own" | "step" | "will";

/** Every tag with its label, kind and shape (design: ui.md "Tags"; SPEC.md section 4). */
export const TAGS = {
  New: { label: "新着", kind: "info", icon: Sparkles },
  Recommended: { label: "おすすめ", kind: "info", icon: Star },
  Offer: { label: "オファー", kind: "info", icon: Mail },
  Interested: { label: "興味あり", kind: "info", icon: Heart },
  IsReaded: { label: "既読", kind: "quiet", icon: Eye },
  Public: { label: "公開中", kind: "done", icon: CircleCheck },
  NonPublic: { label: "非公開", kind: "quiet", icon: EyeOff },
  Limited: { label: "自機関限定", kind: "lock", icon: Lock },
  Rest: { label: "公開先制限", kind: "lock", icon: Lock },
  FinancialNotApproved: { label: "承認待ち", kind: "waiting", icon: Hourglass },
  ChargeCompany: { label: "担当企業", kind: "own", icon: Building2 },
  ChargeSellerBusiness: { label: "担当案件", kind: "own", icon: Building2 },
  AnonymousNegotiated: { label: "匿名交渉中", kind: "step", icon: MessagesSquare },
  AnonymousHopeRealNameNegotiated: { label: "実名交渉希望", kind: "waiting", icon: UserRoundSearch },
  RealNameNegotiated: { label: "実名交渉中", kind: "step", icon: UserRoundCheck },
  ConditionsNegotiated: { label: "条件交渉中", kind: "step", icon: Scale },
  ContractSigned: { label: "成約", kind: "done", icon: Handshake },
  BreakNegotiations: { label: "交渉終了", kind: "quiet", icon: Ban },
  Will1: { label: "譲渡決定・概要書あり", kind: "will", icon: FileCheck2 },
  Will2: { label: "譲渡決定・概要書準備中", kind: "will", icon: FilePen },
  Will3: { label: "譲渡検討中", kind: "will", icon: CircleDot },
} as const satisfies Record<string, { label: string; kind: Kind; icon: LucideIcon }>;

export type TagName = keyof typeof TAGS;

/** One tag: a word and an icon, as colour alone must not carry a meaning. */
export function Tag({ name }: { name: TagName }) {
  const { label, kind, icon: Icon } = TAGS[name];
  return (
    <span className={styles.tag} data-kind={kind}>
      <Icon aria-hidden size={14} strokeWidth={2.25} />
      {label}
    </span>
  );
}

/**
 * The tags of a row as sent by the server; unknown names are omitted. A sold listing is also
 * Public by the specification, as it can be found; as nobody can negotiate about it, only 成約 is
 * shown.
 */
export function Tags({ names }: { names: readonly string[] | null | undefined }) {
  const known = (names ?? [])
    .filter((name): name is TagName => Object.hasOwn(TAGS, name))
    .filter((name, _, all) => name !== "Public" || !all.includes("ContractSigned"));
  if (known.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label="タグ">
      {known.map((name) => (
        <li key={name}>
          <Tag name={name} />
        </li>
      ))}
    </ul>
  );
}
