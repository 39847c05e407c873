import { TwoLevel, type TwoLevelGroup, type TwoLevelProps } from "./TwoLevel";

interface RegionChooserProps extends Omit<TwoLevelProps, "extra" | "searchLabel" | "groups"> {
  /** Regions with their prefectures, from GetPrefecturesList. */
  regions: readonly TwoLevelGroup[];
}

/** Prefectures by region; the value is prefecture codes. */
export function RegionChooser({ regions, ...props }: RegionChooserProps) {
  return <TwoLevel {...props} groups={regions} searchLabel="都道府県を探す" />;
}
