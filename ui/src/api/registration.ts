import { queryOptions } from "@tanstack/react-query";
import { type BodyOf, orNone, readByPost } from "./read";

/** What the server knows of a company by the key in its mail; null for a key that does not open. */
export const registrationPageQuery = (key: string) =>
  queryOptions({
    ...orNone(readByPost("registration", "/api/Public/GetRegistrationByKey", { key })),
    staleTime: Number.POSITIVE_INFINITY,
  });

type Parts = BodyOf<"/api/Public/CheckRegistrationByKey">;

/** Parts of a registration as they would be stored; nothing is. A password is among them: not in the key. */
export const registrationPreviewQuery = ({ key, ...parts }: Parts) =>
  ({
    ...readByPost(
      "registration",
      "/api/Public/CheckRegistrationByKey",
      { key, ...parts },
      { asked: { key } },
    ),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  }) as const;
