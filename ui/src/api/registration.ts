import { queryOptions } from "@tanstack/react-query";
import { type BodyOf, orNone, readByPost } from "./read";

/** The registration page of the key in a mail; null for an invalid key. */
export const registrationPageQuery = (key: string) =>
  queryOptions({
    ...orNone(readByPost("registration", "/api/Public/GetRegistrationByKey", { key })),
    staleTime: Number.POSITIVE_INFINITY,
  });

type Parts = BodyOf<"/api/Public/CheckRegistrationByKey">;

/**
 * Parts of a registration as they would be stored, without storing them. They include a password,
 * so they are not in the query's key.
 */
export const registrationPreviewQuery = ({ key, ...parts }: Parts) =>
  ({
    ...readByPost(
      "registration",
      "/api/Public/CheckRegistrationByKey",
      { key, ...parts },
      { keyConditions: { key } },
    ),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  }) as const;
