import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { errorCode } from "#api/error-messages.ts";
import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
import { formatPhone } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { PhoneLink } from "#ui/call-us.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { ticked, useFormCheckbox, useFormField } from "#ui/form.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextArea } from "#ui/text-field.tsx";
import {
  type Customer,
  extraShots,
  freeExtras,
  isInQuestion,
  type PhotoSlot,
  photoOf,
  photosHere,
  type Review,
  submitPhotos,
  VIDEO_SLOT,
} from "./review.ts";
import { FilePick, PhotoSlotCard } from "./shot-card.tsx";
import { type UploadQueue, type Uploads, useUploads } from "./upload-queue.ts";

const ALWAYS_ASKED = 5; // photos requested after a reservation (PHOTO-01.3)

const CARDS = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4";

type PhotoUploadProps = {
  review: Review;
  customer: Customer | null;
  onChange: () => Promise<unknown>;
};

/**
 * Upload form of the Photo Review Policy: details, guided photos, video, questions and consent
 * (PHOTO-01.2).
 */
export function PhotoUpload({ review, customer, onChange }: PhotoUploadProps) {
  const { queue, uploads, isBusy } = useUploads(onChange);
  const slotCount = Math.max(ALWAYS_ASKED, review.least);
  const first = review.shots.slice(0, slotCount);
  const further = review.shots.slice(slotCount);
  const answering: Answering = { review, isBusy, onSent: onChange };

  return (
    <div className="grid gap-12">
      {customer && <Details customer={customer} />}
      <p className="grid grid-cols-[auto_1fr] gap-3 border-s-3 border-glow ps-4 text-base">
        <Icon className="text-warning" name="warning" />
        <span>{m.photo_upload_safety()}</span>
      </p>
      <section className="min-w-0" aria-labelledby="photos-asked">
        <div className="mb-4 grid gap-1">
          <h2 className="text-xl" id="photos-asked">
            {m.photo_upload_shots()}
          </h2>
          <p className="text-sm text-quiet">{m.photo_upload_shots_note({ least: review.least })}</p>
        </div>
        <Count review={review} />
        <ul className={CARDS}>
          {first.map((photoSlot) => (
            <Card key={photoSlot.slot} {...{ photoSlot, review, uploads, queue }} />
          ))}
          <PhotoSlotCard
            slot={VIDEO_SLOT}
            kind="video"
            title={m.photo_upload_video_title()}
            hint={m.photo_upload_video_hint()}
            photo={photoOf(review, VIDEO_SLOT)}
            upload={uploads[VIDEO_SLOT] ?? null}
            queue={queue}
          />
        </ul>
      </section>
      <More {...{ further, review, uploads, queue }} />
      <SubmitForm {...answering} />
    </div>
  );
}

function Details({ customer }: { customer: Customer }) {
  return (
    <section
      className="grid min-w-0 gap-4 rounded-md bg-surface-sunken p-6"
      aria-labelledby="photos-details"
    >
      <h2 className="text-xl" id="photos-details">
        {m.photo_upload_details()}
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-4">
        <Detail name={m.photo_upload_name()} value={customer.name} />
        <Detail name={m.photo_upload_email()} value={customer.email} />
        <Detail name={m.photo_upload_mobile()} value={formatPhone(customer.phone)} />
        <Detail name={m.photo_upload_address()} value={customer.address} />
      </dl>
      <p className="text-sm text-quiet">
        {m.photo_upload_details_note()}{" "}
        <PhoneLink className="inline-block py-3 font-semibold text-ink" />
      </p>
    </section>
  );
}

const Detail = ({ name, value }: { name: string; value: string }) => (
  <div className="leading-[1.4]">
    <dt className="text-sm text-quiet">{name}</dt>
    <dd className="font-semibold wrap-anywhere">{value}</dd>
  </div>
);

function Count({ review }: { review: Review }) {
  const here = photosHere(review);
  const numbers = Array.from({ length: review.least }, (_, index) => index + 1);

  return (
    <div
      className="sticky top-0 z-1 mb-2 flex min-h-target flex-wrap items-center gap-x-4 bg-surface text-sm font-semibold tabular-nums"
      role="status"
    >
      <span aria-hidden="true" className="flex flex-[0_1_10rem] gap-1">
        {numbers.map((number) => (
          <span
            className={`h-1.5 flex-1 rounded-[3px] transition-colors ${number <= here ? "bg-action" : "bg-line"}`}
            key={number}
          />
        ))}
      </span>
      <span>
        {here > review.least
          ? m.photo_upload_count_more({ here })
          : m.photo_upload_count({ here, least: review.least })}
      </span>
    </div>
  );
}

type Cards = { review: Review; uploads: Uploads; queue: UploadQueue };

const Card = ({ photoSlot, review, uploads, queue }: Cards & { photoSlot: PhotoSlot }) => (
  <PhotoSlotCard
    slot={photoSlot.slot}
    title={photoSlot.title}
    hint={photoSlot.hint}
    photo={photoOf(review, photoSlot.slot)}
    upload={uploads[photoSlot.slot] ?? null}
    isInQuestion={isInQuestion(review, photoSlot.slot)}
    queue={queue}
  />
);

function More({ further, review, uploads, queue }: Cards & { further: PhotoSlot[] }) {
  const extras = extraSlots(review, uploads);
  const free = freeExtras(review, Object.keys(uploads));
  const isBegun = extras.length > 0 || further.some(({ slot }) => photoOf(review, slot));

  const add = (file: File) => {
    const [slot] = freeExtras(review, Object.keys(queue.uploads()));
    if (slot) queue.take({ slot, kind: "photo", file, before: null });
  };

  return (
    <details className="group min-w-0 border-y border-line py-4" open={isBegun || undefined}>
      <summary className="flex min-h-target list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
        <h2 className="text-xl">{m.photo_upload_more()}</h2>
        <Icon className="transition-transform group-open:rotate-45" name="plus" />
      </summary>
      <p className="text-sm text-quiet">{m.photo_upload_more_note()}</p>
      <ul className={`mt-4 ${CARDS}`}>
        {further.map((photoSlot) => (
          <Card key={photoSlot.slot} {...{ photoSlot, review, uploads, queue }} />
        ))}
        {extras.map((slot, index) => (
          <Card
            key={slot}
            photoSlot={{
              slot,
              title: m.photo_upload_extra({ number: index + 1 }),
              hint: "",
              photo: null,
            }}
            {...{ review, uploads, queue }}
          />
        ))}
      </ul>
      {free.length > 0 && (
        <div className="mt-4 grid justify-items-start gap-2">
          <FilePick
            label={m.photo_upload_add_more()}
            name={m.photo_upload_add_more()}
            kind="photo"
            onChoose={add}
            isSeveral
          />
          <p className="text-sm text-quiet">{m.photo_upload_add_more_hint()}</p>
        </div>
      )}
    </details>
  );
}

const extraSlots = (review: Review, uploads: Uploads): string[] => [
  ...new Set([
    ...extraShots(review).map(({ slot }) => slot),
    ...Object.keys(uploads).filter((slot) => slot.startsWith("extra-")),
  ]),
];

const LONGEST_NOTES = 2000;

const schema = v.object({
  is_decision_maker: v.boolean(),
  can_place_stake: v.boolean(),
  notes: v.pipe(v.string(), v.trim()),
  consent: ticked(m.photo_upload_missing_consent()),
});

type Answering = { review: Review; isBusy: boolean; onSent: () => Promise<unknown> };

/**
 * The policy's questions, notes and consent, and what is missing before photos can be submitted.
 */
function SubmitForm({ review, isBusy, onSent }: Answering) {
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
