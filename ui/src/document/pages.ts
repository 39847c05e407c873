/** A document as pages that can be drawn. */
export interface Pages {
  count: number;
  /** Height of a page by its width. */
  shape: (page: number) => Promise<number>;
  /** Draws a page into a canvas of the right shape, over its whole width. */
  draw: (page: number, canvas: HTMLCanvasElement) => Promise<void>;
  close: () => void;
}

/** Why a document cannot be shown, in words for its reader. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

/** Opens what the server gave out. pdf.js is loaded here, and nowhere else. */
export async function openPages(bytes: ArrayBuffer, mediaType: string): Promise<Pages> {
  if (mediaType === "application/pdf") return (await import("./pdf")).openPdf(bytes);
  return openPicture(new Blob([bytes], { type: mediaType }));
}

async function openPicture(blob: Blob): Promise<Pages> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(blob);
  } catch {
    throw new UnreadableError(
      "画像が壊れているため、表示できません。資料を開示した金融機関にお知らせください。",
    );
  }
  return {
    count: 1,
    shape: async () => picture.height / picture.width,
    draw: async (_page, canvas) =>
      canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height),
    close: () => picture.close(),
  };
}
