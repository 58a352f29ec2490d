import { formatPhone } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { PhoneLink } from "#ui/call-us.tsx";
import { Icon } from "#ui/icon.tsx";
import {
  type Customer,
  extraShots,
  freeExtras,
  isInQuestion,
  type PhotoSlot,
  photoOf,
  type Review,
  requestedShots,
  shotsHere,
  VIDEO_SLOT,
} from "./review.ts";
import { FilePick, PhotoSlotCard } from "./shot-card.tsx";
import { SubmitForm } from "./submit-form.tsx";
import { type UploadQueue, type Uploads, useUploads } from "./upload-queue.ts";

const CARDS = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4";

type PhotoUploadProps = {
  review: Review;
  customer: Customer | null;
  /** Whether their own generator is installed, of which we know no more than that. */
  bringsOwn: boolean;
  onChange: () => Promise<unknown>;
};

/**
 * Upload form of the Photo Review Policy: details, guided photos, video, questions and consent
 * (PHOTO-01.2).
 */
export function PhotoUpload({ review, customer, bringsOwn, onChange }: PhotoUploadProps) {
  const { queue, uploads, isBusy } = useUploads(onChange);
  const first = requestedShots(review);
  const further = review.shots.slice(first.length);

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
      <SubmitForm {...{ review, bringsOwn, isBusy }} onSent={onChange} />
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

/** Of the requested photos alone: another photo does not stand for one that is missing. */
function Count({ review }: { review: Review }) {
  const requested = requestedShots(review);
  const here = shotsHere(review).length;

  return (
    <div
      className="sticky top-0 z-1 mb-2 flex min-h-target flex-wrap items-center gap-x-4 bg-surface text-sm font-semibold tabular-nums"
      role="status"
    >
      <span aria-hidden="true" className="flex flex-[0_1_10rem] gap-1">
        {requested.map(({ slot }, index) => (
          <span
            className={`h-1.5 flex-1 rounded-[3px] transition-colors ${index < here ? "bg-action" : "bg-line"}`}
            key={slot}
          />
        ))}
      </span>
      <span>{m.photo_upload_count({ here, least: requested.length })}</span>
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
