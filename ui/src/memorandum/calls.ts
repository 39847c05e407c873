import { api, call, multipart } from "@/api/client";
import type { Content, Memorandum } from "./values";

export const saveMemorandum = (
  sellerBusinessId: string,
  revision: number,
  content: Content,
): Promise<Memorandum> =>
  call(api.POST("/api/Memorandum/SaveMemorandum", { body: { sellerBusinessId, revision, content } }));

/** Keeps a picture for the form; it stands in the memorandum once that is saved. */
export const uploadPicture = (sellerBusinessId: string, file: File): Promise<{ pictureId: string }> =>
  call(
    api.POST("/api/Memorandum/UploadMemorandumPicture", {
      body: { sellerBusinessId, file } as never,
      bodySerializer: multipart as never,
    }),
  );

interface At {
  sellerBusinessId: string;
  revision: number;
  level: number;
  isChecked: boolean;
}

export const issueMemorandum = (body: At) => call(api.POST("/api/Memorandum/IssueMemorandum", { body }));

export const giveMemorandum = (body: At) => call(api.POST("/api/Memorandum/GiveMemorandum", { body }));
