import { state as STATE } from "@market/place.json";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { api, type Problem, type Schemas, unwrap } from "#api/client.ts";
import { newId } from "#lib/ids.ts";
import { logQuietly } from "#lib/log-quietly.ts";
import { paths } from "#lib/paths.ts";
import { digitsOf, formatPhone, usDigits } from "#lib/phone.ts";
import { isWholePhone } from "#lib/phone-rules.ts";
import { readLocal, writeLocal } from "#lib/storage.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { PhoneLink } from "#ui/call-us.tsx";
import { focusOnMount } from "#ui/focus-on-mount.ts";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { PhoneField } from "#ui/phone-field.tsx";
import { useToast } from "#ui/toast.tsx";

type NotCoveredProps = {
  home: UncoveredHome;
  /** Where the visitor searched; stored with the notify request. */
  source: string;
  map: ReactNode;
  onChangeAddress: () => void;
  onTryAgain: () => void;
};

/** Screen for an address outside the coverage, with a form to be notified (ADDR-05). */
export function NotCovered(props: NotCoveredProps) {
  return (
    <section className="grid min-w-0 gap-4">
      <h2 className="focus:outline-none" ref={focusOnMount} tabIndex={-1}>
        {m.not_covered_title()}
      </h2>
      <NotCoveredBody {...props} />
    </section>
  );
}

/** The same without its heading, for a dialog that has one. */
export function NotCoveredBody(props: NotCoveredProps) {
  const { home, source, map, onChangeAddress, onTryAgain } = props;
  const { state, submit } = useNotify(home, source);
  const isSubmitted = state === "submitted";
  // Without one we could tell nobody that we come to their area.
  const hasZip = home.zipCode !== null || addressParts(home.address).zip_code !== "";

  return (
    <div className="grid min-w-0 gap-4">
      {isSubmitted && <Notice tone="success" title={m.not_covered_done()} />}
      {home.reason === "lookup_failed" && !isSubmitted && <LookupFailed onTryAgain={onTryAgain} />}
      {!hasZip && <Notice tone="info">{m.not_covered_no_zip()}</Notice>}
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-3 xs:grid-cols-[auto_1fr_auto]">
        <Icon className="text-quiet" name="map-pin" />
        <p className="leading-[1.35] font-semibold wrap-anywhere">{home.address}</p>
        <Button
          className="max-xs:col-2 max-xs:justify-self-start max-xs:-ms-1"
          variant="link"
          size="sm"
          onClick={onChangeAddress}
        >
          {m.not_covered_change_address()}
        </Button>
      </div>
      {map}
      {isSubmitted && (
        <Button className="justify-self-start" variant="outline" onClick={onChangeAddress}>
          {m.not_covered_check_another()}
        </Button>
      )}
      {hasZip && !isSubmitted && (
        <NotifyForm isSubmitting={state === "submitting"} onSubmit={submit} />
      )}
      {home.nearest && <p>{m.not_covered_nearest(home.nearest)}</p>}
      <p>
        <a href={`${paths.mainCity}#coverage-section`}>{m.not_covered_list()}</a>
      </p>
    </div>
  );
}

const LookupFailed = ({ onTryAgain }: { onTryAgain: () => void }) => (
  <Notice
    tone="warning"
    title={m.not_covered_lookup_failed()}
    action={
      <Button variant="outline" onClick={onTryAgain}>
        {m.try_again()}
      </Button>
    }
  >
    {m.not_covered_lookup_advice()} <PhoneLink />
  </Notice>
);

type NotifyFormProps = { isSubmitting: boolean; onSubmit: (phone: string) => void };

function NotifyForm({ isSubmitting, onSubmit }: NotifyFormProps) {
  const [phone, setPhone] = useState("");
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isWholePhone(phone)) {
      setProblem(usDigits(phone) ? m.contact_phone_unknown() : m.contact_phone_short());
      return input.current?.focus();
    }
    onSubmit(phone);
  };

  return (
    <form className="grid gap-4" noValidate onSubmit={send}>
      <p>{m.not_covered_lead()}</p>
      <PhoneField
        label={m.not_covered_phone()}
        name="phone"
        value={phone}
        error={problem}
        inputRef={input}
        onChange={(text) => {
          setPhone(text);
          setProblem(undefined);
        }}
      />
      <Button
        type="submit"
        variant="cta-green"
        size="lg"
        disabled={phone.trim() === "" || isSubmitting}
      >
        {isSubmitting ? m.not_covered_submitting() : m.not_covered_notify()}
      </Button>
      <p className="text-xs leading-[1.45] text-quiet">{m.not_covered_consent()}</p>
    </form>
  );
}

