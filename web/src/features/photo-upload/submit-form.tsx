import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { errorCode } from "#api/error-messages.ts";
import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { ticked, useFormCheckbox, useFormField } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { photosHere, type Review, submitPhotos } from "./review.ts";

const LONGEST_NOTES = 2000;

const schema = v.object({
  is_decision_maker: v.boolean(),
  can_place_stake: v.boolean(),
  notes: v.pipe(v.string(), v.trim()),
  consent: ticked(m.photo_upload_missing_consent()),
});

export type Answering = { review: Review; isBusy: boolean; onSent: () => Promise<unknown> };

/**
 * The policy's questions, notes and consent, and what is missing before photos can be submitted.
 */
export function SubmitForm({ review, isBusy, onSent }: Answering) {
  const { control, formState, handleSubmit } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { is_decision_maker: false, can_place_stake: false, notes: "", consent: false },
  });
  const sending = useMutation({ mutationFn: submitPhotos, onSuccess: () => onSent() });
  const missing = missingFor(review, isBusy);

  const send = handleSubmit((values) => {
    if (missing || sending.isPending) return;
    sending.mutate({ ...values, consent: true });
  });

  return (
    <form className="grid max-w-168 gap-6" onSubmit={send} noValidate>
      <h2 className="text-xl">{m.photo_upload_about()}</h2>
      <div>
        <Checkbox
          {...useFormCheckbox(control, "is_decision_maker")}
          label={m.photo_upload_decision_maker()}
        />
        <Checkbox {...useFormCheckbox(control, "can_place_stake")} label={m.photo_upload_stake()} />
      </div>
      <TextArea
        {...useFormField(control, "notes")}
        label={m.photo_upload_notes()}
        hint={m.photo_upload_notes_hint()}
        maxLength={LONGEST_NOTES}
        rows={4}
      />
      <div>
        <Checkbox
          {...useFormCheckbox(control, "consent")}
          label={review.consent_wording}
          required
        />
        <a
          className="ms-9 inline-block py-3 text-sm"
          href={paths.legal.photoReview}
          target="_blank"
          rel="noopener"
        >
          {m.photo_upload_policy()}
        </a>
      </div>
      {sending.error && (
        <Notice tone="danger">
          {m.photo_upload_problem({ code: errorCode(sending.error), phone: company.phone })}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          className="max-xs:flex-[1_1_100%]"
          type="submit"
          variant="cta-green"
          size="lg"
          busy={sending.isPending}
          busyLabel={m.photo_upload_sending_form()}
          aria-describedby={missing ? "photos-missing" : undefined}
        >
          {review.status === "retake_requested"
            ? m.photo_upload_send_again()
            : m.photo_upload_send()}
        </Button>
        <p
          className={`text-sm ${formState.isSubmitted ? "font-medium text-danger" : "text-quiet"}`}
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
  if (isBusy) return m.photo_upload_still_sending();
  const missing = review.least - photosHere(review);
  if (missing > 0) return m.photo_upload_missing_photos({ count: missing });
  return null;
}
