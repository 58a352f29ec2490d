import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorCode } from "#api/error-messages.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { copy } from "./copy.ts";
import { submitPhotos } from "./photo-calls.ts";
import { photosHere, type Review } from "./review.ts";

type PhotoForm = Parameters<typeof submitPhotos>[0];

const LONGEST_NOTES = 2000;

export type Answering = { review: Review; isBusy: boolean; onSent: () => Promise<unknown> };

/**
 * The policy's questions, notes and consent, and what is missing before photos can be submitted.
 */
export function SubmitForm({ review, isBusy, onSent }: Answering) {
  const [isDecisionMaker, setDecisionMaker] = useState(false);
  const [canPlaceStake, setCanPlaceStake] = useState(false);
  const [notes, setNotes] = useState("");
  const [hasConsent, setConsent] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const sending = useMutation({
    mutationFn: (form: PhotoForm) => submitPhotos(form),
    onSuccess: () => onSent(),
  });
  const missing = missingFor(review, isBusy);

  const send = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (missing || !hasConsent || sending.isPending) return;
    sending.mutate({
      is_decision_maker: isDecisionMaker,
      can_place_stake: canPlaceStake,
      notes: notes.trim(),
      consent: true,
    });
  };

  return (
    <form className="grid max-w-168 gap-6" onSubmit={send} noValidate>
      <h2 className="text-xl">{copy.about}</h2>
      <div>
        <Checkbox
          label={copy.decisionMaker}
          name="is_decision_maker"
          checked={isDecisionMaker}
          onChange={setDecisionMaker}
        />
        <Checkbox
          label={copy.stake}
          name="can_place_stake"
          checked={canPlaceStake}
          onChange={setCanPlaceStake}
        />
      </div>
      <TextArea
        label={copy.notes}
        hint={copy.notesHint}
        name="notes"
        value={notes}
        maxLength={LONGEST_NOTES}
        rows={4}
        onChange={setNotes}
      />
      <div>
        <Checkbox
          label={review.consent_wording}
          name="consent"
          checked={hasConsent}
          required
          error={isChecked && !hasConsent ? copy.missingConsent : undefined}
          onChange={setConsent}
        />
        <a
          className="ms-9 inline-block py-3 text-sm"
          href={paths.legal.photoReview}
          target="_blank"
          rel="noopener"
        >
          {copy.policy}
        </a>
      </div>
      {sending.error && <Notice tone="danger">{copy.reason(errorCode(sending.error))}</Notice>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          className="max-xs:flex-[1_1_100%]"
          type="submit"
          variant="cta-green"
          size="lg"
          busy={sending.isPending}
          busyLabel={copy.sendingForm}
          aria-describedby={missing ? "photos-missing" : undefined}
        >
          {review.status === "retake_requested" ? copy.sendAgain : copy.send}
        </Button>
        <p
          className={`text-sm ${isChecked ? "font-medium text-danger" : "text-quiet"}`}
          id="photos-missing"
          role="status"
        >
          {missing}
        </p>
      </div>
    </form>
  );
}

function missingFor(review: Review, isBusy: boolean): string | null {
  if (isBusy) return copy.stillSending;
  const missing = review.least - photosHere(review);
  if (missing > 0) return copy.missingPhotos(missing);
  return null;
}
