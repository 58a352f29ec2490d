import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "#api/error-messages.ts";
import {
  type CancelInput,
  type Cancellation,
  myBooking,
  useCancellationTerms,
} from "#api/my-booking.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { PhoneLink, Refusal } from "#ui/call-us.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Modal } from "#ui/modal.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextArea } from "#ui/text-field.tsx";

type CancelOrderProps = { open: boolean; onClose: () => void; onCancelled: () => void };

/** The cancellation rule and the exact refund, then the button to cancel (BOOK-04.8). */
export function CancelOrder({ open, onClose, onCancelled }: CancelOrderProps) {
  return (
    <Modal open={open} onClose={onClose} title={m.cancellation_title()}>
      <CancelTerms onClose={onClose} onCancelled={onCancelled} />
    </Modal>
  );
}

const ERROR_MESSAGES = {
  refund_changed: m.cancellation_refusals_refund_changed(),
  status_moved: m.cancellation_refusals_status_moved(),
  not_cancellable: m.cancellation_refusals_not_cancellable(),
  payment_on_its_way: m.cancellation_refusals_payment_on_its_way(),
  general: m.cancellation_refusals_general(),
};

// The request names the terms shown; if others apply by now, the server refuses and they are shown.
function CancelTerms({ onClose, onCancelled }: Omit<CancelOrderProps, "open">) {
  const query = useCancellationTerms();
  const { mutate, isPending, error } = useMutation({
    mutationFn: myBooking.cancel,
    onSuccess: onCancelled,
    onError: () => void query.refetch(),
  });

  return (
    <Loaded query={query} loading={m.cancellation_loading()} failed={m.cancellation_failed()}>
      {(terms) =>
        terms.can_cancel ? (
          <Terms
            terms={terms}
            refusal={error && errorMessage(error, ERROR_MESSAGES)}
            isBusy={isPending}
            onCancel={mutate}
            onClose={onClose}
          />
        ) : (
          <Notice tone="warning">
            {terms.words} {m.cancellation_cannot()} <PhoneLink />
          </Notice>
        )
      }
    </Loaded>
  );
}

type TermsProps = {
  terms: Cancellation;
  refusal: string | null;
  isBusy: boolean;
  onCancel: (request: CancelInput) => void;
  onClose: () => void;
};

function Terms({ terms, refusal, isBusy, onCancel, onClose }: TermsProps) {
  const { words, rule, refund_cents, retained_cents, owed_cents } = terms;
  const [reason, setReason] = useState("");

  return (
    <>
      <p>{words}</p>
      <MoneyLines>
        <MoneyLine name={m.cancellation_refund()} cents={refund_cents} />
        {retained_cents > 0 && (
          <MoneyLine name={m.cancellation_not_refunded()} cents={retained_cents} />
        )}
        {owed_cents > 0 && <MoneyLine name={m.cancellation_owed()} cents={owed_cents} />}
      </MoneyLines>
      {refund_cents > 0 && <p className="text-sm text-quiet">{m.cancellation_days()}</p>}
      <TextArea
        label={m.cancellation_reason()}
        hint={m.cancellation_reason_hint()}
        name="reason"
        maxLength={200}
        rows={2}
        value={reason}
        onChange={setReason}
      />
      {refusal && <Refusal>{refusal}</Refusal>}
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button
          className="flex-[1_1_12rem]"
          variant="destructive"
          size="lg"
          busy={isBusy}
          busyLabel={m.cancellation_cancelling()}
          onClick={() =>
            onCancel({ rule, refund_cents, retained_cents, owed_cents, reason: reason.trim() })
          }
        >
          {m.cancellation_cancel()}
        </Button>
        <Button className="flex-[1_1_12rem]" variant="outline" size="lg" onClick={onClose}>
          {m.cancellation_keep()}
        </Button>
      </div>
    </>
  );
}
