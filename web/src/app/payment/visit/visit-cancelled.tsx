/** Back from the card page without paying (VPC-01), and what the order says of its fee. */
import { feeName } from "#business/terms.ts";
import { company } from "#content/company.ts";
import { type Order, OrderLoader } from "#features/order-summary/order-loader.tsx";
import { untilWords } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { ofOrder } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Loading } from "../../loading.tsx";
import { StepHeading } from "../../wizard/step.tsx";
import { useReservedOrder } from "../use-reserved-order.ts";
import { VisitPage } from "./visit-page.tsx";

/** Nothing was charged, and how to try again; where the fee is not due any more, it says that. */
export function VisitPaymentCancelled() {
  const { isLoaded, orderId } = useReservedOrder();

  return (
    <VisitPage>
      {orderId ? <OfOrder orderId={orderId} /> : isLoaded ? <NotCompleted order={null} /> : LOADING}
    </VisitPage>
  );
}

const LOADING = <Loading label={m.order_summary_loading()} className="min-h-[50dvh]" />;

const OfOrder = ({ orderId }: { orderId: string }) => (
  <OrderLoader orderId={orderId} before={<StepHeading title={m.payment_visit_cancelled_page()} />}>
    {(order) =>
      order.scheduling_fee.status === "due" ? (
        <NotCompleted order={order} />
      ) : (
        <NotDue order={order} />
      )
    }
  </OrderLoader>
);

function NotCompleted({ order }: { order: Order | null }) {
  const heldUntil = order && heldUntilNow(order, new Date());

  return (
    <>
      <StepHeading
        title={m.payment_visit_cancelled_title()}
        lead={m.payment_visit_cancelled_lead()}
      />
      <Notice tone="success" title={m.payment_visit_cancelled_no_charge()}>
        {heldUntil && m.payment_visit_cancelled_held({ time: untilWords(heldUntil) })}
      </Notice>
      <section>
        <h2 className="text-xl">{m.payment_visit_cancelled_reasons_title()}</h2>
        <ul className="mt-2 grid list-disc gap-2 ps-5">
          {[
            m.payment_visit_cancelled_reasons_1(),
            m.payment_visit_cancelled_reasons_2(),
            m.payment_visit_cancelled_reasons_3(),
            m.payment_visit_cancelled_reasons_4(),
          ].map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </section>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button
          className={WIDE}
          variant="cta-green"
          size="lg"
          href={ofOrder(paths.wizard.finalize, order?.id)}
        >
          {m.payment_visit_cancelled_again()}
        </Button>
        {HOME}
      </div>
      {SUPPORT}
    </>
  );
}

function NotDue({ order }: { order: Order }) {
  const state = stateOf(order);
  const { amount_cents } = order.scheduling_fee;

  return (
    <>
      <StepHeading
        title={m.payment_visit_cancelled_known_title({ state })}
        lead={m.payment_visit_cancelled_known({
          state,
          fee: feeName,
          amount: dollarsAndCents(amount_cents),
        })}
      />
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button
          className={WIDE}
          variant="cta-green"
          size="lg"
          href={ofOrder(paths.myBooking, order.id)}
        >
          {m.payment_visit_paid_my_booking()}
        </Button>
        {HOME}
      </div>
      {SUPPORT}
    </>
  );
}

const WIDE = "max-xs:flex-[1_1_100%]";
const HOME = (
  <Button className={WIDE} variant="outline" size="lg" href={paths.home}>
    {m.payment_visit_cancelled_home()}
  </Button>
);

// With the rest, so that nothing above it appears later.
const SUPPORT = (
  <section>
    <h2 className="text-xl">{m.payment_visit_cancelled_support_title()}</h2>
    <p>{m.payment_visit_cancelled_support()}</p>
    <p className="mt-1">
      <a href={telHref(company.phone)}>{company.phone}</a> ·{" "}
      <a href={`mailto:${company.email}`}>{company.email}</a>
    </p>
    <p className="mt-1">{company.supportHours}</p>
  </section>
);

function stateOf({ status, scheduling_fee }: Order): string {
  if (status !== "cancelled") return scheduling_fee.status;
  if (scheduling_fee.status === "none") return "canceled";
  return scheduling_fee.status === "paid" ? "kept" : scheduling_fee.status;
}

function heldUntilNow({ appointment, hold_expires_at }: Order, now: Date): string | null {
  const isHeld = appointment.status === "held" && hold_expires_at;
  return isHeld && Date.parse(hold_expires_at) > now.getTime() ? hold_expires_at : null;
}
