import { useState } from "react";
import {
  Controller,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  useWatch,
} from "react-hook-form";
import { addressesOf, useCities } from "@/api/master";
import { Button } from "@/kit/Button";
import panel from "@/kit/Panel.module.css";
import { PostalField } from "@/kit/PostalField";
import { Select } from "@/kit/Select";
import styles from "../company.module.css";
import type { Masters } from "../masters";
import type { Address } from "../types";
import { errorOf, Line, setAsUser } from "./fields";

/** Names of the fields of an address in a form; a company's and an institution's differ. */
interface AddressNames {
  postal: string;
  prefecture: string;
  city: string;
  /** The field for the town's code, if the form has one. */
  townCode?: string;
  town: string;
  building: string;
  townLabel: string;
  buildingLabel: string;
}

/**
 * An address in Japan: the postal code fills it in; if the code has several places the user
 * chooses one.
 */
export function AddressFields<T extends FieldValues>({
  form,
  masters,
  names,
  townRequired = false,
}: {
  form: UseFormReturn<T>;
  masters: Masters;
  names: AddressNames;
  townRequired?: boolean;
}) {
  const path = (name: string) => name as Path<T>;
  const write = (name: string, value: string) => setAsUser(form, path(name), value as PathValue<T, Path<T>>);
  const prefecture = String(useWatch({ control: form.control, name: path(names.prefecture) }) ?? "");
  const cities = useCities(prefecture);
  const [found, setFound] = useState<{ places: Address[] } | { problem: string } | null>(null);

  const fill = (place: Address) => {
    write(names.prefecture, place.prefectureCode);
    write(names.city, place.cityCode);
    if (names.townCode) write(names.townCode, place.townCode);
    write(names.town, place.townName);
    form.clearErrors([path(names.prefecture), path(names.city), path(names.town)]);
    setFound(null);
  };
  const look = async (digits: string) => {
    try {
      const places = await addressesOf(digits);
      if (places.length === 1 && places[0]) fill(places[0]);
      else if (places.length > 1) setFound({ places });
      else
        setFound({
          problem: "この郵便番号の住所は見つかりません。番号を確認するか、下の欄から選んでください。",
        });
    } catch {
      setFound({ problem: "住所を調べられませんでした。下の欄から選んでください。" });
    }
  };

  return (
    <>
      <Controller
        control={form.control}
        name={path(names.postal)}
        render={({ field }) => (
          <PostalField
            {...field}
            label="郵便番号"
            required
            onComplete={look}
            error={errorOf(form, names.postal)}
          />
        )}
      />
      <div aria-live="polite">
        {found && "problem" in found && <p className={panel.note}>{found.problem}</p>}
        {found && "places" in found && (
          <fieldset className={styles.places}>
            <legend>この郵便番号には{found.places.length}件の住所があります。選んでください。</legend>
            <div className={styles.placeList}>
              {found.places.map((place) => (
                <Button
                  key={place.cityCode + place.townCode + (place.detail ?? "")}
                  onClick={() => fill(place)}
                >
                  {place.prefectureName}
                  {place.cityName}
                  {place.townName}
                  {place.detail && `（${place.detail}）`}
                </Button>
              ))}
            </div>
          </fieldset>
        )}
      </div>
      <div className={styles.pair}>
        <Select
          label="都道府県"
          required
          empty="選択してください"
          options={masters.regions.flatMap((region) =>
            region.items.map((item) => ({ value: item.code, label: item.name })),
          )}
          error={errorOf(form, names.prefecture)}
          {...form.register(path(names.prefecture), {
            onChange: () => {
              write(names.city, "");
              if (names.townCode) write(names.townCode, "");
            },
          })}
        />
        <Controller
          control={form.control}
          name={path(names.city)}
          render={({ field }) => (
            <Select
              {...field}
              label="市区町村"
              required
              empty={prefecture ? "選択してください" : "都道府県を先に選んでください"}
              options={(cities ?? []).map((city) => ({ value: city.code, label: city.name }))}
              error={errorOf(form, names.city)}
            />
          )}
        />
      </div>
      <Line
        form={form}
        name={path(names.town)}
        label={names.townLabel}
        required={townRequired}
        onInput={() => names.townCode && write(names.townCode, "")}
        autoComplete="off"
      />
      <Line form={form} name={path(names.building)} label={names.buildingLabel} autoComplete="off" />
    </>
  );
}
