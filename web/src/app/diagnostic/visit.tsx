import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import { errorMessage } from "#api/error-messages.ts";
import type { Key } from "#api/query-keys.ts";
import { diagnosticMinutes } from "#business/terms.ts";
import { windowWithHours } from "#business/windows.ts";
import { longDay, shortDay, untilWords } from "#lib/dates.ts";
import { dollarsAndCents, wholeDollars } from "#lib/money.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { PhoneLink, Refusal } from "#ui/call-us.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { usePageReturn } from "#ui/use-page-return.ts";
import { Loading } from "../loading.tsx";
import { openPaymentPage } from "./payment-page.ts";

type Diagnostic = Schemas["DiagnosticOut"];
type VisitProps = { id: string; visit: Diagnostic };

const POLL_MS = 2000;
const MOST_POLLS = 30;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ERROR_MESSAGES = {
  too_late_to_cancel: m.diagnostic_too_late(),
  hold_expired: m.diagnostic_expired_title(),
  general: m.diagnostic_refusal_general(),
};

/** One diagnostic: held, booked, expired or canceled. After paying it waits for the provider's word. */
export function Visit({ id }: { id: string }) {
  const isId = UUID.test(id);
  const [hasPaid] = useState(() => new URLSearchParams(location.search).has("paid"));
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ["diagnostic", id] satisfies Key,
    enabled: isId,
    queryFn: () =>
      unwrap(
        api.GET("/api/diagnostics/{diagnostic_id}", { params: { path: { diagnostic_id: id } } }),
      ),
    refetchInterval: ({ state }) =>
      hasPaid && state.data?.status === "held" && state.dataUpdateCount < MOST_POLLS && POLL_MS,
  });
  const [openedAt] = useState(() => Date.now());

  if (data?.status === "held" && hasPaid)
    return <Confirming isLong={dataUpdatedAt - openedAt > (MOST_POLLS - 2) * POLL_MS} />;
  if (data) {
    const State = STATES[data.status];
    return <State id={id} visit={data} />;
  }
  const isMissing = !isId || (error instanceof Problem && error.status === 404);
  if (!error && !isMissing)
    return <Loading label={m.diagnostic_loading()} className="min-h-[50dvh]" />;
  return (
    <>
      <h1>{isMissing ? m.diagnostic_missing_title() : m.diagnostic_refusal_general()}</h1>
      <p>
        {isMissing ? m.diagnostic_missing() : m.loading_failed_or_call()} <PhoneLink />
      </p>
      <ChooseAgain />
    </>
  );
}

const Confirming = ({ isLong }: { isLong: boolean }) =>
  isLong ? (
    <Notice tone="warning">{m.diagnostic_confirming_long()}</Notice>
  ) : (
    <Loading label={m.diagnostic_confirming()} className="min-h-[50dvh]" />
  );

function Held({ id, visit }: VisitProps) {
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: () => openPaymentPage(id),
  });
  usePageReturn(reset);
  const fee = wholeDollars(visit.fee_cents);
  return (
    <>
      <h1>
        {m.diagnostic_held_title({
          day: shortDay(visit.day),
          time: untilWords(visit.hold_expires_at),
        })}
      </h1>
      <Facts visit={visit}>{m.diagnostic_held()}</Facts>
      {error && <Refusal>{errorMessage(error, ERROR_MESSAGES)}</Refusal>}
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button
          variant="cta-green"
          size="lg"
          busy={isPending || isSuccess}
          busyLabel={m.diagnostic_opening()}
          onClick={() => mutate()}
        >
          {m.diagnostic_pay({ fee })}
        </Button>
        <ChooseAgain />
      </div>
    </>
  );
}

function Booked({ id, visit }: VisitProps) {
  const fee = wholeDollars(visit.fee_cents);
  return (
    <>
      <h1>{m.diagnostic_booked_title({ day: longDay(visit.day) })}</h1>
      <Notice tone="success">
        {m.diagnostic_booked({
          fee: dollarsAndCents(visit.fee_cents),
          outcome: visit.mail ?? "none",
        })}
      </Notice>
      <Facts visit={visit}>
        {m.diagnostic_what()} {m.diagnostic_points_1({ minutes: diagnosticMinutes })}
      </Facts>
      <p>{m.diagnostic_credit({ fee })}</p>
      <Receipt id={id} visit={visit} />
      {visit.can_cancel && <Cancel id={id} fee={fee} />}
      <p className="text-sm text-quiet">
        {m.diagnostic_move()} <PhoneLink />
      </p>
    </>
  );
}

/** Two presses, as it cannot be undone. */
function Cancel({ id, fee }: { id: string; fee: string }) {
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/diagnostics/{diagnostic_id}/cancel", {
          params: { path: { diagnostic_id: id } },
        }),
        { isRepeatable: true },
      ),
    onSuccess: (cancelled) => queries.setQueryData(["diagnostic", id] satisfies Key, cancelled),
  });
  if (!isAsked)
    return (
      <div>
        <Button variant="outline" onClick={() => setAsked(true)}>
          {m.diagnostic_cancel()}
        </Button>
      </div>
    );
  return (
    <>
      {error && <Refusal>{errorMessage(error, ERROR_MESSAGES)}</Refusal>}
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button
          variant="destructive"
          busy={isPending}
          busyLabel={m.diagnostic_canceling()}
          onClick={() => mutate()}
        >
          {m.diagnostic_cancel_sure({ fee })}
        </Button>
        <Button variant="outline" onClick={() => setAsked(false)}>
          {m.diagnostic_keep()}
        </Button>
      </div>
    </>
  );
}

const Expired = () => (
  <>
    <h1>{m.diagnostic_expired_title()}</h1>
    <p>{m.diagnostic_expired()}</p>
    <ChooseAgain />
  </>
);

const Cancelled = ({ id, visit }: VisitProps) => (
  <>
    <h1>{m.diagnostic_cancelled_title()}</h1>
    <p>{m.diagnostic_cancelled({ fee: dollarsAndCents(visit.fee_cents) })}</p>
    <Receipt id={id} visit={visit} />
    <ChooseAgain />
  </>
);

const STATES = { held: Held, booked: Booked, expired: Expired, cancelled: Cancelled };

const Receipt = ({ id, visit }: VisitProps) =>
  visit.has_receipt && (
    <div>
      <Button variant="outline" href={`/api/diagnostics/${id}/receipt`}>
        <Icon name="document" size="sm" />
        {m.diagnostic_receipt()}
      </Button>
    </div>
  );

const Facts = ({ visit, children }: { visit: Diagnostic; children: ReactNode }) => (
  <Panel id="visit" title={longDay(visit.day)}>
    <p className="font-semibold">{windowWithHours(visit)}</p>
    <p>{visit.address}</p>
    <p className="text-quiet">{children}</p>
  </Panel>
);

const ChooseAgain = () => (
  <div>
    <Button variant="outline" size="lg" href={paths.diagnostic}>
      {m.diagnostic_choose_again()}
    </Button>
  </div>
);
