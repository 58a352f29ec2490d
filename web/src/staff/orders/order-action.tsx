import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Problem } from "#api/client.ts";
import {
  type Answer,
  callStaff,
  type Given,
  type How,
  type Method,
  type PathWith,
  useStaffQuery,
} from "#api/staff-calls.ts";
import { allButOrders, reload, staffKeys } from "#api/staff-keys.ts";
import type { StaffOrder } from "#api/staff-orders.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { Notice } from "#ui/notice.tsx";
import { showProblem } from "../shell/form.tsx";
import { problemMessage } from "../shell/screen.tsx";

export const useOrder = (id: string) =>
  useStaffQuery(
    staffKeys.order.of(id),
    "/api/staff/orders/{order_id}",
    { path: { order_id: id } },
    { staleTime: 0 },
  );

export const useOrderMoney = (id: string) =>
  useStaffQuery(
    staffKeys.order.money(id),
    "/api/staff/orders/{order_id}/money",
    { path: { order_id: id } },
    { staleTime: 0 },
  );

type ActionOptions<Data, Values extends FieldValues, Output> = How & {
  onDone: (result: Data) => void;
  /** Shows what the server refuses beside its fields. */
  form?: UseFormReturn<Values, unknown, Output>;
  /** Draft that is deleted once it was sent. */
  draftKey?: string;
};

/** What a call is given, by the version of the order that was shown. */
type Act<M extends Method, P extends PathWith<M>> = (ifVersion: number) => Given<M, P>;

/**
 * One staff action on an order, sent with the version shown when its form opened. If a colleague
 * changed the order meanwhile, the server refuses, the order is loaded again, and the typed text
 * stays.
 */
export function useOrderAction<
  M extends Method,
  P extends PathWith<M>,
  Values extends FieldValues,
  Output,
>(
  order: Pick<StaffOrder, "id" | "version">,
  method: M,
  path: P,
  { onDone, form, draftKey, ...how }: ActionOptions<Answer<M, P>, Values, Output>,
) {
  const queries = useQueryClient();
  const shownVersion = useRef(order.version);
  const key = staffKeys.order.of(order.id);

  const refreshOrder = async () => {
    await reload(queries, key);
    shownVersion.current = queries.getQueryData<StaffOrder>(key)?.version ?? shownVersion.current;
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (given: Act<M, P>) => callStaff(method, path, given(shownVersion.current), how),
    onSuccess: async (result) => {
      await refreshOrder();
      void queries.invalidateQueries(allButOrders);
      if (draftKey) drafts.delete(draftKey);
      onDone(result);
    },
    onError: async (failure) => {
      if (failure instanceof Problem && failure.status === 409) await refreshOrder();
      if (form) showProblem(form, failure);
    },
  });

  return {
    run: (given: Act<M, P>) => mutate(given),
    isSending: isPending,
    refusal: error ? problemMessage(error) : null,
  };
}

/** Text of forms that survives closing the dialog or leaving the page, until it is sent. */
export const drafts = new Map<string, Record<string, string>>();

/** What every dialog of an order is given. */
export type OrderDialogProps = {
  order: StaffOrder;
  onClose: () => void;
  /** Called with the text of the toast to show. */
  onDone: (message: string) => void;
};

type ActionDialogProps = {
  title: string;
  size?: "md" | "lg";
  onClose: () => void;
  /** What confirming does, in one sentence with its amounts. */
  consequence: ReactNode;
  confirm: string;
  isDestructive?: boolean;
  isSending: boolean;
  /** True while confirming is impossible: figures are loading, or the law forbids it. */
  isBlocked?: boolean;
  refusal: string | null;
  /** Called after each change of a field. */
  onTyped?: () => void;
  onConfirm: () => unknown;
  children?: ReactNode;
};

/** Confirmation dialog of a staff action. */
export function ActionDialog({
  title,
  size,
  onClose,
  consequence,
  confirm,
  isDestructive = false,
  isSending,
  isBlocked = false,
  refusal,
  onTyped,
  onConfirm,
  children,
}: ActionDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSending && !isBlocked) onConfirm();
  };
  return (
    <Modal open onClose={onClose} title={title} size={size}>
      <form className="grid gap-4 text-sm" onChange={onTyped} onSubmit={submit} noValidate>
        {children}
        <p className="border-s-3 border-line-strong px-4 py-2 font-semibold">{consequence}</p>
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            variant={isDestructive ? "destructive" : "cta-green"}
            busy={isSending}
            disabled={isBlocked}
          >
            {confirm}
          </Button>
          <Button variant="outline" onClick={onClose}>
            {m.staff_actions_keep()}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

type ConfirmDialogProps<M extends Method, P extends PathWith<M>> = OrderDialogProps & {
  title: string;
  consequence: ReactNode;
  confirm: string;
  isBlocked?: boolean;
  method: M;
  path: P;
  given: Act<M, P>;
  once?: string;
  /** Text of the toast. */
  done: string;
};

/** Confirmation dialog of a staff action that has nothing to fill in. */
export function ConfirmDialog<M extends Method, P extends PathWith<M>>({
  order,
  method,
  path,
  given,
  once,
  done,
  onDone,
  ...dialog
}: ConfirmDialogProps<M, P>) {
  const { run, ...state } = useOrderAction(order, method, path, {
    onDone: () => onDone(done),
    once,
  });
  return <ActionDialog {...dialog} {...state} onConfirm={() => run(given)} />;
}
