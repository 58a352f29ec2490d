import type { Schemas } from "#api/client.ts";
import { useStaffMutation, useStaffQuery } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import { formatPhone } from "#lib/phone.ts";

export type Lead = Schemas["LeadOut"];
export type LeadDetail = Schemas["LeadDetailOut"];
export type FollowUp = Schemas["FollowUpIn"];
export type LeadName = { source: string; source_ref: string };

/** A lead as orders and quotes name it. */
export const nameOf = ({ source, source_ref }: Lead): Schemas["LeadNameIn"] => ({
  source,
  source_ref,
});

export const useLeads = () =>
  useStaffQuery(staffKeys.leads.all, "/api/staff/leads", {}, { staleTime: 0 });

/** The lead that an order or a quote is begun for; without one nothing is loaded. */
export const useLead = (lead: LeadName | null) =>
  useStaffQuery(
    staffKeys.leads.one(lead),
    "/api/staff/leads/{source}/{source_ref}",
    { path: lead ?? { source: "", source_ref: "" } },
    { enabled: lead !== null },
  );

const RELOADS = { reloads: [staffKeys.leads.all] };

export const useFollowUp = () =>
  useStaffMutation("put", "/api/staff/leads/{source}/{source_ref}", RELOADS);

export const useSaveCaller = () =>
  useStaffMutation("post", "/api/staff/leads", { ...RELOADS, once: "lead" });

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
