import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "#api/client.ts";
import { sendOnce } from "#api/idempotency.ts";
import { reserveError } from "./reserve-error.ts";

export type ReserveRequest = Schemas["InstallationOrderIn"];
export type Reserved = Schemas["InstallationOrderOut"];

const TIMEOUT_MS = 20_000;
// When and how often the draft was saved makes no other order.
const BOOKKEEPING = new Set([
  "created_at",
  "updated_at",
  "verified_at",
  "selected_at",
  "current_step",
  "completed_steps",
  "status",
  "order_id",
  "recovery_consent", // belongs to the wizard, not to the order
]);

/** Reserve a date. Submitting again, or retrying after a lost response, makes one order. */
export function useReserve() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: ReserveRequest) => reserve(request),
    onError: (failure) => {
      if (reserveError(failure).mendAt === "day")
        void queries.invalidateQueries({ queryKey: ["availability"] });
    },
  });
}

const reserve = (request: ReserveRequest): Promise<Reserved> =>
  sendOnce(
    "reserve",
    request,
    (params, body) =>
      unwrap(
        api.POST("/api/create-installation-order", {
          params,
          body,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        }),
      ),
    BOOKKEEPING,
  );
