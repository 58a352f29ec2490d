import { useState } from "react";
import { Link, useParams, useSearch } from "wouter";
import { dayAndTimeOf, dayOf, shortDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Button, buttonLook } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Notice } from "#ui/notice.tsx";
import { leadIn, useLead } from "../leads/use-leads.ts";
import { usePriceBook } from "../new-order/use-new-order.ts";
import { Fact, LoadedPart } from "../orders/parts.tsx";
import { useNotConnected } from "../session/told.ts";
import { Part, Screen, StaffProblem } from "../shell/screen.tsx";
import { PhoneAcceptanceDialog } from "./phone-acceptance.tsx";
import { QuoteForm } from "./quote-form.tsx";
import {
  type CustomQuote,
  type QuoteRow,
  useQuote,
  useQuotePdf,
  useQuotes,
  useSendQuote,
} from "./use-quotes.ts";

type Status = QuoteRow["status"];

const TONES: Record<Status, BadgeTone> = {
  draft: "quiet",
  sent: "info",
  opened: "info",
  accepted: "success",
  declined: "warning",
};

/** /staff/quotes: custom quotes, one of them, or a new one (OPS-16.2). */
export default function QuotesScreen() {
  const { id } = useParams();
  if (id === "new") return <NewQuote />;
  if (id) return <OneQuote key={id} id={id} />;
  return <QuoteList />;
}

function QuoteList() {
  const quotes = useQuotes();
  return (
    <Screen
      title={m.staff_quotes_title()}
      actions={
        <>
          <Link className={buttonLook("outline", "sm")} href="/leads">
            {m.staff_leads_title()}
          </Link>
          <Link className={buttonLook("cta-green", "sm")} href="/quotes/new">
            {m.staff_quotes_new()}
          </Link>
        </>
      }
    >
      <LoadedPart query={quotes}>
        {({ quotes: rows }) =>
          rows.length === 0 ? (
            <p>{m.staff_quotes_none()}</p>
          ) : (
            <ul className="grid list-none gap-2 p-0">
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
          )
        }
      </LoadedPart>
    </Screen>
  );
}

const Row = ({ row }: { row: QuoteRow }) => (
  <li className="relative flex flex-wrap items-center gap-x-6 gap-y-1 rounded-sm border border-line bg-surface-raised p-3 hover:bg-surface-sunken">
    <span className="min-w-0 flex-[1_1_16rem]">
      <Link
        className="font-semibold no-underline after:absolute after:inset-0 after:content-[''] hover:underline"
        href={`/quotes/${row.id}`}
      >
        {row.name}
      </Link>
      <Fact>{row.address}</Fact>
    </span>
    <span>{m.staff_quotes_run({ feet: row.run_ft })}</span>
    <span className="tabular-nums">{dollarsAndCents(row.total_cents)}</span>
    <Badge tone={TONES[row.status]}>{m.staff_quotes_status({ status: row.status })}</Badge>
    <Fact>{shortDay(dayOf(row.updated_at))}</Fact>
  </li>
);

function NewQuote() {
  const lead = leadIn(useSearch());
  const loaded = useLead(lead);
  const book = usePriceBook();
  const isReady = lead === null || loaded.data !== undefined || loaded.isError;
  return (
    <Screen title={m.staff_quotes_new()}>
      <LoadedPart query={book}>
        {(prices) =>
          isReady && <QuoteForm key={lead?.source_ref} book={prices} lead={loaded.data ?? null} />
        }
      </LoadedPart>
    </Screen>
  );
}