export type UncoveredHome = {
  address: string;
  city: string | null;
  zipCode: string | null;
  reason: "no_zip" | "not_covered" | "lookup_failed";
  nearest: Schemas["NearestTownOut"] | null;
};

function useNotify(home: UncoveredHome, source: string) {
  const toast = useToast();
  const [state, setState] = useState<"idle" | "submitting" | "submitted">("idle");

  const submit = async (phone: string) => {
    setState("submitting");
    const { address, zipCode, reason } = home;
    const record = storeRejection(
      { address, zipCode, reason, phone: digitsOf(phone), formattedPhone: formatPhone(phone) },
      new Date(),
    );
    try {
      const saved = await unwrap(
        api.POST("/api/coverage-rejection-requests", { body: requestOf(record, home, source) }),
      );
      updateRejection(record.id, saved.notification_status);
      setState("submitted");
      toast({
        title: m.not_covered_saved_title(),
        text: m.not_covered_saved_text(),
        tone: "success",
      });
    } catch (problem) {
      logQuietly("notify request not saved")((problem as Problem).code);
      updateRejection(record.id, "failed");
      setState("idle");
      toast({
        title: m.not_covered_failed_title(),
        text: m.not_covered_failed_text(),
        tone: "danger",
      });
    }
  };

  return { state, submit };
}

function requestOf(
  { address, user_contact, coverage_check }: RejectionRecord,
  home: UncoveredHome,
  source: string,
): Schemas["NotifyRequestIn"] {
  const { formatted, ...parts } = address;
  return {
    ...parts,
    ...user_contact,
    address_formatted: formatted,
    city: home.city ?? parts.city,
    rejection_reason: coverage_check.reason,
    source,
    consent: m.not_covered_consent(),
  };
}

const REJECTIONS_KEY = "coverage_rejections";
const MOST_KEPT = 20;

type NotifyStatus = "pending" | "notified" | "failed";

/** The visitor's own copy of a notify request, kept even when the server's fails (ADDR-05.6). */
export type RejectionRecord = {
  id: string;
  timestamp: string;
  address: AddressParts & { formatted: string };
  user_contact: { phone_number: string; formatted_phone: string };
  notification: { requested: boolean; status: NotifyStatus; requested_at: string };
  coverage_check: { zip_code: string | null; reason: string; verified_at: string };
};

type Rejection = {
  address: string;
  zipCode: string | null;
  reason: string;
  phone: string;
  formattedPhone: string;
};

export function storeRejection(rejected: Rejection, now: Date): RejectionRecord {
  const at = now.toISOString();
  const parts = addressParts(rejected.address);
  const record: RejectionRecord = {
    id: newId(),
    timestamp: at,
    address: {
      formatted: rejected.address,
      ...parts,
      zip_code: rejected.zipCode ?? parts.zip_code,
    },
    user_contact: { phone_number: rejected.phone, formatted_phone: rejected.formattedPhone },
    notification: { requested: true, status: "pending", requested_at: at },
    coverage_check: { zip_code: rejected.zipCode, reason: rejected.reason, verified_at: at },
  };
  writeLocal(REJECTIONS_KEY, [record, ...storedRejections()].slice(0, MOST_KEPT));
  return record;
}

export function updateRejection(id: string, status: NotifyStatus): void {
  const records = storedRejections().map((record) =>
    record.id === id ? { ...record, notification: { ...record.notification, status } } : record,
  );
  writeLocal(REJECTIONS_KEY, records);
}

function storedRejections(): RejectionRecord[] {
  const records = readLocal<RejectionRecord[]>(REJECTIONS_KEY);
  return Array.isArray(records) ? records : [];
}

/** Parts of an address: number and street, city, state and ZIP code. */
type AddressParts = {
  street_number: string;
  street_name: string;
  city: string;
  state: string;
  zip_code: string;
  country: string;
};

const UNIT = /^(?:apt|apartment|unit|ste|suite|#)/i;
const COUNTRY = /^(?:usa|us|united states)$/i;
const STATE_AND_ZIP = new RegExp(`^([A-Za-z]{2}|${STATE})?\\s*(\\d{5}(?:-\\d{4})?)?$`, "i");

export function addressParts(address: string): AddressParts {
  const written = address
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "" && !COUNTRY.test(part));
  const [street = "", ...rest] = written.filter((part) => !UNIT.test(part));
  const [, number = "", name = street] = /^(\d+\S*)\s+(.+)$/.exec(street) ?? [];
  const [, state = "", zip = ""] = STATE_AND_ZIP.exec(rest.at(-1) ?? "") ?? [];
  const city = rest.length > 1 || (state === "" && zip === "") ? (rest[0] ?? "") : "";
  return {
    street_number: number,
    street_name: name,
    city,
    state: state.toUpperCase(),
    zip_code: zip.slice(0, 5),
    country: "USA",
  };
}
