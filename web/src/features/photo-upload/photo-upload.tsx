import { company } from "#content/company.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { Icon } from "#ui/icon.tsx";
import { copy } from "./copy.ts";
import { FilePick } from "./file-pick.tsx";
import {
  type Customer,
  extraShots,
  freeExtras,
  type PhotoSlot,
  photoOf,
  photosHere,
  type Review,
  VIDEO_SLOT,
} from "./review.ts";
import { PhotoSlotCard } from "./shot-card.tsx";
import { type Answering, SubmitForm } from "./submit-form.tsx";
import type { UploadQueue, Uploads } from "./upload-queue.ts";
import { useUploads } from "./use-uploads.ts";
import "./photo-upload.css";

const ALWAYS_ASKED = 5; // photos requested after a reservation (PHOTO-01.3)

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
    <div className="photo-upload">
      {customer && <Details customer={customer} />}
      <p className="photo-upload__safety">
        <Icon className="text-warning" name="warning" />
        <span>{copy.safety}</span>
      </p>
      <section aria-labelledby="photos-asked">
        <div className="photo-upload__head">
          <h2 id="photos-asked">{copy.shots}</h2>
          <p>{copy.shotsNote(review.least)}</p>
        </div>
        <Count review={review} />
        <ul className="shots">
          {first.map((photoSlot) => (
            <Card key={photoSlot.slot} {...{ photoSlot, review, uploads, queue }} />
          ))}
          <PhotoSlotCard
            slot={VIDEO_SLOT}
            kind="video"
            title={copy.videoTitle}
            hint={copy.videoHint}
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
    <section className="photo-upload__details" aria-labelledby="photos-details">
      <h2 id="photos-details">{copy.details}</h2>
      <dl>
        <Detail name={copy.name} value={customer.name} />
        <Detail name={copy.email} value={customer.email} />
        <Detail name={copy.mobile} value={formatPhone(customer.phone)} />
        <Detail name={copy.address} value={customer.address} />
      </dl>
      <p className="photo-upload__note">
        {copy.detailsNote} <a href={telHref(company.phone)}>{company.phone}</a>
      </p>
    </section>
  );
}

const Detail = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function Count({ review }: { review: Review }) {
  const here = photosHere(review);
  const numbers = Array.from({ length: review.least }, (_, index) => index + 1);

  return (
    <div className="photo-upload__count" role="status">
      <span aria-hidden="true" className="photo-upload__dots">
        {numbers.map((number) => (
          <span key={number} data-done={number <= here || undefined} />
        ))}
      </span>
      <span>{here > review.least ? copy.countMore(here) : copy.count(here, review.least)}</span>
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
    <details className="photo-upload__more group" open={isBegun || undefined}>
      <summary>
        <h2>{copy.more}</h2>
        <Icon className="transition-transform group-open:rotate-45" name="plus" />
      </summary>
      <p className="photo-upload__note">{copy.moreNote}</p>
      <ul className="shots">
        {further.map((photoSlot) => (
          <Card key={photoSlot.slot} {...{ photoSlot, review, uploads, queue }} />
        ))}
        {extras.map((slot, index) => (
          <Card
            key={slot}
            photoSlot={{ slot, title: copy.extra(index + 1), hint: "", photo: null }}
            {...{ review, uploads, queue }}
          />
        ))}
      </ul>
      {free.length > 0 && (
        <div className="photo-upload__add">
          <FilePick
            label={copy.addMore}
            name={copy.addMore}
            kind="photo"
            onChoose={add}
            isSeveral
          />
          <p className="photo-upload__note">{copy.addMoreHint}</p>
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
