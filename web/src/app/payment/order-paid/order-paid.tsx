import { lazy, type ReactNode, Suspense } from "react";
import { useSent } from "#api/sent-messages.ts";
import { contactHours } from "#business/terms.ts";
import { company } from "#content/company.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { firstName } from "#lib/names.ts";
import { ofOrder } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Progress } from "#ui/progress.tsx";
import { useDocumentTitle } from "#ui/use-document-title.ts";
import { Loading } from "../../loading.tsx";
import { LogoLink } from "../../logo-link.tsx";
import { type PaidOrder, usePaidOrder } from "./use-paid-order.ts";

const Confetti = lazy(async () => ({
  default: (await import("#features/confetti/confetti.tsx")).Confetti,
}));

const STEPS = 5;
const REFERENCE_LENGTH = 12; // characters of the checkout session id that the page shows (OPS-01.5)

export default function OrderPaid() {
  return (
    <>
      <header className="sticky top-0 z-2 border-b border-line bg-surface px-gutter pt-2 print:hidden [@media(height<36em)]:static">
        <div className="mx-auto max-w-264">
          <Progress step={STEPS} of={STEPS} label={m.payment_order_paid_progress()} />
          <LogoLink className="my-1" label={m.logo_home({ companyName: company.name })} />
        </div>
      </header>
      <main className={PAGE} id="content">
        <Paid />
      </main>
    </>
  );
}

const PAGE =
  "mx-auto grid w-full max-w-[calc(42rem+2*var(--page-gutter))] content-start gap-10 px-gutter pt-10 pb-16 *:min-w-0";
const LOADING = <Loading label={m.payment_order_paid_loading()} className="min-h-[60dvh]" />;

function Paid() {
  const { sessionId, found, checkAgain } = usePaidOrder();

  if (!found) return LOADING;
  const order = typeof found === "string" ? null : found;
  if (order && isSuccess(order)) return <Success order={order} sessionId={sessionId} />;
  const state = typeof found === "string" ? found : stateOf(found);
  return (
    <>
      <Thanks title={m.payment_order_paid_state_title({ state })}>
        {m.payment_order_paid_state_text({ state })}
      </Thanks>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {MAY_CHANGE.has(state) && (
          <Button className={WIDE} variant="cta-green" size="lg" onClick={checkAgain}>
            {m.payment_order_paid_check_again()}
          </Button>
        )}
        <MyBooking order={order} isFirst={!MAY_CHANGE.has(state)} />
        <BackHome />
      </div>
      <Support sessionId={sessionId} />
    </>
  );
}

const WIDE = "max-xs:flex-[1_1_100%] max-xs:justify-self-stretch";
const MAY_CHANGE: ReadonlySet<string> = new Set(["processing", "unpaid", "unknown"]);

const isSuccess = ({ status, order_status }: PaidOrder): boolean =>
  status === "paid" && order_status !== "cancelled";
// Paid, but for nothing that is still to come: what is kept of it is in My booking.
const stateOf = ({ status }: PaidOrder) => (status === "paid" ? "kept" : status);

type SuccessProps = { order: PaidOrder; sessionId: string | null };

const Success = ({ order, sessionId }: SuccessProps) => (
  <>
    <Suspense>
      <Confetti />
    </Suspense>
    <Thanks title={m.payment_order_paid_title()} isSuccess>
      {firstName(order.customer.name)
        ? m.payment_order_paid_lead_name({ name: firstName(order.customer.name) })
        : m.payment_order_paid_lead()}
    </Thanks>
    <OrderSummary order={order} />
    <Next order={order} />
    <Support sessionId={sessionId} />
    <div className="flex flex-wrap gap-x-4 gap-y-2">
      <BackHome />
      <MyBooking order={order} />
    </div>
  </>
);

type ThanksProps = { title: string; isSuccess?: boolean; children: ReactNode };

function Thanks({ title, isSuccess = false, children }: ThanksProps) {
  useDocumentTitle(`${title} | ${company.name}`);

  return (
    <div className="grid gap-2" role="status">
      <h1 className={isSuccess ? "text-4xl tracking-[-0.03em] text-success" : undefined}>
        {title}
      </h1>
      <p className="text-lg leading-[1.45]">{children}</p>
    </div>
  );
}

const NUMBERED = [
  "relative ps-12 [counter-increment:step]",
  "before:absolute before:start-0 before:top-0 before:grid before:size-8 before:place-items-center before:rounded-full",
  "before:bg-emphasis-surface before:text-sm before:font-bold before:text-emphasis before:content-[counter(step)]",
].join(" ");

/** Where the receipt is, by what became of the email with it; where that is unknown, on the page. */
function Receipt({ order }: { order: PaidOrder }) {
  const outcome = useSent("payment_received", order.id)?.email ?? "unknown";
  return (
    <Step
      title={m.payment_order_paid_next_steps_1_title({ outcome })}
      text={m.payment_order_paid_next_steps_1_text({ outcome, email: order.customer.email })}
    />
  );
}

const Step = ({ title, text }: { title: string; text: string }) => (
  <li className={NUMBERED}>
    <h3 className="text-md">{title}</h3>
    <p className="text-base text-quiet">{text}</p>
  </li>
);

