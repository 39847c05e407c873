import type { FieldValues, Path, UseFormSetError } from "react-hook-form";

/** An error of one field, as reported by the server. */
interface FieldProblem {
  field: string;
  detail: string;
}

/**
 * An answer other than 2xx, from its problem document (domain.md 2). Without any answer the status
 * is 503 and the code "no_answer" (SPEC.md section 8).
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    readonly status: number,
    /** A stable code for programs: not_available, stale, invalid, … */
    readonly code: string,
    /** Japanese, shown to the user as it is. */
    readonly detail: string,
    readonly errors: readonly FieldProblem[] = [],
  ) {
    super(`${status} ${code}: ${detail}`);
  }
}

export const NO_ANSWER = new ApiError(
  503,
  "no_answer",
  "サーバーに接続できませんでした。通信の状態を確認して、もう一度お試しください。入力した内容は残っています。",
);

/** The server needed a proof of who the user is, and he gave none: nothing was done. */
export const NOT_PROVEN = new ApiError(
  403,
  "not_proven",
  "ご本人であることを確かめなかったため、操作は行われていません。入力した内容は残っています。",
);

/** The server has just started and cannot search yet: the query is retried automatically. */
export function isPreparing(error: unknown): boolean {
  return error instanceof ApiError && error.code === "preparing";
}

/** Reads a refused answer. */
export async function toApiError(answer: Response): Promise<ApiError> {
  const problem: (Partial<ApiError> & { instance?: string }) | null = await answer
    .clone()
    .json()
    .catch(() => null);
  const detail = problem?.detail ?? "";
  return new ApiError(
    answer.status,
    problem?.code ?? "",
    // The office finds the request in the server's log by this number.
    problem?.instance ? `${detail}（お問い合わせ番号 ${problem.instance}）` : detail,
    Array.isArray(problem?.errors) ? problem.errors : [],
  );
}

/**
 * Shows the server's field errors at their fields. An error of a field that the form lacks becomes
 * an error of the whole form, so that none is lost.
 * @param names field names of the form, where they differ from the server's: { server: form }
 * @returns whether any error belonged to a field
 */
export function fieldErrors<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: readonly Path<T>[],
  names: Readonly<Record<string, Path<T>>> = {},
): boolean {
  if (!(error instanceof ApiError)) return false;
  const rest: string[] = [];
  let any = false;
  for (const { field, detail } of error.errors) {
    const name = names[field] ?? (field as Path<T>);
    if (fields.includes(name)) {
      setError(name, { type: "server", message: detail });
      any = true;
    } else rest.push(detail);
  }
  if (rest.length > 0) setError("root.server", { type: "server", message: rest.join(" ") });
  return any;
}

/** The specification's exact message first, then the reason (SPEC.md section 8). */
export function failureMessage(message: string, error: unknown): string {
  if (error instanceof ApiError && error.detail !== "") return `${message} ${error.detail}`;
  return message;
}
