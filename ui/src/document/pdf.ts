import { GlobalWorkerOptions, getDocument, version } from "pdfjs-dist/legacy/build/pdf.mjs";
import worker from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import { type Pages, UnreadableError } from "./pages";

GlobalWorkerOptions.workerSrc = worker;

/** Where the build puts what pdf.js fetches by name (vite.config.ts). */
const FILES = `/assets/pdfjs-${version}/`;

/**
 * A PDF's pages, drawn by pdf.js in its own worker. No text layer: what is shown is pixels. The
 * content security policy allows no WebAssembly, so pictures are decoded by plain script.
 */
export async function openPdf(data: ArrayBuffer): Promise<Pages> {
  const task = getDocument({
    data,
    cMapUrl: `${FILES}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${FILES}standard_fonts/`,
    wasmUrl: `${FILES}wasm/`,
    useWasm: false,
    useWorkerFetch: true,
    enableXfa: false,
  });
  try {
    const pdf = await task.promise;
    return {
      count: pdf.numPages,
      shape: async (page) => {
        const { width, height } = (await pdf.getPage(page)).getViewport({ scale: 1 });
        return height / width;
      },
      draw: async (number, canvas) => {
        const page = await pdf.getPage(number);
        const scale = canvas.width / page.getViewport({ scale: 1 }).width;
        await page.render({ canvas, viewport: page.getViewport({ scale }) }).promise;
      },
      close: () => void task.destroy(),
    };
  } catch (error) {
    void task.destroy();
    throw new UnreadableError(
      error instanceof Error && error.name === "PasswordException"
        ? "パスワードのかかったPDFのため、表示できません。パスワードを外したPDFに差し替えるよう、資料を開示した金融機関にご依頼ください。"
        : "PDFが壊れているため、表示できません。資料を開示した金融機関にお知らせください。",
    );
  }
}
