import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, Problem, type Schemas, unwrap } from "#lib/api/client.ts";
import { newId } from "#lib/ids.ts";
import { attemptFor, clearAttempt } from "./attempt.ts";
import { reserveError } from "./refusal.ts";

export type ReserveRequest = Schemas["InstallationOrderIn"];
export type Reserved = Schemas["InstallationOrderOut"];

const TIMEOUT_MS = 20_000;

/**
 * Reserve a date. Submitting again, or retrying after a lost response, makes one order: see
 * attempt.ts.
 */
export function useReserve() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: ReserveRequest) => reserve(request),
    onSuccess: clearAttempt,
    onError: (failure) => {
      if (failure instanceof Problem && failure.code.startsWith("idempotency_key")) clearAttempt();
      if (reserveError(failure).mendAt === "day")
        void queries.invalidateQueries({ queryKey: ["availability"] });
    },
  });
}

function reserve(request: ReserveRequest): Promise<Reserved> {
  const { key, body } = attemptFor(request, newId);
  return unwrap(
    api.POST("/api/create-installation-order", {
      params: { header: { "Idempotency-Key": key } },
      body: body as ReserveRequest,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );
}
