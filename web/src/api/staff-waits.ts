/** What waits for staff, and their tasks. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Schemas, unwrap } from "#api/client.ts";
import { sendOnce } from "#api/idempotency.ts";
import { staff } from "#api/staff.ts";

export type WaitingGroup = Schemas["WaitingGroupOut"];
export type WaitingItem = WaitingGroup["items"][number];
export type WaitKey = WaitingGroup["key"];
export type WaitCounts = Schemas["WaitCountsOut"];
export type Task = Schemas["TaskOut"];
export type NewTask = Schemas["NewTaskIn"];
type TaskChange = Schemas["ChangedTaskIn"] & { id: string };

const A_MINUTE = 60_000;
const COUNTS = ["waits", "counts"];

/** Under "waits", so that each act of staff loads it again (query-client.ts). */
export function useWaits() {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ["waits", "groups"],
    queryFn: async () => {
      const groups = await unwrap(staff.GET("/api/staff/waits"));
      // The counts of the navigation were loaded before, maybe with another screen.
      void queries.invalidateQueries({ queryKey: COUNTS }, { cancelRefetch: false });
      return groups;
    },
    refetchInterval: A_MINUTE,
    staleTime: 0,
  });
}

/** All rows of one group, once somebody asks for them. */
export const useWholeGroup = (key: WaitKey, isAsked: boolean) =>
  useQuery({
    queryKey: ["waits", "group", key],
    queryFn: () => unwrap(staff.GET("/api/staff/waits", { params: { query: { group: key } } })),
    select: ({ to_do, to_know }) =>
      [...to_do, ...to_know].find((group) => group.key === key)?.items ?? [],
    enabled: isAsked,
    staleTime: 0,
  });

export const useWaitCounts = () =>
  useQuery({
    queryKey: COUNTS,
    queryFn: () => unwrap(staff.GET("/api/staff/waits/counts")),
    refetchInterval: A_MINUTE,
  });

export const useTasks = () =>
  useQuery({
    queryKey: ["waits", "tasks"],
    queryFn: () => unwrap(staff.GET("/api/staff/tasks")),
  });

export const useTasksOf = (orderId: string) =>
  useQuery({
    queryKey: ["waits", "tasks", orderId],
    queryFn: () =>
      unwrap(staff.GET("/api/staff/tasks", { params: { query: { order_id: orderId } } })),
  });

export const useColleagues = () =>
  useQuery({
    queryKey: ["colleagues"],
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

/** A change of what waits; everything that shows it is loaded again. */
function useWaitsMutation<Request, Answer>(mutationFn: (request: Request) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ["order"] });
      return queries.invalidateQueries({ queryKey: ["waits"] });
    },
  });
}

export const useAddTask = () => useWaitsMutation(addTask);
export const useChangeTask = () => useWaitsMutation(changeTask);
export const useMarkAnswered = () => useWaitsMutation(markAnswered);
export const useSettleLikelyStop = () => useWaitsMutation(settle);
