/** What waits for staff, and their tasks. */

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Schemas, unwrap } from "#api/client.ts";
import { sendOnce } from "#api/idempotency.ts";
import { queryClient } from "#api/query-client.ts";
import { staff, staffFile } from "#api/staff.ts";
import { reloadWaits, staffKeys } from "#api/staff-keys.ts";

export type WaitingGroup = Schemas["WaitingGroupOut"];
export type WaitingItem = WaitingGroup["items"][number];
export type WaitKey = WaitingGroup["key"];
export type WaitCounts = Schemas["WaitCountsOut"];
export type Task = Schemas["TaskOut"];
export type NewTask = Schemas["NewTaskIn"];
export type InboxRow = Schemas["InboxRowOut"];
export type CardReportRow = Schemas["CardReportRowOut"];
export type InboxItem = Schemas["InboxItemOut"];
type TaskChange = Schemas["ChangedTaskIn"] & { id: string };

const A_MINUTE = 60_000;

// Any act of staff may settle something that waits for them. Visitors load none of this.
queryClient.getMutationCache().subscribe((event) => {
  if (event.type === "updated" && event.action.type === "success") void reloadWaits(queryClient);
});

/** Under "waits", so that each act of staff loads it again. */
export function useWaits() {
  const queries = useQueryClient();
  return useQuery({
    queryKey: staffKeys.waits.groups,
    queryFn: async () => {
      const groups = await unwrap(staff.GET("/api/staff/waits"));
      // The counts of the navigation were loaded before, maybe with another screen.
      void queries.invalidateQueries(
        { queryKey: staffKeys.waits.counts },
        { cancelRefetch: false },
      );
      return groups;
    },
    refetchInterval: A_MINUTE,
    staleTime: 0,
  });
}

/** All rows of one group, once somebody asks for them. */
export const useWholeGroup = (key: WaitKey, isAsked: boolean) =>
  useQuery({
    queryKey: staffKeys.waits.group(key),
    queryFn: () => unwrap(staff.GET("/api/staff/waits", { params: { query: { group: key } } })),
    select: ({ to_do, to_know }) =>
      [...to_do, ...to_know].find((group) => group.key === key)?.items ?? [],
    enabled: isAsked,
    staleTime: 0,
  });

export const useWaitCounts = () =>
  useQuery({
    queryKey: staffKeys.waits.counts,
    queryFn: () => unwrap(staff.GET("/api/staff/waits/counts")),
    refetchInterval: A_MINUTE,
  });

export const useTasks = () =>
  useQuery({
    queryKey: staffKeys.waits.tasks,
    queryFn: () => unwrap(staff.GET("/api/staff/tasks")),
  });

export const useTasksOf = (orderId: string) =>
  useQuery({
    queryKey: staffKeys.waits.tasksOf(orderId),
    queryFn: () =>
      unwrap(staff.GET("/api/staff/tasks", { params: { query: { order_id: orderId } } })),
  });

export const useColleagues = () =>
  useQuery({
    queryKey: staffKeys.colleagues,
    queryFn: () => unwrap(staff.GET("/api/staff/colleagues")),
    staleTime: 5 * A_MINUTE,
  });

const addTask = (body: NewTask) =>
  sendOnce(`task ${body.order_id ?? ""}`, body, (params) =>
    unwrap(staff.POST("/api/staff/tasks", { params, body })),
  );

const changeTask = ({ id, ...body }: TaskChange) =>
  unwrap(staff.PATCH("/api/staff/tasks/{task_id}", { params: { path: { task_id: id } }, body }));

const markAnswered = (messageId: number) =>
  unwrap(
    staff.POST("/api/staff/inbound-messages/{message_id}/answered", {
      params: { path: { message_id: messageId } },
    }),
  );

type LikelyStop = Schemas["LikelyStopIn"] & { id: number };

const settle = ({ id, ...body }: LikelyStop) =>
  unwrap(
    staff.POST("/api/staff/inbound-messages/{message_id}/settle", {
      params: { path: { message_id: id } },
      body,
    }),
  );
/** A message that was set aside, with its words and the orders that it may belong to. */
export const useInboxItem = (id: string) =>
  useQuery({
    queryKey: staffKeys.waits.inboxItem(id),
    queryFn: () => unwrap(staff.GET("/api/staff/inbox/{item_id}", { params: path(id) })),
  });

/** What came in with one verdict, newest first, fifty at a time. */
export const useInbox = (verdict: InboxItem["verdict"]) =>
  useInfiniteQuery({
    queryKey: staffKeys.waits.inbox(verdict),
    queryFn: ({ pageParam }) =>
      unwrap(
        staff.GET("/api/staff/inbox", {
          params: { query: { verdict, ...(pageParam && { before: pageParam }) } },
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next_before }) => next_before,
  });

const path = (id: string) => ({ path: { item_id: id } });

const assignItem = ({ id, code }: { id: string; code: string }) =>
  unwrap(staff.POST("/api/staff/inbox/{item_id}/order", { params: path(id), body: { code } }));

const tryItemAgain = (id: string) =>
  unwrap(staff.POST("/api/staff/inbox/{item_id}/again", { params: path(id) }));

const ignoreItem = (id: string) =>
  unwrap(staff.POST("/api/staff/inbox/{item_id}/ignore", { params: path(id) }));

export const loadOriginal = (id: string) => staffFile(`/api/staff/inbox/${id}/original`);

/** A report of the card provider that was set aside. */
export const useCardReport = (id: string) =>
  useQuery({
    queryKey: staffKeys.waits.cardReport(id),
    queryFn: () => unwrap(staff.GET("/api/staff/card-reports/{report_id}", { params: report(id) })),
  });

/** Those that were set aside or that staff ignored, newest first, fifty at a time. */
export const useCardReports = (verdict: "set_aside" | "ignored") =>
  useInfiniteQuery({
    queryKey: staffKeys.waits.cardReports(verdict),
    queryFn: ({ pageParam }) =>
      unwrap(
        staff.GET("/api/staff/card-reports", {
          params: { query: { verdict, ...(pageParam && { before: pageParam }) } },
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next_before }) => next_before,
  });

const report = (id: string) => ({ path: { report_id: id } });

const tryReportAgain = (id: string) =>
  unwrap(staff.POST("/api/staff/card-reports/{report_id}/again", { params: report(id) }));

const ignoreReport = (id: string) =>
  unwrap(staff.POST("/api/staff/card-reports/{report_id}/ignore", { params: report(id) }));

export const loadReport = (id: string) => staffFile(`/api/staff/card-reports/${id}/original`);

/** A change of what waits; everything that shows it is loaded again. */
function useWaitsMutation<Request, Answer>(mutationFn: (request: Request) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => reloadWaits(queries),
  });
}

export const useAddTask = () => useWaitsMutation(addTask);
export const useChangeTask = () => useWaitsMutation(changeTask);
export const useMarkAnswered = () => useWaitsMutation(markAnswered);
export const useSettleLikelyStop = () => useWaitsMutation(settle);
export const useAssignItem = () => useWaitsMutation(assignItem);
export const useTryItemAgain = () => useWaitsMutation(tryItemAgain);
export const useIgnoreItem = () => useWaitsMutation(ignoreItem);
export const useTryReportAgain = () => useWaitsMutation(tryReportAgain);
export const useIgnoreReport = () => useWaitsMutation(ignoreReport);
