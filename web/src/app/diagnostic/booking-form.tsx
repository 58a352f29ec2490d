import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { useLocation } from "wouter";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import { errorCode, errorMessage } from "#api/error-messages.ts";
import { sendOnce } from "#api/idempotency.ts";
import type { Key } from "#api/query-keys.ts";
import { diagnosticFee, diagnosticMinutes } from "#business/terms.ts";
import { windowHours, windowNames } from "#business/windows.ts";
import { company } from "#content/company.ts";
import { AddressCombobox } from "#features/address-search/address-combobox.tsx";
import { ContactForm, contactSchema } from "#features/contact/contact-form.tsx";
import { AddressEntry } from "#features/coverage-check/address-entry.tsx";
import type { Place } from "#features/coverage-check/use-coverage.ts";
import { longDay } from "#lib/dates.ts";
import { newId } from "#lib/ids.ts";
import { paths } from "#lib/paths.ts";
import { smsHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Refusal } from "#ui/call-us.tsx";
import { showServerErrors } from "#ui/form.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { openPaymentPage } from "./payment-page.ts";

type Request = Schemas["DiagnosticIn"];
type Window = Request["time_window"];
type Days = Schemas["DiagnosticDaysOut"]["days"];

const ERROR_MESSAGES = {
  window_full: m.diagnostic_refusal_window(),
  address_not_covered: m.diagnostic_refusal_address(),
  general: m.diagnostic_refusal_general(),
};

/** Home, day and contact, then the payment. The time is held while the visitor pays. */
export function BookingForm() {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const [place, setPlace] = useState<Place | null>(null);
  const [day, setDay] = useState("");
  const [window, setWindow] = useState<Window | null>(null);
  const form = useForm({
    resolver: valibotResolver(contactSchema),
    defaultValues: { name: "", phone: "", email: "" },
    mode: "onTouched",
  });
  const { isSubmitted: isChecked } = form.formState;
  const days = useQuery({
    queryKey: ["diagnostic-days"] satisfies Key,
    queryFn: () => unwrap(api.GET("/api/diagnostics/days")),
  });
  const book = useMutation({
    mutationFn: hold,
    // Where the payment page does not open, the visit's own page says so and tries again.
    onSuccess: ({ id }) => openPaymentPage(id).catch(() => navigate(`${paths.diagnostic}/${id}`)),
    onError: (failure) => {
      if (failure instanceof Problem) showServerErrors(form, failure.errors);
      if (errorCode(failure) !== "window_full") return;
      setWindow(null);
      void queries.invalidateQueries({ queryKey: ["diagnostic-days"] satisfies Key });
    },
  });

  const submit = form.handleSubmit((contact) => {
    if (!place || !day || !window) return;
    const home = { address: place.address, zip_code: place.zipCode };
    book.mutate({ ...contact, ...home, day, time_window: window });
  });

  return (
    <form className="grid gap-8" noValidate onSubmit={submit}>
      <Heading />
      <section className="grid gap-4">
        <h2 className="text-lg">{m.diagnostic_address()}</h2>
        <Address place={place} onChange={setPlace} isChecked={isChecked} />
      </section>
      <Loaded
        query={days}
        loading={m.diagnostic_days_loading()}
        failed={m.diagnostic_days_failed()}
      >
        {({ days }) =>
          days.length > 0 ? (
            <TimeFields
              {...{ days, day, window, isChecked, setWindow }}
              setDay={(chosen) => {
                setDay(chosen);
                setWindow(null);
              }}
            />
          ) : (
            <Notice tone="warning">{m.diagnostic_days_none()}</Notice>
          )
        }
      </Loaded>
      <ContactForm
        control={form.control}
        title={m.diagnostic_contact_title()}
        phoneHint={m.diagnostic_phone_hint()}
      />
      {book.error && <Refusal>{errorMessage(book.error, ERROR_MESSAGES)}</Refusal>}
      <div>
        <Button
          type="submit"
          variant="cta-green"
          size="lg"
          busy={book.isPending || book.isSuccess}
          busyLabel={m.diagnostic_opening()}
        >
          {m.diagnostic_submit({ fee: diagnosticFee })}
        </Button>
        <p className="mt-2 text-sm text-quiet">{m.diagnostic_credit({ fee: diagnosticFee })}</p>
      </div>
    </form>
  );
}

const Heading = () => (
  <div className="grid gap-3">
    <h1>{m.diagnostic_book({ fee: diagnosticFee })}</h1>
    <p className="text-lg">{m.diagnostic_lead()}</p>
    <ul className="grid list-disc gap-1 ps-5 text-quiet">
      <li>{m.diagnostic_what()}</li>
      <li>{m.diagnostic_points_1({ minutes: diagnosticMinutes })}</li>
      <li>{m.diagnostic_points_2({ fee: diagnosticFee })}</li>
    </ul>
    <p className="text-sm">
      <a href={smsHref(company.phone)}>{m.diagnostic_by_text()}</a>
    </p>
  </div>
);

type AddressProps = {
  place: Place | null;
  onChange: (place: Place | null) => void;
  isChecked: boolean;
};

function Address({ place, onChange, isChecked }: AddressProps) {
  const [sessionId] = useState(newId);
  const [isRejected, setRejected] = useState(false);
  return (
    <>
      <AddressEntry
        value={place}
        addressField={(field) => <AddressCombobox {...field} />}
        context="diagnostic"
        sessionId={sessionId}
        onCovered={(covered) => {
          setRejected(false);
          onChange(covered);
        }}
        onCleared={(isRejected) => {
          setRejected(isRejected);
          onChange(null);
        }}
      />
      {isRejected && <Refusal>{m.diagnostic_not_covered()}</Refusal>}
      {isChecked && !place && !isRejected && (
        <Notice tone="danger">{m.wizard_address_required()}</Notice>
      )}
    </>
  );
}

type TimeFieldsProps = {
  days: Days;
  day: string;
  window: Window | null;
  isChecked: boolean;
  setDay: (day: string) => void;
  setWindow: (window: Window) => void;
};

function TimeFields({ days, day, window, isChecked, setDay, setWindow }: TimeFieldsProps) {
  const windows = days.find(({ date }) => date === day)?.windows ?? [];
  return (
    <section className="grid gap-4">
      <SelectField
        label={m.diagnostic_day()}
        name="day"
        value={day}
        onChange={setDay}
        error={isChecked && !day ? m.diagnostic_day_missing() : undefined}
        options={[
          { value: "", label: m.diagnostic_choose_day() },
          ...days.map(({ date }) => ({ value: date, label: longDay(date) })),
        ]}
      />
      {windows.length > 0 && (
        <RadioCards
          layout="windows"
          legend={m.diagnostic_window()}
          name="time-window"
          value={window}
          onChange={(id) => setWindow(v.parse(WINDOW, id))}
          error={isChecked && !window ? m.diagnostic_window_missing() : undefined}
          options={windows.map((id) => ({
            value: id,
            title: windowNames[id],
            detail: windowHours[id],
          }))}
        />
      )}
    </section>
  );
}

const WINDOW = v.picklist(["morning", "afternoon"]);

const hold = (request: Request) =>
  sendOnce("diagnostic", request, (params, body) =>
    unwrap(api.POST("/api/diagnostics", { params, body })),
  );
