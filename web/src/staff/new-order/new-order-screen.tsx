import { valibotResolver } from "@hookform/resolvers/valibot";
import { useState } from "react";
import { FormProvider, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { Link, useSearch } from "wouter";
import { bandRange, longestFlatRunFt } from "#business/bands.ts";
import { OWN, priceInCity, type ServerBook } from "#business/prices.ts";
import { visitHours } from "#business/windows.ts";
import { type AppliedCoupon, CouponEntry } from "#features/coupon/coupon-entry.tsx";
import type { Place, UncoveredPlace } from "#features/coverage-check/use-coverage.ts";
import { PriceSummary } from "#features/price-summary/price-summary.tsx";
import { dayAndTimeOf, weekdayAndDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { formatPhone } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button, buttonLook } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { requiredText } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { type Lead, leadIn, nameOf, useLead, useSaveCaller } from "../leads/use-leads.ts";
import { LoadedPart } from "../orders/parts.tsx";
import { useLeaving } from "../session/told.ts";
import { FormCheckbox, FormRadioCards, FormTextArea, showProblem } from "../shell/form.tsx";
import { Part, problemMessage, Screen, StaffProblem } from "../shell/screen.tsx";
import {
  CallerAddress,
  CallerFields,
  callerFields,
  DayFields,
  GeneratorFields,
  HoldField,
} from "./caller-fields.tsx";
import {
  type Hold,
  type NewOrder,
  type PlacedOrder,
  useCall,
  usePlaceOrder,
  usePriceBook,
} from "./use-new-order.ts";

const schema = v.object({
  ...callerFields,
  band: requiredText(m.staff_call_band_missing()),
  coupon_code: v.string(),
  day: requiredText(m.staff_call_day_missing()),
  time_window: requiredText(m.appointment_window_required()),
  hold: v.string(),
  note: v.string(),
});
type Call = v.InferOutput<typeof schema>;
type CallForm = UseFormReturn<Call>;

const EMPTY: Call = {
  name: "",
  phone: "",
  email: "",
  agrees_to_texts: false,
  address: "",
  band: "",
  generator: "",
  model_number: "",
  coupon_code: "",
  day: "",
  time_window: "",
  hold: "4_hours" satisfies Hold,
  note: "",
};

/** /staff/new-order: reserve for a caller, from their name to the link to pay, on one screen. */
export default function NewOrderScreen() {
  const [placed, setPlaced] = useState<PlacedOrder | null>(null);
  const [call, setCall] = useState(0);
  const priceBook = usePriceBook();
  const name = leadIn(useSearch());
  const lead = useLead(name);
  const isReady = name === null || lead.data !== undefined || lead.isError;
  const startNext = () => {
    setPlaced(null);
    setCall(call + 1);
  };
  return (
    <Screen title={m.staff_call_title()}>
      {placed ? (
        <Placed order={placed} onNext={startNext} />
      ) : (
        <LoadedPart query={priceBook}>
          {(book) =>
            isReady && (
              <CallOfOne
                key={call}
                book={book}
                lead={call === 0 ? (lead.data ?? null) : null}
                onPlaced={setPlaced}
              />
            )
          }
        </LoadedPart>
      )}
    </Screen>
  );
}

function Placed({ order, onNext }: { order: PlacedOrder; onNext: () => void }) {
  return (
    <Notice
      tone="success"
      title={m.staff_call_placed({ code: order.code })}
      action={
        <div className="flex flex-wrap gap-2">
          <Link className={buttonLook("cta-green", "sm")} href={`/orders/${order.order_id}`}>
            {m.staff_call_open()}
          </Link>
          <Button variant="outline" size="sm" onClick={onNext}>
            {m.staff_call_next()}
          </Button>
        </div>
      }
    >
      {m.staff_call_placed_note({
        total: dollarsAndCents(order.total_cents),
        day: weekdayAndDay(order.day),
        window: visitHours(order),
        until: dayAndTimeOf(order.hold_expires_at),
        ways: order.notified_by.length === 2 ? "both" : (order.notified_by[0] ?? "none"),
      })}
    </Notice>
  );
}

type CallProps = { book: ServerBook; lead: Lead | null; onPlaced: (order: PlacedOrder) => void };

function CallOfOne({ book, lead, onPlaced }: CallProps) {
  const form = useForm<Call>({
    resolver: valibotResolver(schema),
    defaultValues: { ...EMPTY, ...contactOf(lead) },
  });
  const [place, setPlace] = useState<Place | null>(null);
  const [coupon, setCoupon] = useState<AppliedCoupon>(null);
  const placing = usePlaceOrder();
  const leaving = useLeaving();
  const job = useJob(form, place);
  const price = job && place ? priceInCity(book, { ...job, township: place.township }) : null;
  const total = coupon?.lines.total_cents ?? price?.total_cents;

  const reserve = form.handleSubmit((call) => {
    if (total === undefined) return;
    placing.mutate(orderOf(call, total, lead), {
      onSuccess: onPlaced,
      onError: (failure) => showProblem(form, failure),
    });
  });
  const { errors } = form.formState;
  return (
    <FormProvider {...form}>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="grid min-w-0 gap-4">
          <CallerPart form={form} />
          <JobPart
            form={form}
            book={book}
            place={place}
            firstAddress={lead?.address}
            onPlace={setPlace}
          />
          <Part id="call-date" title={m.staff_call_date()} gap="md">
            <DayFields />
          </Part>
        </div>
        <div className="grid min-w-0 gap-4 lg:sticky lg:top-4">
          <Part id="call-price" title={m.staff_call_price()} gap="md">
            {price && job ? (
              <>
                <PriceSummary
                  price={{ ...price, ...coupon?.lines }}
                  reach={bandRange(job.band)}
                  generatorName={generatorName(book, job.generator)}
                  schedulingFeeCents={book.scheduling_fee_cents}
                  hasCents
                />
                {place && (
                  <CouponEntry
                    key={JSON.stringify([job, place.address])}
                    job={couponJob(job, place)}
                    code={coupon?.code ?? null}
                    onCounted={(counted) => {
                      setCoupon(counted);
                      form.setValue("coupon_code", counted?.code ?? "");
                    }}
                  />
                )}
                {errors.coupon_code?.message && (
                  <FieldError id="call-coupon-error">{errors.coupon_code.message}</FieldError>
                )}
              </>
            ) : (
              <p>{m.staff_call_price_needs()}</p>
            )}
          </Part>
          <Part id="call-end" title={m.staff_call_end()} gap="md">
            <HoldField />
            <FormTextArea
              control={form.control}
              name="note"
              size="sm"
              label={m.staff_call_note()}
              hint={m.staff_call_note_hint()}
              maxLength={2000}
            />
            {total !== undefined && (
              <p className="font-semibold tabular-nums">
                {m.staff_call_total({ total: dollarsAndCents(total) })}
              </p>
            )}
            {placing.error && <StaffProblem problem={placing.error} />}
            <Button variant="cta-green" busy={placing.isPending} onClick={() => void reserve()}>
              {m.staff_call_reserve()}
            </Button>
            <p className="text-xs text-quiet">{m.staff_call_reserve_note({ leaving })}</p>
          </Part>
        </div>
      </div>
    </FormProvider>
  );
}

function CallerPart({ form: { control } }: { form: CallForm }) {
  const { data } = useCall();
  return (
    <Part id="call-caller" title={m.staff_call_caller()} gap="md">
      <div className="grid gap-4 sm:grid-cols-2">
        <CallerFields autoFocus />
      </div>
      <FormCheckbox
        control={control}
        name="agrees_to_texts"
        label={
          <>
            <span className="block text-sm font-semibold">{m.staff_call_consent()}</span>
            <q className="text-sm text-quiet">{data?.texts_consent}</q>
          </>
        }
      />
    </Part>
  );
}

type JobPartProps = {
  form: CallForm;
  book: ServerBook;
  place: Place | null;
  firstAddress: string | undefined;
  onPlace: (place: Place | null) => void;
};

function JobPart({ form, book, place, firstAddress, onPlace }: JobPartProps) {
  return (
    <Part id="call-job" title={m.staff_call_home()} gap="md">
      <CallerAddress
        place={place}
        onPlace={onPlace}
        initialTyped={firstAddress}
        errorId="call-address-error"
        notCovered={(uncovered, { changeAddress }) => (
          <NotCovered form={form} place={uncovered} onChange={changeAddress} />
        )}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormRadioCards
          control={form.control}
          name="band"
          layout="console"
          legend={m.staff_call_band()}
          options={book.bands.map(({ band }) => ({ value: band, title: bandRange(band) }))}
        />
        <div className="grid content-start gap-4">
          <GeneratorFields book={book} />
        </div>
      </div>
      <p className="text-xs text-quiet">
        {m.staff_call_too_far({ longestFlatRunFt })}{" "}
        <Link href="/quotes/new">{m.staff_quotes_new()}</Link>
      </p>
    </Part>
  );
}

type NotCoveredProps = { form: CallForm; place: UncoveredPlace; onChange: () => void };

/** Staff keep the caller as a lead; whoever agreed to texts may be contacted. */
function NotCovered({ form, place, onChange }: NotCoveredProps) {
  const saving = useSaveCaller();
  const save = () => {
    const { name, phone, email, agrees_to_texts } = form.getValues();
    const caller = {
      name,
      phone,
      email,
      address: place.address,
      wants: m.staff_call_wants(),
      may_contact: agrees_to_texts,
    };
    saving.mutate({ body: caller });
  };
  if (saving.isSuccess)
    return (
      <Notice tone="success" action={<Link href="/leads">{m.staff_leads_title()}</Link>}>
        {m.staff_call_lead_saved()}
      </Notice>
    );
  return (
    <Notice
      tone="warning"
      title={m.staff_call_not_covered()}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" busy={saving.isPending} onClick={save}>
            {m.staff_call_save_lead()}
          </Button>
          <Button variant="outline" size="sm" onClick={onChange}>
            {m.coverage_check_change_address()}
          </Button>
        </div>
      }
    >
      {place.address}
      {saving.error && <p>{problemMessage(saving.error)}</p>}
    </Notice>
  );
}

