import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Schemas, unwrap } from "#api/client.ts";
import { sendOnce } from "#api/idempotency.ts";
import { staff } from "#api/staff.ts";
import { reload, staffKeys } from "#api/staff-keys.ts";
import { formatPhone } from "#lib/phone.ts";

export type Lead = Schemas["LeadOut"];
export type LeadDetail = Schemas["LeadDetailOut"];
export type FollowUp = Schemas["FollowUpIn"];
export type Caller = Schemas["CallerIn"];
export type LeadName = { source: string; source_ref: string };

/** A lead as orders and quotes name it. */
export const nameOf = ({ source, source_ref }: Lead): Schemas["LeadNameIn"] => ({
  source,
  source_ref,
});

export const useLeads = () =>
  useQuery({
    queryKey: staffKeys.leads.all,
    queryFn: () => unwrap(staff.GET("/api/staff/leads")),
    staleTime: 0,
  });

/** The lead that an order or a quote is begun for; without one nothing is loaded. */
export const useLead = (lead: LeadName | null) =>
  useQuery({
    queryKey: staffKeys.leads.one(lead),
    queryFn: () =>
      unwrap(
        staff.GET("/api/staff/leads/{source}/{source_ref}", {
          params: { path: lead ?? { source: "", source_ref: "" } },
        }),
      ),
    enabled: lead !== null,
  });

export function useFollowUp({ source, source_ref }: LeadName) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: FollowUp) =>
      unwrap(
        staff.PUT("/api/staff/leads/{source}/{source_ref}", {
          params: { path: { source, source_ref } },
          body,
        }),
      ),
    onSettled: () => reload(queries, staffKeys.leads.all),
  });
}

export function useSaveCaller() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (caller: Caller) =>
      sendOnce("lead", caller, (params, body) =>
        unwrap(staff.POST("/api/staff/leads", { params, body })),
      ),
    onSuccess: () => reload(queries, staffKeys.leads.all),
  });
}

/** The lead that a URL names: ?source=call&lead=7c1d. */
export function leadIn(search: string): LeadName | null {
  const params = new URLSearchParams(search);
  const [source, source_ref] = [params.get("source"), params.get("lead")];
  return source && source_ref ? { source, source_ref } : null;
}

export const leadQuery = ({ source, source_ref }: LeadName): string =>
  `?${new URLSearchParams({ source, lead: source_ref })}`;

export const leadPath = ({ source, source_ref }: LeadName): string =>
  `/leads/${source}/${source_ref}`;

export const titleOf = ({ name, phone, email }: Lead): string =>
  name || formatPhone(phone) || email;
