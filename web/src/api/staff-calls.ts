/**
 * Staff's calls by method and path, typed by the contract, and their queries and mutations. They are
 * our own because openapi-react-query names queries by address, not as staff-keys.ts does, and throws
 * what the server wrote instead of a Problem.
 */
import {
  type QueryKey,
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { unwrap } from "#api/client.ts";
import { sendOnce } from "#api/idempotency.ts";
import type { paths } from "#api/schema.gen.ts";
import { AS_BYTES, slowStaff, staff } from "#api/staff.ts";
import { reload } from "#api/staff-keys.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends object ? P : never;
}[keyof paths];

type PathOf<Call> = Call extends { parameters: { path: infer Path } } ? { path: Path } : unknown;
type QueryOf<Call> = Call extends { parameters: { query?: infer Query } }
  ? { query?: Query }
  : unknown;
type HeaderOf<Call> = Call extends { parameters: { header?: infer Header } }
  ? { header?: Partial<Header> }
  : unknown;
type BodyOf<Call> = Call extends { requestBody: { content: infer Content } }
  ? { body: Content[keyof Content] }
  : unknown;

/** What a call is given: the parts of its address, and its body. */
export type Given<M extends Method, P extends PathWith<M>> = PathOf<paths[P][M]> &
  QueryOf<paths[P][M]> &
  HeaderOf<paths[P][M]> &
  BodyOf<paths[P][M]>;

export type Answer<M extends Method, P extends PathWith<M>> = paths[P][M] extends {
  responses: { [status in 200 | 201 | 202]?: { content: { "application/json": infer Body } } };
}
  ? Body
  : undefined;

export type How = {
  /** The name of what takes effect once, however often it is sent (Idempotency-Key). */
  once?: string | undefined;
  /** It may take minutes. */
  isSlow?: boolean | undefined;
  signal?: AbortSignal | null;
};

/** Send a call, and return the body of its answer. Throws Problem. */
export function callStaff<M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  given: Given<M, P>,
  how?: How,
): Promise<Answer<M, P>>;
export function callStaff(
  method: Method,
  path: string,
  given: unknown,
  { once, isSlow = false, signal = null }: How = {},
): Promise<unknown> {
  const { body, ...params } = given as { body?: unknown };
  const { request } = (isSlow ? slowStaff : staff) as unknown as { request: AnyRequest };
  const bytes = body instanceof Blob ? AS_BYTES : {};
  const send = (keyed = {}) =>
    unwrap(request(method, path, { body, ...bytes, signal, params: { ...params, ...keyed } }));
  return once ? sendOnce(once, given, send) : send();
}

// Of any call, where the contract's types are of each.
type AnyRequest = (method: Method, path: string, init: object) => ReturnType<typeof staff.GET>;

type QueryOptions<Data, Shown> = Omit<UseQueryOptions<Data, Error, Shown>, "queryKey" | "queryFn">;

export const useStaffQuery = <P extends PathWith<"get">, Shown = Answer<"get", P>>(
  queryKey: QueryKey,
  path: P,
  given: Given<"get", P>,
  options: QueryOptions<Answer<"get", P>, Shown> = {},
) => useQuery({ queryKey, queryFn: () => callStaff("get", path, given), ...options });

type MutationOptions<Data, Variables> = How &
  Omit<UseMutationOptions<Data, Error, Variables>, "mutationFn" | "onSettled"> & {
    /** Queries that are loaded again, also when it was refused: a colleague may have been first. */
    reloads?: readonly QueryKey[];
  };

export function useStaffMutation<M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  { once, isSlow, reloads = [], ...options }: MutationOptions<Answer<M, P>, Given<M, P>> = {},
) {
  const queries = useQueryClient();
  return useMutation({
    ...options,
    mutationFn: (given: Given<M, P>) => callStaff(method, path, given, { once, isSlow }),
    onSettled: (_, error) => {
      const reloading = reload(queries, ...reloads);
      return error ? undefined : reloading; // why it was refused is shown at once
    },
  });
}
