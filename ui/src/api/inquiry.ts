import { read } from "./read";

/** The signed-in user's own inquiries, the newest first. */
export const ownInquiriesQuery = (pageNumber: number) =>
  read("inquiry", "/api/Inquiry/GetInquiryList", { pageNumber });

/** One of them with its answers. */
export const ownInquiryQuery = (inquiryId: string) =>
  read("inquiry", "/api/Inquiry/GetInquiry", { inquiryId });
