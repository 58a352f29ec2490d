import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import { sendOnce } from "#api/idempotency.ts";
import type { Key } from "#api/query-keys.ts";
import { company } from "#content/company.ts";
import { Calendar } from "#features/appointment/calendar.tsx";
import { dayOf, longDay } from "#lib/dates.ts";
import { ofOrder } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import {
  requiredText,
  showServerErrors,
  ticked,
  useFormCheckbox,
  useFormField,
} from "#ui/form.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { TextArea, TextField } from "#ui/text-field.tsx";
import { Loading } from "../loading.tsx";

type CustomQuote = Schemas["CustomQuoteForCustomerOut"];
type Acceptance = Schemas["AcceptQuoteIn"];

const of = (token: string) => ({ path: { token } });

/** /quote/<signed token>: a quote that staff made, to accept or decline (OPS-16.2). */
export default function CustomQuotePage({ token }: { token: string }) {
  const { data, error } = useQuery({
    queryKey: ["custom-quote", token] satisfies Key,
    queryFn: () => unwrap(api.GET("/api/custom-quotes/{token}", { params: of(token) })),
  });
  if (data) return <Quote key={data.version} token={token} quote={data} />;
  if (!error) return <Loading label={m.quote_loading()} className="min-h-[50dvh]" />;
  const isMissing = error instanceof Problem && error.status === 404;
  return (
    <>
      <h1>{isMissing ? m.quote_missing_title() : m.quote_failed_title()}</h1>
      <p>
        {isMissing ? m.custom_quote_missing() : m.loading_failed_or_call()}{" "}
        <a href={telHref(company.phone)}>{company.phone}</a>
      </p>
    </>
  );
}

type QuoteProps = { token: string; quote: CustomQuote };

function Quote({ token, quote }: QuoteProps) {
  const day = longDay(dayOf(quote.valid_until));
  return (
    <>
      <div className="grid gap-1">
        <h1>{m.custom_quote_title()}</h1>
        <p className="text-lg text-quiet wrap-anywhere">{quote.address}</p>
        <p className="text-quiet">
          {quote.is_open ? m.quote_valid_until({ day }) : m.custom_quote_until({ day })}
        </p>
      </div>
      {quote.message && <p className="whitespace-pre-line">{quote.message}</p>}
      <Panel id="quote" title={m.custom_quote_lines()}>
        <p className="text-quiet">{m.custom_quote_run({ feet: quote.run_ft })}</p>
        <MoneyLines>
          {quote.line_items.map((line) => (
            <MoneyLine
              key={`${line.kind} ${line.description} ${line.amount_cents}`}
              name={line.description}
              note={line.unit && m.custom_quote_quantity({ count: line.quantity, unit: line.unit })}
              cents={line.amount_cents}
            />
          ))}
          <MoneyLine name={m.price_lock_total()} cents={quote.total_cents} isTotal />
        </MoneyLines>
        <p className="print:hidden">
          <a href={`/api/custom-quotes/${token}/pdf`}>{m.custom_quote_pdf()}</a>
        </p>
      </Panel>
      <Answer token={token} quote={quote} />
      <p className="text-sm text-quiet">
        {quote.legal_name}, {quote.license}
      </p>
    </>
  );
}

function Answer({ token, quote }: QuoteProps) {
  if (quote.status === "accepted")
    return (
      <Notice
        tone="success"
        title={m.custom_quote_accepted()}
        action={<Button href={paths.myBooking}>{m.custom_quote_booking()}</Button>}
      />
    );
  if (quote.status === "declined") return <Notice tone="info" title={m.custom_quote_declined()} />;
  if (!quote.is_open)
    return (
      <Notice tone="warning" title={m.custom_quote_expired()}>
        <a href={telHref(company.phone)}>{company.phone}</a>
      </Notice>
    );
  return (
    <>
      <AcceptForm token={token} quote={quote} />
      <DeclineForm token={token} quote={quote} />
    </>
  );
}

const schema = v.object({
  typed_name: requiredText(m.custom_quote_name_missing()),
  terms_accepted: ticked(m.agreements_errors_terms_accepted()),
  day: requiredText(m.custom_quote_day_missing()),
  time_window: requiredText(m.appointment_window_required()),
});
type Values = v.InferOutput<typeof schema>;

const CHANGED = new Set(["custom_quote_changed", "custom_quote_answered", "custom_quote_expired"]);
const OF_A_DAY = new Set(["day_full", "day_not_offered"]);

