import { valibotResolver } from "@hookform/resolvers/valibot";
import { FormProvider, useForm } from "react-hook-form";
import * as v from "valibot";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { Modal } from "#ui/modal.tsx";
import { useToast } from "#ui/toast.tsx";
import { DayFields, HoldField } from "../new-order/caller-fields.tsx";
import type { Hold } from "../new-order/use-new-order.ts";
import { useNotConnected } from "../session/told.ts";
import { showProblem } from "../shell/form.tsx";
import { StaffProblem } from "../shell/screen.tsx";
import { type CustomQuote, type PhoneAcceptance, useAcceptByPhone } from "./use-quotes.ts";

const schema = v.object({
  day: requiredText(m.staff_call_day_missing()),
  time_window: requiredText(m.appointment_window_required()),
  hold: v.string(),
});

type PhoneAcceptanceProps = { quote: CustomQuote; onClose: () => void };

/** The customer said yes on the phone: hold the day they choose, and send the link to pay. */
export function PhoneAcceptanceDialog({ quote, onClose }: PhoneAcceptanceProps) {
  const toast = useToast();
  const accepting = useAcceptByPhone(quote);
  const form = useForm<v.InferOutput<typeof schema>>({
    resolver: valibotResolver(schema),
    defaultValues: { day: "", time_window: "", hold: "24_hours" satisfies Hold },
  });
  const accept = form.handleSubmit((values) =>
    accepting.mutate(values as PhoneAcceptance, {
      onSuccess: ({ code }) => {
        toast({ customer: quote.name, title: m.staff_call_placed({ code }), tone: "success" });
        onClose();
      },
      onError: (failure) => showProblem(form, failure),
    }),
  );
  return (
    <Modal open size="lg" onClose={onClose} title={m.staff_quotes_by_phone()}>
      <FormProvider {...form}>
        <form className="grid gap-4 text-sm" noValidate onSubmit={accept}>
          <p>
            {m.staff_quotes_by_phone_note({
              name: quote.name,
              total: dollarsAndCents(quote.total_cents),
            })}
          </p>
          <DayFields />
          <HoldField />
          {accepting.error && <StaffProblem problem={accepting.error} />}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="cta-green" busy={accepting.isPending}>
              {m.staff_call_reserve()}
            </Button>
            <Button variant="outline" onClick={onClose}>
              {m.staff_actions_keep()}
            </Button>
          </div>
          <p className="text-xs text-quiet">
            {m.staff_quotes_by_phone_terms()} {useNotConnected()}
          </p>
        </form>
      </FormProvider>
    </Modal>
  );
}
