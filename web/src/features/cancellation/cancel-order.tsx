import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "#api/error-messages.ts";
import { type Cancellation, myBooking, useCancellationTerms } from "#api/my-booking.ts";
import { company } from "#content/company.ts";
import { telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { copy } from "./copy.ts";

type CancelOrderProps = { open: boolean; onClose: () => void; onCancelled: () => void };

/** The cancellation rule and the exact refund, then the button to cancel (BOOK-04.8). */
export function CancelOrder({ open, onClose, onCancelled }: CancelOrderProps) {
  return (
    <Modal open={open} onClose={onClose} title={copy.title}>
      <CancelTerms onClose={onClose} onCancelled={onCancelled} />
    </Modal>
  );
}

function CancelTerms({ onClose, onCancelled }: Omit<CancelOrderProps, "open">) {
  const { terms, cancel, isCancelling, refusal } = useCancellation(onCancelled);

  if (!terms.data && !terms.isError) return <p role="status">{copy.loading}</p>;
  if (!terms.data)
    return (
      <Notice
        tone="danger"
        action={
          <Button variant="outline" onClick={() => void terms.refetch()}>
            {copy.tryAgain}
          </Button>
        }
      >
        {copy.failed}
      </Notice>
    );
  if (!terms.data.can_cancel)
    return (
      <Notice tone="warning">
        {terms.data.words} {copy.cannot} <a href={telHref(company.phone)}>{company.phone}</a>
      </Notice>
    );
  return (
    <Terms
      terms={terms.data}
      refusal={refusal}
      isBusy={isCancelling}
      onCancel={cancel}
      onClose={onClose}
    />
  );
}

type TermsProps = {
  terms: Cancellation;
  refusal: string | null;
  isBusy: boolean;
  onCancel: (request: { refund_cents: number; reason: string }) => void;
  onClose: () => void;
};

function Terms({ terms, refusal, isBusy, onCancel, onClose }: TermsProps) {
  const { words, refund_cents, kept_cents, owed_cents } = terms;
  const [reason, setReason] = useState("");

  return (
    <>
      <p>{words}</p>
      <MoneyLines>
        <MoneyLine name={copy.refund} cents={refund_cents} isTotal />
        {kept_cents > 0 && <MoneyLine name={copy.kept} cents={kept_cents} />}
        {owed_cents > 0 && <MoneyLine name={copy.owed} cents={owed_cents} />}
      </MoneyLines>
      {refund_cents > 0 && <p className="text-sm text-quiet">{copy.days}</p>}
      <TextArea
        label={copy.reason}
        hint={copy.reasonHint}
        name="reason"
        maxLength={200}
        rows={2}
        value={reason}
        onChange={setReason}
      />
      {refusal && (
        <Notice tone="danger">
          {refusal} {copy.orCall} <a href={telHref(company.phone)}>{company.phone}</a>
        </Notice>
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button
          className="flex-[1_1_12rem]"
          variant="destructive"
          size="lg"
          busy={isBusy}
          busyLabel={copy.cancelling}
          onClick={() => onCancel({ refund_cents, reason: reason.trim() })}
        >
          {copy.cancel}
        </Button>
        <Button className="flex-[1_1_12rem]" variant="outline" size="lg" onClick={onClose}>
          {copy.keep}
        </Button>
      </div>
    </>
  );
}

/**
 * Cancellation terms as of now. The request names the refund shown; if it has changed, the server
 * refuses and the new one is shown.
 */
function useCancellation(onCancelled: () => void) {
  const terms = useCancellationTerms();
  const { mutate, isPending, error } = useMutation({
    mutationFn: myBooking.cancel,
    onSuccess: onCancelled,
    onError: () => void terms.refetch(),
  });
  return {
    terms,
    cancel: mutate,
    isCancelling: isPending,
    refusal: error ? errorMessage(error, copy.refusals) : null,
  };
}
