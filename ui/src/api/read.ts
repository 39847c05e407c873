import { api, call } from "./client";
import { ApiError } from "./errors";
import type { paths } from "./schema.gen";

/*
 * A call that reads, as a query: key and fetch come from the same path and the same conditions, so a
 * call has one key wherever it is used. Each call is read in one function of one file `api/<noun>.ts`.
 *
 * Key: [noun, path, conditions], and a fourth part where the same question has editions.
 * What a write changes is reread by noun, or by noun and path (api/reread.ts).
 */

/** The kinds of data on the server. */
export type Noun =
  /**
   * Choices that do not change during a session. Never reread; a failure is shown
   * (masterFailures.ts).
   */
  | "master"
  | "listing"
  | "ledger"
  | "negotiation"
  | "message"
  | "document"
  | "company"
  | "registration"
  | "user"
  | "needs"
  | "institution"
  | "longlist"
  /** Who works on a record, and what a bank's users set for their own work (team.md 1). */
  | "persons"
  /** Who of a bank may look at a company and what belongs to it (team.md 2). */
  | "team"
  /** The cases of the lending desk (team.md 2). */
  | "lending"
  /** What a bank's users noted about a record (team.md 1). */
  | "activity"
  /** What a bank recorded of its duties about a record (compliance.md 1). */
  | "duty"
  /** The papers that the product made for the own side (papers.md 1). */
  | "issued"
  | "import"
  | "mypage"
  | "topic"
  | "inquiry"
  /** A preview of typed data as it would be stored. Never reread: after storing, the check may fail. */
  | "check"
  | "savedSearch"
  | "session"
  | "public"
  | "demo"
  /** Data of the office's console. */
  | "office"
  | "officeCodes"
  | "officePreview";

type Operation = { parameters: { query?: unknown }; responses: unknown };

export type Gettable = {
  [P in keyof paths]: paths[P] extends { get: Operation } ? P : never;
}[keyof paths];
type Postable = {
  [P in keyof paths]: paths[P] extends { post: { responses: unknown } } ? P : never;
}[keyof paths];

type Get<P extends Gettable> = paths[P] extends { get: infer O } ? O : never;
type Post<P extends Postable> = paths[P] extends { post: infer O } ? O : never;
/** The conditions of a GET call; none where it takes none. */
export type QueryOf<P extends Gettable> =
  Get<P> extends { parameters: { query?: infer Q } }
    ? [NonNullable<Q>] extends [never]
      ? Record<string, never>
      : NonNullable<Q>
    : never;
type Json<T> = T extends { requestBody?: { content: infer C } } ? C[keyof C] : never;
export type BodyOf<P extends Postable> = Json<Post<P>>;
type Answer<O> = O extends { responses: { 200: { content: infer C } } } ? C[keyof C] : never;

interface Context {
  signal: AbortSignal;
}

export interface ReadQuery<Data, Key extends readonly unknown[] = readonly unknown[]> {
  queryKey: Key;
  queryFn: (context: Context) => Promise<Data>;
}

interface ReadOptions {
  /** The request is aborted when no component needs it any more. */
  isAbortable?: boolean;
  /** Further options of the request, such as the form of lists or the type of the answer. */
  init?: object;
  /** The client; the platform's by default. */
  client?: typeof api;
  /** Fourth part of the key. */
  edition?: string | number;
  /** Part of the key instead of conditions that contain a secret. */
  keyConditions?: object;
}

function send(method: "GET" | "POST", path: string, init: object, client = api): Promise<unknown> {
  const request = client[method] as unknown as (
    path: string,
    init: object,
  ) => Promise<{ data?: unknown; response: Response }>;
  return call(request(path, init));
}

function query<Data>(
  method: "GET" | "POST",
  noun: Noun,
  path: string,
  conditions: object,
  { isAbortable, init, client, edition, keyConditions = conditions }: ReadOptions,
) {
  const request = method === "GET" ? { params: { query: conditions } } : { body: conditions };
  return {
    queryKey:
      edition === undefined
        ? ([noun, path, keyConditions] as const)
        : ([noun, path, keyConditions, edition] as const),
    queryFn: (context: Context) =>
      send(
        method,
        path,
        { ...request, ...init, ...(isAbortable && { signal: context.signal }) },
        client,
      ) as Promise<Data>,
  };
}

/** A GET call. */
export function read<P extends Gettable>(
  noun: Noun,
  path: P,
  conditions: QueryOf<P>,
  options: ReadOptions = {},
) {
  return query<Answer<Get<P>>>("GET", noun, path, conditions as object, options);
}

/** A POST call that changes nothing. */
export function readByPost<P extends Postable>(
  noun: Noun,
  path: P,
  body: BodyOf<P>,
  options: ReadOptions = {},
) {
  return query<Answer<Post<P>>>("POST", noun, path, body as object, options);
}

/** The part of the answer that the screens need; only that part is cached. */
export function part<Data, Part, Key extends readonly unknown[]>(
  { queryKey, queryFn }: ReadQuery<Data, Key>,
  of: (answer: Data) => Part,
): ReadQuery<Part, Key> {
  return { queryKey, queryFn: async (context) => of(await queryFn(context)) };
}

/** Where 400 means "none yet": null (SPEC.md section 7, "What the product does with answers"). */
export function orNone<Data, Key extends readonly unknown[]>({
  queryKey,
  queryFn,
}: ReadQuery<Data, Key>): ReadQuery<Data | null, Key> {
  return {
    queryKey,
    queryFn: async (context) => {
      try {
        return await queryFn(context);
      } catch (error) {
        if (error instanceof ApiError && error.status === 400) return null;
        throw error;
      }
    },
  };
}

/** Asks now and bypasses the cache: for data that is needed once. */
export function fetchUncached<Data>({ queryFn }: Pick<ReadQuery<Data>, "queryFn">): Promise<Data> {
  return queryFn({ signal: new AbortController().signal });
}

/** A list without pages (SPEC.md section 9). */
export const ALL = 99_999_999;
