import { useRef, useState } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { addressesOf, useCities, usePrefectures } from "@/api/master";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import panel from "@/kit/Panel.module.css";
import { PostalField } from "@/kit/PostalField";
import { Select } from "@/kit/Select";
import { TextField } from "@/kit/TextField";
import { saveDraft, VISITOR } from "@/lib/draft";
import { DRAFT, type RequestValues } from "./accountRequest";
import styles from "./public.module.css";

type AddressRow = components["schemas"]["AddressRow"];

/** Postal code, prefecture, municipality and the rest; the code fills in what it knows. */
export function AddressFields({ form }: { form: UseFormReturn<RequestValues> }) {
  const { control, setValue, getValues, clearErrors, register } = form;
  const { errors } = form.formState;
  const prefectures = usePrefectures();
  const cities = useCities(form.watch("prefecture"));
  /** Several places of one code to choose from; empty for a code that nobody has. */
  const [places, setPlaces] = useState<AddressRow[] | null>(null);
  /** The town that a code put into the address, to be told from what was typed. */
  const filled = useRef("");

  const take = (place: AddressRow) => {
    setValue("prefecture", place.prefectureCode, { shouldDirty: true });
    setValue("city", place.cityCode, { shouldDirty: true });
    // What somebody typed stays: a street number is not known from a code.
    if (getValues("address") === filled.current) {
      setValue("address", place.townName, { shouldDirty: true });
      filled.current = place.townName;
    }
    clearErrors(["postcode", "prefecture", "city", "address"]);
    saveDraft(DRAFT, VISITOR, getValues());
    setPlaces(null);
  };
  const lookUp = async (digits: string) => {
    const found = await addressesOf(digits).catch(() => null);
    // Without an answer the fields are filled in by hand.
    if (found === null) return;
    const first = found[0];
    if (found.length === 1 && first) take(first);
    else setPlaces(found);
  };

  return (
    <>
      <Controller
        control={control}
        name="postcode"
        render={({ field }) => (
          <PostalField
            {...field}
            label="郵便番号"
            required
            error={errors.postcode?.message}
            onComplete={(digits) => void lookUp(digits)}
          />
        )}
      />
      {places?.length === 0 && (
        <p role="status" className={panel.note}>
          この郵便番号の住所が見つかりません。下の欄で選択・入力してください。
        </p>
      )}
      {places && places.length > 0 && (
        <fieldset className={styles.notice}>
          <legend className={panel.note}>この郵便番号には、複数の住所があります。選んでください。</legend>
          <div className={styles.actions}>
            {places.map((place) => (
              <Button key={`${place.cityCode}${place.townCode}${place.detail}`} onClick={() => take(place)}>
                {place.cityName}
                {place.townName}
                {place.detail}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      <Controller
        control={control}
        name="prefecture"
        render={({ field }) => (
          <Select
            {...field}
            label="都道府県"
            required
            empty="選択してください"
            options={(prefectures ?? []).map((p) => ({ value: p.code, label: p.name }))}
            error={errors.prefecture?.message}
            onChange={(event) => {
              field.onChange(event);
              setValue("city", "", { shouldDirty: true });
            }}
          />
        )}
      />
      <Controller
        control={control}
        name="city"
        render={({ field }) => (
          <Select
            {...field}
            label="市区町村"
            required
            empty={form.getValues("prefecture") ? "選択してください" : "先に都道府県を選択してください"}
            options={(cities ?? []).map((c) => ({ value: c.code, label: c.name }))}
            error={errors.city?.message}
          />
        )}
      />
      <TextField
        label="町域・番地"
        required
        example="丸の内1丁目1番1号"
        error={errors.address?.message}
        {...register("address")}
      />
      <TextField label="建物名" error={errors.buildingName?.message} {...register("buildingName")} />
    </>
  );
}
