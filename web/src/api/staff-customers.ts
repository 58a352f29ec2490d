import { type Schemas, unwrap } from "#api/client.ts";
import { staff, staffFile } from "#api/staff.ts";

export type FoundCustomer = Schemas["CustomerSearchResultOut"];
export type CustomerDetail = Schemas["CustomerDetailOut"];
export type PersonalDataCount = CustomerDetail["holdings"][number];
export type EraseInput = Schemas["EraseIn"] & { id: string };
export type Erased = Schemas["ErasedOut"];
export type ListName = "orders" | "customers" | "payments" | "messages" | "notify-requests";
type Days = { from: string; to: string };

const TIMEOUT_MS = 60_000; // photos and documents are packed meanwhile
const of = (customer_id: string) => ({ path: { customer_id } });

export const staffCustomers = {
  find: (q: string) => unwrap(staff.GET("/api/staff/customers", { params: { query: { q } } })),
  customer: (id: string) =>
    unwrap(staff.GET("/api/staff/customers/{customer_id}", { params: of(id) })),
  copy: (id: string) => staffFile(`/api/staff/customers/${id}/export`),
  archive: (id: string) =>
    staffFile(`/api/staff/customers/${id}/export.zip`, AbortSignal.timeout(TIMEOUT_MS)),
  erase: ({ id, ...body }: EraseInput): Promise<Erased> =>
    unwrap(staff.POST("/api/staff/customers/{customer_id}/erase", { params: of(id), body })),
  list: (name: ListName, { from, to }: Days) =>
    staffFile(
      `/api/staff/exports/${name}.csv?${new URLSearchParams({ from, to })}`,
      AbortSignal.timeout(TIMEOUT_MS),
    ),
} as const;
