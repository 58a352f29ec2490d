import { keepPreviousData } from "@tanstack/react-query";
import type { Schemas } from "#api/client.ts";
import { useStaffMutation, useStaffQuery } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";

export type Payout = Schemas["PayoutOut"];
export type PayoutDetail = Schemas["PayoutDetailOut"];
export type PayoutLine = Schemas["PayoutLineOut"];
export type Payouts = Schemas["PayoutsOut"];

export const usePayouts = (page: number) =>
  useStaffQuery(
    staffKeys.payouts.page(page),
    "/api/staff/payouts",
    { query: { page } },
    { placeholderData: keepPreviousData },
  );

export const usePayout = (id: string) =>
  useStaffQuery(staffKeys.payouts.one(id), "/api/staff/payouts/{payout_id}", {
    path: { payout_id: id },
  });

/** Ask the card provider for new payouts now, with the lines of each. */
export const useReadPayouts = () =>
  useStaffMutation("post", "/api/staff/payouts", {
    isSlow: true,
    reloads: [staffKeys.payouts.all],
  });
