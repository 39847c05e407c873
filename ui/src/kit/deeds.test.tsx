// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Button } from "./Button";
import { Deeds } from "./Deeds";
import { Form, FormActions } from "./Form";
import { Link } from "./Link";
import { Notifications } from "./Notifications";
import { notify } from "./notify";
import { pagesAround } from "./Pagination";
import { TAGS, type TagName, Tags } from "./Tag";
import { TextField } from "./TextField";

describe("a button", () => {
  it("ignores further presses while its action runs", async () => {
    let finish = () => {};
    const deed = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    render(<Button onClick={deed}>送る</Button>);
    const button = screen.getByRole("button", { name: "送る" });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(deed).toHaveBeenCalledTimes(1);
    expect(button).toHaveAttribute("aria-busy", "true");
    await act(async () => finish());
    expect(button).not.toHaveAttribute("aria-busy");
    fireEvent.click(button);
    expect(deed).toHaveBeenCalledTimes(2);
  });
  it("with a disabledReason shows the reason and does nothing", () => {
    const deed = vi.fn();
    render(
      <Button onClick={deed} disabledReason="詳細が未入力です。">
        依頼する
      </Button>,
    );
    const button = screen.getByRole("button", { name: "依頼する" });
    fireEvent.click(button);
    expect(deed).not.toHaveBeenCalled();
    expect(button).toHaveAccessibleDescription("詳細が未入力です。");
    expect(button).not.toBeDisabled();
  });
});

describe("deeds of who is in charge", () => {
  const run = vi.fn();
  const deeds = (
    <>
      <Button part="acts" onClick={run} disabledReason="変更がありません。">
        変更する
      </Button>
      <Button part="confirms" onClick={run}>
        確認する
      </Button>
      <Button onClick={run}>読む</Button>
      <Link part="acts" href="/edit" button="primary">
        編集する
      </Link>
      <Link part="acts" href="/part">
        この部分を編集する
      </Link>
    </>
  );
  it("say to whom they are refused why, on the button and read with it, and do nothing", () => {
    run.mockClear();
    render(<Deeds refusals={{ acts: "担当者だけができます。" }}>{deeds}</Deeds>);
    const change = screen.getByRole("button", { name: "変更する" });
    expect(change).toHaveAccessibleDescription("担当者だけができます。");
    expect(change).not.toBeDisabled();
    fireEvent.click(change);
    expect(screen.getByRole("button", { name: "編集する" })).toHaveAttribute("aria-disabled", "true");
    expect(screen.queryByRole("link")).toBeNull();
    expect(run).not.toHaveBeenCalled();
    for (const name of ["確認する", "読む"]) fireEvent.click(screen.getByRole("button", { name }));
    expect(run).toHaveBeenCalledTimes(2);
  });
  it("are the same elements to everybody else, with and without a team around them", () => {
    const { container: without } = render(deeds);
    const { container: within } = render(<Deeds refusals={{}}>{deeds}</Deeds>);
    const shape = (of: Element) => of.innerHTML.replace(/(id|aria-describedby)="[^"]*"/g, "");
    expect(shape(within)).toBe(shape(without));
    expect(within.querySelectorAll("a")).toHaveLength(2);
  });
});

describe("a form", () => {
  const mount = (submit: () => unknown, busy = false) => {
    render(
      <Form onSubmit={submit} label="試し">
        <TextField label="名前" />
        <FormActions>
          <Button type="submit" busy={busy}>
            登録する
          </Button>
        </FormActions>
      </Form>,
    );
    return { form: screen.getByRole("form"), input: screen.getByRole("textbox") };
  };
  it("is not sent by the Enter of an IME", () => {
    const { input } = mount(() => {});
    // fireEvent returns false if the default action, the submission, is prevented.
    expect(fireEvent.keyDown(input, { key: "Enter", keyCode: 229 })).toBe(false);
    expect(fireEvent.keyDown(input, { key: "Enter", isComposing: true })).toBe(false);
    expect(fireEvent.keyDown(input, { key: "Enter", keyCode: 13 })).toBe(true);
  });
  it("is not sent again before the answer", async () => {
    let finish = () => {};
    const submit = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { form } = mount(submit);
    fireEvent.submit(form);
    fireEvent.submit(form);
    expect(submit).toHaveBeenCalledTimes(1);
    await act(async () => finish());
    fireEvent.submit(form);
    expect(submit).toHaveBeenCalledTimes(2);
  });
});

describe("notifications", () => {
  afterEach(() => {
    act(() => notify.clear());
    vi.useRealTimers();
  });
  it("disappear after their duration, stay under the pointer, and errors stay", () => {
    vi.useFakeTimers();
    render(<Notifications />);
    act(() => {
      notify.success("保存しました。");
      notify.error("失敗しました。");
      notify.error("短い失敗。", 2000);
    });
    act(() => vi.advanceTimersByTime(2000));
    expect(screen.queryByText("短い失敗。")).not.toBeInTheDocument();
    const success = screen.getByText("保存しました。");
    fireEvent.pointerEnter(success.parentElement as HTMLElement);
    act(() => vi.advanceTimersByTime(10_000));
    expect(success).toBeInTheDocument();
    fireEvent.pointerLeave(success.parentElement as HTMLElement);
    act(() => vi.advanceTimersByTime(4000));
    expect(success).not.toBeInTheDocument();
    expect(screen.getByText("失敗しました。")).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "通知を閉じる" }));
    expect(screen.queryByText("失敗しました。")).not.toBeInTheDocument();
  });
});

it("shows every tag of the specification, and no unknown one", () => {
  expect(Object.keys(TAGS)).toHaveLength(21);
  const names = Object.keys(TAGS) as TagName[];
  const { unmount } = render(<Tags names={[...names, "toString", "Nonsense"]} />);
  // With 成約 the tag 公開中 is omitted: it would say that one can still negotiate.
  expect(screen.getAllByRole("listitem")).toHaveLength(20);
  expect(screen.queryByText(TAGS.Public.label)).toBeNull();
  unmount();
  render(<Tags names={names.filter((name) => name !== "ContractSigned")} />);
  expect(screen.getAllByRole("listitem")).toHaveLength(20);
  expect(screen.getByText(TAGS.Public.label)).toBeInTheDocument();
});

it.each([
  [1, 1, [1]],
  [1, 13, [1, 2, null, 13]],
  [3, 5, [1, 2, 3, 4, 5]],
  [7, 13, [1, null, 6, 7, 8, null, 13]],
])("pages around %i of %i", (page, last, pages) => expect(pagesAround(page, last)).toEqual(pages));
