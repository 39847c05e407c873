// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { NumberField } from "./NumberField";

function Harness({ spy }: { spy: (value: number | null) => void }) {
  const [value, setValue] = useState<number | null>(null);
  return (
    <>
      <NumberField
        label="売上高"
        unit="千円"
        value={value}
        onChange={(next) => {
          spy(next);
          setValue(next);
        }}
      />
      <button type="button" onClick={() => setValue(5000)}>
        戻す
      </button>
    </>
  );
}

it("reads full-width digits and 億, shows the amount, and formats the text on blur", async () => {
  const spy = vi.fn();
  render(<Harness spy={spy} />);
  const input = screen.getByRole("textbox", { name: "売上高" });
  await userEvent.type(input, "３億２，０００万");
  expect(spy).toHaveBeenLastCalledWith(320_000);
  expect(screen.getByText("＝ 3億2,000万円")).toBeInTheDocument();
  await userEvent.tab();
  expect(input).toHaveValue("320,000");
  await userEvent.click(screen.getByRole("button", { name: "戻す" }));
  expect(input).toHaveValue("5,000");
});

it("keeps a text that is no number and shows an error", async () => {
  const spy = vi.fn();
  render(<Harness spy={spy} />);
  const input = screen.getByRole("textbox", { name: "売上高" });
  await userEvent.type(input, "およそ3億");
  await userEvent.tab();
  expect(input).toHaveValue("およそ3億");
  expect(spy).toHaveBeenLastCalledWith(Number.NaN);
  expect(input).toHaveAccessibleDescription(/数字で入力してください/);
  expect(screen.queryByText(/＝/)).not.toBeInTheDocument();
});

it("shows a year without a comma", async () => {
  render(<NumberField label="設立年" unit="年" value={1999} onChange={() => {}} />);
  const input = screen.getByRole("textbox", { name: "設立年" });
  expect(input).toHaveValue("1999");
  await userEvent.click(input);
  await userEvent.tab();
  expect(input).toHaveValue("1999");
});
