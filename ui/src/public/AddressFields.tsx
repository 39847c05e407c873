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

/** The fields of an address. The postal code fills in prefecture, municipality and town. */
export function AddressFields({ form }: { form: UseFormReturn<RequestValues> }) {
  const { control, setValue, getValues, clearErrors, register } = form;
  const { errors } = form.formState;
  const prefectures = usePrefectures();
  const cities = useCities(form.watch("prefecture"));
  /** The places of a postal code that has several; empty for an unknown code. */
  const [places, setPlaces] = useState<AddressRow[] | null>(null);
  /** The town filled in by the postal code, to distinguish it from an address that the user typed. */
  const filledTown = useRef("");

  const fillIn = (place: AddressRow) => {
    setValue("prefecture", place.prefectureCode, { shouldDirty: true });
    setValue("city", place.cityCode, { shouldDirty: true });
    // A typed address is kept: it may have a street number, which the postal code does not give.
    if (getValues("address") === filledTown.current) {
      setValue("address", place.townName, { shouldDirty: true });
      filledTown.current = place.townName;
    }
    clearErrors(["postcode", "prefecture", "city", "address"]);
    saveDraft(DRAFT, VISITOR, getValues());
    setPlaces(null);
  };
  const lookUp = async (digits: string) => {
    const found = await addressesOf(digits).catch(() => null);
    // If the lookup fails the user fills in the fields.
    if (found === null) return;
    const first = found[0];
    if (found.length === 1 && first) fillIn(first);
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
              <Button key={`${place.cityCode}${place.townCode}${place.detail}`} onClick={() => fillIn(place)}>
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
