// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/api/errors";
import type { components } from "@/api/schema.gen";
import { Viewer } from "./Viewer";

const requested: { page: number; width: number }[] = [];
let failureOf: (page: number) => Error | null = () => null;

vi.mock("@/api/client", () => ({
  api: {
    GET: async (_path: string, { params }: { params: { query: { page: number; width: number } } }) => {
      const { page, width } = params.query;
      requested.push({ page, width });
      const error = failureOf(page);
      if (error) throw error;
      return { data: new ArrayBuffer(4) };
    },
  },
  call: async <T,>(answer: Promise<{ data?: T }>) => (await answer).data,
}));

beforeEach(() => {
  requested.length = 0;
  failureOf = () => null;
  // jsdom measures nothing: the column is 800 wide, the window 768 high.
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(private readonly callback: () => void) {}
      observe() {
        this.callback();
      }
      disconnect() {}
    },
  );
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, value: 800 });
  URL.createObjectURL = vi.fn(() => "blob:picture");
  URL.revokeObjectURL = vi.fn();
  HTMLElement.prototype.scrollIntoView = function () {
    top = -1012 * (Number(this.dataset.page) - 1);
    window.dispatchEvent(new Event("scroll"));
  };
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    return { top: this.tagName === "SECTION" ? top : 0, bottom: 0 } as DOMRect;
  });
  top = 0;
});
afterEach(() => vi.restoreAllMocks());

let top = 0;

const opened: components["schemas"]["DocumentPages"] = {
  viewing: "v",
  edition: 1,
  shapes: Array(25).fill(1.25), // 1,000 high at 800, and 12 between them
  widths: [640, 960, 1280],
  watermark: { userName: "買野", institutionName: "銀行", at: "10:00", lines: ["買野　銀行", "10:00"] },
};

function show(onOver = vi.fn()) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Viewer
        opened={opened}
        reading={{ documentId: "d", buyerNegotiationId: "n" }}
        title="概要書"
        onViewingEnd={onOver}
      />
    </QueryClientProvider>,
  );
  return { onOver, box: screen.getByRole("region", { name: "資料のページ" }) };
}

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "ページ番号" });

it("fetches the first page and the next one ahead, and no other", async () => {
  show();
  const first = await screen.findByRole("img", {
    name: /概要書　1／25ページ。閲覧者の透かし入り：買野　銀行/,
  });
  expect(first).toHaveAttribute("src", "blob:picture");
  await waitFor(() => expect(requested).toEqual([1, 2].map((page) => ({ page, width: 960 }))));
});

it("turns by keyboard, by buttons and by number", async () => {
  const { box } = show();
  fireEvent.keyDown(box, { key: "PageDown" });
  await waitFor(() => expect(field().value).toBe("2"));
  fireEvent.keyDown(box, { key: "End" });
  await waitFor(() => expect(field().value).toBe("25"));
  fireEvent.keyDown(box, { key: "ArrowLeft" });
  await waitFor(() => expect(field().value).toBe("24"));
  fireEvent.click(screen.getByRole("button", { name: "次のページ" }));
  await waitFor(() => expect(field().value).toBe("25"));
  fireEvent.keyDown(box, { key: "Home" });
  await waitFor(() => expect(field().value).toBe("1"));
  fireEvent.change(field(), { target: { value: "１２" } });
  fireEvent.keyDown(field(), { key: "Enter" });
  await waitFor(() => expect(field().value).toBe("12"));
  await waitFor(() =>
    expect(requested.map(({ page }) => page)).toEqual(expect.arrayContaining([11, 12, 13])),
  );
  expect(requested.some(({ page }) => page === 5 || page === 18)).toBe(false);
});

it("asks for larger pictures where they are shown larger", async () => {
  const { box } = show();
  fireEvent.keyDown(box, { key: "+" });
  expect(screen.getByText("125%")).toBeInTheDocument();
  await waitFor(() => expect(requested.some(({ width }) => width === 1280)).toBe(true));
  fireEvent.keyDown(box, { key: "0" });
  expect(screen.getByText("100%")).toBeInTheDocument();
});

it("offers to fetch a failed page again, with what the server says", async () => {
  failureOf = (page) => (page === 1 ? new ApiError(422, "document_heavy", "図が細かすぎます。") : null);
  show();
  const retry = await screen.findByRole("button", { name: "1ページをもう一度読み込む" });
  expect(screen.getByText("図が細かすぎます。")).toBeInTheDocument();
  await screen.findByRole("img", { name: /2／25/ });
  failureOf = () => null;
  await act(async () => fireEvent.click(retry));
  await screen.findByRole("img", { name: /1／25/ });
});

it("says when the right to it is over", async () => {
  failureOf = () => new ApiError(400, "not_available", "情報が削除されたか、閲覧する権限がありません。");
  const { onOver } = show();
  await waitFor(() => expect(onOver).toHaveBeenCalled());
  expect(screen.queryByRole("img")).toBeNull();
});
