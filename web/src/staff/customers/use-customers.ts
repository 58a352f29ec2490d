import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "#api/client.ts";
import { staffFile } from "#api/staff.ts";
import { callStaff, useStaffQuery } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";

export type FoundCustomer = Schemas["CustomerSearchResultOut"];
export type CustomerDetail = Schemas["CustomerDetailOut"];
export type PersonalDataCount = CustomerDetail["holdings"][number];
export type Erased = Schemas["ErasedOut"];
export type ListName =
  | "orders"
  | "customers"
  | "payments"
  | "bookkeeping"
  | "messages"
  | "notify-requests";
type Days = { from: string; to: string };

export const useCustomerSearch = (q: string) =>
  useStaffQuery(staffKeys.customers.matching(q), "/api/staff/customers", { query: { q } });

export const useCustomer = (id: string) =>
  useStaffQuery(staffKeys.customers.one(id), "/api/staff/customers/{customer_id}", {
    path: { customer_id: id },
  });

/** Erase a customer. Every cached query about them is removed too. */
export function useErase(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas["EraseIn"]): Promise<Erased> =>
      callStaff("post", "/api/staff/customers/{customer_id}/erase", {
        path: { customer_id: id },
        body,
      }),
    onSuccess: () => {
      const { customers, orders, order } = staffKeys;
      for (const queryKey of [customers.all, customers.each, orders.all, order.all])
        queries.removeQueries({ queryKey });
    },
  });
}

const TIMEOUT_MS = 60_000; // photos and documents are packed meanwhile

export const customerFiles = {
  copy: (id: string) => staffFile(`/api/staff/customers/${id}/export`),
  archive: (id: string) =>
    staffFile(`/api/staff/customers/${id}/export.zip`, AbortSignal.timeout(TIMEOUT_MS)),
  list: (name: ListName, { from, to }: Days) =>
    staffFile(
      `/api/staff/exports/${name}.csv?${new URLSearchParams({ from, to })}`,
      AbortSignal.timeout(TIMEOUT_MS),
    ),
} as const;