function OneQuote({ id }: { id: string }) {
  const quote = useQuote(id);
  const book = usePriceBook();
  return (
    <Screen
      title={quote.data ? m.staff_quotes_of({ name: quote.data.name }) : m.staff_quotes_title()}
      actions={<Link href="/quotes">{m.staff_quotes_all()}</Link>}
    >
      <LoadedPart query={quote}>
        {(loaded) => (
          <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
            <div className="min-w-0 max-lg:order-1">
              <LoadedPart query={book}>
                {(prices) =>
                  isAnswered(loaded) ? (
                    <Answer quote={loaded} />
                  ) : (
                    <QuoteForm key={loaded.version} book={prices} quote={loaded} lead={null} />
                  )
                }
              </LoadedPart>
            </div>
            <Summary quote={loaded} />
          </div>
        )}
      </LoadedPart>
    </Screen>
  );
}

const isAnswered = ({ status }: CustomQuote) => status === "accepted" || status === "declined";

function Answer({ quote }: { quote: CustomQuote }) {
  if (quote.status === "declined")
    return (
      <Notice tone="warning" title={m.staff_quotes_declined()}>
        {quote.decline_reason}
      </Notice>
    );
  return (
    <Notice
      tone="success"
      title={
        quote.accepted_by
          ? m.staff_quotes_accepted_by_phone({
              name: quote.typed_name,
              staff: quote.accepted_by,
            })
          : m.staff_quotes_accepted({ name: quote.typed_name })
      }
      action={
        quote.order_id && (
          <Link className={buttonLook("cta-green", "sm")} href={`/orders/${quote.order_id}`}>
            {m.staff_call_open()}
          </Link>
        )
      }
    />
  );
}

function Summary({ quote }: { quote: CustomQuote }) {
  const notConnected = useNotConnected();
  const sending = useSendQuote(quote);
  const pdf = useQuotePdf(quote);
  const error = sending.error ?? pdf.error;
  const [isHeard, setHeard] = useState(false);
  return (
    <Part id="quote-summary" title={m.staff_quotes_summary()} gap="md">
      <p>
        <Badge tone={TONES[quote.status]}>{m.staff_quotes_status({ status: quote.status })}</Badge>
      </p>
      <MoneyLines>
        {quote.sums.map((line) => (
          <MoneyLine
            key={`${line.kind} ${line.description} ${line.amount_cents}`}
            size="sm"
            name={line.description}
            note={line.unit && m.staff_quotes_quantity({ count: line.quantity, unit: line.unit })}
            cents={line.amount_cents}
          />
        ))}
        <MoneyLine size="sm" name={m.staff_price_total()} cents={quote.total_cents} isTotal />
      </MoneyLines>
      <Fact>{m.staff_quotes_valid({ day: shortDay(dayOf(quote.valid_until)) })}</Fact>
      {quote.versions.map((version) => (
        <Fact key={version.version}>
          {m.staff_quotes_version({
            day: dayAndTimeOf(version.sent_at),
            total: dollarsAndCents(version.total_cents),
          })}
        </Fact>
      ))}
      {quote.opened_at && (
        <Fact>{m.staff_quotes_opened({ day: dayAndTimeOf(quote.opened_at) })}</Fact>
      )}
      {error && <StaffProblem problem={error} />}
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        busy={pdf.isPending}
        busyLabel={m.staff_documents_downloading()}
        onClick={() => pdf.mutate()}
      >
        <Icon name="document" size="sm" />
        {m.staff_quotes_pdf()}
      </Button>
      {!isAnswered(quote) && (
        <>
          <Button variant="cta-green" busy={sending.isPending} onClick={() => sending.mutate()}>
            {quote.status === "draft" ? m.staff_quotes_send() : m.staff_quotes_send_again()}
          </Button>
          <p className="text-xs text-quiet">
            {m.staff_quotes_send_note()} {notConnected}
          </p>
        </>
      )}
      {(quote.status === "sent" || quote.status === "opened") && (
        <Button variant="outline" onClick={() => setHeard(true)}>
          {m.staff_quotes_by_phone()}
        </Button>
      )}
      {isHeard && <PhoneAcceptanceDialog quote={quote} onClose={() => setHeard(false)} />}
    </Part>
  );
}