function AcceptForm({ token, quote }: QuoteProps) {
  const queries = useQueryClient();
  const form = useForm<Values>({
    resolver: valibotResolver(schema),
    defaultValues: { typed_name: "", terms_accepted: false, day: "", time_window: "" },
  });
  const { control, handleSubmit, setError, setValue, watch, formState } = form;
  const accepting = useMutation({
    mutationFn: (body: Acceptance) =>
      sendOnce(`accept ${token}`, body, (params) =>
        unwrap(
          api.POST("/api/custom-quotes/{token}/accept", {
            params: { ...of(token), ...params },
            body,
          }),
        ),
      ),
    onSuccess: ({ order_id }) => location.assign(ofOrder(paths.myBooking, order_id)),
    onError: (failure) => {
      if (!(failure instanceof Problem)) return;
      if (CHANGED.has(failure.code))
        void queries.invalidateQueries({ queryKey: ["custom-quote", token] satisfies Key });
      if (!OF_A_DAY.has(failure.code)) return void showServerErrors(form, failure.errors);
      setError("day", { message: failure.detail });
      void queries.invalidateQueries({ queryKey: ["availability"] satisfies Key });
    },
  });
  const [day, time_window] = watch(["day", "time_window"]);
  const choose = (name: "day" | "time_window", value: string) =>
    setValue(name, value, { shouldValidate: true });
  const accept = handleSubmit(({ terms_accepted, ...values }) =>
    accepting.mutate({
      ...values,
      time_window: values.time_window as Acceptance["time_window"],
      terms_accepted,
      privacy_policy_accepted: terms_accepted,
      version: quote.version,
    }),
  );

  return (
    <Panel id="accept" title={m.custom_quote_accept_title()}>
      <form
        className="grid gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void accept();
        }}
      >
        <Calendar
          day={day || null}
          windowId={time_window || null}
          dayError={formState.errors.day?.message ?? null}
          windowError={formState.errors.time_window?.message ?? null}
          onDay={(chosen, keepsWindow) => {
            choose("day", chosen);
            if (!keepsWindow) setValue("time_window", "");
          }}
          onWindow={({ id }) => choose("time_window", id)}
        />
        <TextField
          {...useFormField(control, "typed_name")}
          label={m.custom_quote_name()}
          hint={m.custom_quote_name_hint()}
          autoComplete="name"
          maxLength={100}
        />
        <Checkbox {...useFormCheckbox(control, "terms_accepted")} label={<Terms />} />
        {accepting.error && <Notice tone="danger">{wordsOf(accepting.error)}</Notice>}
        <div>
          <Button type="submit" variant="cta-green" size="lg" busy={accepting.isPending}>
            {m.custom_quote_accept()}
          </Button>
        </div>
        <p className="text-sm text-quiet">{m.custom_quote_accept_note()}</p>
      </form>
    </Panel>
  );
}

const Terms = () => (
  <>
    {m.agreements_terms_before()}
    <a href={paths.legal.terms} target="_blank" rel="noreferrer">
      {m.agreements_terms_link()}
    </a>
    {m.agreements_privacy_before()}
    <a href={paths.legal.privacy} target="_blank" rel="noreferrer">
      {m.agreements_privacy_link()}
    </a>
  </>
);

function DeclineForm({ token, quote }: QuoteProps) {
  const queries = useQueryClient();
  const [reason, setReason] = useState("");
  const declining = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/custom-quotes/{token}/decline", {
          params: of(token),
          body: { version: quote.version, reason },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ["custom-quote", token] satisfies Key }),
  });
  return (
    <details>
      <summary className="min-h-target cursor-pointer py-2.5 font-semibold">
        {m.custom_quote_decline_title()}
      </summary>
      <div className="grid gap-4 pt-2">
        <TextArea
          name="reason"
          label={m.custom_quote_decline_reason()}
          value={reason}
          onChange={setReason}
          maxLength={500}
        />
        {declining.error && <Notice tone="danger">{wordsOf(declining.error)}</Notice>}
        <div>
          <Button variant="outline" busy={declining.isPending} onClick={() => declining.mutate()}>
            {m.custom_quote_decline()}
          </Button>
        </div>
      </div>
    </details>
  );
}

function wordsOf(failure: unknown): string {
  if (!(failure instanceof Problem) || failure.status >= 500) return m.errors_server();
  if (failure.status === 0) return m.errors_offline();
  return failure.status === 429 ? m.errors_too_often() : failure.detail;
}
