import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Schemas, unwrap } from "#api/client.ts";
import { staff } from "#api/staff.ts";
import { reload, staffKeys } from "#api/staff-keys.ts";

export type Payout = Schemas["PayoutOut"];
export type PayoutDetail = Schemas["PayoutDetailOut"];
export type PayoutLine = Schemas["PayoutLineOut"];
export type Payouts = Schemas["PayoutsOut"];

export const usePayouts = (page: number) =>
  useQuery({
    queryKey: staffKeys.payouts.page(page),
    queryFn: () => unwrap(staff.GET("/api/staff/payouts", { params: { query: { page } } })),
    placeholderData: keepPreviousData,
  });

export const usePayout = (id: string) =>
  useQuery({
    queryKey: staffKeys.payouts.one(id),
    queryFn: () =>
      unwrap(staff.GET("/api/staff/payouts/{payout_id}", { params: { path: { payout_id: id } } })),
  });

const TIMEOUT_MS = 60_000; // the card provider lists each payout's lines

/** Ask the card provider for new payouts now. */
export function useReadPayouts() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(staff.POST("/api/staff/payouts", { signal: AbortSignal.timeout(TIMEOUT_MS) })),
    onSuccess: () => reload(queries, staffKeys.payouts.all),
  });
}