const contactOf = (lead: Lead | null) =>
  lead ? { name: lead.name, phone: formatPhone(lead.phone), email: lead.email } : {};

type CallersJob = { band: string; generator: string; model_number: string };

/** The job as far as it is chosen; null before the address, the distance and the generator are. */
function useJob({ control }: CallForm, place: Place | null): CallersJob | null {
  const [band, generator, model_number] = useWatch({
    control,
    name: ["band", "generator", "model_number"],
  });
  if (!place || !band || !generator) return null;
  return { band: band, generator, model_number };
}

const generatorName = ({ generators }: ServerBook, model: string): string | null =>
  generators.find(({ key }) => key === model)?.label ?? null;

const choiceOf = ({ generator, model_number }: Pick<Call, "generator" | "model_number">) =>
  generator === OWN
    ? ({ choice: "provide_own", model: model_number } as const)
    : ({ choice: "buy_here", model: generator } as const);

function couponJob(job: CallersJob, { address, zipCode }: Place) {
  const { choice, model } = choiceOf(job);
  return {
    location: {
      address: { formatted: address },
      coverage: { zip_code: zipCode },
      distance: { band: job.band },
    },
    generator: { choice, product: { model_number: model } },
  };
}

function orderOf(call: Call, quoted_total_cents: number, lead: Lead | null): NewOrder {
  const { generator, model_number, band, time_window, hold, ...rest } = call;
  const { choice, model } = choiceOf({ generator, model_number });
  return {
    ...rest,
    band: band,
    generator_choice: choice,
    model_number: model,
    time_window: time_window as NewOrder["time_window"],
    hold: hold as Hold,
    quoted_total_cents,
    lead: lead && nameOf(lead),
  };
}
