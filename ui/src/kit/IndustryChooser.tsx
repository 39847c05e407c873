import { TextField } from "./TextField";
import { TwoLevel, type TwoLevelGroup, type TwoLevelProps } from "./TwoLevel";
import styles from "./TwoLevel.module.css";

/** Small classes with a free text of their own (SPEC.md section 3). */
export const FREE_TEXT_INDUSTRIES = [
  "12005",
  "13004",
  "13022",
  "16005",
  "17005",
  "17012",
  "20003",
  "21013",
  "22003",
] as const;

interface IndustryChooserProps extends Omit<TwoLevelProps, "extra" | "searchLabel" | "groups"> {
  /** Large classes with their small ones, from GetBusinessTypes. */
  classes: readonly TwoLevelGroup[];
  /** The free texts by code of the class. Omit both in searches. */
  otherTexts?: Readonly<Record<string, string>>;
  onOtherText?: (code: string, text: string) => void;
  otherErrors?: Readonly<Record<string, string | undefined>>;
}

/** The industries of a company, a need or a listing, in large and small classes. */
export function IndustryChooser({
  classes,
  otherTexts,
  onOtherText,
  otherErrors,
  ...props
}: IndustryChooserProps) {
  return (
    <TwoLevel
      {...props}
      groups={classes}
      searchLabel="業種を探す"
      extra={
        onOtherText &&
        ((item) =>
          (FREE_TEXT_INDUSTRIES as readonly string[]).includes(item.code) && (
            <div className={styles.free}>
              <TextField
                label={`${item.name}の内容`}
                name={`industryOtherText${item.code}`}
                value={otherTexts?.[item.code] ?? ""}
                error={otherErrors?.[item.code]}
                onChange={(event) => onOtherText(item.code, event.target.value)}
              />
            </div>
          ))
      }
    />
  );
}

/**
 * Codes in the form of the calls (SPEC.md section 7): whole large classes in `category`, single
 * small classes in `sub_category`.
 */
export function toCategories(
  value: readonly string[],
  classes: readonly TwoLevelGroup[],
): { category: string[]; sub_category: string[] } {
  const chosen = new Set(value);
  const category: string[] = [];
  const sub_category: string[] = [];
  for (const group of classes) {
    const picked = group.items.filter((item) => chosen.has(item.code)).map((item) => item.code);
    if (picked.length > 0 && picked.length === group.items.length) category.push(group.code);
    else sub_category.push(...picked);
  }
  return { category, sub_category };
}

/** The reverse of toCategories: codes of small classes. */
export function fromCategories(
  chosen: { category?: readonly string[]; sub_category?: readonly string[] },
  classes: readonly TwoLevelGroup[],
): string[] {
  const large = new Set(chosen.category);
  const small = new Set(chosen.sub_category);
  return classes.flatMap((group) =>
    group.items.map((item) => item.code).filter((code) => large.has(group.code) || small.has(code)),
  );
}
