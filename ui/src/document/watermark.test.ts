import { expect, it } from "vitest";
import { watermarkGrid, watermarkLines } from "./watermark";

it("names the reader, his house and the time", () => {
  const mark = { userName: "湊 一郎", institutionName: "湊星銀行", at: "2026/11/21 10:00" };
  expect(watermarkLines(mark)).toEqual(["湊 一郎　湊星銀行", "2026/11/21 10:00　複写・転送禁止"]);
  expect(watermarkLines({ ...mark, companyName: "霧晴環境" })[0]).toBe("湊 一郎　霧晴環境（湊星銀行）");
});

it("covers every part of a page, also of one much wider than the block", () => {
  for (const [width, height] of [
    [595, 842],
    [3000, 400],
  ] as const) {
    const block = { width: 200, height: 80 };
    const cells = watermarkGrid(width, height, block);
    const reach = Math.hypot(width, height) / 2;
    for (let y = -reach; y < reach; y += 40)
      for (let x = -reach; x < reach; x += 50)
        expect(
          cells.some(
            ([left, top]) => left <= x && x < left + block.width && top <= y && y < top + block.height,
          ),
        ).toBe(true);
  }
});
