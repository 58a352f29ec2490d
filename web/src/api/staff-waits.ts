/** What waits for staff, and their tasks. */

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "#api/client.ts";
import { queryClient } from "#api/query-client.ts";
import { staffFile } from "#api/staff.ts";
import {
  callStaff,
  type How,
  type Method,
  type PathWith,
  useStaffMutation,
  useStaffQuery,
} from "#api/staff-calls.ts";
import { reloadWaits, staffKeys } from "#api/staff-keys.ts";

export type WaitingGroup = Schemas["WaitingGroupOut"];
export type WaitingItem = WaitingGroup["items"][number];
export type WaitKey = WaitingGroup["key"];
export type WaitCounts = Schemas["WaitCountsOut"];
export type Task = Schemas["TaskOut"];
export type InboxRow = Schemas["InboxRowOut"];
export type CardReportRow = Schemas["CardReportRowOut"];
export type InboxItem = Schemas["InboxItemOut"];

const A_MINUTE = 60_000;

// Any action of staff may settle something that waits for them. Visitors load none of this.
queryClient.getMutationCache().subscribe((event) => {
  if (event.type === "updated" && event.action.type === "success") void reloadWaits(queryClient);
});

const countsOf = (groups: readonly WaitingGroup[]): WaitCounts => {
  const countOf = (...keys: WaitKey[]) =>
    groups.reduce((sum, { key, count }) => (keys.includes(key) ? sum + count : sum), 0);
  return {
    waits: groups.reduce((sum, { count }) => sum + count, 0),
    photos: countOf("photo_reviews"),
    leads: countOf("leads", "quote_requests"),
  };
};

/** Under "waits", so that each action of staff loads it again. */
export function useWaits() {
  const queries = useQueryClient();
  return useQuery({
    queryKey: staffKeys.waits.groups,
    queryFn: async () => {
      const groups = await callStaff("get", "/api/staff/waits", {});
      // The counts of the navigation were loaded before, and may be of some seconds earlier.
      queries.setQueryData(staffKeys.waits.counts, countsOf(groups.to_do));
      return groups;
    },
    refetchInterval: A_MINUTE,
    staleTime: 0,
  });
}

/** All rows of one group, once somebody asks for them. */
export const useWholeGroup = (key: WaitKey, isAsked: boolean) =>
  useStaffQuery(
    staffKeys.waits.group(key),
    "/api/staff/waits",
    { query: { group: key } },
    {
      select: ({ to_do, to_know }) =>
        [...to_do, ...to_know].find((group) => group.key === key)?.items ?? [],
      enabled: isAsked,
      staleTime: 0,
    },
  );

export const useWaitCounts = () =>
  useStaffQuery(
    staffKeys.waits.counts,
    "/api/staff/waits/counts",
    {},
    { refetchInterval: A_MINUTE },
  );

export const useTasks = () => useStaffQuery(staffKeys.waits.tasks, "/api/staff/tasks", {});

export const useTasksOf = (orderId: string) =>
  useStaffQuery(staffKeys.waits.tasksOf(orderId), "/api/staff/tasks", {
    query: { order_id: orderId },
  });

export const useColleagues = () =>
  useStaffQuery(staffKeys.colleagues, "/api/staff/colleagues", {}, { staleTime: 5 * A_MINUTE });

/** A message that was set aside, with its words and the orders that it may belong to. */
export const useInboxItem = (id: string) =>
  useStaffQuery(staffKeys.waits.inboxItem(id), "/api/staff/inbox/{item_id}", {
    path: { item_id: id },
  });

/** What came in with one verdict, newest first, fifty at a time. */
export const useInbox = (verdict: InboxItem["verdict"]) =>
  useInfiniteQuery({
    queryKey: staffKeys.waits.inbox(verdict),
    queryFn: ({ pageParam }) =>
      callStaff("get", "/api/staff/inbox", {
        query: { verdict, ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next_before }) => next_before,
  });

export const loadOriginal = (id: string) => staffFile(`/api/staff/inbox/${id}/original`);

/** A report of the card provider that was set aside. */
export const useCardReport = (id: string) =>
  useStaffQuery(staffKeys.waits.cardReport(id), "/api/staff/card-reports/{report_id}", {
    path: { report_id: id },
  });

/** Those that were set aside or that staff ignored, newest first, fifty at a time. */
export const useCardReports = (verdict: "set_aside" | "ignored") =>
  useInfiniteQuery({
    queryKey: staffKeys.waits.cardReports(verdict),
    queryFn: ({ pageParam }) =>
      callStaff("get", "/api/staff/card-reports", {
        query: { verdict, ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next_before }) => next_before,
  });

export const loadReport = (id: string) => staffFile(`/api/staff/card-reports/${id}/original`);

/** A change of what waits; everything that shows it is loaded again. */
const useWaitsMutation = <M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  how: How = {},
) =>
  useStaffMutation(method, path, { ...how, reloads: [staffKeys.waits.all, staffKeys.order.all] });

export const useAddTask = (orderId = "") =>
  useWaitsMutation("post", "/api/staff/tasks", { once: `task ${orderId}` });
export const useChangeTask = () => useWaitsMutation("patch", "/api/staff/tasks/{task_id}");
export const useMarkAnswered = () =>
  useWaitsMutation("post", "/api/staff/inbound-messages/{message_id}/answered");
export const useSettleLikelyStop = () =>
  useWaitsMutation("post", "/api/staff/inbound-messages/{message_id}/settle");
export const useAssignItem = () => useWaitsMutation("post", "/api/staff/inbox/{item_id}/order");
export const useTryItemAgain = () => useWaitsMutation("post", "/api/staff/inbox/{item_id}/again");
export const useIgnoreItem = () => useWaitsMutation("post", "/api/staff/inbox/{item_id}/ignore");
export const useTryReportAgain = () =>
  useWaitsMutation("post", "/api/staff/card-reports/{report_id}/again");
export const useIgnoreReport = () =>
  useWaitsMutation("post", "/api/staff/card-reports/{report_id}/ignore");
