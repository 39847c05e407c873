import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "./errors";
import { type BodyOf, readByPost } from "./read";

/** What opens a registration: the key of a mail, or that of a letter with the code that was told. */
interface RegistrationKey {
  key: string;
  passcode?: string;
}

/** The registration page of a key; null for an invalid key, "passcode" for a letter's without its code. */
export const registrationPageQuery = ({ key, passcode }: RegistrationKey) => {
  const { queryKey, queryFn } = readByPost(
    "registration",
    "/api/Public/GetRegistrationByKey",
    { key, passcode },
    { keyConditions: { key, isLetter: passcode !== undefined } },
  );
  return queryOptions({
    queryKey,
    queryFn: async (context) => {
      try {
        return await queryFn(context);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 400) throw error;
        return error.code === "passcode_needed" ? ("passcode" as const) : null;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
};

type Parts = BodyOf<"/api/Public/CheckRegistrationByKey">;

/**
 * Parts of a registration as they would be stored, without storing them. They include a password,
 * so they are not in the query's key.
 */
export const registrationPreviewQuery = ({ key, passcode, ...parts }: Parts) =>
  ({
    ...readByPost(
      "registration",
      "/api/Public/CheckRegistrationByKey",
      { key, passcode, ...parts },
      { keyConditions: { key } },
    ),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  }) as const;
