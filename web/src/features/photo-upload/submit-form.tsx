import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Control, useForm } from "react-hook-form";
import * as v from "valibot";
import { errorCode } from "#api/error-messages.ts";
import { company } from "#content/company.ts";
import { orderInAddress } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";
import { readSession, removeSession, writeSession } from "#lib/storage.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { ticked, useFormChange, useFormCheckbox, useFormField } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextArea, TextField } from "#ui/text-field.tsx";
import {
  isInQuestion,
  photosHere,
  type Review,
  requestedShots,
  shotsHere,
  submitPhotos,
} from "./review.ts";

const LONGEST_MODEL = 100;
const LONGEST_NOTES = 1850; // with the generator 2000 at most

const schema = v.object({
  is_decision_maker: v.boolean(),
  can_place_stake: v.boolean(),
  generator: v.pipe(v.string(), v.trim()),
  notes: v.pipe(v.string(), v.trim()),
  consent: ticked(m.photo_upload_missing_consent()),
});

type Answers = v.InferInput<typeof schema>;
type Kept = Answers & { wording: string };

const NOTHING: Answers = {
  is_decision_maker: false,
  can_place_stake: false,
  generator: "",
  notes: "",
  consent: false,
};

const keptAt = () => `photo-answers-${orderInAddress() ?? ""}`;

/** What was typed and ticked before a reload; the consent only while its wording is the same. */
function keptAnswers(wording: string): Answers {
  const { wording: agreed, ...kept } = readSession<Kept>(keptAt()) ?? { ...NOTHING, wording };
  return { ...NOTHING, ...kept, consent: kept.consent && agreed === wording };
}

type SubmitFormProps = {
  review: Review;
  bringsOwn: boolean;
  isBusy: boolean;
  onSent: () => Promise<unknown>;
};

/**
 * The policy's questions, notes and consent, and what is missing before photos can be submitted.
 */
export function SubmitForm({ review, bringsOwn, isBusy, onSent }: SubmitFormProps) {
  const form = useForm({
    resolver: valibotResolver(schema),
    defaultValues: keptAnswers(review.consent_wording),
  });
  const { control, formState, handleSubmit } = form;
  useFormChange(form, (values) =>
    writeSession(keptAt(), { ...values, wording: review.consent_wording }),
  );
  const sending = useMutation({
    mutationFn: submitPhotos,
    onSuccess: () => {
      removeSession(keptAt());
      return onSent();
    },
  });
  const [isAsked, setIsAsked] = useState(false);
  const { words, isEnough } = missingFor(review, isBusy);
  const isWithout = isAsked && isEnough && words !== null;

  const send = handleSubmit(({ generator, ...values }) => {
    if (!isEnough || sending.isPending) return;
    // Some homes have no gas meter, and no shot has to be taken that is not safe.
    if (words && !isAsked) return setIsAsked(true);
    const noted = bringsOwn && generator && m.photo_upload_generator_noted({ model: generator });
    const notes = [noted, values.notes].filter(Boolean).join("\n");
    sending.mutate({ ...values, notes, consent: true });
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
      {bringsOwn && <GeneratorField control={control} />}
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
          aria-describedby={words ? "photos-missing" : undefined}
        >
          {m.photo_upload_send({ how: isWithout ? "without" : review.status })}
        </Button>
        <p
          className={`text-sm ${formState.isSubmitted ? "font-medium text-danger" : "text-quiet"}`}
          id="photos-missing"
          role="status"
        >
          {words}
        </p>
      </div>
    </form>
  );
}

/** Of a generator that is there already: what the wizard says we ask here. */
const GeneratorField = ({ control }: { control: Control<Answers> }) => (
  <TextField
    {...useFormField(control, "generator")}
    label={m.photo_upload_generator()}
    hint={m.photo_upload_generator_hint()}
    maxLength={LONGEST_MODEL}
  />
);

type Missing = {
  /** What is missing; null when nothing is. */
  words: string | null;
  /** Whether the photos can be sent as they are. */
  isEnough: boolean;
};

function missingFor(review: Review, isBusy: boolean): Missing {
  if (isBusy) return { words: m.photo_upload_still_sending(), isEnough: false };
  const again = review.shots.filter(({ slot }) => isInQuestion(review, slot));
  if (again.length > 0) {
    const titles = again.map(({ title }) => title).join("; ");
    return { words: m.photo_upload_again_first({ titles }), isEnough: false };
  }
  if (review.wants_new_photo) return { words: m.photo_upload_new_first(), isEnough: false };
  const here = shotsHere(review);
  const missing = requestedShots(review).filter((shot) => !here.includes(shot));
  const isEnough = photosHere(review) >= review.least;
  if (missing.length === 0 && isEnough) return { words: null, isEnough };
  const titles = missing.map(({ title }) => title).join("; ");
  return {
    words: m.photo_upload_missing({
      titles,
      can: isEnough ? "send" : "wait",
      phone: company.phone,
    }),
    isEnough,
  };
}
