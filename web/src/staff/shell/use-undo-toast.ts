import { useMutation, useQueryClient } from "@tanstack/react-query";
import { unwrap } from "#api/client.ts";
import { staff } from "#api/staff.ts";
import { m } from "#paraglide/messages.js";
import { useToast } from "#ui/toast.tsx";
import { problemMessage } from "./screen.tsx";

type Message = Parameters<ReturnType<typeof useToast>>[0];

// The button goes a moment before the server's ten seconds end.
const MARGIN_MS = 500;
const LONGEST_MS = 10_000;

/** How long a button that undoes something is shown, by when the server's time for it ends. */
export function undoableForMs(expiresAt: string): number {
  const leftMs = Math.min(LONGEST_MS, Date.parse(expiresAt) - Date.now()) - MARGIN_MS;
  return Math.max(MARGIN_MS, leftMs);
}

const undoable = () => unwrap(staff.GET("/api/staff/undo")).catch(() => null);
const undo = (action_id: string) =>
  unwrap(staff.POST("/api/staff/undo/{action_id}", { params: { path: { action_id } } }));

/**
 * Shows the toast of an action of staff; while it can be undone and nobody was told of it, with a
 * button that undoes it. `customer` is whom that would be about.
 */
export function useUndoToast(): (message: Message, customer?: string) => Promise<void> {
  const toast = useToast();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ action }: { action: string; customer: string }) => undo(action),
    onSuccess: (_, { customer }) =>
      toast({ customer, title: m.staff_undo_done(), tone: "success" }),
    onError: (failure, { customer }) =>
      toast({ customer, title: problemMessage(failure), tone: "danger" }),
    onSettled: () => void queries.invalidateQueries(),
  });
  return async (message, customer = message.customer ?? "") => {
    const action = await undoable();
    if (!action) return toast(message);
    toast({
      ...message,
      shownMs: undoableForMs(action.expires_at),
      action: { label: m.staff_undo(), onPress: () => mutate({ action: action.id, customer }) },
    });
  };
}
