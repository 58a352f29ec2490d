/** Submitting a phone number to be notified when the ZIP code is covered. */
import { useState } from "react";
import { api, type Problem, type Schemas, unwrap } from "#api/client.ts";
import { logQuietly } from "#lib/log-quietly.ts";
import { formatPhone } from "#lib/phone.ts";
import { useToast } from "#ui/toast.tsx";
import { copy } from "./copy.ts";
import { type RejectionRecord, storeRejection, updateRejection } from "./rejection-record.ts";

export type UncoveredHome = {
  address: string;
  city: string | null;
  zipCode: string | null;
  reason: "no_zip" | "not_covered" | "lookup_failed";
};

export function useNotify(home: UncoveredHome, source: string) {
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
      toast({ title: copy.savedTitle, text: copy.savedText, tone: "success" });
    } catch (problem) {
      logQuietly("notify request not saved")((problem as Problem).code);
      updateRejection(record.id, "failed");
      setState("idle");
      toast({ title: copy.failedTitle, text: copy.failedText, tone: "danger" });
    }
  };

  return { state, submit };
}

const digitsOf = (phone: string) => phone.replace(/\D/g, "");

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
    consent: copy.consent,
  };
}