const Next = ({ order }: { order: PaidOrder }) => {
  const status = order.order_status;
  return (
    <section>
      <h2 className="text-xl">{m.payment_order_paid_next()}</h2>
      <ol className="mt-4 grid gap-4 [counter-reset:step]">
        <Receipt order={order} />
        <Step
          title={m.payment_order_paid_next_steps_2_title({ hours: contactHours })}
          text={m.payment_order_paid_next_steps_2_text({ status })}
        />
        <Step
          title={m.payment_order_paid_next_steps_3_title({ status })}
          text={m.payment_order_paid_next_steps_3_text({ status })}
        />
        <Step
          title={m.payment_order_paid_next_steps_4_title({ status })}
          text={m.payment_order_paid_next_steps_4_text({ status })}
        />
      </ol>
    </section>
  );
};

const CONTACT = "inline-flex min-h-target items-center font-semibold";

function Support({ sessionId }: { sessionId: string | null }) {
  return (
    <section className="grid gap-1 rounded-md bg-surface-sunken p-[clamp(1.25rem,0.75rem+2vw,2rem)] text-base">
      <h2 className="text-xl">{m.payment_order_paid_support()}</h2>
      <p>{m.payment_order_paid_support_note()}</p>
      <p className="flex flex-wrap gap-x-6">
        <a className={CONTACT} href={telHref(company.phone)}>
          {company.phone}
        </a>
        <a className={CONTACT} href={`mailto:${company.email}`}>
          {company.email}
        </a>
      </p>
      <p>{company.supportHours}</p>
      {sessionId && (
        <p className="mt-2 border-t border-line pt-4 text-sm text-quiet">
          {m.payment_order_paid_reference()}:{" "}
          <code className="text-base font-semibold text-ink wrap-anywhere">
            {sessionId.slice(0, REFERENCE_LENGTH)}
          </code>
        </p>
      )}
    </section>
  );
}

const BackHome = () => (
  <Button className={WIDE} variant="outline" size="lg" href={paths.mainCity}>
    {m.payment_order_paid_back()}
  </Button>
);

type MyBookingProps = { order: PaidOrder | null; isFirst?: boolean };

const MyBooking = ({ order, isFirst = false }: MyBookingProps) => (
  <Button
    className={WIDE}
    variant={isFirst ? "cta-green" : "ghost"}
    size="lg"
    href={ofOrder(paths.myBooking, order?.id)}
  >
    {m.payment_order_paid_booking()}
  </Button>
);

const PROPOSAL = "general_proposal"; // file_type of the proposal PDF

function OrderSummary({ order }: { order: PaidOrder }) {
  const { customer, generator } = order;
  const proposal = order.files.find(({ type }) => type === PROPOSAL);

  return (
    <section
      className="grid justify-items-start gap-4 rounded-md border border-line p-[clamp(1.25rem,0.75rem+2vw,2rem)]"
      aria-labelledby="paid-summary"
    >
      <h2 className="text-xl" id="paid-summary">
        {m.payment_order_paid_summary()}
      </h2>
      <dl className="grid w-full" data-sum>
        <Fact name={m.payment_order_paid_customer()}>
          {customer.name}
          <span className="block text-sm font-normal text-quiet">{customer.email}</span>
        </Fact>
        <Fact name={m.payment_order_paid_address()}>{order.order_location.formatted_address}</Fact>
        <Fact name={m.payment_order_paid_package()}>{order.package.name}</Fact>
        <Fact name={m.payment_order_paid_generator()}>
          {generator
            ? generator.model.includes(String(generator.kw))
              ? m.payment_order_paid_generator_of_model({
                  brand: generator.brand,
                  model: generator.model,
                })
              : m.payment_order_paid_generator_of({
                  brand: generator.brand,
                  model: generator.model,
                  kw: generator.kw,
                })
            : m.payment_order_paid_own_generator()}
        </Fact>
        {order.payment_cents !== order.total_paid_cents && (
          <Fact name={m.payment_order_paid_this()} mark={{ "data-alone": "" }}>
            {dollarsAndCents(order.payment_cents)}
          </Fact>
        )}
        {order.surcharge_cents > 0 && (
          <>
            <Fact name={m.payment_order_paid_toward()} mark={{ "data-part": "paid" }}>
              {dollarsAndCents(order.paid_cents)}
            </Fact>
            <Fact name={m.milestones_surcharge()} mark={{ "data-part": "paid" }}>
              {dollarsAndCents(order.surcharge_cents)}
            </Fact>
          </>
        )}
        <Fact
          name={m.payment_order_paid_total_paid()}
          mark={order.surcharge_cents > 0 ? { "data-total": "paid" } : { "data-alone": "" }}
          isTotal
        >
          {dollarsAndCents(order.total_paid_cents)}
        </Fact>
      </dl>
      {proposal && (
        <Button
          className="max-xs:flex-[1_1_100%] max-xs:justify-self-stretch"
          variant="default"
          size="lg"
          href={ofOrder(proposal.url, order.id)}
        >
          <Icon name="document" size="sm" />
          {m.payment_order_paid_download()}
        </Button>
      )}
    </section>
  );
}

const TOTAL = "text-3xl leading-[1.1] tracking-[-0.025em] tabular-nums";

type FactProps = {
  name: string;
  isTotal?: boolean;
  /** Of an amount: whether it is a part of a column or its total. */
  mark?: Record<`data-${string}`, string>;
  children: ReactNode;
};

const Fact = ({ name, isTotal = false, mark, children }: FactProps) => (
  <div
    {...mark}
    className={`grid grid-cols-1 gap-x-6 py-3 sm:grid-cols-[11rem_minmax(0,1fr)] ${isTotal ? "items-baseline" : "border-b border-line"}`}
  >
    <dt className="text-sm leading-[1.5] text-quiet">{name}</dt>
    <dd className={`font-semibold wrap-anywhere ${isTotal ? TOTAL : "leading-[1.45]"}`}>
      {children}
    </dd>
  </div>
);
